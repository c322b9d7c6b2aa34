import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import type { Busy } from '../look/holdButton.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** Tries what is saved, once nothing is being saved any more, and says step by step what is well and what is not. */
export const TestSteps = ({ kind, saving }: { kind: 'oidc' | 'ldap'; saving: Busy }) => {
  const [login, setLogin] = useState('')
  const [steps, setSteps] = useState<readonly { title: string; ok: boolean; words: string }[]>()
  const { send, sending } = useSend(signOnOperations.test)
  const run = async () => {
    try {
      setSteps((await send({ kind, ...(login.trim() && { login: login.trim() }) })).steps)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <div className="pt-4">
      {kind === 'ldap' && (
        <Section>
          <TextField label={t('试找一个登录名')} value={login} onChange={setLogin} autoComplete="off" />
        </Section>
      )}
      <Button type="button" kind="secondary" size="large" wide busy={sending} disabled={saving} onClick={() => void run()}>
        {t('测试已保存的设置')}
      </Button>
      {steps && (
        <div aria-live="polite" className="arrive-up pt-4">
          <Section>
            {steps.map(({ title, ok, words }) => (
              <Cell key={title} icon={ok ? CircleCheck : CircleX} tint={ok ? '#00a86b' : '#e5484d'} title={title} text={words} />
            ))}
          </Section>
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Switch } from '../look/fields/Switch.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { CopyCell } from './CopyCell.tsx'

type ScimSettings = OutputOf<typeof signOnOperations.settings>['scim']

/** Where a directory that pushes finds us, and by which token; that is shown once. */
export const ScimForm = ({ known, address }: { known: ScimSettings; address: string }) => {
  const [token, setToken] = useState<string>()
  const renew = useSend(signOnOperations.renewToken)
  const save = useSend(signOnOperations.saveScim, { done: '已保存' })
  const make = async () => {
    const isSure =
      !known?.isKeyed ||
      (await confirm({ title: t('更换令牌？'), text: t('原来的令牌立即失效，对方要换成新的才能继续推送。'), yes: t('更换'), danger: true }))
    if (!isSure) return
    try {
      setToken((await renew.send({})).token ?? undefined)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <Section note={t('把地址和令牌填到 Entra ID、Okta 等的 SCIM 设置里。组会成为部门。')}>
        <CopyCell label={t('地址')} text={address} />
        {token && <CopyCell label={t('令牌，只显示这一次')} text={token} />}
      </Section>
      {known?.isKeyed && (
        <Section>
          <Switch
            label={t('启用')}
            value={known.enabled}
            onChange={(enabled) => void save.send({ enabled }).catch(() => undefined)}
            disabled={save.sending}
          />
        </Section>
      )}
      <Button size="large" wide kind={known?.isKeyed ? 'secondary' : 'primary'} busy={renew.sending} onClick={() => void make()}>
        {known?.isKeyed ? t('更换令牌') : t('生成令牌')}
      </Button>
    </>
  )
}

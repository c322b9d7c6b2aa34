import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { CallError } from '../call.ts'
import { Section } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { CopyCell } from './CopyCell.tsx'
import { PeopleSwitches, Saving } from './PeopleSwitches.tsx'
import { TestSteps } from './TestSteps.tsx'

type OidcSettings = OutputOf<typeof signOnOperations.settings>['oidc']

/** What is to be known of an OpenID provider. The secret that is kept is never shown; left empty it stays. */
export const OidcForm = ({ known, redirect }: { known: OidcSettings; redirect: string }) => {
  const [title, setTitle] = useState(known?.title ?? t('公司账号'))
  const [issuer, setIssuer] = useState(known?.issuer ?? '')
  const [clientId, setClientId] = useState(known?.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [removesSecret, setRemovesSecret] = useState(false)
  const [trusts, setTrusts] = useState(known?.trusts ?? false)
  const [makesPeople, setMakesPeople] = useState(known?.makesPeople ?? false)
  const [enabled, setEnabled] = useState(known?.enabled ?? true)
  const [exclusive, setExclusive] = useState(known?.exclusive ?? false)
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(signOnOperations.saveOidc, { done: '已保存', quiet: true })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    try {
      await send({
        title: title.trim(),
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        trusts,
        makesPeople,
        enabled,
        exclusive,
        ...(removesSecret ? { clientSecret: null } : clientSecret && { clientSecret }),
      })
      setClientSecret('')
      setRemovesSecret(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Section note={t('在登录服务里登记这个回调地址。')}>
        <CopyCell label={t('回调地址')} text={redirect} />
      </Section>
      <Section>
        <TextField
          label={t('签发者地址')}
          value={issuer}
          onChange={setIssuer}
          placeholder="https://login.example.com"
          inputMode="url"
          required
        />
        <TextField label={t('客户端编号')} value={clientId} onChange={setClientId} autoComplete="off" required />
        <TextField
          label={t('客户端密钥')}
          type="password"
          value={clientSecret}
          onChange={setClientSecret}
          placeholder={known?.isKeyed ? t('已保存，留空不变') : ''}
          autoComplete="new-password"
        />
        {known?.isKeyed && clientSecret === '' && (
          <Switch
            label={t('清除已保存的密钥')}
            text={t('公开客户端没有密钥，只用 PKCE')}
            value={removesSecret}
            onChange={setRemovesSecret}
          />
        )}
        <TextField
          label={t('按钮文字')}
          value={title}
          onChange={setTitle}
          maxLength={20}
          hint={t('登录页显示“用{title}登录”', { title })}
          required
        />
      </Section>
      <Section>
        <Switch label={t('启用')} value={enabled} onChange={setEnabled} />
        <PeopleSwitches makesPeople={makesPeople} onMakesPeople={setMakesPeople} exclusive={exclusive} onExclusive={setExclusive}>
          <Switch
            label={t('信任对方的邮箱和手机号码')}
            text={t('对方没有标明“已验证”时也用来对应人员')}
            value={trusts}
            onChange={setTrusts}
          />
        </PeopleSwitches>
      </Section>
      <Saving problem={problem} sending={sending} />
      {known && <TestSteps kind="oidc" saving={sending} />}
    </form>
  )
}

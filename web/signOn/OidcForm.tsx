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

/** The settings under the pen. A secret is empty while it stays what it was. */
type Draft = {
  readonly title: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly removesSecret: boolean
  readonly trusts: boolean
  readonly makesPeople: boolean
  readonly enabled: boolean
  readonly exclusive: boolean
}

const draftOf = (settings: OidcSettings): Draft => ({
  title: settings?.title ?? t('公司账号'),
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  clientSecret: '',
  removesSecret: false,
  trusts: settings?.trusts ?? false,
  makesPeople: settings?.makesPeople ?? false,
  enabled: settings?.enabled ?? true,
  exclusive: settings?.exclusive ?? false,
})

const inputOf = ({ title, issuer, clientId, clientSecret, removesSecret, ...choices }: Draft) => ({
  title: title.trim(),
  issuer: issuer.trim(),
  clientId: clientId.trim(),
  ...choices,
  ...(removesSecret ? { clientSecret: null } : clientSecret && { clientSecret }),
})

/** What is to be known of an OpenID provider. The secret that is kept is never shown; left empty it stays. */
export const OidcForm = ({ known, redirect }: { known: OidcSettings; redirect: string }) => {
  const [draft, setDraft] = useState(() => draftOf(known))
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(signOnOperations.saveOidc, { done: '已保存', quiet: true })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    try {
      await send(inputOf(draft))
      change({ clientSecret: '', removesSecret: false })
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
      <ProviderFields draft={draft} isKeyed={known?.isKeyed === true} onChange={change} />
      <Section>
        <Switch label={t('启用')} value={draft.enabled} onChange={(enabled) => change({ enabled })} />
        <PeopleSwitches
          makesPeople={draft.makesPeople}
          onMakesPeople={(makesPeople) => change({ makesPeople })}
          exclusive={draft.exclusive}
          onExclusive={(exclusive) => change({ exclusive })}
        >
          <Switch
            label={t('信任对方的邮箱和手机号码')}
            text={t('对方没有标明“已验证”时也用来对应人员')}
            value={draft.trusts}
            onChange={(trusts) => change({ trusts })}
          />
        </PeopleSwitches>
      </Section>
      <Saving problem={problem} sending={sending} />
      {known && <TestSteps kind="oidc" saving={sending} />}
    </form>
  )
}

type ProviderFieldsProps = { draft: Draft; isKeyed: boolean; onChange: (part: Partial<Draft>) => void }

/** Where the provider is, what it knows us by, and what its button says. */
const ProviderFields = ({ draft, isKeyed, onChange }: ProviderFieldsProps) => (
  <Section>
    <TextField
      label={t('签发者地址')}
      value={draft.issuer}
      onChange={(issuer) => onChange({ issuer })}
      placeholder="https://login.example.com"
      inputMode="url"
      required
    />
    <TextField label={t('客户端编号')} value={draft.clientId} onChange={(clientId) => onChange({ clientId })} autoComplete="off" required />
    <TextField
      label={t('客户端密钥')}
      type="password"
      value={draft.clientSecret}
      onChange={(clientSecret) => onChange({ clientSecret })}
      placeholder={isKeyed ? t('已保存，留空不变') : ''}
      autoComplete="new-password"
    />
    {isKeyed && draft.clientSecret === '' && (
      <Switch
        label={t('清除已保存的密钥')}
        text={t('公开客户端没有密钥，只用 PKCE')}
        value={draft.removesSecret}
        onChange={(removesSecret) => onChange({ removesSecret })}
      />
    )}
    <TextField
      label={t('按钮文字')}
      value={draft.title}
      onChange={(title) => onChange({ title })}
      maxLength={20}
      hint={t('登录页显示“用{title}登录”', { title: draft.title })}
      required
    />
  </Section>
)

import { useState } from 'react'
import { isReadingCode } from '../../domain/access/codes.ts'
import { isAccountCode } from '../../domain/access/keyAccess.ts'
import { isNetwork } from '../../domain/access/network.ts'
import { keySave } from '../../domain/access/keyOperations.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { Page } from '../look/Page.tsx'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { useMay } from '../shell/May.tsx'
import { leaveFreely, replace } from '../travel.ts'
import { t } from '../words.ts'
import { KeyMatrix } from './KeyMatrix.tsx'
import { KeySecret } from './KeySecret.tsx'
import { dayOptions, networksIn, secretLost } from './keyWords.ts'

type Draft = {
  name: string
  isService: boolean
  codes: string[]
  locIds: readonly Id[]
  networks: string
  isReadOnly: boolean
  days: string
}

const blank: Draft = { name: '', isService: false, codes: [], locIds: [], networks: '', isReadOnly: true, days: '90' }

/** Makes a key: what it may do, where, from where and how long; its secret is shown once. */
export default function ApiKeyEdit() {
  const { draft, change, problems, token, id, save, isSaving } = useNewKey()
  const canManage = useMay(['apikey:manage'])
  const openKey = () => replace('/pages/user/apikey', { id })
  if (token !== undefined)
    return (
      <Page width="form">
        <KeySecret token={token} onDone={openKey} />
      </Page>
    )
  return (
    <Page
      width="form"
      bottom={
        <Button size="large" className="w-full wide:w-auto" busy={isSaving} onClick={() => void save()}>
          {t('创建密钥')}
        </Button>
      }
    >
      <Section>
        <TextField
          label={t('名称')}
          value={draft.name}
          onChange={(name) => change({ name })}
          placeholder={t('例如：财务系统对接')}
          maxLength={40}
          required
          error={problems.name}
        />
        {canManage && (
          <Switch
            label={t('接口账号')}
            text={t('以这个名称办理业务，不用您的姓名；您离开前可以由其他管理员接管')}
            value={draft.isService}
            onChange={(isService) => change({ isService })}
          />
        )}
        <Choice label={t('有效期')} value={draft.days} options={dayOptions()} onChange={(days) => change({ days })} required />
      </Section>
      <Section title={t('使用限制')} note={t('密钥任何时候都不会超过您自己的权限和数据范围。')}>
        <Switch label={t('只读')} text={t('只查询，不办理')} value={draft.isReadOnly} onChange={(isReadOnly) => change({ isReadOnly })} />
        <ReferencesField
          label={t('限定区域')}
          value={draft.locIds}
          onChange={(locIds) => change({ locIds })}
          control={placeControl}
          hint={t('不选则为您能看到的全部区域')}
        />
        <TextArea
          label={t('允许的网络地址')}
          value={draft.networks}
          onChange={(networks) => change({ networks })}
          hint={t('每行一个，例如203.0.113.0/24；不填则不限')}
          max={1000}
          lines={2}
          error={problems.networks}
        />
      </Section>
      <h2 className="px-1 pb-2 pt-3 text-body text-quiet">{t('权限')}</h2>
      {problems.codes && (
        <p role="alert" className="mb-3 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {problems.codes}
        </p>
      )}
      <KeyMatrix codes={draft.codes} isService={draft.isService} isReadOnly={draft.isReadOnly} onChange={(codes) => change({ codes })} />
    </Page>
  )
}

const placeControl = { type: 'reference', to: 'location', many: true } as const

type Problems = { name?: string; networks?: string; codes?: string }

const problemsOf = (draft: Draft, codes: readonly string[]): Problems => {
  const wrongNetwork = networksIn(draft.networks).find((network) => !isNetwork(network))
  return {
    ...(draft.name.trim() === '' && { name: t('请填写密钥名称') }),
    ...(wrongNetwork !== undefined && { networks: t('“{network}”不是网络地址', { network: wrongNetwork }) }),
    ...(codes.length === 0 && { codes: t('请选择密钥的权限') }),
  }
}

/** What was ticked before a switch was turned counts no more where a key of that sort may not have it. */
const isChosen = ({ isService, isReadOnly }: Draft, code: FunctionCode): boolean =>
  (!isReadOnly || isReadingCode(code)) && (!isService || isAccountCode(code))

const useNewKey = () => {
  /** Made once: sent again, it is the same key. */
  const [id] = useState(newId)
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const [token, setToken] = useState<string>()
  const { send, sending: isSaving } = useSend(keySave, { quiet: true })
  useLeaveGuard(draft !== blank && token === undefined)
  const save = async () => {
    const codes = draft.codes.filter((code) => isChosen(draft, code as FunctionCode))
    const draftProblems = problemsOf(draft, codes)
    setProblems(draftProblems)
    if (Object.keys(draftProblems).length > 0) return
    try {
      const { name, isService, isReadOnly, locIds } = draft
      const limits = { locIds: locIds.length > 0 ? [...locIds] : null, networks: networksIn(draft.networks) }
      const answer = await send({ id, name, isService, isReadOnly, codes, ...limits, days: Number(draft.days) })
      leaveFreely()
      if (answer.token !== null) return setToken(answer.token)
      toast(secretLost(), 'error')
      replace('/pages/user/apikey', { id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems({ codes: error.message })
    }
  }
  return { id, draft, problems, token, save, isSaving, change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })) }
}

import { useState } from 'react'
import { roleTemplates } from '../../domain/access/matrix.ts'
import { hideableKeys } from '../../domain/access/hideableFields.ts'
import { type RoleDetail, type RoleDraft, roleInfo, roleSave, roleUpdate } from '../../domain/access/roleOperations.ts'
import { roleScopes, scopeKeys } from '../../domain/access/roleRights.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useLeaveGuard, useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'
import { RoleMatrix } from './RoleMatrix.tsx'
import { asset } from '../../domain/records/asset.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { hideableLabel } from './roleLooks.ts'

/** Makes a role or changes one. `role`: the one to change; `copy`: the one that it begins as; `template`: the place of the template. */
export default function RoleEdit() {
  const { role, copy, template } = useSearch('/pages/addressbook/roleedit')
  const roleCode = role ?? copy
  const { data, error, refetch } = useAsk(roleInfo, { roleCode: roleCode ?? '' }, { enabled: roleCode !== undefined, once: true })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (roleCode !== undefined && !data)
    return (
      <Page width="form">
        <Skeleton rows={6} picture={false} />
      </Page>
    )
  const storedRole = role === undefined ? undefined : data
  return (
    <RoleForm
      key={storedRole?.version}
      storedRole={storedRole}
      initialDraft={storedRole ? draftOf(storedRole) : begunOf(data, template)}
      onStale={() => void refetch()}
    />
  )
}

const draftOf = ({ roleName, description, codes, scopes, categories, hiddenFields }: RoleDetail): RoleDraft => ({
  roleName,
  description,
  codes,
  scopes,
  categoryIds: categories.map(({ id }) => id),
  hiddenFields: [...hiddenFields],
})

const blank: RoleDraft = { roleName: '', description: '', codes: [], scopes: ['own', 'placesBelow'], categoryIds: [], hiddenFields: [] }

/** What a new role begins with: a copy, a template, or nothing. */
const begunOf = (copiedRole: RoleDetail | undefined, template: string | undefined): RoleDraft => {
  if (copiedRole) return { ...draftOf(copiedRole), roleName: t('{name}（副本）', { name: t(copiedRole.roleName) }) }
  const chosenTemplate = template === undefined ? undefined : roleTemplates()[Number(template)]
  if (!chosenTemplate) return blank
  return {
    ...blank,
    roleName: t(chosenTemplate.title),
    description: t(chosenTemplate.description),
    codes: [...chosenTemplate.codes],
    scopes: ['all'],
  }
}

type FormProps = { storedRole: RoleDetail | undefined; initialDraft: RoleDraft; onStale: () => void }

const RoleForm = ({ storedRole, initialDraft, onStale }: FormProps) => {
  const [draft, setDraft] = useState(initialDraft)
  const assetKind = useRecordKind('asset') ?? asset
  const { isMissing, save, isSending, isUnsaved } = useSaving({ storedRole, initialDraft, draft, onStale })
  const set =
    <K extends keyof RoleDraft>(key: K) =>
    (value: RoleDraft[K]) =>
      setDraft((before) => ({ ...before, [key]: value }))
  useLeaveGuard(isUnsaved)
  return (
    <Page
      title={storedRole ? t('编辑角色') : t('新建角色')}
      bottom={
        <Button size="large" className="w-full wide:w-auto" busy={isSending} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <Section title={t('角色')}>
        <TextField
          label={t('角色名称')}
          value={draft.roleName}
          onChange={set('roleName')}
          maxLength={30}
          required
          error={isMissing ? t('请填写角色名称') : undefined}
        />
        <TextArea label={t('说明')} value={draft.description} onChange={set('description')} max={200} lines={2} />
      </Section>
      <Section
        title={t('数据范围')}
        note={t('有这个角色的人能看到哪些资产和单据；一个人有几个角色时，范围合在一起。只读的权限不会因此变成可以办理。')}
      >
        <Choices
          label={t('能看到的资产')}
          value={draft.scopes}
          onChange={set('scopes')}
          options={scopeKeys.map((value) => ({ value, label: roleScopes[value] }))}
        />
        {draft.scopes.includes('categories') && (
          <ReferencesField
            label={t('分类')}
            value={draft.categoryIds}
            onChange={(ids: readonly Id[]) => set('categoryIds')([...ids])}
            control={categoryControl}
            required
          />
        )}
        <Choices
          label={t('隐藏的列')}
          value={draft.hiddenFields}
          onChange={set('hiddenFields')}
          options={hideableKeys(assetKind).map((value) => ({ value, label: hideableLabel(value, assetKind) }))}
          hint={t('隐藏的列不显示、不导出，也不能筛选、排序、汇总和填写。“价格与价值”包括单据和库存里的金额。')}
        />
      </Section>
      <RoleMatrix codes={draft.codes} onChange={set('codes')} />
    </Page>
  )
}

const categoryControl = { type: 'reference', to: 'category', many: true, filter: { catKind: 'asset' } } as const

type SavingInput = { storedRole: RoleDetail | undefined; initialDraft: RoleDraft; draft: RoleDraft; onStale: () => void }

/** Saves the draft; where another was faster, says so and shows what he wrote. */
const useSaving = ({ storedRole, initialDraft, draft, onStale }: SavingInput) => {
  const [id] = useState(() => storedRole?.id ?? newId())
  const [hasTried, setTried] = useState(false)
  const { send: make, sending: isMaking } = useSend(roleSave, { done: '已保存' })
  const { send: change, sending: isChanging } = useSend(roleUpdate, { done: '已保存' })
  const isMissing = hasTried && draft.roleName.trim() === ''
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(initialDraft)
  const save = async () => {
    setTried(true)
    if (draft.roleName.trim() === '') return
    try {
      await (storedRole ? change({ id, version: storedRole.version, ...draft }, { quiet: true }) : make({ id, ...draft }))
      leaveFreely()
      back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.reason !== changedMeanwhile) {
        if (storedRole) toast(error.message, 'error')
      } else if (await confirm({ title: error.message, text: t('您的更改会丢失。'), yes: t('查看最新内容') })) onStale()
    }
  }
  return { isMissing, isUnsaved, save, isSending: isMaking || isChanging }
}

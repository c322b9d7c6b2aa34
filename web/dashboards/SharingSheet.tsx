import { useState } from 'react'
import { roleList } from '../../domain/access/userOperations.ts'
import { type Dashboard, dashboardSave, type DashboardSharing } from '../../domain/dashboards/operations.ts'
import { rolePageSize } from '../../domain/rules/constants.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { inputOf } from './tiles.ts'

type Draft = Pick<Dashboard, 'title' | 'audience' | 'roles' | 'deptIds' | 'uids'>

type Props = {
  /** Undefined for a new one. */
  dashboard: Dashboard | undefined
  onClose: () => void
  onSaved: (id: string) => void
}

const sharingOptions: readonly { readonly value: DashboardSharing; readonly label: string }[] = [
  { value: 'nobody', label: '仅自己' },
  { value: 'everybody', label: '所有人' },
  { value: 'chosen', label: '指定的人' },
]

/** What a dashboard is called and whom it is shared with. */
export const SharingSheet = ({ dashboard, onClose, onSaved }: Props) => {
  const [id] = useState(() => dashboard?.id ?? newId())
  const [draft, setDraft] = useState<Draft>(() => dashboard ?? { title: '', audience: 'nobody', roles: [], deptIds: [], uids: [] })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const store = useSend(dashboardSave, { done: '仪表板已保存' })
  const { title, audience, roles, deptIds, uids } = draft
  const isReady = title.trim() !== '' && (audience !== 'chosen' || roles.length + deptIds.length + uids.length > 0)
  const save = async () => {
    const before = dashboard ? inputOf(dashboard) : { version: 0, tiles: [] }
    await store.send({ ...before, id, title: title.trim(), audience, roles, deptIds, uids }).then(
      () => onSaved(id),
      () => undefined,
    )
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={dashboard ? t('名称和共享') : t('新建仪表板')}
      tall
      footer={
        <Button wide busy={store.sending} disabled={!isReady} onClick={() => void save()}>
          {t('保存')}
        </Button>
      }
    >
      <Section note={t('每个人看到的数值按他自己的权限计算；无权查看的项会说明，不显示数值。')}>
        <TextField label={t('名称')} value={title} onChange={(next) => change({ title: next })} maxLength={30} required autoFocus />
        <Choice label={t('共享给')} value={audience} onChange={(next) => change({ audience: next })} required options={sharingOptions} />
        {audience === 'chosen' && <Shares draft={draft} onChange={change} />}
      </Section>
    </Sheet>
  )
}

const Shares = ({ draft: { roles, deptIds, uids }, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) => {
  const { data: knownRoles } = useAsk(roleList, { pageSize: rolePageSize }, { staleMs: 300_000 })
  return (
    <>
      <ReferencesField
        label={t('同事')}
        control={{ type: 'reference', to: 'person', many: true }}
        value={uids}
        onChange={(people) => onChange({ uids: [...people] })}
      />
      <ReferencesField
        label={t('部门（含下级）')}
        control={{ type: 'reference', to: 'department', many: true }}
        value={deptIds}
        onChange={(departments) => onChange({ deptIds: [...departments] })}
      />
      <Choices
        label={t('角色')}
        value={roles}
        onChange={(chosenRoles) => onChange({ roles: [...chosenRoles] })}
        options={(knownRoles?.list ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
      />
    </>
  )
}

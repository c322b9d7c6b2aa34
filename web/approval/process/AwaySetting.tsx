import { CalendarOff, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { delegationOperations } from '../../../domain/approval/operations/delegations.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { addDays, type Day, dayAt, type Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { ignoreCallError } from '../../ignoreCallError.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { DateField } from '../../look/fields/DateField.tsx'
import { WriteIconButton } from '../../look/WriteIconButton.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'
import { learnNames } from '../../cache.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'

/** Who decides for a person who is away, and when: a cell that says so, and a sheet to change it. */
export const AwaySetting = () => {
  const [open, setOpen] = useState(false)
  const [edited, setEdited] = useState<Draft>()
  const { data, error, refetch } = useAsk(delegationOperations.delegations, {})
  const { send: remove, sending: removing } = useSend(delegationOperations.deleteDelegation, { done: '已取消代理' })
  const list = data?.list ?? []
  const active = list.find((delegation) => delegation.active)
  const close = () => {
    setOpen(false)
    setEdited(undefined)
  }
  const edit = (delegation: Delegation) => {
    learnNames({ [delegation.agent.uid]: delegation.agent.userName })
    setEdited(draftOf(delegation))
  }
  const drop = async (id: Id) => {
    if (!(await confirmDelete(t('取消这个代理?'), t('之后的审批不再交给代理人。')))) return
    await remove({ id }).catch(ignoreCallError)
  }
  return (
    <>
      <Cell
        icon={CalendarOff}
        tint="#f59e0b"
        title={t('外出代理')}
        text={active ? t('由{name}代为审批', { name: active.agent.userName }) : undefined}
        value={!active && list.length > 0 ? t('已安排') : undefined}
        onPress={() => setOpen(true)}
      />
      <Sheet
        open={open}
        onClose={close}
        title={t('外出代理')}
        footer={
          edited ? undefined : (
            <Button size="large" wide icon={Plus} onClick={() => setEdited(newDraft())}>
              {t('新增代理')}
            </Button>
          )
        }
      >
        {!data && (error ? <Problem error={error} onRetry={refetch} /> : <Skeleton rows={3} picture={false} />)}
        {data && edited && <Editor draft={edited} onChange={setEdited} onDone={() => setEdited(undefined)} />}
        {data && !edited && (
          <>
            <p className="px-1 pb-3 text-body text-quiet">{t('外出期间，新到的审批由代理人处理，进度中会写明代谁审批。')}</p>
            {list.length > 0 && (
              <Card flush>
                {list.map((delegation) => (
                  <DelegationRow
                    key={delegation.id}
                    delegation={delegation}
                    busy={removing}
                    onEdit={() => edit(delegation)}
                    onRemove={() => void drop(delegation.id)}
                  />
                ))}
              </Card>
            )}
          </>
        )}
      </Sheet>
    </>
  )
}

type DelegationRowProps = { delegation: Delegation; busy: Busy; onEdit: () => void; onRemove: () => void }

const DelegationRow = ({ delegation, busy, onEdit, onRemove }: DelegationRowProps) => (
  <div className="flex items-center border-b border-line last:border-transparent">
    <button type="button" onClick={onEdit} className="pressable min-w-0 flex-1 py-3 pl-4 text-left">
      <span className="flex items-center gap-2 text-body">
        {delegation.agent.userName}
        <DelegationTag delegation={delegation} />
      </span>
      <span className="mt-0.5 block text-small text-quiet">
        {[
          span(delegation),
          delegation.flowKeys.length === 0 ? t('全部流程') : t('{count}个流程', { count: delegation.flowKeys.length }),
        ].join(' · ')}
      </span>
    </button>
    <WriteIconButton icon={Trash2} iconSize={18} label={t('取消代理')} className="mr-1 text-quiet" busy={busy} onClick={onRemove} />
  </div>
)

type Delegation = OutputOf<typeof delegationOperations.delegations>['list'][number]
/** Days as people say them: `to` is the last day away. */
type Draft = { id?: Id; agentUid: Id | ''; from: Day | ''; to: Day | ''; flowKeys: readonly string[]; every: boolean; moves: boolean }

const Editor = ({ draft, onChange, onDone }: { draft: Draft; onChange: (draft: Draft) => void; onDone: () => void }) => {
  const [hasTried, setTried] = useState(false)
  const flows = useAsk(
    flowOperations.installedFlows,
    { all: true, state: 2, pageSize: flowInstallPageSize },
    { staleMs: 60_000, enabled: !draft.every },
  )
  const { send, sending } = useSend(delegationOperations.saveDelegation, { done: '已设置代理' })
  const problems = problemsOf(draft)
  const save = async () => {
    setTried(true)
    if (draft.agentUid === '' || draft.from === '' || problems.to || problems.flows) return
    await send({
      ...(draft.id && { id: draft.id }),
      agentUid: draft.agentUid,
      from: startOf(draft.from),
      to: draft.to === '' ? null : startOf(addDays(draft.to, 1)),
      flowKeys: draft.every ? [] : [...draft.flowKeys],
      moves: draft.moves,
    }).then(onDone, ignoreCallError)
  }
  const toggle = (flowKey: string) =>
    onChange({
      ...draft,
      flowKeys: draft.flowKeys.includes(flowKey)
        ? draft.flowKeys.filter((otherFlowKey) => otherFlowKey !== flowKey)
        : [...draft.flowKeys, flowKey],
    })
  return (
    <div className="shrink-0">
      <DelegationFields draft={draft} problems={hasTried ? problems : {}} onChange={onChange} />
      {!draft.every && (
        <Card flush className="mb-3">
          {(flows.data?.list ?? []).map(({ flowKey, flowName }) => (
            <label key={flowKey} className="flex min-h-12 items-center gap-3 border-b border-line px-4 text-body last:border-transparent">
              <CheckBox checked={draft.flowKeys.includes(flowKey)} onChange={() => toggle(flowKey)} />
              {t(flowName)}
            </label>
          ))}
        </Card>
      )}
      {hasTried && problems.flows && <p className="px-1 pb-3 text-small text-bad">{problems.flows}</p>}
      <div className="sticky -bottom-5 -mb-5 flex gap-3 bg-page pb-5 pt-2">
        <Button kind="secondary" size="large" wide onClick={onDone}>
          {t('取消')}
        </Button>
        <Button size="large" wide busy={sending} onClick={() => void save()}>
          {t('保存')}
        </Button>
      </div>
    </div>
  )
}

type DelegationFieldsProps = { draft: Draft; problems: Partial<ReturnType<typeof problemsOf>>; onChange: (draft: Draft) => void }

const DelegationFields = ({ draft, problems, onChange }: DelegationFieldsProps) => (
  <Card flush className="mb-3">
    <ReferenceField
      control={{ type: 'reference', to: 'person', many: false }}
      label={t('代理人')}
      required
      value={draft.agentUid}
      onChange={(agentUid) => onChange({ ...draft, agentUid })}
      error={problems.agent}
    />
    <DateField label={t('开始日期')} required value={draft.from} onChange={(from) => onChange({ ...draft, from })} error={problems.from} />
    <DateField
      label={t('结束日期')}
      hint={t('留空表示直到取消为止')}
      value={draft.to}
      onChange={(to) => onChange({ ...draft, to })}
      error={problems.to}
    />
    <Switch label={t('全部流程')} value={draft.every} onChange={(every) => onChange({ ...draft, every })} />
    <Switch
      label={t('已有的待办也交给代理人')}
      text={t('结束后，代理人没有处理的会交还给您')}
      value={draft.moves}
      onChange={(moves) => onChange({ ...draft, moves })}
    />
  </Card>
)

const problemsOf = (draft: Draft) => ({
  agent: draft.agentUid === '' ? t('请选择{label}', { label: t('代理人') }) : undefined,
  from: draft.from === '' ? t('请选择{label}', { label: t('开始日期') }) : undefined,
  to: draft.to !== '' && draft.to < draft.from ? t('结束日期不能早于开始日期') : undefined,
  flows: !draft.every && draft.flowKeys.length === 0 ? t('请选择流程') : undefined,
})

const DelegationTag = ({ delegation: { active, to } }: { delegation: Delegation }) => {
  const [now] = useState(() => new Date().toISOString())
  if (active) return <Tag tone="good">{t('代理中')}</Tag>
  return to !== null && to <= now ? <Tag>{t('已结束')}</Tag> : <Tag tone="accent">{t('未开始')}</Tag>
}

const newDraft = (): Draft => ({ agentUid: '', from: dayAt(Date.now()), to: '', flowKeys: [], every: true, moves: false })

const draftOf = (delegation: Delegation): Draft => ({
  id: delegation.id,
  agentUid: delegation.agent.uid,
  from: dayAt(Date.parse(delegation.from)),
  to: delegation.to === null ? '' : lastDay(delegation.to),
  flowKeys: delegation.flowKeys,
  every: delegation.flowKeys.length === 0,
  moves: delegation.moves,
})

const span = ({ from, to }: Delegation): string => {
  const first = dayAt(Date.parse(from))
  return to === null ? t('{day}起', { day: first }) : t('{from}至{to}', { from: first, to: lastDay(to) })
}

/** The moment a day begins where every organisation is. */
const startOf = (day: Day): Moment => new Date(`${day}T00:00:00+08:00`).toISOString()
const lastDay = (end: Moment): Day => dayAt(Date.parse(end) - 1)

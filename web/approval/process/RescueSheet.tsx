import { useState } from 'react'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { type RescueAct, rescueOperations, type RescueStep } from '../../../domain/approval/operations/rescue.ts'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { t } from '../../words.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { shownTitle } from './titles.ts'

export type RescuedProcess = Pick<ProcessRow, 'id' | 'title' | 'status' | 'suspended'>

type Props = { processes: readonly RescuedProcess[]; onDone: () => void }

type Refusal = { readonly title: string; readonly words: string }

/**
 * An administrator's actions on applications that are stuck: action, target step or person, reason. One application
 * shows its steps and every way out; several get the acts that mean the same for all.
 */
export const RescueSheet = ({ processes, onDone }: Props) => {
  const [only] = processes
  const single = processes.length === 1 && only ? only : undefined
  const options = useAsk(rescueOperations.options, { processId: single?.id ?? '' }, { enabled: single !== undefined })
  const rescue = useSend(rescueOperations.rescue)
  const [draft, setDraft] = useState<Draft>({ act: '', step: '', nodeId: '', toUid: '', verdict: '', reason: '' })
  const change = (next: Partial<Draft>) => setDraft((was) => ({ ...was, ...next }))
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const { act, nodeId, toUid, verdict } = draft
  const steps = options.data?.steps ?? []
  const step = steps.find((candidate) => candidate.step === draft.step) ?? steps.find((candidate) => candidate.stuck) ?? steps[0]
  const acts = single ? actsFor(single, step, options.data) : severalActs(processes)
  const run = async () => {
    if (act === '') return
    try {
      const { done, items } = await rescue.send({
        items: processes.map(({ id }) => ({ processId: id, ...(single && step && onStep.has(act) && { step: step.step }) })),
        act,
        reason: draft.reason.trim(),
        ...((act === 'jump' || (act === 'sendBack' && nodeId !== '')) && { nodeId }),
        ...(act === 'hand' && toUid && { toUid }),
        ...(act === 'actFor' && verdict && { verdict }),
      })
      const refusedItems = items.flatMap((item) =>
        item.done ? [] : [{ title: shownTitle(processes.find(({ id }) => id === item.processId)?.title ?? ''), words: item.words ?? '' }],
      )
      if (done > 0) toast(processes.length > 1 ? t('已处理{count}项', { count: done }) : t('已处理'), 'success')
      setRefused(refusedItems)
      if (refusedItems.length === 0) onDone()
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open
      onClose={onDone}
      title={t('管理员处理')}
      footer={
        <Button
          size="large"
          wide
          kind={act === 'terminate' ? 'danger' : 'primary'}
          busy={rescue.sending}
          disabled={!isReady(draft)}
          onClick={() => void run()}
        >
          {act === '' ? t('确定') : t(actWords[act].title)}
        </Button>
      }
    >
      <div className="shrink-0">
        <p className="px-1 pb-3 text-body text-quiet">
          {single ? shownTitle(single.title) : t('已选{count}份申请', { count: processes.length })}
        </p>
        <Fields draft={draft} change={change} single={single} step={step} options={options.data} acts={acts} />
        {refused.length > 0 && <RefusalList refusals={refused} />}
      </div>
    </Sheet>
  )
}

/** What was not done, and why. */
const RefusalList = ({ refusals }: { refusals: readonly Refusal[] }) => (
  <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
    <p>{t('有{count}项没有处理', { count: refusals.length })}</p>
    <ul className="mt-1 list-disc pl-5 text-small">
      {refusals.slice(0, 20).map(({ title, words }) => (
        <li key={title}>{t('{title}：{content}', { title, content: words })}</li>
      ))}
    </ul>
  </div>
)

/** What a person is about to do; texts are empty while they are not chosen. */
type Draft = {
  readonly act: RescueAct | ''
  readonly step: string
  /** Where to. */
  readonly nodeId: string
  readonly toUid: Id | ''
  readonly verdict: 'approve' | 'reject' | ''
  readonly reason: string
}

const isReady = ({ act, nodeId, toUid, verdict, reason }: Draft): boolean =>
  act !== '' &&
  reason.trim() !== '' &&
  (act !== 'jump' || nodeId !== '') &&
  (act !== 'hand' || toUid !== '') &&
  (act !== 'actFor' || verdict !== '')

type FieldsProps = {
  draft: Draft
  change: (next: Partial<Draft>) => void
  /** Undefined where there are several. */
  single: RescuedProcess | undefined
  step: RescueStep | undefined
  options: OutputOf<typeof rescueOperations.options> | undefined
  acts: readonly RescueAct[]
}

/** Which act, and what it asks for. */
const Fields = ({ draft, change, single, step, options, acts }: FieldsProps) => {
  const { act, nodeId, toUid, verdict, reason } = draft
  const steps = options?.steps ?? []
  return (
    <Card flush className="mb-3">
      {single && steps.length > 1 && (
        <Choice
          label={t('环节')}
          required
          value={step?.step ?? ''}
          onChange={(next) => change({ step: next, nodeId: '' })}
          options={steps.map((candidate) => ({ value: candidate.step, label: stepWords(candidate) }))}
        />
      )}
      <Choice
        label={t('怎么处理')}
        required
        value={act}
        onChange={(next) => change({ act: acts.find((option) => option === next) ?? act, nodeId: '' })}
        options={acts.map((candidate) => ({ value: candidate, label: actWords[candidate].title }))}
        hint={act === '' ? undefined : t(actWords[act].text)}
      />
      {act === 'jump' && (
        <JumpTarget
          targets={(step?.jumpTo ?? []).filter(({ back }) => back || options?.passesOver)}
          value={nodeId}
          onChange={(next) => change({ nodeId: next })}
        />
      )}
      {act === 'sendBack' && single && (
        <Choice
          label={t('退回到')}
          required
          value={nodeId}
          onChange={(next) => change({ nodeId: next })}
          options={[
            { value: '', label: '发起人' },
            ...(step?.sendBackTo ?? []).map((target) => ({ value: target.nodeId, label: target.nodeName })),
          ]}
        />
      )}
      {act === 'hand' && (
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('新处理人')}
          required
          value={toUid}
          onChange={(next) => change({ toUid: next })}
        />
      )}
      {act === 'actFor' && step?.left[0] && (
        <Choice
          label={t('代{name}决定', { name: step.left[0].person.userName })}
          required
          value={verdict}
          onChange={(next) => change({ verdict: next })}
          options={[{ value: 'approve', label: '同意' }, ...(step.rejects ? [{ value: 'reject' as const, label: '驳回' }] : [])]}
        />
      )}
      <TextArea label={t('原因')} value={reason} onChange={(next) => change({ reason: next })} max={200} lines={3} required />
    </Card>
  )
}

type JumpTargetProps = { targets: RescueStep['jumpTo']; value: string; onChange: (nodeId: string) => void }

const JumpTarget = ({ targets, value, onChange }: JumpTargetProps) => (
  <Choice
    label={t('转到哪个环节')}
    required
    value={value}
    onChange={onChange}
    options={targets.map((target) => ({
      value: target.nodeId,
      label: target.back ? t('{name}（重新审批）', { name: t(target.nodeName) }) : target.nodeName,
    }))}
  />
)

/** What is about one step and not about the whole. */
const onStep: ReadonlySet<RescueAct> = new Set(['again', 'skip', 'jump', 'sendBack', 'actFor', 'hand'])

const stepWords = ({ nodeName, stuck }: RescueStep): string => (stuck ? t('{name}（停在这里）', { name: t(nodeName) }) : nodeName)

type Options = { readonly passesOver: boolean; readonly returns: boolean } | undefined

const actsFor = ({ status, suspended }: RescuedProcess, step: RescueStep | undefined, options: Options): RescueAct[] => {
  const mayPass = options?.passesOver === true
  return [
    ...(step ? (['again'] as const) : []),
    ...(step && step.waitsFor === 'people' ? (['hand'] as const) : []),
    ...(step && step.left.length > 0 && mayPass ? (['actFor'] as const) : []),
    ...(step && step.jumpTo.some(({ back }) => back || mayPass) ? (['jump'] as const) : []),
    ...(step && mayPass ? (['skip'] as const) : []),
    ...(options?.returns ? (['sendBack'] as const) : []),
    ...(status === 'running' ? [suspended ? ('resume' as const) : ('suspend' as const)] : []),
    'terminate',
  ]
}

const severalActs = (processes: readonly RescuedProcess[]): RescueAct[] => [
  'again',
  'hand',
  'skip',
  'sendBack',
  ...(processes.some(({ suspended }) => !suspended) ? (['suspend'] as const) : []),
  ...(processes.some(({ suspended }) => suspended) ? (['resume'] as const) : []),
  'terminate',
]

const actWords: Readonly<Record<RescueAct, { title: string; text: string }>> = {
  again: { title: '重新处理这一环节', text: '重新查找处理人，外部服务和子流程重新发起。' },
  hand: { title: '改派', text: '已停用的人的任务交给新处理人；没有这样的任务时，这一环节待处理的任务都交给他。' },
  actFor: { title: '代离职人员处理', text: '以已停用的处理人的名义决定，记录上写明由谁代办。' },
  jump: { title: '转到其他环节', text: '跳过中间的环节；转到前面的环节时，之后的审批作废。' },
  skip: { title: '跳过这一环节', text: '这一环节不再审批，流程继续往下走。' },
  sendBack: { title: '退回', text: '由发起人修改后重新提交，或由前面的环节重新审批。' },
  suspend: { title: '暂停', text: '恢复之前谁都不能处理。' },
  resume: { title: '恢复流程', text: '处理人可以继续处理。' },
  terminate: { title: '终止', text: '申请到此结束，不能恢复。' },
}

import { Ellipsis, Printer, Workflow } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { showProblem } from '../../look/overlays/showProblem.ts'
import { toast } from '../../look/overlays/toast.ts'
import type { Problems } from '../../documents/filling/filling.ts'
import { type DecisionKind, type Decision, DecisionSheet } from '../process/DecisionSheet.tsx'
import { emptyOpinion, missingParts, type Opinion as Said, type OpinionProblem } from '../process/opinion.ts'
import { useOpinionSettings } from '../process/opinionSettings.ts'
import { OpinionFields, Requirements } from '../process/OpinionFields.tsx'
import { missingPaths, useProcessForm } from '../form/processForm.ts'
import { purposeOf } from '../../../domain/approval/flow/title.ts'
import { ProcessView } from '../process/ProcessView.tsx'
import { ReferencesField } from '../../forms/ReferenceField.tsx'
import { useKeys } from '../../panel/keys.ts'
import { useLeaveGuard } from '../../screen.ts'
import { useSession } from '../../session/session.ts'
import { go, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'
import { approving, atOnce, deciding, moreTitles, type TaskAct } from './taskActs.ts'
import { useActing } from './useActing.ts'
import { WriteButton } from '../../licence/WriteButton.tsx'
import { keysOf } from '../../../kernel/keysOf.ts'

type OpinionProps = {
  taskId: Id
  /** Asks at once for what a rejection needs. */
  begin?: 'reject' | undefined
  /** Goes on once it is decided, with what was done in words. */
  onDone: (words: string) => void
}

/** All an approver needs: who asks for what, what to fill in, the way, and the decision. */
export default function Opinion({ taskId, begin, onDone }: OpinionProps) {
  const { data, error, refetch } = useAsk(taskOperations.task, { id: taskId })
  // Asked for now, so that it is there together with the task.
  useOpinionSettings()
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Task key={taskId} detail={data} taskId={taskId} begin={begin} onDone={onDone} onRefresh={refetch} />
}

const readOnly = (): 'read' => 'read'
const people = { type: 'reference', to: 'person', many: true } as const

type Props = OpinionProps & { detail: ProcessDetail; onRefresh: () => Promise<unknown> }

/** A task under its approver's hands: what is filled in and said, and what is done with it. */
const useDeciding = ({ detail, taskId, begin, onDone, onRefresh }: Props) => {
  const { form, patch, problems, access, change, show } = useProcessForm(detail)
  const [opinion, setOpinion] = useState<Said>(emptyOpinion)
  const [lacks, setLacks] = useState<readonly OpinionProblem[]>([])
  const [chosenNext, setChosenNext] = useState<Readonly<Record<string, readonly Id[]>>>({})
  const [asking, setAsking] = useState<DecisionKind | undefined>(detail.actions.reject.allowed ? begin : undefined)
  const content = useRef<HTMLDivElement>(null)
  const { actions, require, task } = detail
  const open = actions.approve.allowed || actions.reject.allowed
  const mine = task?.assignee.uid === useSession().uid
  const isWritten = opinion.comment.trim() !== '' || opinion.pictures.length > 0 || opinion.files.length > 0
  useLeaveGuard(open && (patch !== undefined || isWritten))

  const showWrong = (problems: Problems) => {
    show(problems)
    showProblem(content.current)
  }
  const { busy, run } = useActing(showWrong, onRefresh)
  const act = async (action: TaskAct) => {
    if (!(await run(action))) return
    setAsking(undefined)
    if (action.stays) return
    leaveFreely()
    if (action.done) onDone(action.done)
  }
  const context = { detail, taskId, opinion, patch }

  const approve = (sign: readonly Id[] = []) => {
    const missing = missingPaths(detail, form)
    const unsaid = missingParts(require, opinion, 'approve')
    showWrong(new Map(missing.map((path) => [path, t('请先填写')])))
    setLacks(unsaid)
    if (missing.length + unsaid.length > 0) return toast(t('还有{count}处需要填写', { count: missing.length + unsaid.length }), 'error')
    void act(approving(context, chosenNext, sign))
  }
  const decide = (action: DecisionKind, decision: Decision) =>
    action === 'addSign' && decision.where === 'agreeing' ? approve(decision.people) : void act(deciding(action, context, decision))

  const say = (next: Said) => {
    setOpinion(next)
    setLacks([])
  }
  return {
    form,
    problems,
    access,
    change,
    opinion,
    setOpinion,
    say,
    lacks,
    chosenNext,
    setChosenNext,
    asking,
    setAsking,
    content,
    open,
    mine,
    busy,
    approve,
    decide,
    ...moreActs({ context, mine, act, ask: setAsking }),
    claim: () => act(atOnce('claim', context)),
  }
}

type MoreActsInput = {
  context: Parameters<typeof atOnce>[1]
  mine: boolean
  act: (action: TaskAct) => Promise<void>
  ask: (decision: DecisionKind) => void
}

/** The acts besides the decision: whether there are any, and the question that chooses one and does it. */
const moreActs = ({ context, mine, act, ask }: MoreActsInput) => {
  const { detail, patch } = context
  const { actions } = detail
  const offeredActs = keysOf(moreTitles).filter((action) => actions[action].allowed)
  const chooseMore = async () => {
    const choice = await choose(t('更多操作'), [
      ...(patch && actions.updateForm.allowed ? [{ value: 'save' as const, label: t('保存修改') }] : []),
      ...offeredActs.map((action) => ({
        value: action,
        label: action === 'returnDelegation' && !mine ? t('收回委派') : t(moreTitles[action]),
      })),
      { value: 'print', label: t('打印') },
    ])
    switch (choice) {
      case undefined:
        return
      case 'print':
        return go('/pages/flow/print', { processId: detail.process.id })
      case 'save':
      case 'claim':
      case 'unclaim':
      case 'takeBack':
        return act(atOnce(choice, context))
      case 'returnDelegation':
        return mine ? ask('returnDelegation') : act(atOnce('returnDelegation', context))
      default:
        ask(choice)
    }
  }
  return { more: chooseMore, offersMore: offeredActs.length > 0 }
}

const Task = (props: Props) => {
  const detail = useSeen(props.detail, props.taskId)
  const { content, ...deciding } = useDeciding({ ...props, detail })
  const { form, change, problems, access, opinion, setOpinion, asking, setAsking, busy, open, mine } = deciding
  const { actions, process } = detail
  const { onRefresh } = props
  useKeys('task', {
    approve: actions.approve.allowed ? () => !busy && deciding.approve() : undefined,
    reject: actions.reject.allowed ? () => !busy && setAsking('reject') : undefined,
  })
  return (
    <Page
      title={purposeOf(t(process.flowName))}
      onRefresh={onRefresh}
      right={
        <>
          <IconButton icon={Workflow} label={t('流程图')} onClick={() => go('/pages/flow/progressDiagram', { processId: process.id })} />
          <IconButton icon={Printer} label={t('打印')} onClick={() => go('/pages/flow/print', { processId: process.id })} />
        </>
      }
      bottom={<Buttons detail={detail} deciding={deciding} />}
    >
      {!open && actions.approve.words && (
        <p className="mb-3 rounded-card bg-sunken px-4 py-3 text-body text-quiet">{standingWords(detail, mine) ?? actions.approve.words}</p>
      )}
      <div ref={content}>
        <ProcessView detail={detail} form={form} onForm={change} problems={problems} access={open ? access : readOnly}>
          {open && <Saying detail={detail} deciding={deciding} />}
        </ProcessView>
      </div>
      <DecisionSheet
        action={asking}
        detail={detail}
        opinion={opinion}
        onOpinion={setOpinion}
        busy={busy !== undefined}
        onClose={() => setAsking(undefined)}
        onDecide={deciding.decide}
      />
    </Page>
  )
}

type PartProps = { detail: ProcessDetail; deciding: Omit<ReturnType<typeof useDeciding>, 'content'> }

/** Who the approver chooses for the next step, and what they say. */
const Saying = ({ detail, deciding: { chosenNext, setChosenNext, opinion, say, lacks } }: PartProps) => {
  const { require, progress } = detail
  const toChoose = progress.flatMap(({ state, choose: asked, nodeId, nodeName }) =>
    state === 'expected' && asked?.by === 'previous' && nodeId ? [{ nodeId, nodeName }] : [],
  )
  return (
    <>
      {toChoose.length > 0 && (
        <Section title={t('由您选择下一步的审批人')}>
          {toChoose.map(({ nodeId, nodeName }) => (
            <ReferencesField
              key={nodeId}
              control={people}
              label={t(nodeName)}
              value={chosenNext[nodeId] ?? []}
              onChange={(uids) => setChosenNext({ ...chosenNext, [nodeId]: uids })}
            />
          ))}
        </Section>
      )}
      <Section title={t('审批意见')}>
        <Requirements require={require} />
        <OpinionFields require={require} verdict="approve" opinion={opinion} onChange={say} problems={lacks} />
      </Section>
    </>
  )
}

/** What may be done, the decision last; for who cannot decide, what is next. */
const Buttons = ({ detail, deciding }: PartProps) => {
  const { actions, task, process } = detail
  const { busy, open, mine, offersMore, more, approve, claim, setAsking } = deciding
  const disabled = busy !== undefined
  const returnsDelegation = mine && actions.returnDelegation.allowed
  return (
    <>
      {offersMore && (
        <Button
          size="large"
          kind="secondary"
          className="px-4!"
          icon={Ellipsis}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => void more()}
        >
          {t('更多')}
        </Button>
      )}
      {actions.reject.allowed && (
        <WriteButton size="large" kind="danger" wide className="wide:w-32!" disabled={disabled} onClick={() => setAsking('reject')}>
          {t('驳回')}
        </WriteButton>
      )}
      {actions.approve.allowed && (
        <WriteButton size="large" wide className="wide:w-48!" busy={busy === 'approve'} disabled={disabled} onClick={() => approve()}>
          {task?.kind === 'handle' ? t('办理完成') : t('同意')}
        </WriteButton>
      )}
      {!open && returnsDelegation && (
        <WriteButton size="large" wide disabled={disabled} onClick={() => setAsking('returnDelegation')}>
          {t('交回委派')}
        </WriteButton>
      )}
      {!open && !returnsDelegation && actions.claim.allowed && (
        <WriteButton size="large" wide busy={busy === 'claim'} onClick={() => void claim()}>
          {t('认领')}
        </WriteButton>
      )}
      {!open && !returnsDelegation && !actions.claim.allowed && (
        <Button size="large" kind="secondary" wide onClick={() => go('/pages/flow/progress', { processId: process.id })}>
          {t('查看审批进度')}
        </Button>
      )}
    </>
  )
}

/** What became of the task, for who cannot decide it: dealt with by the reader himself, or with another person now. */
const standingWords = ({ task, process }: ProcessDetail, mine: boolean): string | undefined => {
  if (!task) return undefined
  if (mine && task.status >= 2 && task.status <= 4) return t('您已处理：{how}', { how: t(task.statusName) })
  if (!mine && task.status === 1 && process.status === 'running') return t('这项任务现在由{name}处理', { name: task.assignee.userName })
  return undefined
}

/** Marks the task as read; what was new when it was opened stays marked as new until it is left. */
const useSeen = (detail: ProcessDetail, taskId: Id): ProcessDetail => {
  const [unseen] = useState(() => new Set(detail.changes.filter((change) => change.unseen).map(({ path }) => path)))
  const processId = detail.process.id
  const waits = detail.task?.status === 1
  useEffect(() => {
    if (!waits) return
    call(processOperations.markRead, { processId, taskId }, { background: true }).catch((error: unknown) => {
      // The person who looks at the task of another person reads it all the same.
      if (!(error instanceof CallError)) throw error
    })
  }, [processId, taskId, waits])
  return { ...detail, changes: detail.changes.map((change) => ({ ...change, unseen: change.unseen || unseen.has(change.path) })) }
}

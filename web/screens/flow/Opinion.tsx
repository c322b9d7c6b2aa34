import { Ellipsis, Printer, Workflow } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ProcessAction, ProcessDetail } from '../../../domain/operations/process.ts'
import { processOperations } from '../../../domain/operations/processes.ts'
import { taskOperations } from '../../../domain/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { choose } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { showProblem } from '../../look/showProblem.ts'
import { toast } from '../../look/toast.ts'
import { problemsIn, wordsByPath } from '../../parts/filling/problems.ts'
import { type Deciding, type Decision, DecisionSheet } from '../../parts/approval/process/DecisionSheet.tsx'
import { emptyOpinion, lacking, type Opinion as Said, type OpinionProblem, sent } from '../../parts/approval/process/opinion.ts'
import { useOpinionSettings } from '../../parts/approval/process/opinionSettings.ts'
import { OpinionFields, Requirements } from '../../parts/approval/process/OpinionFields.tsx'
import { missingPaths, useProcessForm } from '../../parts/approval/form/processForm.ts'
import { ProcessView } from '../../parts/approval/process/ProcessView.tsx'
import { ReferencesField } from '../../parts/ReferenceField.tsx'
import { useLeaveGuard } from '../../screen.ts'
import { useSession } from '../../session.ts'
import { go, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'

type OpinionProps = {
  taskId: Id
  /** Asks at once for what a rejection needs. */
  begin?: 'reject' | undefined
  /** Goes on once it is decided, with what was done in words. */
  onDone: (done: string) => void
}

/** All an approver needs: who asks for what, what to fill in, the way, and the decision. */
export default function Opinion({ taskId, begin, onDone }: OpinionProps) {
  const { data, error, refetch } = useAsk(taskOperations.task, { id: taskId })
  // Asked for now, so that it is there together with the task.
  useOpinionSettings()
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Task key={taskId} detail={data} taskId={taskId} begin={begin} onDone={onDone} onRefresh={refetch} />
}

const noProblems: ReadonlyMap<string, string> = new Map()
const readOnly = (): 'read' => 'read'
const people = { type: 'reference', to: 'person', many: true } as const

/** What stands behind "more", in its order; the first ones act at once, the others ask for more. */
const moreTitles = {
  claim: '认领',
  unclaim: '放弃认领',
  returnDelegation: '交回委派',
  takeBack: '撤回审批',
  rollBack: '退回',
  transfer: '转交',
  delegate: '委派',
  addSign: '加签',
  copy: '抄送',
} as const satisfies Partial<Record<ProcessAction, string>>
type More = keyof typeof moreTitles

type Props = OpinionProps & { detail: ProcessDetail; onRefresh: () => Promise<unknown> }

const Task = ({ detail: answered, taskId, begin, onDone, onRefresh }: Props) => {
  const detail = useSeen(answered, taskId)
  const { form, setForm, access, patch } = useProcessForm(detail)
  const [opinion, setOpinion] = useState<Said>(emptyOpinion)
  const [lacks, setLacks] = useState<readonly OpinionProblem[]>([])
  const [chosenNext, setChosenNext] = useState<Readonly<Record<string, readonly Id[]>>>({})
  const [problems, setProblems] = useState(noProblems)
  const [busy, setBusy] = useState<string>()
  const [deciding, setDeciding] = useState<Deciding | undefined>(answered.actions.reject.allowed ? begin : undefined)
  const content = useRef<HTMLDivElement>(null)
  const { actions, require, process, task } = detail
  const { uid } = useSession()
  const mine = task?.assignee.uid === uid
  const open = actions.approve.allowed || actions.reject.allowed
  const offered = (Object.keys(moreTitles) as More[]).filter((action) => actions[action].allowed)
  const toChoose = detail.progress.filter(({ state, choose: asked, nodeId }) => state === 'expected' && asked?.by === 'previous' && nodeId)
  const written = opinion.comment.trim() !== '' || opinion.pictures.length > 0 || opinion.files.length > 0

  useLeaveGuard(open && (patch !== undefined || written))

  const run = async (key: string, act: () => Promise<unknown>, done: string, leave = true) => {
    setBusy(key)
    try {
      await act()
      toast(done, 'success')
      setDeciding(undefined)
      if (!leave) return
      leaveFreely()
      onDone(done)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(wordsByPath(problemsIn(error.details)))
      showProblem(content.current)
      // It stands differently from what the screen still shows: somebody else was faster, or changed the form.
      if (error.reason?.startsWith('approval.')) await onRefresh()
    } finally {
      setBusy(undefined)
    }
  }

  const approve = (sign: readonly Id[] = []) => {
    const missing = missingPaths(detail, form)
    const unsaid = lacking(require, opinion, 'approve')
    setProblems(new Map(missing.map((path) => [path, t('请先填写')])))
    setLacks(unsaid)
    if (missing.length + unsaid.length > 0) {
      toast(t('还有{count}处需要填写', { count: missing.length + unsaid.length }), 'error')
      return showProblem(content.current)
    }
    const chosen = Object.fromEntries(Object.entries(chosenNext).flatMap(([node, uids]) => (uids.length > 0 ? [[node, [...uids]]] : [])))
    void run(
      'approve',
      () =>
        call(
          taskOperations.approve,
          {
            taskId,
            formRev: detail.form.formRev,
            ...(patch && { patch }),
            ...(sign.length > 0 && { sign: [...sign] }),
            ...(Object.keys(chosen).length > 0 && { chosenNext: chosen }),
            ...sent(opinion),
          },
          { fresh: true },
        ),
      sign.length > 0 ? t('已同意并加签') : t('已同意'),
    )
  }

  const decide = (action: Deciding, { people: uids, nodeId, where, resubmit }: Decision) => {
    const said = opinion.comment.trim() ? { comment: opinion.comment.trim() } : {}
    const again = detail.choosesResubmit ? { resubmit } : {}
    const [toUid = ''] = uids
    const { formRev } = detail.form
    const acts: Readonly<Record<Deciding, () => Promise<unknown>>> = {
      reject: () =>
        run('reject', () => call(taskOperations.reject, { taskId, formRev, ...again, ...sent(opinion) }, { fresh: true }), t('已驳回')),
      rollBack: () =>
        run('rollBack', () => call(taskOperations.rollBack, { taskId, nodeId, ...again, ...said }, { fresh: true }), t('已退回')),
      transfer: () => run('transfer', () => call(taskOperations.transfer, { taskId, toUid, ...said }, { fresh: true }), t('已转交')),
      delegate: () => run('delegate', () => call(taskOperations.delegate, { taskId, toUid, ...said }, { fresh: true }), t('已委派')),
      returnDelegation: () =>
        run('returnDelegation', () => call(taskOperations.returnDelegation, { taskId, ...said }, { fresh: true }), t('已交回')),
      addSign: async () => {
        if (where === 'agreeing') return approve(uids)
        return run(
          'addSign',
          () => call(taskOperations.addSign, { taskId, uids: [...uids], where, ...said }, { fresh: true }),
          t('已加签'),
          where === 'before',
        )
      },
      copy: () =>
        run(
          'copy',
          () => call(processOperations.copy, { processId: process.id, uids: [...uids], ...said }, { fresh: true }),
          t('已抄送'),
          false,
        ),
    }
    void acts[action]()
  }

  const claim = () => run('claim', () => call(taskOperations.claim, { taskId }, { fresh: true }), t('已认领'), false)
  const more = async () => {
    const chosen = await choose(t('更多操作'), [
      ...(patch && actions.updateForm.allowed ? [{ value: 'save', label: t('保存修改') }] : []),
      ...offered.map((action) => ({
        value: action as string,
        label: action === 'returnDelegation' && !mine ? t('收回委派') : t(moreTitles[action]),
      })),
      { value: 'print', label: t('打印') },
    ])
    const said = opinion.comment.trim() ? { comment: opinion.comment.trim() } : {}
    switch (chosen as More | 'print' | 'save' | undefined) {
      case undefined:
        return
      case 'save': {
        const { formRev } = detail.form
        return run(
          'save',
          () => call(processOperations.update, { processId: process.id, formRev, patch: patch! }, { fresh: true }),
          t('已修改'),
          false,
        )
      }
      case 'print':
        return go('/pages/flow/print', { processId: process.id })
      case 'claim':
        return claim()
      case 'unclaim':
        return run('unclaim', () => call(taskOperations.unclaim, { taskId }, { fresh: true }), t('已放弃认领'), false)
      case 'takeBack':
        return run(
          'takeBack',
          () => call(taskOperations.takeBack, { taskId: detail.ownApproval ?? taskId }, { fresh: true }),
          t('已撤回审批'),
          false,
        )
      case 'returnDelegation':
        if (mine) return setDeciding('returnDelegation')
        return run(
          'returnDelegation',
          () => call(taskOperations.returnDelegation, { taskId, ...said }, { fresh: true }),
          t('已收回'),
          false,
        )
      default:
        setDeciding(chosen as Deciding)
    }
  }

  const moreButton = (
    <Button
      size="large"
      kind="secondary"
      className="px-4!"
      icon={Ellipsis}
      aria-haspopup="dialog"
      disabled={busy !== undefined}
      onClick={() => void more()}
    >
      {t('更多')}
    </Button>
  )
  return (
    <Page
      title={t('意见')}
      onRefresh={onRefresh}
      right={
        <>
          <IconButton icon={Workflow} label={t('流程图')} onClick={() => go('/pages/flow/progressDiagram', { processId: process.id })} />
          <IconButton icon={Printer} label={t('打印')} onClick={() => go('/pages/flow/print', { processId: process.id })} />
        </>
      }
      bottom={
        open ? (
          <>
            {offered.length > 0 && moreButton}
            {actions.reject.allowed && (
              <Button
                size="large"
                kind="danger"
                wide
                className="wide:w-32!"
                disabled={busy !== undefined}
                onClick={() => setDeciding('reject')}
              >
                {t('驳回')}
              </Button>
            )}
            {actions.approve.allowed && (
              <Button
                size="large"
                wide
                className="wide:w-48!"
                busy={busy === 'approve'}
                disabled={busy !== undefined}
                onClick={() => approve()}
              >
                {task?.kind === 'handle' ? t('办理完成') : t('同意')}
              </Button>
            )}
          </>
        ) : (
          <>
            {offered.length > 0 && moreButton}
            {mine && actions.returnDelegation.allowed ? (
              <Button size="large" wide disabled={busy !== undefined} onClick={() => setDeciding('returnDelegation')}>
                {t('交回委派')}
              </Button>
            ) : actions.claim.allowed ? (
              <Button size="large" wide busy={busy === 'claim'} onClick={() => void claim()}>
                {t('认领')}
              </Button>
            ) : (
              <Button size="large" kind="secondary" wide onClick={() => go('/pages/flow/progress', { processId: process.id })}>
                {t('查看审批进度')}
              </Button>
            )}
          </>
        )
      }
    >
      {!open && actions.approve.words && (
        <p className="mb-3 rounded-card bg-sunken px-4 py-3 text-body text-quiet">{standingWords(detail, mine) ?? actions.approve.words}</p>
      )}
      <div ref={content}>
        <ProcessView
          detail={detail}
          form={form}
          onForm={(next) => {
            setForm(next)
            setProblems(noProblems)
          }}
          problems={problems}
          access={open ? access : readOnly}
        >
          {open && (
            <>
              {toChoose.length > 0 && (
                <Section title={t('由您选择下一步的审批人')}>
                  {toChoose.map(({ nodeId, nodeName }) => (
                    <ReferencesField
                      key={nodeId}
                      control={people}
                      label={t(nodeName)}
                      value={chosenNext[nodeId!] ?? []}
                      onChange={(uids) => setChosenNext({ ...chosenNext, [nodeId!]: uids })}
                    />
                  ))}
                </Section>
              )}
              <Section title={t('审批意见')}>
                <Requirements require={require} />
                <OpinionFields
                  require={require}
                  verdict="approve"
                  opinion={opinion}
                  onChange={(next) => {
                    setOpinion(next)
                    setLacks([])
                  }}
                  problems={lacks}
                />
              </Section>
            </>
          )}
        </ProcessView>
      </div>
      <DecisionSheet
        action={deciding}
        detail={detail}
        opinion={opinion}
        onOpinion={setOpinion}
        busy={busy !== undefined}
        onClose={() => setDeciding(undefined)}
        onDecide={decide}
      />
    </Page>
  )
}

/** What became of the task, for who cannot decide it: dealt with by the reader himself, or with somebody else now. */
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
    call(processOperations.markRead, { processId, taskId }, { quiet: true }).catch((error: unknown) => {
      // Whoever looks at the task of somebody else reads it all the same.
      if (!(error instanceof CallError)) throw error
    })
  }, [processId, taskId, waits])
  return { ...detail, changes: detail.changes.map((change) => ({ ...change, unseen: change.unseen || unseen.has(change.path) })) }
}

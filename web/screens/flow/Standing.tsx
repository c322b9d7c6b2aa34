import { BellRing, LifeBuoy, PencilLine, Printer, RotateCcw, SquarePen, Workflow } from 'lucide-react'
import { useState } from 'react'
import { incidentOperations } from '../../../domain/operations/incidents.ts'
import { type ProcessDetail, startsAgain } from '../../../domain/operations/process.ts'
import { processOperations } from '../../../domain/operations/processes.ts'
import { taskOperations } from '../../../domain/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { toast } from '../../look/toast.ts'
import { useCodes } from '../../parts/codes.ts'
import { problemsIn, wordsByPath } from '../../parts/filling/problems.ts'
import { useProcessForm } from '../../parts/approval/form/processForm.ts'
import { ProcessView } from '../../parts/approval/process/ProcessView.tsx'
import { RescueSheet } from '../../parts/approval/process/RescueSheet.tsx'
import { editPathOfKind } from '../../places.ts'
import { useLeaveGuard } from '../../screen.ts'
import { useSession } from '../../session.ts'
import { go, goHref, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'

type Props = { processId: Id; taskId?: undefined; editing?: boolean } | { processId?: undefined; taskId: Id; editing?: undefined }

/**
 * How an application stands, for everybody who takes part in it; asked for by itself or by a task of it. Whoever administers the flow may
 * change its form; `editing` begins with that.
 */
export default function Standing({ processId, taskId, editing }: Props) {
  const byProcess = useAsk(processOperations.process, { id: processId ?? '' }, { enabled: processId !== undefined })
  const byTask = useAsk(taskOperations.task, { id: taskId ?? '' }, { enabled: taskId !== undefined })
  const { data, error, refetch } = processId === undefined ? byTask : byProcess
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown key={data.process.id} detail={data} editing={editing === true} onRefresh={refetch} />
}

type ShownProps = { detail: ProcessDetail; editing: boolean; onRefresh: () => Promise<unknown> }

const Shown = ({ detail, editing: begin, onRefresh }: ShownProps) => {
  const { uid } = useSession()
  const codes = useCodes()
  const { form, setForm, reset, access, patch } = useProcessForm(detail)
  const [asked, setAsked] = useState(begin)
  const [reasoning, setReasoning] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const [rescuing, setRescuing] = useState(false)
  const [busy, setBusy] = useState<string>()
  const { actions, process, task } = detail
  const mayEdit = actions.updateForm.allowed && task?.status !== 1
  const editing = asked && mayEdit
  const rescues = actions.terminate.allowed && codes.has('workflow:reassign') && !editing
  useLeaveGuard(editing && patch !== undefined)
  const run = async (key: string, act: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(key)
    try {
      await act()
      if (done) toast(done, 'success')
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(wordsByPath(problemsIn(error.details)))
      // It stands differently from what the screen still shows.
      if (error.reason?.startsWith('approval.')) await onRefresh()
      return false
    } finally {
      setBusy(undefined)
    }
  }
  const withdraw = async () => {
    const text = process.documentId ? t('撤回后可以修改并重新提交。') : t('撤回后审批结束，需要时请重新申请。')
    if (!(await confirm({ title: t('撤回这份申请?'), text, yes: t('撤回') }))) return
    await run('withdraw', () => call(processOperations.withdraw, { processId: process.id }, { fresh: true }), t('已撤回'))
  }
  const stop = () => {
    leaveFreely()
    reset()
    setProblems(noProblems)
    setAsked(false)
  }
  const save = async (reason: string) => {
    setReasoning(false)
    const { formRev } = detail.form
    const change = { processId: process.id, formRev, patch: patch!, ...(reason && { reason }) }
    if (await run('update', () => call(processOperations.update, change, { fresh: true }), t('已修改'))) setAsked(false)
  }
  const unposted = detail.incidents.find(({ kind }) => kind === 'posting')
  const retry = async (id: Id) => {
    let stays = false
    const again = async () => {
      stays = (await call(incidentOperations.incidentRetry, { id }, { fresh: true })).status === 'posting'
    }
    if (await run('retry', again)) toast(stays ? t('仍未能入账') : t('已入账'), stays ? 'error' : 'success')
  }
  const editButtons = [
    <Button key="stop" size="large" kind="secondary" wide onClick={stop}>
      {t('取消')}
    </Button>,
    <Button key="save" size="large" wide busy={busy === 'update'} disabled={patch === undefined} onClick={() => setReasoning(true)}>
      {t('保存修改')}
    </Button>,
  ]
  const bottom = [
    actions.withdraw.allowed && (
      <Button key="withdraw" size="large" kind="secondary" wide busy={busy === 'withdraw'} onClick={() => void withdraw()}>
        {t('撤回')}
      </Button>
    ),
    unposted && mayEdit && (
      <Button key="retry" size="large" wide busy={busy === 'retry'} onClick={() => void retry(unposted.id)}>
        {t('重试')}
      </Button>
    ),
    actions.urge.allowed && (
      <Button
        key="urge"
        size="large"
        kind={task ? 'secondary' : 'primary'}
        wide
        icon={BellRing}
        busy={busy === 'urge'}
        onClick={() => void run('urge', () => call(processOperations.urge, { processId: process.id }, { fresh: true }), t('已催办'))}
      >
        {t('催办')}
      </Button>
    ),
    actions.resubmit.allowed && (
      <Button
        key="resubmit"
        size="large"
        wide
        icon={PencilLine}
        onClick={() =>
          process.documentKind && process.documentId
            ? goHref(hrefOf(editPathOfKind(process.documentKind), { id: process.documentId, mode: 'edit' }))
            : go('/pages/flow/formApply', { flowKey: process.flowKey, processId: process.id })
        }
      >
        {t('修改并重新提交')}
      </Button>
    ),
    startsAgain(process.status) && process.initiator.uid === uid && (
      <Button
        key="again"
        size="large"
        wide
        icon={RotateCcw}
        onClick={() => go('/pages/flow/formApply', { flowKey: process.flowKey, former: process.documentId ?? process.id })}
      >
        {t('再次发起')}
      </Button>
    ),
    task && task.status === 1 && (
      <Button key="decide" size="large" wide onClick={() => go('/pages/flow/formApprove', { taskId: task.taskId })}>
        {t('去处理')}
      </Button>
    ),
  ].filter(Boolean)
  return (
    <Page
      title={t('审批进度')}
      onRefresh={onRefresh}
      bottom={editing ? editButtons : bottom.length > 0 && bottom}
      right={
        <>
          {mayEdit && !editing && <IconButton icon={SquarePen} label={t('修改表单')} onClick={() => setAsked(true)} />}
          {rescues && <IconButton icon={LifeBuoy} label={t('管理员处理')} onClick={() => setRescuing(true)} />}
          <IconButton icon={Printer} label={t('打印')} onClick={() => go('/pages/flow/print', { processId: process.id })} />
          <IconButton icon={Workflow} label={t('流程图')} onClick={() => go('/pages/flow/progressDiagram', { processId: process.id })} />
        </>
      }
    >
      <ProcessView
        detail={detail}
        form={form}
        onForm={(next) => {
          setForm(next)
          setProblems(noProblems)
        }}
        problems={problems}
        access={editing ? (path) => (access(path) === 'hide' ? 'hide' : 'write') : readOnly}
      />
      {rescuing && (
        <RescueSheet
          processes={[process]}
          onDone={() => {
            setRescuing(false)
            void onRefresh()
          }}
        />
      )}
      <Reason key={String(reasoning)} open={reasoning} onClose={() => setReasoning(false)} onSave={(reason) => void save(reason)} />
    </Page>
  )
}

const readOnly = (): 'read' => 'read'
const noProblems: ReadonlyMap<string, string> = new Map()

/** Asks why the form is changed; those who follow the application read it. */
const Reason = ({ open, onClose, onSave }: { open: boolean; onClose: () => void; onSave: (reason: string) => void }) => {
  const [reason, setReason] = useState('')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('保存修改')}
      footer={
        <Button size="large" wide onClick={() => onSave(reason.trim())}>
          {t('保存')}
        </Button>
      }
    >
      <Card flush className="shrink-0">
        <TextArea label={t('修改原因')} value={reason} onChange={setReason} max={500} lines={3} />
      </Card>
    </Sheet>
  )
}

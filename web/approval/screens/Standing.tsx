import { BellRing, FileX2, LifeBuoy, PencilLine, Printer, RotateCcw, SquarePen, Workflow } from 'lucide-react'
import { useEffect, useState } from 'react'
import { incidentOperations } from '../../../domain/approval/operations/incidents.ts'
import { type ProcessDetail, startsAgain } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { revocationOperations } from '../../../domain/approval/operations/revocation.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { useCodes } from '../../shell/codes.ts'
import { type Offer, Offers } from '../../documents/Offers.tsx'
import { useProcessForm } from '../form/processForm.ts'
import { ProcessView } from '../process/ProcessView.tsx'
import { refusedAgain } from '../batch/refusedAgain.ts'
import { RevocationSheet } from '../process/RevocationSheet.tsx'
import { RescueSheet } from '../process/RescueSheet.tsx'
import { editPathOfKind } from '../../places.ts'
import { useLeaveGuard } from '../../screen.ts'
import { useSession } from '../../session/session.ts'
import { go, goHref, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'
import { type Act, useActing } from './useActing.ts'
import { assertDefined } from '../../../kernel/assert.ts'

type Props = { processId: Id; taskId?: undefined; editing?: boolean } | { processId?: undefined; taskId: Id; editing?: undefined }

/**
 * How an application stands, for everyone who takes part in it; asked for by itself or by a task of it. The person who administers the flow may
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
  const codes = useCodes()
  const { form, problems, access, patch, change, show, reset } = useProcessForm(detail)
  const [asked, setAsked] = useState(begin)
  const [isReasoning, setReasoning] = useState(false)
  const [isRescuing, setRescuing] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const { actions, process, task } = detail
  const mayEdit = actions.updateForm.allowed && task?.status !== 1
  const isEditing = asked && mayEdit
  const rescues = actions.terminate.allowed && codes.has('workflow:reassign') && !isEditing
  useLeaveGuard(isEditing && patch !== undefined)
  const { busy, run } = useActing(show, onRefresh)
  const stop = () => {
    leaveFreely()
    reset()
    setAsked(false)
  }
  const save = async (reason: string) => {
    setReasoning(false)
    const { formRev } = detail.form
    const change = { processId: process.id, formRev, patch: assertDefined(patch, 'what was changed'), ...(reason && { reason }) }
    const update = () => call(processOperations.update, change, { fresh: true })
    if (await run({ key: 'update', send: update, done: t('已修改') })) setAsked(false)
  }
  const offers = useOffers(detail, mayEdit, run)
  const revoke = async (reason: string) => {
    setRevoking(false)
    const send = async () => {
      const { processId } = await call(revocationOperations.revoke, { processId: process.id, reason }, { fresh: true })
      go('/pages/flow/progress', { processId })
    }
    await run({ key: 'revoke', send, done: t('已提交作废申请') })
  }
  useReadCopy(detail)
  return (
    <Page
      title={t('审批进度')}
      onRefresh={onRefresh}
      bottom={
        isEditing ? (
          <EditButtons isChanged={patch !== undefined} isSaving={busy === 'update'} onCancel={stop} onSave={() => setReasoning(true)} />
        ) : (
          offers.length > 0 && <Offers offers={offers} busy={busy} />
        )
      }
      right={
        <>
          {mayEdit && !isEditing && <IconButton icon={SquarePen} label={t('修改表单')} onClick={() => setAsked(true)} />}
          {detail.revocation.allowed && <IconButton icon={FileX2} label={t('申请作废')} onClick={() => setRevoking(true)} />}
          {rescues && <IconButton icon={LifeBuoy} label={t('管理员处理')} onClick={() => setRescuing(true)} />}
          <IconButton icon={Printer} label={t('打印')} onClick={() => go('/pages/flow/print', { processId: process.id })} />
          <IconButton icon={Workflow} label={t('流程图')} onClick={() => go('/pages/flow/progressDiagram', { processId: process.id })} />
        </>
      }
    >
      <ProcessView
        detail={detail}
        form={form}
        onForm={change}
        problems={problems}
        access={isEditing ? (path) => (access(path) === 'hide' ? 'hide' : 'write') : readOnly}
      />
      {isRescuing && (
        <RescueSheet
          processes={[process]}
          onDone={() => {
            setRescuing(false)
            void onRefresh()
          }}
        />
      )}
      <RevocationSheet
        key={`revoke/${isRevoking}`}
        open={isRevoking}
        onClose={() => setRevoking(false)}
        onSend={(reason) => void revoke(reason)}
      />
      <Reason key={String(isReasoning)} open={isReasoning} onClose={() => setReasoning(false)} onSave={(reason) => void save(reason)} />
    </Page>
  )
}

type EditButtonsProps = { isChanged: boolean; isSaving: boolean; onCancel: () => void; onSave: () => void }

const EditButtons = ({ isChanged, isSaving, onCancel, onSave }: EditButtonsProps) => (
  <>
    <Button size="large" kind="secondary" wide onClick={onCancel}>
      {t('取消')}
    </Button>
    <Button size="large" wide busy={isSaving} disabled={!isChanged} onClick={onSave}>
      {t('保存修改')}
    </Button>
  </>
)

/** A copy is read once it is open, whichever way led there. */
const useReadCopy = ({ process: { id: processId }, unreadCopy }: ProcessDetail) => {
  useEffect(() => {
    if (!unreadCopy) return
    call(processOperations.markRead, { processId }, { background: true }).catch((error: unknown) => {
      // The next look marks it anew.
      if (!(error instanceof CallError)) throw error
    })
  }, [processId, unreadCopy])
}

/** What the reader may do with an application now, the most likely last. */
const useOffers = (detail: ProcessDetail, mayEdit: boolean, run: (act: Act) => Promise<boolean>): readonly Offer[] => {
  const { uid } = useSession()
  const { actions, process, task, incidents } = detail
  const { id: processId, flowKey, documentKind, documentId } = process
  const unpostedIncident = incidents.find(({ kind }) => kind === 'posting')
  const withdraw = async () => {
    const text = documentId ? t('撤回后可以修改并重新提交。') : t('撤回后审批结束，需要时请重新申请。')
    if (!(await confirm({ title: t('撤回这份申请?'), text, yes: t('撤回') }))) return
    await run({
      key: 'withdraw',
      send: () => call(processOperations.withdraw, { processId }, { fresh: true }),
      done: t('已撤回'),
    })
  }
  const retry = async (id: Id) => {
    const send = async () => {
      const { refusal } = await call(incidentOperations.incidentRetry, { id }, { fresh: true })
      if (refusal) toast(refusedAgain(refusal), 'notify')
      else toast(t('已入账'), 'success')
    }
    await run({ key: 'retry', send })
  }
  const urge = () => run({ key: 'urge', send: () => call(processOperations.urge, { processId }, { fresh: true }), done: t('已催办') })
  const resubmit = () =>
    documentKind && documentId
      ? goHref(hrefOf(editPathOfKind(documentKind), { id: documentId, mode: 'edit' }))
      : go('/pages/flow/formApply', { flowKey, processId })
  const startAgain = () => go('/pages/flow/formApply', { flowKey, former: documentId ?? processId })
  const offers: readonly (Offer | false | undefined)[] = [
    actions.withdraw.allowed && { key: 'withdraw', writes: true, title: t('撤回'), kind: 'secondary', act: withdraw },
    unpostedIncident && mayEdit && { key: 'retry', writes: true, title: t('重试'), act: () => retry(unpostedIncident.id) },
    actions.urge.allowed && {
      key: 'urge',
      writes: true,
      title: t('催办'),
      kind: task ? 'secondary' : 'primary',
      icon: BellRing,
      act: urge,
    },
    actions.resubmit.allowed && { key: 'resubmit', title: t('修改并重新提交'), icon: PencilLine, act: resubmit },
    startsAgain(process.status) &&
      process.initiator.uid === uid && { key: 'again', title: t('再次发起'), icon: RotateCcw, act: startAgain },
    task?.status === 1 && {
      key: 'decide',
      title: t('去处理'),
      act: () => go('/pages/flow/formApprove', { taskId: task.taskId }),
    },
  ]
  return offers.filter((offer) => offer !== false && offer !== undefined)
}

const readOnly = (): 'read' => 'read'

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

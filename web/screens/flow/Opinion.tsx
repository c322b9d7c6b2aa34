import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ProcessAction, type ProcessDetail, workflowOperations } from '../../../domain/operations/workflow.ts'
import type { Id } from '../../../kernel/id.ts'
import { refreshByName, useAsk } from '../../ask.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { choose, confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { toast } from '../../look/toast.ts'
import { problemsIn, wordsByPath } from '../../parts/DocumentFields.tsx'
import { missingPaths, useProcessForm } from '../../parts/flow/processForm.ts'
import { ProcessView } from '../../parts/flow/ProcessView.tsx'
import { PictureUpload } from '../../parts/PictureUpload.tsx'
import { ReferencePicker } from '../../parts/ReferencePicker.tsx'
import { useLeaveGuard } from '../../screen.ts'
import { go, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'

/** All an approver needs: who asks for what, what to fill in, the way, and the decision. `onDone` goes on once it is decided. */
export default function Opinion({ taskId, onDone }: { taskId: Id; onDone: () => void }) {
  const { data, error, refetch } = useAsk(workflowOperations.task, { id: taskId })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Deciding key={taskId} detail={data} taskId={taskId} onDone={onDone} onRefresh={refetch} />
}

const noProblems: ReadonlyMap<string, string> = new Map()
const readOnly = (): 'read' => 'read'

const presets = ['同意', '情况属实，同意', '请尽快办理', '请补充说明'] as const

type More = Extract<
  ProcessAction,
  'rollBack' | 'transfer' | 'delegate' | 'addSign' | 'copy' | 'takeBack' | 'claim' | 'unclaim' | 'returnDelegation'
>
const moreTitles: Readonly<Record<More, string>> = {
  claim: '认领',
  unclaim: '放弃认领',
  rollBack: '退回',
  transfer: '转交',
  delegate: '委派',
  returnDelegation: '交回委派',
  addSign: '加签',
  copy: '抄送',
  takeBack: '撤回审批',
}

type Props = { detail: ProcessDetail; taskId: Id; onDone: () => void; onRefresh: () => Promise<unknown> }

const Deciding = ({ detail, taskId, onDone, onRefresh }: Props) => {
  const client = useQueryClient()
  const { form, setForm, access, patch } = useProcessForm(detail)
  const [comment, setComment] = useState('')
  const [attachments, setAttachments] = useState<readonly string[]>([])
  const [problems, setProblems] = useState(noProblems)
  const [busy, setBusy] = useState<string>()
  const [rejecting, setRejecting] = useState(false)
  const [picking, setPicking] = useState<More>()
  const content = useRef<HTMLDivElement>(null)
  const { actions, require, process, rollBackTo } = detail
  const open = actions.approve.allowed || actions.reject.allowed
  const offered = (Object.keys(moreTitles) as More[]).filter((action) => actions[action].allowed)
  const opinion = { ...(comment.trim() && { comment: comment.trim() }), ...(attachments.length > 0 && { attachments: [...attachments] }) }

  useLeaveGuard(open && patch !== undefined)

  const showProblem = () =>
    requestAnimationFrame(() => content.current?.querySelector('[data-invalid]')?.scrollIntoView({ block: 'center', behavior: 'smooth' }))

  const run = async (key: string, act: () => Promise<unknown>, done: string, leave = true) => {
    setBusy(key)
    try {
      await act()
      toast(done, 'success')
      await refreshByName(client, [
        'workflow',
        'workbench',
        'msgmessage',
        ...(process.documentKind ? [process.documentKind.toLowerCase()] : []),
      ])
      if (!leave) return
      leaveFreely()
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(wordsByPath(problemsIn(error.details)))
      showProblem()
      if (error.reason === 'approval.formChanged') await onRefresh()
    } finally {
      setBusy(undefined)
    }
  }

  const approve = () => {
    const missing = missingPaths(detail, form)
    if (missing.length > 0) {
      setProblems(new Map(missing.map((path) => [path, t('请先填写')])))
      toast(t('还有{count}处需要填写', { count: missing.length }), 'error')
      showProblem()
      return
    }
    if (require.comment === 'always' && comment.trim() === '') return toast(t('请填写意见'), 'error')
    void run(
      'approve',
      () => call(workflowOperations.approve, { taskId, formRev: detail.form.formRev, ...(patch && { patch }), ...opinion }),
      t('已同意'),
    )
  }

  const reject = () =>
    void run('reject', () => call(workflowOperations.reject, { taskId, formRev: detail.form.formRev, ...opinion }), t('已驳回')).then(() =>
      setRejecting(false),
    )

  const more = async () => {
    const chosen = (await choose(
      t('更多操作'),
      offered.map((action) => ({ value: action, label: t(moreTitles[action]) })),
    )) as More | undefined
    if (!chosen) return
    if (chosen === 'claim') return run('claim', () => call(workflowOperations.claim, { taskId }), t('已认领'), false)
    if (chosen === 'unclaim') return run('unclaim', () => call(workflowOperations.unclaim, { taskId }), t('已放弃认领'), false)
    if (chosen === 'takeBack') return run('takeBack', () => call(workflowOperations.takeBack, { taskId }), t('已撤回审批'), false)
    if (chosen === 'returnDelegation')
      return run(
        'returnDelegation',
        () => call(workflowOperations.returnDelegation, { taskId, ...(comment.trim() && { comment: comment.trim() }) }),
        t('已交回'),
      )
    if (chosen === 'rollBack') {
      const nodeId = await choose(
        t('退回到'),
        rollBackTo.map((node) => ({ value: node.nodeId, label: t(node.nodeName) })),
      )
      if (!nodeId || !(await confirm({ title: t('退回这份申请?'), text: t('退回后由对方重新处理。'), yes: t('退回') }))) return
      return run(
        'rollBack',
        () => call(workflowOperations.rollBack, { taskId, nodeId, ...(comment.trim() && { comment: comment.trim() }) }),
        t('已退回'),
      )
    }
    setPicking(chosen)
  }

  const picked = async (uids: readonly Id[]) => {
    const action = picking
    setPicking(undefined)
    const [toUid] = uids
    if (!action || !toUid) return
    const said = comment.trim() ? { comment: comment.trim() } : {}
    if (action === 'transfer') await run('transfer', () => call(workflowOperations.transfer, { taskId, toUid, ...said }), t('已转交'))
    if (action === 'delegate') await run('delegate', () => call(workflowOperations.delegate, { taskId, toUid, ...said }), t('已委派'))
    if (action === 'copy')
      await run('copy', () => call(workflowOperations.copy, { instanceId: process.id, uids: [...uids], ...said }), t('已抄送'), false)
    if (action === 'addSign') {
      const where = (await choose(t('加签方式'), [
        { value: 'before', label: t('在我之前'), text: t('对方同意后由我审批') },
        { value: 'with', label: t('与我一起'), text: t('对方和我一起审批') },
        { value: 'after', label: t('在我之后'), text: t('我同意后由对方审批') },
      ])) as 'before' | 'with' | 'after' | undefined
      if (where)
        await run(
          'addSign',
          () => call(workflowOperations.addSign, { taskId, uids: [...uids], where, ...said }),
          t('已加签'),
          where === 'before',
        )
    }
  }

  return (
    <Page
      title={t('意见')}
      onRefresh={onRefresh}
      right={offered.length > 0 && <IconButton icon={Ellipsis} label={t('更多操作')} onClick={() => void more()} />}
      bottom={
        open ? (
          <>
            {actions.reject.allowed && (
              <Button
                size="large"
                kind="secondary"
                wide
                className="wide:w-32!"
                disabled={busy !== undefined}
                onClick={() => setRejecting(true)}
              >
                {t('驳回')}
              </Button>
            )}
            {actions.approve.allowed && (
              <Button size="large" wide className="wide:w-48!" busy={busy === 'approve'} disabled={busy !== undefined} onClick={approve}>
                {t('同意')}
              </Button>
            )}
          </>
        ) : actions.claim.allowed ? (
          <Button
            size="large"
            wide
            busy={busy === 'claim'}
            onClick={() => void run('claim', () => call(workflowOperations.claim, { taskId }), t('已认领'), false)}
          >
            {t('认领')}
          </Button>
        ) : (
          <Button size="large" kind="secondary" wide onClick={() => go('/pages/flow/progress', { processId: process.id })}>
            {t('查看审批进度')}
          </Button>
        )
      }
    >
      {!open && actions.approve.words && (
        <p className="mb-3 rounded-card bg-sunken px-4 py-3 text-body text-quiet">{actions.approve.words}</p>
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
            <Section title={t('审批意见')}>
              <TextArea
                label={t('意见')}
                value={comment}
                onChange={setComment}
                max={500}
                required={require.comment === 'always'}
                placeholder={t('说点什么（选填）')}
              />
              <div className="plain-scrollbar flex gap-2 overflow-x-auto px-4 py-2.5">
                {presets.map((words) => (
                  <button
                    key={words}
                    type="button"
                    onClick={() => setComment(t(words))}
                    className="h-9 shrink-0 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60"
                  >
                    {t(words)}
                  </button>
                ))}
              </div>
              <PictureUpload label={t('图片')} value={attachments} onChange={setAttachments} />
            </Section>
          )}
        </ProcessView>
      </div>
      <Sheet
        open={rejecting}
        onClose={() => setRejecting(false)}
        title={t('驳回')}
        footer={
          <Button
            size="large"
            kind="danger"
            wide
            busy={busy === 'reject'}
            disabled={require.comment !== 'never' && comment.trim() === ''}
            onClick={reject}
          >
            {t('确认驳回')}
          </Button>
        }
      >
        <Card flush>
          <TextArea
            label={t('驳回原因')}
            value={comment}
            onChange={setComment}
            max={500}
            lines={4}
            required={require.comment !== 'never'}
          />
        </Card>
      </Sheet>
      <ReferencePicker
        open={picking !== undefined}
        onClose={() => setPicking(undefined)}
        noun="person"
        many={picking === 'addSign' || picking === 'copy'}
        title={t('选择人员')}
        chosen={[]}
        onChoose={(uids) => void picked(uids)}
      />
    </Page>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { BellRing, PencilLine, Printer, Workflow } from 'lucide-react'
import { useState } from 'react'
import { type ProcessDetail, workflowOperations } from '../../../domain/operations/workflow.ts'
import type { Id } from '../../../kernel/id.ts'
import { refreshByName, useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { toast } from '../../look/toast.ts'
import { useProcessForm } from '../../parts/flow/processForm.ts'
import { ProcessView } from '../../parts/flow/ProcessView.tsx'
import { editPathOfKind } from '../../places.ts'
import { go, goHref } from '../../travel.ts'
import { t } from '../../words.ts'

type Props = { processId: Id; taskId?: undefined } | { processId?: undefined; taskId: Id }

/** How an application stands, for everybody who takes part in it; asked for by itself or by a task of it. */
export default function Standing({ processId, taskId }: Props) {
  const byProcess = useAsk(workflowOperations.process, { id: processId ?? '' }, { enabled: processId !== undefined })
  const byTask = useAsk(workflowOperations.task, { id: taskId ?? '' }, { enabled: taskId !== undefined })
  const { data, error, refetch } = processId === undefined ? byTask : byProcess
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown key={data.process.id} detail={data} onRefresh={refetch} />
}

const Shown = ({ detail, onRefresh }: { detail: ProcessDetail; onRefresh: () => Promise<unknown> }) => {
  const client = useQueryClient()
  const { form, setForm } = useProcessForm(detail)
  const [busy, setBusy] = useState<string>()
  const { actions, process, task } = detail
  const run = async (key: string, act: () => Promise<unknown>, done: string) => {
    setBusy(key)
    try {
      await act()
      toast(done, 'success')
      await refreshByName(client, ['workflow', 'workbench', ...(process.documentKind ? [process.documentKind.toLowerCase()] : [])])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(undefined)
    }
  }
  const withdraw = async () => {
    if (!(await confirm({ title: t('撤回这份申请?'), text: t('撤回后可以修改并重新提交。'), yes: t('撤回') }))) return
    await run('withdraw', () => call(workflowOperations.withdraw, { instanceId: process.id }), t('已撤回'))
  }
  const bottom = [
    actions.withdraw.allowed && (
      <Button
        key="withdraw"
        size="large"
        kind="secondary"
        wide

        busy={busy === 'withdraw'}
        onClick={() => void withdraw()}
      >
        {t('撤回')}
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
        onClick={() => void run('urge', () => call(workflowOperations.urge, { instanceId: process.id }), t('已催办'))}
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
    task && task.status === 1 && (
      <Button
        key="decide"
        size="large"
        wide

        onClick={() => go('/pages/flow/formApprove', { taskId: task.taskId })}
      >
        {t('去处理')}
      </Button>
    ),
  ].filter(Boolean)
  return (
    <Page
      title={t('审批进度')}
      onRefresh={onRefresh}
      bottom={bottom.length > 0 && bottom}
      right={
        <>
          <IconButton icon={Printer} label={t('打印')} onClick={() => go('/pages/flow/print', { instanceId: process.id })} />
          <IconButton icon={Workflow} label={t('流程图')} onClick={() => go('/pages/flow/progressDiagram', { processId: process.id })} />
        </>
      }
    >
      <ProcessView detail={detail} form={form} onForm={setForm} access={readOnly} />
    </Page>
  )
}

const readOnly = (): 'read' => 'read'

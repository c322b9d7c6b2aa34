import { type ReactNode, useState } from 'react'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { selectedAtMost } from '../../../domain/bulk/limits.ts'
import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { decisionTable, taskTable } from '../../../domain/approval/process/applyingTable.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { confirm } from '../../look/overlays/confirm.ts'
import { Page } from '../../look/Page.tsx'
import { type SwipeAction, SwipeActions } from '../../look/SwipeActions.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Beside } from '../../panel/Beside.tsx'
import { rowKeysOf } from '../../panel/keys.ts'
import { usePanel } from '../../panel/usePanel.ts'
import { useCounts } from '../../workbench/openFigures.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { ApprovalFailures } from '../batch/ApprovalFailures.tsx'
import { ApplicationName } from '../process/ApplicationName.tsx'
import { PersonName } from '../../people/PersonName.tsx'
import { ProcessCard } from '../process/ProcessCard.tsx'
import { TaskTag } from '../process/statusTag.tsx'
import { taskStep } from '../process/taskFoot.ts'
import { UndoBar } from '../batch/UndoBar.tsx'
import { useApproving } from '../batch/useApproving.ts'
import { when } from '../../shell/when.ts'
import { useSearch, useWide } from '../../screen.ts'
import { isChosen } from '../../table/choice.ts'
import type { Selection } from '../../table/selection.ts'
import { TableList } from '../../table/TableList.tsx'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { useOver } from '../../writing.ts'
import { within } from '../../within.ts'

/** What waits for one's decision, and what one has decided. */
export default function MyApprovals() {
  const waits = useSearch('/pages/personal/myapprove').shown !== 'decided'
  const wide = useWide()
  const panel = usePanel<TaskRow>(({ taskId }) => ({ what: 'task', id: taskId }))
  const { onOpen } = panel.table
  const batchApproving = useApproving()
  const approve = (tasks: readonly TaskRow[]) => batchApproving.approve(tasks)
  const fixedFilter = { status: waits ? 1 : 2 }
  const { title } = waits ? taskTable : decisionTable
  const tasksExport = { operation: listExports.tasks, title: t(title) }
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        bottom={(batchApproving.progress || batchApproving.approved.length > 0) && <BatchBar batch={batchApproving} />}
        below={wide && <Phases waits={waits} />}
      >
        <TableList<TaskRow>
          key={String(waits)}
          table={waits ? taskTable : decisionTable}
          list={taskOperations.tasks}
          fixed={fixedFilter}
          leading={<Phases waits={waits} />}
          searched={within('审批')}
          cell={cellOf}
          card={(task) => (
            <Task
              task={task}
              waits={waits}
              onOpen={onOpen}
              onReject={(row) => panel.openFor(row, 'reject')}
              onApprove={() => void approve([task])}
            />
          )}
          {...panel.table}
          selectable
          bulk={(selection) => (
            <>
              <ExportChosen {...tasksExport} selection={selection} fixed={fixedFilter} hasLines />
              {waits && <ApproveSelected selection={selection} rows={panel.rows} busy={batchApproving.approving} onApprove={approve} />}
            </>
          )}
          tools={({ asked, columns }) => <ExportButton {...tasksExport} asked={asked} columns={columns} hasLines />}
          {...(waits &&
            panel.opened === undefined && {
              rowKeys: rowKeysOf('task', {
                approve: (task: TaskRow) => (task.batch ? void approve([task]) : onOpen(task)),
                reject: (task: TaskRow) => (task.kind === 'approve' ? panel.openFor(task, 'reject') : onOpen(task)),
              }),
            })}
          empty={waits ? nothingWaits() : nothingDecided()}
        />
        <ApprovalFailures of={batchApproving} onOpen={onOpen} />
      </Page>
    </Beside>
  )
}

/** How agreeing goes on, and the way to take it back. */
const BatchBar = ({ batch }: { batch: ReturnType<typeof useApproving> }) =>
  batch.progress ? (
    <>
      <span role="status" className="flex-1 text-body tabular-nums">
        {t('正在同意：{done} / {count}', batch.progress)}
      </span>
      <Button kind="secondary" onClick={batch.stop}>
        {t('停止')}
      </Button>
    </>
  ) : (
    batch.approved.length > 0 && (
      <UndoBar
        key={batch.approved.map(({ taskId }) => taskId).join()}
        words={t('已同意{count}项', { count: batch.approved.length })}
        busy={batch.undoing}
        onUndo={() => void batch.undo()}
        onGone={batch.settle}
      />
    )
  )

/** Title (bold while new), initiator, step, time, status. */
const cellOf = (task: TaskRow, key: string): ReactNode => {
  switch (key) {
    case 'title':
      return <ApplicationName process={task} unread={!task.read && task.status === 1} />
    case 'initiator':
      return task.initiator.userName
    case 'nodeName':
      return taskStep(task)
    case 'flowKey':
      return t(task.flowName)
    case 'openedAt':
    case 'decidedAt':
    case 'createdAt':
    case 'dueAt':
      return task[key] && when(task[key])
    case 'status':
      return <TaskTag task={task} />
    default:
      return undefined
  }
}

const nothingWaits = () => ({ title: t('没有待处理的审批'), text: t('需要您审批的申请会出现在这里。') })
const nothingDecided = () => ({ title: t('还没有处理过审批'), text: t('您审批过的申请会出现在这里。') })

/** What waits, and what was decided: each a table of its own, with views of its own. */
const Phases = ({ waits }: { waits: boolean }) => {
  const { approve } = useCounts()
  return (
    <Tabs
      label={t('状态')}
      value={waits ? 'waiting' : 'decided'}
      onChange={(view) => replace('/pages/personal/myapprove', view === 'decided' ? { shown: view } : {})}
      tabs={[
        { value: 'waiting', label: t('待处理'), count: approve },
        { value: 'decided', label: t('已处理') },
      ]}
    />
  )
}

type SelectedProps = {
  selection: Selection
  rows: readonly TaskRow[]
  busy: Busy
  onApprove: (tasks: readonly TaskRow[]) => Promise<readonly TaskRow[] | undefined>
}

/** Agrees to those chosen that need no more than that; of more than are loaded it says first how many they are. */
const ApproveSelected = ({ selection, rows, busy, onApprove }: SelectedProps) => {
  const [isGathering, setGathering] = useState(false)
  const loadedRows = rows.filter(({ id }) => isChosen(selection, id))
  const areLoaded = loadedRows.length >= selection.count
  const tasks = loadedRows.filter(({ batch }) => batch)
  const approve = async () => {
    const chosenTasks = areLoaded ? tasks : await ask()
    if (chosenTasks && (await onApprove(chosenTasks))) selection.clear()
  }
  const ask = async (): Promise<readonly TaskRow[] | undefined> => {
    setGathering(true)
    try {
      const all = await chosenTasks(selection)
      const atOnce = all.filter(({ batch }) => batch)
      const text = all.length > atOnce.length ? t('{count}项要逐项处理', { count: all.length - atOnce.length }) : ''
      return (await confirm({ title: t('同意{count}项申请?', { count: atOnce.length }), text, yes: t('同意') })) ? atOnce : undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return undefined
    } finally {
      setGathering(false)
    }
  }
  return (
    <>
      {areLoaded && loadedRows.length > tasks.length && (
        <span className="text-small text-quiet">{t('{count}项要逐项处理', { count: loadedRows.length - tasks.length })}</span>
      )}
      <Button size="small" busy={busy || isGathering} disabled={areLoaded && tasks.length === 0} onClick={() => void approve()}>
        {t('同意（{count}）', { count: areLoaded ? tasks.length : selection.count })}
      </Button>
    </>
  )
}

/** What is chosen, the loaded and the rest, as many as are worked on at once. */
const chosenTasks = async ({ asked, all, ids }: Selection): Promise<readonly TaskRow[]> => {
  const tasksFound: TaskRow[] = []
  let after: string | undefined
  do {
    const page = await call(taskOperations.tasks, { ...asked, pageSize: 500, ...(after && { after }) })
    tasksFound.push(...page.list.filter(({ id }) => isChosen({ all, ids }, id)))
    after = page.next
  } while (after && tasksFound.length < selectedAtMost)
  return tasksFound.slice(0, selectedAtMost)
}

type TaskProps = {
  task: TaskRow
  waits: boolean
  onOpen: (task: TaskRow) => void
  onReject: (task: TaskRow) => void
  onApprove: () => void
}

/** A task on a phone: to be opened or, by swiping, decided. */
const Task = ({ task, waits, onOpen, onReject, onApprove }: TaskProps) => {
  const over = useOver()
  const card = (
    <div className="bg-card">
      <ProcessCard
        process={task}
        time={task.decidedAt ?? task.openedAt}
        unread={!task.read && waits}
        tag={<TaskTag task={task} />}
        foot={
          <>
            <PersonName uid={task.initiator.uid} name={task.initiator.userName} /> · {taskStep(task)}
          </>
        }
        onPress={() => onOpen(task)}
      />
    </div>
  )
  if (!waits) return card
  const actions: SwipeAction[] = [
    ...(task.kind === 'approve' ? [{ label: t('驳回'), tone: 'bad' as const, busy: over, onPress: () => onReject(task) }] : []),
    task.batch
      ? { label: t('同意'), tone: 'accent' as const, busy: over, onPress: onApprove }
      : { label: t('处理'), tone: 'accent' as const, onPress: () => onOpen(task) },
  ]
  return <SwipeActions actions={actions}>{card}</SwipeActions>
}

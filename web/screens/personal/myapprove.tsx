import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { TaskRow } from '../../../domain/operations/process.ts'
import { taskOperations } from '../../../domain/operations/tasks.ts'
import { usePages } from '../../pages.ts'
import { Button } from '../../look/Button.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { type SwipeAction, SwipeActions } from '../../look/SwipeActions.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { toast } from '../../look/toast.ts'
import { useCounts } from '../../parts/counts.ts'
import { ApprovalFailures } from '../../parts/approval/process/ApprovalFailures.tsx'
import { ProcessCard } from '../../parts/approval/process/ProcessCard.tsx'
import { TaskTag } from '../../parts/approval/process/statusTag.tsx'
import { taskFoot } from '../../parts/approval/process/taskFoot.ts'
import { asked, narrows, noFilter, TaskFilters } from '../../parts/approval/process/TaskFilters.tsx'
import { titleOf } from '../../parts/approval/process/titles.ts'
import { UndoBar } from '../../parts/approval/process/UndoBar.tsx'
import { useApproving } from '../../parts/approval/process/useApproving.ts'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { later } from '../../look/later.tsx'

/** What waits for one's decision, and what one has decided. */
export default function MyApprovals() {
  const [status, setStatus] = useState<Status>('1')
  const [keyword, setKeyword] = useState('')
  const [filter, setFilter] = useState(noFilter)
  const wide = useWide()
  /** The task whose detail stands beside the list, and what it was opened for. */
  const [chosen, setChosen] = useState<{ taskId: string; action?: 'reject' }>()
  const pages = usePages(taskOperations.tasks, {
    status: status === '1' ? 1 : 2,
    type: 'assignee',
    ...(keyword && { likeQuery: keyword }),
    ...asked(filter),
  })
  const selection = useSelection(pages.rows)
  const { selected } = selection
  const decided = useApproving()
  const approve = async (tasks: readonly TaskRow[]) => {
    const done = await decided.approve(tasks)
    if (!done) return
    selection.end()
    if (chosen && tasks.some(({ taskId }) => taskId === chosen.taskId)) setChosen(undefined)
  }
  /** One decision at a time: what was opened beside the list is put away. */
  const select = () => {
    selection.begin()
    setChosen(undefined)
  }
  const open = (taskId: string, action?: 'reject') => {
    if (wide) setChosen(action ? { taskId, action } : { taskId })
    else go('/pages/flow/formApprove', { taskId, ...(action && { action }) })
  }
  /** Goes on with the next task of the list, at its end with the one before. */
  const goOn = () => {
    if (status !== '1' || !chosen) return
    const at = pages.rows.findIndex(({ taskId }) => taskId === chosen.taskId)
    const next = pages.rows[at + 1] ?? pages.rows[at - 1]
    setChosen(next && { taskId: next.taskId })
  }
  const narrowed = keyword !== '' || narrows(filter)
  return (
    <Page
      scroll={false}
      right={
        selected ? (
          <Button kind="plain" size="small" onClick={selection.end}>
            {t('取消')}
          </Button>
        ) : (
          status === '1' && selection.offered.length > 0 && <IconButton icon={ListChecks} label={t('批量')} onClick={select} />
        )
      }
      bottom={
        selected ? (
          <ApproveSelected selection={selection} busy={decided.approving} onApprove={(tasks) => void approve(tasks)} />
        ) : (
          decided.approved.length > 0 && (
            <UndoBar
              key={decided.approved.map(({ taskId }) => taskId).join()}
              words={t('已同意{count}项', { count: decided.approved.length })}
              busy={decided.undoing}
              onUndo={() => void decided.undo()}
              onGone={decided.settle}
            />
          )
        )
      }
      below={
        <Narrowing
          status={status}
          onStatus={(next) => {
            setStatus(next)
            selection.end()
            setChosen(undefined)
          }}
          keyword={keyword}
          onKeyword={setKeyword}
          filter={filter}
          onFilter={setFilter}
        />
      }
    >
      <SplitView
        empty={t('选择一项审批处理')}
        detail={chosen && <Opinion key={`${chosen.taskId}/${chosen.action}`} taskId={chosen.taskId} begin={chosen.action} onDone={goOn} />}
        list={
          <List
            pages={pages}
            keyOf={(task) => task.id}
            header={
              narrowed && pages.totalCount ? (
                <p role="status" className="px-5 pb-2 text-small text-faint">
                  {t('共{count}项', { count: pages.totalCount })}
                </p>
              ) : undefined
            }
            row={(task) => (
              <Task
                task={task}
                status={status}
                selection={selection}
                isChosen={wide && task.taskId === chosen?.taskId}
                onOpen={open}
                onApprove={() => void approve([task])}
              />
            )}
            empty={emptyWords(status, narrowed)}
          />
        }
      />
      <ApprovalFailures of={decided} onOpen={({ taskId }) => open(taskId)} />
    </Page>
  )
}

const emptyWords = (status: Status, narrowed: boolean): { title: string; text: string } => {
  if (narrowed) return { title: t('没有找到'), text: t('换个条件试试') }
  return status === '1'
    ? { title: t('没有待处理的审批'), text: t('需要您审批的申请会出现在这里。') }
    : { title: t('还没有处理过审批'), text: t('您审批过的申请会出现在这里。') }
}

/** What waits, and what was decided. */
type Status = '1' | '2'

type NarrowingProps = {
  status: Status
  onStatus: (status: Status) => void
  keyword: string
  onKeyword: (keyword: string) => void
  filter: typeof noFilter
  onFilter: (filter: typeof noFilter) => void
}

/** Which tasks are shown. */
const Narrowing = ({ status, onStatus, keyword, onKeyword, filter, onFilter }: NarrowingProps) => {
  const { approve } = useCounts()
  return (
    <>
      <div className="px-4 pb-1">
        <SearchBox value={keyword} onSearch={onKeyword} placeholder={t('搜索审批')} />
      </div>
      <Tabs
        label={t('状态')}
        value={status}
        onChange={onStatus}
        tabs={[
          { value: '1', label: t('待处理'), count: approve },
          { value: '2', label: t('已处理') },
        ]}
      />
      <TaskFilters filter={filter} onChange={onFilter} />
    </>
  )
}

type Selection = {
  /** Undefined while nothing is being selected. */
  readonly selected: ReadonlyMap<string, TaskRow> | undefined
  /** What one call may approve. */
  readonly offered: readonly TaskRow[]
  readonly begin: () => void
  readonly end: () => void
  readonly toggle: (task: TaskRow) => void
  /** Everything that is offered, or nothing where it all is selected. */
  readonly toggleAll: () => void
  readonly isAll: boolean
}

const useSelection = (rows: readonly TaskRow[]): Selection => {
  const [selected, setSelected] = useState<ReadonlyMap<string, TaskRow>>()
  const offered = rows.filter(({ batch }) => batch).slice(0, batchLimit)
  const isAll = selected !== undefined && offered.length > 0 && offered.every(({ taskId }) => selected.has(taskId))
  return {
    selected,
    offered,
    begin: () => setSelected(new Map()),
    end: () => setSelected(undefined),
    toggle: (task) => {
      if (!selected || !task.batch) return
      const next = new Map(selected)
      if (!next.delete(task.taskId)) next.set(task.taskId, task)
      if (next.size > batchLimit) toast(t('最多{max}项', { max: batchLimit }), 'error')
      else setSelected(next)
    },
    toggleAll: () => setSelected(isAll ? new Map() : new Map(offered.map((task) => [task.taskId, task]))),
    isAll,
  }
}

const ApproveSelected = ({
  selection: { selected, isAll, toggleAll },
  busy,
  onApprove,
}: {
  selection: Selection
  busy: boolean
  onApprove: (tasks: readonly TaskRow[]) => void
}) => {
  const tasks = [...(selected?.values() ?? [])]
  return (
    <>
      <label className="flex min-h-11 shrink-0 items-center gap-2 pr-2 text-body">
        <input type="checkbox" className="size-5 accent-accent" checked={isAll} onChange={toggleAll} />
        {t('全选')}
      </label>
      <Button size="large" wide busy={busy} disabled={tasks.length === 0} onClick={() => onApprove(tasks)}>
        {t('同意（{count}）', { count: tasks.length })}
      </Button>
    </>
  )
}

type TaskProps = {
  task: TaskRow
  status: Status
  selection: Selection
  /** Its detail stands beside the list. */
  isChosen: boolean
  onOpen: (taskId: string, action?: 'reject') => void
  onApprove: () => void
}

/** A task: to be opened or, by swiping, decided; to be ticked while some are being selected. */
const Task = ({ task, status, selection: { selected, toggle }, isChosen, onOpen, onApprove }: TaskProps) => {
  const card = (
    <div className={isChosen ? 'bg-accent-soft' : 'bg-card'}>
      <ProcessCard
        process={task}
        time={task.decidedAt ?? task.openedAt}
        unread={!task.read && status === '1'}
        tag={<TaskTag task={task} />}
        foot={taskFoot(task)}
        onPress={() => (selected ? toggle(task) : onOpen(task.taskId))}
      />
    </div>
  )
  if (selected)
    return (
      <div className={`flex items-center ${task.batch ? '' : 'opacity-50'}`}>
        <input
          type="checkbox"
          className="ml-4 size-5 shrink-0 accent-accent"
          aria-label={t('选择{title}', { title: titleOf(task) })}
          checked={selected.has(task.taskId)}
          disabled={!task.batch}
          onChange={() => toggle(task)}
        />
        <div className="min-w-0 flex-1">{card}</div>
      </div>
    )
  if (status === '2') return card
  const actions: SwipeAction[] = [
    ...(task.kind === 'approve' ? [{ label: t('驳回'), tone: 'bad' as const, onPress: () => onOpen(task.taskId, 'reject') }] : []),
    task.batch
      ? { label: t('同意'), tone: 'accent' as const, onPress: onApprove }
      : { label: t('处理'), tone: 'accent' as const, onPress: () => onOpen(task.taskId) },
  ]
  return <SwipeActions actions={actions}>{card}</SwipeActions>
}

const Opinion = later(() => import('../flow/Opinion.tsx'))

/** As many as one call takes. */
const batchLimit = 100

import { ChevronDown, ListChecks } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { flowOperations } from '../../../domain/operations/flows.ts'
import { type TaskRow, workflowOperations } from '../../../domain/operations/workflow.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { useAsk, usePages, useSend } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { SwipeActions } from '../../look/SwipeActions.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { TaskTag } from '../../parts/flow/statusTag.tsx'
import { toast } from '../../look/toast.ts'
import { useCounts } from '../../parts/counts.ts'
import { ProcessCard } from '../../parts/flow/ProcessCard.tsx'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** What waits for one's decision, and what one has decided. */
export default function MyApprovals() {
  const [status, setStatus] = useState<'1' | '2'>('1')
  const [keyword, setKeyword] = useState('')
  const [flow, setFlow] = useState<{ flowKey: string; flowName: string }>()
  const [overdue, setOverdue] = useState(false)
  /** Undefined while nothing is being selected. */
  const [selected, setSelected] = useState<ReadonlyMap<string, TaskRow>>()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const counts = useCounts()
  const wide = useWide()
  /** The task whose detail stands beside the list. */
  const [chosen, setChosen] = useState<string>()
  const flows = useAsk(flowOperations.installedFlows, { state: 2, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const pages = usePages(workflowOperations.tasks, {
    status: status === '1' ? 1 : 2,
    type: 'assignee',
    ...(keyword && { likeQuery: keyword }),
    ...(flow && { flowKey: flow.flowKey }),
    ...(overdue && { overdue }),
  })
  const { send, sending } = useSend(workflowOperations.batchApprove, { changes: ['workflow', 'workbench', 'msgmessage'] })
  const approve = async (tasks: readonly TaskRow[]) => {
    try {
      const { approved, items } = await send({ items: tasks.map(({ taskId, formRev }) => ({ taskId, formRev })) })
      if (approved > 0) toast(tasks.length === 1 ? t('已同意') : t('已同意{count}项', { count: approved }), 'success')
      setRefused(items.flatMap((item) => refusedOf(item, tasks)))
      setSelected(undefined)
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  const toggle = (task: TaskRow) => {
    if (!selected || !task.batch) return
    const next = new Map(selected)
    if (!next.delete(task.taskId)) next.set(task.taskId, task)
    if (next.size > batchLimit) return toast(t('最多{max}项', { max: batchLimit }), 'error')
    setSelected(next)
  }
  const offered = pages.rows.filter(({ batch }) => batch).slice(0, batchLimit)
  const all = selected !== undefined && offered.length > 0 && offered.every(({ taskId }) => selected.has(taskId))
  const open = (taskId: string) => (wide ? setChosen(taskId) : go('/pages/flow/formApprove', { taskId }))
  /** Goes on with the next task of the list, at its end with the one before. */
  const goOn = () => {
    const at = pages.rows.findIndex(({ taskId }) => taskId === chosen)
    setChosen(status === '1' ? (pages.rows[at + 1] ?? pages.rows[at - 1])?.taskId : chosen)
  }
  const chooseFlow = async () => {
    const list = flows.data?.list ?? []
    const answer = await choose(t('流程'), [
      { value: '', label: t('全部流程'), chosen: flow === undefined },
      ...list.map(({ flowKey, flowName }) => ({ value: flowKey, label: t(flowName), chosen: flow?.flowKey === flowKey })),
    ])
    if (answer !== undefined) setFlow(list.find(({ flowKey }) => flowKey === answer))
  }
  return (
    <Page
      scroll={false}
      right={
        selected ? (
          <Button kind="plain" size="small" onClick={() => setSelected(undefined)}>
            {t('取消')}
          </Button>
        ) : (
          status === '1' && offered.length > 0 && <IconButton icon={ListChecks} label={t('批量')} onClick={() => setSelected(new Map())} />
        )
      }
      bottom={
        selected && (
          <>
            <label className="flex min-h-11 shrink-0 items-center gap-2 pr-2 text-body">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={all}
                onChange={() => setSelected(all ? new Map() : new Map(offered.map((task) => [task.taskId, task])))}
              />
              {t('全选')}
            </label>
            <Button size="large" wide busy={sending} disabled={selected.size === 0} onClick={() => void approve([...selected.values()])}>
              {t('同意（{count}）', { count: selected.size })}
            </Button>
          </>
        )
      }
      below={
        <>
          <div className="px-4 pb-1">
            <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索审批')} />
          </div>
          <Tabs
            label={t('状态')}
            value={status}
            onChange={(next) => {
              setStatus(next)
              setSelected(undefined)
              setChosen(undefined)
            }}
            tabs={[
              { value: '1', label: t('待处理'), count: counts.approve },
              { value: '2', label: t('已处理') },
            ]}
          />
          <div className="plain-scrollbar flex gap-2 overflow-x-auto px-4 pb-2 pt-1">
            <button type="button" aria-haspopup="dialog" onClick={() => void chooseFlow()} className={`${chip} ${flow ? chosenChip : ''}`}>
              {flow ? t(flow.flowName) : t('全部流程')}
              <ChevronDown size={14} aria-hidden />
            </button>
            <button
              type="button"
              aria-pressed={overdue}
              onClick={() => setOverdue(!overdue)}
              className={`${chip} ${overdue ? chosenChip : ''}`}
            >
              {t('仅看超时')}
            </button>
          </div>
        </>
      }
    >
      <SplitView
        empty={t('选择一项审批处理')}
        detail={
          chosen && (
            <Suspense>
              <Opinion key={chosen} taskId={chosen} onDone={goOn} />
            </Suspense>
          )
        }
        list={
          <List
            pages={pages}
            keyOf={(task) => task.id}
            row={(task) => {
              const card = (
                <div className={wide && task.taskId === chosen ? 'bg-accent-soft' : 'bg-card'}>
                  <ProcessCard
                    process={task}
                    time={task.decidedAt ?? task.openedAt}
                    unread={!task.read && status === '1'}
                    tag={<TaskTag task={task} />}
                    foot={`${task.initiator.userName} · ${t(task.nodeName)}`}
                    onPress={() => (selected ? toggle(task) : open(task.taskId))}
                  />
                </div>
              )
              if (selected)
                return (
                  <div className={`flex items-center ${task.batch ? '' : 'opacity-50'}`}>
                    <input
                      type="checkbox"
                      className="ml-4 size-5 shrink-0 accent-accent"
                      aria-label={t('选择{title}', { title: task.title })}
                      checked={selected.has(task.taskId)}
                      disabled={!task.batch}
                      onChange={() => toggle(task)}
                    />
                    <div className="min-w-0 flex-1">{card}</div>
                  </div>
                )
              return task.batch && status === '1' ? (
                <SwipeActions actions={[{ label: t('同意'), onPress: () => void approve([task]) }]}>{card}</SwipeActions>
              ) : (
                card
              )
            }}
            empty={
              flow || overdue || keyword
                ? { title: t('没有找到'), text: t('换个条件试试') }
                : status === '1'
                  ? { title: t('没有待处理的审批'), text: t('需要您审批的申请会出现在这里。') }
                  : { title: t('还没有处理过审批'), text: t('您审批过的申请会出现在这里。') }
            }
          />
        }
      />
      <Sheet open={refused.length > 0} onClose={() => setRefused([])} title={t('有{count}项没有通过', { count: refused.length })}>
        <Card flush>
          {refused.map(({ task, words }) => (
            <Cell
              key={task.taskId}
              title={task.title}
              text={<span className="text-bad">{words}</span>}
              onPress={() => {
                setRefused([])
                go('/pages/flow/formApprove', { taskId: task.taskId })
              }}
            />
          ))}
        </Card>
      </Sheet>
    </Page>
  )
}

const Opinion = lazy(() => import('../flow/Opinion.tsx'))

type Refused = { task: TaskRow; words: string }
type Answer = OutputOf<typeof workflowOperations.batchApprove>['items'][number]

const refusedOf = ({ taskId, approved, words }: Answer, tasks: readonly TaskRow[]): Refused[] => {
  const task = tasks.find((one) => one.taskId === taskId)
  return approved || !task ? [] : [{ task, words: words ?? '' }]
}

/** As many as one call takes. */
const batchLimit = 100

const chip = 'flex h-9 shrink-0 items-center gap-1 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60'
const chosenChip = 'bg-accent-soft! text-accent-strong!'

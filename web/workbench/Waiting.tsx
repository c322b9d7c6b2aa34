import type { ReactNode } from 'react'
import type { TaskRow } from '../../domain/approval/operations/process.ts'
import { processOperations } from '../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../domain/approval/operations/tasks.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { ApprovalFailures } from '../approval/process/ApprovalFailures.tsx'
import { ApplicationCard, ProcessCard } from '../approval/process/ProcessCard.tsx'
import { taskFoot } from '../approval/process/taskFoot.ts'
import { UndoBar } from '../approval/process/UndoBar.tsx'
import { useApproving } from '../approval/process/useApproving.ts'
import { LeftBehind } from '../records/LeftBehind.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** On a wide window beside the workbench: what waits for this person, where that does not stand in the middle, and how their `own` applications stand. */
export default function Waiting({ own }: { own: boolean }) {
  const mine = useAsk(
    processOperations.processes,
    { scope: 'mine', status: 'running', pageSize: shownMost },
    { staleMs: 30_000, kept: true },
  )
  return (
    <>
      <LeftBehind />
      {!own && <WaitingTasks most={shownMost} />}
      <Group
        title={t('进行中的申请')}
        count={mine.data?.totalCount}
        none={mine.data && t('没有进行中的申请')}
        onAll={() => go('/pages/personal/myapply')}
      >
        {mine.data?.list.map((process) => (
          <li key={process.id} className="border-b border-line last:border-none">
            <ApplicationCard process={process} onPress={() => go('/pages/flow/progress', { processId: process.id })} />
          </li>
        ))}
      </Group>
    </>
  )
}

/**
 * The first that wait for this person, to be agreed to right here where the step asks for nothing more; for some seconds that can be undone.
 * Where it is `quiet`, nothing stands where nothing waits.
 */
export const WaitingTasks = ({ most, quiet = false }: { most: number; quiet?: boolean }) => {
  const tasks = useAsk(taskOperations.tasks, { status: 1, type: 'assignee', pageSize: most }, { staleMs: 30_000, kept: true })
  const decided = useApproving()
  const open = ({ taskId }: TaskRow) => go('/pages/flow/formApprove', { taskId })
  if (quiet && !tasks.data?.totalCount && decided.approved.length === 0) return <LeftBehind />
  return (
    <>
      {quiet && <LeftBehind />}
      <Group
        title={t('待我审批')}
        count={tasks.data?.totalCount}
        none={tasks.data && t('没有待处理的审批')}
        onAll={() => go('/pages/personal/myapprove')}
        foot={
          decided.approved.length > 0 && (
            <div className="border-t border-line px-4 py-2.5">
              <UndoBar
                key={decided.approved.map(({ taskId }) => taskId).join()}
                words={t('已同意{count}项', { count: decided.approved.length })}
                busy={decided.undoing}
                onUndo={() => void decided.undo()}
                onGone={decided.settle}
              />
            </div>
          )
        }
      >
        {tasks.data?.list.map((task) => (
          <li key={task.id} className="border-b border-line last:border-none">
            <ProcessCard
              process={task}
              time={task.openedAt}
              tag={null}
              unread={!task.read}
              foot={taskFoot(task)}
              onPress={() => open(task)}
            />
            <div className="-mt-2 flex justify-end gap-2 px-4 pb-3">
              {task.batch ? (
                <Button size="small" disabled={decided.approving} onClick={() => void decided.approve([task])}>
                  {t('同意')}
                </Button>
              ) : (
                <Button size="small" kind="secondary" onClick={() => open(task)}>
                  {t('处理')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </Group>
      <ApprovalFailures of={decided} onOpen={open} />
    </>
  )
}

const shownMost = 4

type GroupProps = {
  title: string
  count: number | undefined
  none: string | undefined
  onAll: () => void
  children: ReactNode
  foot?: ReactNode
}

const Group = ({ title, count, none, onAll, children, foot }: GroupProps) => (
  <Card flush>
    <div className="flex items-center justify-between py-2 pl-4 pr-1.5">
      <h2 className="text-title font-semibold">{title}</h2>
      <Button kind="plain" size="small" onClick={onAll}>
        {count ? t('全部{count}项', { count }) : t('查看全部')}
      </Button>
    </div>
    {count ? <ul>{children}</ul> : <p className="min-h-11 px-4 pb-4 text-body text-quiet">{none}</p>}
    {foot}
  </Card>
)

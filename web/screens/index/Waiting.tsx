import type { ReactNode } from 'react'
import { workflowOperations } from '../../../domain/operations/workflow.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { ApplicationCard, ProcessCard } from '../../parts/flow/ProcessCard.tsx'
import { taskFoot } from '../../parts/flow/taskFoot.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** On a wide window beside the workbench: what waits for this person, and how their own applications stand. */
export default function Waiting() {
  const tasks = useAsk(workflowOperations.tasks, { status: 1, type: 'assignee', pageSize: shownMost }, { staleMs: 30_000 })
  const mine = useAsk(workflowOperations.processes, { scope: 'mine', status: 'running', pageSize: shownMost }, { staleMs: 30_000 })
  return (
    <>
      <Group
        title={t('待我审批')}
        count={tasks.data?.totalCount}
        none={tasks.data && t('没有待处理的审批')}
        onAll={() => go('/pages/personal/myapprove')}
      >
        {tasks.data?.list.map((task) => (
          <li key={task.id} className="border-b border-line last:border-none">
            <ProcessCard
              process={task}
              time={task.openedAt}
              tag={null}
              unread={!task.read}
              foot={taskFoot(task)}
              onPress={() => go('/pages/flow/formApprove', { taskId: task.taskId })}
            />
          </li>
        ))}
      </Group>
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

const shownMost = 4

type GroupProps = { title: string; count: number | undefined; none: string | undefined; onAll: () => void; children: ReactNode }

const Group = ({ title, count, none, onAll, children }: GroupProps) => (
  <Card flush>
    <div className="flex items-center justify-between py-2 pl-4 pr-1.5">
      <h2 className="text-title font-semibold">{title}</h2>
      <Button kind="plain" size="small" onClick={onAll}>
        {count ? t('全部{count}项', { count }) : t('查看全部')}
      </Button>
    </div>
    {count ? <ul>{children}</ul> : <p className="min-h-11 px-4 pb-4 text-body text-quiet">{none}</p>}
  </Card>
)

import type { ReactNode } from 'react'
import type { TaskRow } from '../../domain/approval/operations/process.ts'
import { ProcessCard } from '../approval/process/ProcessCard.tsx'
import { taskFoot } from '../approval/process/taskFoot.ts'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { WaitingCard } from './WaitingCard.tsx'

export type Tasks = { readonly totalCount: number; readonly list: readonly TaskRow[] }

export const openTask = ({ taskId }: TaskRow): void => go('/pages/flow/formApprove', { taskId })

/** Tasks that wait, each with what is done about it: agreed to where its step asks for nothing more, else opened. */
export const TaskRows = ({
  tasks,
  busy = false,
  onAgree,
  foot,
}: {
  tasks: Tasks | undefined
  busy?: Busy
  onAgree: (task: TaskRow) => void
  foot?: ReactNode
}) => (
  <WaitingCard
    title={t('待我审批')}
    count={tasks?.totalCount}
    none={tasks && t('没有待处理的审批')}
    onAll={() => go('/pages/personal/myapprove')}
    foot={foot}
  >
    {tasks?.list.map((task) => (
      <li key={task.id} className="border-b border-line last:border-none">
        <ProcessCard
          process={task}
          time={task.openedAt}
          tag={null}
          unread={!task.read}
          foot={taskFoot(task)}
          onPress={() => openTask(task)}
        />
        <div className="-mt-2 flex justify-end gap-2 px-4 pb-3">
          {task.batch ? (
            <Button size="small" disabled={busy} onClick={() => onAgree(task)}>
              {t('同意')}
            </Button>
          ) : (
            <Button size="small" kind="secondary" onClick={() => openTask(task)}>
              {t('处理')}
            </Button>
          )}
        </div>
      </li>
    ))}
  </WaitingCard>
)

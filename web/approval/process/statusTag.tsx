import { type ProcessStatus, processStatuses, revokedName } from '../../../domain/approval/flow/statuses.ts'
import type { ProcessRow, TaskRow } from '../../../domain/approval/operations/process.ts'
import { Tag, type Tone } from '../../look/Tag.tsx'
import { t } from '../../words.ts'

/** How an application stands, in the colour of its meaning. */
export const StatusTag = ({ process }: { process: Pick<ProcessRow, 'status' | 'suspended'> & { readonly isRevoked?: boolean } }) => {
  if (process.isRevoked) return <Tag tone="bad">{t(revokedName)}</Tag>
  return process.suspended ? (
    <Tag tone="warn">{t('已暂停')}</Tag>
  ) : (
    <Tag tone={tones[process.status]}>{t(processStatuses[process.status])}</Tag>
  )
}

/** How a task stands for the person who holds it; what is late or urged says so first. */
export const TaskTag = ({ task }: { task: Pick<TaskRow, 'status' | 'statusName' | 'overdue' | 'urged' | 'suspended'> }) => {
  if (task.status !== 1) return <Tag tone={doneTones[task.status] ?? 'plain'}>{t(task.statusName)}</Tag>
  if (task.suspended) return <Tag tone="warn">{t('已暂停')}</Tag>
  if (task.overdue) return <Tag tone="bad">{t('已超时')}</Tag>
  if (task.urged) return <Tag tone="warn">{t('催办')}</Tag>
  return <Tag tone="accent">{t('待处理')}</Tag>
}

/** The tones of a task that was agreed to or rejected. */
const doneTones: Readonly<Record<number, Tone>> = { 2: 'good', 3: 'bad' }

const tones: Readonly<Record<ProcessStatus, Tone>> = {
  running: 'accent',
  returned: 'warn',
  posting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  terminated: 'bad',
}

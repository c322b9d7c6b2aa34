import { type ProcessRow, type ProcessStatus, processStatuses } from '../../../domain/operations/workflow.ts'
import { Tag, type Tone } from '../../look/Tag.tsx'
import { t } from '../../words.ts'

/** How an application stands, in the colour of its meaning. */
export const StatusTag = ({ process }: { process: Pick<ProcessRow, 'status' | 'suspended'> }) =>
  process.suspended ? <Tag tone="warn">{t('已暂停')}</Tag> : <Tag tone={tones[process.status]}>{t(processStatuses[process.status])}</Tag>

const tones: Readonly<Record<ProcessStatus, Tone>> = {
  running: 'accent',
  returned: 'warn',
  posting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  terminated: 'bad',
}

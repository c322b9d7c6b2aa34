import type { PrintJobRow } from '../../domain/labels/operations.ts'
import { Cell } from '../look/Cell.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { when } from '../shell/when.ts'

type State = PrintJobRow['state']

const states: Readonly<Record<State, { readonly title: string; readonly tone: Tone }>> = {
  open: { title: '等待打印', tone: 'accent' },
  sending: { title: '正在打印', tone: 'accent' },
  doubtful: { title: '待确认', tone: 'warn' },
  done: { title: '已完成', tone: 'good' },
  cancelled: { title: '已取消', tone: 'plain' },
}

/** How a printing stands. */
export const JobTag = ({ state }: { state: State }) => <Tag tone={states[state].tone}>{t(states[state].title)}</Tag>

/** Where a printing goes, in words. */
export const whereTo = ({ way, printerName }: PrintJobRow): string => printerName ?? (way === 'pdf' ? 'PDF' : '')

/** A printing in a list. */
export const JobCell = ({ job }: { job: PrintJobRow }) => (
  <Cell
    title={`${t(job.templateName)} × ${job.total}`}
    text={[whereTo(job), job.userName, when(job.createdAt)].filter(Boolean).join(' · ')}
    value={<JobTag state={job.state} />}
    onPress={() => go('/pages/goods/labels/job', { id: job.id })}
  />
)

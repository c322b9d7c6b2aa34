import { differingIn } from '../../domain/counting/verdict.ts'
import { countTaskStates } from '../../domain/counting/task.ts'
import type { CountTaskRow } from '../../domain/counting/operations.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { countTable } from '../../domain/counting/table.ts'
import { type Handler, handleOneByOne } from '../call.ts'
import { type ListColumn, sheetMoment, tableFile } from '../records/export/lists.ts'
import { listCounts } from './tasks.ts'

const columns: readonly ListColumn<CountTaskRow>[] = [
  { key: 'name', label: '盘点名称', cell: ({ name }) => name },
  { key: 'code', label: '盘点编号', cell: ({ code }) => code },
  { key: 'done', label: '进度', cell: ({ numbers }) => `${numbers.done} / ${numbers.expected}` },
  { key: 'expected', label: '应盘', cell: ({ numbers }) => String(numbers.expected), amount: true },
  { key: 'differing', label: '差异', cell: ({ numbers }) => String(differingIn(numbers.byVerdict)), amount: true },
  { key: 'accuracy', label: '准确率（%）', cell: ({ accuracy }) => accuracy, amount: true },
  { key: 'openedByName', label: '发起人', cell: ({ openedBy }) => openedBy?.name ?? null },
  { key: 'openedAt', label: '开始时间', cell: ({ openedAt }) => sheetMoment(openedAt), date: 'moment' },
  { key: 'dueOn', label: '截止日期', cell: ({ dueOn }) => dueOn },
  { key: 'closedAt', label: '完成时间', cell: ({ closedAt }) => sheetMoment(closedAt), date: 'moment' },
  { key: 'state', label: '状态', cell: ({ state }, words) => words(countTaskStates[state]) },
]

/** Counts with how far each is, as a file. */
export const countExportHandler: Handler = handleOneByOne(listExports.counts, (call, input) =>
  tableFile(
    call,
    { title: countTable.title, table: countTable, columns },
    (tx, question: Parameters<typeof listCounts>[1]) => listCounts({ tx, session: call.session }, question),
    input,
  ),
)

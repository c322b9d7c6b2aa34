import { titleIn } from '../../../domain/approval/flow/title.ts'
import { processStatuses, standingName, taskStatuses } from '../../../domain/approval/flow/statuses.ts'
import { listExports as calls } from '../../../domain/tables/exportOperations.ts'
import type { CopyRow, ProcessRow, TaskRow } from '../../../domain/approval/operations/process.ts'
import { applicationTable, copyTable, decisionTable, monitorTable, taskTable } from '../../../domain/approval/process/applyingTable.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Page } from '../../../domain/operations/define.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { type Download, type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { type ListColumn, sheetMoment, tableFile, type WrittenOf } from '../../records/export/lists.ts'
import { linesFile } from '../../records/export/mixedLines.ts'
import type { Request } from '../../tables/order.ts'
import { linedBy } from './exportLines.ts'
import { copyFilterOf, processFilterOf, taskFilterOf } from './processFilters.ts'
import { listCopies, listProcesses, listTasks } from './lists.ts'

type LinedRequest = WrittenOf & { readonly withLines?: boolean | undefined }
type ProcessList<R, Q> = {
  readonly table: Table
  readonly columns: readonly ListColumn<R>[]
  readonly read: (tx: Tx, question: Q) => Promise<Page<R>>
  readonly processOf: (row: R) => Id
}

/** A list of applications as a file; `withLines`: with a row for each line of what they carry. */
const exportProcesses = <R extends { readonly id: Id }, Q extends Request>(
  call: OneByOne,
  { table, columns, read, processOf }: ProcessList<R, Q>,
  { withLines = false, ...request }: Q & LinedRequest,
): Promise<Download> => {
  const list = { title: table.title, table, columns }
  const question = request as unknown as Q & WrittenOf
  return withLines ? linesFile(call, list, { read, ...linedBy(call, processOf) }, question) : tableFile(call, list, read, question)
}

/** What one decides, applied for and was copied on, as files. */
export const processExportHandlers: readonly Handler[] = [
  handleOneByOne(calls.tasks, (call, input) => {
    const { uid } = call.session
    const read = (tx: Tx, question: TaskQuestion) => listTasks(tx, taskFilterOf({ tx, session: call.session }, question))
    const table = Number(input.status ?? 1) === 2 ? decisionTable : taskTable
    return exportProcesses(call, { table, columns: taskColumns(uid), read, processOf: ({ processId }) => processId }, input)
  }),
  handleOneByOne(calls.processes, (call, input) => {
    const { uid } = call.session
    const read = (tx: Tx, question: ProcessQuestion) => listProcesses(tx, processFilterOf({ tx, session: call.session }, question))
    const table = input.scope === 'all' ? monitorTable : applicationTable
    return exportProcesses(call, { table, columns: processColumns(uid), read, processOf: ({ id }) => id }, input)
  }),
  handleOneByOne(calls.copies, (call, input) => {
    const { uid } = call.session
    const read = (tx: Tx, question: CopyQuestion) => listCopies(tx, copyFilterOf({ tx, session: call.session }, question))
    return exportProcesses(call, { table: copyTable, columns: copyColumns(uid), read, processOf: ({ process }) => process.id }, input)
  }),
]

type TaskQuestion = Parameters<typeof taskFilterOf>[1]
type ProcessQuestion = Parameters<typeof processFilterOf>[1]
type CopyQuestion = Parameters<typeof copyFilterOf>[1]

type ApplicationRow = Pick<ProcessRow, 'title' | 'initiator' | 'summary' | 'amount' | 'number' | 'flowName' | 'suspended' | 'createdAt'>

/** What every application says of itself, to `uid`. */
const columnsFor = (uid: Id): readonly ListColumn<ApplicationRow>[] => [
  { key: 'title', label: '申请', cell: ({ title, initiator }, words) => titleIn(title, words, initiator.uid === uid) },
  { key: 'initiator', label: '申请人', cell: ({ initiator }) => initiator.userName },
  { key: 'summary', label: '摘要', cell: ({ summary }) => summary },
  { key: 'amount', label: '金额', cell: ({ amount }) => amount, amount: true, money: true },
  { key: 'number', label: '编号', cell: ({ number }) => number },
  { key: 'flowKey', label: '流程', cell: ({ flowName }, words) => words(flowName) },
  { key: 'suspended', label: '已暂停', cell: ({ suspended }, words) => (suspended ? words('已暂停') : null) },
  { key: 'createdAt', label: '提交时间', cell: ({ createdAt }) => sheetMoment(createdAt), date: 'moment' },
]

const taskColumns = (uid: Id): readonly ListColumn<TaskRow>[] => [
  ...columnsFor(uid),
  { key: 'nodeName', label: '审批环节', cell: ({ nodeName }, words) => words(nodeName) },
  { key: 'openedAt', label: '到达时间', cell: ({ openedAt }) => sheetMoment(openedAt), date: 'moment' },
  { key: 'decidedAt', label: '处理时间', cell: ({ decidedAt }) => sheetMoment(decidedAt), date: 'moment' },
  { key: 'dueAt', label: '办理期限', cell: ({ dueAt }) => sheetMoment(dueAt), date: 'moment' },
  { key: 'overdue', label: '超时', cell: ({ overdue }, words) => (overdue ? words('超时') : null) },
  { key: 'urged', label: '催办', cell: ({ urged }, words) => (urged ? words('催办') : null) },
  { key: 'status', label: '状态', cell: ({ status }, words) => words(taskStatuses[status] ?? '') },
  { key: 'processStatus', label: '申请状态', cell: ({ processStatus }, words) => words(processStatuses[processStatus]) },
]

const processColumns = (uid: Id): readonly ListColumn<ProcessRow>[] => [
  ...columnsFor(uid),
  {
    key: 'waiting',
    label: '当前处理',
    cell: ({ currentSteps }, words) =>
      currentSteps
        .map(({ nodeName, people }) => `${words(nodeName)} ${people.map(({ userName }) => userName).join(words('、'))}`.trim())
        .join('; '),
  },
  { key: 'status', label: '状态', cell: (row, words) => words(standingName(row)) },
  { key: 'documentCode', label: '单号', cell: ({ documentCode }) => documentCode },
  { key: 'endedAt', label: '结束时间', cell: ({ endedAt }) => sheetMoment(endedAt), date: 'moment' },
]

const copyColumns = (uid: Id): readonly ListColumn<CopyRow>[] => [
  ...processColumns(uid).map(({ cell, ...column }): ListColumn<CopyRow> => ({
    ...column,
    cell: ({ process }, words) => cell(process, words),
  })),
  { key: 'by', label: '抄送者', cell: ({ by }) => by?.userName ?? null },
  { key: 'comment', label: '留言', cell: ({ comment }) => comment },
  { key: 'copiedAt', label: '抄送时间', cell: ({ copiedAt }) => sheetMoment(copiedAt), date: 'moment' },
]

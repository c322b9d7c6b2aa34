import { titleIn } from '../../../domain/approval/flow/title.ts'
import { processStatuses, taskStatuses } from '../../../domain/approval/flow/statuses.ts'
import { listExports as calls } from '../../../domain/tables/exportOperations.ts'
import type { CopyRow, ProcessRow, TaskRow } from '../../../domain/approval/operations/process.ts'
import { applicationTable, copyTable, decisionTable, monitorTable, taskTable } from '../../../domain/approval/process/applyingTable.ts'
import type { Id } from '../../../kernel/id.ts'
import { type Handler, handleOneByOne } from '../../call.ts'
import { type ListColumn, sheetMoment, tableFile } from '../../records/export/lists.ts'
import { copyFilterOf, processFilterOf, taskFilterOf } from './processFilters.ts'
import { listCopies, listProcesses, listTasks } from './lists.ts'

/** What one decides, applied for and was copied on, as files. */
export const processExportHandlers: readonly Handler[] = [
  handleOneByOne(calls.tasks, (call, input) => {
    const table = Number(input.status ?? 1) === 2 ? decisionTable : taskTable
    return tableFile(
      call,
      { title: table.title, table, columns: taskColumns(call.session.uid) },
      (tx, question: Parameters<typeof taskFilterOf>[1]) => listTasks(tx, taskFilterOf({ tx, session: call.session }, question)),
      input,
    )
  }),
  handleOneByOne(calls.processes, (call, input) => {
    const table = input.scope === 'all' ? monitorTable : applicationTable
    return tableFile(
      call,
      { title: table.title, table, columns: processColumns(call.session.uid) },
      (tx, question: Parameters<typeof processFilterOf>[1]) => listProcesses(tx, processFilterOf({ tx, session: call.session }, question)),
      input,
    )
  }),
  handleOneByOne(calls.copies, (call, input) =>
    tableFile(
      call,
      { title: copyTable.title, table: copyTable, columns: copyColumns(call.session.uid) },
      (tx, question: Parameters<typeof copyFilterOf>[1]) => listCopies(tx, copyFilterOf({ tx, session: call.session }, question)),
      input,
    ),
  ),
]

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
  { key: 'status', label: '状态', cell: ({ status }, words) => words(processStatuses[status]) },
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

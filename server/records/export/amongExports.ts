import { receiptTable, requestTable } from '../../../domain/approval/process/applyingTable.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import type { DocumentRow } from '../../../domain/documents/operations.ts'
import { documentStateWords } from '../../../domain/documents/stateWords.ts'
import type { Page } from '../../../domain/operations/define.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { type Download, type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { listOpenRequests, listReceipts } from '../../documents/list.ts'
import type { Request } from '../../tables/order.ts'
import { type ListColumn, sheetMoment, tableFile, type WrittenOf } from './lists.ts'
import { columnsOfDocuments, linesFile, linesOfDocuments } from './mixedLines.ts'

/** What a document among several kinds says of itself. */
const amongColumns: readonly ListColumn<DocumentRow>[] = [
  { key: 'code', label: '单号', cell: ({ code }) => code },
  { key: 'kind', label: '单据', cell: ({ kind }, words) => words(kindNamed(kind).title) },
  { key: 'summary', label: '明细', cell: ({ summary }) => summary },
]

const receiptColumns: readonly ListColumn<DocumentRow>[] = [
  ...amongColumns,
  { key: 'authorName', label: '制单人', cell: ({ authorName }) => authorName },
  { key: 'submittedAt', label: '提交时间', cell: ({ submittedAt }) => sheetMoment(submittedAt), date: 'moment' },
  { key: 'state', label: '状态', cell: (row, words) => documentStateWords(kindNamed(row.kind), row, words) },
]

const requestColumns: readonly ListColumn<DocumentRow>[] = [
  ...amongColumns,
  { key: 'subjectName', label: '申请人', cell: ({ subjectName, authorName }) => subjectName || authorName },
  { key: 'submittedAt', label: '提交时间', cell: ({ submittedAt }) => sheetMoment(submittedAt), date: 'moment' },
]

type AmongRequest = Request & WrittenOf & { readonly withLines?: boolean | undefined }
type Among = {
  readonly table: Table
  readonly columns: readonly ListColumn<DocumentRow>[]
  readonly read: (tx: Tx, question: Request) => Promise<Page<DocumentRow>>
}

/** Documents of several kinds as a file; `withLines`: with a row for each of their lines. */
const exportAmong = (
  call: OneByOne,
  { table, columns, read }: Among,
  { withLines = false, ...request }: AmongRequest,
): Promise<Download> => {
  const list = { title: table.title, table, columns }
  if (!withLines) return tableFile(call, list, read, request)
  const linesOf = (tx: Tx, rows: readonly DocumentRow[]) => linesOfDocuments(tx, call.session, rows)
  return linesFile(call, list, { read, columnsOf: columnsOfDocuments, linesOf }, request)
}

export const amongExportHandlers: readonly Handler[] = [
  handleOneByOne(listExports.receipts, (call, input) => {
    const read = (tx: Tx, question: Request) => listReceipts(tx, call.session, question)
    return exportAmong(call, { table: receiptTable, columns: receiptColumns, read }, input)
  }),
  handleOneByOne(listExports.requests, (call, input) => {
    const read = (tx: Tx, question: Request) => listOpenRequests(tx, call.session, question)
    return exportAmong(call, { table: requestTable, columns: requestColumns, read }, input)
  }),
]

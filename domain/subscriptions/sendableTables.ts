import { transferOperations } from '../bulk/transferOperations.ts'
import { countTable } from '../counting/table.ts'
import { countTaskList } from '../counting/operations.ts'
import { documentKinds } from '../documents/all.ts'
import { documentOperations } from '../documents/operations.ts'
import { tableOfDocument } from '../documents/table.ts'
import { invoiceExport, invoiceList } from '../invoices/operations.ts'
import { invoiceTable } from '../invoices/table.ts'
import type { Operation } from '../operations/define.ts'
import { recordKinds } from '../records/all.ts'
import { recordOperations, stockList } from '../records/operations.ts'
import { stockTable } from '../records/stockTable.ts'
import { tableOfRecord } from '../records/table.ts'
import { documentExports, listExports, stockExports } from '../tables/exportOperations.ts'

/** How a table is read and written as a sheet. */
export type SendableTable = { readonly list: Operation; readonly sheet: Operation }

const tables = new Map<string, SendableTable>([
  ...recordKinds.map((kind): [string, SendableTable] => [
    tableOfRecord(kind).name,
    { list: recordOperations(kind).list, sheet: transferOperations(kind).export },
  ]),
  ...documentKinds.map((kind): [string, SendableTable] => [
    tableOfDocument(kind).name,
    { list: documentOperations(kind).list, sheet: documentExports(kind).export },
  ]),
  [stockTable.name, { list: stockList, sheet: stockExports.export }],
  [countTable.name, { list: countTaskList, sheet: listExports.counts }],
  [invoiceTable.name, { list: invoiceList, sheet: invoiceExport }],
])

/** Undefined for a table whose question a view does not say as a whole: the values of a book want a book and a month. */
export const sendableTable = (name: string): SendableTable | undefined => tables.get(name)

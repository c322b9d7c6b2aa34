import { monitorTable } from '../approval/process/applyingTable.ts'
import { processOperations } from '../approval/operations/processes.ts'
import { allocationTable } from '../books/allocationTable.ts'
import { disposalTable } from '../books/disposalTable.ts'
import { valueEntryTable } from '../books/entryTable.ts'
import { bookAllocationLines, bookDisposals, bookEntries, bookValues } from '../books/operations.ts'
import { valueTable } from '../books/table.ts'
import { transferOperations } from '../bulk/transferOperations.ts'
import { countTable } from '../counting/table.ts'
import { countTaskList } from '../counting/operations.ts'
import { documentKinds } from '../documents/all.ts'
import { lineLists } from '../documents/lineOperations.ts'
import { lineAreas, lineTables } from '../documents/lineTable.ts'
import { documentOperations } from '../documents/operations.ts'
import { tableOfDocument } from '../documents/table.ts'
import { invoiceExport, invoiceList } from '../invoices/operations.ts'
import { invoiceTable } from '../invoices/table.ts'
import type { Operation } from '../operations/define.ts'
import { recordKinds } from '../records/all.ts'
import { assetMoves, assetsAsOf } from '../records/asOf/asOfOperations.ts'
import { asOfTable, assetMoveTable } from '../records/asOf/asOfTable.ts'
import { recordOperations, stockList } from '../records/operations.ts'
import { stockTable } from '../records/stockTable.ts'
import { tableOfRecord } from '../records/table.ts'
import { stockEntryTable } from '../stockBook/entryTable.ts'
import { stockEntries, stockEntriesExport } from '../stockBook/operations.ts'
import { documentExports, lineExports, listExports, registerExports, stockExports } from '../tables/exportOperations.ts'

/** How a table is read and written as a sheet; `inputs` is what its screen asks besides what a view says. */
export type SendableTable = { readonly list: Operation; readonly sheet: Operation; readonly inputs?: Readonly<Record<string, string>> }

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
  ...lineAreas.map((area): [string, SendableTable] => [lineTables[area].name, { list: lineLists[area], sheet: lineExports[area] }]),
  [stockEntryTable.name, { list: stockEntries, sheet: stockEntriesExport }],
  [asOfTable.name, { list: assetsAsOf, sheet: registerExports.asOf }],
  [assetMoveTable.name, { list: assetMoves, sheet: registerExports.moves }],
  [valueTable.name, { list: bookValues, sheet: listExports.values }],
  [disposalTable.name, { list: bookDisposals, sheet: listExports.disposals }],
  [allocationTable.name, { list: bookAllocationLines, sheet: listExports.allocationLines }],
  [valueEntryTable.name, { list: bookEntries, sheet: listExports.valueEntries }],
  [monitorTable.name, { list: processOperations.processes, sheet: listExports.processes, inputs: { scope: 'all' } }],
])

/** Undefined for a table of what waits for its reader, which nobody sends to others. */
export const sendableTable = (name: string): SendableTable | undefined => tables.get(name)

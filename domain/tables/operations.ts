import type { Access } from '../access/permission.ts'
import { documentKinds } from '../documents/all.ts'
import { listPathOf } from '../documents/screens.ts'
import { recordKinds } from '../records/all.ts'
import {
  applicationTable,
  copyTable,
  decisionTable,
  monitorTable,
  receiptTable,
  requestTable,
  taskTable,
} from '../approval/process/applyingTable.ts'
import { countTable } from '../counting/table.ts'
import { invoiceList } from '../invoices/operations.ts'
import { invoiceTable } from '../invoices/table.ts'
import { importTable } from '../records/import/table.ts'
import type { RecordKind } from '../records/define.ts'
import type { Table } from './define.ts'
import { tableOfDocument } from '../documents/table.ts'
import { tableOfRecord } from '../records/table.ts'
import { allocationTable } from '../books/allocationTable.ts'
import { disposalTable } from '../books/disposalTable.ts'
import { assetMoves, assetsAsOf } from '../records/asOf/asOfOperations.ts'
import { asOfTable, assetMoveTable } from '../records/asOf/asOfTable.ts'
import { valueEntryTable } from '../books/entryTable.ts'
import { bookAllocationLines, bookDisposals, bookEntries, bookValues } from '../books/operations.ts'
import { valueTable } from '../books/table.ts'
import { stockTable } from '../records/stockTable.ts'
import { stockEntryTable } from '../stockBook/entryTable.ts'
import { stockEntries } from '../stockBook/operations.ts'
import { countTaskList } from '../counting/operations.ts'
import { documentOperations, openRequests } from '../documents/operations.ts'
import { lineLists } from '../documents/lineOperations.ts'
import { lineTables } from '../documents/lineTable.ts'
import { importList } from '../records/import/operations.ts'
import { recordOperations, stockList } from '../records/operations.ts'

/**
 * A table, who may look at it, and the screen that shows it; `search` is what its address says where the screen shows several, `kind` the kind of
 * its records, to which an organisation may add columns.
 */
export type KnownTable = {
  readonly table: Table
  readonly access: Access
  readonly screen: string
  readonly search?: string
  readonly kind?: RecordKind
}

const knownTables: readonly KnownTable[] = [
  ...recordKinds.map((kind) => ({
    table: tableOfRecord(kind),
    access: recordOperations(kind).list.access,
    screen: kind.screens.list,
    kind,
  })),
  ...documentKinds.map((kind) => ({
    table: tableOfDocument(kind),
    access: documentOperations(kind).list.access,
    screen: listPathOf(kind),
  })),
  { table: lineTables.consumables, access: lineLists.consumables.access, screen: '/pages/consumables/lines' },
  { table: lineTables.goods, access: lineLists.goods.access, screen: '/pages/goods/lines' },
  { table: stockTable, access: stockList.access, screen: '/pages/consumables/CsLocStock/index' },
  { table: stockEntryTable, access: stockEntries.access, screen: '/pages/consumables/stockBook/entries' },
  { table: valueTable, access: bookValues.access, screen: '/pages/goods/GsBook/values' },
  { table: disposalTable, access: bookDisposals.access, screen: '/pages/goods/GsBook/disposals' },
  { table: allocationTable, access: bookAllocationLines.access, screen: '/pages/goods/GsBook/allocationLines' },
  { table: valueEntryTable, access: bookEntries.access, screen: '/pages/goods/GsBook/entries' },
  { table: asOfTable, access: assetsAsOf.access, screen: '/pages/goods/GsGoodsInstance/asof' },
  { table: assetMoveTable, access: assetMoves.access, screen: '/pages/goods/GsGoodsInstance/moves' },
  { table: countTable, access: countTaskList.access, screen: '/pages/goods/GsInventoryOrder/index' },
  { table: importTable, access: importList.access, screen: '/pages/goods/imports' },
  { table: invoiceTable, access: invoiceList.access, screen: '/pages/goods/invoices/list' },
  { table: taskTable, access: 'signed-in', screen: '/pages/personal/myapprove' },
  { table: decisionTable, access: 'signed-in', screen: '/pages/personal/myapprove', search: 'shown=decided' },
  { table: applicationTable, access: 'signed-in', screen: '/pages/personal/myapply' },
  { table: monitorTable, access: ['workflow:list'], screen: '/pages/flow/monitor' },
  { table: copyTable, access: 'signed-in', screen: '/pages/personal/flowCopy' },
  { table: requestTable, access: openRequests.access, screen: '/pages/goods/GsApplyOutstockOrder/index' },
  { table: receiptTable, access: 'signed-in', screen: '/pages/personal/receipts' },
]

const byName = new Map(knownTables.map((entry) => [entry.table.name, entry]))

/** The table of that name; undefined where there is none. */
export const tableNamed = (name: string): KnownTable | undefined => byName.get(name)

export const tableNames: readonly string[] = [...byName.keys()]

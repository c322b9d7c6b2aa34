import * as v from 'valibot'
import type { Access } from '../access/permission.ts'
import { listFormats, transferOperations } from '../bulk/transferOperations.ts'
import { documentKinds } from '../documents/all.ts'
import { lineTables } from '../documents/lineTable.ts'
import { tableOfDocument } from '../documents/table.ts'
import { invoiceExport } from '../invoices/operations.ts'
import { invoiceTable } from '../invoices/table.ts'
import { operation } from '../operations/define.ts'
import { recordKinds } from '../records/all.ts'
import { stockTable } from '../records/stockTable.ts'
import { stockEntryTable } from '../stockBook/entryTable.ts'
import { stockEntriesExport } from '../stockBook/operations.ts'
import { tableOfRecord } from '../records/table.ts'
import { asOfTable, assetMoveTable } from '../records/asOf/asOfTable.ts'
import { documentExports, lineExports, registerExports, stockExports } from './exportOperations.ts'
import { groupQuestion } from './groupOperations.ts'

/** Who may take the rows of a table away, where its list has a right for that. */
const exportAccess: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...recordKinds.map((kind): [string, Access] => [tableOfRecord(kind).name, transferOperations(kind).export.access]),
  ...documentKinds.map((kind): [string, Access] => [tableOfDocument(kind).name, documentExports(kind).export.access]),
  [stockTable.name, stockExports.export.access],
  [stockEntryTable.name, stockEntriesExport.access],
  [asOfTable.name, registerExports.asOf.access],
  [assetMoveTable.name, registerExports.moves.access],
  [invoiceTable.name, invoiceExport.access],
  [lineTables.consumables.name, lineExports.consumables.access],
  [lineTables.goods.name, lineExports.goods.access],
])

/** Who may take what a table is grouped by away: those who may take its rows, or look at it where there is no such right. */
export const groupsExportAccess = (table: string): Access => exportAccess.get(table) ?? 'signed-in'

/** The groups of a table as a file. */
export const tableGroupsExport = operation({
  name: 'table.exportGroups',
  path: '/api/table/groups/export',
  title: '导出分组汇总',
  access: 'signed-in',
  input: v.strictObject({
    ...groupQuestion,
    /** True: the groups of the last column stand side by side, with each figure below each of them, as on the screen; too many stand one below the other. */
    isPivot: v.optional(v.boolean('应为是或否'), false),
    format: v.optional(v.picklist(listFormats, '格式应为 xlsx、csv 或 pdf'), 'xlsx'),
  }),
  output: v.any(),
  reads: true,
  byKey: 'always',
})

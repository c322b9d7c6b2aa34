import { documentKinds } from '../../domain/documents/all.ts'
import { documentOperations, openRequests, receipts } from '../../domain/documents/operations.ts'
import { lineLists } from '../../domain/documents/lineOperations.ts'
import { type LineArea, lineAreas, lineTables } from '../../domain/documents/lineTable.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { processOperations } from '../../domain/approval/operations/processes.ts'
import { importList } from '../../domain/records/import/operations.ts'
import { importTable } from '../../domain/records/import/table.ts'
import { recordOperations, stockList } from '../../domain/records/operations.ts'
import { taskOperations } from '../../domain/approval/operations/tasks.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { asset } from '../../domain/records/asset.ts'
import {
  applicationTable,
  copyTable,
  decisionTable,
  monitorTable,
  receiptTable,
  requestTable,
  taskTable,
} from '../../domain/approval/process/applyingTable.ts'
import { summedKeys, type Table } from '../../domain/tables/define.ts'
import { tableOfDocument } from '../../domain/documents/table.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { allocationTable } from '../../domain/books/allocationTable.ts'
import { disposalTable } from '../../domain/books/disposalTable.ts'
import { assetMoves, assetsAsOf } from '../../domain/records/asOf/asOfOperations.ts'
import { asOfTable, assetMoveTable } from '../../domain/records/asOf/asOfTable.ts'
import { valueEntryTable } from '../../domain/books/entryTable.ts'
import { asOfAsked, type AsOfQuery, asOfStandings, hiddenInAsOf } from '../records/asOf/asOf.ts'
import { assetMovesAsked, assetMoveStandings } from '../records/asOf/assetMoves.ts'
import { entryConditions, type EntryQuery, valueEntryStandings } from '../books/lists/entryList.ts'
import { bookAllocationLines, bookDisposals, bookEntries, bookValues } from '../../domain/books/operations.ts'
import { valueTable } from '../../domain/books/table.ts'
import { countTaskList } from '../../domain/counting/operations.ts'
import { countTable } from '../../domain/counting/table.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { readsAll } from '../access/scope.ts'
import {
  type AskedRows,
  copiesAsked,
  copyFilterOf,
  processesAsked,
  processFilterOf,
  taskFilterOf,
  tasksAsked,
} from '../approval/process/processFilters.ts'
import type { Session, SignedIn } from '../call.ts'
import type { Conditions } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { type DocumentFilter, documentsAsked, receiptsAsked, requestsAsked } from '../documents/list.ts'
import { hiddenInLines, lineRowId, linesAsked } from '../documents/lines/lineList.ts'
import { countsAsked, type CountsQuestion } from '../counting/countsAsked.ts'
import { importsAsked } from '../records/import/list.ts'
import { assetsAsked } from '../records/assetList.ts'
import { recordsAsked } from '../records/list.ts'
import { allocationConditions, allocationId, type AllocationQuery, allocationStandings } from '../books/lists/allocationList.ts'
import { disposalConditions, type DisposalQuery, disposalStandings } from '../books/lists/disposalList.ts'
import { valueConditions, type ValueQuery, valueStandings } from '../books/lists/valueList.ts'
import { hiddenKeys, hidesMoney } from '../access/hidden.ts'
import { invoicesAsked } from '../invoices/list.ts'
import { invoiceList } from '../../domain/invoices/operations.ts'
import { invoiceMoneyKeys, invoiceTable } from '../../domain/invoices/table.ts'
import { stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import { stockEntries } from '../../domain/stockBook/operations.ts'
import { entriesAsked, hiddenInEntries } from '../stockBook/entries.ts'
import { stockEntryId, stockEntryStandings } from '../stockBook/entryRows.ts'
import { hiddenInStock, keepsStock, stockConditions, stockFrom, type StockQuery, stockStandings } from '../records/stock/stock.ts'
import { type ChosenRows, chosenText } from '../tables/chosenRows.ts'
import type { Request } from '../tables/order.ts'
import { standingsOf } from '../tables/records.ts'
import type { Standings } from '../tables/columnStanding.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { Values } from '../db/recordTable.ts'

export type SumReader = Pick<SignedIn, 'tx' | 'session'>

/** The rows of a list that a person asks for, as they may see them, where their columns can be added up. */
export type SumQuery = {
  /** `begins` stands before `select`, `from` behind it, up to its conditions. */
  readonly begins?: string
  readonly from: string
  readonly conditions: Conditions
  readonly id: string
  readonly standings: Standings
  /** True where the caller sees only the open columns of some of the rows. */
  readonly openOnly: boolean
}

/** The columns of a table that none of the reader's roles shows. Documents hide theirs row by row. */
export const hiddenIn = (session: Session, table: Table): readonly string[] => {
  if (table === stockTable) return hiddenInStock(session)
  if (table === asOfTable) return hiddenInAsOf(session)
  if (table === stockEntryTable) return hiddenInEntries(session)
  if (lineAreas.some((area) => lineTables[area] === table)) return hiddenInLines(session)
  if (table === invoiceTable) return hidesMoney(session) ? invoiceMoneyKeys : []
  const kind = recordKinds.find((candidate) => tableOfRecord(candidate).name === table.name)
  return kind ? hiddenKeys(session, { noun: kind.noun, fields: table.columns }) : []
}

/** True of the columns of which this reader may be told what they come to; `openOnly`: some rows show the open ones alone. */
export const readableColumns = (session: Session, table: Table, openOnly: boolean): ((key: string) => boolean) => {
  const hidden = hiddenIn(session, table)
  return (key) => (!openOnly || table.columns[key]?.open === true) && !hidden.includes(key)
}

/** True where this reader sees only the open columns of some rows of the table's list; the register shows no one a row that they may not see whole. */
export const seesOpenOnly = (session: Session, table: Table): boolean => {
  if (table === stockTable) return !keepsStock(session)
  const kind = recordKinds.find((kind) => kind !== asset && tableOfRecord(kind).name === table.name)
  return kind !== undefined && !readsAll(session, kind)
}

/** Applications and tasks with what stands beside them. */
const approvalRows = async (askedRows: AskedRows | Promise<AskedRows>): Promise<SumQuery> => {
  const { rows, beside, ...found } = await askedRows
  return { ...found, from: `${rows} ${beside}`, openOnly: false }
}

const tasksOf = (table: Table, isDone: boolean): [string, Summable] => [
  table.name,
  {
    table,
    list: taskOperations.tasks,
    rows: (reader, input) => approvalRows(tasksAsked(reader.tx, { ...taskFilterOf(reader, input), done: isDone })),
  },
]

/** How the rows of a table are asked for, and the call by whose words. */
export type Summable = {
  /** As it is delivered. */
  readonly table: Table
  readonly list: Operation
  readonly rows: (reader: SumReader, input: Request & Values) => Promise<SumQuery> | SumQuery
  /** Those of them that the reader may take away, where that is not all. */
  readonly exportedRows?: (reader: SumReader, input: Request & Values) => Promise<SumQuery>
}

const linesOf = (area: LineArea): [string, Summable] => {
  const rowsOf =
    (verb: 'list' | 'export') =>
    async ({ tx, session }: SumReader, input: Request): Promise<SumQuery> => ({
      ...(await linesAsked(tx, session, { area, verb }, input)),
      id: `(${lineRowId})`,
      openOnly: false,
    })
  const table = lineTables[area]
  return [table.name, { table, list: lineLists[area], rows: rowsOf('list'), exportedRows: rowsOf('export') }]
}

/** Documents of several kinds. */
const amongOf = (table: Table, list: Operation, askedOf: typeof requestsAsked): [string, Summable] => [
  table.name,
  {
    table,
    list,
    rows: async ({ tx, session }, input) => {
      const { conditions, standings, source } = await askedOf(tx, session, input)
      return { begins: source.before, from: `${source.from} d`, conditions, id: 'd.id', standings, openOnly: false }
    },
  },
]

/** Of lists that are not among them nothing is added up but what is loaded. */
export const summables: ReadonlyMap<string, Summable> = new Map<string, Summable>([
  ...recordKinds.map((kind): [string, Summable] => [
    tableOfRecord(kind).name,
    {
      table: tableOfRecord(kind),
      list: recordOperations(kind).list,
      rows: async (reader, input) => {
        if (kind === asset) return { ...(await assetsAsked(reader, input)), id: 'a.id' }
        const ownKind = await organisationKind(reader.tx, kind)
        return {
          from: `"${kind.table}" r`,
          conditions: recordsAsked(reader, ownKind, input),
          id: 'r.id',
          standings: standingsOf(ownKind, 'r'),
          openOnly: seesOpenOnly(reader.session, tableOfRecord(ownKind)),
        }
      },
    },
  ]),
  ...documentKinds.map((kind): [string, Summable] => [
    tableOfDocument(kind).name,
    {
      table: tableOfDocument(kind),
      list: documentOperations(kind).list,
      rows: async ({ tx, session }, input) => {
        const { conditions, standings } = await documentsAsked(tx, session, kind, input as DocumentFilter)
        return { from: 'document d', conditions, id: 'd.id', standings, openOnly: false }
      },
    },
  ]),
  ...lineAreas.map(linesOf),
  [
    stockTable.name,
    {
      table: stockTable,
      list: stockList,
      rows: ({ tx, session }, input) => ({
        from: stockFrom,
        conditions: stockConditions(tx, session, input as StockQuery),
        id: `(l.id || '-' || g.id)`,
        standings: stockStandings,
        openOnly: seesOpenOnly(session, stockTable),
      }),
    },
  ],
  [
    valueTable.name,
    {
      table: valueTable,
      list: bookValues,
      rows: (reader, input) => ({
        ...valueConditions(reader, input as ValueQuery),
        id: 'a.id',
        standings: valueStandings,
        openOnly: false,
      }),
    },
  ],
  [
    stockEntryTable.name,
    {
      table: stockEntryTable,
      list: stockEntries,
      rows: ({ tx, session }, input) => ({
        ...entriesAsked(tx, session, input),
        id: stockEntryId,
        standings: stockEntryStandings,
        openOnly: false,
      }),
    },
  ],
  [
    asOfTable.name,
    {
      table: asOfTable,
      list: assetsAsOf,
      rows: ({ tx, session }, input) => ({
        ...asOfAsked(tx, session, input as unknown as AsOfQuery),
        id: 'a.id',
        standings: asOfStandings,
        openOnly: false,
      }),
    },
  ],
  [
    assetMoveTable.name,
    {
      table: assetMoveTable,
      list: assetMoves,
      rows: ({ tx, session }, input) => ({
        ...assetMovesAsked(tx, session, input),
        id: 'm.seq',
        standings: assetMoveStandings,
        openOnly: false,
      }),
    },
  ],
  [
    valueEntryTable.name,
    {
      table: valueEntryTable,
      list: bookEntries,
      rows: (reader, input) => ({
        ...entryConditions(reader, input as EntryQuery),
        id: 'e.number',
        standings: valueEntryStandings,
        openOnly: false,
      }),
    },
  ],
  [
    disposalTable.name,
    {
      table: disposalTable,
      list: bookDisposals,
      rows: (reader, input) => ({
        ...disposalConditions(reader, input as DisposalQuery),
        id: 'e.number',
        standings: disposalStandings,
        openOnly: false,
      }),
    },
  ],
  [
    allocationTable.name,
    {
      table: allocationTable,
      list: bookAllocationLines,
      rows: (reader, input) => ({
        ...allocationConditions(reader, input as AllocationQuery),
        id: allocationId,
        standings: allocationStandings,
        openOnly: false,
      }),
    },
  ],
  [
    invoiceTable.name,
    {
      table: invoiceTable,
      list: invoiceList,
      rows: ({ tx, session }, input) => ({ ...invoicesAsked(tx, session, input), from: 'invoice i', id: 'i.id', openOnly: false }),
    },
  ],
  [
    importTable.name,
    { table: importTable, list: importList, rows: ({ tx, session }, input) => ({ ...importsAsked(tx, session, input), openOnly: false }) },
  ],
  [
    countTable.name,
    {
      table: countTable,
      list: countTaskList,
      rows: (reader, input) => {
        const counts = countsAsked(reader, input as CountsQuestion)
        counts.conditions.add('t.org_id = $1')
        return { ...counts, openOnly: false }
      },
    },
  ],
  amongOf(requestTable, openRequests, requestsAsked),
  amongOf(receiptTable, receipts, receiptsAsked),
  [
    copyTable.name,
    {
      table: copyTable,
      list: processOperations.copies,
      rows: (reader, input) => approvalRows(copiesAsked(reader.tx, copyFilterOf(reader, input))),
    },
  ],
  tasksOf(taskTable, false),
  tasksOf(decisionTable, true),
  [
    applicationTable.name,
    {
      table: applicationTable,
      list: processOperations.processes,
      rows: (reader, input) => approvalRows(processesAsked(reader.tx, processFilterOf(reader, input))),
    },
  ],
  [
    monitorTable.name,
    {
      table: monitorTable,
      list: processOperations.processes,
      rows: (reader, input) => approvalRows(processesAsked(reader.tx, processFilterOf(reader, { ...input, scope: 'all' }))),
    },
  ],
])

/** True of a table whose rows have no number of their own. */
export const hasComposedIds = (table: Table): boolean => table === stockTable || lineAreas.some((area) => lineTables[area] === table)

/** How many they are and what they come to. */
export const sumsOf = async (
  { tx, session }: SumReader,
  table: Table,
  {
    begins = '',
    from,
    conditions,
    id,
    standings,
    openOnly,
    keys: askedKeys = summedKeys(table),
  }: SumQuery & { readonly keys?: readonly string[] },
  chosenRows: ChosenRows,
): Promise<{ count: number; sums: Record<string, string | null> }> => {
  const keys = askedKeys.filter(readableColumns(session, table, openOnly))
  conditions.add(chosenText(conditions, chosenRows, id, hasComposedIds(table) ? 'text' : 'bigint'))
  const sumColumns = keys.map((key) => ({ key, place: assertDefined(standings[key], key) }))
  // One array: an organisation may have more own numbers than a statement has columns.
  const sums = sumColumns.map(({ place }) => `sum(${place.sumSql ?? place.sql})::text`)
  const { count, found } = await onlyRow(
    tx.query<{ count: number; found: (string | null)[] }>(
      `${begins} select count(*)::int as count, array[${sums.join(', ')}]::text[] as found from ${from} where ${conditions.texts.join(' and ')}`,
      conditions.values,
      'anew',
    ),
  )
  return { count, sums: Object.fromEntries(sumColumns.map(({ key }, index) => [key, found[index] ?? null])) }
}

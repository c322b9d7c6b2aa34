import { stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import { stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import {
  stockBook,
  stockBookExport,
  type StockBookGroup,
  type StockBookRow,
  stockBookTotal,
  stockEntries,
  stockEntriesExport,
  type StockEntryRow,
  stockMonthClose,
  stockMonthReopen,
  stockMonths,
} from '../../domain/stockBook/operations.ts'
import { stockAccounts } from '../../domain/stockBook/entryKind.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { handle, type Handler, handleOneByOne } from '../call.ts'
import { type ListColumn, listFile, rowsAtOnce, tableFile } from '../records/export/lists.ts'
import type { Request } from '../tables/order.ts'
import { listStockBook, type StockBookQuestion, totalOfStockBook } from './book.ts'
import { listEntries } from './entries.ts'
import { closeStockMonth, listStockMonths, reopenStockMonth } from './months.ts'

const kindTitles: Readonly<Record<string, { readonly title: string }>> = stockEntryKinds
const standingTitles: Readonly<Record<string, string>> = stockAccounts

const entryColumns: readonly ListColumn<StockEntryRow>[] = [
  { key: 'movedOn', label: '业务日期', cell: ({ movedOn }) => movedOn, date: 'day' },
  { key: 'documentCode', label: '单号', cell: ({ documentCode }) => documentCode },
  { key: 'kind', label: '收发类型', cell: ({ kind }, words) => words(kindTitles[kind]?.title ?? kind) },
  { key: 'goodsCode', label: '耗材编码', cell: ({ goodsCode }) => goodsCode },
  { key: 'goodsName', label: '耗材名称', cell: ({ goodsName }) => goodsName },
  { key: 'spec', label: '规格', cell: ({ spec }) => spec },
  { key: 'unit', label: '单位', cell: ({ unit }) => unit },
  { key: 'locName', label: '仓库', cell: ({ locName }) => locName },
  { key: 'standing', label: '在库或在途', cell: ({ standing }, words) => words(standingTitles[standing] ?? standing) },
  { key: 'inQuantity', label: '收入数量', cell: ({ inQuantity }) => inQuantity, amount: true },
  { key: 'inAmount', label: '收入金额', cell: ({ inAmount }) => inAmount, amount: true, money: true },
  { key: 'outQuantity', label: '发出数量', cell: ({ outQuantity }) => outQuantity, amount: true },
  { key: 'outAmount', label: '发出金额', cell: ({ outAmount }) => outAmount, amount: true, money: true },
  { key: 'afterQuantity', label: '入账后结存', cell: ({ afterQuantity }) => afterQuantity, amount: true },
  { key: 'netQuantity', label: '净数量', cell: ({ netQuantity }) => netQuantity, amount: true },
  { key: 'netAmount', label: '净金额', cell: ({ netAmount }) => netAmount, amount: true, money: true },
  { key: 'deptName', label: '部门', cell: ({ deptName }) => deptName },
  { key: 'actorName', label: '入账人', cell: ({ actorName }) => actorName },
]

/** The place of a row, and whether what it holds is still on the road to it. */
const placeCell: ListColumn<StockBookRow> = {
  label: '仓库',
  cell: ({ locName, standing }, words) => (standing === 'transit' ? words('{place}（在途）', { place: locName ?? '' }) : locName),
}
const goodsCells: readonly ListColumn<StockBookRow>[] = [
  { label: '耗材编码', cell: ({ goodsCode }) => goodsCode },
  { label: '耗材名称', cell: ({ goodsName }) => goodsName },
  { label: '规格', cell: ({ spec }) => spec },
  { label: '单位', cell: ({ unit }) => unit },
]
const headCells: Readonly<Record<StockBookGroup, readonly ListColumn<StockBookRow>[]>> = {
  goodsPlace: [...goodsCells, placeCell],
  goods: goodsCells,
  place: [placeCell],
  category: [{ label: '耗材分类', cell: ({ catName }, words) => catName ?? words('未设置') }],
  department: [{ label: '部门', cell: ({ deptName }, words) => deptName ?? words('未设置') }],
}

type Figure = StockBookRow['opening']

const figureCells = (
  title: string,
  hasQuantity: boolean,
  figureOf: (row: StockBookRow) => Figure | undefined,
): ListColumn<StockBookRow>[] => [
  ...(hasQuantity ? [{ label: `${title}数量`, cell: (row: StockBookRow) => figureOf(row)?.quantity ?? null, amount: true }] : []),
  { label: `${title}金额`, cell: (row) => figureOf(row)?.amount ?? null, amount: true, money: true },
]

const bookColumns = (by: StockBookGroup): ListColumn<StockBookRow>[] => {
  const hasQuantity = by === 'goods' || by === 'goodsPlace'
  const kinds = by === 'department' ? (['issue', 'return'] as const) : keysOf(stockEntryKinds)
  const moves = kinds.flatMap((kind) => figureCells(stockEntryKinds[kind].title, hasQuantity, ({ moves: ofRow }) => ofRow[kind]))
  if (by === 'department') return [...headCells[by], ...moves]
  return [
    ...headCells[by],
    ...figureCells('期初', hasQuantity, ({ opening }) => opening),
    ...moves,
    ...figureCells('期末', hasQuantity, ({ closing }) => closing),
  ]
}

export const stockBookHandlers: readonly Handler[] = [
  handle(stockEntries, listEntries),
  handle(stockBook, listStockBook),
  handle(stockBookTotal, totalOfStockBook),
  handle(stockMonths, listStockMonths),
  handle(stockMonthClose, closeStockMonth),
  handle(stockMonthReopen, reopenStockMonth),
  handleOneByOne(stockEntriesExport, (call, input) =>
    tableFile(
      call,
      { title: stockEntryTable.title, table: stockEntryTable, columns: entryColumns },
      (tx, question: Request) => listEntries({ ...call, tx }, question),
      input,
    ),
  ),
  handleOneByOne(stockBookExport, (call, { format, ...question }) => {
    let after: string | undefined
    return listFile<StockBookRow>(call, () => ({
      title: '收发存汇总',
      format,
      asked: [`${question.from} – ${question.to}`],
      columns: bookColumns(question.by),
      read: async (tx) => {
        const page = await listStockBook({ ...call, tx }, { ...(question satisfies StockBookQuestion), pageSize: rowsAtOnce, after })
        after = page.next
        return page.list
      },
    }))
  }),
]

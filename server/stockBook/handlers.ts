import { stockAccounts, type StockEntryName, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
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
  { key: 'standing', label: '在库或在途', cell: (row, words) => words(standingTitles[row.standing] ?? row.standing) },
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
  cell: (row, words) => (row.standing === 'transit' ? words('{place}（在途）', { place: row.locName ?? '' }) : row.locName),
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
  category: [{ label: '耗材分类', cell: ({ catName }, words) => catName ?? words('未填写') }],
  department: [{ label: '部门', cell: ({ deptName }, words) => deptName ?? words('未填写') }],
}

type Figure = StockBookRow['opening']

type FigureName = 'opening' | 'closing' | StockEntryName

const figureTitles: Readonly<Record<FigureName, readonly [quantity: string, amount: string]>> = {
  opening: ['期初数量', '期初金额'],
  stockIn: ['入库数量', '入库金额'],
  return: ['退库数量', '退库金额'],
  surplus: ['盘盈数量', '盘盈金额'],
  transferIn: ['调拨入数量', '调拨入金额'],
  otherIn: ['其他入数量', '其他入金额'],
  issue: ['领用数量', '领用金额'],
  transferOut: ['调拨出数量', '调拨出金额'],
  loss: ['盘亏数量', '盘亏金额'],
  disposal: ['处置数量', '处置金额'],
  otherOut: ['其他出数量', '其他出金额'],
  closing: ['期末数量', '期末金额'],
}

const figureIn = (row: StockBookRow, name: FigureName): Figure | undefined =>
  name === 'opening' || name === 'closing' ? row[name] : row.moves[name]

const figureCells = (name: FigureName, hasQuantity: boolean): ListColumn<StockBookRow>[] => {
  const [quantityTitle, amountTitle] = figureTitles[name]
  const amountCell: ListColumn<StockBookRow> = {
    label: amountTitle,
    cell: (row) => figureIn(row, name)?.amount ?? null,
    amount: true,
    money: true,
  }
  if (!hasQuantity) return [amountCell]
  return [{ label: quantityTitle, cell: (row) => figureIn(row, name)?.quantity ?? null, amount: true }, amountCell]
}

const bookColumns = (by: StockBookGroup): ListColumn<StockBookRow>[] => {
  const hasQuantity = by === 'goods' || by === 'goodsPlace'
  const names: readonly FigureName[] = by === 'department' ? ['issue', 'return'] : keysOf(figureTitles)
  return [...headCells[by], ...names.flatMap((name) => figureCells(name, hasQuantity))]
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

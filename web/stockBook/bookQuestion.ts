import { addDays, type Day } from '../../kernel/day.ts'
import { addMonths } from '../../kernel/month.ts'
import type { StockEntryName } from '../../domain/stockBook/entryKind.ts'
import { stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import { type StockBookGroup, stockBookGroups, type StockBookRow } from '../../domain/stockBook/operations.ts'
import type { Condition, Where } from '../../domain/tables/view.ts'
import { hrefOf } from '../frames.ts'
import { useSearch } from '../screen.ts'
import { today } from '../shell/dateWords.ts'
import { searchOf } from '../table/address.ts'
import { replace } from '../travel.ts'

export type BookQuestion = {
  readonly from: Day
  readonly to: Day
  readonly by: StockBookGroup
  readonly locId?: string
  readonly catId?: string
  readonly goodsId?: string
}

const path = '/pages/consumables/stockBook/index'
const monthStart = (): Day => `${today().slice(0, 7)}-01`

/** The spans of days that one press asks for. */
export const bookSpans = (): { readonly title: string; readonly from: Day; readonly to: Day }[] => {
  const first = monthStart()
  return [
    { title: '本月', from: first, to: today() },
    { title: '上月', from: addMonths(first, -1), to: addDays(first, -1) },
    { title: '本年', from: `${today().slice(0, 4)}-01-01`, to: today() },
  ]
}

/** What the address asks of the stock book; the present month by supply where it says nothing. */
export const useBookQuestion = (): { question: BookQuestion; change: (changes: Partial<Record<keyof BookQuestion, string>>) => void } => {
  const search = useSearch(path)
  const question: BookQuestion = {
    from: search.from ?? monthStart(),
    to: search.to ?? today(),
    by: stockBookGroups.find((group) => group === search.by) ?? 'goods',
    ...(search.locId && { locId: search.locId }),
    ...(search.catId && { catId: search.catId }),
    ...(search.goodsId && { goodsId: search.goodsId }),
  }
  const change = (changes: Partial<Record<keyof BookQuestion, string>>) => {
    const { from, to, ...filters } = { ...question, ...changes }
    replace(path, { ...filters, from, to: to < from ? from : to })
  }
  return { question, change }
}

/** A figure of a row: what there was before, what moved for one reason, what there is after. */
export type BookCell = 'opening' | 'closing' | StockEntryName

/** The entries behind a figure; of a row, or of all of them. */
export const hrefOfCell = ({ from, to, locId, catId, goodsId }: BookQuestion, cell: BookCell, row: StockBookRow | undefined): string => {
  const days: Readonly<Record<string, [string, string]>> = { opening: ['', addDays(from, -1)], closing: ['', to] }
  const among = (key: string, value: string | null | undefined, is: 'in' | 'only' = 'in'): Condition[] =>
    value ? [{ key, is, value: [value] }] : []
  const where: Where = [
    { key: 'movedOn', is: 'between', value: days[cell] ?? [from, to] },
    ...(cell in days ? [] : among('kind', cell)),
    ...(row?.locId ? among('locId', row.locId, 'only') : among('locId', locId)),
    ...among('standing', row?.standing),
    ...(row?.catId ? among('catId', row.catId, 'only') : among('catId', catId)),
    ...among('goodsId', row?.goodsId ?? goodsId),
    ...among('deptId', row?.deptId, 'only'),
  ]
  return hrefOf('/pages/consumables/stockBook/entries', searchOf(stockEntryTable, {}, { where }))
}

import { type StockEntryName, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import type { StockBookGroup, StockBookRow, StockFigure } from '../../domain/stockBook/operations.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { t } from '../words.ts'
import type { BookQuestion } from './bookQuestion.ts'

export type BookFigures = Pick<StockBookRow, 'opening' | 'moves' | 'closing'>
export type BookProps = { question: BookQuestion; rows: readonly StockBookRow[]; total: BookFigures }

/** True where rows are about one supply each, so that their quantities say something. */
export const hasQuantities = (by: StockBookGroup): boolean => by === 'goods' || by === 'goodsPlace'

/** The reasons for which something moved in any of the rows, in the order in which they are declared. */
export const kindsIn = ({ question: { by }, rows, total }: BookProps): StockEntryName[] => {
  if (by === 'department') return ['issue', 'return']
  return keysOf(stockEntryKinds).filter((kind) => kind in total.moves || rows.some(({ moves }) => kind in moves))
}

/** The place of a row, and whether it is still on the road to it. */
const placeOf = ({ locName, ...row }: StockBookRow): string | null =>
  row.standing === 'transit' ? t('{place}（在途）', { place: locName ?? '' }) : locName

/** What a row is about. */
export const titleOf = (row: StockBookRow, by: StockBookGroup): string => {
  const titles: Readonly<Record<StockBookGroup, string | null>> = {
    goods: row.goodsName,
    goodsPlace: row.goodsName,
    place: placeOf(row),
    category: row.catName,
    department: row.deptName,
  }
  return titles[by] ?? t('未填写')
}

/** The second line of a row. */
export const detailsOf = (row: StockBookRow, by: StockBookGroup): string => {
  const parts: Readonly<Record<StockBookGroup, readonly (string | null)[]>> = {
    goods: [row.goodsCode, row.spec, row.unit],
    goodsPlace: [placeOf(row), row.goodsCode, row.unit],
    place: [],
    category: [],
    department: [],
  }
  return parts[by].filter(Boolean).join(' · ')
}

export const figureOf = (figures: BookFigures, cell: 'opening' | 'closing' | StockEntryName): StockFigure | undefined =>
  cell === 'opening' || cell === 'closing' ? figures[cell] : figures.moves[cell]

export const cellTitle = (cell: 'opening' | 'closing' | StockEntryName): string => {
  if (cell === 'opening') return t('期初')
  return cell === 'closing' ? t('期末') : t(stockEntryKinds[cell].title)
}

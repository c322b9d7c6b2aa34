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

/** What a row is about. */
export const titleOf = ({ goodsName, locName, standing, catName, deptName }: StockBookRow, by: StockBookGroup): string => {
  const place = standing === 'transit' ? t('{place}（在途）', { place: locName ?? '' }) : locName
  const titles: Readonly<Record<StockBookGroup, string | null>> = {
    goods: goodsName,
    goodsPlace: goodsName,
    place,
    category: catName,
    department: deptName,
  }
  return titles[by] ?? t('未设置')
}

/** The second line of a row. */
export const detailsOf = ({ goodsCode, spec, unit, locName, standing }: StockBookRow, by: StockBookGroup): string => {
  const place = standing === 'transit' ? t('{place}（在途）', { place: locName ?? '' }) : locName
  const parts: Readonly<Record<StockBookGroup, readonly (string | null)[]>> = {
    goods: [goodsCode, spec, unit],
    goodsPlace: [place, goodsCode, unit],
    place: [],
    category: [],
    department: [],
  }
  return parts[by].filter(Boolean).join(' · ')
}

export const figureOf = (
  { opening, closing, moves }: BookFigures,
  cell: 'opening' | 'closing' | StockEntryName,
): StockFigure | undefined => {
  if (cell === 'opening') return opening
  return cell === 'closing' ? closing : moves[cell]
}

export const cellTitle = (cell: 'opening' | 'closing' | StockEntryName): string => {
  if (cell === 'opening') return t('期初')
  return cell === 'closing' ? t('期末') : t(stockEntryKinds[cell].title)
}

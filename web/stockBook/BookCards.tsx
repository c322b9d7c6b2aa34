import type { StockBookRow } from '../../domain/stockBook/operations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { type BookCell, type BookQuestion, hrefOfCell } from './bookQuestion.ts'
import { type BookFigures, type BookProps, cellTitle, detailsOf, figureOf, hasQuantities, kindsIn, titleOf } from './bookRow.ts'

/** The stock book on a phone: a card for the total, then one for each row. */
export const BookCards = (props: BookProps) => {
  const { question, rows, total } = props
  const kinds = kindsIn(props)
  const cells: readonly BookCell[] = question.by === 'department' ? kinds : ['opening', ...kinds, 'closing']
  return (
    <>
      <Section title={t('合计')}>
        <Figures question={question} cells={cells} figures={total} />
      </Section>
      {rows.map((row) => (
        <Section
          key={row.id}
          title={titleOf(row, question.by)}
          right={<span className="text-small text-quiet">{detailsOf(row, question.by)}</span>}
        >
          <Figures question={question} cells={cells} figures={row} row={row} />
        </Section>
      ))}
    </>
  )
}

type FiguresProps = { question: BookQuestion; cells: readonly BookCell[]; figures: BookFigures; row?: StockBookRow }

/** What there was and is, and of what moved what is not nothing. */
const Figures = ({ question, cells, figures, row }: FiguresProps) => {
  const hasQuantity = row !== undefined && hasQuantities(question.by)
  const shownCells = cells.filter((cell) => {
    const figure = figureOf(figures, cell)
    return cell === 'closing' || (figure && (figure.quantity !== '0' || Number(figure.amount ?? 0) !== 0))
  })
  return shownCells.map((cell) => {
    const figure = figureOf(figures, cell)
    const amount = figure?.amount ?? null
    return (
      <Cell
        key={cell}
        title={cellTitle(cell)}
        value={
          <span className="flex flex-wrap justify-end gap-x-3 tabular-nums">
            {hasQuantity && <span className="font-semibold">{[figure?.quantity ?? '0', row.unit].filter(Boolean).join(' ')}</span>}
            {amount !== null && <span>{moneyWords(amount)}</span>}
          </span>
        }
        onPress={() => goHref(hrefOfCell(question, cell, row))}
      />
    )
  })
}

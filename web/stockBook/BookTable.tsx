import type { StockBookRow } from '../../domain/stockBook/operations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { Card } from '../look/Card.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { type BookCell, type BookQuestion, hrefOfCell } from './bookQuestion.ts'
import { type BookFigures, type BookProps, cellTitle, detailsOf, figureOf, hasQuantities, kindsIn, titleOf } from './bookRow.ts'

/** The stock book on a wide window: a column for what there was, one for each reason, one for what there is. */
export const BookTable = (props: BookProps) => {
  const { question, rows, total } = props
  const kinds = kindsIn(props)
  const cells: readonly BookCell[] = question.by === 'department' ? kinds : ['opening', ...kinds, 'closing']
  return (
    <Card flush>
      <div className="overflow-x-auto">
        <table className="w-full text-small tabular-nums">
          <thead className="bg-sunken text-quiet">
            <tr>
              <th className="px-3 py-2 text-left font-medium">{t('名称')}</th>
              {cells.map((cell) => (
                <th key={cell} className="whitespace-nowrap px-3 py-2 text-right font-medium">
                  {cellTitle(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-t border-line">
                <td className="min-w-40 px-3 py-2 text-left">
                  <span className="block">{titleOf(row, question.by)}</span>
                  <span className="block text-tiny text-faint">{detailsOf(row, question.by)}</span>
                </td>
                {cells.map((cell) => (
                  <FigureCell key={cell} question={question} cell={cell} figures={row} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="font-semibold">
            <tr className="border-t border-line">
              <td className="px-3 py-2 text-left">{t('合计')}</td>
              {cells.map((cell) => (
                <FigureCell key={cell} question={question} cell={cell} figures={total} />
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

type CellProps = { question: BookQuestion; cell: BookCell; figures: BookFigures; row?: StockBookRow }

const FigureCell = ({ question, cell, figures, row }: CellProps) => {
  const figure = figureOf(figures, cell)
  if (!figure || (figure.quantity === '0' && Number(figure.amount ?? 0) === 0))
    return <td className="px-3 py-2 text-right text-faint">—</td>
  const hasQuantity = row !== undefined && hasQuantities(question.by)
  return (
    <td className="whitespace-nowrap p-0 text-right">
      <button type="button" className="pressable w-full px-3 py-2 text-right" onClick={() => goHref(hrefOfCell(question, cell, row))}>
        {hasQuantity && <span className="block">{figure.quantity}</span>}
        {figure.amount !== null && (
          <span className={hasQuantity ? 'block text-tiny text-quiet' : 'block'}>{moneyWords(figure.amount)}</span>
        )}
      </button>
    </td>
  )
}

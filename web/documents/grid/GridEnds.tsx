import { memo, useMemo } from 'react'
import { sum } from '../../../kernel/decimal.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { t } from '../../words.ts'
import type { GridColumn } from './columns.ts'
import type { Lines } from './lines.ts'
import type { LineSheet } from './sheet.ts'

type Props = { columns: readonly GridColumn[]; isPriced: boolean }

/** What each column is called; it stays in sight. */
export const GridHead = memo(({ columns, isPriced }: Props) => (
  <div role="row" aria-rowindex={1} className="line-grid-head">
    <div role="columnheader" aria-colindex={1} aria-label={t('行号')} className="line-grid-number">
      #
    </div>
    {columns.map(({ key, field: { label, required, hint }, isEnd }, index) => (
      <div
        key={key}
        role="columnheader"
        aria-colindex={index + 2}
        className={isEnd ? 'line-grid-end' : ''}
        title={hint === undefined ? undefined : t(hint)}
      >
        <span className="truncate">{t(label)}</span>
        {required === 'always' && (
          <span className="ml-0.5 text-bad" aria-hidden>
            *
          </span>
        )}
      </div>
    ))}
    {isPriced && (
      <div role="columnheader" aria-colindex={columns.length + 2} className="line-grid-end">
        {t('金额')}
      </div>
    )}
  </div>
))

/** What the lines come to, at the bottom of the sheet. */
export const GridTotals = memo(({ sheet, lines, columns, isPriced }: Props & { sheet: LineSheet; lines: Lines }) => {
  const totals = useMemo(() => columns.map((column) => sheet.totalOf(column, lines)), [sheet, columns, lines])
  const amount = useMemo(
    () => (isPriced ? sum(lines.flatMap((line) => sheet.amountOf?.(line) ?? [])) : undefined),
    [sheet, lines, isPriced],
  )
  return (
    <div role="row" aria-rowindex={lines.length + 3} className="line-grid-total">
      <div role="rowheader" aria-colindex={1} className="line-grid-number">
        {t('合计')}
      </div>
      {columns.map(({ key, isEnd }, index) => (
        <div key={key} role="gridcell" aria-colindex={index + 2} className={isEnd ? 'line-grid-end' : ''}>
          {index === 0 ? t('共 {count} 项', { count: lines.length }) : totals[index]}
        </div>
      ))}
      {isPriced && (
        <div role="gridcell" aria-colindex={columns.length + 2} className="line-grid-end">
          {amount !== undefined && moneyWords(amount)}
        </div>
      )}
    </div>
  )
})

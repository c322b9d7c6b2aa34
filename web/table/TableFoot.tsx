import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import type { Pages } from '../pages.ts'
import { t } from '../words.ts'
import { countWords, shortCount } from './numberWords.ts'
import { everyRow } from './choice.ts'
import type { RowStates } from './rowStates.ts'
import { useSelection } from './useSelection.ts'
import type { Row } from './row.ts'
import type { Selection } from './selection.ts'
import { isNarrowed, ListSums, Sums } from './Sums.tsx'

type Props<R extends Row> = {
  table: Table
  pages: Pages<R>
  states: RowStates
  now: Pick<Selection, 'asked' | 'columns'>
  bulk: ((selection: Selection) => ReactNode) | undefined
}

/** The line below the table: how many rows there are; of chosen ones how many, what they come to and what may be done with them. */
export const TableFoot = <R extends Row>({ table, pages, states, now, bulk }: Props<R>) => {
  const { totalCount: total = 0, hasUncounted = false } = pages
  const selection = useSelection(states, now, total)
  if (selection.count === 0)
    return (
      <div className="table-foot" role="status">
        {pages.status === 'ready' && countWords(total, hasUncounted)}
        {pages.hasMore && pages.rows.length > 0 && (
          <span className="text-faint">{t('已载入 {count} 项', { count: pages.rows.length })}</span>
        )}
        {(table.isTotalled || isNarrowed(now)) && <ListSums table={table} pages={pages} states={states} now={now} />}
      </div>
    )
  return (
    <section className="table-foot table-chosen" aria-label={t('已选')}>
      <span role="status" className="font-medium">
        {t('已选 {count} 项', { count: shortCount(selection.count, selection.all && hasUncounted) })}
      </span>
      {!selection.all && selection.count < total && (
        <button type="button" onClick={() => states.setChoice(everyRow)} className="table-link">
          {t('全部 {count} 项', { count: shortCount(total, hasUncounted) })}
        </button>
      )}
      <Sums table={table} selection={selection} rows={pages.rows} />
      <span className="flex-1" />
      {bulk?.(selection)}
      <button type="button" aria-label={t('取消选择')} title={t('取消选择')} onClick={selection.clear} className="table-icon">
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}

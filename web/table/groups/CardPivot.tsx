import { largestOf, shareOf } from '../../../domain/tables/pivot.ts'
import { t } from '../../words.ts'
import { titleIn } from './figures.ts'
import type { PivotProps } from './usePivotTotals.ts'

/** A card for each row of a pivot, with a line for each value of the last column; further figures stand below the first. */
export const CardPivot = ({ table, layout: { by }, groups, onOpen, pivot: { rows }, columns, totalOf }: PivotProps) => {
  const [column] = columns
  if (!column) return null
  const [last] = by.slice(-1)
  const keys = by.slice(0, -1)
  const largest = largestOf(groups.list.map(column.of))
  const further = columns.slice(1)
  const total = { keys: [], ...groups.total }
  return (
    <ul className="groups-cards">
      <li className="groups-card groups-card-press">
        <span className="groups-card-line">
          <span className="groups-card-title">{t('合计')}</span>
          <span className="groups-card-figure">{column.words(column.of(total))}</span>
        </span>
        <span className="groups-card-others">
          <span>{column.title}</span>
          {further.map(({ id, title, of, words }) => (
            <span key={id}>
              {title} {words(of(total))}
            </span>
          ))}
        </span>
      </li>
      {rows.map(({ keys: values, cells, groups: rowGroups }) => (
        <li key={JSON.stringify(values)} className="groups-card">
          <span className="groups-card-line groups-card-head">
            <span className="groups-card-title">
              {keys.map((key, index) => titleIn(table, groups, key, values[index] ?? null)).join(' · ')}
            </span>
            <span className="groups-card-figure">{totalOf(column, rowGroups, { row: values })}</span>
          </span>
          {cells
            .flatMap((group) => group ?? [])
            .map((group) => (
              <button key={JSON.stringify(group.keys)} type="button" className="groups-card-part" onClick={() => onOpen(by, group.keys)}>
                <span className="groups-part-title">{last && titleIn(table, groups, last, group.keys.at(-1) ?? null)}</span>
                <span className="groups-track" aria-hidden>
                  <span className="groups-fill" style={{ width: `${shareOf(column.of(group), largest) * 100}%` }} />
                </span>
                <span>{column.words(column.of(group))}</span>
                {further.length > 0 && (
                  <span className="groups-part-others">
                    {further.map(({ id, title, of, words }) => (
                      <span key={id}>
                        {title} {words(of(group))}
                      </span>
                    ))}
                  </span>
                )}
              </button>
            ))}
        </li>
      ))}
    </ul>
  )
}

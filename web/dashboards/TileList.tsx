import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { titleIn } from '../table/groups/figures.ts'
import { columnOf } from '../table/layout.ts'
import { t } from '../words.ts'

/** The first rows of a list, by some of its columns. */
export const TileList = ({ table, tile }: { table: Table; tile: AnsweredTile }) => {
  const { rows, columns, groups } = tile.answer
  if (rows.length === 0) return <p className="tile-words">{t('现在没有')}</p>
  return (
    <div className="tile-scroll" tabIndex={0} role="group" aria-label={tile.title}>
      <table className="tile-table">
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {t(columnOf(table, key).label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((key, place) => {
                const value = row[place] ?? null
                return (
                  <td key={key}>{value === null ? '' : titleIn(table, { names: groups?.names ?? {} }, { key, period: 'day' }, value)}</td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

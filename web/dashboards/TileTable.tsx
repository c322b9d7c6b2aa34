import type { Tile } from '../../domain/dashboards/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { inReadingOrder } from '../../domain/tables/grouping.ts'
import type { Groups } from '../../domain/tables/groupOperations.ts'
import { groupKeyWords } from '../../domain/tables/groupWords.ts'
import { figureColumns, titleIn } from '../table/groups/figures.ts'
import { t } from '../words.ts'
import type { TileGroup } from './tileHref.ts'

type Props = { table: Table; tile: Tile; groups: Groups; onOpen: ((group?: TileGroup) => void) | undefined }

/** The figures of a tile as a table, each row of which opens the rows behind it. */
export const TileTable = ({ table, tile, groups, onOpen }: Props) => {
  const columns = figureColumns(table, { figures: tile.figures })
  const by = tile.by.slice(0, groups.list[0]?.keys.length ?? 0)
  const rows = inReadingOrder(table, by, groups.list)
  return (
    <div className="tile-scroll" tabIndex={0} role="group" aria-label={tile.title}>
      <table className="tile-table">
        <thead>
          <tr>
            <th scope="col">{by.map((key) => groupKeyWords(table, key, t)).join(' · ')}</th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" className="tile-number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const title = by.map((key, at) => titleIn(table, groups, key, row.keys[at] ?? null)).join(' · ') || t('合计')
            return (
              <tr key={JSON.stringify(row.keys)}>
                <th scope="row">
                  {onOpen ? (
                    <button type="button" className="tile-link" onClick={() => onOpen({ by, keys: row.keys })}>
                      {title}
                    </button>
                  ) : (
                    title
                  )}
                </th>
                {columns.map((column) => (
                  <td key={column.id} className="tile-number">
                    {column.words(column.of(row))}
                  </td>
                ))}
              </tr>
            )
          })}
          {groups.others && (
            <tr>
              <th scope="row">{t('其他{count}组', { count: groups.others.groups })}</th>
              {columns.map((column) => (
                <td key={column.id} className="tile-number">
                  {column.words(groups.others && column.of({ keys: [], ...groups.others }))}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

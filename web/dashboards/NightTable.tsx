import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { figureColumns } from '../table/groups/figures.ts'
import { t } from '../words.ts'

/** The nights that are kept of a tile, the newest first. */
export const NightTable = ({ table, tile }: { table: Table; tile: AnsweredTile }) => {
  const [column] = figureColumns(table, { figures: tile.figures })
  if (!column) return null
  return (
    <div className="tile-scroll" tabIndex={0} role="group" aria-label={tile.title}>
      <table className="tile-table">
        <thead>
          <tr>
            <th scope="col">{t('日期')}</th>
            <th scope="col" className="tile-number">
              {column.title}
            </th>
          </tr>
        </thead>
        <tbody>
          {tile.answer.nights.toReversed().map(({ day, figure }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td className="tile-number">{column.words(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

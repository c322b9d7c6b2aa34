import type { Group } from '../../../domain/tables/groupOperations.ts'
import type { ChartData } from '../../table/groups/chartData.ts'
import { seriesColour } from '../../../domain/tables/seriesColours.ts'
import { Legend } from './Legend.tsx'

type Props = { data: ChartData; onOpen: ((group: Group) => void) | undefined }

/** What several values come to above nought and below it. */
const sidesOf = (values: readonly number[]) => ({
  above: values.reduce((sum, value) => sum + Math.max(0, value), 0),
  below: values.reduce((sum, value) => sum - Math.min(0, value), 0),
})

/** Bars one below the other, so that long names have room; several series stand in one bar, what is below nought to the left of what is above. */
export const Bars = ({ data, onOpen }: Props) => {
  const { categories, series, totals } = data
  const sides = categories.map((_, at) => sidesOf(series.map(({ points }) => points[at]?.value ?? 0)))
  const below = Math.max(0, ...sides.map((side) => side.below))
  const range = below + Math.max(0, ...sides.map((side) => side.above))
  return (
    <div className="tile-scroll">
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      <ul className="tile-bars">
        {categories.map((category, at) => {
          const belowHere = sides[at]?.below ?? 0
          const points = series.flatMap(({ name, points: all }, index) => {
            const { group, value = null, words = '' } = all[at] ?? {}
            return group && value ? [{ name, index, group, value, words }] : []
          })
          const inOrder = points.toSorted((one, next) => Math.sign(one.value) - Math.sign(next.value))
          return (
            <li key={category} className="tile-bar">
              <span className="tile-bar-title">{category}</span>
              <span className="tile-bar-track">
                {below > belowHere && <span style={{ width: `${((below - belowHere) / range) * 100}%` }} />}
                {inOrder.map(({ name, index, group, value, words }) => (
                  <span
                    key={name}
                    className="tile-bar-fill"
                    title={series.length > 1 ? `${name} ${words}` : undefined}
                    style={{ width: `${(Math.abs(value) / range) * 100}%`, background: seriesColour(index) }}
                    onClick={() => onOpen?.(group)}
                    aria-hidden
                  />
                ))}
              </span>
              <span className="tile-bar-figure">{totals[at]}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

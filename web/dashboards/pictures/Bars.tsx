import type { Group } from '../../../domain/tables/groupOperations.ts'
import type { ChartData } from '../../table/groups/chartData.ts'
import { seriesColour } from '../../../domain/tables/seriesColours.ts'
import { Legend } from './Legend.tsx'

type Props = { data: ChartData; onOpen: ((group: Group) => void) | undefined }

/** Bars one below the other, so that long names have room; several series stand in one bar. */
export const Bars = ({ data, onOpen }: Props) => {
  const { categories, series } = data
  const totals = categories.map((_, at) => series.reduce((sum, { points }) => sum + Math.max(0, points[at]?.value ?? 0), 0))
  const largest = Math.max(0, ...totals)
  return (
    <div className="tile-scroll">
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      <ul className="tile-bars">
        {categories.map((category, at) => {
          const points = series.map(({ points: all }) => all[at])
          const [only] = points
          const isSingle = series.length === 1 && only?.group !== undefined
          return (
            <li key={category} className="tile-bar">
              <span className="tile-bar-title">{category}</span>
              <span className="tile-bar-track">
                {points.map((point, index) =>
                  point?.group && point.value !== null && point.value > 0 && largest > 0 ? (
                    <span
                      key={series[index]?.name}
                      className="tile-bar-fill"
                      title={series.length > 1 ? `${series[index]?.name ?? ''} ${point.words}` : undefined}
                      style={{
                        width: `${(point.value / largest) * 100}%`,
                        background: seriesColour(index),
                      }}
                      onClick={() => point.group && onOpen?.(point.group)}
                      aria-hidden
                    />
                  ) : null,
                )}
              </span>
              <span className="tile-bar-figure">{isSingle ? only.words : data.figure.words(String(totals[at] ?? 0))}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

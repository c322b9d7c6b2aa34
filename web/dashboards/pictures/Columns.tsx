import type { Group } from '../../../domain/tables/groupOperations.ts'
import { type ChartData, chartWords } from '../../table/groups/chartData.ts'
import { seriesColour } from '../../../domain/tables/seriesColours.ts'
import { Legend } from './Legend.tsx'
import { type Ground, Plot } from './Plot.tsx'

type Props = { data: ChartData; onOpen: ((group: Group) => void) | undefined }

/** Columns over time; several series stand on each other. */
export const Columns = ({ data, onOpen }: Props) => {
  const { categories, series } = data
  const sums = categories.flatMap((_, at) => {
    const values = series.map(({ points }) => points[at]?.value ?? 0)
    return [sumOf(values.filter((value) => value > 0)), sumOf(values.filter((value) => value < 0))]
  })
  return (
    <div className="tile-chart">
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      <Plot label={chartWords(data)} categories={categories} values={sums}>
        {(ground) => categories.map((category, at) => <Column key={category} data={data} at={at} ground={ground} onOpen={onOpen} />)}
      </Plot>
    </div>
  )
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const widestPx = 28

const Column = ({ data: { categories, series }, at, ground, onOpen }: Props & { at: number; ground: Ground }) => {
  const width = Math.min(widestPx, ground.bandPx * 0.7)
  const x = ground.leftOf(at) + (ground.bandPx - width) / 2
  const ends = { above: 0, below: 0 }
  return (
    <g>
      {series.map(({ name, points }, index) => {
        const point = points[at]
        if (!point?.group || point.value === null || point.value === 0) return null
        const side = point.value > 0 ? 'above' : 'below'
        const from = ends[side]
        ends[side] += point.value
        const [start, end] = [ground.topOf(from), ground.topOf(ends[side])]
        return (
          <rect
            key={name}
            x={x}
            y={Math.min(start, end)}
            width={width}
            height={Math.max(1, Math.abs(start - end))}
            rx={2}
            className="tile-shape"
            fill={seriesColour(index)}
            onClick={() => point.group && onOpen?.(point.group)}
          >
            <title>{`${categories[at] ?? ''} ${series.length > 1 ? `${name} ` : ''}${point.words}`}</title>
          </rect>
        )
      })}
    </g>
  )
}

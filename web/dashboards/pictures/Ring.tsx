import type { Group } from '../../../domain/tables/groupOperations.ts'
import { type ChartData, chartWords } from '../../table/groups/chartData.ts'
import { seriesColour } from '../../../domain/tables/seriesColours.ts'

type Props = { data: ChartData; onOpen: ((group: Group) => void) | undefined }

const radius = 42
const thickness = 18
const length = 2 * Math.PI * radius

/** Parts of a whole as a ring, with their names, figures and shares beside it. */
export const Ring = ({ data, onOpen }: Props) => {
  const points = data.series[0]?.points ?? []
  const total = points.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const shares = points.map(({ value }) => (total > 0 ? (value ?? 0) / total : 0))
  const gap = shares.filter((share) => share > 0).length > 1 ? 1 : 0
  return (
    <div className="tile-ring">
      <svg role="img" aria-label={chartWords(data)} viewBox="0 0 104 104" className="tile-ring-picture">
        {shares.map((share, at) => {
          const before = shares.slice(0, at).reduce((sum, part) => sum + part, 0)
          const { group, words } = points[at] ?? {}
          return (
            <circle
              key={data.categories[at]}
              cx={52}
              cy={52}
              r={radius}
              fill="none"
              stroke={seriesColour(at)}
              strokeWidth={thickness}
              strokeDasharray={`${Math.max(0, share * length - gap)} ${length}`}
              strokeDashoffset={-before * length}
              transform="rotate(-90 52 52)"
              className="tile-shape"
              onClick={() => group && onOpen?.(group)}
            >
              <title>{`${data.categories[at] ?? ''} ${words ?? ''}`}</title>
            </circle>
          )
        })}
      </svg>
      <ul className="tile-parts">
        {data.categories.map((category, at) => (
          <li key={category}>
            <span className="tile-dot" style={{ background: seriesColour(at) }} aria-hidden />
            <span className="tile-part-title">{category}</span>
            <span className="tile-part-figure">{points[at]?.words}</span>
            <span className="tile-part-share">{`${Math.round((shares[at] ?? 0) * 100)}%`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { seriesColour } from '../../../domain/tables/seriesColours.ts'
import { Legend } from './Legend.tsx'
import { type Ground, Plot } from './Plot.tsx'

/** A line: what it is called, and a value for each category; null is a gap. */
export type Line = { readonly name: string; readonly values: readonly (number | null)[]; readonly words: readonly string[] }

type Props = {
  label: string
  categories: readonly string[]
  lines: readonly Line[]
  onPress?: ((at: number, line: number) => void) | undefined
}

/** Lines over time. Between two values with nothing in between there is a line, over a gap there is none. */
export const Lines = ({ label, categories, lines, onPress }: Props) => (
  <div className="tile-chart">
    {lines.length > 1 && <Legend names={lines.map(({ name }) => name)} />}
    <Plot label={label} categories={categories} values={lines.flatMap(({ values }) => values.filter((value) => value !== null))}>
      {(ground) =>
        lines.map((line, index) => (
          <LineShape
            key={line.name}
            line={line}
            categories={categories}
            ground={ground}
            colour={seriesColour(index)}
            onPress={onPress && ((at) => onPress(at, index))}
          />
        ))
      }
    </Plot>
  </div>
)

type ShapeProps = {
  line: Line
  categories: readonly string[]
  ground: Ground
  colour: string
  onPress: ((at: number) => void) | undefined
}

/** More dots than this stand too close to be told apart. */
const dotsAtMost = 60

const LineShape = ({ line: { values, words }, categories, ground, colour, onPress }: ShapeProps) => {
  const x = (at: number) => ground.leftOf(at) + ground.bandPx / 2
  const isAlone = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  return (
    <g>
      <path d={pathOf(values, x, ground.topOf)} className="tile-line" stroke={colour} />
      {values.map((value, at) =>
        value === null || (values.length > dotsAtMost && !isAlone(at)) ? null : (
          <circle
            key={categories[at]}
            cx={x(at)}
            cy={ground.topOf(value)}
            r={3}
            fill={colour}
            className="tile-shape"
            onClick={() => onPress?.(at)}
          >
            <title>{`${categories[at] ?? ''} ${words[at] ?? ''}`}</title>
          </circle>
        ),
      )}
    </g>
  )
}

/** A path that begins anew behind each gap. */
const pathOf = (values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string =>
  values
    .flatMap((value, at) => {
      if (value === null) return []
      const isBeginning = (values[at - 1] ?? null) === null
      return [`${isBeginning ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`]
    })
    .join('')

import type { ReactNode } from 'react'
import { compactWords } from '../../table/numberWords.ts'
import { useBox } from '../useBox.ts'
import { labelEvery, type Scale, scaleOf } from './scale.ts'

/** Where things stand in a plot. */
export type Ground = {
  /** The left edge of a category's band, and how wide it is. */
  readonly leftOf: (at: number) => number
  readonly bandPx: number
  /** The height of a value, from the top. */
  readonly topOf: (value: number) => number
}

type Props = {
  label: string
  categories: readonly string[]
  values: readonly number[]
  /** Room for a label below. */
  labelPx?: number
  children: (ground: Ground) => ReactNode
}

const edge = { top: 8, right: 8, bottom: 20, left: 44 }

/** A plot over time: lines at round numbers, labels below as far as they have room; the last does not run out of the picture. */
export const Plot = ({ label, categories, values, labelPx = 60, children }: Props) => {
  const [place, box] = useBox()
  return (
    <div ref={place} className="tile-plot">
      {box && box.width > 0 && box.height > 0 && (
        <svg role="img" aria-label={label} width={box.width} height={box.height}>
          <Axes scale={scaleOf(values)} categories={categories} box={box} labelPx={labelPx}>
            {children}
          </Axes>
        </svg>
      )}
    </div>
  )
}

type AxesProps = {
  scale: Scale
  categories: readonly string[]
  box: { readonly width: number; readonly height: number }
  labelPx: number
  children: Props['children']
}

const Axes = ({ scale, categories, box, labelPx, children }: AxesProps) => {
  const width = Math.max(1, box.width - edge.left - edge.right)
  const height = Math.max(1, box.height - edge.top - edge.bottom)
  const bandPx = width / Math.max(1, categories.length)
  const topOf = (value: number): number => edge.top + height * (1 - (value - scale.low) / (scale.high - scale.low))
  const leftOf = (at: number): number => edge.left + at * bandPx
  const every = labelEvery(categories.length, width, labelPx)
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={edge.left} x2={edge.left + width} y1={topOf(tick)} y2={topOf(tick)} className="tile-rule" />
          <text x={edge.left - 6} y={topOf(tick) + 4} textAnchor="end" className="tile-label">
            {compactWords(tick)}
          </text>
        </g>
      ))}
      {categories.map((category, at) =>
        at % every === 0 ? (
          <text
            key={category}
            x={leftOf(at) + bandPx / 2}
            y={box.height - 5}
            textAnchor={at === categories.length - 1 && bandPx < labelPx ? 'end' : 'middle'}
            className="tile-label"
          >
            {category}
          </text>
        ) : null,
      )}
      {children({ leftOf, bandPx, topOf })}
    </>
  )
}

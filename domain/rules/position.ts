import { type Required, text } from '../../kernel/field.ts'

/** The longest position of a person. */
export const positionLength = 30

type PositionOptions<R extends Required> = { readonly required?: R; readonly hint?: string; readonly countedWithin?: string }

/** A position: a text that suggests the positions people have; `countedWithin` as in `Suggestions`. */
export const position = <R extends Required = 'always'>(label: string, { countedWithin, ...options }: PositionOptions<R> = {}) =>
  text<R>(label, { ...options, max: positionLength, suggestions: { source: 'positions', countedWithin } })

import type { Answer, Column } from './answers.ts'
import type { Expectation, Shape } from './sites.ts'

/** Where what a statement answers and what the code expects of its rows differ, one sentence each. */
export const faultsOf = (shape: Shape | undefined, { columns }: Answer): string[] => {
  if (!shape) return []
  const answered = new Map(columns.map((column) => [column.name, column]))
  return [
    ...[...shape.columns].flatMap(([name, { words, optional, type }]) => {
      const column = answered.get(name)
      if (!column) return optional ? [] : [`${name}: expected ${words}, found no such column`]
      return fits(type, column.value) && !isNullUnforeseen(type, column)
        ? []
        : [`${name}: expected ${words}, found ${column.type}${column.nullness === 'maybe' ? ' that can be null' : ''}`]
    }),
    ...columns
      .filter(({ name }) => !shape.open && !shape.columns.has(name))
      .map(({ name, type }) => `${name}: expected no such column, found ${type}`),
  ]
}

const isNullUnforeseen = ({ kinds }: Expectation, { nullness }: Column): boolean =>
  nullness === 'maybe' && !kinds.has('null') && !kinds.has('anything')

const fits = (expected: Expectation, found: Expectation): boolean => {
  if (expected.kinds.has('anything') || found.kinds.has('anything')) return true
  const [kind] = found.kinds
  if (!kind || !expected.kinds.has(kind)) return false
  if ([...expected.kinds].some((one) => one !== kind && one !== 'null')) return false
  return !expected.element || !found.element || fits(expected.element, found.element)
}

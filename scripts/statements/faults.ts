import type { Answer, Column } from './answers.ts'
import type { Expectation, Expected, Shape } from './sites.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** Where what a statement answers and what the code expects of its rows differ, one sentence each. */
export const faultsOf = (shape: Shape | undefined, { columns }: Answer): string[] => {
  if (!shape) return []
  const columnByName = new Map(columns.map((column) => [column.name, column]))
  return [
    ...[...shape.columns].flatMap(([name, { words, optional, type }]) => {
      const column = columnByName.get(name)
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

/** Where the values that go with a statement are not those that it takes, one sentence each. */
export const valueFaultsOf = (values: readonly Expected[] | undefined, { parameters }: Answer): string[] => {
  if (!values) return []
  if (values.length !== parameters.length) return [`takes ${parameters.length} values and is given ${values.length}`]
  return values.flatMap((expected, index) => {
    const { type, value } = assertDefined(parameters[index], `the parameter ${index + 1}`)
    return goesAs(expected.type, value) ? [] : [`$${index + 1}: takes ${type} and is given ${expected.words}`]
  })
}

/** The driver makes a list a list of the database's and an object JSON, whatever is wanted; of the rest the database reads the text. */
const goesAs = ({ kinds }: Expectation, expectation: Expectation): boolean => {
  if (kinds.has('anything')) return true
  if (expectation.kinds.has('list')) return ![...kinds].some((kind) => kind !== 'list' && kind !== 'null')
  if (kinds.has('list')) return false
  if (expectation.kinds.has('boolean')) return ![...kinds].some((kind) => kind !== 'boolean' && kind !== 'null')
  return expectation.kinds.has('anything') || expectation.kinds.has('object') || !kinds.has('object')
}

const isNullUnforeseen = ({ kinds }: Expectation, { nullness }: Column): boolean =>
  nullness === 'maybe' && !kinds.has('null') && !kinds.has('anything')

const fits = (expected: Expectation, expectation: Expectation): boolean => {
  if (expected.kinds.has('anything') || expectation.kinds.has('anything')) return true
  const [kind] = expectation.kinds
  if (!kind || !expected.kinds.has(kind)) return false
  if ([...expected.kinds].some((otherKind) => otherKind !== kind && otherKind !== 'null')) return false
  return !expected.element || !expectation.element || fits(expected.element, expectation.element)
}

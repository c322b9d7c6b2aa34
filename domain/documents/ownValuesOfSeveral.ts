import { isEmpty } from '../../kernel/field.ts'
import type { FieldType } from '../../kernel/field.ts'
import { valueColumnOf } from '../records/ownFields/ownField.ts'

/** What stands between the texts of several assets, and how long they are together at most, so that they can be grouped by. */
export const textSeparator = '、'
export const combinedTextLength = 200

/**
 * What a line that names several assets says in a column of one of their own fields: their different texts beside each other, all that is chosen in lists,
 * and of anything else what they have in common.
 */
export const combineOwnValues = (control: FieldType, values: readonly unknown[]): unknown => {
  const filledValues = values.filter((value) => !isEmpty(value))
  const [first] = filledValues
  if (filledValues.length <= 1) return first
  if (valueColumnOf(control) === undefined) return [...new Set(filledValues.flat())]
  if (control.type === 'text') return [...new Set(filledValues.map(String))].toSorted().join(textSeparator).slice(0, combinedTextLength)
  return filledValues.every((value) => String(value) === String(first)) ? first : undefined
}

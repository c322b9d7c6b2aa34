import { isEmpty } from '../../kernel/field.ts'
import type { FieldType } from '../../kernel/field.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { isNumber } from '../../kernel/fields/kinds.ts'
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

/** Some of many: those that are listed, and how many there are in all. */
export type Several<V = unknown> = { readonly values: V[]; readonly count: number }

/** So many are shown in the column of a list; a sheet shows all that a line carries. */
export const valuesInList = 3
/** So many assets and values a line carries at most. */
export const valuesAtMost = 50

export const severalOf = <V>(values: readonly V[]): Several<V> => ({ values: values.slice(0, valuesAtMost), count: values.length })

/** The different values of several assets where they have none in common to say in one; texts and lists stand beside each other. */
export const differentValues = (control: FieldType, values: readonly unknown[]): Several | undefined => {
  if (valueColumnOf(control) === undefined || control.type === 'text') return undefined
  const distinctValues = [...new Map(values.filter((value) => !isEmpty(value)).map((value) => [String(value), value])).values()]
  if (distinctValues.length <= 1) return undefined
  const compare = isNumber(control) ? (a: unknown, b: unknown) => Number(a) - Number(b) : undefined
  return severalOf(distinctValues.toSorted(compare))
}

/** Several in words: the first, and how many there are in all where some are left out. */
export const severalWords = <V>(
  { values, count }: Several<V>,
  { atMost, say, wordsOf }: { readonly atMost: number; readonly say: Speaker['say']; readonly wordsOf: (value: V) => string },
): string => {
  const shownValues = values.slice(0, atMost)
  const names = shownValues.map(wordsOf).join(say('、'))
  return shownValues.length === count ? names : say('{names}等{count}个', { names, count })
}

import { isDay } from '../../../kernel/day.ts'
import { compare, type Decimal, parseDecimal, roundTo } from '../../../kernel/decimal.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { isNumber, kindOf } from '../../../kernel/fields/kinds.ts'
import { type Json, scalarOf } from './form.ts'
import type { FormulaSort, FormulaValue } from './formulaValue.ts'

/** What a field may be computed from; undefined where formulas cannot read it. */
export const sortOfControl = (control: FieldType): FormulaSort | undefined => {
  if (kindOf(control).isReckoned) return 'number'
  if (control.type === 'text' || (control.type === 'choice' && !control.many)) return 'text'
  if (control.type === 'date') return 'day'
  return control.type === 'flag' ? 'truth' : undefined
}

/** What a computed field may hold. */
export const sortsHeld = (control: FieldType): readonly FormulaSort[] => {
  if (isNumber(control)) return ['number']
  if (control.type === 'text') return ['text', 'number', 'day']
  if (control.type === 'flag') return ['truth']
  return control.type === 'date' ? ['day'] : []
}

/** A value as formulas read it; undefined where it is missing. A text that is not filled in is an empty one, a flag no. */
export const operandIn = (control: FieldType, value: unknown): FormulaValue | undefined => {
  if (control.type === 'flag') return { sort: 'truth', value: value === true }
  if (control.type === 'date') return isDay(value) ? { sort: 'day', value } : undefined
  if (control.type === 'text') return { sort: 'text', value: typeof value === 'string' ? value : '' }
  if (control.type === 'choice') {
    const option = control.options.find((otherOption) => otherOption.value === value)
    return control.many ? undefined : { sort: 'text', value: option?.label ?? '' }
  }
  const number = decimalOf(value)
  return number === undefined ? undefined : { sort: 'number', value: number }
}

/** What was read of an own field of a record; undefined where it has nothing, or is of another sort by now. */
export const operandOfSort = (sort: FormulaSort, value: unknown): FormulaValue | undefined => {
  if (sort === 'text') return typeof value === 'string' ? { sort, value } : undefined
  if (sort === 'day') return isDay(value) ? { sort, value } : undefined
  if (sort === 'truth') return typeof value === 'boolean' ? { sort, value } : undefined
  const number = decimalOf(value)
  return number === undefined ? undefined : { sort, value: number }
}

/** A value as a number; of a period its length. */
export const decimalOf = (value: unknown): Decimal | undefined => {
  const scalar = scalarOf(value as Json | undefined)
  return typeof scalar === 'string' || typeof scalar === 'number' ? parseDecimal(String(scalar)) : undefined
}

/** Stands for a result that the field has no room for. */
export const tooLarge = Symbol('too large')

/** The result as the field holds it. */
export const resultOf = (control: FieldType, result: FormulaValue | undefined): Json | undefined | typeof tooLarge => {
  if (result === undefined) return undefined
  if (control.type === 'flag') return result.sort === 'truth' ? result.value : undefined
  if (result.sort === 'truth') return undefined
  if (control.type === 'text') return result.value.length > control.max ? tooLarge : result.value
  if (control.type === 'date') return result.sort === 'day' ? result.value : undefined
  const number = kindOf(control).number?.(control)
  if (number === undefined || result.sort !== 'number') return undefined
  const rounded = roundTo(result.value, number.places)
  if (compare(rounded, number.limit) > 0 || compare(rounded, `-${number.limit}`) < 0) return tooLarge
  return number.isInteger ? Number(rounded) : rounded
}

import type { HumanNode } from './definition.ts'
import { missingFields, permissionOf } from '../form/form.ts'
import { fact, type Run } from './run.ts'

/**
 * Whether the people of a step have something to fill in: a field that the step requires, or one that they may write and that the books
 * ask for. Neither a rule nor a clock passes such a step, because what it is there for would be missing.
 */
export const hasToFillIn = (run: Run, { fields }: HumanNode): boolean => {
  const { form } = run.state
  if (missingFields(fields, form).length > 0) return true
  if (!Object.values(fields).includes('write')) return false
  const writable = fact(run, { k: 'bookedFields' }).filter((path) => permissionOf(fields, path, 'read') === 'write')
  return missingFields(Object.fromEntries(writable.map((path) => [path, 'required'] as const)), form).length > 0
}

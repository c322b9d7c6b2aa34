import type { HumanNode } from './definition.ts'
import { type Form, missingFields, type Path, permissionOf } from '../form/form.ts'
import { fact, type Run } from './run.ts'

/**
 * Whether the people of a step have something to fill in: a field that the step requires, or one that they may write and that the books
 * ask for. Neither a rule nor a clock passes such a step, and nobody agrees to it unseen, because what it is there for would be missing.
 */
export const hasToFillIn = (run: Run, node: HumanNode): boolean =>
  lacksRequired(node, run.state.form) ||
  (Object.values(node.fields).includes('write') && lacksBooked(node, run.state.form, fact(run, { k: 'bookedFields' })))

/** The same where it is known what the books ask for. */
export const lacksInput = (node: HumanNode, form: Form, bookedFields: readonly Path[]): boolean =>
  lacksRequired(node, form) || lacksBooked(node, form, bookedFields)

const lacksRequired = ({ fields }: HumanNode, form: Form): boolean => missingFields(fields, form).length > 0

const lacksBooked = ({ fields }: HumanNode, form: Form, bookedFields: readonly Path[]): boolean => {
  const writable = bookedFields.filter((path) => permissionOf(fields, path, 'read') === 'write')
  return missingFields(Object.fromEntries(writable.map((path) => [path, 'required'] as const)), form).length > 0
}

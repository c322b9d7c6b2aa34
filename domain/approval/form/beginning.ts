import type { Json } from './form.ts'
import { fieldsOf, type FormDesign, type FormField } from './formDesign.ts'
import { factsIn } from './formFacts.ts'
import { formulaValueIn } from './formReading.ts'
import { resultOf, tooLarge } from './formulaFields.ts'

/** Who applies, and for which department. */
export type Applicant = { readonly uid: string; readonly deptId: string }

type Values = Readonly<Record<string, unknown>>

/**
 * A new application with what its fields begin with, as far as nobody has touched them: a field that was emptied stays empty. What follows
 * from other fields follows them until then.
 */
export const withBeginnings = (design: FormDesign, values: Values, applicant: Applicant): Values => {
  let result = values
  for (const { path, field, table } of fieldsOf(design)) {
    if (table || !field.begins || field.formula || Object.hasOwn(values, path)) continue
    const value = beginningOf(design, result, field, applicant)
    if (value !== undefined && value !== '') result = { ...result, [path]: value }
  }
  return result
}

const beginningOf = (
  design: FormDesign,
  values: Values,
  { key, control, begins }: FormField,
  { uid, deptId }: Applicant,
): Json | undefined => {
  if (!begins) return undefined
  if (begins.as === 'value') return begins.value
  if (begins.as === 'today') return factsIn(values).today
  if (begins.as === 'applicant') return oneOrList(control, uid)
  if (begins.as === 'department') return oneOrList(control, deptId)
  const result = resultOf(control, formulaValueIn(design, values, begins.formula, { path: key }))
  return result === tooLarge ? undefined : result
}

/** A field that takes several records begins with a list of one. */
const oneOrList = (control: FormField['control'], id: string): Json | undefined => {
  if (id === '') return undefined
  return 'many' in control && control.many ? [id] : id
}

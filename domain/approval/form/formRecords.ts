import type { Field, FieldType, Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { recordKinds } from '../../records/all.ts'
import { sortOfControl } from './formulaFields.ts'

/** A field of the record that a reference chooses. */
export type RecordColumn = { readonly noun: Noun; readonly key: string; readonly label: string; readonly control: FieldType }

/**
 * What formulas may read of the record that a field chooses: what everybody may read of records of that noun. A field that chooses several
 * records has none.
 */
export const recordColumnsOf = (control: FieldType): RecordColumn[] => {
  const noun = refersTo(control)
  const kind =
    noun === undefined || ('many' in control && control.many) ? undefined : recordKinds.find((recordKind) => recordKind.noun === noun)
  if (noun === undefined || kind?.readBy !== 'everybody') return []
  return Object.entries<Field>(kind.fields).flatMap(([key, { label, control: columnControl }]) =>
    (kind.open === undefined || kind.open.includes(key)) && sortOfControl(columnControl) !== undefined
      ? [{ noun, key, label, control: columnControl }]
      : [],
  )
}

export const recordColumn = (control: FieldType, column: string): RecordColumn | undefined =>
  recordColumnsOf(control).find(({ key }) => key === column)

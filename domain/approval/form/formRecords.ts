import type { Field, FieldType, Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { recordKinds } from '../../records/all.ts'
import type { RecordKind } from '../../records/define.ts'
import { isOwnKey, ownFieldsOf } from '../../records/ownFields/ownField.ts'
import type { OwnOperand } from './formula.ts'
import { sortOfControl } from './formulaFields.ts'

/** A field of the record that a reference chooses. */
export type RecordColumn = { readonly noun: Noun; readonly key: string; readonly label: string; readonly control: FieldType }

/** The kind of record that a field chooses, where everybody may read it; undefined of a field that chooses several. */
const readKindOf = (control: FieldType): RecordKind | undefined => {
  const noun = refersTo(control)
  const kind = noun === undefined || ('many' in control && control.many) ? undefined : recordKinds.find((one) => one.noun === noun)
  return kind?.readBy === 'everybody' ? kind : undefined
}

/**
 * What formulas may read of the record that a field chooses: what everybody may read of records of that noun. A field that chooses several
 * records has none.
 */
export const recordColumnsOf = (control: FieldType): RecordColumn[] => {
  const kind = readKindOf(control)
  if (!kind) return []
  return Object.entries<Field>(kind.fields).flatMap(([key, { label, control: columnControl }]) =>
    (kind.open === undefined || kind.open.includes(key)) && sortOfControl(columnControl) !== undefined
      ? [{ noun: kind.noun, key, label, control: columnControl }]
      : [],
  )
}

export const recordColumn = (control: FieldType, column: string): RecordColumn | undefined =>
  recordColumnsOf(control).find(({ key }) => key === column)

/** The noun of the record that a field chooses, where formulas may read a column of it; what own fields it has is known to the organisation alone. */
export const readNounOf = (control: FieldType, column: string): Noun | undefined =>
  isOwnKey(column) ? readKindOf(control)?.noun : recordColumn(control, column)?.noun

/** The noun of the record that a field chooses, where conditions may ask own fields of it. */
export const chosenNounOf = (control: FieldType): Noun | undefined => readKindOf(control)?.noun

/** The column under which a form carries an own field for conditions: its value, where formulas read the words of a choice. */
export const comparedColumnOf = (key: string): string => `#${key}`

/** The own field of such a column; undefined of any other. */
export const comparedKeyIn = (column: string): string | undefined => (column.startsWith('#') ? column.slice(1) : undefined)

type OwnColumn = { readonly key: string; readonly operand: OwnOperand }

/** The own fields that formulas may read of the record that a field chooses: those that everybody sees. */
export const ownColumnsOf = (control: FieldType, kindOfNoun: (noun: Noun) => RecordKind | undefined): readonly OwnColumn[] => {
  const noun = readKindOf(control)?.noun
  const kind = noun && kindOfNoun(noun)
  return kind ? readableOwnFields(kind) : []
}

/** The own fields of a kind that everybody sees and formulas can take. */
export const readableOwnFields = (kind: RecordKind): readonly OwnColumn[] =>
  ownFieldsOf(kind).flatMap(([key, { label, control, open }, { isRetired }]) => {
    const sort = sortOfControl(control)
    return sort === undefined || isRetired || (kind.open !== undefined && open !== true) ? [] : [{ key, operand: { label, sort } }]
  })

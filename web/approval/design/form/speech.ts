import { fieldsOf, type FormDesign, type FormField, type FormTable } from '../../../../domain/approval/form/formDesign.ts'
import type { FormulaSpeech } from '../../../../domain/approval/design/formFormula.ts'
import { chosenNounOf, ownColumnsOf, recordColumn } from '../../../../domain/approval/form/formRecords.ts'
import type { RecordKind } from '../../../../domain/records/define.ts'
import { pathOfOwn } from '../../../../domain/records/ownFields/ownPath.ts'
import type { Noun } from '../../../../kernel/field.ts'
import { everyItem, itemAt } from '../../../../domain/approval/design/formEdit.ts'
import { kindOf, literalWords } from '../../../../kernel/fields/kinds.ts'
import { t } from '../../../words.ts'
import { nameOf } from '../../../forms/names.ts'

/** What a path is called where `table` is around: a column of another table stands behind its name. */
export const labelAt = (design: FormDesign, path: string, table?: FormTable): string => {
  const near = table?.columns.find(({ key }) => key === path)
  if (near) return near.label || t('未命名')
  const item = itemAt(design, path)
  if (!item) return t('已删除的字段')
  const outer = path.includes('.') ? itemAt(design, path.slice(0, path.indexOf('.'))) : undefined
  const label = item.label || t('未命名')
  return outer && outer.key !== table?.key ? `${outer.label || t('未命名')}.${label}` : label
}

/** The same in a formula, with the unit that it reckons in where the value is said in another way. */
export const reckonedLabelAt = (design: FormDesign, path: string, table?: FormTable): string => {
  const label = labelAt(design, path, table)
  const near = table?.columns.find(({ key }) => key === path) ?? itemAt(design, path)
  const unit = near?.t === 'field' ? kindOf(near.control).reckonedIn : undefined
  return unit ? t('{label}（{unit}）', { label, unit: t(unit) }) : label
}

/** How formulas around a table are spoken of. */
export const formulaSpeech = (design: FormDesign, table: FormTable | undefined): FormulaSpeech => ({
  say: t,
  labelOf: (path) => reckonedLabelAt(design, path, table),
  columnOf: (path, column, ownOperand) => {
    if (ownOperand) return ownOperand.label
    const item = table?.columns.find(({ key }) => key === path) ?? itemAt(design, path)
    const read = item?.t === 'field' ? recordColumn(item.control, column) : undefined
    return t(read?.label ?? '已删除的字段')
  },
})

/** The fields that an item may ask about: those of the form, and in a table the columns beside it. */
export const fieldsAround = (design: FormDesign, path: string, table: FormTable | undefined): { path: string; field: FormField }[] => [
  ...(table?.columns.filter(({ key }) => `${table.key}.${key}` !== path) ?? []).map((field) => ({ path: field.key, field })),
  ...fieldsOf(design).flatMap((field) => (field.table || field.path === path ? [] : [{ path: field.path, field: field.field }])),
]

/** A field that a condition may ask: one around it, or an own field of the record that this one chooses. */
export type AskedField = { readonly path: string; readonly label: string; readonly field: FormField }

/** What the conditions of an item may ask: the fields around it, and own fields, which everybody sees, of the records that these choose. */
export const askedFieldsAround = (
  design: FormDesign,
  path: string,
  { table, kindOfNoun }: { readonly table: FormTable | undefined; readonly kindOfNoun: (noun: Noun) => RecordKind | undefined },
): AskedField[] =>
  fieldsAround(design, path, table).flatMap(({ path: of, field }): AskedField[] => {
    const label = labelAt(design, of, table)
    const noun = chosenNounOf(field.control)
    const fields = noun ? (kindOfNoun(noun)?.fields ?? {}) : {}
    const ownFields = ownColumnsOf(field.control, kindOfNoun).flatMap(({ key, operand }) => {
      const control = fields[key]?.control
      const ownField: FormField | undefined = control && { t: 'field', key, label: operand.label, control, required: false }
      return ownField
        ? [{ path: pathOfOwn({ of, key }), label: t('{thing}的{field}', { thing: label, field: operand.label }), field: ownField }]
        : []
    })
    return [{ path: of, label, field }, ...ownFields]
  })

/** What a path of a condition is called, with what is asked of a chosen record. */
export const askedLabel = (fields: readonly AskedField[], path: string, otherwise: (path: string) => string): string =>
  fields.find((candidate) => candidate.path === path)?.label ?? otherwise(path)

export const tablesIn = (design: FormDesign): FormTable[] => everyItem(design).flatMap((item) => (item.t === 'table' ? [item] : []))

/** A value that a field is compared with, as people read it. */
export const valueWords = (field: FormField | undefined, value: string): string =>
  field ? literalWords(field.control, value, { say: t, nameOf: (id) => nameOf(id) ?? id }) : value

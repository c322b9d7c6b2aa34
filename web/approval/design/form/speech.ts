import { fieldsOf, type FormDesign, type FormField, type FormTable } from '../../../../domain/approval/form/formDesign.ts'
import type { FormulaSpeech } from '../../../../domain/approval/design/formFormula.ts'
import { recordColumn } from '../../../../domain/approval/form/formRecords.ts'
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

export const tablesIn = (design: FormDesign): FormTable[] => everyItem(design).flatMap((item) => (item.t === 'table' ? [item] : []))

/** A value that a field is compared with, as people read it. */
export const valueWords = (field: FormField | undefined, value: string): string =>
  field ? literalWords(field.control, value, { say: t, nameOf: (id) => nameOf(id) ?? id }) : value

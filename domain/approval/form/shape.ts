import type { Field, Fields } from '../../../kernel/field.ts'
import { isNumber } from '../../../kernel/fields/kinds.ts'
import { documentKind } from '../../documents/all.ts'
import type { DocumentKind } from '../../documents/define.ts'
import type { FormRef, Path } from './form.ts'
import { fieldOf, type FormDesign, type FormField, type FormItem } from './formDesign.ts'

/** A form as it is read: fields by themselves, and tables with their columns; in their order. */
export type FormShape = {
  readonly fields: Fields
  readonly tables: readonly { readonly key: string; readonly label: string; readonly columns: Fields }[]
}

/** Of the form that an application carries; undefined where no one knows how it looks. */
export const shapeOf = ({
  kind,
  documentKind: name,
  design,
}: {
  readonly kind: FormRef['kind']
  readonly documentKind: string | null
  readonly design: unknown
}): FormShape | undefined => {
  if (kind === 'custom') return design ? shapeOfDesign(design as FormDesign) : undefined
  const document = documentKind(name ?? '')
  return document && shapeOfDocument(document)
}

export const shapeOfDocument = (kind: DocumentKind): FormShape => ({
  fields: kind.header,
  tables: [{ key: 'lines', label: '明细', columns: kind.line }],
})

/** Groups only arrange what is in them. */
export const shapeOfDesign = ({ items }: FormDesign): FormShape => {
  const flat = items.flatMap((item): Exclude<FormItem, { t: 'group' }>[] => (item.t === 'group' ? item.items : [item]))
  return {
    fields: fieldsAmong(flat),
    tables: flat.flatMap((item) => (item.t === 'table' ? [{ key: item.key, label: item.label, columns: fieldsAmong(item.columns) }] : [])),
  }
}

/** The field at a path such as "reason" or "lines.quantity". */
export const fieldAt = ({ fields, tables }: FormShape, path: string): Field | undefined => {
  const [key = '', column] = path.split('.')
  const among = column === undefined ? fields : tables.find((table) => table.key === key)?.columns
  const name = column ?? key
  return among && Object.hasOwn(among, name) ? among[name] : undefined
}

/** Every path of a form whose number may grow, and its tables, which may get rows. */
export const measuresOf = ({ fields, tables }: FormShape): Path[] => [
  ...numbersAmong(fields),
  ...tables.flatMap(({ key, columns }) => [key, ...numbersAmong(columns).map((column) => `${key}.${column}`)]),
]

/** Of the form of a flow; a document's amount, which its kind works out, is among them. */
export const measuresIn = ({ form }: { readonly form: FormRef }, design: FormDesign | undefined): Path[] => {
  if (design) return measuresOf(shapeOfDesign(design))
  const kind = form.kind === 'document' ? documentKind(form.docType) : undefined
  return kind ? [...measuresOf(shapeOfDocument(kind)), 'amount'] : []
}

/** Of the form of a flow about a document: what the books ask for that a request may still lack. */
export const bookedFieldsIn = ({ form }: { readonly form: FormRef }): Path[] => {
  const kind = form.kind === 'document' ? documentKind(form.docType) : undefined
  if (!kind) return []
  return [...bookedAmong(kind.header), ...bookedAmong(kind.line).map((column) => `lines.${column}`)]
}

const bookedAmong = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([key, { required }]) => (required === 'posting' ? [key] : []))

const numbersAmong = (fields: Fields): string[] => Object.entries(fields).flatMap(([key, { control }]) => (isNumber(control) ? [key] : []))

const fieldsAmong = (items: readonly (FormItem | FormField)[]): Fields =>
  Object.fromEntries(items.flatMap((item) => (item.t === 'field' ? [[item.key, fieldOf(item)]] : [])))

import { type Field, isEmpty } from '../../kernel/field.ts'
import { kindOf } from '../../kernel/fields/kinds.ts'
import { cellOfValue } from '../records/columns.ts'
import { recordOf } from '../records/all.ts'
import { calledOf, type RecordKind } from '../records/define.ts'
import { isOwnKey } from '../records/ownFields/ownField.ts'
import { type LabelNoun, type LabelThing, linkContent } from './content.ts'
import type { LabelValues } from './template.ts'

/** The kind of record that a label is of; none for a blank one. */
export const recordOfLabel = (noun: LabelNoun): RecordKind | undefined => (noun === 'blank' ? undefined : recordOf(noun))

/** The field whose value the code of a label is. */
export const codeFieldOf: Readonly<Record<Exclude<LabelNoun, 'blank'>, string>> = {
  asset: 'instanceCode',
  location: 'locCode',
  consumable: 'goodsCode',
  person: 'employeeNo',
}

/** What a template of this noun may show: the key in a place, and what people call it. `kind` is that of the noun as the organisation has it. */
export const bindingsOf = (noun: LabelNoun, kind = recordOfLabel(noun)): readonly { readonly key: string; readonly label: string }[] => [
  ...fieldsOf(kind).map(([key, { label }]) => ({ key, label })),
  ...(noun === 'blank' ? [] : [{ key: 'title', label: '名称' }]),
  { key: 'code', label: '编码' },
  { key: 'link', label: '扫码内容' },
  { key: 'organisation', label: '组织名称' },
  { key: 'today', label: '打印日期' },
]

/** Fields that words can say: no pictures. */
const fieldsOf = (kind: RecordKind | undefined): (readonly [string, Field])[] =>
  Object.entries(kind?.fields ?? {}).filter(([, { control }]) => kindOf(control).cell !== undefined)

/** What every label of one printing has in common. */
export type LabelHouse = { readonly organisation: string; readonly publicUrl: string; readonly today: string }

/** A record as it is answered (`RecordRow`): field values, and names of what they refer to. */
type Row = Readonly<Record<string, unknown>> & { readonly names: Readonly<Record<string, string>> }

/** A kind of things that bear labels. */
type LabelledKind = { readonly noun: Exclude<LabelNoun, 'blank'>; readonly kind: RecordKind }

/** The values of a record for its label, in Chinese, without what is empty. Where `code` is missing nothing can be encoded. `finder`: see LabelThing. */
export const valuesOf = ({ noun, kind }: LabelledKind, row: Row, house: LabelHouse, finder?: string): LabelValues => {
  const fields = fieldsOf(kind).map(([key, field]): [string, string] => [key, cellOfValue(field, row[key], (_, id) => row.names[id] ?? '')])
  const code = row[codeFieldOf[noun]]
  return nonEmptyValues([
    ...fields,
    ['title', calledOf(kind, row)],
    ...(isEmpty(code) ? [] : thingValues({ noun, code: String(code), finder }, house)),
    ...houseValues(house),
  ])
}

/** The values of a label that is not bound to anything yet. */
export const blankValues = (code: string, house: LabelHouse): LabelValues =>
  nonEmptyValues([...thingValues({ noun: 'blank', code }, house), ...houseValues(house)])

const thingValues = (subject: LabelThing, { publicUrl }: LabelHouse): [string, string][] => [
  ['code', subject.code],
  ['link', linkContent(publicUrl, subject)],
]

const houseValues = ({ organisation, today }: LabelHouse): [string, string][] => [
  ['organisation', organisation],
  ['today', today],
]

const nonEmptyValues = (entries: readonly (readonly [string, string])[]): LabelValues =>
  Object.fromEntries(entries.filter(([, value]) => value.trim() !== ''))

/**
 * The fields of the record by which a label that shows these keys is told from one that is out of date. What every label of the house has in
 * common makes none out of date.
 */
export const comparedFields = (noun: LabelNoun, keys: readonly string[]): string[] => {
  if (noun === 'blank') return []
  const kind = recordOf(noun)
  const code = codeFieldOf[noun]
  const standsFor: Readonly<Record<string, readonly string[]>> = {
    code: [code],
    link: [code],
    title: titleFields[noun] ?? [kind.nameField],
  }
  return [...new Set(keys.flatMap((key) => standsFor[key] ?? (Object.hasOwn(kind.fields, key) || isOwnKey(key) ? [key] : [])))].sort()
}

/** What `calledOf` reads. */
const titleFields: Readonly<Partial<Record<LabelNoun, readonly string[]>>> = {
  asset: ['instanceName', 'instanceCode'],
  consumable: ['goodsName', 'spec'],
}

import * as v from 'valibot'
import { type Field, type FieldProblem, type FieldType, fieldWith, isEmpty, type Noun } from '../../../kernel/field.ts'
import { holdsFiles, isNumber, kindOf, optionsOf, type Preset, presetOf, referenceOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { storedControl } from '../../../kernel/fields/storedControl.ts'
import type { Id } from '../../../kernel/id.ts'
import type { OwnTraits, RecordField, RecordKind } from '../define.ts'

/** A field that an organisation adds to a kind of its records. */
export type OwnField = {
  /** `x` and a number. */
  readonly key: string
  readonly noun: Noun
  readonly label: string
  readonly englishLabel: string | null
  readonly hint: string | null
  readonly control: FieldType
  readonly isRequired: boolean
  /** Of assets: required on the line of the stock-in that makes them; cards made otherwise may lack it. */
  readonly isRequiredAtStockIn: boolean
  readonly isUnique: boolean
  /** Seen of records outside the reader's scope. */
  readonly isOpen: boolean
  /** Of assets: shown to the people who count, who may correct it. */
  readonly isCounted: boolean
  /** Of assets: shown wherever the line of a document names one. */
  readonly isOnLines: boolean
  /** Of assets: the categories, with what lies below them, that have the field; empty for all. */
  readonly categoryIds: readonly Id[]
  readonly isRetired: boolean
  /** What a new record has in it where nothing is said; null for nothing. */
  readonly defaultValue: unknown
  /** Of a text: no keyword finds records by it, so that roles may hide it. */
  readonly isSensitive: boolean
  /** Of a number: what it counts, which stands behind the name wherever that is shown. */
  readonly unit: string | null
  readonly version: number
}

/** Which column of the values of own fields finds and sorts by a field; undefined for what is only shown. */
export type ValueColumn = 'text' | 'number' | 'day' | 'ref'

/** What own fields may begin as. */
export const ownFieldPresets = [
  'line',
  'text',
  'choice',
  'choices',
  'money',
  'quantity',
  'whole',
  'date',
  'datetime',
  'time',
  'flag',
  'person',
  'department',
  'location',
  'supplier',
  'pictures',
] as const satisfies readonly Preset[]

/** How many own fields an organisation may have, the retired among them. */
export const ownFieldsAtMost = 2000

/** How much of a text the database finds records by; the rest is looked at on the records. */
export const foundTextLength = 200

/** The longest text that two records may not have in common. */
export const uniqueTextLength = foundTextLength

export const ownFieldKey = v.pipe(v.string(), v.regex(/^x[1-9]\d{0,5}$/, '字段有误'))
export const isOwnKey = (key: string): boolean => /^x[1-9]\d{0,5}$/.test(key)

/** The field by which sheets name a record of a kind; undefined for one that has no code. */
export const codeKeyOf = ({ unique }: Pick<RecordKind, 'unique'>): string | undefined => unique.find((key) => !isOwnKey(key))

/** The control of an own field as it is sent and stored. */
export const ownControl = v.pipe(
  storedControl,
  v.check((control) => isOffered(control), '自定义字段不能是这种类型'),
)

/** True for what an own field may hold: one of the presets, and of records one. */
const isOffered = (control: FieldType): boolean =>
  ownFieldPresets.some((preset) => preset === presetOf(control)) && !(referenceOf(control)?.many ?? false)

export const valueColumnOf = (control: FieldType): ValueColumn | undefined => {
  if (refersTo(control)) return 'ref'
  if (isNumber(control)) return 'number'
  if (control.type === 'date') return 'day'
  const isSingle = control.type !== 'choice' || !control.many
  return isSingle && ['text', 'choice', 'datetime', 'time', 'flag'].includes(control.type) ? 'text' : undefined
}

/** True for what may be required to differ from record to record. */
export const canBeUnique = (control: FieldType): boolean =>
  (control.type === 'text' && control.lines === 1 && control.max <= uniqueTextLength) || control.type === 'whole'

/** True for what new records may begin with: what differs from record to record, files and other records are chosen for each. */
export const canHaveDefault = ({ control, isUnique }: Pick<OwnField, 'control' | 'isUnique'>): boolean =>
  !isUnique && !holdsFiles(control) && !refersTo(control)

/** What new records of a kind begin with in their own fields. */
export const ownDefaultsOf = (kind: Pick<RecordKind, 'fields'>): readonly (readonly [key: string, field: RecordField, value: unknown])[] =>
  ownFieldsOf(kind).flatMap(([key, field, { isRetired, defaultValue }]) =>
    isRetired || isEmpty(defaultValue) ? [] : [[key, field, defaultValue] as const],
  )

/** True for what may have a unit. */
export const canHaveUnit = (control: FieldType): boolean => isNumber(control) && control.type !== 'money'

/** What an own field is called in a language, with its unit. */
export const ownLabelOf = (
  { label, englishLabel, unit }: Pick<OwnField, 'label' | 'englishLabel' | 'unit'>,
  language: 'zh' | 'en',
): string => {
  if (language === 'en' && englishLabel) return unit ? `${englishLabel} (${unit})` : englishLabel
  return unit ? `${label}(${unit})` : label
}

/** The field of a record that an own field makes, in a language. */
const fieldOf = (ownField: OwnField, language: 'zh' | 'en'): RecordField => {
  const { control, hint, isUnique, isOpen, isRequired, isRequiredAtStockIn, isCounted, isOnLines, categoryIds, isRetired } = ownField
  const label = ownLabelOf(ownField, language)
  const field: Field = fieldWith(label, control, 'never', hint ?? undefined)
  return {
    ...field,
    ownTraits: {
      names: [
        ...new Set([ownLabelOf(ownField, 'zh'), ownLabelOf(ownField, 'en'), ownField.label, ownField.englishLabel ?? ownField.label]),
      ],
      isRequired,
      isRequiredAtStockIn,
      isCounted,
      isOnLines,
      categoryIds,
      isRetired,
      defaultValue: ownField.defaultValue,
    },
    ...(isUnique && { unique: true }),
    ...(isOpen && { open: true }),
    ...(control.type === 'text' && !ownField.isSensitive && { searched: true }),
    ...(valueColumnOf(control) && { sorted: true }),
    ...(isRetired && { readOnly: true }),
  }
}

/** A kind of record with the fields that an organisation adds to it; the kind itself where there are none. */
export const withOwnFields = (kind: RecordKind, ownFields: readonly OwnField[], language: 'zh' | 'en'): RecordKind => {
  if (ownFields.length === 0) return kind
  const fields: Record<string, RecordField> = { ...kind.fields }
  for (const ownField of ownFields) fields[ownField.key] = fieldOf(ownField, language)
  const keysWith = (trait: 'unique' | 'searched' | 'sorted' | 'open' | 'readOnly'): string[] =>
    ownFields.flatMap(({ key }) => (fields[key]?.[trait] ? [key] : []))
  return {
    ...kind,
    fields,
    unique: [...kind.unique, ...keysWith('unique')],
    searched: [...kind.searched, ...keysWith('searched')],
    sorts: [...kind.sorts, ...keysWith('sorted')],
    ...(kind.open && { open: [...kind.open, ...keysWith('open')] }),
    readOnly: [...kind.readOnly, ...keysWith('readOnly')],
  }
}

/** The own fields of a kind, by their keys. */
export const ownFieldsOf = ({
  fields,
}: Pick<RecordKind, 'fields'>): readonly (readonly [key: string, field: RecordField, traits: OwnTraits])[] =>
  Object.entries(fields).flatMap(([key, field]) => (field.ownTraits ? [[key, field, field.ownTraits] as const] : []))

/** True for a field that a record has whose category, with those above it, is `categories`. */
export const appliesTo = (field: Pick<RecordField, 'ownTraits'>, categories: readonly unknown[]): boolean => {
  const categoryIds = field.ownTraits?.categoryIds ?? []
  return categoryIds.length === 0 || categoryIds.some((id) => categories.includes(id))
}

/**
 * What is wrong with the own fields of a record in words: what is required, applies and is not there. A value that was missing before (`before`)
 * stands in the way of no other change.
 */
export const ownFieldProblems = (
  kind: Pick<RecordKind, 'fields'>,
  values: Readonly<Record<string, unknown>>,
  {
    before,
    applies,
  }: {
    readonly before: Readonly<Record<string, unknown>> | undefined
    readonly applies: (key: string, field: RecordField) => boolean
  },
): FieldProblem[] =>
  ownFieldsOf(kind).flatMap(([key, field, { isRequired, isRetired }]) =>
    isRequired && !isRetired && isEmpty(values[key]) && applies(key, field) && !(before && isEmpty(before[key]))
      ? [{ path: key, words: '请填写{label}', params: { label: field.label } }]
      : [],
  )

/** The first thing that keeps a field from being saved, in words; undefined where it may be. */
export const ownFieldFault = ({
  label,
  control,
  isUnique,
  defaultValue,
}: Pick<OwnField, 'label' | 'control' | 'isUnique'> & Partial<Pick<OwnField, 'defaultValue'>>):
  | { readonly words: string; readonly params: Record<string, string | number> }
  | undefined => {
  const [fault] = kindOf(control).faults?.(control) ?? []
  if (fault) return { words: fault[0], params: { ...fault[1], label } as Record<string, string | number> }
  if (isUnique && !canBeUnique(control))
    return { words: '“{label}”不能要求唯一：只有单行文字（最多{max}字）和整数可以', params: { label, max: uniqueTextLength } }
  if (isEmpty(defaultValue)) return undefined
  if (!canHaveDefault({ control, isUnique })) return { words: '“{label}”不能设置默认值', params: { label } }
  const { success } = v.safeParse(fieldWith(label, control, 'never', undefined).schema, defaultValue)
  if (!success) return { words: '“{label}”的默认值不符合这个字段的要求', params: { label } }
  return undefined
}

/** The options that a choice had and has no more. */
export const removedOptions = (before: FieldType, after: FieldType): readonly string[] => {
  const remainingValues = new Set(optionsOf(after)?.map(({ value }) => value))
  return (optionsOf(before) ?? []).flatMap(({ value }) => (remainingValues.has(value) ? [] : [value]))
}

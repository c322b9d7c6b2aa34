import * as v from 'valibot'
import { type Decimal, isDecimal } from '../../../kernel/decimal.ts'
import { type Field, type FieldType, fieldWith } from '../../../kernel/field.ts'
import { integer } from '../../../kernel/fields/kind.ts'
import { optionsMax } from '../../../kernel/fields/choice.ts'
import { storedControl } from '../../../kernel/fields/storedControl.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import { comparisonsMax, type Condition, conditionSchema, formPathsOf, hasTooManyComparisons } from './condition.ts'
import type { Form, Json, Path } from './form.ts'
import { type Formula, formulaSchema, operandsOf } from './formula.ts'

/** A form that an organisation designed itself; a published version never changes. */
export type FormDesign = { schema: 1; items: FormItem[] }
export type FormItem = FormField | FormTable | FormGroup | FormNote

/** Keys are unique in the whole design, those of columns in their table. */
export type FormField = {
  t: 'field'
  key: string
  label: string
  hint?: string | undefined
  /** A flag that is required must be ticked. */
  required: boolean
  control: FieldType
  /** Shown, checked and kept only where this holds. */
  visible?: Condition | undefined
  /** Computed and never entered. */
  formula?: Formula | undefined
  /** What else must hold for it, beyond what its kind says. */
  checks?: FieldCheck[] | undefined
  /** What a new application begins with, until its applicant enters something. */
  begins?: FieldBeginning | undefined
  /** Of a choice, the options that are offered under a condition only. */
  offers?: OptionOffer[] | undefined
}

/** A yes-or-no formula, and the words at the field where it comes to no. What is missing refuses nothing. */
export type FieldCheck = { holds: Formula; words: string }

/** A fixed value, something about the application, or what a formula makes of other fields. */
export type FieldBeginning =
  | { as: 'value'; value: Json }
  | { as: 'applicant' }
  | { as: 'department' }
  | { as: 'today' }
  | { as: 'formula'; formula: Formula }

/** The option by its value, and when it is offered. */
export type OptionOffer = { option: string; when: Condition }

/** Rows with `columns`; its value is the list of rows. */
export type FormTable = {
  t: 'table'
  key: string
  label: string
  visible?: Condition | undefined
  columns: FormField[]
  min: number
  max: number
}

/** A titled part of the form; it has no value of its own. */
export type FormGroup = {
  t: 'group'
  key: string
  label: string
  visible?: Condition | undefined
  items: (FormField | FormTable | FormNote)[]
}

/** A text that explains; it has no value. Its label is a title and may be empty. */
export type FormNote = { t: 'note'; key: string; label: string; text: string; visible?: Condition | undefined }

export const itemsMax = 100
export const columnsMax = 30
export const checksMax = 5
export const rowsMax = 200

/** Reads a design from JSON and says where it does not fit. */
export const parseFormDesign = (input: unknown): { design: FormDesign } | { refusal: Refusal } => {
  if (isDeeperThan(input, 40)) return { refusal: refusal('form.tooDeep', '表单设计嵌套过深') }
  if (hasTooManyComparisons(input))
    return { refusal: refusal('form.manyConditions', '表单设计的显示条件太多，最多{max}项', { max: comparisonsMax }) }
  const parsed = v.safeParse(designSchema, input)
  if (parsed.success) return { design: parsed.output }
  return { refusal: refusal('form.malformed', '表单设计的“{path}”不符合格式', { path: v.getDotPath(parsed.issues[0]) ?? '' }) }
}

/** The same field as forms of documents have it, for entering, checking and showing. */
export const fieldOf = ({ label, hint, required, control, formula }: FormField): Field =>
  fieldWith(label, control, required && !formula ? 'always' : 'never', hint)

/** Every field with its path, columns as "table.column", in the order of the design. */
export const fieldsOf = (design: FormDesign): { path: Path; field: FormField; table: FormTable | undefined }[] =>
  placesOf(design).flatMap(({ path, item, table }) => (item.t === 'field' ? [{ path, field: item, table }] : []))

/** What each computed field is computed from, by path. */
export const formulaReads = (design: FormDesign): ReadonlyMap<Path, readonly Path[]> =>
  new Map(
    placesOf(design).flatMap((place): [Path, Path[]][] =>
      place.item.t === 'field' && place.item.formula
        ? [[place.path, [...new Set(operandsOf(place.item.formula).map((path) => meant(path, place)))]]]
        : [],
    ),
  )

export const tablesOf = ({ items }: FormDesign): FormTable[] =>
  items.flatMap((item) => (item.t === 'group' ? item.items : [item])).filter((item) => item.t === 'table')

/** The amount of a request: the money field "amount", else the last money formula outside the tables. */
export const amountOf = (design: FormDesign, values: Readonly<Form>): Decimal | null => {
  const path = amountPath(design)
  const value = path === undefined ? undefined : own(values, path)
  return isDecimal(value) ? value : null
}

/** Where the amount of a request stands. */
export const amountPath = (design: FormDesign): Path | undefined => {
  const money = fieldsOf(design).filter((field) => !field.table && field.field.control.type === 'money')
  return (money.find(({ path }) => path === 'amount') ?? money.findLast((one) => one.field.formula))?.path
}

/** An item in its place: `parent` is the group or table around it. */
export type Place = { path: Path; item: FormItem; parent: string | undefined; table: FormTable | undefined }
export type Index = ReadonlyMap<Path, Place>

/** Groups and notes have no value. */
export const isSilent = (item: FormItem): item is FormGroup | FormNote => item.t === 'group' || item.t === 'note'

export const placesOf = ({ items }: FormDesign): Place[] => items.flatMap((item) => placesIn(item, undefined))

const placesIn = (item: FormItem, parent: string | undefined): Place[] => {
  const place: Place = { path: item.key, item, parent, table: undefined }
  if (item.t === 'group') return [place, ...item.items.flatMap((otherItem) => placesIn(otherItem, item.key))]
  if (item.t === 'field' || item.t === 'note') return [place]
  return [
    place,
    ...item.columns.map((column): Place => ({ path: `${item.key}.${column.key}`, item: column, parent: item.key, table: item })),
  ]
}

export const indexOf = (places: readonly Place[]): Index => {
  const index = new Map<Path, Place>()
  for (const place of places) if (!index.has(place.path)) index.set(place.path, place)
  return index
}

export const labelOf = ({ item, table }: Place): string => {
  const own = item.label || item.key
  return table ? `${table.label || table.key}·${own}` : own
}

/** The full path of what is meant where `path` is written in the place of an item. */
export const meant = (path: Path, { table }: Place): Path =>
  table?.columns.some(({ key }) => key === path) ? `${table.key}.${path}` : path

/** Every item after all that its formula, its condition and its surroundings read; those that lead back to themselves are named. */
export const orderOf = (places: readonly Place[]): { order: Place[]; circular: Set<Path> } => {
  const index = indexOf(places)
  const order = new Set<Place>()
  const under: Path[] = []
  const circular = new Set<Path>()
  const visit = (place: Place): void => {
    if (order.has(place)) return
    const began = under.indexOf(place.path)
    if (began >= 0) {
      for (const path of under.slice(began)) circular.add(path)
      return
    }
    under.push(place.path)
    for (const path of readBy(place)) {
      const next = index.get(path)
      if (next) visit(next)
    }
    under.pop()
    order.add(place)
  }
  for (const place of places) visit(place)
  return { order: [...order], circular }
}

/** The conditions of an item: when it is shown, and when the options of a choice are offered. */
export const conditionsOf = (item: FormItem): Condition[] => [
  ...(item.visible ? [item.visible] : []),
  ...(item.t === 'field' ? (item.offers ?? []).map(({ when }) => when) : []),
]

/** The formulas of a field that are worked out whenever the form is read: what it is computed from, and its checks. */
export const formulasOf = (item: FormItem): Formula[] =>
  item.t === 'field' ? [...(item.formula ? [item.formula] : []), ...(item.checks ?? []).map(({ holds }) => holds)] : []

const readBy = (place: Place): Path[] => {
  const { item, parent } = place
  const read = [...conditionsOf(item).flatMap(formPathsOf), ...(item.t === 'field' && item.formula ? operandsOf(item.formula) : [])]
  return [...(parent === undefined ? [] : [parent]), ...read.map((path) => meant(path, place))]
}

/** The value of a key of the object itself. */
export const own = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))

const label = v.pipe(v.string(), v.trim(), v.maxLength(40))
/** What every object has already is no key: it would be found where no one put it. */
const key = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9]{0,39}$/),
  v.check((name) => !(name in {})),
)
const visible = v.optional(conditionSchema)

const sentence = v.pipe(v.string(), v.trim(), v.maxLength(100))

const beginningSchema: v.GenericSchema<unknown, FieldBeginning> = v.variant('as', [
  v.strictObject({
    as: v.literal('value'),
    value: v.pipe(
      v.unknown(),
      v.check((value) => !isDeeperThan(value, 4)),
      v.transform((value) => value as Json),
    ),
  }),
  v.strictObject({ as: v.literal('applicant') }),
  v.strictObject({ as: v.literal('department') }),
  v.strictObject({ as: v.literal('today') }),
  v.strictObject({ as: v.literal('formula'), formula: formulaSchema }),
])

const fieldSchema = v.strictObject({
  t: v.literal('field'),
  key,
  label,
  hint: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  required: v.boolean(),
  control: storedControl,
  visible,
  formula: v.optional(formulaSchema),
  checks: v.optional(v.pipe(v.array(v.strictObject({ holds: formulaSchema, words: sentence })), v.maxLength(checksMax))),
  begins: v.optional(beginningSchema),
  offers: v.optional(
    v.pipe(v.array(v.strictObject({ option: v.pipe(v.string(), v.maxLength(60)), when: conditionSchema })), v.maxLength(optionsMax)),
  ),
})

const tableSchema = v.strictObject({
  t: v.literal('table'),
  key,
  label,
  visible,
  columns: v.pipe(v.array(fieldSchema), v.maxLength(columnsMax)),
  min: integer(0, rowsMax),
  max: integer(1, rowsMax),
})

const noteSchema = v.strictObject({ t: v.literal('note'), key, label, text: v.pipe(v.string(), v.trim(), v.maxLength(1000)), visible })

const groupSchema = v.strictObject({
  t: v.literal('group'),
  key,
  label,
  visible,
  items: v.array(v.variant('t', [fieldSchema, tableSchema, noteSchema])),
})

const designSchema: v.GenericSchema<unknown, FormDesign> = v.pipe(
  v.strictObject({ schema: v.literal(1), items: v.array(v.variant('t', [fieldSchema, tableSchema, groupSchema, noteSchema])) }),
  v.check(({ items }) => items.reduce((total, item) => total + 1 + (item.t === 'group' ? item.items.length : 0), 0) <= itemsMax),
)

/** What people call the field or table at a path. */
export const labelAt = (design: FormDesign, path: Path): string => {
  const field = fieldsOf(design).find((otherField) => otherField.path === path)
  return field?.field.label ?? fieldsOf(design).find(({ table }) => table?.key === path)?.table?.label ?? path
}

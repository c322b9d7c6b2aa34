import * as v from 'valibot'
import type { Day, Minute } from './day.ts'
import type { Decimal } from './decimal.ts'
import type { Attachment } from './fields/attachments.ts'
import { isEmpty, type Noun, type Option } from './fields/kind.ts'
import type { Place } from './fields/place.ts'
import { type FieldType, kindOf } from './fields/kinds.ts'
import type { Suggestions } from './fields/text.ts'
import type { Id } from './id.ts'
import type { Period, PeriodUnit } from './period.ts'
import { assertDefined } from './assert.ts'
import type { Params } from './refusal.ts'
import type { RuleName } from './rule.ts'

export type { Attachment, FieldType, Noun, Option }
export { isEmpty }

export type Ref<N extends Noun> = Id & { readonly noun: N }

/**
 * When a value must be there: `always` (from submitting on), `posting` (a person may fill it in while
 * approving), `never`. Drafts may lack everything.
 */
export type Required = 'always' | 'posting' | 'never'

/**
 * What a new form begins with, where it is known: `self` the person who fills it in, unless they do it for others; `today`; `subject` the
 * department or the place of the person that it is for; `stocked` the store that has what is asked for; `home` the store where the things
 * came from; `own` the place that a keeper used last, or the only one they manage.
 */
export type Begins = 'self' | 'today' | 'subject' | 'stocked' | 'home' | 'own'

export type Field<V = unknown, R extends Required = Required> = {
  readonly label: string
  readonly control: FieldType
  readonly required: R
  /** Checks and normalises one present value; its issues are Chinese sentences with the place `{label}`. */
  readonly schema: v.GenericSchema<unknown, V>
  /** A short help line below the control. */
  readonly hint?: string | undefined
  readonly begins?: Begins | undefined
  /** The field of the thing in question that this one changes: what stands there now is shown beside it. */
  readonly changes?: string | undefined
  /**
   * `keeper`: asked of the person who keeps what the form is about, of no one else. `nobody`: written by what makes the form, shown and not
   * asked. `policy`: asked where a policy of the organisation finds something against the form.
   */
  readonly filledBy?: FilledBy | undefined
  readonly when?: When | undefined
}

/** Asked only where the choice `field` beside it is one of `is`, or none of `not`. Elsewhere nothing stands there, and nothing is missing. */
export type When = { readonly field: string } & ({ readonly is: readonly string[] } | { readonly not: readonly string[] })

/** Whether a field is asked among these values. */
export const isAsked = ({ when }: Pick<Field, 'when'>, values: Readonly<Record<string, unknown>>): boolean => {
  if (!when) return true
  const value = String(values[when.field] ?? '')
  return 'is' in when ? when.is.includes(value) : !when.not.includes(value)
}

/** The same field, asked only there: what it requires is required only there. */
export const askedWhen = <V>(when: When, field: Field<V>): Field<V, 'never'> => ({ ...field, when }) as Field<V, 'never'>

export type Fields = Readonly<Record<string, Field>>

/** The field of that name, which is one of them by all we know. */
export const declaredField = <F extends Field>(fields: Readonly<Record<string, F>>, key: string): F =>
  assertDefined(fields[key], `the field ${key}`)

/** The values of a set of fields once it is submitted: what is required by then is there. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Field<unknown, infer R> ? ('always' extends R ? K : never) : never]: F[K] extends Field<infer V>
    ? V
    : never
} & {
  readonly [K in keyof F as F[K] extends Field<unknown, infer R> ? ('always' extends R ? never : K) : never]?: F[K] extends Field<infer V>
    ? V
    : never
}

/** A value where it is words, an id or a decimal; undefined where it is empty. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The texts of a list, such as the ids or the paths that a field holds. */
export const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

/** What stands under a key where that is words, an id or a decimal; undefined where it is empty. */
export const textIn = (values: Readonly<Record<string, unknown>>, key: string): string | undefined => asText(values[key])

type FilledBy = 'keeper' | 'nobody' | 'policy'
type Common<R extends Required> = { required?: R; hint?: string; begins?: Begins; filledBy?: FilledBy; changes?: string }

/** A field of a kind; `V` is what the check of that kind answers. */
const field = <V, R extends Required>(label: string, control: FieldType, common: Common<R> = {}): Field<V, R> => ({
  label,
  control,
  schema: kindOf(control).check(control, label) as v.GenericSchema<unknown, V>,
  required: common.required ?? ('always' as R),
  hint: common.hint,
  begins: common.begins,
  filledBy: common.filledBy,
  changes: common.changes,
})

/** A point on the ground, in the grid that it was entered in. */
export const place = <R extends Required = 'always'>(label: string, common: Common<R> = {}) =>
  field<Place, R>(label, { type: 'place' }, common)

/** Any kind of field, as forms that people design declare them. */
export const fieldWith = (label: string, control: FieldType, required: Required, hint: string | undefined): Field =>
  field(label, control, { required, ...(hint !== undefined && { hint }) })

type TextOptions<R extends Required> = Common<R> & { max?: number; lines?: number; offered?: string; suggestions?: Suggestions }

/**
 * One or more lines of text, trimmed; from `min` to `max` characters (140), where it is filled in. `patternWords` say what `pattern` asks for; `offered` names the
 * dictionary whose words one press writes, `suggestions` where values to choose from come from.
 */
export const text = <R extends Required = 'always'>(
  label: string,
  options: TextOptions<R> & { min?: number; pattern?: RegExp; patternWords?: string; rule?: RuleName | undefined } = {},
) => {
  const { min, max = 140, lines = 1, offered, suggestions, rule, pattern, patternWords: message } = options
  const ruleChosen = { rule: pattern ? ('pattern' as const) : rule, pattern, message }
  const control: FieldType = { type: 'text', ...(min !== undefined && { min }), max, lines, offered, suggestions, ...ruleChosen }
  return field<string, R>(label, control, options)
}

const textOf =
  (rule: RuleName, max: number) =>
  <R extends Required = 'always'>(label: string, options: Common<R> = {}) =>
    text<R>(label, { ...options, rule, max })

export const mobile = textOf('mobile', 11)
/** A mobile or a landline number. */
export const phone = textOf('phone', 20)
export const email = textOf('email', 80)
/** Unified social credit code. */
export const creditCode = textOf('socialCreditCode', 18)

/** One of a closed list. */
export const choice = <const O extends readonly Option[], R extends Required = 'always'>(
  label: string,
  options: O,
  common: Common<R> = {},
) => field<O[number]['value'], R>(label, { type: 'choice', options }, common)

/** One of a list that organisations change, by its code; `options` are what is delivered. */
export const listedChoice = <R extends Required = 'always'>(
  label: string,
  list: string,
  options: readonly Option[],
  common: Common<R> = {},
) => field<string, R>(label, { type: 'choice', options, list }, common)

/** Several different ones of a closed list, in the order chosen. */
export const choices = <R extends Required = 'always'>(label: string, options: readonly Option[], common: Common<R> = {}) =>
  field<string[], R>(label, { type: 'choice', options, many: true }, common)

/** A day; see the kind for `notBefore` and `notAfter`. */
export const date = <R extends Required = 'always'>(label: string, options: Common<R> & { notBefore?: string; notAfter?: string } = {}) => {
  const { notBefore, notAfter } = options
  return field<Day, R>(label, { type: 'date', notBefore, notAfter }, options)
}

export const datetime = <R extends Required = 'always'>(label: string, options: Common<R> = {}) =>
  field<Minute, R>(label, { type: 'datetime' }, options)

/** From–to; its length is worked out. */
export const period = <R extends Required = 'always'>(label: string, options: Common<R> & { unit?: PeriodUnit } = {}) =>
  field<Period, R>(label, { type: 'period', unit: options.unit ?? 'days' }, options)

/** An amount in yuan. */
export const money = <R extends Required = 'always'>(label: string, options: Common<R> & { min?: Decimal } = {}) =>
  field<Decimal, R>(label, { type: 'money', min: options.min ?? '0' }, options)

/** The price of one unit in yuan, with up to four decimals. */
export const unitPrice = <R extends Required = 'always'>(label: string, options: Common<R> = {}) =>
  field<Decimal, R>(label, { type: 'money', min: '0', places: 4 }, options)

/** A positive amount of something, up to `places` decimals (4). */
export const quantity = <R extends Required = 'always'>(
  label: string,
  options: Common<R> & { min?: number; max?: number; places?: number } = {},
) => {
  const { min, max, places = 4 } = options
  const [least, most] = [min, max].map((bound) => (bound === undefined ? undefined : String(bound)))
  return field<Decimal, R>(label, { type: 'quantity', min: least, max: most, places }, options)
}

/** A whole number. */
export const integer = <R extends Required = 'always'>(label: string, options: Common<R> & { min?: number; max?: number } = {}) => {
  const { min = 0, max = 1_000_000 } = options
  return field<number, R>(label, { type: 'whole', min, max }, options)
}

export const flag = (label: string, options: { hint?: string } = {}) =>
  field<boolean, 'never'>(label, { type: 'flag' }, { required: 'never', ...options })

type ReferenceOptions<R extends Required> = Common<R> & { filter?: Readonly<Record<string, unknown>> }

const reference =
  <N extends Noun>(to: N) =>
  <R extends Required = 'always'>(label: string, options: ReferenceOptions<R> = {}) =>
    field<Ref<N>, R>(label, { type: 'reference', to, many: false, filter: options.filter }, options)

export const person = reference('person')
export const department = reference('department')
/** `{ own: true }`: of the places that the person who fills it in manages, where they act as a keeper; `{ stocked: true }`: where supplies lie. */
export const location = reference('location')
export const category = reference('category')
export const model = reference('model')
/** `filter` narrows what the picker offers, for instance `{ place: 'store' }`; the ledger checks the truth. */
export const asset = reference('asset')
export const consumable = reference('consumable')
export const supplier = reference('supplier')
export const book = reference('book')

/** Several different ones. */
const references =
  <N extends Noun>(to: N) =>
  <R extends Required = 'always'>(label: string, options: ReferenceOptions<R> = {}) =>
    field<Ref<N>[], R>(label, { type: 'reference', to, many: true, filter: options.filter }, options)

export const persons = references('person')
export const assets = references('asset')

/** Paths of uploaded pictures. */
export const pictures = (label: string, options: { hint?: string; max?: number } = {}) =>
  field<string[], 'never'>(label, { type: 'pictures', max: options.max ?? 3 }, { required: 'never', ...options })

export const attachments = (label: string, options: { hint?: string; max?: number } = {}) =>
  field<Attachment[], 'never'>(label, { type: 'attachments', max: options.max ?? 9 }, { required: 'never', ...options })

/**
 * What is wrong with one value: where it stands ("reason", "lines.2.quantity") and a sentence in which `{label}` is the field's
 * label and the other places are filled from `params`.
 */
export type FieldProblem = { readonly path: string; readonly words: string; readonly params: Params }

/**
 * Checks raw values against fields. `stage` says how far the record is: a draft may lack anything, at
 * submitting `always` is required, at posting everything but `never`. Unknown keys are problems.
 */
export const readValues = (
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
  stage: 'draft' | 'submitting' | 'posting',
  path = '',
): { values: Record<string, unknown>; problems: FieldProblem[] } => {
  const values: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(fields, key)) problems.push({ path: path + key, words: '未知的字段{key}', params: { key } })
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!isAsked(field, raw)) continue
    const { label, control, required, schema } = field
    const value = raw[key]
    const result = isEmpty(value) ? undefined : v.safeParse(schema, value, { message: '{label}格式有误' })
    if (result && !result.success)
      problems.push({ path: path + key, words: result.issues[0].message, params: { ...limitsOf(control), label } })
    else if (result && !isEmpty(result.output)) values[key] = result.output
    else if (stage === 'posting' ? required !== 'never' : stage === 'submitting' && required === 'always')
      problems.push({ path: path + key, words: '请填写{label}', params: { label } })
  }
  return { values, problems }
}

/** What `{min}`, `{max}` and their like stand for in the words of a field's check. */
export const limitsOf = (control: FieldType): Params =>
  Object.fromEntries(Object.entries(control).filter(([, limit]) => typeof limit === 'number' || typeof limit === 'string'))

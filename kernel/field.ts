import * as v from 'valibot'
import { type Day, isDay, isMinute, type Minute } from './day.ts'
import { compare, type Decimal, isPositive, parseDecimal } from './decimal.ts'
import { type Id, isId } from './id.ts'
import { isPeriodEnd, type Period, periodLength, type PeriodUnit } from './period.ts'
import type { Params } from './refusal.ts'

/** What a reference field points at. Ids of different nouns do not mix: `Ref<'person'>` is no `Ref<'location'>`. */
export type Noun = 'person' | 'department' | 'location' | 'category' | 'model' | 'asset' | 'consumable' | 'supplier' | 'document'
export type Ref<N extends Noun> = Id & { readonly noun: N }

/** A stored file: `path` as the upload answered it, `name` as the person called it. */
export type Attachment = { path: string; name: string; sizeBytes: number }

export type Option = { readonly value: string; readonly label: string }

/**
 * One thing that a text must fulfil. `words` says in Chinese what is wrong where `test` is false, with the field's label at `{label}`. No
 * test takes more than linear time, and an empty text is never tested.
 */
export type Rule = {
  readonly name: string
  readonly words: string
  readonly test: (value: string) => boolean
}

/** What is said of a field that breaks a rule: a label that is what the words name besides is not said twice. */
export const ruleWords = ({ words }: Rule, label: string): string =>
  words.replace(`{label}${label}`, '{label}') === wrongFormat ? wrongFormat : words

const wrongFormat = '{label}格式有误'

/** How a field is entered and shown; every form, check, list column and print-out asks this. */
export type FieldType =
  | { type: 'text'; max: number; lines: number; pattern?: RegExp | undefined; rule?: string | undefined; offered?: string | undefined }
  | { type: 'choice'; options: readonly Option[]; many?: boolean | undefined }
  | { type: 'date'; notBefore?: string | undefined; notAfter?: string | undefined }
  | { type: 'datetime' }
  | { type: 'period'; unit: PeriodUnit }
  | { type: 'money'; min: Decimal | undefined }
  | { type: 'quantity'; min: Decimal; places: number }
  | { type: 'whole'; min: number; max: number }
  | { type: 'flag' }
  | { type: 'reference'; to: Noun; many: boolean; filter?: Readonly<Record<string, unknown>> | undefined }
  | { type: 'pictures'; max: number }
  | { type: 'attachments'; max: number }
  /** Other applications, by id. */
  | { type: 'applications'; max: number }

/**
 * When a value must be there: `always` (from submitting on), `posting` (somebody may fill it in while
 * approving), `never`. Drafts may lack everything.
 */
export type Required = 'always' | 'posting' | 'never'

/**
 * What a new form begins with, where it is known: `self` whoever fills it in, unless they do it for others; `today`; `subject` the
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
  /** `keeper`: asked of whoever keeps what the form is about, of nobody else. */
  readonly filledBy?: 'keeper' | undefined
}

export type Fields = Readonly<Record<string, Field>>

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

type Common<R extends Required> = { required?: R; hint?: string; begins?: Begins; filledBy?: 'keeper'; changes?: string }

const field = <V, R extends Required>(
  label: string,
  control: FieldType,
  schema: v.GenericSchema<unknown, V>,
  common: Common<R> = {},
): Field<V, R> => ({
  label,
  control,
  schema,
  required: common.required ?? ('always' as R),
  hint: common.hint,
  begins: common.begins,
  filledBy: common.filledBy,
  changes: common.changes,
})

/**
 * One or more lines of text, trimmed; at most `max` characters (140). `patternWords` say what `pattern` asks for, `rule` is one that has a name; `offered` names the
 * dictionary whose words one press writes.
 */
export const text = <R extends Required = 'always'>(
  label: string,
  options: Common<R> & {
    max?: number
    lines?: number
    pattern?: RegExp
    patternWords?: string
    rule?: Rule | undefined
    offered?: string
  } = {},
) => {
  const { max = 140, lines = 1, pattern, patternWords = '{label}格式有误', rule, offered } = options
  const checks = v.pipe(v.string('{label}应为文字'), v.trim(), v.maxLength(max, '{label}不能超过{max}个字'))
  const matching = pattern ? v.pipe(checks, v.regex(pattern, patternWords)) : checks
  return field<string, R>(
    label,
    { type: 'text', max, lines, pattern, rule: rule?.name, offered },
    rule
      ? v.pipe(
          matching,
          v.check((value) => value === '' || rule.test(value), ruleWords(rule, label)),
        )
      : matching,
    options,
  )
}

/** One of a closed list. */
export const choice = <const O extends readonly Option[], R extends Required = 'always'>(
  label: string,
  choices: O,
  options: Common<R> = {},
) =>
  field<O[number]['value'], R>(
    label,
    { type: 'choice', options: choices },
    v.picklist(choices.map((option) => option.value) as O[number]['value'][], '{label}请选择列表中的一项'),
    options,
  )

/** Several different ones of a closed list, in the order chosen. */
export const choices = <R extends Required = 'always'>(label: string, options: readonly Option[], common: Common<R> = {}) =>
  field<string[], R>(
    label,
    { type: 'choice', options, many: true },
    v.pipe(
      v.array(
        v.picklist(
          options.map((option) => option.value),
          '{label}请选择列表中的项',
        ),
        '{label}应为列表',
      ),
      v.check((list) => new Set(list).size === list.length, '{label}有重复'),
    ),
    common,
  )

/** A day; `notBefore` and `notAfter` say what it may mean: not before `today` or `tomorrow`, or not before the day in another field. */
export const date = <R extends Required = 'always'>(label: string, options: Common<R> & { notBefore?: string; notAfter?: string } = {}) => {
  const { notBefore, notAfter } = options
  return field<Day, R>(label, { type: 'date', notBefore, notAfter }, v.custom<Day>(isDay, '{label}不是有效的日期'), options)
}

export const datetime = <R extends Required = 'always'>(label: string, options: Common<R> = {}) =>
  field<Minute, R>(label, { type: 'datetime' }, v.custom<Minute>(isMinute, '{label}不是有效的时间'), options)

/** From–to; its length is worked out, whatever was sent for it. */
export const period = <R extends Required = 'always'>(label: string, options: Common<R> & { unit?: PeriodUnit } = {}) => {
  const { unit = 'days' } = options
  return field<Period, R>(
    label,
    { type: 'period', unit },
    v.pipe(
      v.strictObject({ from: v.unknown(), to: v.unknown(), length: v.optional(v.unknown()) }, '{label}应为时间段'),
      v.rawTransform<{ from: unknown; to: unknown; length?: unknown }, Period>(({ dataset, addIssue, NEVER }) => {
        const { from, to } = dataset.value
        const length = isPeriodEnd(unit, from) && isPeriodEnd(unit, to) ? periodLength(unit, from, to) : '0'
        if (length !== undefined && length !== '0') return { from: from as string, to: to as string, length }
        addIssue({
          message:
            length === '0' ? '请填写{label}的开始和结束' : unit === 'hours' ? '{label}的结束应晚于开始' : '{label}的结束不能早于开始',
        })
        return NEVER
      }),
    ),
    options,
  )
}

const decimal = (words: string) =>
  v.pipe(
    v.union([v.string(), v.number()], words),
    // What is no decimal goes no further: the checks that follow compare it.
    v.rawTransform<string | number, Decimal>(({ dataset, addIssue, NEVER }) => {
      const value = parseDecimal(String(dataset.value))
      if (value !== undefined) return value
      addIssue({ message: words })
      return NEVER
    }),
  )

/** An amount in yuan with up to 2 places, at most 999999999999.99. */
export const money = <R extends Required = 'always'>(label: string, options: Common<R> & { min?: Decimal } = {}) => {
  const { min = '0' } = options
  return field<Decimal, R>(
    label,
    { type: 'money', min },
    v.pipe(
      decimal('{label}应为金额'),
      v.check((value) => (value.split('.')[1] ?? '').length <= 2, '{label}金额最多两位小数'),
      v.check((value) => compare(value, min) >= 0, '{label}不能小于{min}'),
      v.check((value) => compare(value, '999999999999.99') <= 0, '{label}金额过大'),
    ),
    options,
  )
}

/** A positive amount of something, up to `places` decimals (4); at most 99999999. */
export const quantity = <R extends Required = 'always'>(label: string, options: Common<R> & { min?: number; places?: number } = {}) => {
  const { min, places = 4 } = options
  return field<Decimal, R>(
    label,
    { type: 'quantity', min: String(min ?? 0), places },
    v.pipe(
      decimal('{label}应为数字'),
      v.check((value) => (value.split('.')[1] ?? '').length <= places, places === 0 ? '{label}应为整数' : '{label}最多{places}位小数'),
      v.check(
        (value) => (min === undefined ? isPositive(value) : compare(value, String(min)) >= 0),
        min === undefined ? '{label}应大于0' : '{label}不能小于{min}',
      ),
      v.check((value) => compare(value, '99999999') <= 0, '{label}过大'),
    ),
    options,
  )
}

/** A whole number. */
export const whole = <R extends Required = 'always'>(label: string, options: Common<R> & { min?: number; max?: number } = {}) => {
  const { min = 0, max = 1_000_000 } = options
  return field<number, R>(
    label,
    { type: 'whole', min, max },
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,9}$/), v.transform(Number))], '{label}应为整数'),
      v.integer('{label}应为整数'),
      v.minValue(min, '{label}不能小于{min}'),
      v.maxValue(max, '{label}不能大于{max}'),
    ),
    options,
  )
}

export const flag = (label: string, options: { hint?: string } = {}) =>
  field<boolean, 'never'>(label, { type: 'flag' }, v.boolean('{label}应为是或否'), { required: 'never', ...options })

const id = v.pipe(
  v.union([v.string(), v.number()], '{label}编号有误'),
  v.transform(String),
  v.check((value) => isId(value), '{label}编号有误'),
)

type ReferenceOptions<R extends Required> = Common<R> & { filter?: Readonly<Record<string, unknown>> }

const reference =
  <N extends Noun>(to: N) =>
  <R extends Required = 'always'>(label: string, options: ReferenceOptions<R> = {}) =>
    field<Ref<N>, R>(
      label,
      { type: 'reference', to, many: false, filter: options.filter },
      id as unknown as v.GenericSchema<unknown, Ref<N>>,
      options,
    )

export const person = reference('person')
export const department = reference('department')
/** `{ own: true }`: of the places that whoever fills it in manages, where they act as a keeper; `{ stocked: true }`: where supplies lie. */
export const location = reference('location')
export const category = reference('category')
export const model = reference('model')
/** `filter` narrows what the picker offers, for instance `{ place: 'store' }`; the ledger checks the truth. */
export const asset = reference('asset')
export const consumable = reference('consumable')
export const supplier = reference('supplier')

/** How many a field of several takes. */
export const referencesAtMost = 500

/** Several different ones. */
const references =
  <N extends Noun>(to: N, repeated: string) =>
  <R extends Required = 'always'>(label: string, options: ReferenceOptions<R> = {}) =>
    field<Ref<N>[], R>(
      label,
      { type: 'reference', to, many: true, filter: options.filter },
      v.pipe(
        v.array(id as unknown as v.GenericSchema<unknown, Ref<N>>, '{label}应为列表'),
        v.maxLength(referencesAtMost, '{label}最多500项'),
        v.check((list) => new Set(list).size === list.length, repeated),
      ),
      options,
    )

export const persons = references('person', '{label}有重复')
export const departments = references('department', '{label}有重复')
export const locations = references('location', '{label}有重复')
export const models = references('model', '{label}有重复')
export const assets = references('asset', '{label}有重复的资产')
export const consumables = references('consumable', '{label}有重复')
export const suppliers = references('supplier', '{label}有重复')

/** Other applications; `max` of them at most. Who fills it in chooses among those that he may read. */
export const applications = <R extends Required = 'always'>(label: string, options: Common<R> & { max?: number } = {}) => {
  const { max = 10 } = options
  return field<Id[], R>(
    label,
    { type: 'applications', max },
    v.pipe(
      v.array(id as unknown as v.GenericSchema<unknown, Id>, '{label}应为列表'),
      v.maxLength(max, '{label}最多{max}项'),
      v.check((list) => new Set(list).size === list.length, '{label}有重复'),
    ),
    options,
  )
}

/** The path of an uploaded file as the server gives it out: names of letters and digits between slashes, and an ending. */
export const storedPathPattern = /^[\w-]+(\/[\w-]+)*\.\w+$/

const storedPathOf = (words: string) => v.pipe(v.string(words), v.maxLength(200, words), v.regex(storedPathPattern, words))

/** The stored path of a file in a request. Whoever writes it asks besides whose file that is. */
export const storedPath = storedPathOf('路径有误')

const fieldPath = storedPathOf('{label}路径有误')

/** Paths of uploaded pictures. */
export const pictures = (label: string, options: { hint?: string; max?: number } = {}) => {
  const { max = 3 } = options
  return field<string[], 'never'>(
    label,
    { type: 'pictures', max },
    v.pipe(v.array(fieldPath, '{label}应为图片'), v.maxLength(max, '{label}最多{max}张图片')),
    {
      required: 'never',
      ...options,
    },
  )
}

export const attachments = (label: string, options: { hint?: string; max?: number } = {}) => {
  const { max = 9 } = options
  return field<Attachment[], 'never'>(
    label,
    { type: 'attachments', max },
    v.pipe(
      v.array(
        v.strictObject({ path: fieldPath, name: v.pipe(v.string(), v.maxLength(200)), sizeBytes: v.pipe(v.number(), v.minValue(0)) }),
        '{label}应为附件',
      ),
      v.maxLength(max, '{label}最多{max}个附件'),
    ),
    { required: 'never', ...options },
  )
}

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
  at = '',
): { values: Record<string, unknown>; problems: FieldProblem[] } => {
  const values: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(fields, key)) problems.push({ path: at + key, words: '未知的字段{key}', params: { key } })
  }
  for (const [key, { label, control, required, schema }] of Object.entries(fields)) {
    const value = raw[key]
    const result = isEmpty(value) ? undefined : v.safeParse(schema, value, { message: '{label}格式有误' })
    if (result && !result.success)
      problems.push({ path: at + key, words: result.issues[0].message, params: { ...limitsOf(control), label } })
    else if (result && !isEmpty(result.output)) values[key] = result.output
    else if (stage === 'posting' ? required !== 'never' : stage === 'submitting' && required === 'always')
      problems.push({ path: at + key, words: '请填写{label}', params: { label } })
  }
  return { values, problems }
}

const limitsOf = (control: FieldType): Params =>
  Object.fromEntries(Object.entries(control).filter(([, limit]) => typeof limit === 'number' || typeof limit === 'string'))

/** True for what counts as not filled in. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

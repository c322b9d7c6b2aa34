import { firstOf, lastOf } from '../../../kernel/assert.ts'
import type { Operator } from '../../../kernel/fields/kind.ts'
import { addDays, isDay } from '../../../kernel/day.ts'
import { add, compare, type Decimal, divide, isDecimal, roundTo, subtract } from '../../../kernel/decimal.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { searchWithinBudget } from '../../../kernel/ruleBudget.ts'
import { holds, type Scope, type Condition, type Literal } from '../form/condition.ts'
import type { Arm, ArmId, Branch, Definition, NodeId } from '../flow/definition.ts'
import { departmentPath, type FormField, initiatorPath, isFilledAtStart } from '../form/filling.ts'
import { valueAt, withValue, type Form, type Json, type Path } from '../form/form.ts'
import { type OwnPath, ownPathIn, pathOfOwn } from '../../records/ownFields/ownPath.ts'
import { blocksAround, planOf, within, placeOf } from '../flow/plan.ts'

/** One way on from a branch: an arm, and what an application must say to take it, all that surrounds it included. */
export type Way = { block: NodeId; arm: ArmId; wants: Want[] }
export type Want = { when: Condition; holds: boolean }

/** Who applies, for which department, with what; `ownAnswers` is what own fields of things hold, by the paths of conditions. */
export type Sample = Pick<Scope, 'form' | 'initiator' | 'dept'> & { ownAnswers?: OwnAnswers }
export type OwnAnswers = Readonly<Record<Path, Json>>

/** What is known of fields and people while a sample is looked for. */
export type Knowledge = {
  definition: Definition
  fields: ReadonlyMap<Path, FormField>
  /** More people or departments that might apply. */
  others: (path: typeof initiatorPath | typeof departmentPath) => string[]
  /** The form with every formula done; without it computed fields are taken as if they were entered. */
  compute?: (form: Form) => Form
} & Pick<Scope, 'deptPath' | 'rolesOf'>

/** Every arm of every branch, in the order of the definition. */
export const waysOf = (definition: Definition): Way[] =>
  within(definition.body).flatMap((node) =>
    node.t === 'branch' ? node.arms.map(({ id }) => ({ block: node.id, arm: id, wants: wantsOf(definition, node, id) })) : [],
  )

/** What must hold so that a branch takes an arm, and those around it theirs. */
export const wantsOf = (definition: Definition, branch: Branch, arm: ArmId): Want[] => {
  const plan = planOf(definition)
  const around = blocksAround(plan, branch.id).flatMap(({ block, arm: outer }) => {
    const { node } = placeOf(plan, block)
    return node.t === 'branch' ? ownWants(node, outer) : []
  })
  return [...around.toReversed(), ...ownWants(branch, arm)]
}

/** What two arms of an exclusive branch have in common: the person who says this could have either, and gets the earlier one. */
export const sharedWants = (definition: Definition, branch: Branch, firstArm: Arm, secondArm: Arm): Want[] => [
  ...wantsOf(definition, branch, firstArm.id),
  { when: secondArm.when!, holds: true },
]

/** How many samples are tried at most before it is left open. */
const triesMax = 4000

/**
 * A sample that does what is wanted, as near to `base` as there is one. 'never' where no application can do so; 'unknown' where none
 * was found but not everything could be tried.
 */
export const sampleFor = (wants: readonly Want[], base: Sample, knowledge: Knowledge, tries = triesMax): Sample | 'never' | 'unknown' =>
  searchWithinBudget(() => soughtSample(wants, base, knowledge, tries), 'unknown')

const soughtSample = (wants: readonly Want[], base: Sample, knowledge: Knowledge, tries: number): Sample | 'never' | 'unknown' => {
  const literals = Map.groupBy(
    wants.flatMap(({ when }) => comparisonsIn(when)),
    ({ f }) => f,
  )
  const direct = [...literals].map(([path, compared]) => ({ path, ...valuesFor(path, compared, base, knowledge) }))
  const { compute } = knowledge
  const isComputed = (path: Path): boolean => (knowledge.fields.get(path)?.from?.length ?? 0) > 0
  if (!compute || !direct.some(({ path }) => isComputed(path))) {
    const sampleFound = searched({ wants, base, knowledge, tries }, direct, compute ?? ((form) => form))
    return sampleFound ?? (direct.every(({ complete }) => complete) && product(direct) <= tries ? 'never' : 'unknown')
  }
  // What is computed follows from what it is computed from; where no such values are found, it is taken as it is wanted.
  const entered = direct.flatMap(({ path, values }) =>
    isComputed(path)
      ? inputsOf(path, knowledge).map((input) => ({ path: input, values: distinct(['1', ...values, '0']) }))
      : [{ path, values }],
  )
  return (
    searched({ wants, base, knowledge, tries }, entered, compute) ??
    searched({ wants, base, knowledge, tries }, direct, (form) => form) ??
    'unknown'
  )
}

type Choice = { path: Path; values: readonly Json[] }
type SampleSearch = { readonly wants: readonly Want[]; readonly base: Sample; readonly knowledge: Knowledge; readonly tries: number }

const searched = (
  { wants, base, knowledge, tries }: SampleSearch,
  choices: readonly Choice[],
  compute: (form: Form) => Form,
): Sample | undefined => {
  let triesLeft = tries
  const search = (index: number, sample: Sample): Sample | undefined => {
    const choice = choices[index]
    if (!choice) {
      triesLeft--
      const whole = { ...sample, form: compute(sample.form) }
      const scope = { ...knowledge, ...whole, ownValues: (path: OwnPath) => [answerAt(whole, pathOfOwn(path))] }
      return wants.every(({ when, holds: isWanted }) => holds(when, scope) === isWanted) ? whole : undefined
    }
    for (const value of choice.values) {
      if (triesLeft <= 0) return undefined
      const match = search(index + 1, withAnswer(sample, choice.path, value))
      if (match) return match
    }
    return undefined
  }
  return search(0, base)
}

const product = (choices: readonly Choice[]): number => choices.reduce((count, { values }) => count * values.length, 1)

/** What is really entered of all that a computed field is computed from. */
const inputsOf = (path: Path, knowledge: Knowledge, seen: readonly Path[] = []): Path[] => {
  const from = knowledge.fields.get(path)?.from
  if (from === undefined || seen.includes(path)) return from === undefined ? [path] : []
  return [...new Set(from.flatMap((one) => inputsOf(one, knowledge, [...seen, path])))]
}

const ownWants = ({ kind, arms }: Branch, id: ArmId): Want[] => {
  if (kind === 'par') return []
  const index = arms.findIndex((arm) => arm.id === id)
  const before = arms.slice(0, kind === 'xor' || index === arms.length - 1 ? index : 0)
  const own = arms[index]?.when
  return [
    ...before.flatMap(({ when }) => (when ? [{ when, holds: false }] : [])),
    ...(own && index < arms.length - 1 ? [{ when: own, holds: true }] : []),
  ]
}

type Comparison = { f: Path; op: Operator; v: Literal | undefined }

export const comparisonsIn = (condition: Condition): Comparison[] => {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn)
  if ('any' in condition) return condition.any.flatMap(comparisonsIn)
  if ('not' in condition) return comparisonsIn(condition.not)
  return [{ f: condition.f, op: condition.op, v: condition.v }]
}

/** Values of which one stands for each that a condition can tell apart; `complete` where none is missing. */
type Values = { values: Json[]; complete: boolean }

const valuesFor = (path: Path, compared: readonly Comparison[], base: Sample, knowledge: Knowledge): Values => {
  const comparedValues = [...new Set(compared.flatMap(({ v }) => (v === undefined ? [] : [v].flat())))]
  const now = answerAt(base, path)
  if (path === initiatorPath || path === departmentPath) {
    const ids = compared.filter(({ op }) => op !== 'hasRole').flatMap(({ v }) => [v ?? []].flat()).filter((one) => typeof one === 'string') // prettier-ignore
    return { values: distinct([now, ...ids, ...knowledge.others(path)]), complete: false }
  }
  const field = knowledge.fields.get(path)
  if (!field) {
    const texts = comparedValues.filter((comparedValue) => typeof comparedValue === 'string')
    return {
      values: distinct([now, ...comparedValues, ...numbers(texts, { places: 2, min: undefined }), ...days(texts), null]),
      complete: false,
    }
  }
  const { control } = field.field
  const texts = comparedValues.filter((comparedValue) => typeof comparedValue === 'string')
  const standIn = standingFor(control, texts)
  const values = standIn?.values ?? texts
  const plain = compared.every(({ op }) => op !== 'contains' && op !== 'isDeptIn' && op !== 'hasRole')
  return {
    values: distinct([...(now === null ? [] : [now]), ...values, ...(isFilledAtStart(knowledge.definition, field) ? [] : [null])]),
    // Rows of a table may each say something else, and so may those who fill in several.
    complete: plain && standIn?.complete === true && field.table === undefined,
  }
}

const standingFor = (control: FieldType, comparedValues: readonly string[]): Values | undefined => {
  const number = kindOf(control).number?.(control)
  return number ? { values: numbers(comparedValues, number), complete: true } : standing[control.type]?.(control as never, comparedValues)
}

const standing: { [T in FieldType['type']]?: (control: Extract<FieldType, { type: T }>, named: readonly string[]) => Values } = {
  date: (_, comparedValues) => ({ values: days(comparedValues), complete: true }),
  flag: () => ({ values: [true, false], complete: true }),
  choice: ({ options, many }, comparedValues) =>
    many
      ? { values: [...options.map(({ value }) => [value]), [...comparedValues]], complete: false }
      : {
          values: [
            ...comparedValues.filter((comparedValue) => options.some(({ value }) => value === comparedValue)),
            ...options.map(({ value }) => value),
          ],
          complete: true,
        },
  text: (_, comparedValues) => ({ values: [...comparedValues, `${comparedValues.join('')}…`], complete: true }),
}

/** Every number that is named, one between each two, one below and one above all. */
const numbers = (
  comparedValues: readonly string[],
  { places, min, max }: { places: number; min?: Decimal | undefined; max?: Decimal | undefined },
): Decimal[] => {
  const sorted = comparedValues.filter(isDecimal).toSorted(compare)
  if (sorted.length === 0) return [max !== undefined && compare(max, '1') < 0 ? (min ?? '1') : '1']
  const between = sorted.flatMap((below, index) => {
    const above = sorted[index + 1]
    return above === undefined ? [] : [roundTo(divide(add(below, above), '2'), places)]
  })
  const [least, most] = [firstOf(sorted), lastOf(sorted)]
  return distinct([...sorted, subtract(least, '1'), add(most, '1'), ...between, ...(min === undefined ? [] : [min])]).filter(
    (number) => (min === undefined || compare(number, min) >= 0) && (max === undefined || compare(number, max) <= 0),
  )
}

/** The same for days. */
const days = (comparedValues: readonly string[]): string[] => {
  const namedDays = comparedValues.filter(isDay)
  return namedDays.length === 0 ? ['2026-01-01'] : distinct(namedDays.flatMap((day) => [day, addDays(day, -1), addDays(day, 1)]))
}

export const answerAt = ({ form, initiator, dept, ownAnswers = {} }: Sample, path: Path): Json => {
  if (ownPathIn(path)) return ownAnswers[path] ?? null
  if (path === initiatorPath) return initiator
  if (path === departmentPath) return dept
  const [table = '', column] = path.split('.')
  const rows = form[table]
  return column !== undefined && Array.isArray(rows) ? ((rows[0] as Form | undefined)?.[column] ?? null) : valueAt(form, path)
}

/** The sample with a value at a path; a column gets it in the first row. */
export const withAnswer = (sample: Sample, path: Path, value: Json): Sample => {
  if (ownPathIn(path)) return { ...sample, ownAnswers: { ...sample.ownAnswers, [path]: value } }
  if (path === initiatorPath) return { ...sample, initiator: String(value) }
  if (path === departmentPath) return { ...sample, dept: String(value) }
  const [table = '', column] = path.split('.')
  const rows = sample.form[table]
  if (column === undefined || (rows !== undefined && !Array.isArray(rows))) return { ...sample, form: withValue(sample.form, path, value) }
  const [first = {}, ...rest] = (rows ?? []) as Form[]
  return { ...sample, form: { ...sample.form, [table]: [{ ...first, [column]: value }, ...rest] } }
}

const distinct = <T extends Json>(values: readonly T[]): T[] => {
  const seen = new Set<string>()
  return values.filter((value) => !seen.has(JSON.stringify(value)) && seen.add(JSON.stringify(value)))
}

import { sum, type Decimal } from '../../../kernel/decimal.ts'
import { declaredField, type FieldProblem, type FieldType, isEmpty, readValues } from '../../../kernel/field.ts'
import { isFilled, kindOf } from '../../../kernel/fields/kinds.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { spendSteps, withinBudget } from '../../../kernel/ruleBudget.ts'
import { type Condition, formPathsOf, holds } from './condition.ts'
import { factsKey, rowMark, type FieldPermission, type Form, type Json, type Path } from './form.ts'
import { cellSteps, checkedSteps, computedSteps } from './formCost.ts'
import {
  conditionsOf,
  fieldOf,
  type FormDesign,
  type FormField,
  type FormItem,
  type FormTable,
  isSilent,
  meant,
  orderOf,
  own,
  type Place,
  placesOf,
} from './formDesign.ts'
import { factsIn, type FormFacts, recordKey } from './formFacts.ts'
import { chosenNounOf, comparedColumnOf, readNounOf, recordColumn } from './formRecords.ts'
import { type Formula, partSteps, valueOf } from './formula.ts'
import { decimalOf, operandIn, operandOfSort, resultOf, tooLarge } from './formulaFields.ts'
import type { FormulaValue } from './formulaValue.ts'

/**
 * The values of the design's own keys with every formula done; what is not visible, blank or cannot be computed is left out. The
 * rows of a table keep their places, and the facts of the form stay.
 */
export const computed = (design: FormDesign, values: Readonly<Record<string, unknown>>): Form => evaluate(design, values).values

/** What is visible with these values: paths, those of columns with the number of their row ("lines.0.price"). */
export const visibleIn = (design: FormDesign, values: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  evaluate(design, values).shown

/** The values, what is visible and which options are not offered, by the position of their choice: all of one evaluation. */
export const evaluateForm = (
  design: FormDesign,
  rawValues: Readonly<Record<string, unknown>>,
): Readonly<Pick<Evaluation, 'values' | 'shown' | 'withheld'>> => evaluate(design, rawValues)

/** What a formula of the place of `path` comes to with these values; in a table, of row `row`. */
export const formulaValueIn = (
  design: FormDesign,
  values: Readonly<Record<string, unknown>>,
  formula: Formula,
  at: { path: Path; row?: number },
): FormulaValue | undefined =>
  withinBudget(() => {
    const places = placesOf(design)
    const evaluation = evaluateInto(places, values)
    const place = places.find(({ path }) => path === at.path)
    return place && evaluation.worked(formula, place, at.row)
  })

/**
 * Checks and normalises raw values: unknown keys, values that do not fit and, unless it is a draft, what is required are problems.
 * Formulas are computed, whatever was sent for them. `permissionAt` (a path has no row numbers) says what else is required, and that a
 * field which is not to be written need not be there. Marks of rows are passed over.
 */
export const readForm = (
  design: FormDesign,
  raw: Readonly<Record<string, unknown>>,
  stage: 'draft' | 'submitting' | 'posting',
  permissionAt: (path: Path) => FieldPermission = () => 'write',
): { values: Form; problems: FieldProblem[] } => {
  const places = placesOf(design)
  const { faults, unknown, values, shown, tooLarge, unmet } = withinBudget(() => {
    const read = readRaw(places, raw)
    return { faults: read.faults, unknown: read.unknown, ...evaluate(design, read.good, stage !== 'draft') }
  })
  const problems = [...unknown]
  const note = (at: string, item: FormField, form: Readonly<Record<string, unknown>>, path: Path): void => {
    if (!shown.has(at)) return
    const { label, formula } = item
    const problem = (words: string): FieldProblem => ({ path: at, words, params: { label } })
    const fault = faults.get(at)
    if (fault) problems.push(fault)
    else if (tooLarge.has(at)) problems.push(problem('{label}的计算结果过大'))
    else if (unmet.has(at)) problems.push(problem(unmet.get(at) ?? ''))
    else if (stage === 'draft' || !isDemanded(item.required, permissionAt(path)) || isFilled(item.control, own(form, item.key))) return
    else problems.push(problem(formula ? '{label}还不能计算，请填写它所用的各项' : (kindOf(item.control).demand?.words ?? '请填写{label}')))
  }
  for (const { item, path, table } of places) {
    if (isSilent(item)) continue
    if (item.t === 'field') {
      if (table) for (const [i, row] of rowsOf(values[table.key]).entries()) note(`${table.key}.${i}.${item.key}`, item, row, path)
      else note(path, item, values, path)
      continue
    }
    if (!shown.has(path)) continue
    const { label } = item
    const min = permissionAt(path) === 'required' ? Math.max(1, item.min) : item.min
    const fault = faults.get(path)
    if (fault) problems.push(fault)
    else if (stage !== 'draft' && rowsOf(values[path]).length < min && isDemanded(true, permissionAt(path)))
      problems.push({ path, words: '{label}至少填写{min}行', params: { label, min } })
  }
  return { values, problems }
}

/**
 * Positions with row numbers: `shown` are those that are visible, `tooLarge` those whose formula has left all bounds, `unmet` those with a
 * check that does not hold, with its words, `withheld` the choices with options that are not offered.
 */
type Evaluation = {
  values: Form
  shown: Set<string>
  tooLarge: Set<string>
  unmet: Map<string, string>
  withheld: Map<string, ReadonlySet<string>>
}

const evaluate = (design: FormDesign, raw: Readonly<Record<string, unknown>>, isChecked = false): Evaluation =>
  withinBudget(() => {
    const places = placesOf(design)
    const evaluation = evaluateInto(places, raw)
    if (isChecked) evaluation.check(places)
    const { values, shown, tooLarge, unmet, withheld } = evaluation
    return { values, shown, tooLarge, unmet, withheld }
  })

const evaluateInto = (places: readonly Place[], raw: Readonly<Record<string, unknown>>): FormEvaluation => {
  const evaluation = new FormEvaluation(places, factsIn(raw))
  for (const place of orderOf(places).order) evaluation.enter(place, raw)
  return evaluation
}

/** `at`: the position with its row number; `into`: the form or the row that the value of `given` goes to; `form`: what conditions read. */
type FieldEntry = { at: string; given: Readonly<Record<string, unknown>>; into: Form; form: Form }

/** A form while it is evaluated, place by place. */
class FormEvaluation implements Evaluation {
  readonly values: Form = {}
  readonly shown = new Set<string>()
  readonly tooLarge = new Set<string>()
  readonly unmet = new Map<string, string>()
  readonly withheld = new Map<string, ReadonlySet<string>>()
  readonly #facts: FormFacts
  /** Of each column that formulas add up or count, what it comes to: the same for every row and formula. */
  readonly #sums = new Map<Path, Decimal>()
  readonly #columns = new Map<Path, readonly FormulaValue[]>()
  readonly #counts = new Map<Path, number>()
  readonly #controls: ReadonlyMap<Path, FieldType>

  constructor(places: readonly Place[], facts: FormFacts) {
    this.#facts = facts
    if (Object.keys(facts).length > 0) this.values[factsKey] = facts as Form
    this.#controls = new Map(places.flatMap(({ path, item }) => (item.t === 'field' ? [[path, item.control]] : [])))
  }

  enter(place: Place, raw: Readonly<Record<string, unknown>>): void {
    const { item, path, parent, table } = place
    if (parent !== undefined && !this.shown.has(parent)) return
    spendSteps(cellSteps, item.label)
    if (table && item.t === 'field') return this.#enterColumn(item, place, table, rowsOf(own(raw, table.key)))
    if (!this.#isVisible(place, this.values)) return
    if (item.t === 'field') this.#enterField(item, place, { at: path, given: raw, into: this.values, form: this.values })
    else this.shown.add(path)
    const rows = item.t === 'table' ? rowsOf(own(raw, path)) : []
    if (rows.length > 0) this.values[path] = rows.map(() => ({}))
  }

  #enterColumn(item: FormField, place: Place, table: FormTable, rawRows: readonly Record<string, unknown>[]): void {
    const rows = this.#rowsAt(table.key)
    const steps = cellSteps + (item.formula ? computedSteps : 0) + conditionsOf(item).length * computedSteps
    spendSteps(steps * rows.length, item.label)
    const names = conditionsOf(item).flatMap(formPathsOf)
    const ofRow = names.filter((name) => table.columns.some(({ key }) => key === name))
    for (const [i, row] of rows.entries()) {
      // A condition sees the columns of its row before the fields of the same name.
      const form = ofRow.length === 0 ? this.values : scopeOf(this.values, row, names, ofRow)
      if (this.#isVisible(place, form))
        this.#enterField(item, place, { at: `${table.key}.${i}.${item.key}`, given: rawRows[i] ?? {}, into: row, form })
    }
  }

  #enterField(item: FormField, place: Place, { at, given, into, form }: FieldEntry): void {
    const { key, control, formula } = item
    this.shown.add(at)
    this.#withhold(item, place, { at, form })
    const value = formula ? resultOf(control, this.#resultOf(item.label, formula, place, into)) : own(given, key)
    if (value === tooLarge) this.tooLarge.add(at)
    else if (!isEmpty(value)) into[key] = value as Json
  }

  /** What a formula comes to in a place: in a table, in the row of that number. */
  worked(formula: Formula, place: Place, row?: number): FormulaValue | undefined {
    const { table, item } = place
    return this.#resultOf(item.label, formula, place, (table && row !== undefined && this.#rowsAt(table.key)[row]) || this.values)
  }

  /** Notes the checks that do not hold. */
  check(places: readonly Place[]): void {
    for (const place of places) {
      const { item, path, table } = place
      if (item.t !== 'field') continue
      const { key } = item
      if (!table) this.#checkField(item, place, path, this.values)
      else for (const [i, row] of this.#rowsAt(table.key).entries()) this.#checkField(item, place, `${table.key}.${i}.${key}`, row)
    }
  }

  #checkField({ label, checks = [], key }: FormField, place: Place, at: string, row: Form): void {
    if (!this.shown.has(at)) return
    const chosenOptions = [own(row, key)].flat()
    const withheld = this.withheld.get(at)
    if (withheld && chosenOptions.some((chosenOption) => withheld.has(String(chosenOption))))
      this.unmet.set(at, '{label}请选择列表中的一项')
    const failedCheck = checks.find(({ holds }) => this.#resultOf(label, holds, place, row)?.value === false)
    if (failedCheck) this.unmet.set(at, failedCheck.words)
  }

  #withhold({ offers = [] }: FormField, place: Place, { at, form }: Pick<FieldEntry, 'at' | 'form'>): void {
    const withheld = offers.filter(({ when }) => !this.#isTrue(when, place, form)).map(({ option }) => option)
    if (withheld.length > 0) this.withheld.set(at, new Set(withheld))
  }

  #isVisible(place: Place, form: Form): boolean {
    const { visible } = place.item
    return visible === undefined || this.#isTrue(visible, place, form)
  }

  /** Nothing about departments and roles of people is known here, so conditions on them never hold. */
  #isTrue(condition: Condition, place: Place, form: Form): boolean {
    return holds(condition, {
      form,
      initiator: '',
      dept: '',
      deptPath: () => undefined,
      rolesOf: () => undefined,
      ownValues: ({ of, key }, ids) => this.#ownValuesAt(meant(of, place), key, ids),
      rule: place.item.label,
    })
  }

  /** What own fields of the records chosen at a path say; undefined while the form does not carry that. */
  #ownValuesAt(path: Path, key: string, ids: readonly string[]): readonly Json[] | undefined {
    const control = this.#controls.get(path)
    const noun = control && chosenNounOf(control)
    if (noun === undefined) return undefined
    const values = ids.map((id) => this.#facts.records?.[recordKey(noun, id)]?.[comparedColumnOf(key)])
    return values.every((value) => value !== undefined) ? values : undefined
  }

  #resultOf(label: string, formula: Formula, { table }: Place, row: Form): FormulaValue | undefined {
    const isColumn = (path: Path): boolean => table?.columns.some(({ key }) => key === path) ?? false
    const controlAt = (path: Path): FieldType | undefined => this.#controls.get(isColumn(path) && table ? `${table.key}.${path}` : path)
    const valueAt = (path: Path): unknown => own(isColumn(path) ? row : this.values, path)
    return valueOf(formula, {
      at: (path) => {
        const control = controlAt(path)
        return control && operandIn(control, valueAt(path))
      },
      columnOf: (path, column, ownField) => {
        const control = controlAt(path)
        const noun = control && readNounOf(control, column)
        const id = valueAt(path)
        const record = noun && typeof id === 'string' ? this.#facts.records?.[recordKey(noun, id)] : undefined
        if (!record || !control) return undefined
        if (ownField) return operandOfSort(ownField.sort, own(record, column))
        const read = recordColumn(control, column)
        return read && operandIn(read.control, own(record, column))
      },
      sum: (path) => this.#sumAt(path, label),
      column: (path) => this.#columnAt(path, label),
      count: (path) => this.#countAt(path, label),
      today: this.#facts.today,
      calendar: this.#facts.calendar,
      spend: (steps) => spendSteps(steps, label),
    })
  }

  #sumAt(path: Path, label: string): Decimal {
    const before = this.#sums.get(path)
    if (before !== undefined) return before
    const [table = '', column = ''] = path.split('.')
    const rows = this.#rowsAt(table)
    spendSteps(rows.length * partSteps, label)
    const total = sum(rows.flatMap((row) => decimalOf(own(row, column)) ?? []))
    this.#sums.set(path, total)
    return total
  }

  #columnAt(path: Path, label: string): readonly FormulaValue[] {
    const before = this.#columns.get(path)
    if (before !== undefined) return before
    const [table = '', column = ''] = path.split('.')
    const control = this.#controls.get(path)
    const rows = this.#rowsAt(table)
    spendSteps(rows.length * partSteps, label)
    const values = control ? rows.flatMap((row) => operandIn(control, own(row, column)) ?? []) : []
    this.#columns.set(path, values)
    return values
  }

  #countAt(path: Path, label: string): number {
    const before = this.#counts.get(path)
    if (before !== undefined) return before
    const [table = '', column] = path.split('.')
    const rows = this.#rowsAt(table)
    spendSteps(rows.length * cellSteps, label)
    const count = column === undefined ? rows.length : rows.filter((row) => !isEmpty(own(row, column))).length
    this.#counts.set(path, count)
    return count
  }

  #rowsAt(table: string): Form[] {
    const rows: unknown = own(this.values, table)
    return Array.isArray(rows) ? rows : []
  }
}

/** What the conditions of a row read: `names`, of which `ofRow` are its own columns. */
const scopeOf = (values: Form, row: Form, names: readonly string[], ofRow: readonly string[]): Form => {
  const scope: Form = {}
  for (const name of names) {
    const isColumn = ofRow.includes(name)
    const key = isColumn ? name : (name.split('.')[0] ?? name)
    scope[key] = own(isColumn ? row : values, key) ?? null
  }
  return scope
}

type DesignCheck = { good: Record<string, unknown>; faults: Map<string, FieldProblem>; unknown: FieldProblem[] }

/** Every value by itself, whether it is visible or not; formulas are passed over. */
const readRaw = (places: readonly Place[], raw: Readonly<Record<string, unknown>>): DesignCheck => {
  const whole = places.filter(({ table }) => !table).map(({ item }) => item)
  const tables = whole.filter((item) => item.t === 'table')
  const faults = new Map<string, FieldProblem>()
  const unknown: FieldProblem[] = []
  const readerOf = (items: readonly FormItem[], passed: readonly string[], label: string) => {
    const entered = items.filter((item) => item.t === 'field').filter((item) => !item.formula)
    const fields = Object.fromEntries(entered.map((item) => [item.key, fieldOf(item)]))
    const computedKeys = items.flatMap((item) => (item.t === 'field' && item.formula ? item.key : []))
    const skipped = new Set([...passed, ...computedKeys])
    return (rawValues: Readonly<Record<string, unknown>>, at: string): Record<string, unknown> => {
      const present = Object.fromEntries(Object.entries(rawValues).filter(([one]) => !skipped.has(one)))
      const sentKeys = Object.keys(present).filter((otherKey) => Object.hasOwn(fields, otherKey))
      spendSteps(cellSteps + sentKeys.length * checkedSteps, label)
      const { values, problems } = readValues(
        Object.fromEntries(sentKeys.map((sentKey) => [sentKey, declaredField(fields, sentKey)])),
        present,
        'draft',
        at,
      )
      for (const problem of problems)
        if (Object.hasOwn(fields, problem.path.slice(at.length))) faults.set(problem.path, problem)
        else unknown.push(problem)
      return values
    }
  }
  const facts = factsIn(raw)
  const good = readerOf(whole, [...tables.map((table) => table.key), factsKey], '')(raw, '')
  for (const { key, label, columns, max } of tables) {
    const rawValue = own(raw, key)
    if (isEmpty(rawValue)) continue
    const fault = (words: string, params: Params = {}) => faults.set(key, { path: key, words, params: { label, ...params } })
    const read = readerOf(columns, [rowMark], label)
    if (!Array.isArray(rawValue) || !rawValue.every(isRecord)) fault('{label}应为列表')
    else if (rawValue.length > max) fault('{label}最多{max}行', { max })
    else good[key] = rawValue.map((row, i) => read(row, `${key}.${i}.`))
  }
  return { good: Object.keys(facts).length > 0 ? { ...good, [factsKey]: facts } : good, faults, unknown }
}

const isDemanded = (required: boolean, permission: FieldPermission): boolean =>
  permission === 'required' || (required && permission === 'write')

const rowsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map((row) => (isRecord(row) ? row : {})) : [])

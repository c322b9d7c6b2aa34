import * as v from 'valibot'
import { isRecord } from '../../../kernel/isRecord.ts'
import { compare, type Decimal, isDecimal, sum } from '../../../kernel/decimal.ts'
import { declaredField, type Field, type FieldProblem, type FieldType, fieldWith, isEmpty, readValues } from '../../../kernel/field.ts'
import { type FieldFault, integer } from '../../../kernel/fields/kind.ts'
import { isFilled, kindOf } from '../../../kernel/fields/kinds.ts'
import { storedControl } from '../../../kernel/fields/storedControl.ts'
import { type Params, type Refusal, refusal } from '../../../kernel/refusal.ts'
import { comparisonsMax, type Condition, conditionSchema, hasTooManyComparisons, holds, pathsOf } from './condition.ts'
import { formSteps, spendSteps, withinBudget } from '../../../kernel/ruleBudget.ts'
import { cellSteps, checkedSteps, computedSteps, costOfForm } from './formCost.ts'
import { rowMark, type FieldPermission, type Form, type Json, type Path } from './form.ts'
import {
  type Formula,
  formulaSchema,
  type FormulaSort,
  type FormulaValue,
  operandsOf,
  partsOf,
  partSteps,
  pathOf,
  sortOfFormula,
  valueOf,
} from './formula.ts'
import { decimalOf, operandIn, resultOf, sortOfControl, sortsHeld, tooLarge } from './formulaFields.ts'

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
}

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

/** What forbids publishing a design; `key` is the item's, `table.column` for a column, null for the form as a whole. */
export type DesignProblem = { readonly key: string | null; readonly words: string; readonly params: Params }

export const itemsMax = 100
export const columnsMax = 30
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

/** Everything that must be mended before a version is published. */
export const designProblems = (design: FormDesign): DesignProblem[] => {
  const places = placesOf(design)
  const index = indexOf(places)
  const { circular } = orderOf(places)
  const costly = costlyPath(places)
  if (!places.some(({ item }) => item.t === 'field')) return [{ key: null, words: '表单还没有字段', params: {} }]
  return places.flatMap((place) => {
    const { item, path } = place
    const problem = (words: string, params: Params = {}): DesignProblem => ({
      key: path,
      words,
      params: { label: labelOf(place), ...params },
    })
    return [
      ...(index.get(path) === place ? [] : [problem('“{label}”的编号“{key}”重复', { key: path })]),
      ...(item.label === '' && item.t !== 'note' ? [problem('“{label}”还没有名称')] : []),
      ...(item.t === 'note' && item.text === '' ? [problem('“{label}”还没有文字')] : []),
      ...(circular.has(path) ? [problem('“{label}”的公式或显示条件绕回了自己')] : []),
      ...(path === costly ? [problem('“{label}”的计算量过大：请减少明细的最多行数，或简化公式和显示条件')] : []),
      ...(item.visible ? conditionProblems(item.visible, place, index) : []).map(([words, params]) => problem(words, params)),
      ...(item.t === 'field' ? fieldProblems(item, place, index) : []).map(([words, params]) => problem(words, params)),
      ...(item.t === 'table' && item.columns.length === 0 ? [problem('“{label}”还没有列')] : []),
      ...(item.t === 'group' && item.items.length === 0 ? [problem('“{label}”中还没有字段')] : []),
      ...(item.t === 'table' && item.min > item.max ? [problem('“{label}”的最少行数大于最多行数')] : []),
    ]
  })
}

/** The costliest item of a form that takes more than the budget of rules allows. */
const costlyPath = (places: readonly Place[]): Path | undefined => {
  const rows = new Map(places.flatMap(({ item }): [string, number][] => (item.t === 'table' ? [[item.key, item.max]] : [])))
  const items = places.map(({ path, item, table }) => ({
    path,
    rows: table?.max ?? 1,
    visible: item.visible,
    formula: item.t === 'field' ? item.formula : undefined,
  }))
  const { steps, costliest } = costOfForm(items, (table) => rows.get(table) ?? 0)
  return steps > formSteps ? costliest : undefined
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

/**
 * The values of the design's own keys with every formula done; what is not visible, blank or cannot be computed is left out. The
 * rows of a table keep their places.
 */
export const computed = (design: FormDesign, values: Readonly<Record<string, unknown>>): Form => evaluate(design, values).values

/** What is visible with these values: paths, those of columns with the number of their row ("lines.0.price"). */
export const visibleIn = (design: FormDesign, values: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  evaluate(design, values).shown

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
  const { faults, unknown, values, shown, tooLarge } = withinBudget(() => {
    const read = readRaw(places, raw)
    return { faults: read.faults, unknown: read.unknown, ...evaluate(design, read.good) }
  })
  const problems = [...unknown]
  const note = (at: string, item: FormField, form: Readonly<Record<string, unknown>>, path: Path): void => {
    if (!shown.has(at)) return
    const { label, formula } = item
    const problem = (words: string): FieldProblem => ({ path: at, words, params: { label } })
    const fault = faults.get(at)
    if (fault) problems.push(fault)
    else if (tooLarge.has(at)) problems.push(problem('{label}的计算结果过大'))
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

/** The amount of a request: the money field "amount", else the last money formula outside the tables. */
export const amountOf = (design: FormDesign, values: Readonly<Form>): Decimal | null => {
  const path = amountPath(design)
  const value = path === undefined ? undefined : own(values, path)
  return isDecimal(value) ? value : null
}

/** Where the amount of a request stands. */
export const amountPath = (design: FormDesign): Path | undefined => {
  const money = fieldsOf(design).filter((one) => !one.table && one.field.control.type === 'money')
  return (money.find(({ path }) => path === 'amount') ?? money.findLast((one) => one.field.formula))?.path
}

/** An item in its place: `parent` is the group or table around it. */
type Place = { path: Path; item: FormItem; parent: string | undefined; table: FormTable | undefined }
type Index = ReadonlyMap<Path, Place>

/** Groups and notes have no value. */
const isSilent = (item: FormItem): item is FormGroup | FormNote => item.t === 'group' || item.t === 'note'

const placesOf = ({ items }: FormDesign): Place[] => items.flatMap((item) => placesIn(item, undefined))

const placesIn = (item: FormItem, parent: string | undefined): Place[] => {
  const place: Place = { path: item.key, item, parent, table: undefined }
  if (item.t === 'group') return [place, ...item.items.flatMap((one) => placesIn(one, item.key))]
  if (item.t === 'field' || item.t === 'note') return [place]
  return [
    place,
    ...item.columns.map((column): Place => ({ path: `${item.key}.${column.key}`, item: column, parent: item.key, table: item })),
  ]
}

const indexOf = (places: readonly Place[]): Index => {
  const index = new Map<Path, Place>()
  for (const place of places) if (!index.has(place.path)) index.set(place.path, place)
  return index
}

const labelOf = ({ item, table }: Place): string => {
  const own = item.label || item.key
  return table ? `${table.label || table.key}·${own}` : own
}

/** The full path of what is meant where `path` is written in the place of an item. */
const meant = (path: Path, { table }: Place): Path => (table?.columns.some(({ key }) => key === path) ? `${table.key}.${path}` : path)

/** Every item after all that its formula, its condition and its surroundings read; those that lead back to themselves are named. */
const orderOf = (places: readonly Place[]): { order: Place[]; circular: Set<Path> } => {
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

const readBy = (place: Place): Path[] => {
  const { item, parent } = place
  const read = [...(item.visible ? pathsOf(item.visible) : []), ...(item.t === 'field' && item.formula ? operandsOf(item.formula) : [])]
  return [...(parent === undefined ? [] : [parent]), ...read.map((path) => meant(path, place))]
}

const conditionProblems = (condition: Condition, place: Place, index: Index): FieldFault[] => [
  ...pathsOf(condition)
    .filter((path) => valueless(index.get(meant(path, place))))
    .map((path): FieldFault => ['“{label}”的显示条件用到的“{field}”不在表单中', { field: path }]),
  ...(asksDepartment(condition) ? [['“{label}”的显示条件不能按所属部门判断'] satisfies FieldFault] : []),
]

const valueless = (place: Place | undefined): boolean => !place || isSilent(place.item)

const asksDepartment = (condition: Condition): boolean => {
  if ('all' in condition) return condition.all.some(asksDepartment)
  if ('any' in condition) return condition.any.some(asksDepartment)
  return 'not' in condition ? asksDepartment(condition.not) : condition.op === 'isDeptIn' || condition.op === 'hasRole'
}

const fieldProblems = ({ control, formula }: FormField, place: Place, index: Index): FieldFault[] => [
  ...(formula ? formulaProblems(formula, control, place, index) : []),
  ...(kindOf(control).faults?.(control) ?? []),
]

const formulaProblems = (formula: Formula, control: FieldType, place: Place, index: Index): FieldFault[] => {
  const parts = partsOf(formula)
  if (parts.length > partsMax) return [['“{label}”的公式太长，最多{max}项', { max: partsMax }]]
  const findings = parts.flatMap((part) => formulaProblem(part, place, index))
  if (findings.length > 0) return findings
  const sortAt = (path: Path): FormulaSort | undefined => {
    const item = index.get(meant(path, place))?.item
    return item?.t === 'field' ? sortOfControl(item.control) : undefined
  }
  const sort = sortOfFormula(formula, sortAt, (finding) => findings.push(finding))
  const holds = sortsHeld(control)
  if (holds.length === 0) findings.push(['“{label}”不是金额、数量、整数、时长、文字或日期，不能用公式'])
  else if (sort && !holds.includes(sort)) findings.push(['“{label}”的公式算出的不是它能放的内容'])
  return findings
}

const partsMax = 100

const formulaProblem = (part: Formula, place: Place, index: Index): FieldFault[] => {
  if ('op' in part)
    return part.op === '/' && 'n' in part.b && compare(part.b.n, '0') === 0 ? [['“{label}”的公式除以了零'] satisfies FieldFault] : []
  const path = pathOf(part)
  if (path === undefined) return []
  const operand = index.get('f' in part ? meant(path, place) : path)
  const params = { field: operand ? labelOf(operand) : path }
  if (!operand || isSilent(operand.item)) return [['“{label}”的公式用到的“{field}”不在表单中', params]]
  const { item, table } = operand
  if ('count' in part) return item.t === 'table' || table ? [] : [['“{label}”的公式只能对明细表计数，“{field}”不是明细表', params]]
  if (item.t !== 'field' || sortOfControl(item.control) === undefined) return [['“{label}”的公式不能使用“{field}”', params]]
  if ('sum' in part && !kindOf(item.control).isReckoned) return [['“{label}”的公式用到的“{field}”不是数字', params]]
  if ('most' in part || 'least' in part) return table ? [] : [['“{label}”的公式只能对明细表的列取最大或最小，“{field}”不是列', params]]
  if ('sum' in part) return table ? [] : [['“{label}”的公式只能对明细表的列求和，“{field}”不是列', params]]
  return table && table !== place.table ? [['“{label}”的公式用到的“{field}”有多行，请用合计、最大或最小', params]] : []
}

/** Positions with row numbers: `shown` are those that are visible, `tooLarge` those whose formula has left all bounds. */
type Evaluation = { values: Form; shown: Set<string>; tooLarge: Set<string> }

const evaluate = (design: FormDesign, raw: Readonly<Record<string, unknown>>): Evaluation =>
  withinBudget(() => {
    const places = placesOf(design)
    const working = new FormEvaluation(places)
    for (const place of orderOf(places).order) working.enter(place, raw)
    const { values, shown, tooLarge } = working
    return { values, shown, tooLarge }
  })

/** `at`: the position with its row number; `into`: the form or the row that the value of `given` goes to. */
type FieldEntry = { at: string; given: Readonly<Record<string, unknown>>; into: Form }

/** A form while it is evaluated, place by place. */
class FormEvaluation implements Evaluation {
  readonly values: Form = {}
  readonly shown = new Set<string>()
  readonly tooLarge = new Set<string>()
  /** Of each column that formulas add up or count, what it comes to: the same for every row and formula. */
  readonly #sums = new Map<Path, Decimal>()
  readonly #columns = new Map<Path, readonly FormulaValue[]>()
  readonly #counts = new Map<Path, number>()
  readonly #controls: ReadonlyMap<Path, FieldType>

  constructor(places: readonly Place[]) {
    this.#controls = new Map(places.flatMap(({ path, item }) => (item.t === 'field' ? [[path, item.control]] : [])))
  }

  enter(place: Place, raw: Readonly<Record<string, unknown>>): void {
    const { item, path, parent, table } = place
    if (parent !== undefined && !this.shown.has(parent)) return
    spendSteps(cellSteps, item.label)
    if (table && item.t === 'field') return this.#enterColumn(item, place, table, rowsOf(own(raw, table.key)))
    if (!isVisible(item, this.values)) return
    if (item.t === 'field') this.#enterField(item, place, { at: path, given: raw, into: this.values })
    else this.shown.add(path)
    const rows = item.t === 'table' ? rowsOf(own(raw, path)) : []
    if (rows.length > 0) this.values[path] = rows.map(() => ({}))
  }

  #enterColumn(item: FormField, place: Place, table: FormTable, given: readonly Record<string, unknown>[]): void {
    const rows = this.#rowsAt(table.key)
    const steps = cellSteps + (item.formula ? computedSteps : 0) + (item.visible ? computedSteps : 0)
    spendSteps(steps * rows.length, item.label)
    const names = item.visible ? pathsOf(item.visible) : []
    const ofRow = names.filter((name) => table.columns.some(({ key }) => key === name))
    for (const [i, row] of rows.entries()) {
      // A condition sees the columns of its row before the fields of the same name.
      const form = ofRow.length === 0 ? this.values : scopeOf(this.values, row, names, ofRow)
      if (isVisible(item, form)) this.#enterField(item, place, { at: `${table.key}.${i}.${item.key}`, given: given[i] ?? {}, into: row })
    }
  }

  #enterField(item: FormField, place: Place, { at, given, into }: FieldEntry): void {
    const { key, control, formula } = item
    this.shown.add(at)
    const value = formula ? resultOf(control, this.#worked(item, formula, place, into)) : own(given, key)
    if (value === tooLarge) this.tooLarge.add(at)
    else if (!isEmpty(value)) into[key] = value as Json
  }

  #worked({ label }: FormField, formula: Formula, { table }: Place, row: Form): FormulaValue | undefined {
    return valueOf(formula, {
      at: (path) => {
        const isColumn = table?.columns.some(({ key }) => key === path) ?? false
        const control = this.#controls.get(isColumn && table ? `${table.key}.${path}` : path)
        return control && operandIn(control, own(isColumn ? row : this.values, path))
      },
      sum: (path) => this.#sumAt(path, label),
      column: (path) => this.#columnAt(path, label),
      count: (path) => this.#countAt(path, label),
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

/** Nothing about people or departments is known here, so conditions on them never hold. */
const isVisible = ({ visible, label }: FormItem, form: Form): boolean =>
  visible === undefined ||
  holds(visible, { form, initiator: '', dept: '', deptPath: () => undefined, rolesOf: () => undefined, rule: label })

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
    return (given: Readonly<Record<string, unknown>>, at: string): Record<string, unknown> => {
      const present = Object.fromEntries(Object.entries(given).filter(([one]) => !skipped.has(one)))
      const sent = Object.keys(present).filter((one) => Object.hasOwn(fields, one))
      spendSteps(cellSteps + sent.length * checkedSteps, label)
      const { values, problems } = readValues(
        Object.fromEntries(sent.map((one) => [one, declaredField(fields, one)])),
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
  const good = readerOf(
    whole,
    tables.map((table) => table.key),
    '',
  )(raw, '')
  for (const { key, label, columns, max } of tables) {
    const given = own(raw, key)
    if (isEmpty(given)) continue
    const fault = (words: string, params: Params = {}) => faults.set(key, { path: key, words, params: { label, ...params } })
    const read = readerOf(columns, [rowMark], label)
    if (!Array.isArray(given) || !given.every(isRecord)) fault('{label}应为列表')
    else if (given.length > max) fault('{label}最多{max}行', { max })
    else good[key] = given.map((row, i) => read(row, `${key}.${i}.`))
  }
  return { good, faults, unknown }
}

const isDemanded = (required: boolean, permission: FieldPermission): boolean =>
  permission === 'required' || (required && permission === 'write')

const own = <V>(values: Readonly<Record<string, V>>, key: string): V | undefined => (Object.hasOwn(values, key) ? values[key] : undefined)

const rowsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map((row) => (isRecord(row) ? row : {})) : [])

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

const fieldSchema = v.strictObject({
  t: v.literal('field'),
  key,
  label,
  hint: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  required: v.boolean(),
  control: storedControl,
  visible,
  formula: v.optional(formulaSchema),
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
  const field = fieldsOf(design).find((one) => one.path === path)
  return field?.field.label ?? fieldsOf(design).find(({ table }) => table?.key === path)?.table?.label ?? path
}

import { compare } from '../../../kernel/decimal.ts'
import { type FieldType, fieldWith, readValues } from '../../../kernel/field.ts'
import type { FieldFault } from '../../../kernel/fields/kind.ts'
import { kindOf, refersTo } from '../../../kernel/fields/kinds.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { formSteps } from '../../../kernel/ruleBudget.ts'
import { type Condition, formPathsOf, pathsOf } from './condition.ts'
import type { Path } from './form.ts'
import { costOfForm } from './formCost.ts'
import {
  conditionsOf,
  type FieldBeginning,
  type FormDesign,
  type FormField,
  formulasOf,
  indexOf,
  type Index,
  isSilent,
  labelOf,
  meant,
  orderOf,
  type Place,
  placesOf,
} from './formDesign.ts'
import { isOwnKey } from '../../records/ownFields/ownField.ts'
import { ownPathIn } from '../../records/ownFields/ownPath.ts'
import { chosenNounOf, readNounOf, recordColumn } from './formRecords.ts'
import { type Formula, partsOf, pathOf, sortOfFormula } from './formula.ts'
import { sortOfControl, sortsHeld } from './formulaFields.ts'
import type { FormulaSort } from './formulaValue.ts'

/** What forbids publishing a design; `key` is the item's, `table.column` for a column, null for the form as a whole. */
export type DesignProblem = { readonly key: string | null; readonly words: string; readonly params: Params }

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
      ...conditionsOf(item)
        .flatMap((condition) => conditionProblems(condition, place, index))
        .map(([words, params]) => problem(words, params)),
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
    conditions: conditionsOf(item),
    formulas: formulasOf(item),
  }))
  const { steps, costliest } = costOfForm(items, (table) => rows.get(table) ?? 0)
  return steps > formSteps ? costliest : undefined
}

const conditionProblems = (condition: Condition, place: Place, index: Index): FieldFault[] => [
  ...formPathsOf(condition)
    .filter((path) => valueless(index.get(meant(path, place))))
    .map((path): FieldFault => ['“{label}”的显示条件用到的“{field}”不在表单中', { field: path }]),
  ...pathsOf(condition)
    .flatMap((path) => ownPathIn(path)?.of ?? [])
    .flatMap((of) => index.get(meant(of, place)) ?? [])
    .filter(({ item }) => item.t !== 'field' || chosenNounOf(item.control) === undefined)
    .map((operand): FieldFault => ['“{label}”的显示条件不能读取“{field}”的这一项', { field: labelOf(operand) }]),
  ...(asksDepartment(condition) ? [['“{label}”的显示条件不能按所属部门判断'] satisfies FieldFault] : []),
]

const valueless = (place: Place | undefined): boolean => !place || isSilent(place.item)

const asksDepartment = (condition: Condition): boolean => {
  if ('all' in condition) return condition.all.some(asksDepartment)
  if ('any' in condition) return condition.any.some(asksDepartment)
  return 'not' in condition ? asksDepartment(condition.not) : condition.op === 'isDeptIn' || condition.op === 'hasRole'
}

const fieldProblems = ({ control, formula, checks = [], begins, offers = [] }: FormField, place: Place, index: Index): FieldFault[] => [
  ...(formula ? formulaProblems(formula, sortsHeld(control), place, index) : []),
  ...checks.flatMap(({ holds, words }) => [
    ...(words === '' ? [['“{label}”的校验还没有提示文字'] satisfies FieldFault] : []),
    ...formulaProblems(holds, ['truth'], place, index).map(inCheck),
  ]),
  ...(begins?.as === 'formula' ? formulaProblems(begins.formula, sortsHeld(control), place, index) : []),
  ...(begins && place.table ? [['“{label}”在明细中，不能设置默认值'] satisfies FieldFault] : []),
  ...(begins && !canBegin(control, begins) ? [['“{label}”不能用所选的默认值'] satisfies FieldFault] : []),
  ...(offers.some(({ option }) => control.type !== 'choice' || !control.options.some(({ value }) => value === option))
    ? [['“{label}”的选项联动用到了已经删除的选项'] satisfies FieldFault]
    : []),
  ...(kindOf(control).faults?.(control) ?? []),
]

/** What is wrong with the formula of a check, which comes to yes or no. */
const inCheck = ([words, params]: FieldFault): FieldFault => [words === notHeld ? '“{label}”的校验应是能判断是否成立的条件' : words, params]

/** True where a field takes what it would begin with; what a formula comes to is checked by its own sort. */
const canBegin = (control: FieldType, begins: FieldBeginning): boolean => {
  if (begins.as === 'formula') return true
  if (begins.as === 'today') return control.type === 'date'
  if (begins.as === 'applicant') return refersTo(control) === 'person'
  if (begins.as === 'department') return refersTo(control) === 'department'
  if (begins.as !== 'value') return false
  return readValues({ it: fieldWith('', control, 'never', undefined) }, { it: begins.value }, 'draft').problems.length === 0
}

const formulaProblems = (formula: Formula, heldSorts: readonly FormulaSort[], place: Place, index: Index): FieldFault[] => {
  const parts = partsOf(formula)
  if (parts.length > partsMax) return [['“{label}”的公式太长，最多{max}项', { max: partsMax }]]
  const findings = parts.flatMap((part) => formulaProblem(part, place, index))
  if (findings.length > 0) return findings
  const sortAt = (path: Path, column?: string): FormulaSort | undefined => {
    const item = index.get(meant(path, place))?.item
    if (item?.t !== 'field') return undefined
    const control = column === undefined ? item.control : recordColumn(item.control, column)?.control
    return control && sortOfControl(control)
  }
  const sort = sortOfFormula(formula, sortAt, (finding) => findings.push(finding))
  if (heldSorts.length === 0) findings.push(['“{label}”不是金额、数量、整数、时长、文字、日期或是否，不能用公式'])
  else if (sort && !heldSorts.includes(sort)) findings.push([notHeld])
  return findings
}

const notHeld = '“{label}”的公式算出的不是它能放的内容'

const partsMax = 100

const formulaProblem = (part: Formula, place: Place, index: Index): FieldFault[] => {
  if ('op' in part)
    return part.op === '/' && 'n' in part.b && compare(part.b.n, '0') === 0 ? [['“{label}”的公式除以了零'] satisfies FieldFault] : []
  const path = pathOf(part)
  if (path === undefined) return []
  const operand = index.get('f' in part || 'record' in part ? meant(path, place) : path)
  const params = { field: operand ? labelOf(operand) : path }
  if (!operand || isSilent(operand.item)) return [['“{label}”的公式用到的“{field}”不在表单中', params]]
  const { item, table } = operand
  if ('count' in part) return item.t === 'table' || table ? [] : [['“{label}”的公式只能对明细表计数，“{field}”不是明细表', params]]
  if ('record' in part) {
    const isReadable =
      item.t === 'field' && readNounOf(item.control, part.column) !== undefined && isOwnKey(part.column) === (part.own !== undefined)
    if (!isReadable) return [['“{label}”的公式不能读取“{field}”的这一项', params]]
    return table && table !== place.table ? [['“{label}”的公式用到的“{field}”有多行，请用合计、最大或最小', params]] : []
  }
  if (item.t !== 'field' || sortOfControl(item.control) === undefined) return [['“{label}”的公式不能使用“{field}”', params]]
  const isAdded = 'sum' in part || 'average' in part
  if (isAdded && !kindOf(item.control).isReckoned) return [['“{label}”的公式用到的“{field}”不是数字', params]]
  if ('most' in part || 'least' in part) return table ? [] : [['“{label}”的公式只能对明细表的列取最大或最小，“{field}”不是列', params]]
  if (isAdded) return table ? [] : [['“{label}”的公式只能对明细表的列求和，“{field}”不是列', params]]
  return table && table !== place.table ? [['“{label}”的公式用到的“{field}”有多行，请用合计、最大或最小', params]] : []
}

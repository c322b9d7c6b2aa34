import { Plus, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { Condition } from '../../../../domain/approval/form/condition.ts'
import { conditionWords } from '../../../../domain/approval/design/describe.ts'
import { fieldOf, type FormDesign, type FormTable } from '../../../../domain/approval/form/formDesign.ts'
import type { Field as DeclaredField } from '../../../../kernel/field.ts'
import { kindOf, optionsOf, refersTo } from '../../../../kernel/fields/kinds.ts'
import type { ComparisonKind } from '../../../../kernel/fields/kind.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { t } from '../../../words.ts'
import {
  comparedControl,
  type Comparison,
  conditionOf,
  type Groups,
  groupsOf,
  isComplete,
  operatorsFor,
  valuesTaken,
} from '../flow/conditions.ts'
import { FieldControl } from '../../../forms/FieldControl.tsx'
import { type AskedField, valueWords } from './speech.ts'
import { useAskedFields } from './useAskedFields.ts'
import { firstOf } from '../../../../kernel/assert.ts'
import { WordsChoice } from '../../../shell/WordsChoice.tsx'

type Props = {
  design: FormDesign
  path: string
  table: FormTable | undefined
  value: Condition | undefined
  onChange: (condition: Condition | undefined) => void
  /** What it is a condition of, in words; without them, of an item's being shown. */
  words?: { readonly match: string; readonly add: string; readonly hint: string }
}

const shownWords = () => ({
  match: t('显示的条件'),
  add: t('设置显示条件'),
  hint: t('没有条件时总是显示；不显示的内容不必填写，也不会保存。'),
})

/** Comparisons of other fields, of which all or any must hold. What is not complete yet does not count. */
export const ConditionEditor = ({ design, path, table, value, onChange, words = shownWords() }: Props) => {
  const [draft, setDraft] = useState(() => ({ of: path, said: JSON.stringify(value), list: listOf(value) }))
  const valueText = JSON.stringify(value)
  if (draft.of !== path || draft.said !== valueText) setDraft({ of: path, said: valueText, list: listOf(value) })
  const { fields, labelOf } = useAskedFields(design, path, table)
  const { list } = draft

  const set = (next: List) => {
    const condition = conditionFrom(next)
    setDraft({ of: path, said: JSON.stringify(condition), list: next })
    if (JSON.stringify(condition) !== valueText) onChange(condition)
  }
  if (!list)
    return (
      <NestedCondition
        words={
          value &&
          conditionWords(value, {
            say: t,
            labelOf,
            valueOf: (path, comparison) => valueWords(fields.find((field) => field.path === path)?.field, comparison),
          })
        }
        onClear={() => onChange(undefined)}
      />
    )
  const newComparison = (): Comparison | undefined => {
    const [first] = fields
    return first && { f: first.path, op: firstOf(operatorsFor(first.path, fieldOf(first.field))) }
  }
  const add = () => {
    const comparison = newComparison()
    if (comparison) set({ ...list, comparisons: [...list.comparisons, comparison] })
  }
  const change = (index: number, comparison: Comparison) => set({ ...list, comparisons: list.comparisons.with(index, comparison) })
  return (
    <div className="space-y-2.5">
      {list.comparisons.length > 1 && (
        <Card flush>
          <WordsChoice
            label={words.match}
            value={list.match}
            words={{ all: '满足全部', any: '满足任一' }}
            onChange={(match) => set({ ...list, match })}
          />
        </Card>
      )}
      {list.comparisons.map((comparison, index) => (
        <ComparisonCard
          key={index}
          comparison={comparison}
          fields={fields}
          labelOf={labelOf}
          onChange={(next) => change(index, next)}
          onRemove={() => set({ ...list, comparisons: list.comparisons.toSpliced(index, 1) })}
        />
      ))}
      <Button kind="secondary" wide icon={Plus} disabled={fields.length === 0} onClick={add}>
        {list.comparisons.length === 0 ? words.add : t('添加条件')}
      </Button>
      <p className="px-1 text-small text-faint">{fields.length === 0 ? t('先添加其他字段，才能按它们的内容决定是否显示。') : words.hint}</p>
    </div>
  )
}

/** A condition that no list of comparisons can show: its words, and the way to begin anew. */
const NestedCondition = ({ words, onClear }: { words: string | undefined; onClear: () => void }) => (
  <Card>
    <p className="text-body">{words}</p>
    <Button kind="secondary" className="mt-3" onClick={onClear}>
      {t('清除并重新设置')}
    </Button>
  </Card>
)

type ComparisonCardProps = ComponentProps<typeof ComparisonFields> & { onRemove: () => void }

const ComparisonCard = ({ comparison, fields, labelOf, onChange, onRemove }: ComparisonCardProps) => (
  <Card flush>
    <div className="relative">
      <ComparisonFields comparison={comparison} fields={fields} labelOf={labelOf} onChange={onChange} />
      <button
        type="button"
        aria-label={t('移除条件')}
        onClick={onRemove}
        className="absolute right-0 top-0 flex size-11 items-center justify-center text-faint active:opacity-60"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  </Card>
)

type List = { match: 'all' | 'any'; comparisons: readonly Comparison[] }

/** A flat list; undefined where the condition is nested. */
const listOf = (condition: Condition | undefined): List | undefined => {
  const groups = groupsOf(condition)
  if (!groups) return undefined
  const [only, ...others] = groups.groups
  if (only && others.length === 0) return { match: 'all', comparisons: only }
  return groups.groups.every((group) => group.length === 1) ? { match: groups.outer, comparisons: groups.groups.flat() } : undefined
}

const conditionFrom = ({ match, comparisons }: List): Condition | undefined => {
  const complete = comparisons.filter(isComplete)
  const groups: Groups =
    match === 'all' ? { outer: 'any', groups: [complete] } : { outer: 'any', groups: complete.map((comparison) => [comparison]) }
  return conditionOf(groups)
}

type FieldsProps = {
  comparison: Comparison
  fields: readonly AskedField[]
  labelOf: (path: string) => string
  onChange: (comparison: Comparison) => void
}

const ComparisonFields = ({ comparison, fields, labelOf, onChange }: FieldsProps) => {
  const { f, op, v } = comparison
  const field = fields.find((fieldChoice) => fieldChoice.path === f)?.field
  const declaredField = field && fieldOf(field)
  const operators = declaredField ? operatorsFor(f, declaredField).filter(isAboutForm) : []
  const valueArity = valuesTaken(op)
  const turn = (path: string) => {
    const next = fields.find((fieldChoice) => fieldChoice.path === path)?.field
    const op = next && operatorsFor(path, fieldOf(next)).find(isAboutForm)
    if (op) onChange({ f: path, op })
  }
  return (
    <>
      <Choice
        label={t('字段')}
        required
        value={field ? f : ''}
        onChange={turn}
        placeholder={field ? undefined : labelOf(f)}
        options={fields.map((fieldChoice) => ({ value: fieldChoice.path, label: labelOf(fieldChoice.path) }))}
      />
      {declaredField && (
        <Choice
          label={t('比较')}
          required
          value={op}
          onChange={(next) => {
            const nextOp = operators.find((operator) => operator === next) ?? op
            onChange(valuesTaken(nextOp) === valueArity ? { ...comparison, op: nextOp } : { f, op: nextOp })
          }}
          options={operators.map((operator) => ({ value: operator, label: operatorTitles[operator] }))}
        />
      )}
      {declaredField && valueArity !== 'none' && (
        <Compared
          field={declaredField}
          many={valueArity === 'many'}
          value={v}
          onChange={(next) => onChange({ f, op, ...(next !== undefined && { v: next }) })}
        />
      )}
    </>
  )
}

/** What it is compared with, entered as the field itself is. */
const Compared = ({
  field,
  many,
  value,
  onChange,
}: {
  field: DeclaredField
  many: boolean
  value: Comparison['v']
  onChange: (value: Comparison['v']) => void
}) => {
  const { control } = field
  if (kindOf(control).isNeverOpen)
    return (
      <Choice
        label={t('值')}
        required
        value={value === undefined ? '' : String(value)}
        onChange={(next) => onChange(next === 'true')}
        options={[
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]}
      />
    )
  const hasChoices = optionsOf(control) !== undefined || refersTo(control) !== undefined
  const valueField: DeclaredField = {
    ...field,
    label: t('值'),
    hint: undefined,
    required: 'always',
    control: comparedControl(control, many),
  }
  const plain = (next: unknown): Comparison['v'] => {
    if (Array.isArray(next)) return next.length === 0 ? undefined : next.map(String)
    return next === '' || next === undefined || next === null ? undefined : String(next)
  }
  return (
    <FieldControl
      field={valueField}
      value={hasChoices && many ? (value ?? []) : (value ?? '')}
      onChange={(next) => onChange(plain(next))}
    />
  )
}

/** What the form alone can tell: it knows neither departments nor roles of people. */
const isAboutForm = (op: ComparisonKind): boolean => op !== 'isDeptIn' && op !== 'hasRole'

const operatorTitles: Readonly<Record<ComparisonKind, string>> = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  in: '是其中之一',
  contains: '包含',
  isDeptIn: '属于部门',
  hasRole: '角色是',
  empty: '为空',
  filled: '不为空',
}

import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Condition, type Literal, type Quantifier, quantifiers } from '../../../../domain/approval/form/condition.ts'
import { conditionWords } from '../../../../domain/approval/design/describe.ts'
import type { Field, Option } from '../../../../kernel/field.ts'
import { firstOf } from '../../../../kernel/assert.ts'
import { kindOf, optionsOf, referenceOf } from '../../../../kernel/fields/kinds.ts'
import type { ComparisonKind } from '../../../../kernel/fields/kind.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Field as Row } from '../../../look/fields/Field.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { t } from '../../../words.ts'
import { FieldControl } from '../../../forms/FieldControl.tsx'
import { ReferencesField } from '../../../forms/ReferenceField.tsx'
import {
  comparedControl,
  type Comparison,
  conditionOf,
  type Groups,
  groupsOf,
  isComplete,
  operatorsFor,
  quantifierOf,
  valuesTaken,
  withQuantifier,
} from './conditions.ts'
import { useDesign } from './design.ts'
import { conditionFields, type FormField } from '../../../../domain/approval/form/filling.ts'
import { labelOf } from './fields.ts'
import { useRoles } from './speech.ts'

type Props = { value: Condition | undefined; onChange: (condition: Condition | undefined) => void }

/** A condition on the form's fields: comparisons in groups. What is not said completely yet is kept here and goes no further. */
export const ConditionEditor = ({ value, onChange }: Props) => {
  const { speech } = useDesign()
  const { groups, change } = useGroups({ value, onChange })
  if (!groups)
    return (
      <Card className="mb-4">
        <p className="text-body">{value && conditionWords(value, speech)}</p>
        <p className="mt-1 text-small text-quiet">{t('这个条件的写法较复杂，不能在这里逐项修改。')}</p>
        <Button size="small" kind="secondary" className="mt-3" onClick={() => change({ outer: 'any', groups: [[]] })}>
          {t('重新设置')}
        </Button>
      </Card>
    )
  const { outer, groups: all } = groups
  const isOnly = all.length === 1
  const setGroup = (groupIndex: number, group: Comparison[]) =>
    change({ outer, groups: all.map((item, index) => (index === groupIndex ? group : item)) })
  const removeGroup = (groupIndex: number) => change({ outer, groups: isOnly ? [[]] : all.filter((_, index) => index !== groupIndex) })
  return (
    <div className="mb-4">
      {all.length > 1 && (
        <div className="mb-3">
          <Tabs
            look="pill"
            label={t('条件组之间')}
            value={outer}
            onChange={(next) => change({ outer: next, groups: all })}
            tabs={[
              { value: 'any', label: t('满足任意一组') },
              { value: 'all', label: t('每一组都满足') },
            ]}
          />
        </div>
      )}
      {all.map((group, index) => (
        // Groups have no names; they are only added at the end and removed.
        <div key={index}>
          {index > 0 && <p className="py-1.5 text-center text-small font-medium text-quiet">{outer === 'any' ? t('或') : t('且')}</p>}
          <GroupCard
            group={group}
            number={index + 1}
            outer={outer}
            isOnly={isOnly}
            onChange={(next) => setGroup(index, next)}
            onRemove={() => removeGroup(index)}
          />
        </div>
      ))}
      {all.some((group) => group.length > 0) && (
        <button
          type="button"
          onClick={() => change({ outer, groups: [...all, []] })}
          className="mt-3 flex h-10 w-full items-center justify-center gap-1.5 rounded-control border border-dashed border-faint/50 text-body text-accent-strong transition hover:bg-accent-soft"
        >
          <Plus size={16} aria-hidden />
          {t('添加条件组')}
        </button>
      )}
    </div>
  )
}

/** The groups as they stand here; only complete comparisons become the condition. */
const useGroups = ({ value, onChange }: Props) => {
  const [groups, setGroups] = useState(() => groupsOf(value))
  const [knownValue, setKnownValue] = useState(value)
  // Undone and redone from outside.
  if (knownValue !== value) {
    setKnownValue(value)
    setGroups(groupsOf(value))
  }
  const change = (next: Groups) => {
    setGroups(next)
    const condition = conditionOf({ ...next, groups: next.groups.map((group) => group.filter(isComplete)) })
    if (JSON.stringify(condition) === JSON.stringify(value)) return
    setKnownValue(condition)
    onChange(condition)
  }
  return { groups, change }
}

type GroupCardProps = {
  group: readonly Comparison[]
  /** Which group it is, from 1. */
  number: number
  outer: Groups['outer']
  isOnly: boolean
  onChange: (group: Comparison[]) => void
  onRemove: () => void
}

const GroupCard = ({ group, number, outer, isOnly, onChange, onRemove }: GroupCardProps) => {
  const { fields: formFields, ownFields } = useDesign()
  const fields = [...conditionFields(formFields), ...ownFields]
  const setComparison = (index: number, comparison: Comparison) =>
    onChange(group.map((other, position) => (position === index ? comparison : other)))
  const removeComparison = (index: number) =>
    group.length === 1 ? onRemove() : onChange(group.filter((_, position) => position !== index))
  return (
    <Card flush>
      <div className="flex min-h-10 items-center border-b border-line pl-4 text-small text-quiet">
        <span className="flex-1">
          {isOnly ? t('同时满足') : t('条件组{n}', { n: number })}
          {!isOnly && <span className="ml-2 text-faint">{outer === 'any' ? t('组内同时满足') : t('组内满足任意一项')}</span>}
        </span>
        {(!isOnly || group.length > 0) && (
          <IconButton
            icon={Trash2}
            iconSize={16}
            label={t('移除条件组{n}', { n: number })}
            className="size-10! text-faint"
            onClick={onRemove}
          />
        )}
      </div>
      {group.map((comparison, index) => (
        <div key={index}>
          {index > 0 && (
            <p className="-my-2.5 pl-4 text-small font-medium text-quiet relative z-1">
              <span className="rounded-chip bg-sunken px-2 py-0.5">{outer === 'any' ? t('且') : t('或')}</span>
            </p>
          )}
          <ComparisonRow
            comparison={comparison}
            fields={fields}
            onChange={(next) => setComparison(index, next)}
            onRemove={() => removeComparison(index)}
          />
        </div>
      ))}
      <AddComparison fields={fields} first={group.length === 0} onAdd={(comparison) => onChange([...group, comparison])} />
    </Card>
  )
}

const AddComparison = ({
  fields,
  first,
  onAdd,
}: {
  fields: readonly FormField[]
  first: boolean
  onAdd: (comparison: Comparison) => void
}) => (
  <Choice
    label={first ? t('添加条件') : t('再添加一个条件')}
    value=""
    placeholder={t('选择字段')}
    options={fields.filter(isAsked).map((field) => ({ value: field.path, label: labelOf(field) }))}
    onChange={(path) => {
      const field = fields.find((field) => field.path === path)
      if (field) onAdd({ f: path, op: firstOf(operatorsFor(path, field.field)) })
    }}
  />
)

/** False for an own field that is out of use: where it is asked already it stays. */
const isAsked = ({ isRetired }: FormField): boolean => !isRetired

const ComparisonRow = ({
  comparison,
  fields,
  onChange,
  onRemove,
}: {
  comparison: Comparison
  fields: readonly FormField[]
  onChange: (comparison: Comparison) => void
  onRemove: () => void
}) => {
  const fieldFound = fields.find(({ path }) => path === comparison.f)
  if (!fieldFound)
    return (
      <Row label={comparison.f} error={t('表单中没有这个字段')}>
        {() => (
          <Button size="small" kind="secondary" onClick={onRemove}>
            {t('移除')}
          </Button>
        )}
      </Row>
    )
  const { field, path, table } = fieldFound
  const label = labelOf(fieldFound)
  const operators = operatorsFor(path, field)
  const setOp = (op: ComparisonKind) => {
    const { v: _, ...withoutValue } = comparison
    // People and their roles are not each other's values.
    const isSameSort = (comparison.op === 'hasRole') === (op === 'hasRole')
    const literal = isSameSort ? literalFor(comparison, op) : undefined
    onChange(withQuantifier({ ...withoutValue, op, ...(literal === undefined ? {} : { v: literal }) }, quantifierOf(comparison)))
  }
  const setValue = (v: Literal | undefined) => {
    const { v: _, ...withoutValue } = comparison
    onChange({ ...withoutValue, ...(v === undefined ? {} : { v }) })
  }
  return (
    <div className="border-b border-line py-1">
      <div className="flex min-h-10 items-center gap-2 pl-4">
        <span className="min-w-0 flex-1 truncate text-body font-medium">{label}</span>
        <IconButton
          icon={Trash2}
          iconSize={16}
          label={t('移除“{rule}”', { rule: label })}
          className="size-10! text-faint"
          onClick={onRemove}
        />
      </div>
      {table !== undefined && (
        <ChoiceButtons
          label={t('{field}有几项满足', { field: label })}
          options={quantifiers.map((value) => ({ value, label: quantifierLabels[value] }))}
          value={quantifierOf(comparison)}
          onChoose={(quantifier) => onChange(withQuantifier(comparison, quantifier))}
        />
      )}
      <ChoiceButtons
        label={t('如何比较{field}', { field: label })}
        options={operators.map((value) => ({ value, label: operatorLabels[value] }))}
        value={comparison.op}
        onChoose={setOp}
      />
      {valuesTaken(comparison.op) !== 'none' && <ValueControl comparison={comparison} field={field} onChange={setValue} />}
    </div>
  )
}

type ChoiceButtonsProps<T extends string> = {
  label: string
  options: readonly { readonly value: T; readonly label: string }[]
  value: T
  onChoose: (value: T) => void
}

const ChoiceButtons = <T extends string>({ label, options, value, onChoose }: ChoiceButtonsProps<T>) => (
  <div className="flex flex-wrap gap-1.5 px-4 pb-2" role="radiogroup" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        role="radio"
        aria-checked={value === option.value}
        onClick={() => onChoose(option.value)}
        className={`relative h-8 rounded-full px-3 text-small after:absolute after:-inset-y-1.5 after:inset-x-0 ${value === option.value ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-quiet'}`}
      >
        {t(option.label)}
      </button>
    ))}
  </div>
)

/** What a comparison is made with once it compares in another way; undefined where that does not fit. */
const literalFor = ({ op, v }: Comparison, nextOp: ComparisonKind): Literal | undefined => {
  const [before, after] = [valuesTaken(op), valuesTaken(nextOp)]
  if (v === undefined || after === 'none') return undefined
  if (before === after) return v
  if (after === 'many' && typeof v === 'string') return [v]
  return after === 'one' && Array.isArray(v) ? v[0] : undefined
}

/** The control for what a field is compared with. */
const ValueControl = ({
  comparison: { op, v },
  field,
  onChange,
}: {
  comparison: Comparison
  field: Field
  onChange: (v: Literal | undefined) => void
}) => {
  const { control } = field
  const roles = useRoles()
  const label = t('值')
  const many = valuesTaken(op) === 'many'
  const list = [v ?? []].flat().filter((item) => typeof item === 'string')
  if (kindOf(control).isNeverOpen) return <YesNoChoice label={label} value={v} onChange={onChange} />
  const options = op === 'hasRole' ? roles : optionsOf(control)
  if (options && many) return <OptionButtons label={label} options={options} list={list} onChange={onChange} />
  const reference = referenceOf(control)
  if (reference && many)
    return (
      <ReferencesField
        control={{ ...reference, many: true, filter: undefined }}
        label={label}
        value={list}
        onChange={(ids) => onChange([...ids])}
      />
    )
  const plain: Field = {
    ...field,
    label: '值',
    hint: undefined,
    required: 'never',
    control: comparedControl(control, false),
  }
  return (
    <FieldControl
      field={plain}
      value={typeof v === 'string' ? v : ''}
      onChange={(next) => onChange(next === '' || next === undefined || next === null ? undefined : String(next))}
    />
  )
}

type YesNoChoiceProps = { label: string; value: Literal | undefined; onChange: (value: Literal) => void }

const YesNoChoice = ({ label, value, onChange }: YesNoChoiceProps) => (
  <Choice
    label={label}
    required
    value={value === undefined ? '' : String(value)}
    options={[
      { value: 'true', label: '是' },
      { value: 'false', label: '否' },
    ]}
    onChange={(next) => onChange(next === 'true')}
  />
)

type OptionButtonsProps = { label: string; options: readonly Option[]; list: readonly string[]; onChange: (list: string[]) => void }

/** Options of which several are taken. */
const OptionButtons = ({ label, options, list, onChange }: OptionButtonsProps) => (
  <Row label={label} group>
    {() => (
      <div className="flex flex-wrap gap-2 py-1.5">
        {options.map((option) => {
          const on = list.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={on}
              onClick={() => onChange(on ? list.filter((item) => item !== option.value) : [...list, option.value])}
              className={`reach h-9 rounded-full px-4 text-body ${on ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken'}`}
            >
              {t(option.label)}
            </button>
          )
        })}
      </div>
    )}
  </Row>
)

const quantifierLabels: Readonly<Record<Quantifier, string>> = { any: '任意一项', all: '每一项' }

const operatorLabels: Readonly<Record<ComparisonKind, string>> = {
  eq: '等于',
  ne: '不等于',
  lt: '小于',
  le: '小于等于',
  gt: '大于',
  ge: '大于等于',
  in: '属于其中之一',
  contains: '包含',
  isDeptIn: '属于部门',
  hasRole: '角色是',
  empty: '为空',
  filled: '不为空',
}

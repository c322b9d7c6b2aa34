import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askingsOf, type Table } from '../../../domain/tables/define.ts'
import type { Condition } from '../../../domain/tables/view.ts'
import type { Noun } from '../../../kernel/field.ts'
import { optionsOf, referenceOf } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { useFlowChoices } from '../../approval/flowChoices.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { useName } from '../../forms/names.ts'
import { ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { t } from '../../words.ts'
import { askCondition, askingWords, entryOf, isListed } from './conditions.ts'
import { columnOf } from '../layout.ts'
import { assertDefined } from '../../../kernel/assert.ts'

type Props = { table: Table; condition: Condition; onChange: (next: Condition) => void; onRemove?: (() => void) | undefined }

/** One condition: how a column is asked, and what for. */
export const ConditionEditor = ({ table, condition, onChange, onRemove }: Props) => {
  const column = columnOf(table, condition.key)
  const label = t(column.label)
  const { is } = condition
  return (
    <div className="table-condition">
      <div className="table-condition-head">
        <span className="truncate">{label}</span>
        <select
          aria-label={t('{label}的筛选方式', { label })}
          value={is}
          onChange={({ target }) => {
            const question = askingsOf(column).find((option) => option === target.value)
            if (question) onChange(askCondition(condition, question))
          }}
          className="table-select"
        >
          {askingsOf(column).map((question) => (
            <option key={question} value={question}>
              {t(askingWords[question])}
            </option>
          ))}
        </select>
        {onRemove && (
          <button type="button" aria-label={t('移除')} onClick={onRemove} className="table-tiny">
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      <Value table={table} condition={condition} onChange={onChange} label={label} />
    </div>
  )
}

const Value = ({ table, condition, onChange, label }: Props & { label: string }): ReactNode => {
  const column = columnOf(table, condition.key)
  const { is, value } = condition
  const entry = entryOf(column)
  const values = [value ?? []].flat()
  const set = (next: string | readonly string[]) => onChange({ ...condition, value: next })
  if (isListed(is) && column.flow) return <Flows values={values} label={label} onChange={set} />
  if (isListed(is))
    return entry === 'reference' ? (
      <References
        condition={condition}
        control={assertDefined(referenceOf(column.control), 'what a column refers to')}
        label={label}
        onChange={set}
      />
    ) : (
      <Options options={optionsOf(column.control) ?? []} values={values} label={label} onChange={set} />
    )
  if (is === 'between') {
    const [from = '', to = ''] = values
    const type = entry === 'day' ? 'date' : 'text'
    const mode = entry === 'day' ? undefined : 'decimal'
    return (
      <div className="table-ends">
        <Entry type={type} mode={mode} label={t('{label}从', { label })} value={from} onChange={(next) => set([next, to])} focus />
        <span aria-hidden>–</span>
        <Entry type={type} mode={mode} label={t('{label}到', { label })} value={to} onChange={(next) => set([from, next])} />
      </div>
    )
  }
  const text = String(value ?? '')
  if (is === 'last' || is === 'next')
    return (
      <div className="table-ends">
        <Entry type="text" mode="numeric" label={t('{label}的天数', { label })} value={text} onChange={set} focus />
        <span>{t('天')}</span>
      </div>
    )
  if (is === 'contains' || is === 'eq')
    return <Entry type="text" mode={entry === 'number' ? 'decimal' : undefined} label={label} value={text} onChange={set} focus />
  return null
}

type EntryProps = {
  type: 'text' | 'date'
  mode: 'decimal' | 'numeric' | undefined
  label: string
  value: string
  onChange: (next: string) => void
  focus?: boolean
}

const Entry = ({ type, mode, label, value, onChange, focus }: EntryProps) => (
  <input
    type={type}
    inputMode={mode}
    aria-label={label}
    value={value}
    maxLength={100}
    max={type === 'date' ? '9999-12-31' : undefined}
    autoFocus={focus}
    onChange={(event) => onChange(event.target.value)}
    className="table-entry"
  />
)

type OptionsProps = {
  options: readonly { readonly value: string; readonly label: string }[]
  values: readonly string[]
  label: string
  onChange: (next: readonly string[]) => void
}

const Options = ({ options, values, label, onChange }: OptionsProps) => (
  <ul aria-label={label} className="table-options">
    {options.map(({ value, label: words }) => (
      <li key={value}>
        <label className="table-option">
          <CheckBox
            checked={values.includes(value)}
            onChange={(event) => onChange(event.target.checked ? [...values, value] : values.filter((item) => item !== value))}
          />
          {t(words)}
        </label>
      </li>
    ))}
  </ul>
)

const Flows = (props: Omit<OptionsProps, 'options'>) => {
  const options = useFlowChoices(true)
  return options ? <Options options={options} {...props} /> : <Skeleton rows={4} picture={false} />
}

type ReferencesProps = {
  condition: Condition
  control: NonNullable<ReturnType<typeof referenceOf>>
  label: string
  onChange: (next: readonly string[]) => void
}

const References = ({ condition, control, label, onChange }: ReferencesProps) => {
  const values = [condition.value ?? []].flat()
  const [isChoosing, setChoosing] = useState(values.length === 0)
  return (
    <>
      <ul className="table-options">
        {values.map((id) => (
          <li key={id} className="table-option">
            <Name noun={control.to} id={id} />
            <button
              type="button"
              aria-label={t('移除')}
              onClick={() => onChange(values.filter((item) => item !== id))}
              className="table-tiny"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {condition.is !== 'only' && hasBelow(control.to) && <p className="px-1 text-small text-faint">{t('包括它们的所有下级')}</p>}
      <button type="button" onClick={() => setChoosing(true)} className="table-quiet">
        <Plus size={14} aria-hidden />
        {t('选择{label}', { label })}
      </button>
      <ReferencePicker
        open={isChoosing}
        onClose={() => setChoosing(false)}
        noun={control.to}
        filter={control.filter}
        many
        title={label}
        chosen={values}
        onChoose={(ids) => onChange(ids)}
      />
    </>
  )
}

/** Whether what is asked of one is asked of all below it. */
const hasBelow = (noun: Noun): boolean => recordKinds.some((kind) => kind.noun === noun && kind.parent !== undefined)

const Name = ({ noun, id }: { noun: Noun; id: Id }) => <span className="min-w-0 flex-1 truncate">{useName(noun, id) || '…'}</span>

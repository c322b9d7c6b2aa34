import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Option } from '../../../kernel/field.ts'
import { t } from '../../words.ts'
import { Field, type FieldProps, inputLook } from './Field.tsx'
import { optionWords } from './optionWords.ts'
import { movePick, pickMark } from './pickerKeys.ts'
import { SearchBox } from './SearchBox.tsx'
import { Sheet } from '../overlays/Sheet.tsx'

export type ChoiceOption<V extends string> = Option & { readonly value: V }

/** A choice that is not required may be taken back: then it is empty. A method, so that the list of either kind takes it. */
type ChoiceProps<V extends string, R extends boolean> = Omit<FieldProps<string>, 'value' | 'onChange' | 'required'> & {
  readonly options: readonly ChoiceOption<V>[]
  readonly value: V | ''
  readonly required?: R | undefined
  onChange(value: R extends true ? V : V | ''): void
}

type ListProps<V extends string> = Omit<FieldProps<string>, 'value' | 'onChange'> & {
  readonly options: readonly ChoiceOption<V>[]
  readonly value: V | ''
  onChange(value: V | ''): void
}

/** One of a closed list: a few short ones side by side, more in a sheet, many with search. Labels are translated here, unless they are names that people gave. */
export const Choice = <V extends string, R extends boolean = false>(props: ChoiceProps<V, R>) => {
  const { options } = props
  const few = options.length <= 4 && options.reduce((length, option) => length + optionWords(option).length, 0) <= 12
  return few ? <FewChoices {...props} /> : <ManyChoices {...props} />
}

/** How far a key goes from one choice to the next. */
const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const FewChoices = <V extends string>({ label, value, onChange, error, hint, required, disabled, options }: ListProps<V>) => {
  const move = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = options.findIndex((option) => option.value === value)
    const next = options[(index + step + options.length) % options.length]
    if (next) onChange(next.value)
  }
  return (
    <Field label={label} error={error} hint={hint} required={required} group>
      {({ 'aria-describedby': describedBy }) => (
        <div role="radiogroup" aria-label={label} aria-describedby={describedBy} onKeyDown={move} className="flex flex-wrap gap-2 py-1.5">
          {options.map((option, index) => {
            const isChosen = option.value === value
            return (
              <button
                key={option.value}
                type="button"
                role="radio"
                aria-checked={isChosen}
                disabled={disabled}
                tabIndex={isChosen || (!value && index === 0) ? 0 : -1}
                ref={(element) => {
                  if (isChosen && element?.parentElement?.contains(document.activeElement)) element.focus()
                }}
                onClick={() => onChange(isChosen && !required ? '' : option.value)}
                className={`relative h-9 rounded-full px-4 text-body transition after:absolute after:-inset-y-1 after:inset-x-0 ${isChosen ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
              >
                {optionWords(option)}
              </button>
            )
          })}
        </div>
      )}
    </Field>
  )
}

const ManyChoices = <V extends string>({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required,
  disabled,
  placeholder,
  options,
}: ListProps<V>) => {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const chosenOption = options.find((option) => option.value === value)
  const shownOptions = options.filter((option) => optionWords(option).toLowerCase().includes(search.toLowerCase()))
  const choose = (next: V | '') => {
    onChange(next)
    setOpen(false)
    onBlur?.()
  }
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <>
          <button
            {...ids}
            type="button"
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={() => setOpen(true)}
            className={`${inputLook} flex items-center justify-between text-left`}
          >
            <span className={`truncate ${chosenOption ? '' : 'text-faint'}`}>
              {chosenOption ? optionWords(chosenOption) : (placeholder ?? (disabled ? '' : t('请选择{label}', { label })))}
            </span>
            {!disabled && <ChevronDown size={18} className="shrink-0 text-faint" aria-hidden />}
          </button>
          <Sheet
            open={open}
            onClose={() => setOpen(false)}
            title={label}
            tall={options.length > 12}
            onKeyDown={(event) => movePick(event, search)}
          >
            {options.length > 12 && (
              <div className="mb-3 flex shrink-0">
                <SearchBox value={search} onSearch={setSearch} delayMs={100} />
              </div>
            )}
            <OptionList label={label} options={shownOptions} value={value} canClear={!required && value !== ''} onChoose={choose} />
          </Sheet>
        </>
      )}
    </Field>
  )
}

type OptionListProps<V extends string> = {
  label: string
  options: readonly ChoiceOption<V>[]
  value: V | ''
  canClear: boolean
  onChoose: (value: V | '') => void
}

const OptionList = <V extends string>({ label, options, value, canClear, onChoose }: OptionListProps<V>) => (
  <ul role="listbox" aria-label={label} className="shrink-0 overflow-hidden rounded-card bg-card">
    {canClear && (
      <li className="border-b border-line last:border-none">
        <button
          {...pickMark}
          type="button"
          onClick={() => onChoose('')}
          className="pressable flex min-h-12 w-full items-center px-4 text-quiet"
        >
          {t('不选')}
        </button>
      </li>
    )}
    {options.map((option) => (
      <li key={option.value} role="option" aria-selected={option.value === value} className="border-b border-line last:border-none">
        <button
          {...pickMark}
          type="button"
          onClick={() => onChoose(option.value)}
          className="pressable flex min-h-12 w-full items-center justify-between gap-3 px-4 py-2 text-left"
        >
          <span>{optionWords(option)}</span>
          {option.value === value && <Check size={20} className="shrink-0 text-accent" aria-hidden />}
        </button>
      </li>
    ))}
  </ul>
)

import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words.ts'
import { Button } from '../Button.tsx'
import { CheckMark } from './CheckBox.tsx'
import type { ChoiceOption } from './Choice.tsx'
import { Field, type FieldProps, inputLook } from './Field.tsx'
import { optionWords } from './optionWords.ts'
import { movePick, pickMark } from './pickerKeys.ts'
import { SearchBox } from './SearchBox.tsx'
import { Sheet } from '../overlays/Sheet.tsx'

type ChoicesProps<V extends string> = Omit<FieldProps<readonly V[]>, 'onChange'> & {
  readonly options: readonly ChoiceOption<V>[]
  onChange(value: V[]): void
}

/** Several of a closed list, in the order chosen: side by side, many in a sheet with search. Labels are translated here, unless they are names that people gave. */
export const Choices = <V extends string>(props: ChoicesProps<V>) =>
  props.options.length <= 12 ? <FewChoices {...props} /> : <ManyChoices {...props} />

const toggleValue = <V extends string>(value: readonly V[], item: V): V[] =>
  value.includes(item) ? value.filter((candidate) => candidate !== item) : [...value, item]

const FewChoices = <V extends string>({ label, value, onChange, error, hint, required, disabled, options }: ChoicesProps<V>) => (
  <Field label={label} error={error} hint={hint} required={required} group>
    {() => (
      <div className="flex flex-wrap gap-2 py-1.5">
        {options.map((option) => {
          const isChosen = value.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              role="checkbox"
              aria-checked={isChosen}
              disabled={disabled}
              onClick={() => onChange(toggleValue(value, option.value))}
              className={`relative flex min-h-9 items-center gap-1 rounded-full px-4 py-1.5 text-left text-body transition after:absolute after:-inset-y-1 after:inset-x-0 ${isChosen ? 'bg-accent-soft font-medium text-accent-strong ring-1 ring-accent' : 'bg-sunken text-ink'}`}
            >
              {isChosen && <Check size={16} className="-ml-1 shrink-0" aria-hidden />}
              {optionWords(option)}
            </button>
          )
        })}
      </div>
    )}
  </Field>
)

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
}: ChoicesProps<V>) => {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const chosenLabels = value.map((item) => t(options.find((option) => option.value === item)?.label ?? item))
  const shownOptions = options.filter((option) => optionWords(option).toLowerCase().includes(search.toLowerCase()))
  const close = () => {
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
            className={`${inputLook} flex items-center justify-between gap-2 text-left`}
          >
            <span className={`min-w-0 flex-1 ${chosenLabels.length > 0 ? '' : 'text-faint'}`}>
              {chosenLabels.length > 0 ? chosenLabels.join(t('、')) : (placeholder ?? (disabled ? '' : t('请选择{label}', { label })))}
            </span>
            {!disabled && <ChevronDown size={18} className="shrink-0 text-faint" aria-hidden />}
          </button>
          <Sheet
            open={open}
            onClose={close}
            title={label}
            tall
            onKeyDown={(event) => movePick(event, search)}
            footer={
              <Button wide onClick={close}>
                {t('完成')}
              </Button>
            }
          >
            <div className="mb-3 flex shrink-0">
              <SearchBox value={search} onSearch={setSearch} delayMs={100} />
            </div>
            <ul role="listbox" aria-label={label} aria-multiselectable className="shrink-0 overflow-hidden rounded-card bg-card">
              {shownOptions.map((option) => (
                <li
                  key={option.value}
                  role="option"
                  aria-selected={value.includes(option.value)}
                  className="border-b border-line last:border-none"
                >
                  <button
                    {...pickMark}
                    type="button"
                    onClick={() => onChange(toggleValue(value, option.value))}
                    className="pressable flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left"
                  >
                    <CheckMark on={value.includes(option.value)} />
                    <span className="min-w-0 flex-1">{optionWords(option)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Sheet>
        </>
      )}
    </Field>
  )
}

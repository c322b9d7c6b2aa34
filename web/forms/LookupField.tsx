import { ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { formOptionsOperations } from '../../domain/approval/operations/formOptions.ts'
import type { Lookup, LookupValue, OptionSource } from '../../kernel/fields/lookup.ts'
import { Cell } from '../look/Cell.tsx'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { movePick } from '../look/fields/pickerKeys.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { List } from '../look/List.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { usePages } from '../pages.ts'
import { within } from '../within.ts'
import { t } from '../words.ts'

type Props = FieldProps<unknown> & { control: Lookup }

const isLookupValue = (value: unknown): value is LookupValue => typeof value === 'object' && value !== null && 'words' in value

/** One of the options of a source, chosen in a sheet with search. */
export const LookupField = ({ control, value, onChange, label, error, hint, required, disabled, placeholder }: Props) => {
  const [open, setOpen] = useState(false)
  const words = isLookupValue(value) ? value.words : undefined
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        <div className="flex items-center">
          <button
            {...ids}
            type="button"
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={() => setOpen(true)}
            className={`${inputLook} flex items-center justify-between gap-2 text-left`}
          >
            <span className={`min-w-0 flex-1 truncate ${words === undefined ? 'text-faint' : ''}`}>
              {words ?? placeholder ?? (disabled ? '' : t('请选择{label}', { label }))}
            </span>
            {!disabled && words === undefined && <ChevronRight size={18} className="shrink-0 text-faint" aria-hidden />}
          </button>
          {!disabled && words !== undefined && (
            <button
              type="button"
              aria-label={t('移除{name}', { name: label })}
              onClick={() => onChange('')}
              className="reach flex size-9 items-center justify-center text-faint"
            >
              <X size={16} aria-hidden />
            </button>
          )}
          <Sheet open={open} onClose={() => setOpen(false)} title={t('选择{label}', { label: within(label) })} tall>
            {open && (
              <Options
                source={control.source}
                onChoose={(option) => {
                  setOpen(false)
                  onChange(option)
                }}
              />
            )}
          </Sheet>
        </div>
      )}
    </Field>
  )
}

const Options = ({ source, onChoose }: { source: OptionSource; onChoose: (option: LookupValue) => void }) => {
  const [search, setSearch] = useState('')
  const pages = usePages(formOptionsOperations.formOptions, { source, ...(search && { likeQuery: search }) })
  return (
    <div role="presentation" onKeyDown={(event) => movePick(event, search)} className="-mx-4 flex min-h-0 flex-1 flex-col wide:-mx-5">
      <div className="shrink-0 px-4 pb-3 pt-0.5 wide:px-5">
        <SearchBox value={search} onSearch={setSearch} />
      </div>
      <List
        pages={pages}
        picture={false}
        keyOf={({ id }) => id}
        row={(option) => <Cell title={option.words} onPress={() => onChoose(option)} />}
        empty={{ title: t('没有找到') }}
      />
    </div>
  )
}

import { ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { Reference } from '../../kernel/fields/reference.ts'
import type { Id } from '../../kernel/id.ts'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { within } from '../within.ts'
import { t } from '../words.ts'
import { ManyField } from './ManyField.tsx'
import { useName } from './names.ts'
import { ReferencePicker } from './ReferencePicker.tsx'

/** Points at one thing, chosen in a sheet with search. */
export const ReferenceField = ({
  control,
  value,
  onChange,
  label,
  error,
  hint,
  required,
  disabled,
  placeholder,
}: FieldProps<Id | ''> & { control: Reference }) => {
  const [open, setOpen] = useState(false)
  const name = useName(control.to, value || undefined)
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
            onKeyDown={({ key }) => {
              if (value && (key === 'Delete' || key === 'Backspace')) onChange('')
            }}
            className={`${inputLook} flex items-center justify-between gap-2 text-left`}
          >
            <span className={`min-w-0 flex-1 truncate ${value ? '' : 'text-faint'}`}>
              {value ? name || '…' : (placeholder ?? (disabled ? '' : t('请选择{label}', { label })))}
            </span>
            {!disabled && !value && <ChevronRight size={18} className="shrink-0 text-faint" aria-hidden />}
          </button>
          {!disabled && value && (
            <button
              type="button"
              aria-label={t('清空')}
              // Tab goes on to the next field; the field itself is emptied by Delete.
              tabIndex={-1}
              onClick={() => onChange('')}
              className="-my-2 -mr-3 flex size-11 shrink-0 items-center justify-center text-faint"
            >
              <X size={16} aria-hidden />
            </button>
          )}
          <ReferencePicker
            open={open}
            onClose={() => setOpen(false)}
            noun={control.to}
            filter={control.filter}
            title={t('选择{label}', { label: within(label) })}
            chosen={value ? [value] : []}
            onChoose={([id]) => onChange(id ?? '')}
          />
        </div>
      )}
    </Field>
  )
}

/** Points at several different things. */
export const ReferencesField = ({ control, ...field }: FieldProps<readonly Id[]> & { control: Reference }) => (
  <ManyField
    {...field}
    chosen={(onRemove) =>
      field.value.length > 0 && (
        <ul className="flex flex-wrap gap-2 pb-1">
          {field.value.map((id) => (
            <Chosen key={id} control={control} id={id} onRemove={onRemove && (() => onRemove(id))} />
          ))}
        </ul>
      )
    }
    picker={(open, onClose) => (
      <ReferencePicker
        open={open}
        onClose={onClose}
        noun={control.to}
        filter={control.filter}
        many
        title={t('选择{label}', { label: within(field.label) })}
        chosen={field.value}
        onChoose={field.onChange}
      />
    )}
  />
)

const Chosen = ({ control, id, onRemove }: { control: Reference; id: Id; onRemove: (() => void) | undefined }) => {
  const name = useName(control.to, id)
  return (
    <li className="flex h-9 max-w-full items-center rounded-full bg-sunken pl-3.5 text-body">
      <span className="truncate">{name || '…'}</span>
      {onRemove ? (
        <button
          type="button"
          aria-label={t('移除{name}', { name })}
          onClick={onRemove}
          className="reach flex size-9 items-center justify-center text-faint"
        >
          <X size={15} aria-hidden />
        </button>
      ) : (
        <span className="w-3.5" />
      )}
    </li>
  )
}

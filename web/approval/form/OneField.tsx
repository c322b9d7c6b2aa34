import { moneyInCapitals } from '../../../domain/rules/moneyCapitals.ts'
import { isDecimal } from '../../../kernel/decimal.ts'
import { type Field as DeclaredField, isEmpty } from '../../../kernel/field.ts'
import { Value } from '../../look/Cell.tsx'
import { Field } from '../../look/fields/Field.tsx'
import { MoneyField } from '../../look/fields/MoneyField.tsx'
import { language, t } from '../../words.ts'
import { FieldControl } from '../../forms/FieldControl.tsx'
import { FieldValue } from '../../forms/FieldValue.tsx'

type Props = {
  field: DeclaredField
  value: unknown
  /** A control to fill in; `still` among controls, for what is computed or another's to fill in; `value` among values. */
  look: 'control' | 'still' | 'value'
  onChange: (value: unknown) => void
  error?: string | undefined
}

/** One field of a custom form. Money stands in capitals as well where Chinese is read. */
export const OneField = ({ field, value, look, onChange, error }: Props) => {
  const { control, required } = field
  const label = t(field.label)
  const hint = field.hint && t(field.hint)
  if (look === 'value')
    return (
      <Value label={label}>
        <FieldValue field={field} value={value} />
      </Value>
    )
  if (look === 'still')
    return (
      <Field label={label} hint={capitalsOf(field, value) ?? hint} error={error} group>
        {() => (
          <div className="min-h-9 py-1.5 text-input">
            {isEmpty(value) ? <span className="text-faint">{t('自动计算')}</span> : <FieldValue field={field} value={value} />}
          </div>
        )}
      </Field>
    )
  if (control.type === 'money')
    return (
      <MoneyField
        capitals={language() === 'zh'}
        label={label}
        hint={hint}
        required={required === 'always'}
        value={value === undefined || value === null ? '' : String(value)}
        onChange={onChange}
        error={error}
      />
    )
  return <FieldControl field={field} value={value} onChange={onChange} error={error} />
}

const capitalsOf = ({ control }: DeclaredField, value: unknown): string | undefined =>
  control.type === 'money' && isDecimal(value) && language() === 'zh' ? moneyInCapitals(value) : undefined

import { useController, useFormContext } from 'react-hook-form'
import type { Field } from '../../kernel/field.ts'
import { FieldControl } from './FieldControl.tsx'

/** A declared field inside a react-hook-form `FormProvider`, at the place `name` of its values ("header.reason", "lines.0.quantity"). */
export const FormField = ({ name, field, disabled }: { name: string; field: Field; disabled?: boolean }) => {
  const { control } = useFormContext()
  const { field: bound, fieldState } = useController({ name, control })
  return (
    <FieldControl
      field={field}
      value={bound.value as unknown}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
      error={fieldState.error?.message}
      disabled={disabled ?? bound.disabled}
    />
  )
}

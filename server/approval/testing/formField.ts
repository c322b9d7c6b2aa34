import type { FormField } from '../../../domain/approval/form/formDesign.ts'

/** A field of a form that is called by its key and need not be filled in. */
export const field = (key: string, control: FormField['control'], more: Partial<FormField> = {}): FormField => ({
  t: 'field',
  key,
  label: key,
  required: false,
  control,
  ...more,
})

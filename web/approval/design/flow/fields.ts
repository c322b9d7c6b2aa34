import { useMemo } from 'react'
import { type FormField, ownConditionFields } from '../../../../domain/approval/form/filling.ts'
import type { FormRef } from '../../../../domain/approval/form/form.ts'
import { useRecordKinds } from '../../../records/useRecordKind.ts'
import type { Noun } from '../../../../kernel/field.ts'
import { refersTo } from '../../../../kernel/fields/kinds.ts'
import { t } from '../../../words.ts'

export const labelOf = ({ field, table, of }: FormField): string => {
  const label = of === undefined ? t(field.label) : t('{thing}的{field}', { thing: t(of), field: field.label })
  return table ? t('{table} · {field}', { table: t(table), field: label }) : label
}

/** The own fields that conditions on a form may ask; none until they are known. */
export const useOwnConditionFields = (form: FormRef, fields: readonly FormField[]): FormField[] => {
  const kindOfNoun = useRecordKinds()
  return useMemo(() => ownConditionFields(form, fields, kindOfNoun), [form, fields, kindOfNoun])
}

/** Fields that point at something, for rules that follow them. */
export const pointingAt = (fields: readonly FormField[], ...nouns: readonly Noun[]): FormField[] =>
  fields.filter(({ field: { control } }) => nouns.some((noun) => refersTo(control) === noun))

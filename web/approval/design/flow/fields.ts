import type { FormField } from '../../../../domain/approval/form/filling.ts'
import type { Noun } from '../../../../kernel/field.ts'
import { refersTo } from '../../../../kernel/fields/kinds.ts'
import { t } from '../../../words.ts'

export const labelOf = ({ field, table }: FormField): string =>
  table ? t('{table} · {field}', { table: t(table), field: t(field.label) }) : t(field.label)

/** Fields that point at something, for rules that follow them. */
export const pointingAt = (fields: readonly FormField[], ...nouns: readonly Noun[]): FormField[] =>
  fields.filter(({ field: { control } }) => nouns.some((noun) => refersTo(control) === noun))

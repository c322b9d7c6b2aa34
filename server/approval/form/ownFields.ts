import type { FieldPermissions, FormRef, Path } from '../../../domain/approval/form/form.ts'
import { permissionOf } from '../../../domain/approval/form/form.ts'
import { type FormField, nounsOfConditions, ownConditionFields } from '../../../domain/approval/form/filling.ts'
import { ownKeyAt, ownPathIn } from '../../../domain/records/ownFields/ownPath.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Noun } from '../../../kernel/field.ts'
import type { Session } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { RecallingTx } from '../../db/tx.ts'

/** The own fields that conditions of a flow may ask besides the fields of its form, in a language. */
export const ownFieldsOfForm = async (
  tx: RecallingTx,
  form: FormRef,
  fields: readonly FormField[],
  language: 'zh' | 'en' = 'zh',
): Promise<FormField[]> => {
  const nouns = new Set<Noun>([...nounsOfConditions(fields), 'asset'])
  const kinds = await Promise.all(
    recordKinds.filter(({ noun }) => nouns.has(noun)).map((kind): Promise<RecordKind> => organisationKind(tx, kind, language)),
  )
  return ownConditionFields(form, fields, (noun) => kinds.find((kind) => kind.noun === noun))
}

/**
 * True where a reader is told nothing of a condition on a field: a step hides it, or what it is a field of, or it is an own field that one of his
 * roles hides or that is shown to those alone in whose scope the record is.
 */
export const isClosedTo = (
  { hiddenFields, locations }: Pick<Session, 'hiddenFields' | 'locations'>,
  permissions: FieldPermissions,
  ownFields: ReadonlyMap<Path, FormField>,
  path: Path,
): boolean => {
  const ownPath = ownPathIn(path)
  if (permissionOf(permissions, ownPath?.of ?? path, 'read') === 'hide') return true
  const key = ownKeyAt(path)
  if (key === undefined || !ownFields.has(path)) return false
  return hiddenFields.has(key) || (locations !== 'all' && ownFields.get(path)?.isOpen !== true)
}

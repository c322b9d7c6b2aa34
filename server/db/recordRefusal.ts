import { declaredField } from '../../kernel/field.ts'
import pg from 'pg'
import { RefusalError, refusal } from '../../kernel/refusal.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { columnOf, tableOf } from './recordTable.ts'

/** Turns what the database says about a unique value or a reference into words about the field. */
export const namingTheField = async <R>(kind: RecordKind, run: () => Promise<R>): Promise<R> => {
  try {
    return await run()
  } catch (error) {
    throw refusedBy(kind, error) ?? error
  }
}

/**
 * What a database error says about a record's own fields; undefined where it is about something else. Row-level security hides the
 * error's details, so the constraint's name must tell: a unique index ends like its column (`location_code`, `person_employee_no`), one of several
 * columns like the one that people are to change.
 */
const refusedBy = (kind: RecordKind, error: unknown): RefusalError | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.table !== kind.table || !error.constraint) return undefined
  const { code, constraint } = error
  if (constraint === `${kind.table}_pkey`)
    return new RefusalError(refusal('record.exists', '编号已用于另一条{title}', { title: kind.title }))
  if (constraint === 'own_value_unique' && error.column)
    return new RefusalError(duplicate(declaredField(kind.fields, error.column).label), [{ path: error.column }])
  if (code === '23505') {
    const suffix = constraint.slice(kind.table.length + 1)
    const key =
      kind.unique.find((rule) => columnOf(rule) === `"${suffix}"` || columnOf(rule).endsWith(`_${suffix}"`)) ??
      Object.keys(kind.fields).find((field) => columnOf(field) === `"${suffix}"`)
    return key ? new RefusalError(duplicate(declaredField(kind.fields, key).label), [{ path: key }]) : undefined
  }
  const foreignColumn =
    code === '23503' ? tableOf(kind).columns.find(({ name }) => constraint === `${kind.table}_org_id_${name.slice(1, -1)}_fkey`) : undefined
  return foreignColumn
    ? new RefusalError(refusal('reference.unknown', '{label}不存在、已删除或不适用', { label: foreignColumn.label }))
    : undefined
}

/** The specification puts the label in brackets. */
export const duplicate = (label: string) => refusal('field.exists', '{label}数据已经存在', { label })

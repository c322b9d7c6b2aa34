import { assertDefined } from '../../kernel/assert.ts'
import { isDeepStrictEqual } from 'node:util'
import { dayAt } from '../../kernel/day.ts'
import { dayProblems } from '../../kernel/days.ts'
import { declaredField, isEmpty, readValues, textIn } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError, refusal, refuse } from '../../kernel/refusal.ts'
import { documentOnlyWords, type RecordKind } from '../../domain/records/define.ts'
import { appliesTo, ownDefaultsOf, ownFieldProblems } from '../../domain/records/ownFields/ownField.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { choiceProblems } from '../../domain/dictionaries/ownChoices.ts'
import { organisationWords } from '../db/organisationKind.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { filesIn, requireFiles } from '../files/namedFiles.ts'
import { searchOf } from '../search/recordSearch.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { raise } from '../eventRules/raise.ts'
import { malformed, NotFound } from '../httpError.ts'
import { hooksOf } from './hooks.ts'
import { recordEvent } from './history/recordEvents.ts'
import type { Writer } from './recordHooks.ts'
import { duplicate, namingTheField } from '../db/recordRefusal.ts'
import {
  type Column,
  columnOf,
  fieldSql,
  mergedOwn,
  ownValuesOf,
  rowOf,
  tableOf,
  toColumn,
  type Values,
  valuesOfRow,
} from '../db/recordTable.ts'
import { categoriesAsked } from '../db/ownCategories.ts'
import { requireReferences } from './references.ts'
import { withoutHidden } from '../access/hidden.ts'
import { asSeenBy, isWritable, requireMayWrite, requireWritable } from '../access/scope.ts'
import { usesOf } from './uses.ts'

/** What a client sends of a record, its input schema held: the id under either name, the version it saw, raw values. */
export type RecordInput = Readonly<Record<string, unknown>> & { readonly id?: Id | undefined; readonly version?: number | undefined }

/** One record of the caller's organisation; unknown where there is none. */
export const readRecord = async (tx: Tx, kind: RecordKind, id: Id): Promise<RecordRow> => (await findRecord(tx, kind, id)) ?? nothingThere()

/**
 * Stores a new record under the client's id or a new one. The same id with the same content again changes nothing and gets the same
 * answer; with other content it is refused.
 */
export const saveRecord = async (call: Writer, kind: RecordKind, input: RecordInput): Promise<RecordRow> => {
  const { tx, session } = call
  const hooks = hooksOf(kind)
  const { id = newId(), raw } = split(kind, input)
  const existing = idOf(kind, input) === undefined ? undefined : await findRecord(tx, kind, id)
  const wholeValues = existing ? repeatedValues(kind, existing, raw) : raw
  // Of one that is not theirs no one learns whether it says the same.
  if (existing && !(await isWritable(tx, session, kind, existing)))
    refuse('record.exists', '编号已用于另一条{title}', { title: kind.title })
  const sentValues = await checked(call, kind, wholeValues, { isNew: existing === undefined })
  if (existing) {
    if (!isSameContent(kind, existing, sentValues)) refuse('record.exists', '编号已用于另一条{title}', { title: kind.title })
    return asSeenBy(session, kind, existing)
  }
  requireReadOnlyUntouched(kind, raw, {})
  requireOtherParent(kind, id, sentValues)
  return await namingTheField(kind, async () => {
    const values = await requireReferences(tx, tableOf(kind).written, sentValues)
    await requireMayWrite(tx, session, kind, { before: {}, after: values })
    await requireFiles(tx, session.uid, filesIn([{ fields: kind.fields, values }]))
    const insertion = hooks.insert ? hooks.insert(call, id, values) : insertRow(tx, kind, { id, values, uid: session.uid })
    if (!(await insertion)) refuse('record.exists', '编号已用于另一条{title}', { title: kind.title })
    await hooks.afterSave?.(call, id)
    if (kind.noun !== 'asset') await raise(tx, [{ subject: tableOfRecord(kind).name, event: 'created', rows: [id] }])
    return asSeenBy(session, kind, await readRecord(tx, kind, id))
  })
}

/**
 * Changes the fields that were sent; the others stay. With `version` only if no one was faster. What stands in another person's place is
 * not touched, so nothing that the caller may not see is written or wiped.
 */
export const updateRecord = async (call: Writer, kind: RecordKind, input: RecordInput): Promise<RecordRow> => {
  const { tx, session } = call
  const table = tableOf(kind)
  const { id, raw: sentValues } = split(kind, input)
  const raw = withoutHidden(session, kind, sentValues)
  if (id === undefined) throw malformed('请求有误：{fields}', { fields: kind.idName })
  if (kind.parent && kind.parent in raw) await lockTree(tx, kind)
  const [before] = (await tx.query<Values>(statementsOf(kind).lock, [tx.orgId, id])).map((row) => rowOf(table, row))
  if (!before) return nothingThere()
  const isWritten = await writeRecord(call, kind, { before, version: input.version, raw })
  return asSeenBy(session, kind, isWritten ? await readRecord(tx, kind, id) : before)
}

/**
 * Writes the fields that were sent on a record that is locked, and, where it is in a tree that changes, the tree as well; answers whether
 * anything was different.
 */
export const writeRecord = async (
  call: Writer,
  kind: RecordKind,
  { before, version, raw }: { readonly before: RecordRow; readonly version: number | undefined; readonly raw: Values },
): Promise<boolean> => {
  const { tx, session } = call
  const { id } = before
  const hooks = hooksOf(kind)
  await requireWritable(tx, session, kind, [before])
  requireUnchanged(kind.title, version, before.version)
  const plannedWrite = await plannedUpdate(call, kind, before, raw)
  if (plannedWrite.changed.length === 0) return false
  const values = await namingTheField(kind, () => requireReferences(tx, plannedWrite.changed, plannedWrite.values))
  const changedKeys = plannedWrite.changed.flatMap(({ key }) =>
    isSame(before[key], values[key]) && !isSame(before[key], plannedWrite.values[key]) ? [] : [key],
  )
  if (changedKeys.length === 0) return false
  await hooks.requireOwn?.(call, id, changedKeys)
  if (kind.parent && changedKeys.includes(kind.parent)) await requireNoCircle(tx, kind, id, textIn(values, kind.parent))
  await namingTheField(kind, async () => {
    await requireMayWrite(tx, session, kind, { before, after: values })
    await requireFiles(tx, session.uid, filesIn([{ fields: kind.fields, values }]), filesIn([{ fields: kind.fields, values: before }]))
    const changes = Object.fromEntries(changedKeys.map((key) => [key, [toColumn(before[key]), toColumn(values[key])] as const]))
    await Promise.all([
      tx.query(statementsOf(kind).update, [tx.orgId, id, ...columnValues(kind, values, before)]),
      hooks.afterUpdate?.(call, before, changes),
      // The history of assets tells of its own what changed on them.
      kind.noun !== 'asset' &&
        raise(tx, [{ subject: tableOfRecord(kind).name, event: 'changed', rows: [id], fields: changedKeys, changes }]),
    ])
  })
  return true
}

/** What an update would make of a record, by what stands on it alone; refuses in words what it may not. Nothing is written. */
export const plannedUpdate = async (
  call: Writer,
  kind: RecordKind,
  before: RecordRow,
  raw: Values,
): Promise<{ readonly values: Values; readonly changed: readonly Column[] }> => {
  const table = tableOf(kind)
  const { whenEmpty } = hooksOf(kind)
  requireReadOnlyUntouched(kind, raw, before)
  const mergedValues = {
    ...valuesOfRow(table, before),
    ...Object.fromEntries(Object.entries(raw).filter(([key]) => !kind.readOnly?.includes(key))),
  }
  const values = await checked(call, kind, mergedValues, { before, isNew: false })
  const changedColumns = table.written.filter(({ key }) => !isSame(before[key], values[key] ?? whenEmpty?.[key]))
  const problems = changedColumns.flatMap(({ key }) => {
    const words = documentOnlyWords(kind, before, key)
    return words === undefined ? [] : [{ path: key, words }]
  })
  const [first] = problems
  if (first) throw new RefusalError(refusal('record.documentOnly', first.words), problems)
  return { values, changed: changedColumns }
}

/** The records of these ids that are there, in the order of their ids; locked until the transaction ends, or as they stand now. */
export const recordsOf = async (tx: Tx, kind: RecordKind, ids: readonly Id[], isLocked = false): Promise<RecordRow[]> => {
  const { several, lockSeveral } = statementsOf(kind)
  return (await tx.query<Values>(isLocked ? lockSeveral : several, [tx.orgId, ids])).map((row) => rowOf(tableOf(kind), row))
}

/**
 * Deletes records that nothing refers to. Refuses in words, for the first one that is used, where and how often; and what has to be said
 * before, unless it was (`confirmed`).
 */
export const deleteRecords = async (call: Writer, kind: RecordKind, ids: readonly Id[], isConfirmed = false): Promise<number> => {
  const { tx, session } = call
  const place = [kind.place, kind.home]
    .flatMap((key) => (key === undefined || key === 'itself' ? [] : `, ${columnOf(key)} as "${key}"`))
    .join('')
  const rows = await tx.query<{ id: Id; name: string } & Values>(
    `select id, ${columnOf(kind.nameField)} as name${place} from "${kind.table}"
     where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id for update`,
    [tx.orgId, ids],
  )
  if (rows.length < new Set(ids).size) throw new NotFound()
  await requireWritable(tx, session, kind, rows)
  const uses = await usesOf(tx, kind, ids)
  const [first] = uses
  if (first) {
    const name = assertDefined(
      rows.find(({ id }) => id === first.id),
      'the row that refuses',
    ).name
    const { count, words: what } = first
    throw new RefusalError(refusal('record.used', '{name}还有{count}条{what}在使用，不能删除', { name, count, what }), uses)
  }
  await hooksOf(kind).mayDelete?.(call, ids, isConfirmed)
  await tx.query(`update "${kind.table}" set deleted_at = now(), version = version + 1 where org_id = $1 and id = any ($2::bigint[])`, [
    tx.orgId,
    ids,
  ])
  await hooksOf(kind).afterDelete?.(call, ids)
  await recordEvent(
    tx,
    { noun: kind.noun, actor: session.uid, at: call.at },
    [...new Set(ids)].map((record) => ({ record, action: 'delete' as const })),
  )
  return rows.length
}

/** Answers where a value is free; refuses with the specification's words where another record has it. */
export const checkFieldValue = async (
  tx: Tx,
  kind: RecordKind,
  input: RecordInput & { readonly fieldName: string; readonly fieldValue: string },
): Promise<{ exists: false }> => {
  const { fieldName, fieldValue } = input
  const [takenRow] = await tx.query(
    `select 1 from "${kind.table}" r where r.org_id = $1 and ${fieldSql('r', fieldName)} = $2 and r.id <> $3${hooksOf(kind).keepsUniqueValues ? '' : ' and deleted_at is null'} limit 1`,
    [tx.orgId, fieldValue.trim(), idOf(kind, input) ?? '0'],
  )
  if (takenRow) throw new RefusalError(duplicate(declaredField(kind.fields, fieldName).label), [{ path: fieldName }])
  return { exists: false }
}

/** What is sent of a record that is there already, with what it got when it was new and the request left out. */
const repeatedValues = (kind: RecordKind, existing: RecordRow, raw: Values): Values => {
  if (hooksOf(kind).complete) return { ...valuesOfRow(tableOf(kind), existing), ...filledIn(raw) }
  return { ...Object.fromEntries(ownDefaultsOf(kind).map(([key]) => [key, existing[key]])), ...raw }
}

/** The id that a request names, under either of its names. */
const idOf = (kind: RecordKind, input: RecordInput): Id | undefined => {
  const ownId = textIn(input, kind.idName)
  if (input.id !== undefined && ownId !== undefined && input.id !== ownId) throw malformed('请求有误：{fields}', { fields: kind.idName })
  return input.id ?? ownId
}

/** One record by its id; undefined where there is none, or no more. */
export const findRecord = async (tx: Tx, kind: RecordKind, id: Id): Promise<RecordRow | undefined> =>
  (await tx.query<Values>(statementsOf(kind).find, [tx.orgId, id])).map((row) => rowOf(tableOf(kind), row))[0]

const nothingThere = (): never => {
  throw new NotFound()
}

const split = (kind: RecordKind, input: RecordInput): { id: Id | undefined; raw: Record<string, unknown> } => {
  const { id: _, version: __, ownValues = {}, [kind.idName]: ___, ...raw } = input
  return { id: idOf(kind, input), raw: { ...raw, ...(ownValues as Values) } }
}

const checked = async (
  call: Writer,
  kind: RecordKind,
  raw: Values,
  { before, isNew }: { readonly before?: Values; readonly isNew: boolean },
): Promise<Values> => {
  const { canonical, complete } = hooksOf(kind)
  const plain = canonical?.(raw) ?? raw
  const completedValues = (await complete?.(call, plain, isNew)) ?? plain
  const ownValues = Object.fromEntries(Object.entries(completedValues).filter(([key]) => !kind.readOnly?.includes(key)))
  const { values, problems: unread } = readValues(kind.fields, ownValues, 'submitting')
  const categories = await categoriesAsked(call.tx, kind, values)
  if (isNew)
    for (const [key, field, value] of ownDefaultsOf(kind)) if (!(key in ownValues) && appliesTo(field, categories)) values[key] = value
  const problems = [
    ...unread,
    ...choiceProblems(kind.fields, values, before ?? {}, await organisationWords(call.tx)),
    ...dayProblems(kind.fields, values, dayAt(call.at), { before: before ?? {} }),
    ...ownFieldProblems(kind, values, { before, applies: (_, field) => appliesTo(field, categories) }),
  ]
  const [first] = problems
  if (first) throw new RefusalError(refusal('record.fields', first.words, first.params), problems)
  return values
}

export const isSame = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || isDeepStrictEqual(a, b)

const filledIn = (raw: Values): Values => Object.fromEntries(Object.entries(raw).filter(([, value]) => !isEmpty(value)))

const isSameContent = (kind: RecordKind, existing: RecordRow, values: Values): boolean =>
  tableOf(kind).written.every(({ key }) => isSame(existing[key], values[key] ?? hooksOf(kind).whenEmpty?.[key]))

const requireReadOnlyUntouched = (kind: RecordKind, raw: Values, before: Values): void => {
  for (const key of kind.readOnly ?? [])
    if (!isEmpty(raw[key]) && !isSame(raw[key], before[key]))
      refuse('field.readOnly', '{label}由系统维护，不能填写', { label: declaredField(kind.fields, key).label })
}

const requireOtherParent = (kind: RecordKind, id: Id, values: Values): void => {
  if (kind.parent && values[kind.parent] === id)
    refuse('tree.circle', '{label}不能是自己或自己的下级', { label: declaredField(kind.fields, kind.parent).label })
}

/** Two moves in one tree at once could close a circle that neither of them sees. */
export const lockTree = (tx: Tx, kind: RecordKind): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))', [`tree:${kind.table}`, tx.orgId])

const requireNoCircle = async (tx: Tx, kind: RecordKind, id: Id, parent: Id | undefined): Promise<void> => {
  if (parent === undefined || kind.parent === undefined) return
  const above = await tx.query<{ id: Id }>(
    `with recursive above (id, parent) as (
       select id, ${columnOf(kind.parent)} from "${kind.table}" where org_id = $1 and id = $2
       union select t.id, t.${columnOf(kind.parent)} from above join "${kind.table}" t on t.org_id = $1 and t.id = above.parent
     ) select id from above`,
    [tx.orgId, parent],
  )
  if (above.some((node) => node.id === id))
    refuse('tree.circle', '{label}不能是自己或自己的下级', { label: declaredField(kind.fields, kind.parent).label })
}

const insertRow = async (
  tx: Tx,
  kind: RecordKind,
  { id, values, uid }: { readonly id: Id; readonly values: Values; readonly uid: Id },
): Promise<boolean> => (await tx.query(statementsOf(kind).insert, [tx.orgId, id, uid, ...columnValues(kind, values)])).length > 0

/** In the order of the statements: the search text, the own values, then the fields. */
const columnValues = (kind: RecordKind, values: Values, before: Values = {}): unknown[] => {
  const { whenEmpty = {} } = hooksOf(kind)
  const table = tableOf(kind)
  const ownValues = ownValuesOf(table, values, before)
  return [
    searchOf(kind, values),
    Object.keys(ownValues).length > 0 ? JSON.stringify(ownValues) : null,
    ...table.writtenColumns.map(({ key }) => toColumn(values[key] ?? whenEmpty[key])),
  ]
}

type Statements = {
  readonly find: string
  readonly lock: string
  readonly several: string
  readonly lockSeveral: string
  readonly insert: string
  readonly update: string
}

const statements = new WeakMap<RecordKind, Statements>()

const statementsOf = (kind: RecordKind): Statements => {
  const cachedStatements = statements.get(kind)
  if (cachedStatements) return cachedStatements
  const { select, writtenColumns } = tableOf(kind)
  const columns = ['search', 'own_values', ...writtenColumns.map(({ name }) => name)]
  const valueAt = (name: string, place: number) => (name === 'own_values' ? mergedOwn('own_values', `$${place}::jsonb`) : `$${place}`)
  const find = `${select} where r.org_id = $1 and r.id = $2 and r.deleted_at is null`
  const several = `${select} where r.org_id = $1 and r.id = any ($2::bigint[]) and r.deleted_at is null order by r.id`
  const newStatements = {
    find,
    lock: `${find} for update of r`,
    several,
    lockSeveral: `${several} for update of r`,
    insert: `insert into "${kind.table}" (org_id, id, created_by, ${columns.join(', ')})
      values ($1, $2, $3, ${columns.map((name, index) => (name === 'own_values' ? mergedOwn('null', `$${index + 4}::jsonb`) : `$${index + 4}`)).join(', ')}) on conflict (org_id, id) do nothing returning id`,
    update: `update "${kind.table}" set ${columns.map((name, index) => `${name} = ${valueAt(name, index + 3)}`).join(', ')}, version = version + 1, updated_at = now()
      where org_id = $1 and id = $2`,
  }
  statements.set(kind, newStatements)
  return newStatements
}

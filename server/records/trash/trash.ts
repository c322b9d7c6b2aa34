import type { ListRequest, Page } from '../../../domain/operations/define.ts'
import type { RemovedRecord } from '../../../domain/records/mergeOperations.ts'
import { calledOf, type RecordKind } from '../../../domain/records/define.ts'
import { ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { declaredField, textIn } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { assertDefined, firstOf } from '../../../kernel/assert.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Moment } from '../../../kernel/day.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { requireOwnPlaces } from '../../access/scope.ts'
import type { Session, SignedIn } from '../../call.ts'
import { Conditions } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import { survivorOf } from '../../db/recordForwards.ts'
import { namingTheField } from '../../db/recordRefusal.ts'
import { columnOf, rowOf, tableOf, type Values } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { numberedPartOf, pageFor } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { lockTree } from '../engine.ts'
import { recordEvent } from '../history/recordEvents.ts'

type RemovedRow = Values & { readonly removedAt: Moment; readonly removedBy: string | null; readonly mergedInto: string | null }

/** What was removed of a kind, the latest first, with who did it. */
export const listRemoved = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  kind: RecordKind,
  input: ListRequest,
): Promise<Page<RemovedRecord>> => {
  const part = numberedPartOf(input)
  const conditions = removedConditions(tx, session, kind, input.likeQuery?.trim())
  const where = conditions.texts.join(' and ')
  const count = onlyRow(
    tx.query<{ n: number }>(`select count(*)::int as n from "${kind.table}" r where ${where}`, [...conditions.values], 'anew'),
  )
  const noun = conditions.place(kind.noun)
  const [limit, offset] = [conditions.place(part.pageSize), conditions.place(part.offset)]
  const rows = tx.query<RemovedRow>(
    `select ${tableOf(kind).selectList}, r.deleted_at as "removedAt",
       (select p.user_name from record_event e join person p on p.org_id = $1 and p.id = e.actor_uid
        where e.org_id = $1 and e.noun = ${noun} and e.record_id = r.id and e.action in ('delete', 'merge') order by e.id desc limit 1) as "removedBy",
       (select i.${columnOf(kind.nameField)} from record_forward f join "${kind.table}" i on i.org_id = $1 and i.id = f.into_id
        where f.org_id = $1 and f.noun = ${noun} and f.from_id = r.id) as "mergedInto"
     from "${kind.table}" r where ${where} order by r.deleted_at desc, r.id desc limit ${limit} offset ${offset}`,
    conditions.values,
    'anew',
  )
  const [{ n }, pageRows] = await Promise.all([count, rows])
  return pageFor(
    part,
    pageRows.map((row) => removedRecordOf(kind, row)),
    n,
  )
}

const removedConditions = (tx: Tx, session: Session, kind: RecordKind, keyword: string | undefined): Conditions => {
  const conditions = new Conditions(tx.orgId)
  conditions.add('r.org_id = $1 and r.deleted_at is not null')
  if (kind.place === 'itself' && kind.parent && session.locations !== 'all')
    conditions.add(`r.${columnOf(kind.parent)} = any (${conditions.place(session.locations)}::bigint[])`)
  if (keyword) conditions.add(`r.search like ${conditions.place(likePattern(keyword))}`)
  return conditions
}

const removedRecordOf = (kind: RecordKind, raw: RemovedRow): RemovedRecord => {
  const row = rowOf(tableOf(kind), raw)
  const parent = kind.parent === undefined ? undefined : textIn(row, kind.parent)
  return {
    id: row.id,
    name: calledOf(kind, row),
    code: textIn(row, firstOf(kind.unique)) ?? null,
    removedAt: raw.removedAt,
    removedBy: raw.removedBy,
    mergedInto: raw.mergedInto,
    place: (parent !== undefined && row.names[parent]) || null,
  }
}

/**
 * Puts a removed record back where it was. Refuses in words where another has its code meanwhile, and where what it belongs to is removed as well;
 * sent again it changes nothing.
 */
export const restoreRecord = async (call: Pick<SignedIn, 'tx' | 'session' | 'at'>, kind: RecordKind, id: Id): Promise<{ id: Id }> => {
  const { tx, session, at } = call
  if (kind.parent) await lockTree(tx, kind)
  const table = tableOf(kind)
  const [raw] = await tx.query<Values & { isRemoved: boolean }>(
    `select ${table.selectList}, r.deleted_at is not null as "isRemoved" from "${kind.table}" r where r.org_id = $1 and r.id = $2 for update of r`,
    [tx.orgId, id],
  )
  if (!raw) throw new NotFound()
  const row = rowOf(table, raw)
  if (kind.place === 'itself') await requireOwnPlaces(tx, session, [(kind.parent && row[kind.parent]) ?? null])
  if (!raw.isRemoved) return { id }
  const name = calledOf(kind, row)
  if (await survivorOf(tx, kind.noun, id)) refuse('restore.merged', '{name}已合并，不能恢复', { name })
  await requireUntaken(tx, kind, row)
  await requireOwnUntaken(tx, kind, raw['ownValues'])
  const references = await standingReferences(tx, kind, row)
  const changes = [...references].map(([key], index) => `, ${columnOf(key)} = $${index + 4}`).join('')
  await namingTheField(kind, () =>
    tx.query(
      `update "${kind.table}" set deleted_at = null, version = version + 1, updated_at = $3${changes} where org_id = $1 and id = $2`,
      [tx.orgId, id, new Date(at).toISOString(), ...references.values()],
      'anew',
    ),
  )
  await recordEvent(tx, { noun: kind.noun, actor: session.uid, at }, [{ record: id, action: 'restore' }])
  return { id }
}

/** Refuses where a living record has a value that only one may have. */
const requireUntaken = async (tx: Tx, kind: RecordKind, row: Values): Promise<void> => {
  for (const key of kind.unique) {
    const value = row[key]
    if (typeof value !== 'string' || value === '') continue
    const [owner] = await tx.query<{ name: string }>(
      `select ${columnOf(kind.nameField)} as name from "${kind.table}" where org_id = $1 and ${columnOf(key)} = $2 and deleted_at is null limit 1`,
      [tx.orgId, value],
    )
    if (owner) refuseTaken({ label: declaredField(kind.fields, key).label, value, name: owner.name })
  }
}

const refuseTaken = (params: { readonly label: string; readonly value: string; readonly name: string }): never =>
  refuse('restore.taken', '{label}{value}已被“{name}”使用，请先修改它的{label}再恢复', params)

/** The living record that has a value which only one may have in an own field. */
export const ownersOfValue = (
  tx: Tx,
  kind: RecordKind,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<{ name: string }[]> =>
  tx.query<{ name: string }>(
    `select r.${columnOf(kind.nameField)} as name from own_value o join "${kind.table}" r on r.org_id = $1 and r.id = o.record_id
     where o.org_id = $1 and o.noun = $2 and o.key = $3 and coalesce(o.text_value, o.number_value::text) = $4 and o.is_unique limit 1`,
    [tx.orgId, kind.noun, key, value],
  )

/** The same of own fields, whose values stand in rows of their own. */
const requireOwnUntaken = async (tx: Tx, deliveredKind: RecordKind, ownValues: unknown): Promise<void> => {
  if (!isRecord(ownValues)) return
  const kind = await organisationKind(tx, deliveredKind)
  for (const [key, { label, unique }] of ownFieldsOf(kind)) {
    const value = ownValues[key]
    if (unique !== true || value === undefined || value === null) continue
    const [owner] = await ownersOfValue(tx, kind, { key, value: String(value) })
    if (owner) refuseTaken({ label, value: String(value), name: owner.name })
  }
}

/**
 * What its references are once it is back, as far as they change: what was merged leads on, and a person who is gone is named no more. Refuses where
 * it belongs to what is removed itself and may be restored.
 */
const standingReferences = async (tx: Tx, kind: RecordKind, row: Values): Promise<ReadonlyMap<string, Id | null>> => {
  const newReferences = new Map<string, Id | null>()
  for (const [key, { label, control }] of Object.entries(kind.fields)) {
    const noun = refersTo(control)
    const id = textIn(row, key)
    if (noun === undefined || id === undefined) continue
    const to = recordOf(noun)
    const [target] = await tx.query<{ name: string; isGone: boolean }>(
      `select ${columnOf(to.nameField)} as name, deleted_at is not null as "isGone" from "${to.table}" where org_id = $1 and id = $2`,
      [tx.orgId, id],
    )
    if (target && !target.isGone) continue
    const survivor = await survivorOf(tx, noun, id)
    if (survivor === undefined && to.canRestore)
      refuse('restore.aboveGone', '{label}“{name}”也已删除，请先恢复它', {
        label,
        name: assertDefined(target, 'what a key names').name,
      })
    newReferences.set(key, survivor ?? null)
  }
  return newReferences
}

import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { gsReturnOrder } from '../../domain/documents/asset/return.ts'
import { gsRevertOrder } from '../../domain/documents/asset/revert.ts'
import { csReturnOrder } from '../../domain/documents/consumable/return.ts'
import { type DocumentKind, linesAtMost, type RawDocument } from '../../domain/documents/define.ts'
import { recordOf } from '../../domain/records/all.ts'
import { disablePerson } from '../access/people.ts'
import { holdingsOf } from '../access/holdings.ts'
import { handOver } from '../approval/flow/standIns.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { submit } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import { NotFound } from '../httpError.ts'
import { updateRecord } from '../records/engine.ts'
import { handOverPlaces } from '../records/locations.ts'

/** What is said about a clearance. */
export type ClearanceOrder = {
  readonly uid: Id
  readonly successorUid?: Id | undefined
  readonly storeId?: Id | undefined
  readonly note?: string | undefined
  readonly withSupplies: boolean
  readonly closesAccount: boolean
}

/** What a successor takes over. */
const handedKeys: readonly string[] = ['places', 'departments', 'tasks']

/** Clears a person who leaves; answers the clearance and how many documents it submitted. */
export const clearPerson = async (call: SignedIn, flows: Flows, order: ClearanceOrder): Promise<{ id: Id; documents: number }> => {
  const { tx, session, at } = call
  const { uid, successorUid, storeId, note = '' } = order
  if (uid === session.uid) refuse('clearance.self', '不能清退自己')
  if (uid === successorUid) refuse('clearance.successor', '接替人不能是本人')
  const [person] = await tx.query<{ name: string; state: string }>(
    'select user_name as name, state from person where org_id = $1 and id = $2 and deleted_at is null for no key update',
    [tx.orgId, uid],
  )
  if (!person) throw new NotFound()
  if (storeId !== undefined) {
    const stores = await tx.query('select from location where org_id = $1 and id = $2 and deleted_at is null', [tx.orgId, storeId])
    if (stores.length === 0) throw new NotFound()
  }
  const holdings = await holdingsOf(tx, [uid])
  if (successorUid === undefined && holdings.some(({ key }) => handedKeys.includes(key)))
    refuse('clearance.successor', '{name}还有审批、区域或部门，请选择接替人', { name: person.name })
  const documents = await bringBack(call, flows, order, person.name)
  if (successorUid !== undefined) await passOn(call, uid, successorUid)
  if (order.closesAccount && person.state === 'active') await disablePerson(tx, uid, session.uid)
  const id = newId()
  await tx.query(
    `insert into clearance (org_id, id, uid, successor_uid, store_id, note, holdings, by_uid, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.orgId,
      id,
      uid,
      successorUid ?? null,
      storeId ?? null,
      note,
      JSON.stringify(holdings.map(({ key, count, names }) => ({ key, count, names }))),
      session.uid,
      new Date(at).toISOString(),
    ],
  )
  for (const document of documents)
    await tx.query('insert into clearance_document (org_id, clearance_id, document_id) values ($1, $2, $3)', [tx.orgId, id, document])
  return { id, documents: documents.length }
}

/** Submits the documents by which what a person has comes back to a store; what another document takes already stays with it. */
const bringBack = async (call: SignedIn, flows: Flows, { uid, storeId, withSupplies }: ClearanceOrder, name: string): Promise<Id[]> => {
  const { tx } = call
  const [pieces, supplies] = await Promise.all([piecesOf(tx, uid), withSupplies ? suppliesOf(tx, uid) : []])
  const piecesInUse = pieces.filter(({ state }) => state === 'inUse')
  const loans = pieces.filter(({ state }) => state === 'lent')
  if (piecesInUse.length + loans.length + supplies.length === 0) return []
  if (storeId === undefined) return refuse('clearance.store', '{name}名下还有资产或耗材，请选择归还到哪里', { name })
  const reason = '离职清退'
  const documents: [kind: DocumentKind, body: RawDocument][] = [
    [gsReturnOrder, { header: { to: storeId, reason }, lines: piecesInUse.map(({ id }) => ({ asset: id })) }],
    [gsRevertOrder, { header: { to: storeId, remark: reason }, lines: loans.map(({ id }) => ({ asset: id })) }],
    [
      csReturnOrder,
      { header: { returner: uid, to: storeId, reason }, lines: supplies.map(({ id, free }) => ({ item: id, quantity: free })) },
    ],
  ]
  // Each document begins a process of its own: the command of the call is that of none.
  const { commandId: _, ...writeCall } = call
  const ids: Id[] = []
  for (const [kind, raw] of documents) {
    if (raw.lines.length === 0) continue
    const { id } = await submit(writeCall, flows, { kind, id: newId(), raw: { ...raw, lines: [...raw.lines] } }, {})
    ids.push(id)
  }
  return ids
}

const piecesOf = (tx: Tx, uid: Id): Promise<{ id: Id; state: string }[]> =>
  tx.query(
    `select a.id, a.state from asset a join balance b on b.org_id = $1 and b.item_id = a.id and b.reserved = 0
     where a.org_id = $1 and a.holder_uid = $2 and a.deleted_at is null and a.state in ('inUse', 'lent') order by a.id limit ${linesAtMost}`,
    [tx.orgId, uid],
  )

const suppliesOf = (tx: Tx, uid: Id): Promise<{ id: Id; free: string }[]> =>
  tx.query(
    `select b.item_id as id, trim_scale(b.on_hand - b.reserved)::text as free from balance b
     where b.org_id = $1 and b.account = $2 and b.item_kind = 'consumable' and b.on_hand > b.reserved order by b.item_id limit ${linesAtMost}`,
    [tx.orgId, `consumed:${uid}`],
  )

/** Approvals, places and departments become the successor's. */
const passOn = async (call: SignedIn, uid: Id, successorUid: Id): Promise<void> => {
  const { tx } = call
  await handOverPlaces(call, { uid, toUid: successorUid })
  const departments = await tx.query<{ id: Id }>(
    'select id from department where org_id = $1 and manager_uid = $2 and deleted_at is null order by id',
    [tx.orgId, uid],
  )
  for (const { id } of departments) await updateRecord(call, recordOf('department'), { id, managerUid: successorUid })
  await handOver(tx, uid, successorUid)
}

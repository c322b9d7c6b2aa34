import { entryOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { EncodingState } from '../../domain/rfid/encoding.ts'
import { type EpcNumbering, epcNumbered, numberingFor } from '../../domain/rfid/epc.ts'
import { asset } from '../../domain/records/asset.ts'
import { requireWritable } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { namingTheField } from '../db/recordRefusal.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { insertEvents } from '../ledger/cards.ts'
import { NotFound } from '../httpError.ts'

type Row = {
  instanceId: Id
  instanceName: string
  instanceCode: string
  locId: Id | null
  homeId: Id | null
  /** What the card says. */
  cardEpc: string | null
  epc: string | null
  state: EncodingState | null
  tid: string | null
}

const selected = `select a.id as "instanceId", a.instance_name as "instanceName", a.instance_code as "instanceCode", a.loc_id as "locId",
    a.home_id as "homeId", a.epc as "cardEpc", t.epc, t.state, t.tid
  from asset a left join rfid_tag t on t.org_id = $1 and t.asset_id = a.id`

/** What is answered of a piece whose tag is planned, written or stands on its card. */
const encodingRow = ({ instanceId, instanceName, instanceCode, cardEpc, epc, state, tid }: Row) => {
  const open = state !== null && state !== 'verified'
  return {
    instanceId,
    instanceName,
    instanceCode,
    epc: (open ? epc : cardEpc) ?? '',
    state: open ? state : ('verified' as const),
    tid: open || epc === cardEpc ? tid : null,
  }
}

/** Sets EPCs aside for pieces that have no tag, or are to have another one. */
export const planTags = async ({ tx, session, at }: SignedIn, ids: readonly Id[], anew: boolean) => {
  const before = await lockPieces(tx, ids)
  await requireWritable(tx, session, asset, before)
  const needingNumber = before.filter(({ cardEpc, state }) => state !== 'planned' && state !== 'written' && (anew || cardEpc === null))
  if (needingNumber.length > 0) {
    const epcs = await freshEpcs(tx, needingNumber.length)
    await tx.query(
      `insert into rfid_tag (org_id, asset_id, epc, planned_by, planned_at)
       select o.org_id, w.id, w.epc, $4, $5 from organisation o cross join unnest($2::bigint[], $3::text[]) as w (id, epc) where o.org_id = $1
       on conflict (org_id, asset_id) do update set
         epc = excluded.epc, state = 'planned', tid = null, planned_by = excluded.planned_by, planned_at = excluded.planned_at,
         written_at = null, verified_at = null`,
      [tx.orgId, needingNumber.map(({ instanceId }) => instanceId), epcs, session.uid, new Date(at).toISOString()],
    )
  }
  const after = new Map((await piecesOf(tx, ids)).map((row) => [row.instanceId, encodingRow(row)]))
  return [...new Set(ids)].map((id) => entryOf(after, id))
}

/** What is begun in the caller's places and not read back. */
export const openTags = async ({ tx, session: { locations } }: SignedIn) =>
  (
    await tx.query<Row>(
      `${selected} where a.org_id = $1 and a.deleted_at is null and t.state <> 'verified'
         and ($2::bigint[] is null or coalesce(a.loc_id, a.home_id) = any ($2::bigint[]))
       order by t.planned_at, t.asset_id limit 500`,
      [tx.orgId, locations === 'all' ? null : locations],
    )
  ).map(encodingRow)

/** The reader was told to write what was planned. */
export const noteWritten = async ({ tx, session, at }: SignedIn, instanceId: Id, epc: string) => {
  const row = await lockPlanned(tx, instanceId, epc)
  await requireWritable(tx, session, asset, [row])
  if (row.state === 'planned')
    await tx.query(`update rfid_tag set state = 'written', written_at = $3 where org_id = $1 and asset_id = $2`, [
      tx.orgId,
      instanceId,
      new Date(at).toISOString(),
    ])
  return encodingRow(await onlyRow(piecesOf(tx, [instanceId])))
}

/** The tag was read back: card, history and tag change together or not at all. */
export const noteVerified = async ({ tx, session, at }: SignedIn, instanceId: Id, epc: string, tid: string | undefined) => {
  const row = await lockPlanned(tx, instanceId, epc)
  await requireWritable(tx, session, asset, [row])
  if (row.state !== 'verified' || row.cardEpc !== epc || (tid !== undefined && row.tid !== tid))
    await tx.query(
      `update rfid_tag set state = 'verified', verified_at = $3, tid = coalesce($4, tid) where org_id = $1 and asset_id = $2`,
      [tx.orgId, instanceId, new Date(at).toISOString(), tid ?? null],
    )
  if (row.cardEpc !== epc) {
    await namingTheField(asset, () =>
      tx.query('update asset set epc = $3, version = version + 1, updated_at = $4 where org_id = $1 and id = $2', [
        tx.orgId,
        instanceId,
        epc,
        new Date(at).toISOString(),
      ]),
    )
    await insertEvents(tx, [{ asset: instanceId, changes: { epc: [row.cardEpc, epc] } }], {
      documentId: undefined,
      action: 'changed',
      actor: session.uid,
      at,
    })
  }
  return encodingRow(await onlyRow(piecesOf(tx, [instanceId])))
}

const piecesOf = (tx: Tx, ids: readonly Id[]): Promise<Row[]> =>
  tx.query<Row>(`${selected} where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null`, [tx.orgId, ids])

/**
 * The pieces, kept from others until the transaction ends; unknown where one is not there. Work that refers to them goes on beside it: no key
 * of theirs changes.
 */
const lockPieces = async (tx: Tx, ids: readonly Id[]): Promise<Row[]> => {
  const rows = await tx.query<Row>(
    `${selected} where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null order by a.id for no key update of a`,
    [tx.orgId, ids],
  )
  if (rows.length < new Set(ids).size) throw new NotFound()
  return rows
}

/** One piece whose tag is to carry this EPC, or carries it. */
const lockPlanned = async (tx: Tx, id: Id, epc: string): Promise<Row> => {
  const [row] = await lockPieces(tx, [id])
  if (!row || row.epc !== epc)
    return refuse('rfid.notPlanned', '这个标签号不是为{name}准备的，请重新开始', { name: row?.instanceName ?? '' })
  return row
}

/** EPCs that nothing of the organisation carries, by its numbering. */
const freshEpcs = async (tx: Tx, count: number): Promise<string[]> => {
  const scheme = await numberingOf(tx)
  const fresh: string[] = []
  while (fresh.length < count) {
    const missingCount = count - fresh.length
    const { last } = await onlyRow(
      tx.query<{ last: string }>(
        `insert into rfid_number (org_id, last) values ($1, $2)
         on conflict (org_id) do update set last = rfid_number.last + excluded.last returning last`,
        [tx.orgId, missingCount],
      ),
    )
    const candidates = Array.from({ length: missingCount }, (_, n) => epcNumbered(scheme, BigInt(last) - BigInt(missingCount - 1 - n)))
    const usedRows = await tx.query<{ epc: string }>(
      `select epc from asset where org_id = $1 and epc = any ($2::text[]) union all select epc from rfid_tag where org_id = $1 and epc = any ($2::text[])`,
      [tx.orgId, candidates],
    )
    const usedEpcs = new Set(usedRows.map(({ epc }) => epc))
    fresh.push(...candidates.filter((epc) => !usedEpcs.has(epc)))
  }
  return fresh
}

/** How the organisation numbers its tags; by a mark of its own where it has not said. */
const numberingOf = async (tx: Tx): Promise<EpcNumbering> => {
  const { rfid } = await onlyRow(
    tx.query<{ rfid: EpcNumbering | null }>(`select settings -> 'rfid' as rfid from organisation where org_id = $1`, [tx.orgId]),
  )
  return numberingFor(tx.orgId, rfid)
}

import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import type { foundList, foundReport } from '../../domain/found/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import { administrators } from '../access/people.ts'
import { managersAbove } from '../access/places.ts'
import { isWritable, seesWhole } from '../access/scope.ts'
import type { Call, Session, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { keepBytes } from '../files/files.ts'
import { admitFile } from '../files/scope.ts'
import { requireLicence } from '../licence/licence.ts'
import { notify } from '../messaging/notify.ts'
import { readRecord } from '../records/engine.ts'
import { Forbidden, NotFound } from '../httpError.ts'
import { findAsStranger } from './finderLookup.ts'

const networkLimit: Limit = { name: 'found-report', attempts: 6, windowSeconds: 3600, lockSeconds: 3600 }
const assetLimit: Limit = { name: 'found-asset', attempts: 10, windowSeconds: 86_400, lockSeconds: 86_400 }
const tooOftenWords = '报告过于频繁，请稍后再试'

/**
 * Keeps what a finder says and tells who looks after the thing. A code that names nothing, of an organisation that is alone here, is answered
 * like any other: no one learns which codes there are.
 */
export const reportFound = async (call: Call, input: InputOf<typeof foundReport>): Promise<OutputOf<typeof foundReport>> => {
  const { app } = call
  await attempt(app.database, networkLimit, networkOf(call.ip), tooOftenWords)
  const match = await findAsStranger(call, input)
  if (!match) return refuse('found.off', '这张标签不接受报告')
  const { orgId, assetId } = match
  await app.database.reading(orgId, requireLicence)
  if (assetId === undefined) return { told: true }
  await attempt(app.database, assetLimit, `${orgId} ${assetId}`, tooOftenWords)
  const { id, words, phone = '', point, picture } = input
  await app.database.inTransaction(orgId, async (tx) => {
    // The label of what is not there any more is answered like one that names nothing: no one could read what is kept under it.
    const [thing] = await tx.query('select from asset where org_id = $1 and id = $2 and deleted_at is null', [orgId, assetId])
    if (!thing) return
    const [before] = await tx.query('select from found_report where org_id = $1 and id = $2', [orgId, id])
    if (before) return
    const storedPicture =
      picture === undefined
        ? undefined
        : await keepBytes({ app, tx, session: { orgId, uid: null } }, 'found.jpg', Buffer.from(picture, 'base64'), { isPrivate: true })
    const insertedRows = await tx.query(
      `insert into found_report (org_id, id, asset_id, words, phone, point, picture, at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict do nothing returning id`,
      [
        orgId,
        id,
        assetId,
        words,
        phone,
        point ? JSON.stringify(point) : null,
        storedPicture?.path ?? null,
        new Date(tx.now()).toISOString(),
      ],
    )
    if (insertedRows.length === 0) return
    if (storedPicture) await admitFile(tx, [storedPicture.path], { noun: 'found', id: assetId })
    await tellKeepers(tx, assetId, words)
  })
  return { told: true }
}

const tellKeepers = async (tx: Tx, assetId: Id, words: string): Promise<void> => {
  const [{ name, code, holder, place } = { name: '', code: '', holder: null, place: null }] = await tx.query<{
    name: string
    code: string
    holder: Id | null
    place: Id | null
  }>(
    'select instance_name as name, instance_code as code, holder_uid as holder, loc_id as place from asset where org_id = $1 and id = $2',
    [tx.orgId, assetId],
  )
  const keepers = place === null ? [] : await keepersOf(tx, place)
  const uids = [...(keepers.length > 0 ? keepers : await administrators(tx)), ...(holder === null ? [] : [holder])]
  await notify(tx, {
    uids,
    msgType: 2,
    category: 'asset',
    title: '有人捡到了{name}（{code}）',
    params: { name, code },
    content: words,
    link: `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${assetId}`,
  })
}

/** Who manages a place, or the nearest one around it that a person manages. */
const keepersOf = async (tx: Tx, place: Id): Promise<Id[]> =>
  (
    await tx.query<{ uid: Id }>(
      `${managersAbove}
       select m.uid from above a join manager m on m.id = a.id
       where a.depth = (select min(b.depth) from above b join manager n on n.id = b.id) order by m.rank, m.uid`,
      [tx.orgId, [place]],
    )
  ).map(({ uid }) => uid)

/** Of which of these assets a person may see what finders said, with its photos: those who see the asset whole. */
export const readableFinds = async (tx: Tx, session: Session, assetIds: readonly Id[]): Promise<ReadonlySet<Id>> => {
  if (!session.codes.has('gsgoodsinstance:list')) return new Set()
  const rows = await Promise.all(
    assetIds.map(async (id) => {
      const row = await readRecord(tx, asset, id).catch(nothingThere)
      return row && seesWhole(session, asset, row) ? [id] : []
    }),
  )
  return new Set(rows.flat())
}

const nothingThere = (error: unknown): undefined => {
  if (!(error instanceof NotFound)) throw error
}

/** For who sees the asset whole. */
export const reportsOf = async ({ tx, session }: SignedIn, assetId: Id): Promise<OutputOf<typeof foundList>> => {
  if (!seesWhole(session, asset, await readRecord(tx, asset, assetId))) return { list: [] }
  const list = await tx.query<OutputOf<typeof foundList>['list'][number]>(
    `select r.id, r.words, r.phone, r.point, r.picture, r.at, r.settled_at as "settledAt", p.user_name as "settledBy"
     from found_report r left join person p on p.org_id = $1 and p.id = r.settled_by
     where r.org_id = $1 and r.asset_id = $2 order by r.at desc, r.id desc limit 50`,
    [tx.orgId, assetId],
  )
  return { list }
}

export const settleReport = async ({ tx, session }: SignedIn, id: Id): Promise<{ settled: true }> => {
  const [report] = await tx.query<{ assetId: Id }>('select asset_id as "assetId" from found_report where org_id = $1 and id = $2', [
    tx.orgId,
    id,
  ])
  if (!report) throw new NotFound()
  const row = await readRecord(tx, asset, report.assetId)
  if (!seesWhole(session, asset, row) || !(await isWritable(tx, session, asset, row))) throw new Forbidden()
  await tx.query('update found_report set settled_by = $3, settled_at = $4 where org_id = $1 and id = $2 and settled_at is null', [
    tx.orgId,
    id,
    session.uid,
    new Date(tx.now()).toISOString(),
  ])
  return { settled: true }
}

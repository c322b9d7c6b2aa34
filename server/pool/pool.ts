import { compareIds, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ListRequest, Page } from '../../domain/operations/define.ts'
import { assetStates } from '../../domain/ledger/ledger.ts'
import type { PoolRow } from '../../domain/pool/operations.ts'
import { requireOwnPlaces } from '../access/scope.ts'
import type { SignedIn } from '../call.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { lockCards } from '../ledger/cards.ts'
import { countLimit, numberedPartOf, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'

/** Offers `o` with their pieces `a` of organisation $1 that still hold: the piece is in its store and has not moved since. */
const standingOffers = `
  pool_offer o join asset a on a.org_id = $1 and a.id = o.asset_id and a.state = 'idle' and a.deleted_at is null
  where o.org_id = $1 and not exists (
    select from move m where m.org_id = $1 and m.item_id = o.asset_id and m.posted_at > o.offered_at)`

/** A page of the pool. */
export const listPool = async ({ tx, session }: SignedIn, input: ListRequest): Promise<Page<PoolRow>> => {
  const part = numberedPartOf(input)
  const c = new Conditions(tx.orgId)
  const keyword = input.likeQuery?.trim()
  const condition = keyword ? ` and split_part(a.search, chr(1), 1) like ${c.place(likePattern(keyword))}` : ''
  const counting = [...c.values]
  const mine = session.codes.has('gspool:offer') ? c.place(session.locations === 'all' ? null : session.locations) : undefined
  const isMine = mine === undefined ? 'false' : `coalesce(${mine}::bigint[] is null or a.loc_id = any (${mine}::bigint[]), false)`
  const [count, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from ${standingOffers}${condition} limit ${countLimit + 1}) x`,
        counting,
      ),
    ),
    tx.query<PoolRow>(
      `select a.id, a.instance_name as name, a.instance_code as code, m.goods_name || coalesce(' ' || m.spec, '') as model,
         nullif(split_part(coalesce(a.instance_image, ''), ',', 1), '') as picture, l.loc_name as place, x.note, p.user_name as "offeredBy",
         x.offered_at as "offeredAt", ${isMine} as "isMine",
         exists (select from balance b where b.org_id = $1 and b.item_id = a.id and b.reserved > 0) as "isAsked"
       from (select o.* from ${standingOffers}${condition} order by o.offered_at desc, o.asset_id ${limitOf(c, part.pageSize, part.offset)}) x
       join asset a on a.org_id = $1 and a.id = x.asset_id
       join model m on m.org_id = $1 and m.id = a.goods_id
       join person p on p.org_id = $1 and p.id = x.offered_by
       left join location l on l.org_id = $1 and l.id = a.loc_id
       order by x.offered_at desc, a.id`,
      c.values,
    ),
  ])
  return pageFor(part, rows, count.n)
}

/** Puts idle pieces into the pool; answers how many. */
export const offerPieces = async (
  { tx, session }: SignedIn,
  { ids, note = '' }: { readonly ids: readonly Id[]; readonly note?: string | undefined },
): Promise<{ count: number }> => {
  const assetIds = [...new Set(ids)].toSorted(compareIds)
  const cards = await lockCards(tx, assetIds)
  if (cards.length < assetIds.length) refuse('unknown-asset', '资产不存在')
  const busy = cards.find(({ state }) => state !== 'idle')
  if (busy) refuse('pool.state', '{asset}当前{state}，只有闲置的资产可以放入资产池', { asset: busy.label, state: assetStates[busy.state] })
  await requireOwnPlaces(
    tx,
    session,
    cards.map(({ locId }) => locId),
  )
  await tx.query(
    `insert into pool_offer (org_id, asset_id, note, offered_by, offered_at)
     select a.org_id, a.id, $3, $4, now() from asset a where a.org_id = $1 and a.id = any ($2::bigint[])
     on conflict (org_id, asset_id) do update set note = excluded.note, offered_by = excluded.offered_by, offered_at = excluded.offered_at`,
    [tx.orgId, assetIds, note, session.uid],
  )
  return { count: assetIds.length }
}

/** Takes an offer back. */
export const withdrawOffer = async ({ tx, session }: SignedIn, { id }: { readonly id: Id }): Promise<{ id: Id }> => {
  const [card] = await lockCards(tx, [id])
  if (!card) return refuse('unknown-asset', '资产不存在')
  await requireOwnPlaces(tx, session, [card.locId ?? card.homeId])
  await tx.query('delete from pool_offer where org_id = $1 and asset_id = $2', [tx.orgId, id])
  return { id }
}

import { type Decimal, negate } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { BookSpan, Piece } from '../../domain/counting/piece.ts'
import type { StockMove } from '../../domain/counting/sitting.ts'
import type { Account } from '../../domain/ledger/ledger.ts'
import type { QueryTx } from '../db/tx.ts'

/** The books of a piece: where it was from a moment on, which open document reserves it, which posted one brought it where it is. */
export type PieceBooks = Pick<Piece, 'spans' | 'reservedBy' | 'accountDocumentId'>

type CardNow = {
  id: Id
  account: Account
  loc_id: Id | null
  holder_uid: Id | null
  reserved_by: Id | null
  account_document_id: Id | null
}
type CardChange = {
  asset_id: Id
  at: string
  document_id: Id | null
  account: [Account | null, unknown] | null
  place: [Id | null, unknown] | null
  holder: [Id | null, unknown] | null
}

/** Walks each card back through its history, as far as `sinceMs`. */
export const booksOfPieces = async (tx: QueryTx, ids: readonly Id[], sinceMs: number): Promise<Map<Id, PieceBooks>> => {
  if (ids.length === 0) return new Map()
  const [cards, changes] = await Promise.all([
    tx.query<CardNow>(
      `select a.id, a.account, a.loc_id, a.holder_uid,
         (select r.document_id from reservation r where r.org_id = $1 and r.item_id = a.id order by r.document_id limit 1) as reserved_by,
         case when a.account ~ '^(loan|transit|repair)' then (
           select e.document_id from asset_event e where e.org_id = $1 and e.asset_id = a.id and e.changes ? 'account' order by e.seq desc limit 1
         ) end as account_document_id
       from asset a where a.org_id = $1 and a.id = any ($2::bigint[])`,
      [tx.orgId, ids],
    ),
    tx.query<CardChange>(
      `select e.asset_id, e.at, e.document_id, e.changes -> 'account' as account, e.changes -> 'locId' as place, e.changes -> 'holderUid' as holder
       from asset_event e where e.org_id = $1 and e.asset_id = any ($2::bigint[]) and e.at >= $3 and e.changes ?| array['account', 'locId', 'holderUid']
       order by e.asset_id, e.at desc, e.id desc`,
      [tx.orgId, ids, new Date(sinceMs).toISOString()],
    ),
  ])
  const byPiece = Map.groupBy(changes, ({ asset_id }) => asset_id)
  return new Map(
    cards.map((card) => {
      const spans: BookSpan[] = []
      let { account, loc_id: place, holder_uid: holder }: { account: Account | null; loc_id: Id | null; holder_uid: Id | null } = card
      for (const change of byPiece.get(card.id) ?? []) {
        spans.unshift({ account, place, holder, fromMs: Date.parse(change.at), documentId: change.document_id })
        if (change.account) account = change.account[0]
        if (change.place) place = change.place[0]
        if (change.holder) holder = change.holder[0]
      }
      spans.unshift({ account, place, holder, fromMs: -Infinity, documentId: null })
      return [card.id, { spans, reservedBy: card.reserved_by, accountDocumentId: card.account_document_id }]
    }),
  )
}

/** Every move of supplies since a moment, by item and store: `account item`. */
export const movesOfStock = async (tx: QueryTx, ids: readonly Id[], sinceMs: number): Promise<Map<string, StockMove[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{
    item_id: Id
    document_id: Id
    from_account: Account
    to_account: Account
    quantity: Decimal
    from_seq: string | null
    to_seq: string | null
    posted_at: string
  }>('select * from count_moves($1, $2::bigint[], $3)', [tx.orgId, ids, new Date(sinceMs).toISOString()])
  const ends = rows.flatMap(({ item_id, document_id: documentId, quantity, posted_at, ...move }) => {
    const atMs = Date.parse(posted_at)
    const end = (account: Account, seq: string | null, change: Decimal) =>
      seq === null ? [] : [{ key: `${account} ${item_id}`, move: { change, seq: BigInt(seq), atMs, documentId } }]
    return [...end(move.from_account, move.from_seq, negate(quantity)), ...end(move.to_account, move.to_seq, quantity)]
  })
  return new Map([...Map.groupBy(ends, ({ key }) => key)].map(([key, some]) => [key, some.map(({ move }) => move)]))
}

/** Places and those above each, itself first; removed ones too. */
export const placesAbove = async (tx: QueryTx, ids: readonly Id[]): Promise<(place: Id) => readonly Id[]> => {
  if (ids.length === 0) return (place) => [place]
  const rows = await tx.query<{ of: Id; id: Id }>(
    `with recursive above (of, id, depth) as (
       select id, id, 0 from unnest($2::bigint[]) as n (id)
       union select a.of, l.parent_id, a.depth + 1 from above a join location l on l.org_id = $1 and l.id = a.id where l.parent_id is not null and a.depth < 50
     ) select of, id from above order by of, depth`,
    [tx.orgId, [...new Set(ids)]],
  )
  const above = Map.groupBy(rows, ({ of }) => of)
  return (place) => above.get(place)?.map(({ id }) => id) ?? [place]
}

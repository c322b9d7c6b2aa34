import { add, compare, type Decimal, isPositive, negate, subtract, sum } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { DocumentKind, StandingCard } from '../../../domain/documents/define.ts'
import { type Demand, demandsOf, type NamedPiece } from '../../../domain/documents/demands.ts'
import { type Account, accountKinds, accountKindOf, refOf } from '../../../domain/ledger/ledger.ts'
import type { Effect, Effects } from '../../../domain/approval/operations/approving.ts'
import type { Tx } from '../../db/tx.ts'
import { waitingFor } from '../waitingLines.ts'

/** A sentence in the reader's language. */
type Say = (words: string, params?: Params) => string

type OutlookInput = {
  readonly documentId: Id
  readonly header: Readonly<Record<string, unknown>>
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/**
 * What a document that is not in the books yet will do to the stock, by its own moves. What the document itself keeps reserved counts
 * as free for it.
 */
export const outlookOf = async (tx: Tx, kind: DocumentKind, { documentId, header, lines }: OutlookInput, say: Say): Promise<Effects> => {
  if (kind.checkCard) return { lines: [], lost: await refusedPieces(tx, kind, { header, lines }, say) }
  const { demands, pieces } = demandsOf(kind, header, lines)
  if (demands.length === 0 && pieces.length === 0) return { lines: [], lost: [] }
  const cards =
    pieces.length === 0 ? [] : await tx.query<Piece>(piecesText, [tx.orgId, [...new Set(pieces.map(({ asset }) => asset))], documentId])
  const cardOf = new Map(cards.map((card) => [card.id, card]))
  const lost = pieces.filter((piece) => isLost(piece, cardOf.get(piece.asset)))
  const changes = changesOf(demands, cardOf)
  const ids = (noun: Effect['of']) => [...new Set(changes.filter((change) => change.of === noun).map(({ item }) => item))]
  const [stock, items, places, others, waiting] = await Promise.all([
    tx.query<Stock>(stockText, [tx.orgId, ids('consumable'), ids('model'), documentId]),
    tx.query<{ id: Id; name: string; unit: string }>(itemsText, [tx.orgId, ids('consumable'), ids('model')]),
    tx.query<{ id: Id; name: string }>('select id, loc_name as name from location where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      [...new Set(changes.flatMap(({ store }) => store ?? []))],
    ]),
    lost.length === 0
      ? []
      : tx.query<{ model: Id; id: Id; name: string; place: string }>(othersText, [
          tx.orgId,
          [...new Set(lost.flatMap(({ asset }) => cardOf.get(asset)?.model ?? []))],
          pieces.map(({ asset }) => asset),
        ]),
    waitingFor(tx, [...ids('model'), ...ids('consumable')]),
  ])
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const placeOf = new Map([...places, ...stock.map(({ store, place }) => ({ id: store, name: place }))].map((place) => [place.id, place]))
  const outlook = { changes, stock, itemOf, placeOf }
  return {
    lines: changes.map((change) => ({
      ...effectOf(change, outlook),
      waiting: waiting.get(change.item)?.documents ?? 0,
    })),
    lost: lost.map(({ line, asset }) => {
      const card = cardOf.get(asset)
      return {
        line,
        asset: { id: asset, name: card?.label ?? '' },
        words: whereWords(card, say),
        alternatives: others.filter(({ model }) => model === card?.model).map(({ id, name, place }) => ({ asset: { id, name }, place })),
      }
    }),
  }
}

/** The pieces whose cards do not allow what the document writes on them. */
const refusedPieces = async (
  tx: Tx,
  kind: DocumentKind,
  { header, lines }: Omit<OutlookInput, 'documentId'>,
  say: Say,
): Promise<Effects['lost']> => {
  const namedAssets = lines.flatMap((line, index) =>
    (kind.cardChanges?.(header, line, 0) ?? []).map(({ asset }) => ({ line: index, asset })),
  )
  const cards = await tx.query<StandingCard & { id: Id }>(
    `select id, instance_name || '（' || instance_code || '）' as label, state, holder_uid as "holderUid", due_on as "dueOn"
     from asset where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null`,
    [tx.orgId, namedAssets.map(({ asset }) => asset)],
  )
  return namedAssets.flatMap(({ line, asset }) => {
    const card = cards.find(({ id }) => id === asset)
    const refusal = card && kind.checkCard?.(header, card)
    // The piece is named before the words.
    return refusal
      ? [{ line, asset: { id: asset, name: card.label }, words: say(refusal.words, { ...refusal.params, asset: '' }), alternatives: [] }]
      : []
  })
}

type Piece = { id: Id; model: Id; account: Account; label: string; holder: string | null; kept: boolean }
type Stock = { of: Effect['of']; item: Id; store: Id; place: string; on_hand: Decimal; reserved: Decimal }
type StockChange = { line: number; of: Effect['of']; item: Id; store: Id | undefined; quantity: Decimal }

/** One change for each line, thing and store: what comes less what goes. */
const changesOf = (demands: readonly Demand[], cardOf: ReadonlyMap<Id, Piece>): StockChange[] => {
  const changeByItem = new Map<string, StockChange>()
  for (const demand of demands) {
    const card = demand.of === 'piece' ? cardOf.get(demand.item) : undefined
    const store = demand.store ?? (card && accountKindOf(card.account) === 'store' ? refOf(card.account) : undefined)
    if (demand.of === 'piece' && (!card || !store)) continue
    const itemNoun = demand.of === 'consumable' ? 'consumable' : 'model'
    const item = card?.model ?? demand.item
    const key = `${demand.line}/${item}/${store}`
    const before = changeByItem.get(key)?.quantity ?? '0'
    const quantity = demand.sign < 0 ? subtract(before, demand.quantity) : add(before, demand.quantity)
    changeByItem.set(key, { line: demand.line, of: itemNoun, item, store, quantity })
  }
  return [...changeByItem.values()].filter(({ quantity }) => compare(quantity, '0') !== 0)
}

type StockOutlook = {
  readonly changes: readonly StockChange[]
  readonly stock: readonly Stock[]
  readonly itemOf: ReadonlyMap<Id, { id: Id; name: string; unit: string }>
  readonly placeOf: ReadonlyMap<Id, { id: Id; name: string }>
}

const effectOf = (
  { line, of, item, store, quantity }: StockChange,
  { changes, stock, itemOf, placeOf }: StockOutlook,
): Omit<Effect, 'waiting'> => {
  const itemStock = stock.filter((row) => row.item === item)
  const storeStock = itemStock.filter((row) => store === undefined || row.store === store)
  const onHand = sum(storeStock.map(({ on_hand }) => on_hand))
  const reservedQuantity = sum(storeStock.map((row) => row.reserved))
  const free = subtract(onHand, reservedQuantity)
  // Lines that touch the same stock share it.
  const together = sum(
    changes
      .filter((demand) => demand.item === item && (store === undefined || demand.store === undefined || demand.store === store))
      .map((demand) => demand.quantity),
  )
  const after = add(onHand, together)
  const freeAfter = add(free, together)
  const leaves = compare(quantity, '0') < 0
  const missing = negate(freeAfter)
  const short = leaves && isPositive(missing) ? smaller(missing, negate(quantity)) : null
  const elsewhere = itemStock
    .filter((row) => row.store !== store)
    .map((row) => ({ place: entryOf(placeOf, row.store), free: subtract(row.on_hand, row.reserved) }))
    .filter((row) => isPositive(row.free))
    .toSorted((a, b) => compare(b.free, a.free))
  const itemFound = itemOf.get(item)
  return {
    line,
    of,
    item: { id: item, name: itemFound?.name ?? '' },
    unit: itemFound?.unit ?? '',
    place: store === undefined ? null : (placeOf.get(store) ?? { id: store, name: '' }),
    change: quantity,
    onHand,
    reserved: reservedQuantity,
    free,
    after,
    freeAfter,
    short,
    alternatives: leaves && (short !== null || store === undefined) ? elsewhere.slice(0, alternativesAtMost) : [],
  }
}

const alternativesAtMost = 5

const isLost = ({ from }: NamedPiece, card: Piece | undefined): boolean => {
  if (!card || card.kept) return true
  if ('account' in from) return from.account !== card.account
  return 'where' in from && !from.where.includes(accountKindOf(card.account))
}

const whereWords = (card: Piece | undefined, say: Say): string => {
  if (!card) return say('资产不存在')
  if (card.kept) return say('已被其他单据占用')
  if (card.holder !== null) return say('已在{holder}名下', { holder: card.holder })
  return say('当前{state}', { state: accountKinds[accountKindOf(card.account)].title })
}

/** `kept` is true where another document has it reserved. */
const piecesText = `
  select a.id, a.goods_id as model, a.account, a.instance_name || '（' || a.instance_code || '）' as label, p.user_name as holder,
         coalesce(b.reserved, 0) > 0 and r.item_id is null as kept
  from asset a
  left join person p on p.org_id = $1 and p.id = a.holder_uid
  left join balance b on b.org_id = $1 and b.item_id = a.id
  left join reservation r on r.org_id = $1 and r.document_id = $3 and r.account = b.account and r.item_id = a.id
  where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null`

/** What is in stores: supplies by their balance, models by their idle pieces. */
const stockText = `
  select s.of, s.item, s.store, l.loc_name as place, s.on_hand, s.reserved
  from (
    select 'consumable' as of, b.item_id as item, split_part(b.account, ':', 2)::bigint as store, b.on_hand,
           b.reserved - coalesce(r.quantity, 0) as reserved
    from balance b
    left join reservation r on r.org_id = $1 and r.document_id = $4 and r.account = b.account and r.item_id = b.item_id
    where b.org_id = $1 and b.item_id = any ($2::bigint[]) and b.account like 'store:_%'
    union all
    select 'model', a.goods_id, split_part(a.account, ':', 2)::bigint, count(*)::numeric,
           count(*) filter (where b.reserved > 0 and r.item_id is null)::numeric
    from asset a
    left join balance b on b.org_id = $1 and b.item_id = a.id
    left join reservation r on r.org_id = $1 and r.document_id = $4 and r.account = a.account and r.item_id = a.id
    where a.org_id = $1 and a.goods_id = any ($3::bigint[]) and a.state = 'idle' and a.account like 'store:_%' and a.deleted_at is null
    group by 2, 3) as s
  join location l on l.org_id = $1 and l.id = s.store`

const itemsText = `
  select id, goods_name || coalesce(' ' || spec, '') as name, coalesce(unit, '') as unit from consumable where org_id = $1 and id = any ($2::bigint[])
  union all
  select id, goods_name || coalesce(' ' || spec, ''), coalesce(unit, '') from model where org_id = $1 and id = any ($3::bigint[])`

/** Idle pieces of some models that nothing keeps, at most five of each. */
const othersText = `
  select m.id as model, a.id, a.instance_name || '（' || a.instance_code || '）' as name, coalesce(l.loc_name, '') as place
  from unnest($2::bigint[]) as m (id)
  cross join lateral (
    select a.* from asset a
    join balance b on b.org_id = $1 and b.item_id = a.id and b.reserved = 0
    where a.org_id = $1 and a.goods_id = m.id and a.state = 'idle' and a.deleted_at is null and a.id <> all ($3::bigint[])
    order by a.id desc limit 5) as a
  left join location l on l.org_id = $1 and l.id = a.loc_id`

const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) > 0 ? b : a)

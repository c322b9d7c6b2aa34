import { compare, type Decimal, isPositive, multiply, subtract } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Day } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { type Params, type Refusal, refusal, RefusalError, refuse } from '../../kernel/refusal.ts'
import { type Account, type End, isInside, accountKindOf, type Move, refOf, stateIn } from '../../domain/ledger/ledger.ts'
import { maxCapitalAmount } from '../../domain/rules/constants.ts'
import type { Tx } from '../db/tx.ts'
import { refuseClosed, requirePastStock } from '../stockBook/openDays.ts'
import { type StockCrossing, tellStock } from '../reminders/stock.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import { type RuleHappening, raise } from '../eventRules/raise.ts'

/** A move with both ends found out, ready for the books. */
export type BookedMove = {
  readonly lineNo: number
  readonly itemKind: 'asset' | 'consumable'
  readonly item: Id
  readonly from: Account
  readonly to: Account
  readonly quantity: Decimal
  /** The whole cost that enters the books with it; undefined where it follows the average. */
  readonly cost: Decimal | undefined
  readonly reverses?: Id | undefined
}

export type LineMove = { readonly lineNo: number; readonly itemKind: 'asset' | 'consumable'; readonly move: Move }

/** Where each asset is now, and what the books call it. */
export type Whereabouts = ReadonlyMap<Id, { readonly account: Account; readonly label: string }>

/** What of a document cannot move, and why: the details of the refusal, whose words are those of the first. */
export type LedgerFault = { readonly lineNo: number; readonly item: Id; readonly words: string; readonly params: Params }

/**
 * Finds the accounts that a document left open. Refuses in words where assets are not where the document wants them; the ledger
 * checks again under its locks.
 */
export const bookedMoves = (moves: readonly LineMove[], whereabouts: Whereabouts, origins: ReadonlyMap<Id, Account>): BookedMove[] => {
  const refusals: { readonly why: Refusal; readonly at: LineMove }[] = []
  const bookedMoves = moves.flatMap((lineMove) => {
    try {
      return [bookedMove(lineMove, whereabouts, origins)]
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      refusals.push({ why: error.refusal, at: lineMove })
      return []
    }
  })
  const [first] = refusals
  if (!first) return bookedMoves
  throw new RefusalError(
    first.why,
    refusals.map(({ why: { words, params }, at: { lineNo, move } }): LedgerFault => ({ lineNo, item: move.item, words, params })),
  )
}

const bookedMove = (lineMove: LineMove, whereabouts: Whereabouts, origins: ReadonlyMap<Id, Account>): BookedMove => {
  const { lineNo, itemKind, move } = lineMove
  const from = accountAt(move.from, lineMove, whereabouts, origins)
  const to = accountAt(move.to, lineMove, whereabouts, origins)
  if (from === to) refuse('already-there', '{asset}已在接收方，无需办理', { asset: whereabouts.get(move.item)?.label ?? move.item })
  const cost = move.unitCost === undefined ? undefined : multiply(move.unitCost, move.quantity, 6)
  if (cost !== undefined && compare(cost, maxCapitalAmount) > 0)
    refuse('amount-too-large', '第{line}行的金额不能超过{max}', { line: lineNo, max: moneyWords(maxCapitalAmount) })
  return { lineNo, itemKind, item: move.item, from, to, quantity: move.quantity, cost }
}

/** The account at one end of a move. */
const accountAt = (
  end: End,
  { lineNo, move: { item } }: LineMove,
  whereabouts: Whereabouts,
  origins: ReadonlyMap<Id, Account>,
): Account => {
  if ('account' in end) return end.account
  if ('holderOf' in end) return accountOfUser(end.holderOf, lineNo, whereabouts)
  if ('origin' in end) {
    const origin = origins.get(item)
    if (!origin) throw new Error(`asset ${item} was not taken from anywhere by this document`)
    return origin
  }
  const whereabout = whereabouts.get(item)
  if (!whereabout) return refuse('unknown-asset', '第{line}行的资产不存在', { line: lineNo })
  if (end.where.includes(accountKindOf(whereabout.account))) return whereabout.account
  return refuse('asset-elsewhere', '{asset}当前{state}，不能办理', { asset: whereabout.label, state: stateIn(whereabout.account) })
}

/** The account that another piece is used in; refuses where it is not in use. */
const accountOfUser = (asset: Id, lineNo: number, whereabouts: Whereabouts): Account => {
  const whereabout = whereabouts.get(asset) ?? refuse('unknown-asset', '第{line}行的资产不存在', { line: lineNo })
  if (accountKindOf(whereabout.account) === 'person') return whereabout.account
  return refuse('asset-elsewhere', '{asset}当前{state}，不能办理', { asset: whereabout.label, state: stateIn(whereabout.account) })
}

type Shortage = { account: Account; item_id: Id; wanted: Decimal; free: Decimal }

/** Refuses in words where a count has frozen the store. */
const refuseFrozen = async (tx: Tx, taskId: Id, account: Account): Promise<void> => {
  const [row] = await tx.query<{ place: string; task: string }>(
    `select l.loc_name as place, t.name as task from count_task t join location l on l.org_id = $1 and l.id = $3 where t.org_id = $1 and t.id = $2`,
    [tx.orgId, taskId, refOf(account)],
  )
  refuse('count.frozen', '{place}正在盘点（{task}），盘点结束前不能收发', { place: row?.place ?? '', task: row?.task ?? '' })
}

/**
 * Reserves for a submitted document what its moves take from accounts of ours. With `spared`, what of a supply is left to others, it takes
 * of supplies no more than there are besides, and refuses nothing for want of them.
 */
export const reserve = async (
  tx: Tx,
  documentId: Id,
  moves: readonly BookedMove[],
  reservedElsewhere?: (item: Id) => Decimal,
): Promise<void> => {
  const inside = moves.filter(({ from }) => isInside(from))
  const takenMoves = reservedElsewhere ? await asFarAsFree(tx, inside, reservedElsewhere) : inside
  if (takenMoves.length === 0) return
  const short = await tx.query<Shortage>('select * from ledger_reserve($1, $2, $3::text[], $4::bigint[], $5::numeric[])', [
    tx.orgId,
    documentId,
    takenMoves.map(({ from }) => from),
    takenMoves.map(({ item }) => item),
    takenMoves.map(({ quantity }) => quantity),
  ])
  if (short.length > 0) throw await shortage(tx, short, moves)
}

/** The same moves of supplies, cut to what is free and not spared, whose balances stay locked. */
const asFarAsFree = async (tx: Tx, moves: readonly BookedMove[], reservedElsewhere: (item: Id) => Decimal): Promise<BookedMove[]> => {
  const supplies = moves.filter(({ itemKind }) => itemKind === 'consumable')
  const ends = [supplies.map(({ from }) => from), supplies.map(({ item }) => item)]
  const [, rows] = await Promise.all([
    tx.query('select ledger_lock($1, $2::text[], $3::bigint[])', [tx.orgId, ...ends]),
    tx.query<{ account: Account; item: Id; free: Decimal }>(
      `select distinct b.account, b.item_id as item, b.on_hand - b.reserved as free
       from unnest((select $2::text[]), (select $3::bigint[])) as k (account, item_id) join balance b using (account, item_id) where b.org_id = $1`,
      [tx.orgId, ...ends],
    ),
  ])
  const freeQuantities = new Map(rows.map(({ account, item, free }) => [`${account} ${item}`, subtract(free, reservedElsewhere(item))]))
  return moves.flatMap((move) => {
    if (move.itemKind !== 'consumable') return [move]
    const key = `${move.from} ${move.item}`
    const free = freeQuantities.get(key) ?? '0'
    if (!isPositive(free)) return []
    const quantity = compare(free, move.quantity) < 0 ? free : move.quantity
    freeQuantities.set(key, subtract(free, quantity))
    return [{ ...move, quantity }]
  })
}

/** Gives back what a document has reserved. */
export const release = async (tx: Tx, documentId: Id): Promise<void> => {
  await tx.query('select ledger_release($1, $2)', [tx.orgId, documentId])
}

/** What the ledger says of a closed month is about no certain store. */
const allStores: Account = 'store:'

/** Posts moves of one stage of a document, all or none; what it reserved is used up. Refuses in words where something is short. */
export const post = async (
  tx: Tx,
  { documentId, stage, actor, date, moves }: { documentId: Id; stage: number; actor: Id; date: Day; moves: readonly BookedMove[] },
): Promise<void> => {
  const orderedMoves = moves.toSorted((a, b) => order(a.to, b.to) || compare(a.item, b.item))
  const ids = orderedMoves.map(() => newId())
  const shortages = await tx.query<Shortage & { low: boolean | null }>(
    `select * from ledger_post($1, $2, $3, $4, $5, $6::bigint[], $7::int[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::numeric[], $13::numeric[], $14::bigint[])`,
    [
      tx.orgId,
      documentId,
      stage,
      actor,
      date,
      ids,
      orderedMoves.map(({ lineNo }) => lineNo),
      orderedMoves.map(({ itemKind }) => itemKind),
      orderedMoves.map(({ item }) => item),
      orderedMoves.map(({ from }) => from),
      orderedMoves.map(({ to }) => to),
      orderedMoves.map(({ quantity }) => quantity),
      orderedMoves.map(({ cost }) => cost ?? null),
      orderedMoves.map(({ reverses }) => reverses ?? null),
    ],
  )
  const frozenRow = shortages.find(({ wanted }) => wanted === null)
  if (frozenRow?.account === allStores) refuseClosed(Number(frozenRow.item_id))
  if (frozenRow) await refuseFrozen(tx, frozenRow.item_id, frozenRow.account)
  const short = shortages.filter(({ low }) => low === null)
  if (short.length > 0) throw await shortage(tx, short, moves)
  const supplies = moves.filter(({ itemKind, from }) => itemKind === 'consumable' && isInside(from))
  await requirePastStock(
    tx,
    date,
    supplies.map(({ from, item }) => ({ account: from, item })),
  )
  const crossings = shortages.map(({ account, item_id, free, low }) => ({ item: item_id, place: refOf(account)!, left: free, low: low! }))
  await Promise.all([tellStock(tx, crossings), raise(tx, [stockHappening(crossings, true), stockHappening(crossings, false)])])
}

/** Supplies that ran low in their stores, or are enough again, as rows of the stock. */
const stockHappening = (crossings: readonly StockCrossing[], low: boolean): RuleHappening => ({
  subject: stockTable.name,
  event: low ? 'low' : 'enough',
  rows: crossings.filter((crossing) => crossing.low === low).map(({ place, item }) => `${place}-${item}`),
})

/** The mirror image of everything a document has posted and not yet taken back, latest first. */
export const mirrorMoves = async (tx: Tx, documentId: Id): Promise<{ stage: number; moves: BookedMove[] }[]> => {
  const rows = await tx.query<{
    id: Id
    stage: number
    line_no: number
    item_kind: 'asset' | 'consumable'
    item_id: Id
    from_account: Account
    to_account: Account
    quantity: Decimal
    cost: Decimal
  }>(
    `select id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost from move m
     where org_id = $1 and document_id = $2 and reverses is null
       and not exists (select from move r where r.org_id = $1 and r.reverses = m.id)
     order by stage desc, seq desc`,
    [tx.orgId, documentId],
  )
  const stages = [...new Set(rows.map(({ stage }) => stage))]
  return stages.map((stage) => ({
    stage,
    moves: rows
      .filter((row) => row.stage === stage)
      .map((row) => ({
        lineNo: row.line_no,
        itemKind: row.item_kind,
        item: row.item_id,
        from: row.to_account,
        to: row.from_account,
        quantity: row.quantity,
        cost: row.cost,
        reverses: row.id,
      })),
  }))
}

/** Says in words what is missing, of every move that wants it: for supplies how many there are, for an asset where it is or what keeps it. */
const shortage = async (tx: Tx, short: readonly Shortage[], moves: readonly BookedMove[]): Promise<RefusalError> => {
  const assets = new Set(moves.filter(({ itemKind }) => itemKind === 'asset').map(({ item }) => item))
  const [pieces, supplies] = await Promise.all([
    whyNotPieces(
      tx,
      short.filter(({ item_id }) => assets.has(item_id)),
    ),
    whyNotSupplies(
      tx,
      short.filter(({ item_id }) => !assets.has(item_id)),
    ),
  ])
  const whyOf = (shortage: Shortage): Refusal => (assets.has(shortage.item_id) ? pieces : supplies)(shortage)
  const details = short.flatMap((row): LedgerFault[] => {
    const { words, params } = whyOf(row)
    return moves
      .filter(({ from, item }) => from === row.account && item === row.item_id)
      .map(({ lineNo, item }) => ({ lineNo, item, words, params }))
  })
  return new RefusalError(whyOf(firstOf(short)), details)
}

const whyNotSupplies = async (tx: Tx, short: readonly Shortage[]): Promise<(shortage: Shortage) => Refusal> => {
  const holders = short.filter(({ account }) => accountKindOf(account) === 'consumed').map(({ account }) => refOf(account))
  const [supplies, people] = await Promise.all([
    tx.query<{ id: Id; name: string; unit: string | null }>(
      'select id, goods_name as name, unit from consumable where org_id = $1 and id = any ($2::bigint[])',
      [tx.orgId, short.map(({ item_id }) => item_id)],
    ),
    holders.length === 0
      ? []
      : tx.query<{ id: Id; name: string }>('select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[])', [
          tx.orgId,
          holders,
        ]),
  ])
  return ({ account, item_id: item, wanted, free: left }) => {
    const supply = supplies.find(({ id }) => id === item)
    const free = compare(left, '0') < 0 ? '0' : left
    const params = { item: supply?.name ?? item, unit: supply?.unit ?? '', wanted, free }
    if (accountKindOf(account) !== 'consumed')
      return refusal('not-enough-stock', '{item}库存不足：需要{wanted}{unit}，可用{free}{unit}', params)
    // What a person would give back and does not hold, or has in another return that is not decided yet.
    const personParams = { ...params, person: people.find(({ id }) => id === refOf(account))?.name ?? '' }
    return free === '0'
      ? refusal('not-held', '{person}名下没有可退的{item}', personParams)
      : refusal('not-held', '{person}名下可退的{item}只有{free}{unit}，不能退{wanted}{unit}', personParams)
  }
}

const whyNotPieces = async (tx: Tx, short: readonly Shortage[]): Promise<(shortage: Shortage) => Refusal> => {
  const rows =
    short.length === 0
      ? []
      : await tx.query<{ id: Id; label: string; account: Account; holder: string | null; place: string | null; code: string | null }>(
          `select a.id, a.instance_name || '（' || a.instance_code || '）' as label, a.account, p.user_name as holder, l.loc_name as place,
                  (select d.code from reservation r join document d on d.org_id = $1 and d.id = r.document_id
                   where r.org_id = $1 and r.item_id = a.id limit 1) as code
           from asset a left join person p on p.org_id = $1 and p.id = a.holder_uid
           left join location l on l.org_id = $1 and a.account = 'store:' || l.id where a.org_id = $1 and a.id = any ($2::bigint[])`,
          [tx.orgId, short.map(({ item_id }) => item_id)],
        )
  return ({ item_id }) => {
    const row = rows.find(({ id }) => id === item_id)
    if (!row) return refusal('unknown-asset', '资产不存在')
    const asset = row.label
    if (row.code) return refusal('asset-reserved', '{asset}已被单据{code}占用', { asset, code: row.code })
    if (row.holder) return refusal('asset-held', '{asset}已在{holder}名下', { asset, holder: row.holder })
    if (row.place) return refusal('asset-elsewhere', '{asset}在{place}，不在所选的区域', { asset, place: row.place })
    return refusal('asset-elsewhere', '{asset}当前{state}，不能办理', { asset, state: stateIn(row.account) })
  }
}

const order = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

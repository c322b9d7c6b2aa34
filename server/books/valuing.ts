import { type Day, dayAt } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lastChargedMonth, planFor, residualOf } from '../../domain/books/assetPlan.ts'
import type { Fen } from '../../domain/books/depreciation.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import { fenOf } from '../../domain/books/fen.ts'
import { firstDayOf, type MonthNumber, monthOfDay, monthText } from '../../domain/books/month.ts'
import {
  accumulatedThrough,
  changeValue,
  effectiveMonth,
  endValue,
  resumeValue,
  type StandingValue,
} from '../../domain/books/standingValue.ts'
import { type Account, isInside } from '../../domain/ledger/ledger.ts'
import type { CardAction } from '../../domain/documents/cardAction.ts'
import type { Tx } from '../db/tx.ts'
import { type Book, hasBooks, readAssetRules, readBooks, shareBooks } from './books.ts'
import { type BookAsset, type EntrySource, insertBookAssets, insertEntries, type ValueEntry } from './entries.ts'
import { lockStandingValues, type StandingAsset, writeStandingValues } from './standingAssets.ts'

/** What happened to the card of an asset: its account and its cost, each before and after. */
export type CardEvent = { readonly asset: Id; readonly changes: Readonly<Record<string, readonly unknown[]>> }

/** What happened to cards, because of what, by whom and when. */
export type CardCause = {
  readonly documentId: Id | undefined
  readonly action: CardAction
  readonly actor: Id
  readonly at: number
  /** What left with some of the cards came with the others: books hear of it from the document, not from the cards. */
  readonly isConversion?: boolean | undefined
}

type CardFacts = {
  id: Id
  value: Decimal | null
  inServiceOn: Day | null
  boughtOn: Day | null
  catId: Id | null
  deptId: Id | null
  account: Account
}

/**
 * Writes into every book what a change of cards means for values, in the transaction of the change. Costs nothing where the organisation has no
 * book, or where neither a cost nor an end of the register is touched. Refuses in words what is dated into a closed month.
 */
export const recordValues = async (tx: Tx, events: readonly CardEvent[], cause: CardCause): Promise<void> => {
  if (cause.isConversion) return
  const valueEvents = events.filter(({ changes }) => isOfValue(changes))
  if (valueEvents.length === 0 || !(await hasBooks(tx))) return
  const ids = valueEvents.map(({ asset }) => asset)
  const [, books, cards, standingAssets, documentCosts] = await Promise.all([
    shareBooks(tx),
    readBooks(tx),
    readCards(tx, ids),
    lockStandingValues(tx, ids),
    readDocumentCosts(tx, cause),
  ])
  const ruleOf = await readAssetRules(tx, [...new Set(cards.map(({ catId }) => catId))])
  const writes: Writes = { enteredAssets: [], changedAssets: [], entries: [] }
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const standingByBook = new Map(
    [...Map.groupBy(standingAssets, ({ bookId }) => bookId)].map(([bookId, assets]) => [
      bookId,
      new Map(assets.map((asset) => [asset.assetId, asset])),
    ]),
  )
  for (const book of books)
    for (const { asset, changes } of valueEvents) {
      const card = cardById.get(asset)
      if (!card) continue
      const existing = standingByBook.get(book.id)?.get(asset)
      const rule = ruleOf(book.id, card.catId)
      const documentCost = documentCosts.get(`${book.id} ${asset}`)
      if (existing) changeAsset({ book, card, existing, rule, changes, cause, documentCost }, writes)
      else if (isInside(card.account)) enterAsset({ book, card, rule, cause }, writes)
    }
  const source: EntrySource = { sourceId: cause.documentId ?? '0', actor: cause.actor, at: cause.at }
  await insertBookAssets(tx, writes.enteredAssets)
  await writeStandingValues(tx, writes.changedAssets)
  await insertEntries(tx, writes.entries, source)
}

type Writes = {
  readonly enteredAssets: BookAsset[]
  readonly changedAssets: StandingAsset[]
  readonly entries: ValueEntry[]
}

type Rule = ReturnType<Awaited<ReturnType<typeof readAssetRules>>>

/** True of a change that a book has to know: of the cost, or into or out of the register. */
const isOfValue = ({ value, account }: CardEvent['changes']): boolean =>
  value !== undefined || (account !== undefined && isAccountInside(account[0]) !== isAccountInside(account[1]))

const isAccountInside = (account: unknown): boolean => typeof account === 'string' && isInside(account as Account)

const readCards = (tx: Tx, ids: readonly Id[]): Promise<CardFacts[]> =>
  tx.query<CardFacts>(
    `select a.id, a.value, a.in_service_on as "inServiceOn", a.bought_on as "boughtOn", coalesce(a.cat_id, m.cat_id) as "catId", a.dept_id as "deptId",
       a.account
     from asset a left join model m on m.org_id = $1 and m.id = a.goods_id where a.org_id = $1 and a.id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )

/** By how much a document that is reversed changed the cost of assets, by book and asset. */
const readDocumentCosts = async (tx: Tx, { action, documentId }: CardCause): Promise<ReadonlyMap<string, Fen>> => {
  if (action !== 'reversed' || documentId === undefined) return new Map()
  const rows = await tx.query<{ key: string; cost: Decimal }>(
    `select book_id || ' ' || asset_id as key, sum(cost) as cost from value_entry
     where org_id = $1 and source_id = $2 and kind <> 'depreciation' and kind in ('addition', 'revaluation') group by book_id, asset_id`,
    [tx.orgId, documentId],
  )
  return new Map(rows.map(({ key, cost }) => [key, fenOf(cost)]))
}

/** True where an asset comes in that was there before the register knew it: an import, or a card that was typed in. */
const isTakenOver = (action: CardAction): boolean => action === 'takenOver' || action === 'entered'

type NewAsset = { readonly book: Book; readonly card: CardFacts; readonly rule: Rule; readonly cause: CardCause }

/** An asset that a book gets to know. One without a cost waits until it has one. */
const enterAsset = ({ book, card, rule, cause }: NewAsset, { enteredAssets, entries }: Writes): void => {
  if (card.value === null) return
  const today = dayAt(cause.at)
  const takenOver = isTakenOver(cause.action) || cause.documentId === undefined
  const inServiceOn = card.inServiceOn ?? (takenOver ? card.boughtOn : null) ?? today
  const entryMonth = takenOver ? requireOpen(book, today) : requireOpen(book, inServiceOn)
  const cost = fenOf(card.value)
  const plan = planFor(book.rules, rule, { cost, inServiceOn, entryMonth }, book.lowValueLimit)
  const { deptId, catId } = card
  const asset = { bookId: book.id, assetId: card.id, deptId, catId }
  enteredAssets.push({
    ...asset,
    inServiceOn,
    lifeMonths: rule.lifeMonths,
    unitsTotal: rule.unitsTotal,
    cost,
    impairment: 0n,
    plan,
    entryMonth,
  })
  entries.push({
    ...asset,
    month: entryMonth,
    kind: takenOver ? 'takeover' : 'acquisition',
    cost,
    depreciation: plan.openingDepreciation,
    impairment: 0n,
  })
}

/** The month of a day; refuses one that is closed, with the first day that is open. */
export const requireOpen = ({ name, closedMonth }: Pick<Book, 'name' | 'closedMonth'>, day: Day): MonthNumber => {
  const month = monthOfDay(day)
  if (month <= closedMonth)
    refuse('book.closed', '{book}已结账到{month}，最早可入账的日期是{day}', {
      book: name,
      month: monthText(closedMonth),
      day: firstDayOf(closedMonth + 1),
    })
  return month
}

/** Refuses a document that is dated into a closed month of a book. */
export const requireValueDay = async (tx: Tx, day: Day | undefined): Promise<void> => {
  if (day === undefined || !(await hasBooks(tx))) return
  for (const book of await readBooks(tx)) requireOpen(book, day)
}

type AssetChange = NewAsset & {
  readonly existing: StandingAsset
  readonly changes: CardEvent['changes']
  /** Of a reversal: what its document changed the cost in the book by; absent where the book did not know the asset then. */
  readonly documentCost: Fen | undefined
}

/** What changes of an asset that a book has: it leaves, it comes back, its cost is another one. */
const changeAsset = (change: AssetChange, { changedAssets, entries }: Writes): void => {
  const { book, card, existing, changes, cause } = change
  const month = requireOpen(book, dayAt(cause.at))
  const isPresent = existing.value.lastMonth === undefined
  const { account, value } = changes
  const after = [
    ...(account && isPresent && !isInside(card.account) ? [leave(change, month)] : []),
    ...(account && !isPresent && isInside(card.account) ? [comeBack(change, month)] : []),
    ...(value && isPresent && isInside(card.account) ? revalue(change, month) : []),
  ]
  for (const { value: next, leftWith = existing.leftWith, entry } of after) {
    changedAssets.push({ ...existing, value: next, leftWith })
    entries.push({ bookId: book.id, assetId: card.id, month, deptId: existing.deptId, catId: existing.catId, ...entry })
  }
}

type Outcome = {
  readonly value: StandingValue
  readonly leftWith?: StandingAsset['leftWith']
  readonly entry: Pick<ValueEntry, 'kind' | 'cost' | 'depreciation' | 'impairment'>
}

/** An asset that leaves takes its cost and all that is accumulated with it; one whose entry is reversed is charged no more from this month on. */
const leave = ({ book, existing: { value }, cause }: AssetChange, month: MonthNumber): Outcome => {
  const isReversed = cause.action === 'reversed'
  const endedValue = endValue(value, isReversed ? month - 1 : lastChargedMonth(book.rules, month))
  return {
    value: { ...endedValue, cost: 0n, impairment: 0n },
    leftWith: { cost: value.cost, impairment: value.impairment },
    entry: {
      kind: isReversed ? 'withdrawal' : 'disposal',
      cost: -value.cost,
      depreciation: -accumulatedThrough(endedValue, month),
      impairment: -value.impairment,
    },
  }
}

/** An asset that comes back is worth what it was worth when it left. */
const comeBack = ({ book, existing }: AssetChange, month: MonthNumber): Outcome => {
  const { value, leftWith } = existing
  const former = { ...value, cost: leftWith.cost, impairment: leftWith.impairment }
  const resumedValue = resumeValue(former, effectiveMonth(book.rules, month))
  return {
    value: resumedValue,
    entry: { kind: 'return', cost: former.cost, depreciation: accumulatedThrough(value, month), impairment: former.impairment },
  }
}

/** Another cost: what is left is spread anew over the months that are left; a residual that is the share of the rule follows the cost. */
const revalue = (change: AssetChange, month: MonthNumber): Outcome[] => {
  const { book, rule, existing, cause } = change
  const { value } = existing
  const cost = costAfter(change)
  if (cost === undefined) return []
  const shareOf = (ofCost: Fen): Fen => residualOf(book.rules, rule, value.method, ofCost)
  const residual = value.residual === shareOf(value.cost) ? shareOf(cost) : lesser(value.residual, cost)
  return [
    {
      value: changeValue(value, { cost, residual }, effectiveMonth(book.rules, month)),
      entry: { kind: kindOfRevaluation(cause.action), cost: cost - value.cost, depreciation: 0n, impairment: 0n },
    },
  ]
}

const lesser = (a: Fen, b: Fen): Fen => (a < b ? a : b)

/**
 * The cost in a book after a change of the card: it moves by the amount by which the card does, because a balance that was taken over may differ
 * from the card. A card that is brought to the cost of the book, or gets its first one, changes no book that has a cost. A reversal takes back what
 * its document did. Undefined where the card has no cost to set.
 */
const costAfter = ({ card, existing, changes, cause, documentCost }: AssetChange): Fen | undefined => {
  const { cost } = existing.value
  if (documentCost !== undefined) return cost - documentCost
  const [formerValue, newValue] = changes['value'] ?? []
  const change = fenOnCard(newValue) - fenOnCard(formerValue)
  if (kindOfRevaluation(cause.action) !== 'revaluation') return card.value === null && cost + change <= 0n ? undefined : cost + change
  if (card.value === null) return undefined
  const isFirst = typeof formerValue !== 'string'
  if (fenOnCard(newValue) === cost || (isFirst && cost !== 0n)) return cost
  return isFirst ? change : cost + change
}

const fenOnCard = (value: unknown): Fen => (typeof value === 'string' ? fenOf(value) : 0n)

/** What another cost is: an addition where a document about values adds to it. */
const kindOfRevaluation = (action: CardAction): EntryKind => {
  if (action === 'reversed') return 'reversal'
  return typeof action === 'object' && action.kind.termsChanges ? 'addition' : 'revaluation'
}

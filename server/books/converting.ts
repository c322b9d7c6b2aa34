import { type Day, dayAt } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { carryOn, type ConversionTerms, type ConvertedValue, leadingValue, startAnew, takeOnAgain } from '../../domain/books/conversion.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import { fenOf } from '../../domain/books/fen.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import { accumulatedThrough, effectiveMonth, endValue } from '../../domain/books/standingValue.ts'
import type { Tx } from '../db/tx.ts'
import { type Book, hasBooks, readAssetRules, readBooks, shareBooks } from './books.ts'
import { type BookAsset, type EntrySource, insertBookAssets, insertEntries, type ValueEntry } from './entries.ts'
import { lockStandingValues, type StandingAsset, writeStandingValues } from './standingAssets.ts'
import { requireOpen } from './valuing.ts'

/** Cards that left, the cards that came of them, and the day of service of what was under construction. */
export type Conversion = {
  readonly sources: readonly Id[]
  readonly pieces: readonly Id[]
  readonly inServiceOn?: Day | undefined
}

type CardFacts = { id: Id; value: Decimal | null; catId: Id | null; deptId: Id | null }

type Rules = Awaited<ReturnType<typeof readAssetRules>>

/** What was found out of a conversion, for one book: its assets there and the months in question. */
type BookConversion = {
  readonly book: Book
  readonly month: MonthNumber
  /** From which month on the new cards are charged in place of the others. */
  readonly fromMonth: MonthNumber
  readonly standingAssets: readonly StandingAsset[]
}

/** Carries values over into every book: what leaves with some cards comes with the others, to the fen. */
export const convertValues = async (tx: Tx, { sources, pieces, inServiceOn }: Conversion, source: EntrySource): Promise<void> => {
  if (!(await hasBooks(tx))) return
  const [conversions, cards, service] = await Promise.all([
    lockConversions(tx, sources, source),
    readCards(tx, [...sources, ...pieces]),
    readService(tx, sources),
  ])
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const pieceCards = pieces.flatMap((id) => cardById.get(id) ?? [])
  const ruleOf = await readAssetRules(tx, [...new Set(pieceCards.map(({ catId }) => catId))])
  const enteredAssets: BookAsset[] = []
  const changedAssets: StandingAsset[] = []
  const entries: ValueEntry[] = []
  for (const conversion of conversions) {
    const { book, month, fromMonth, standingAssets } = conversion
    requireWhole(conversion, cards, sources)
    const lead = leadingValue(standingAssets)
    if (!lead) continue
    const leavers = standingAssets.map((asset) => leaverOf(asset, conversion))
    changedAssets.push(...leavers.map(({ asset }) => asset))
    entries.push(...leavers.map(({ entry }) => entry))
    const terms = {
      sources: standingAssets.map(({ value }) => value),
      weights: pieceCards.map(({ value }) => fenOf(value ?? '0')),
      fromMonth,
      entryMonth: month,
    }
    const values = inServiceOn ? newValues(book, terms, { inServiceOn, pieceCards, ruleOf }) : carryOn(terms, lead.value)
    for (const [index, { plan, lifeMonths, cost, depreciation, impairment }] of values.entries()) {
      const card = pieceCards[index]
      if (!card) continue
      const place = { bookId: book.id, assetId: card.id, deptId: card.deptId, catId: card.catId }
      const inService = inServiceOn ?? service.get(`${book.id} ${lead.assetId}`) ?? dayAt(source.at)
      enteredAssets.push({
        ...place,
        inServiceOn: inService,
        lifeMonths,
        unitsTotal: undefined,
        cost,
        impairment,
        plan,
        entryMonth: month,
      })
      entries.push({ ...place, month, kind: 'convertedIn', cost, depreciation, impairment })
    }
  }
  await insertBookAssets(tx, enteredAssets)
  await writeStandingValues(tx, changedAssets)
  await insertEntries(tx, entries, source)
}

/** Takes a conversion back: what its cards are worth by now is what the former ones are worth again. */
export const takeConversionBack = async (tx: Tx, { sources, pieces }: Conversion, source: EntrySource): Promise<void> => {
  if (!(await hasBooks(tx))) return
  const changedAssets: StandingAsset[] = []
  const entries: ValueEntry[] = []
  const isSource = new Set(sources)
  for (const conversion of await lockConversions(tx, [...sources, ...pieces], source)) {
    const { book, month, fromMonth, standingAssets } = conversion
    const formerAssets = standingAssets.filter(({ assetId }) => isSource.has(assetId))
    const leavingAssets = standingAssets.filter(({ assetId }) => !isSource.has(assetId))
    if (leavingAssets.length === 0) continue
    requireUnchanged(formerAssets, leavingAssets)
    const leavers = leavingAssets.map((asset) => leaverOf(asset, conversion))
    changedAssets.push(...leavers.map(({ asset }) => asset))
    entries.push(...leavers.map(({ entry }) => entry))
    const values = takeOnAgain(
      formerAssets.map(({ value, leftWith }) => ({ value, ...leftWith })),
      leavingAssets.map(({ value }) => value),
      fromMonth,
    )
    for (const [index, asset] of formerAssets.entries()) {
      const value = values[index] ?? asset.value
      changedAssets.push({ ...asset, value })
      const amounts = { cost: value.cost, depreciation: accumulatedThrough(value, fromMonth - 1), impairment: value.impairment }
      entries.push({ ...placeOf(asset), bookId: book.id, month, kind: 'convertedIn', ...amounts })
    }
  }
  await writeStandingValues(tx, changedAssets)
  await insertEntries(tx, entries, source)
}

const lockConversions = async (tx: Tx, assets: readonly Id[], { at }: EntrySource): Promise<BookConversion[]> => {
  const [, books, standingAssets] = await Promise.all([
    shareBooks(tx),
    readBooks(tx),
    lockStandingValues(tx, [...new Set(assets)].toSorted(compareIds)),
  ])
  const byBook = Map.groupBy(standingAssets, ({ bookId }) => bookId)
  return books.map((book) => {
    const month = requireOpen(book, dayAt(at))
    return { book, month, fromMonth: effectiveMonth(book.rules, month), standingAssets: byBook.get(book.id) ?? [] }
  })
}

const readCards = (tx: Tx, ids: readonly Id[]): Promise<CardFacts[]> =>
  tx.query<CardFacts>(
    `select a.id, a.value, coalesce(a.cat_id, m.cat_id) as "catId", a.dept_id as "deptId"
     from asset a left join model m on m.org_id = $1 and m.id = a.goods_id where a.org_id = $1 and a.id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )

/** Since when assets are in service, by book and asset. */
const readService = async (tx: Tx, ids: readonly Id[]): Promise<ReadonlyMap<string, Day>> => {
  const rows = await tx.query<{ key: string; inServiceOn: Day }>(
    `select book_id || ' ' || asset_id as key, in_service_on as "inServiceOn" from book_asset where org_id = $1 and asset_id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )
  return new Map(rows.map(({ key, inServiceOn }) => [key, inServiceOn]))
}

/** Refuses what a book does not have yet, and what is charged by readings of its own code. */
const requireWhole = ({ standingAssets }: BookConversion, cards: readonly CardFacts[], sources: readonly Id[]): void => {
  const isStanding = new Set(standingAssets.map(({ assetId }) => assetId))
  const isSource = new Set(sources)
  const isWaiting = cards.some(({ id, value }) => isSource.has(id) && value !== null && !isStanding.has(id))
  if (isWaiting) refuse('book.opening', '期初资产正在进入账簿，请稍后再试')
  if (standingAssets.some(({ value }) => value.method === 'unitsOfProduction'))
    refuse('book.units', '按工作量法计提的资产不能拆分合并，请先变更折旧方法')
}

/** Refuses to take back what was revalued since: the other cards would not be worth what they were. */
const requireUnchanged = (formerAssets: readonly StandingAsset[], leavingAssets: readonly StandingAsset[]): void => {
  const isSame =
    formerAssets.reduce((sum, { leftWith }) => sum + leftWith.cost, 0n) ===
      leavingAssets.reduce((sum, { value }) => sum + value.cost, 0n) &&
    formerAssets.reduce((sum, { leftWith }) => sum + leftWith.impairment, 0n) ===
      leavingAssets.reduce((sum, { value }) => sum + value.impairment, 0n)
  if (!isSame) refuse('book.convertedSince', '新资产的原值或减值之后又有变动，请先冲销后续单据')
}

const newValues = (
  { rules, lowValueLimit, id }: Book,
  terms: ConversionTerms,
  { inServiceOn, pieceCards, ruleOf }: { readonly inServiceOn: Day; readonly pieceCards: readonly CardFacts[]; readonly ruleOf: Rules },
): ConvertedValue[] =>
  startAnew(terms, { regime: rules, ruleOf: (index) => ruleOf(id, pieceCards[index]?.catId ?? null), inServiceOn, lowValueLimit })

const placeOf = ({ assetId, deptId, catId }: StandingAsset) => ({ assetId, deptId, catId })

/** An asset that leaves for others to come of it, with the entry of that. */
const leaverOf = (
  asset: StandingAsset,
  { book, month, fromMonth }: BookConversion,
): { readonly asset: StandingAsset; readonly entry: ValueEntry } => {
  const { value } = asset
  const endedValue = endValue(value, fromMonth - 1)
  const kind: EntryKind = 'convertedOut'
  return {
    asset: { ...asset, value: { ...endedValue, cost: 0n, impairment: 0n }, leftWith: { cost: value.cost, impairment: value.impairment } },
    entry: {
      ...placeOf(asset),
      bookId: book.id,
      month,
      kind,
      cost: -value.cost,
      depreciation: -accumulatedThrough(endedValue, fromMonth - 1),
      impairment: -value.impairment,
    },
  }
}

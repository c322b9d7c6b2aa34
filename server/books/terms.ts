import { dayAt } from '../../kernel/day.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type DepreciationMethod, depreciationMethods, type Fen } from '../../domain/books/depreciation.ts'
import { fenOf, yuanOf } from '../../domain/books/fen.ts'
import { type MonthNumber, monthOfDay } from '../../domain/books/month.ts'
import {
  accumulatedThrough,
  changeValue,
  effectiveMonth,
  monthsCharged,
  type StandingValue,
  type ValueChange,
} from '../../domain/books/standingValue.ts'
import type { TermsChange } from '../../domain/books/termsChange.ts'
import type { Tx } from '../db/tx.ts'
import { type Book, hasBooks, readBooks, shareBooks } from './books.ts'
import { type EntrySource, insertEntries, type ValueEntry } from './entries.ts'
import { lockStandingValues, type StandingAsset, writeStandingValues } from './standingAssets.ts'
import { chargeOpenMonths, readUnitMonths, type UnitMonths } from './unitMonths.ts'
import { requireOpen } from './valuing.ts'

/** The terms of an asset as a change of them is stored; amounts in yuan. */
type StoredTerms = {
  readonly method: DepreciationMethod
  readonly lifeMonths: number | null
  readonly residual: string
  readonly impairment: string
  /** Absent in what was stored before documents changed units. */
  readonly unitsTotal?: string | null
  readonly unitsFrom?: number | null
}

/** Changes the terms under which books depreciate assets, from the next month that is charged. Refuses in words what cannot be. */
export const changeTerms = async (tx: Tx, changes: readonly TermsChange[], source: EntrySource): Promise<void> => {
  const { books, standingAssets } = await lockAssets(
    tx,
    changes.map(({ asset }) => asset),
  )
  if (books.length === 0) refuseWithoutBook()
  const outcomes = affectedBy(changes, standingAssets, books)
  await writeChanges(tx, books, outcomes, { source, isTakenBack: false })
}

/** Refuses in words, while its author can still change it, an order of terms that no book could carry out. */
export const requireTerms = async (tx: Tx, changes: readonly TermsChange[]): Promise<void> => {
  if (changes.length === 0) return
  if (!(await hasBooks(tx))) refuseWithoutBook()
  const standingAssets = await lockStandingValues(
    tx,
    changes.map(({ asset }) => asset),
  )
  const [books, readings] = await Promise.all([
    readBooks(tx),
    readUnitMonths(
      tx,
      changes.map(({ asset }) => asset),
    ),
  ])
  for (const { asset, change } of affectedBy(changes, standingAssets, books)) {
    const book = books.find(({ id }) => id === asset.bookId)
    if (book) changedValue(asset, change, { book, from: nextCharged(book, tx.now()), readings })
  }
}

const refuseWithoutBook = (): never => refuse('book.none', '还没有启用账簿，没有可变动的减值、年限、残值和折旧方法；后续支出可以登记')

type TermsOutcome = { readonly asset: StandingAsset; readonly change: ValueChange }

/** The assets that changes are about, each in its books, and what becomes of them. Books that recognise no impairment leave it out. */
const affectedBy = (changes: readonly TermsChange[], standingAssets: readonly StandingAsset[], books: readonly Book[]): TermsOutcome[] => {
  const byAsset = Map.groupBy(standingAssets, ({ assetId }) => assetId)
  const bookById = new Map(books.map((book) => [book.id, book]))
  return changes.flatMap((change) => {
    const affectedAssets = (byAsset.get(change.asset) ?? []).filter(({ bookId }) => change.bookId === undefined || bookId === change.bookId)
    if (affectedAssets.length === 0) refuse('book.noAsset', '资产不在账簿中，请先登记原值')
    const affectedBooks = affectedAssets.flatMap(({ bookId }) => bookById.get(bookId) ?? [])
    if (change.impairment !== undefined) requireImpairmentBook(affectedBooks)
    return affectedAssets.flatMap((asset) => {
      const { impairment, ...otherTerms } = change
      const recognisedChange = bookById.get(asset.bookId)?.rules.recognisesImpairment ? change : otherTerms
      return hasTerms(recognisedChange) ? [{ asset, change: changeOf(asset.value, recognisedChange) }] : []
    })
  })
}

const hasTerms = ({ asset: _, bookId: __, ...terms }: TermsChange): boolean => Object.values(terms).some((term) => term !== undefined)

/** Refuses an impairment that no book would take. */
const requireImpairmentBook = (books: readonly Book[]): void => {
  if (books.some(({ rules }) => rules.recognisesImpairment)) return
  const title = [...new Set(books.map(({ rules }) => rules.title))].join('、')
  refuse('book.noImpairment', '按{title}核算的账簿不计提减值准备', { title })
}

/** Takes back what a document changed: the terms are what they were before, from the next month that is charged. */
export const takeTermsBack = async (tx: Tx, source: EntrySource): Promise<void> => {
  const rows = await tx.query<{ bookId: Id; assetId: Id; was: StoredTerms; becomes: StoredTerms }>(
    `update value_change c set reversed_at = $3 where c.org_id = $1 and c.document_id = $2 and c.reversed_at is null
     returning c.book_id as "bookId", c.asset_id as "assetId", c.was, c.becomes`,
    [tx.orgId, source.sourceId, new Date(source.at).toISOString()],
  )
  if (rows.length === 0) return
  const { books, standingAssets } = await lockAssets(
    tx,
    rows.map(({ assetId }) => assetId),
  )
  const byAsset = Map.groupBy(standingAssets, ({ assetId }) => assetId)
  const outcomes = rows.flatMap(({ bookId, assetId, was, becomes }) =>
    (byAsset.get(assetId) ?? [])
      .filter((asset) => asset.bookId === bookId)
      .map((asset) => ({ asset, change: changeBack(asset.value, was, becomes) })),
  )
  await writeChanges(tx, books, outcomes, { source, isTakenBack: true })
}

const lockAssets = async (tx: Tx, assetIds: readonly Id[]): Promise<{ books: Book[]; standingAssets: StandingAsset[] }> => {
  const [, books, standingAssets] = await Promise.all([
    shareBooks(tx),
    readBooks(tx),
    lockStandingValues(tx, [...new Set(assetIds)].toSorted(compareIds)),
  ])
  return { books, standingAssets }
}

const requirePresent = ({ lastMonth }: StandingValue): void => {
  if (lastMonth !== undefined) refuse('book.gone', '资产已退出账簿，不能再变动')
}

/** What an order changes of a value, which has to be there. */
const changeOf = (value: StandingValue, { method, lifeMonths, residual, impairment, unitsTotal }: TermsChange): ValueChange => {
  requirePresent(value)
  return {
    ...(method !== undefined && { method }),
    ...(lifeMonths !== undefined && { lifeMonths }),
    ...(residual !== undefined && { residual: fenOf(residual) }),
    ...(unitsTotal !== undefined && { unitsTotal }),
    ...(impairment !== undefined && { impairment: value.impairment + fenOf(impairment) }),
  }
}

/** The way back from a change; what was changed again since stays. */
const changeBack = (value: StandingValue, was: StoredTerms, becomes: StoredTerms): ValueChange => ({
  ...(value.method === becomes.method && { method: was.method }),
  ...(value.lifeMonths === (becomes.lifeMonths ?? undefined) && { lifeMonths: was.lifeMonths ?? undefined }),
  ...(value.residual === fenOf(becomes.residual) && { residual: fenOf(was.residual) }),
  ...(value.unitsFrom === (becomes.unitsFrom ?? undefined) && {
    unitsTotal: was.unitsTotal ?? undefined,
    unitsFrom: was.unitsFrom ?? undefined,
  }),
  impairment: value.impairment - (fenOf(becomes.impairment) - fenOf(was.impairment)),
})

type TermsCause = { readonly source: EntrySource; readonly isTakenBack: boolean }

const writeChanges = async (
  tx: Tx,
  books: readonly Book[],
  outcomes: readonly TermsOutcome[],
  { source, isTakenBack }: TermsCause,
): Promise<void> => {
  const changedAssets: StandingAsset[] = []
  const entries: ValueEntry[] = []
  const rows: { bookId: Id; assetId: Id; was: StoredTerms; becomes: StoredTerms; month: number }[] = []
  const bookById = new Map(books.map((book) => [book.id, book]))
  const readings = await readUnitMonths(
    tx,
    outcomes.map(({ asset }) => asset.assetId),
  )
  for (const { asset, change } of outcomes) {
    const book = bookById.get(asset.bookId)
    if (!book) continue
    const month = requireOpen(book, dayAt(source.at))
    const from = effectiveMonth(book.rules, month)
    const next = changedValue(asset, change, { book, from, readings, isTakenBack })
    requirePositive(next, accumulatedThrough(next, from - 1))
    changedAssets.push({ ...asset, value: next })
    const place = { bookId: asset.bookId, assetId: asset.assetId }
    rows.push({ ...place, was: termsOf(asset.value), becomes: termsOf(next), month })
    const impairment = next.impairment - asset.value.impairment
    if (impairment !== 0n)
      entries.push({
        ...place,
        month,
        kind: 'impairment',
        cost: 0n,
        depreciation: 0n,
        impairment,
        deptId: asset.deptId,
        catId: asset.catId,
      })
  }
  await writeStandingValues(tx, changedAssets)
  await insertEntries(tx, entries, source)
  if (!isTakenBack)
    await tx.query(
      `insert into value_change (org_id, document_id, book_id, asset_id, no, was, becomes, month)
       select b.org_id, $2, r."bookId", r."assetId", 0, r.was, r.becomes, r.month
       from jsonb_to_recordset($3::jsonb) as r ("bookId" bigint, "assetId" bigint, was jsonb, becomes jsonb, month int)
       join book b on b.org_id = $1 and b.id = r."bookId"`,
      [tx.orgId, source.sourceId, JSON.stringify(rows)],
    )
}

/** The month from which on a change acts that is made now. */
const nextCharged = (book: Book, at: number): MonthNumber => effectiveMonth(book.rules, monthOfDay(dayAt(at)))

type ChangeFacts = {
  readonly book: Book
  /** From which month on the change acts. */
  readonly from: MonthNumber
  readonly readings: UnitMonths
  readonly isTakenBack?: boolean
}

/** A value as it goes on after a change of its terms; refuses in words what the terms cannot do. */
const changedValue = (
  { assetId, entryMonth, value }: StandingAsset,
  change: ValueChange,
  { book, from, readings, isTakenBack = false }: ChangeFacts,
): StandingValue => {
  const method = change.method ?? value.method
  if (!isTakenBack) requireSound(value, change, from)
  const leavesUnits = value.method === 'unitsOfProduction' && method !== value.method
  const chargedValue = leavesUnits ? chargeOpenMonths(value, { book, entryMonth, until: from, readings: readings.get(assetId) }) : value
  return changeValue(chargedValue, { ...change, ...(change.unitsTotal !== undefined && !isTakenBack && { unitsFrom: from }) }, from)
}

const isSpread = (method: DepreciationMethod): boolean => method !== 'none' && method !== 'immediate' && method !== 'unitsOfProduction'

/** Refuses terms that leave open how fast the rest is charged, or by which all of it would be charged in one month. */
const requireSound = (value: StandingValue, change: ValueChange, from: MonthNumber): void => {
  const { method, lifeMonths } = { ...value, ...change }
  const isOtherMethod = method !== value.method
  const params = { method: depreciationMethods[method] }
  if (isOtherMethod && method === 'unitsOfProduction' && change.unitsTotal === undefined)
    refuse('book.unitsNeeded', '改为{method}请填写剩余工作量', params)
  if (change.unitsTotal !== undefined && method !== 'unitsOfProduction')
    refuse('book.unitsMethod', '剩余工作量只用于工作量法，这项资产按{method}计提', params)
  if (isOtherMethod && isSpread(method) && lifeMonths === undefined) refuse('book.lifeNeeded', '改为{method}请填写使用年限（月）', params)
  const monthsDone = monthsCharged(value, from - 1)
  const isLifeAsked = change.lifeMonths !== undefined || isOtherMethod
  if (isLifeAsked && isSpread(method) && lifeMonths !== undefined && lifeMonths < monthsDone)
    refuse('book.lifeTooShort', '使用年限不能短于已计提的{done}个月，要提前提完请填写{done}', { done: monthsDone })
}

const termsOf = ({ method, lifeMonths, residual, impairment, unitsTotal, unitsFrom }: StandingValue): StoredTerms => ({
  method,
  lifeMonths: lifeMonths ?? null,
  residual: yuanOf(residual),
  impairment: yuanOf(impairment),
  unitsTotal: unitsTotal ?? null,
  unitsFrom: unitsFrom ?? null,
})

/** Refuses a change after which an asset would be worth less than nothing. */
const requirePositive = ({ cost, impairment, residual }: StandingValue, depreciation: Fen): void => {
  if (impairment < 0n || impairment + depreciation > cost)
    refuse('book.overImpaired', '减值不能超过账面净值{net}', { net: moneyWords(yuanOf(cost - depreciation)) })
  if (residual > cost) refuse('book.overResidual', '预计净残值不能超过原值')
}

import { dayAt } from '../../kernel/day.ts'
import { type Decimal, toFixed } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { assetValues } from '../../domain/books/operations.ts'
import { yuanOf } from '../../domain/books/fen.ts'
import { monthOfDay, type MonthNumber, monthText } from '../../domain/books/month.ts'
import { accumulatedThrough, monthsCharged, netValueAt, type StandingValue } from '../../domain/books/standingValue.ts'
import { invoiceDifference } from '../../domain/books/invoicedCost.ts'
import { hidesMoney } from '../access/hidden.ts'
import type { ParsedInput, Session, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { readBooks } from './books.ts'
import { readAssetInvoices } from './invoicedCosts.ts'
import { readStandingValues } from './standingAssets.ts'

const monthsAhead = 12

/** What one asset is worth in each book, how it came to that, and the next months. */
export const readAssetValues = async (
  { tx, session }: SignedIn,
  { id }: ParsedInput<typeof assetValues>,
): Promise<OutputOf<typeof assetValues>> => {
  const [books, standingAssets, entries, service, invoices] = await Promise.all([
    readBooks(tx),
    readStandingValues(tx, id),
    readEntries(tx, id),
    readService(tx, id),
    mayReadInvoices(session) ? readAssetInvoices(tx, [id]) : [],
  ])
  const present = monthOfDay(dayAt(tx.now()))
  const list = standingAssets.flatMap(({ bookId, value }) => {
    const book = books.find((candidate) => candidate.id === bookId)
    if (!book) return []
    const isGone = value.lastMonth !== undefined
    const month = Math.max(present, book.closedMonth)
    const depreciation = isGone ? 0n : accumulatedThrough(value, month)
    return [
      {
        bookId,
        bookName: book.name,
        month: monthText(month),
        method: value.method,
        inServiceOn: service.find((row) => row.bookId === bookId)?.inServiceOn ?? '',
        lifeMonths: value.lifeMonths ?? null,
        monthsCharged: monthsCharged(value, month),
        residual: yuanOf(value.residual),
        cost: yuanOf(value.cost),
        depreciation: yuanOf(depreciation),
        impairment: yuanOf(value.impairment),
        net: yuanOf(isGone ? 0n : netValueAt(value, month)),
        charge: yuanOf(accumulatedThrough(value, month) - accumulatedThrough(value, month - 1)),
        invoiceDifference: isGone || invoices.length === 0 ? null : yuanOf(invoiceDifference(value.cost, invoices, book.regime)),
        entries: entries
          .filter((entry) => entry.bookId === bookId)
          .map(({ bookId: _, month: at, ...entry }) => ({ ...entry, month: monthText(at) })),
        forecast: isGone ? [] : forecastOf(value, month + 1),
      },
    ]
  })
  return {
    list,
    invoices: invoices.map(({ invoiceId, number, sellerName, amount, tax }) => ({
      id: invoiceId,
      number,
      sellerName,
      amount: yuanOf(amount),
      tax: yuanOf(tax),
    })),
  }
}

const mayReadInvoices = (session: Session): boolean => session.codes.has('gsinvoice:list') && !hidesMoney(session)

const forecastOf = (value: StandingValue, from: MonthNumber): { month: string; charge: string; net: string }[] =>
  Array.from({ length: monthsAhead }, (_, index) => from + index).map((month) => ({
    month: monthText(month),
    charge: yuanOf(accumulatedThrough(value, month) - accumulatedThrough(value, month - 1)),
    net: yuanOf(netValueAt(value, month)),
  }))

type EntryRow = {
  bookId: Id
  month: MonthNumber
  kind: string
  cost: Decimal
  depreciation: Decimal
  impairment: Decimal
  documentId: Id | null
  documentKind: string | null
  documentCode: string | null
}

const entriesAtMost = 500

const readEntries = async (tx: Tx, id: Id): Promise<EntryRow[]> => {
  const rows = await tx.query<EntryRow>(
    `select e.book_id as "bookId", e.month, e.kind, e.cost, e.depreciation, e.impairment, d.id as "documentId", d.kind as "documentKind", d.code as "documentCode"
     from value_entry e left join document d on d.org_id = $1 and d.id = e.source_id
     where e.org_id = $1 and e.asset_id = $2 order by e.month desc, e.at desc, e.kind limit $3`,
    [tx.orgId, id, entriesAtMost],
  )
  return rows.map(({ cost, depreciation, impairment, ...row }) => ({
    ...row,
    cost: toFixed(cost, 2),
    depreciation: toFixed(depreciation, 2),
    impairment: toFixed(impairment, 2),
  }))
}

const readService = (tx: Tx, id: Id): Promise<{ bookId: Id; inServiceOn: string }[]> =>
  tx.query<{ bookId: Id; inServiceOn: string }>(
    'select book_id as "bookId", in_service_on as "inServiceOn" from book_asset where org_id = $1 and asset_id = $2',
    [tx.orgId, id],
  )

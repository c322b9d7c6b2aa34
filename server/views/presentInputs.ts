import { allocationTable } from '../../domain/books/allocationTable.ts'
import { disposalTable } from '../../domain/books/disposalTable.ts'
import { valueEntryTable } from '../../domain/books/entryTable.ts'
import { type MonthNumber, monthOfDay, monthText } from '../../domain/books/month.ts'
import { valueTable } from '../../domain/books/table.ts'
import { asOfTable } from '../../domain/records/asOf/asOfTable.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Book, readBooks } from '../books/books.ts'
import type { Tx } from '../db/tx.ts'

type Inputs = Record<string, string>
type MonthsOf = (book: Book, newestMonth: MonthNumber) => Inputs

/**
 * What a table asks for besides conditions, as its screen begins with it: of a book the month or months, of other days the present one. Undefined
 * where there is no book yet.
 */
export const presentInputs = async (tx: Tx, table: string): Promise<Inputs | undefined> => {
  const today = dayAt(tx.now())
  if (table === asOfTable.name) return { day: today }
  const monthsOf = monthsByTable.get(table)
  if (!monthsOf) return {}
  const [book] = await readBooks(tx)
  return book && { bookId: book.id, ...monthsOf(book, Math.max(monthOfDay(today), book.closedMonth)) }
}

/** The months of the tables of books, from the book and the newest month that its screens offer. */
const monthsByTable: ReadonlyMap<string, MonthsOf> = new Map<string, MonthsOf>([
  [valueEntryTable.name, () => ({})],
  [
    valueTable.name,
    ({ closedMonth, firstMonth }, newestMonth) => ({ month: monthText(closedMonth >= firstMonth ? closedMonth : newestMonth) }),
  ],
  [
    disposalTable.name,
    ({ firstMonth }, newestMonth) => spanOf(Math.min(newestMonth, Math.max(firstMonth, newestMonth - (newestMonth % 12))), newestMonth),
  ],
  [allocationTable.name, ({ closedMonth, firstMonth }) => spanOf(Math.max(closedMonth, firstMonth), Math.max(closedMonth, firstMonth))],
])

const spanOf = (from: MonthNumber, to: MonthNumber): Inputs => ({ fromMonth: monthText(from), toMonth: monthText(to) })

import { valueEntryTable } from '../../domain/books/entryTable.ts'
import { monthOfDay, monthText } from '../../domain/books/month.ts'
import { valueTable } from '../../domain/books/table.ts'
import { asOfTable } from '../../domain/records/asOf/asOfTable.ts'
import { dayAt } from '../../kernel/day.ts'
import { readBooks } from '../books/books.ts'
import type { Tx } from '../db/tx.ts'

/**
 * What a table asks for besides conditions, as its screen begins with it: of a book the month, of other days the present one. Undefined where
 * there is no book yet.
 */
export const presentInputs = async (tx: Tx, table: string): Promise<Record<string, string> | undefined> => {
  const today = dayAt(tx.now())
  if (table === asOfTable.name) return { day: today }
  if (table !== valueTable.name && table !== valueEntryTable.name) return {}
  const [book] = await readBooks(tx)
  if (!book) return undefined
  if (table === valueEntryTable.name) return { bookId: book.id }
  const present = Math.max(monthOfDay(today), book.closedMonth)
  return { bookId: book.id, month: monthText(book.closedMonth >= book.firstMonth ? book.closedMonth : present) }
}

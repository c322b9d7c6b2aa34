import { useState } from 'react'
import type { BookMonth } from '../../domain/books/operations.ts'
import { bookMonths } from '../../domain/books/operations.ts'
import { book } from '../../domain/records/books/book.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { Option } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'

export type BookState = OutputOf<typeof bookMonths>

/** The books of the organisation and the one that a screen is about: `firstId`, or the oldest, until another is chosen. */
export const useBook = (firstId?: Id) => {
  const [chosenId, choose] = useState<Id>()
  const { data, error, refetch } = useAsk(recordOperations(book).list, { pageSize: 50 })
  const options: Option[] | undefined = data?.list
    .map((row) => ({ value: row.id, label: String(row['bookName']), isOwn: true as const }))
    .toSorted((a, b) => Number(BigInt(a.value) - BigInt(b.value)))
  const bookId = chosenId ?? firstId ?? options?.[0]?.value
  return { bookId, options, choose, error, refetch }
}

/** A book with its months. */
export const useBookMonths = (bookId: Id | undefined) =>
  useAsk(bookMonths, { bookId: bookId ?? '' }, { enabled: bookId !== undefined, keep: true })

/** The last closed month of a book; undefined before the first close. */
export const lastClosed = ({ list }: BookState): BookMonth | undefined => list.find(({ state }) => state === 'closed')

/** The closed months of a book, the newest first. */
export const closedMonths = ({ list }: BookState): string[] => list.filter(({ state }) => state === 'closed').map(({ month }) => month)

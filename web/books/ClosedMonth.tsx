import { type ReactNode, useState } from 'react'
import type { Id } from '../../kernel/id.ts'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { t } from '../words.ts'
import { go } from '../travel.ts'
import { BookPicker } from './BookPicker.tsx'
import { closedMonths, useBook, useBookMonths } from './useBook.ts'

type ClosedMonthChoice = { readonly bookId: Id; readonly month: string; readonly picker: ReactNode }

/** A screen about a closed month of a book: asks for the books, offers their closed months, and says so where there is none. */
export const ClosedMonth = ({ children }: { children: (choice: ClosedMonthChoice) => ReactNode }) => {
  const { bookId, options, choose, error, refetch } = useBook()
  const months = useBookMonths(bookId)
  const [chosenMonth, setMonth] = useState<string>()
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  const monthNames = months.data ? closedMonths(months.data) : []
  const [last] = monthNames
  if (bookId === undefined) return <NothingClosed />
  if (last === undefined) return <NothingClosed picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  const month = chosenMonth !== undefined && monthNames.includes(chosenMonth) ? chosenMonth : last
  const picker = (
    <Card flush className="mb-3">
      {options.length > 1 && <Choice label={t('账簿')} options={options} value={bookId} onChange={choose} required />}
      <Choice label={t('月份')} options={monthNames.map((value) => ({ value, label: value }))} value={month} onChange={setMonth} required />
    </Card>
  )
  return children({ bookId, month, picker })
}

/** A screen without a closed month: where months are closed, and the other books. */
export const NothingClosed = ({ picker }: { picker?: ReactNode }) => (
  <Page>
    {picker}
    <Empty
      title={t('还没有结账的月份')}
      text={t('第一个月份结账后，这里才有数据。')}
      action={{ label: t('月末结账'), onPress: () => go('/pages/goods/GsBook/months', {}) }}
    />
  </Page>
)

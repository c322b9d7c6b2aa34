import { useState } from 'react'
import { monthOfText } from '../../domain/books/month.ts'

/** The first month of the year of a month, or the first one that there is; the newest of `monthNames` stands first. */
const yearStart = (monthNames: readonly string[], to: string): string => {
  const january = `${to.slice(0, 4)}-01`
  const first = monthNames.at(-1) ?? to
  return monthOfText(january) < monthOfText(first) ? first : january
}

type Span = { readonly from: string | undefined; readonly to: string }

/** A span of months: from the beginning of the year until another beginning is chosen, never from behind its end. */
export const useMonthSpan = (monthNames: readonly string[], { from: firstFrom, to: firstTo }: Span) => {
  const [to, setTo] = useState(firstTo)
  const [from, setFrom] = useState(() => firstFrom ?? yearStart(monthNames, firstTo))
  const options = monthNames.map((month) => ({ value: month, label: month }))
  const changeTo = (month: string) => {
    setTo(month)
    if (monthOfText(month) < monthOfText(from)) setFrom(month)
  }
  return { from, to, setFrom, changeTo, toOptions: options, fromOptions: options.filter(({ value }) => value <= to) }
}

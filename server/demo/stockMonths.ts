import { dayAt } from '../../kernel/day.ts'
import { monthOfDay, monthText } from '../../domain/books/month.ts'
import { closeStockMonth } from '../stockBook/months.ts'
import type { Company } from './company.ts'

const closedMonths = 2

/** The stock of the last months but one is closed; the last is still to be closed. */
export const closeStock = async (company: Company): Promise<void> => {
  const admin = company.as('admin')
  const last = monthOfDay(dayAt(admin.at)) - 2
  for (let month = last - closedMonths + 1; month <= last; month++) await closeStockMonth(admin, { month: monthText(month) })
}

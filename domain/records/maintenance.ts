import type { Day } from '../../kernel/day.ts'
import { addMonths } from '../../kernel/month.ts'

/** The day on which a piece is due for maintenance, counted from the day it was maintained or registered; null where its model has no interval. */
export const nextMaintenanceDay = (from: Day, months: number | null | undefined): Day | null => (months ? addMonths(from, months) : null)

import * as v from 'valibot'
import { isDay } from '../../kernel/day.ts'

/** A day of years that both the calendar and the database know. */
export const day = v.pipe(
  v.string('日期有误'),
  v.check((value) => isDay(value) && value > '1900', '日期有误'),
)

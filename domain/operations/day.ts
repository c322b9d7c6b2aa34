import * as v from 'valibot'
import { type Day, isDay } from '../../kernel/day.ts'

/**
 * A day after `after` and before `before`. Where it is none, nothing that looks at it together with others is asked: the transformation, which
 * changes nothing, ends the pipe there.
 */
export const dayBetween = (after: string, before = '9999-12-32') =>
  v.pipe(
    v.string('日期有误'),
    v.check((value) => isDay(value) && value > after && value < before, '日期有误'),
    v.transform((value): Day => value),
  )

/** A day of years that both the calendar and the database know. */
export const day = dayBetween('1900')

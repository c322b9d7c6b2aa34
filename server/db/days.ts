import { defaultTimeZone } from '../../kernel/day.ts'

/** The first moment of a day of the organisation, in SQL; `day` is a place or an expression. */
export const dayStart = (day: string): string => `(${day}::date)::timestamp at time zone '${defaultTimeZone}'`

/** The first moment behind it. */
export const dayEnd = (day: string): string => `(${day}::date + 1)::timestamp at time zone '${defaultTimeZone}'`

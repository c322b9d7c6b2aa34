import { isRecord } from '../../../kernel/isRecord.ts'
import { addDays, type Day, daysBetween, isDay } from '../../../kernel/day.ts'
import { type Weekday, weekdayOf } from '../../../kernel/weekday.ts'
import { factsKey, type Form, type Json } from './form.ts'

/** Days of the week that are worked, and the days that are otherwise: true worked, false off. */
export type FormCalendar = { readonly weekdays: readonly Weekday[]; readonly days: Readonly<Record<Day, boolean>> }

/** The fields of records, by noun and id as `recordKey` joins them. */
export type FormRecords = Readonly<Record<string, Readonly<Record<string, Json>>>>

export type FormFacts = {
  readonly today?: Day | undefined
  readonly calendar?: FormCalendar | undefined
  readonly records?: FormRecords | undefined
}

export const recordKey = (noun: string, id: string): string => `${noun}/${id}`

/** The facts that a form carries. The server wrote them, so their inside is taken as it is. */
export const factsIn = (form: Readonly<Record<string, unknown>>): FormFacts => {
  const facts = Object.hasOwn(form, factsKey) ? form[factsKey] : undefined
  if (!isRecord(facts)) return noFacts
  return {
    ...(isDay(facts['today']) && { today: facts['today'] }),
    ...(isRecord(facts['calendar']) && { calendar: facts['calendar'] as FormCalendar }),
    ...(isRecord(facts['records']) && { records: facts['records'] as FormRecords }),
  }
}
const noFacts: FormFacts = {}

/** The form with other facts; without any it has none. */
export const carryFacts = <F extends Readonly<Record<string, unknown>>>(form: F, facts: FormFacts): F => {
  const { [factsKey]: _, ...values } = form
  return (Object.keys(facts).length === 0 ? values : { ...values, [factsKey]: facts as Form }) as unknown as F
}

/** How many working days there are from one day to another, both counted; below zero where the later one comes first. */
export const workdaysFrom = ({ weekdays, days }: FormCalendar, from: Day, to: Day): number => {
  if (from > to) return -workdaysFrom({ weekdays, days }, to, from)
  const count = daysBetween(from, to) + 1
  const weeks = Math.floor(count / 7)
  const isUsual = (day: Day): boolean => weekdays.includes(weekdayOf(day))
  const extraDays = Array.from({ length: count % 7 }, (_, n) => addDays(from, weeks * 7 + n)).filter(isUsual).length
  const exceptions = Object.entries(days).filter(([day, isWorked]) => day >= from && day <= to && isWorked !== isUsual(day))
  return weeks * weekdays.length + extraDays + exceptions.reduce((total, [, isWorked]) => total + (isWorked ? 1 : -1), 0)
}

import { addDays, type Day } from './day.ts'
import type { FieldProblem, Fields } from './field.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What a day may not be, by what its field says it means: before or after today, before tomorrow, or another day of the same record (or of `around`, the
 * header of a line). Only what is different from `before` is asked: a day that was right when it was written stays.
 */
export const dayProblems = (
  fields: Fields,
  values: Values,
  today: Day,
  { at = '', around, before = {} }: { at?: string; around?: { readonly fields: Fields; readonly values: Values }; before?: Values } = {},
): FieldProblem[] =>
  Object.entries(fields).flatMap(([key, { label, control }]): FieldProblem[] => {
    const day = values[key]
    if (control.type !== 'date' || typeof day !== 'string') return []
    const say = (limit: string | undefined, isWrong: (second: Day) => boolean, ofToday: string, ofOther: string): FieldProblem[] => {
      if (limit === undefined) return []
      const path = at + key
      if (limit === 'today') return day !== before[key] && isWrong(today) ? [{ path, words: ofToday, params: { label } }] : []
      if (limit === 'tomorrow')
        return day !== before[key] && isWrong(addDays(today, 1)) ? [{ path, words: '{label}应晚于今天', params: { label } }] : []
      const [field, otherDay] = fields[limit] ? [fields[limit], values[limit]] : [around?.fields[limit], around?.values[limit]]
      if (
        !field ||
        typeof otherDay !== 'string' ||
        otherDay === '' ||
        (day === before[key] && otherDay === (fields[limit] ? before[limit] : otherDay))
      )
        return []
      return isWrong(otherDay) ? [{ path, words: ofOther, params: { label, other: field.label } }] : []
    }
    return [
      ...say(control.notBefore, (second) => day < second, '{label}不能早于今天', '{label}不能早于{other}'),
      ...say(control.notAfter, (second) => day > second, '{label}不能晚于今天', '{label}不能晚于{other}'),
    ]
  })

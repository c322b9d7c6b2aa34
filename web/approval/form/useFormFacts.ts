import { useMemo } from 'react'
import { fieldsOf, type FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { carryFacts, factsIn, type FormFacts, recordKey } from '../../../domain/approval/form/formFacts.ts'
import { lacksFacts, neededFacts, neededRecords, needsFacts } from '../../../domain/approval/form/neededFacts.ts'
import { formFactsOperations } from '../../../domain/approval/operations/formFacts.ts'
import { dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { useAsk } from '../../ask.ts'
import { type FormValues, rowsIn } from './values.ts'

/** Whose form it is: a new application of a flow, or one that runs. */
export type FactsSource = { readonly flowKey: string } | { readonly processId: Id }

/**
 * The values with what their formulas know besides: what they carry already, and what the server says of what was chosen since. The day of
 * a new application is that of the device until the server has said its own.
 */
export const useFactualForm = (design: FormDesign | undefined, source: FactsSource, values: FormValues): FormValues => {
  const isAsked = design !== undefined && needsFacts(design) && isLacking(design, values)
  const form = useMemo(() => (design && isAsked ? chosenIn(design, values) : {}), [design, isAsked, values])
  const { data } = useAsk(formFactsOperations.formFacts, { ...source, form }, { enabled: isAsked, keep: true, staleMs: 300_000 })
  return useMemo(() => (isAsked ? withAnswer(values, data?.facts as FormFacts | undefined) : values), [isAsked, values, data])
}

/** What a form knows that no application carries: the day of the device, and a week of five days. */
export const withDeviceFacts = (design: FormDesign, values: FormValues): FormValues =>
  needsFacts(design) && lacksFacts(design, values)
    ? carryFacts(values, { today: dayAt(Date.now()), calendar: { weekdays: [1, 2, 3, 4, 5], days: {} }, ...factsIn(values) })
    : values

const withAnswer = (values: FormValues, answer: FormFacts = {}): FormValues => {
  const ownFacts = factsIn(values)
  const records = { ...ownFacts.records, ...answer.records }
  return carryFacts(values, { today: dayAt(Date.now()), ...ownFacts, ...answer, ...(Object.keys(records).length > 0 && { records }) })
}

/** True where something that was chosen, or the form as a whole, has no facts yet. */
const isLacking = (design: FormDesign, values: FormValues): boolean => {
  const { records } = factsIn(values)
  return (
    lacksFacts(design, values) ||
    [...neededRecords(design, values)].some(([noun, { ids }]) => [...ids].some((id) => records?.[recordKey(noun, id)] === undefined))
  )
}

/** What was chosen in the fields whose records are read; nothing else needs to be sent. */
const chosenIn = (design: FormDesign, values: FormValues): Record<string, unknown> => {
  const { records } = neededFacts(design)
  const fields = fieldsOf(design).filter(({ path }) => records.has(path))
  const form: Record<string, unknown> = {}
  for (const { field, table } of fields) {
    if (!table) {
      if (!isEmpty(values[field.key])) form[field.key] = values[field.key]
      continue
    }
    const chosenRows = rowsIn(values, table).flatMap((row) => (isEmpty(row[field.key]) ? [] : [{ [field.key]: row[field.key] }]))
    const otherRows = Array.isArray(form[table.key]) ? (form[table.key] as unknown[]) : []
    if (chosenRows.length > 0) form[table.key] = [...otherRows, ...chosenRows]
  }
  return form
}

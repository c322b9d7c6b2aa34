import type { Noun } from '../../../kernel/field.ts'
import { idsIn } from '../../../kernel/fields/kinds.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { factsIn } from './formFacts.ts'
import { pathsOf } from './condition.ts'
import {
  conditionsOf,
  fieldsOf,
  type FormDesign,
  type FormField,
  type FormItem,
  formulasOf,
  labelOf,
  meant,
  own,
  placesOf,
} from './formDesign.ts'
import { chosenNounOf, comparedColumnOf, comparedKeyIn, readNounOf } from './formRecords.ts'
import { type Formula, type OwnOperand, partsOf } from './formula.ts'
import type { Path } from './form.ts'
import { type OwnPath, ownPathIn } from '../../records/ownFields/ownPath.ts'

/** What the formulas and conditions of a design ask for besides the form; `records` names the columns that are read of what is chosen at a path. */
export type NeededFacts = {
  readonly today: boolean
  readonly calendar: boolean
  readonly records: ReadonlyMap<Path, ReadonlySet<string>>
}

/** Every formula of a field, that of its beginning too. */
const allFormulasOf = (field: FormField): Formula[] => [
  ...formulasOf(field),
  ...(field.begins?.as === 'formula' ? [field.begins.formula] : []),
]

/** The own fields of chosen records that the conditions of an item ask. */
const ownPathsOf = (item: FormItem): OwnPath[] =>
  conditionsOf(item).flatMap((condition) => pathsOf(condition).flatMap((path) => ownPathIn(path) ?? []))

export const neededFacts = (design: FormDesign): NeededFacts => {
  const before = needs.get(design)
  if (before) return before
  const records = new Map<Path, Set<string>>()
  let [today, calendar] = [false, false]
  const need = (path: Path, column: string) => records.set(path, (records.get(path) ?? new Set()).add(column))
  for (const place of placesOf(design)) {
    for (const { of, key } of ownPathsOf(place.item)) need(meant(of, place), comparedColumnOf(key))
    if (place.item.t !== 'field') continue
    if (place.item.begins?.as === 'today') today = true
    for (const part of allFormulasOf(place.item).flatMap(partsOf)) {
      if ('call' in part && part.call === 'today') today = true
      if ('call' in part && part.call === 'workdays') calendar = true
      if (!('record' in part)) continue
      need(meant(part.record, place), part.column)
    }
  }
  const facts = { today, calendar, records }
  needs.set(design, facts)
  return facts
}

/** A published design never changes, and one that is designed is another object with each change. */
const needs = new WeakMap<FormDesign, NeededFacts>()

export const needsFacts = (design: FormDesign): boolean => {
  const { today, calendar, records } = neededFacts(design)
  return today || calendar || records.size > 0
}

/** Whether a form lacks facts that its formulas ask for, as for a reader from whom something is hidden. */
export const lacksFacts = (design: FormDesign, values: Readonly<Record<string, unknown>>): boolean => {
  const { today, calendar, records } = neededFacts(design)
  const facts = factsIn(values)
  return (today && !facts.today) || (calendar && !facts.calendar) || (records.size > 0 && !facts.records)
}

/** Whether a condition of an item asks for facts. */
export const asksFacts = (item: FormItem): boolean => ownPathsOf(item).length > 0

/** Whether a formula asks for facts. */
export const readsFacts = (formula: Formula): boolean =>
  partsOf(formula).some((part) => 'record' in part || ('call' in part && (part.call === 'today' || part.call === 'workdays')))

/** Records whose columns formulas read, by noun: the ids that are chosen in a form, and the columns. */
export type NeededRecords = ReadonlyMap<Noun, { readonly ids: ReadonlySet<string>; readonly columns: ReadonlySet<string> }>

export const neededRecords = (design: FormDesign, values: Readonly<Record<string, unknown>>): NeededRecords => {
  const recordsByNoun = new Map<Noun, { ids: Set<string>; columns: Set<string> }>()
  const { records } = neededFacts(design)
  for (const { path, field, table } of fieldsOf(design)) {
    for (const column of records.get(path) ?? []) {
      const noun = comparedKeyIn(column) === undefined ? readNounOf(field.control, column) : chosenNounOf(field.control)
      if (!noun) continue
      const ofNoun = recordsByNoun.get(noun) ?? { ids: new Set<string>(), columns: new Set<string>() }
      recordsByNoun.set(noun, ofNoun)
      ofNoun.columns.add(column)
      for (const holder of table ? rowsAt(values, table.key) : [values])
        for (const id of idsIn(field.control, own(holder, field.key))) ofNoun.ids.add(id)
    }
  }
  return recordsByNoun
}

const rowsAt = (values: Readonly<Record<string, unknown>>, key: string): Record<string, unknown>[] => {
  const rows = own(values, key)
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

/** An own field that a design reads, and the item whose formula or condition (`own` is absent) that is. */
export type OwnReading = {
  readonly path: Path
  readonly label: string
  readonly noun: Noun | undefined
  readonly key: string
  readonly own: OwnOperand | undefined
}

/** The own fields of chosen records that the formulas and conditions of a design read. */
export const ownReadingsOf = (design: FormDesign): OwnReading[] => {
  const controls = new Map(fieldsOf(design).map(({ path, field }) => [path, field.control]))
  return placesOf(design).flatMap((place) => {
    const { item, path } = place
    const nounAt = (of: Path): Noun | undefined => {
      const control = controls.get(meant(of, place))
      return control && chosenNounOf(control)
    }
    const conditionReadings = ownPathsOf(item).map(({ of, key }) => ({
      path,
      label: labelOf(place),
      noun: nounAt(of),
      key,
      own: undefined,
    }))
    if (item.t !== 'field') return conditionReadings
    const formulaReadings = allFormulasOf(item)
      .flatMap(partsOf)
      .flatMap((part) => {
        if (!('record' in part) || !part.own) return []
        const control = controls.get(meant(part.record, place))
        return [{ path, label: item.label, noun: control && readNounOf(control, part.column), key: part.column, own: part.own }]
      })
    return [...conditionReadings, ...formulaReadings]
  })
}

import { addMonths } from '../../../kernel/month.ts'
import { dayAt, type Day } from '../../../kernel/day.ts'
import type { Noun } from '../../../kernel/field.ts'
import { isId } from '../../../kernel/id.ts'
import type { Form, Json } from '../../../domain/approval/form/form.ts'
import { comparedKeyIn, readableOwnFields } from '../../../domain/approval/form/formRecords.ts'
import { isOwnKey } from '../../../domain/records/ownFields/ownField.ts'
import { optionsOf } from '../../../kernel/fields/kinds.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { keysHiddenByRoles } from '../../access/hidden.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { type FormCalendar, type FormFacts, type FormRecords, recordKey } from '../../../domain/approval/form/formFacts.ts'
import { neededFacts, neededRecords } from '../../../domain/approval/form/neededFacts.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { calendarOf } from '../../calendar/calendar.ts'
import { columnOf } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'

/**
 * What the formulas of a form ask for besides what was filled in. What the form has already (`storedFacts`) stays as it is: the day on which it
 * began, its calendar, and what a record said when it was chosen.
 */
export const loadFormFacts = async (tx: Tx, design: FormDesign, form: Form, storedFacts: FormFacts): Promise<FormFacts> => {
  const { today, calendar, records } = neededFacts(design)
  return {
    ...(today && { today: storedFacts.today ?? dayAt(tx.now()) }),
    ...(calendar && { calendar: storedFacts.calendar ?? (await formCalendar(tx)) }),
    ...(records.size > 0 && { records: await formRecords(tx, design, form, storedFacts.records ?? {}) }),
  }
}

/** The working days of the organisation around today, as far as forms reach. */
const formCalendar = async (tx: Tx): Promise<FormCalendar> => {
  const { settings, years } = await calendarOf(tx)
  const today = dayAt(tx.now())
  const [from, to]: [Day, Day] = [addMonths(today, -monthsBack), addMonths(today, monthsAhead)]
  const national = settings.national ? [...years.values()].flatMap((year) => Object.entries(year)) : []
  const days = [...national, ...Object.entries(settings.days)].filter(([day]) => day >= from && day <= to)
  return { weekdays: settings.weekdays, days: Object.fromEntries(days) }
}
const monthsBack = 13
const monthsAhead = 25

const formRecords = async (tx: Tx, design: FormDesign, form: Form, storedFacts: FormRecords): Promise<FormRecords> => {
  const parts = await Promise.all(
    [...neededRecords(design, form)].map(([noun, { ids, columns }]) =>
      recordsOf(tx, { noun, ids: [...ids], columns: [...columns] }, storedFacts),
    ),
  )
  return Object.assign({}, ...parts) as FormRecords
}

type RecordQuery = { readonly noun: Noun; readonly ids: readonly string[]; readonly columns: readonly string[] }

/** Records that were read before stay as they were, unless a column is asked for that was not read then. */
const recordsOf = async (tx: Tx, { noun, ids, columns }: RecordQuery, storedFacts: FormRecords): Promise<FormRecords> => {
  const before = ids.flatMap((id) => {
    const record = storedFacts[recordKey(noun, id)]
    return record && columns.every((column) => Object.hasOwn(record, column)) ? [[recordKey(noun, id), record] as const] : []
  })
  const storedKeys = new Set(before.map(([key]) => key))
  const missingIds = ids.filter((id) => isId(id) && !storedKeys.has(recordKey(noun, id)))
  if (missingIds.length === 0) return Object.fromEntries(before)
  const ownKeys = columns.filter((column) => isOwnKey(comparedKeyIn(column) ?? column))
  const fixedColumns = columns.filter((column) => !ownKeys.includes(column)).map((column) => `${columnOf(column)} as "${column}"`)
  const selected = [...fixedColumns, ...(ownKeys.length > 0 ? ['own_values as "#own"'] : [])].join(', ')
  const ownOperands = await ownOperandsOf(tx, noun, ownKeys)
  const rows = await tx.query<{ id: string } & Form>(
    `select id as "#id", ${selected} from "${recordOf(noun).table}" where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null`,
    [tx.orgId, missingIds],
  )
  const factsOf = ({ '#id': id, '#own': ownValues, ...record }: Form) =>
    [recordKey(noun, String(id)), { ...record, ...ownOperands(isRecord(ownValues) ? ownValues : {}) }] as const
  return Object.fromEntries([...before, ...rows.map(factsOf)])
}

/**
 * What own fields of a record say to formulas, the words of a choice, else the value; and to conditions, always the value. Nothing in a field that is not
 * open to everybody, or that some role hides, as what is computed is read by all who read the form.
 */
const ownOperandsOf = async (
  tx: Tx,
  noun: Noun,
  columns: readonly string[],
): Promise<(values: Readonly<Record<string, unknown>>) => Form> => {
  if (columns.length === 0) return () => ({})
  const kind = await organisationKind(tx, recordOf(noun))
  const keyOf = (column: string): string => comparedKeyIn(column) ?? column
  const closedKeys = await keysHiddenByRoles(tx, columns.map(keyOf))
  const openKeys = new Set(readableOwnFields(kind).flatMap(({ key }) => (closedKeys.has(key) ? [] : [key])))
  const operandAt = (column: string, value: unknown): Json => {
    const control = openKeys.has(keyOf(column)) ? kind.fields[keyOf(column)]?.control : undefined
    if (!control || value === undefined) return null
    if (comparedKeyIn(column) !== undefined) return (value ?? null) as Json
    const option = optionsOf(control)?.find((candidate) => candidate.value === value)
    return option ? option.label : ((value ?? null) as Json)
  }
  return (values) => Object.fromEntries(columns.map((column) => [column, operandAt(column, values[keyOf(column)])]))
}

import { date, declaredField } from '../../kernel/field.ts'
import { isNumber } from '../../kernel/fields/kinds.ts'
import { recordKinds } from './all.ts'
import { filterFieldsOf, type RecordKind } from './define.ts'
import type { Table, TableColumn } from '../tables/define.ts'

const createdAt: TableColumn = { ...date('创建时间', { required: 'never' }), asked: true, sorted: true, open: true, moment: true }

const tableOf = (kind: RecordKind): Table => {
  const shownKeys = new Set<string>(kind.columns ?? [kind.nameField, ...kind.unique, ...kind.filters])
  const keys = [...shownKeys, ...Object.keys(kind.fields).filter((key) => !shownKeys.has(key))]
  const columns = keys.map((key): [string, TableColumn] => {
    const field = declaredField(kind.fields, key)
    return [
      key,
      {
        ...field,
        asked: true,
        ...(kind.sorts.includes(key) && { sorted: true }),
        ...(shownKeys.has(key) && { shown: true }),
        ...(key === kind.nameField && { names: true, read: true }),
        ...(isNumber(field.control) && { summed: true }),
        ...((!kind.open || kind.open.includes(key)) && { open: true }),
      },
    ]
  })
  const besides = Object.entries({ ...filterFieldsOf(kind), ...kind.derivedChoices }).filter(([key]) => !kind.fields[key])
  return {
    name: kind.path.slice(kind.path.indexOf('/') + 1),
    title: kind.title,
    columns: {
      ...Object.fromEntries(columns),
      ...Object.fromEntries(besides.map(([key, field]): [string, TableColumn] => [key, { ...field, asked: true, besides: true }])),
      createdAt,
    },
    usualOrder: kind.usualOrder ?? '最新的在前',
  }
}

/** By kinds; those with the own fields of an organisation go with it. */
const tables = new WeakMap(recordKinds.map((kind) => [kind, tableOf(kind)]))

export const tableOfRecord = (kind: RecordKind): Table => {
  const madeTable = tables.get(kind)
  if (madeTable) return madeTable
  const table = tableOf(kind)
  tables.set(kind, table)
  return table
}

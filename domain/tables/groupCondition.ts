import { kindOf, optionsOf, refersTo } from '../../kernel/fields/kinds.ts'
import { summedKeys, type Table } from './define.ts'
import { type GroupKey, hasPeriods, isMixedGroup, lastDayOf } from './grouping.ts'
import type { Condition } from './view.ts'

/** The condition that the rows of a group meet; `value` is the group's own in the column, nothing where its rows have none. */
export const conditionOfGroup = ({ columns }: Table, { key, period }: GroupKey, value: string | null): Condition => {
  const column = columns[key]
  if (column && isMixedGroup(column, value)) return { key, is: 'mixed' }
  const { isNeverOpen } = column ? kindOf(column.control) : {}
  if (isNeverOpen) return { key, is: value === 'true' ? 'yes' : 'no' }
  if (value === null || !column) return { key, is: 'empty' }
  if (hasPeriods(column)) return { key, is: 'between', value: [value, lastDayOf(value, period ?? 'day')] }
  if (refersTo(column.control)) return { key, is: 'only', value: [value] }
  if (optionsOf(column.control)) return { key, is: 'in', value: [value] }
  return { key, is: 'eq', value }
}

/** The numbers that the rows of a question are added up by: of one group, as an opened figure shows it, also those that are about one thing. */
export const totalledKeys = (table: Table, { where }: { readonly where?: unknown }): string[] => {
  const isOneGroup = Array.isArray(where) && where.some((term: unknown) => isOnlyTerm(term))
  const groupKeys = isOneGroup ? Object.keys(table.columns).filter((key) => isShownInGroups(table, key)) : []
  return [...groupKeys, ...summedKeys(table)]
}

const isOnlyTerm = (term: unknown): boolean => typeof term === 'object' && term !== null && 'is' in term && term.is === 'only'

const isShownInGroups = ({ columns }: Table, key: string): boolean => {
  const { summedInGroups = false, besides = false } = columns[key] ?? {}
  return summedInGroups && !besides
}

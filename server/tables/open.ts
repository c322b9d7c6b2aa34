import type { Table } from '../../domain/tables/define.ts'
import { keysIn } from '../../domain/tables/view.ts'
import { malformed } from '../httpError.ts'
import { type Request, sortAsked } from './order.ts'

/**
 * Refuses a question that asks or sorts by columns which its reader may not see of all rows: the order and the count would tell. `filters` are
 * those that it uses besides conditions.
 */
export const requireOpen = (table: Table, question: Partial<Request>, filters: readonly string[] = []): void =>
  requireColumns(table, (key) => table.columns[key]?.open === true, question, filters)

/** Refuses a question that asks or sorts by columns of which `isShown` is not true. */
export const requireColumns = (
  { columns }: Table,
  isShown: (key: string) => boolean,
  question: Partial<Request>,
  filters: readonly string[],
): void => {
  const refuseOf = (keys: readonly string[], words: string) => {
    const key = keys.find((candidate) => Object.hasOwn(columns, candidate) && !isShown(candidate))
    if (key !== undefined) throw malformed(words, { label: columns[key]?.label ?? '' }, [{ path: key }])
  }
  refuseOf([...filters, ...keysIn(question.where ?? [])], '不能按{label}筛选')
  refuseOf(
    sortAsked(question).map(({ key }) => key),
    '不能按{label}排序',
  )
}

import type { Table } from '../../domain/tables/define.ts'
import { keysIn } from '../../domain/tables/view.ts'
import { malformed } from '../httpError.ts'
import { type Request, sortAsked } from './order.ts'

/**
 * Refuses a question that asks or sorts by columns which its reader may not see of all rows: the order and the count would tell. `filters` are
 * those that it uses besides conditions, `summed` what is to be added up.
 */
export const requireOpen = (
  { columns }: Table,
  question: Partial<Request>,
  filters: readonly string[] = [],
  summedKeys: readonly string[] = [],
): void => {
  const refuseOf = (keys: readonly string[], words: string) => {
    const key = keys.find((candidate) => Object.hasOwn(columns, candidate) && !columns[candidate]?.open)
    if (key !== undefined) throw malformed(words, { label: columns[key]?.label ?? '' }, [{ path: key }])
  }
  refuseOf([...filters, ...keysIn(question.where ?? [])], '不能按{label}筛选')
  refuseOf(
    sortAsked(question).map(({ key }) => key),
    '不能按{label}排序',
  )
  refuseOf(summedKeys, '不能汇总{label}')
}

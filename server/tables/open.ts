import type { Table } from '../../domain/tables/define.ts'
import { keysIn } from '../../domain/tables/view.ts'
import { malformed } from '../unanswered.ts'
import { type Request, sortAsked } from './order.ts'

/**
 * Refuses a question that asks or sorts by columns which its reader may not see of all rows: the order and the count would tell. `filters` are
 * those that it uses besides conditions, `summed` what is to be added up.
 */
export const requireOpen = (
  { columns }: Table,
  question: Partial<Request>,
  filters: readonly string[] = [],
  summed: readonly string[] = [],
): void => {
  const refuseOf = (keys: readonly string[], words: string) => {
    const key = keys.find((each) => Object.hasOwn(columns, each) && !columns[each]!.open)
    if (key !== undefined) throw malformed(words, { label: columns[key]!.label }, [{ path: key }])
  }
  refuseOf([...filters, ...keysIn(question.where ?? [])], '不能按{label}筛选')
  refuseOf(
    sortAsked(question).map(({ key }) => key),
    '不能按{label}排序',
  )
  refuseOf(summed, '不能汇总{label}')
}

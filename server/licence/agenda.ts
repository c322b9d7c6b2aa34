import { addDays, dayAt } from '../../kernel/day.ts'
import { latestOrder } from '../../domain/licence/licence.ts'
import type { SourceReader } from '../agenda/source.ts'
import { ordersOf } from './licence.ts'

/** The last day of the licence, for administrators. */
export const licenceOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  if (!session.admin) return []
  const latest = latestOrder(await ordersOf(tx))
  const day = latest && addDays(dayAt(Date.parse(latest.endDate)), -1)
  if (!latest || !day || day < from || day >= to) return []
  return [
    { id: latest.orderId, words: '会员到期：{name}', params: { name: latest.skuEntity.periodName }, link: '/pages/user/organisation', day },
  ]
}

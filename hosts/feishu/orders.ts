import * as v from 'valibot'
import { divide } from '../../kernel/decimal.ts'
import type { WorkplaceOrder } from '../workplace.ts'

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(200))

/** An order as Feishu tells of it when it was paid. */
export const feishuOrder = v.object({
  order_id: text,
  price_plan_id: text,
  price_plan_type: text,
  buy_count: v.nullish(v.number(), 1),
  pay_time: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()),
  order_pay_price: v.nullish(v.number(), 0),
})

/** Feishu names no end: it follows from the plan. */
const monthsOf = (plan: string, count: number): number => {
  if (plan.endsWith('per_year')) return 12 * count
  if (plan.endsWith('per_month')) return count
  return plan === 'trial' ? 1 : 1200
}

export const orderOf = (orderRead: v.InferOutput<typeof feishuOrder>): WorkplaceOrder => {
  const { order_id: orderId, price_plan_type: plan, price_plan_id: edition, pay_time: paidAt } = orderRead
  const startMs = paidAt * 1000
  const end = new Date(startMs)
  end.setUTCMonth(end.getUTCMonth() + monthsOf(plan, orderRead.buy_count ?? 1))
  return {
    orderId,
    title: edition,
    isTrial: plan === 'trial',
    isVoid: false,
    startMs,
    endMs: end.getTime(),
    price: divide(String(Math.round(orderRead.order_pay_price ?? 0)), '100', 2),
    edition,
  }
}

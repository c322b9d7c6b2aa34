import * as v from 'valibot'
import { divide, type Decimal } from '../../kernel/decimal.ts'
import type { WorkplaceOrder } from '../workplace.ts'

const figure = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))])
const shortText = v.pipe(v.string(), v.maxLength(500))
const identifier = v.union([v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), v.pipe(v.number(), v.transform(String))])

/** An order of the market as it is pushed: money in fen, moments in milliseconds. */
export const marketOrder = v.object({
  orderId: identifier,
  goodsName: v.nullish(shortText),
  itemCode: v.nullish(shortText),
  itemName: v.nullish(shortText),
  payFee: v.nullish(figure),
  paidtime: v.nullish(figure),
  serviceStartTime: v.nullish(figure),
  serviceStopTime: v.nullish(figure),
  orderChargeType: v.nullish(shortText),
})

/** Cancelled, or closed for a refund: the order is none. */
const endings = ['market_order_cancel', 'market_service_close']
/** What DingTalk calls what no one pays for; whatever else it says was bought, also at no price. */
const trials = ['FREE', 'TRYOUT', 'TRIAL']

/** An order as ours; `toldMs` is when we heard of it, where it does not say when it began. */
export const orderOf = (order: v.InferOutput<typeof marketOrder>, action: string, toldMs: number): WorkplaceOrder => {
  const { orderId, goodsName, itemName, itemCode, payFee, orderChargeType } = order
  const amountFen = payFee ?? 0
  return {
    orderId,
    title: [goodsName, itemName].filter(Boolean).join(' ') || orderId,
    isTrial: orderChargeType ? trials.includes(orderChargeType.toUpperCase()) : amountFen === 0,
    isVoid: endings.includes(action),
    startMs: order.serviceStartTime ?? order.paidtime ?? toldMs,
    endMs: order.serviceStopTime ?? withoutEndMs,
    price: yuan(amountFen),
    edition: itemCode || itemName || '',
  }
}

const yuan = (amountFen: number): Decimal => divide(String(Math.round(amountFen)), '100', 2)
/** An order that names no end runs as long as anything does. */
const withoutEndMs = Date.UTC(2099, 11, 31)

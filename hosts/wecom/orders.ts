import type { WorkplaceOrder } from '../workplace.ts'
import { type WecomClient, isFault } from './client.ts'

/** An order as it stands; undefined where there is none of this number. */
export const orderOf = async (client: WecomClient, orderId: string): Promise<WorkplaceOrder | undefined> => {
  const order = await client.asSuite('service/get_order', { body: { orderid: orderId } }).catch((error: unknown) => {
    if (isFault(error, ...noSuchOrder)) return undefined
    throw error
  })
  if (!order) return undefined
  const moment = (...names: string[]) => Number(names.map((name) => order[name]).find((seconds) => Number(seconds) > 0) ?? 0) * 1000
  const startMs = moment('begin_time', 'paid_time', 'order_time')
  return {
    orderId: String(order['orderid'] ?? orderId),
    title: String(order['edition_name'] ?? ''),
    isTrial: false,
    isVoid: !inForce.has(Number(order['order_status'])),
    startMs,
    endMs: moment('end_time') || startMs + Number(order['order_period'] ?? 0) * 86_400_000,
    price: yuan(Number(order['price'] ?? 0)),
    edition: String(order['edition_id'] ?? ''),
  }
}

/** From fen. */
const yuan = (amountFen: number): string =>
  amountFen % 100 === 0 ? String(amountFen / 100) : `${Math.trunc(amountFen / 100)}.${String(amountFen % 100).padStart(2, '0')}`

/** Paid; refund asked for; refund refused. Not: unpaid, cancelled, run out unpaid, refunded. */
const inForce: ReadonlySet<number> = new Set([1, 4, 6])
const noSuchOrder = [84101, 84102, 40035] as const

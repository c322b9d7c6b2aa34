import * as v from 'valibot'
import { listInput, nothing, operation, type Operation } from '../operations/define.ts'

const order = v.object({
  orderId: v.string(),
  purchaseType: v.string(),
  createdBy: v.string(),
  /** It runs from `startDate` up to, but not including, `endDate`. */
  startDate: v.string(),
  endDate: v.string(),
  orderState: v.number(),
  skuEntity: v.object({ periodName: v.string(), price: v.string(), busdataScope: v.number() }),
})
export type LicenceOrderRow = v.InferOutput<typeof order>

/** The organisation's orders, latest first; domain/licence says which is in effect. */
export const licenceOrders = operation({
  name: 'saletenorder.getOperationOrder',
  path: '/api/sale/saletenorder/getOperationOrder',
  title: '会员套餐',
  access: 'signed-in',
  input: v.strictObject(listInput),
  output: v.array(order),
  reads: true,
})

/** Who to ask for a licence: administrators of the organisation by name, and who these turn to, empty where no one said so. */
export const licenceContact = operation({
  name: 'saletenorder.contact',
  method: 'GET',
  path: '/api/sale/saletenorder/contact',
  title: '续费联系人',
  access: 'signed-in',
  input: nothing,
  output: v.object({ operator: v.string(), administrators: v.array(v.string()) }),
  reads: true,
})

export const licenceOperations: readonly Operation[] = [licenceOrders, licenceContact]

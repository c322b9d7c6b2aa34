import type { Decimal } from '../../kernel/decimal.ts'
import { money, type Ref, text } from '../../kernel/field.ts'

/** The rules of an organisation that a document answers to before it is submitted, in the order in which they are told. */
export const policyTitles = { poolFirst: '先用闲置资产', standard: '配置标准', allowance: '领用定额' } as const
export type PolicyName = keyof typeof policyTitles

/** A policy that a kind answers to. `reason`: the header field in which its author says why a document goes on in spite of what is found. */
export type PolicyUse<K extends string = string> = { readonly policy: PolicyName; readonly reason: K }

/** A piece that was taken from a store, and what another one like it would have cost. */
export type AvoidedPurchase = { readonly asset: Ref<'asset'>; readonly price: Decimal }

export const idleReason = text('不用闲置资产的原因', { required: 'never', lines: 3, filledBy: 'policy' })
export const excessReason = text('超出标准或定额的原因', { required: 'never', lines: 3, filledBy: 'policy' })

/** The price of the purchase in whose place pieces are taken; absent where nothing was about to be bought. */
export const avoidedPrice = money('代替采购的单价', { required: 'never', filledBy: 'policy' })

/** What pieces of a line save. */
export const savingsOf = (price: Decimal | undefined, assets: readonly Ref<'asset'>[]): AvoidedPurchase[] =>
  price === undefined ? [] : assets.map((asset) => ({ asset, price }))

import { type Decimal, multiply } from '../../../kernel/decimal.ts'

/** What a line costs: prices may have four decimals, amounts are rounded to the fen, half up. */
export const lineAmount = ({ quantity, price = '0' }: { readonly quantity: Decimal; readonly price?: Decimal | undefined }): Decimal =>
  multiply(quantity, price, 2)

/** The same, said where a price is typed. */
export const priceHint = '最多四位小数；金额四舍五入到分'

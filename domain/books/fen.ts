import { type Decimal, toFixed } from '../../kernel/decimal.ts'
import type { Fen } from './depreciation.ts'

/** An amount in yuan with up to two places, "6999" or "6999.5", in fen. */
export const fenOf = (yuan: Decimal): Fen => BigInt(toFixed(yuan, 2).replace('.', ''))

/** The same amount in yuan with two places. */
export const yuanOf = (fen: Fen): Decimal => {
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

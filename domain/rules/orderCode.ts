import { secondAt } from '../../kernel/day.ts'

/**
 * The code of a document as delivered: `prefix`, the time of day in China as yyyyMMddHHmmss, and 8 random digits.
 * `now` is in milliseconds since 1970. `randomBelow` gives a whole number from 0 up to, but not, its limit; every
 * number must be equally likely. Codes of one second are told apart by the random digits only, so a unique index
 * has the last word.
 */
export const orderCode = (prefix: string, now: number, randomBelow: (limit: number) => number = secureRandomBelow): string =>
  prefix + secondAt(now).replace(/\D/g, '') + String(randomBelow(randomLimit)).padStart(8, '0')

const randomLimit = 100_000_000

/** Draws again where the last, incomplete run of `limit` numbers would favour the small ones. */
const secureRandomBelow = (limit: number): number => {
  const fair = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0]!
    if (drawn < fair) return drawn % limit
  }
}

/**
 * A password for a person's first sign-in, who is then asked for one of their own: it fulfils the rule of passwords, and has no letter or digit that
 * is mistaken for another one.
 */
export const oneTimePassword = (): string => [...pick(upper, 2), ...pick(lower, 4), ...pick(digits, 4)].join('')

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lower = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'

const pick = (signs: string, count: number): string[] =>
  Array.from(crypto.getRandomValues(new Uint32Array(count)), (random) => signs.charAt(random % signs.length))

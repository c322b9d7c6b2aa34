import { type FaultMender, WorkplaceFault } from './workplace.ts'

/**
 * What one or several codes of a chat come to. `token`: the token that was asked with is over. `licence`: the member has no licence of the
 * chat's own. `again` without seconds waits as long as what else came to nothing.
 */
export type FaultRow = {
  readonly codes: readonly (string | RegExp)[]
  readonly becomes: 'token' | 'again' | 'withdrawn' | 'refused'
  readonly afterSeconds?: number
  readonly mendedBy?: FaultMender
  /** For people: what happened, and what they can do. */
  readonly words: string
}

/** The row of a code; undefined for one that stands in none. */
export const faultRow = (table: readonly FaultRow[], code: string): FaultRow | undefined =>
  table.find(({ codes }) => codes.some((otherCode) => (typeof otherCode === 'string' ? otherCode === code : otherCode.test(code))))

/** The fault that a row says. A token that is over becomes one to come again with, which the operator mends: a new one was refused as well. */
export const faultBy = (row: FaultRow, code: string, message: string, afterSeconds = row.afterSeconds): WorkplaceFault => {
  const { becomes, words: advice, mendedBy } = row
  return becomes === 'token'
    ? new WorkplaceFault('again', code, message, { afterSeconds: tokenSeconds, advice, mendedBy: 'operator' })
    : new WorkplaceFault(becomes, code, message, { afterSeconds, advice, mendedBy })
}

/** How long a chat that takes no token of ours is left alone. */
const tokenSeconds = 300

import type { Id } from '../../kernel/id.ts'
import { lastOf } from '../../kernel/assert.ts'
import type { Storage } from '../storage/storage.ts'
import { onlyRow } from '../db/rows.ts'

/** A statement on one organisation's connection. `$1` is the organisation wherever a check asks. */
export type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>

/** How many faults a check found, and one of them. */
export type Faults = { readonly count: number; readonly example: string | null }

export type AuditFinding = Faults & { readonly orgId: Id; readonly check: string }

/** What an audit has besides the database: the key of the seals, where the files lie, and heads of seals that were written down. */
export type Means = {
  readonly sealKey?: string | undefined
  readonly storage?: Storage | undefined
  readonly heads?: readonly { readonly orgId: Id; readonly no: number; readonly head: string }[] | undefined
}

/** Something that always holds. `faults` answers how many do not, and one of them in words. */
export type Check = {
  readonly name: string
  readonly faults: (query: Query, orgId: Id, means: Means) => Promise<Faults>
}

/** A check in one statement that answers a row with the text `what` for every fault. */
export const holds = (name: string, faults: string): Check => ({
  name,
  faults: (query, orgId) =>
    onlyRow(query<Faults>(`select count(*)::int as count, min(what) as example from (${faults}) as fault (what)`, [orgId])),
})

/** A check that goes through everything piece by piece and says of each what is wrong with it, if anything is. */
export const checkOrganisation = (name: string, faults: (query: Query, orgId: Id, means: Means) => AsyncIterable<string>): Check => ({
  name,
  faults: async (query, orgId, means) => {
    let count = 0
    let example: string | null = null
    for await (const fault of faults(query, orgId, means)) {
      count++
      example ??= fault
    }
    return { count, example }
  },
})

/**
 * Rows in the order of a key, some at a time, so that none of it need fit into memory. `text` takes the organisation, the key after which
 * to begin and the number of rows.
 */
export const inPieces = async function* <R extends object>(
  query: Query,
  orgId: Id,
  text: string,
  { keyOf, size = 500 }: { readonly keyOf: (row: R) => string | number; readonly size?: number | undefined },
): AsyncGenerator<R> {
  for (let after: string | number = 0; ;) {
    const rows = await query<R>(text, [orgId, after, size])
    yield* rows
    if (rows.length < size) return
    after = keyOf(lastOf(rows))
  }
}

import type { Id } from '../../kernel/id.ts'
import type { RefusalError } from '../../kernel/refusal.ts'
import type { Memory } from './memory.ts'

/**
 * The handle to the database that a handler gets: one connection, bound to one organisation. For a writing operation it is
 * inside the one transaction of the request; for a reading one each statement stands alone.
 */
export type Tx = {
  readonly orgId: Id
  /** The moment by the database's clock, which all processes share; milliseconds since 1970. */
  readonly now: () => number
  /**
   * A constant, named statement; never build `text` from values. Every one names `org_id` itself as well: row-level security is the second
   * lock. `R` is what is expected of a row; a test holds it against what the database answers.
   */
  readonly query: <R extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    planMode?: PlanMode,
  ) => Promise<R[]>
  /** Runs a part of the transaction. Where it is refused nothing of it is left, the transaction goes on, and the refusal is the answer. */
  readonly attempt: <R>(run: () => Promise<R>) => Promise<R | RefusalError>
  /**
   * Written last of all, in the flight of the COMMIT and in one go with everything else that was said for the same `write`; forgotten with the
   * attempt that said it. Where no transaction is open it is written at once.
   */
  readonly atCommit: <T>(write: AtCommit<T>, item: T) => Promise<void>
  /** What this process read about the organisation within the last second. */
  readonly memory: Memory
}

/**
 * `anew`: one of very many texts, put together from pieces as a person asked for them; it has no name, and is planned by its values each time.
 */
export type PlanMode = 'once' | 'anew'

export type AtCommit<T> = (tx: Tx, items: readonly T[]) => Promise<unknown>

/** What only asks: constant statements of one organisation, whether or not one connection answers them all. */
export type QueryTx = Pick<Tx, 'orgId' | 'query'>

/** The same where what was read lately need not be read again. */
export type RecallingTx = Pick<Tx, 'orgId' | 'query' | 'memory'>

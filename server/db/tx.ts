import type { Kysely } from 'kysely'
import type { Id } from '../../kernel/id.ts'
import type { DB } from './rows.ts'

/**
 * The handle to the database that a handler gets: one connection, bound to one organisation. For a writing operation it is
 * inside the one transaction of the request; for a reading one each statement stands alone.
 */
export type Tx = {
  readonly orgId: Id
  /** The moment by the database's clock, which all processes share; milliseconds since 1970. */
  readonly now: () => number
  /** Typed statements. Every one names `org_id` itself as well; row-level security is the second lock. */
  readonly db: Kysely<DB>
  /** A constant, named statement; the way for hot paths and database functions. Never build `text` from values. */
  readonly query: <R extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<R[]>
}

/** What only asks: constant statements of one organisation, whether or not one connection answers them all. */
export type Asking = Pick<Tx, 'orgId' | 'query'>

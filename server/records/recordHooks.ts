import type { Id } from '../../kernel/id.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { Session, SignedIn } from '../call.ts'
import type { Conditions } from '../db/conditions.ts'
import type { Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import type { SortedBy } from '../tables/order.ts'

/** What is needed to write a record in a person's name: of a request, or of work that goes on after it. */
export type Writer = Pick<SignedIn, 'tx' | 'session' | 'at' | 'warn' | 'language'>

/** What a kind of record needs besides what its declaration says. The engine asks these and never asks which kind it is handling. */
export type RecordHooks = {
  /** Brings raw values to the form in which they are kept, before they are checked. */
  readonly canonical?: (raw: Values) => Values
  /** Fills in what the client left out, before the values are checked; `isNew` where the record is not stored yet. */
  readonly complete?: (call: Writer, raw: Values, isNew: boolean) => Promise<Values>
  /** What stands in a column whose field is empty, where that is not null. */
  readonly whenEmpty?: Values
  /** Enters a new record instead of a plain insert; false where its id is taken. */
  readonly insert?: (call: Writer, id: Id, values: Values) => Promise<boolean>
  /** Says no to an update by what stands elsewhere; `changed` are the keys of its fields. */
  readonly requireOwn?: (call: Writer, id: Id, changedKeys: readonly string[]) => Promise<void>
  /** Says what goes with a deletion that nothing else holds up, unless the person who asks was told. */
  readonly mayDelete?: (call: Writer, ids: readonly Id[], isConfirmed: boolean) => Promise<void>
  readonly afterSave?: (call: Writer, id: Id) => Promise<void>
  readonly afterUpdate?: (call: Writer, before: RecordRow, changes: Readonly<Record<string, readonly [unknown, unknown]>>) => Promise<void>
  readonly afterDelete?: (call: Writer, ids: readonly Id[]) => Promise<void>
  /** Where it is still used, besides the tables that the declaration names. */
  readonly uses?: (tx: Tx, ids: readonly Id[]) => Promise<{ id: Id; count: number; words: string }[]>
  /**
   * What its list understands besides filters by a column, or in place of one: adds its condition on the row `r` for the person who reads; `$1` is
   * the organisation.
   */
  readonly words?: Readonly<Record<string, (conditions: Conditions, value: unknown, session: Session) => void>>
  /** The condition on a row `r` that those see by who may not read the kind as a whole. */
  readonly openTo?: string
  /** The order of its list, of rows `r`, where no one asks for another; without it the newest come first. */
  readonly usualOrder?: readonly SortedBy[]
  /** True where a deleted record keeps its unique values for ever. */
  readonly keepsUniqueValues?: boolean
}

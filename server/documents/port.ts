import type { Decimal } from '../../kernel/decimal.ts'
import type { Fields } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { type Params, RefusalError } from '../../kernel/refusal.ts'
import type { Form, Json } from '../../domain/approval/form/form.ts'
import type { Effects } from '../../domain/approval/operations/approving.ts'
import type { SignedIn } from '../call.ts'
import type { ResubmitInput } from './flows.ts'
import type { Tx } from '../db/tx.ts'

/** A document lacks what it says itself before it may be posted; what the books lack is told otherwise. */
export class Incomplete extends RefusalError {}

export type Holdings = { readonly userName: string; readonly inUse: number; readonly lent: number }

/** What the approval engine reads of a document. `form` is its header fields with `lines` beside them, and `amount` where the kind has one. */
export type DocumentView = {
  readonly id: Id
  readonly kind: string
  readonly code: string
  readonly form: Form
  readonly title: string
  readonly summary: string
  readonly amount: Decimal | null
}

/** How a flow ended for its document without being approved; `returned` waits for the author. */
export type ClosedState = 'rejected' | 'withdrawn' | 'returned' | 'terminated'

/**
 * What the approval engine asks of documents. It has locked the process by then; the document and the ledger are locked after it,
 * in this order everywhere. All of it happens in the transaction of the command.
 */
export type DocumentPort = {
  readonly load: (tx: Tx, documentId: Id) => Promise<DocumentView>
  /** The amount of money that a form of the kind is about; null where it has none or cannot be told. */
  readonly amountOf: (kind: string, form: Form) => Decimal | null
  /** Writes header fields and `lines` (whole) that a step changed; the reservation follows. Refuses what the kind does not take. */
  readonly patch: (tx: Tx, documentId: Id, patch: Form, actor: Id) => Promise<void>
  /**
   * The last approval fell: posts. Answers what is worth keeping of it. A refusal leaves the document unposted; Incomplete where it is
   * the document's own. */
  readonly approved: (tx: Tx, documentId: Id, processId: Id, actor: Id) => Promise<Json>
  readonly closed: (tx: Tx, documentId: Id, outcome: ClosedState, actor: Id) => Promise<void>
  /** The document's own submit call, for clients that start a flow and name the document. Answers the process, null where it posted directly. */
  readonly submit: (
    call: SignedIn,
    documentId: Id,
    choice: {
      readonly deptId?: Id | undefined
      readonly chosen?: Record<string, Id[]> | undefined
      readonly again?: ResubmitInput | undefined
    },
  ) => Promise<{ readonly processId: Id | null; readonly state: string }>
  /** Names and pictures of everything that a form of the kind refers to, by id. */
  readonly names: (tx: Tx, kind: string, form: Form) => Promise<{ names: Record<Id, string>; pictures: Record<Id, string> }>
  /** Names of everything that some fields refer to, by id. */
  readonly namesIn: (tx: Tx, parts: readonly { readonly fields: Fields; readonly values: Form }[]) => Promise<Record<Id, string>>
  /** What a document that is not in the books yet will do to the stock. */
  readonly effects: (
    tx: Tx,
    document: { readonly kind: string; readonly documentId: Id; readonly form: Form },
    say: (words: string, params?: Params) => string,
  ) => Promise<Effects>
  /** How much the person has now who a document is for. */
  readonly holdings: (tx: Tx, kind: string, form: Form, author: Id) => Promise<Holdings | null>
}

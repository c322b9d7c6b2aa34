import type { Id } from '../../kernel/id.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** What an author says who submits again what was returned: `formRev` is the form that he saw. */
export type Again = { readonly formRev?: number | undefined; readonly comment?: string | undefined }

/** What documents ask of approval. */
export type Flows = {
  /** True where the organisation has installed and enabled the flow; `flowKey` is without suffix. */
  readonly installed: (tx: Tx, flowKey: string) => Promise<boolean>
  /**
   * Starts the flow for a document that is stored in state `inApproval`, or takes up the one that was returned to its author (`returned`);
   * answers the instance. It may be over, and the document posted, on return.
   */
  readonly start: (
    call: SignedIn,
    start: {
      readonly flowKey: string
      readonly documentId: Id
      readonly returned: Id | undefined
      readonly deptId: Id | undefined
      readonly chosen: Readonly<Record<string, readonly Id[]>>
      readonly again?: Again | undefined
    },
  ) => Promise<Id>
  /** Withdraws a running instance for its initiator; the document is closed on return. */
  readonly withdraw: (call: SignedIn, instanceId: Id, comment: string | undefined) => Promise<void>
  /** True for somebody who decides, decided, was copied or asked in the instance: they may read its document. */
  readonly takesPart: (tx: Tx, instanceId: Id, uid: Id) => Promise<boolean>
}

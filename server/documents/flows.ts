import type { Direct } from '../../domain/documents/operations.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import type { Id } from '../../kernel/id.ts'
import type { WriteContext, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** What an author says who submits again what was returned: `formRev` is the form that he saw. */
export type ResubmitInput = { readonly formRev?: number | undefined; readonly comment?: string | undefined }

/** How an author submits, besides the content. */
export type SubmitChoice = {
  readonly version?: number | undefined
  readonly deptId?: Id | undefined
  readonly chosen?: Readonly<Record<string, readonly Id[]>> | undefined
  readonly again?: ResubmitInput | undefined
  readonly direct?: Direct | undefined
}

/** A flow that was started. While its process is running, the document stands as it was stored. */
export type StartedFlow = { readonly processId: Id; readonly isRunning: boolean }

/** What documents ask of approval. */
export type Flows = {
  /** True where the organisation has installed and enabled the flow; `flowKey` is without suffix. */
  readonly installed: (tx: Tx, flowKey: string) => Promise<boolean>
  /** Refuses in words who may not start the flow; where it is not in use, no one is refused. */
  readonly requireStarter: (call: SignedIn, flowKey: string) => Promise<void>
  /**
   * Starts the flow for a document that is stored in state `inApproval`, or takes up the one that was returned to its author (`returned`);
   * answers the process. Where it is not running any more, it may be over, and the document posted, on return.
   */
  readonly start: (
    call: WriteContext,
    start: {
      readonly flowKey: string
      readonly documentId: Id
      /** The id of the process, where the document is stored with it already. */
      readonly processId?: Id | undefined
      readonly returned: Id | undefined
      readonly deptId: Id | undefined
      readonly chosen: Readonly<Record<string, readonly Id[]>>
      readonly again?: ResubmitInput | undefined
    },
  ) => Promise<StartedFlow>
  /** Withdraws a running process for its initiator; the document is closed on return. */
  readonly withdraw: (call: SignedIn, processId: Id, comment: string | undefined) => Promise<void>
  /**
   * Whether a person started the process, decides or decided in it, was copied or asked, and so may read its document; and what its steps
   * hide from them, from a person without a part what they hide from the person who starts it.
   */
  readonly readerOf: (tx: Tx, processId: Id, uid: Id) => Promise<{ readonly takesPart: boolean; readonly permissions: FieldPermissions }>
}

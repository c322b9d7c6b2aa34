import { documentLink, type DocumentKind, isConsumable } from '../../../domain/documents/define.ts'
import { isReceivedInParts, type MissingPart, receivedLines } from '../../../domain/documents/partialReceipt.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { release } from '../../ledger/ledger.ts'
import { notify } from '../../messaging/notify.ts'
import { type Body, requireComplete } from '../body.ts'
import type { ReceiptLines } from './documentReceipts.ts'
import { bodyOf, type DocumentRecord, type LineRecord, namedBody, peopleOf, readReferenceNames, rewriteDocument } from '../store.ts'

type ReceiptInput = {
  readonly kind: DocumentKind
  readonly document: DocumentRecord
  readonly lines: readonly LineRecord[]
  readonly receipt: PartialReceipt
  /** Where several people receive it: whose lines these are. */
  readonly ownReceipt?: (ReceiptLines & { readonly name: string }) | undefined
}

/**
 * The document as its receiver has it, before it goes into the books: its lines say what he has and what becomes of the rest, and all that it kept is
 * free again. The people on the other side are told of what is missing, and why.
 */
export const takePart = async (
  { tx, session, at }: SignedIn,
  { kind, document, lines, receipt, ownReceipt }: ReceiptInput,
): Promise<Body> => {
  if (!isReceivedInParts(kind)) refuse('not-in-parts', '{title}不能只确认一部分', { title: kind.title })
  const handedBody = bodyOf(document, lines)
  const ownLines = ownReceipt ? handedBody.lines.filter(({ lineNo }) => ownReceipt.lineNos.includes(lineNo)) : handedBody.lines
  const outcome = receivedLines(kind, ownLines, receipt, { mayBeNothing: ownReceipt !== undefined })
  if ('refusal' in outcome) throw new RefusalError(outcome.refusal)
  const partLines = new Map(outcome.lines.map((line) => [line.lineNo, line]))
  const receivedBody: Body = { ...handedBody, lines: handedBody.lines.map((line) => partLines.get(line.lineNo) ?? line) }
  const { body, names } = namedBody(receivedBody, await readReferenceNames(tx, kind, receivedBody))
  requireComplete(kind, body, 'posting')
  // What is kept for the others is kept until the lines of this one are in the books.
  if (!ownReceipt) await release(tx, document.id)
  const { state, stage } = document
  const seenVersions = lines.map((line) => line.seen)
  const details = { reason: receipt.reason, rest: receipt.rest, missing: outcome.missing }
  const write = { id: document.id, kind, body, names, state, stage, complete: true, at, seen: seenVersions } as const
  await rewriteDocument(tx, document, write, { actor: session.uid, event: { action: 'receivePart', details } })
  const person = ownReceipt?.name ?? session.userName
  await tellHandedOver(tx, { kind, document, actor: session.uid, person, receiver: ownReceipt?.uid, receipt, missing: outcome.missing })
  return body
}

type PartNotice = {
  readonly kind: DocumentKind
  readonly document: DocumentRecord
  readonly actor: Id
  readonly person: string
  /** Of several people the owner of these lines, who is told where another person confirmed for him. */
  readonly receiver: Id | undefined
  readonly receipt: PartialReceipt
  readonly missing: readonly MissingPart[]
}

/** Tells the person who handed the things over, the author and the receiver what is missing. */
const tellHandedOver = async (tx: Tx, { kind, document, actor, person, receiver, receipt, missing }: PartNotice): Promise<void> => {
  const handers = await tx.query<{ uid: Id }>(
    `select actor_uid as uid from document_event where org_id = $1 and document_id = $2 and action = 'await' order by seq desc limit 1`,
    [tx.orgId, document.id],
  )
  const concernedUids = [...handers.map(({ uid }) => uid), ...peopleOf(document), ...(receiver === undefined ? [] : [receiver])]
  const uids = [...new Set(concernedUids)].filter((uid) => uid !== actor)
  await notify(tx, {
    uids,
    msgType: messageTypes.notify,
    category: isConsumable(kind) ? 'stock' : 'asset',
    title: restTitles[receipt.rest],
    params: { person, code: document.code, summary: document.summary, lines: missing.length },
    content: receipt.reason,
    link: documentLink(kind, document.id),
  })
}

const restTitles: Readonly<Record<PartialReceipt['rest'], string>> = {
  wait: '{person}没有领齐{code}（{summary}），缺的等候补发',
  drop: '{person}没有领齐{code}（{summary}），缺的不再发放',
}

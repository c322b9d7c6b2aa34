import type { Decimal } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { documentLink, type DocumentKind, documentStates, isConsumable } from '../../../domain/documents/define.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import type { Session, SignedIn } from '../../call.ts'
import { notify } from '../../messaging/notify.ts'
import { NotFound } from '../../httpError.ts'
import { inScope, keeps } from '../scope.ts'
import { type DocumentRecord, lockDocument, record, tellScreens } from '../store.ts'
import { tellWaiting, waitingLines } from '../waitingLines.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** Whose rest it is to give up: the person who keeps it, asked for it, or is to get it. */
export const mayGiveUp = (session: Session, kind: DocumentKind, document: DocumentRecord): boolean =>
  kind.fulfilmentWords !== undefined &&
  document.state === 'posted' &&
  (keeps(session, kind) || isOwner(session, document)) &&
  inScope(session, kind, document)

const isOwner = ({ uid }: Session, { authorUid, subjectUid }: DocumentRecord): boolean => authorUid === uid || subjectUid === uid

/**
 * No one fulfils what of a document's lines is still open: it leaves the open ones and waits no more, and the person who waits behind it hears of
 * what is there. The reason is asked of everyone but the one who it is for. Giving up again changes nothing.
 */
export const giveUp = async (call: SignedIn, kind: DocumentKind, id: Id, reason: string | undefined): Promise<void> => {
  const { tx, session } = call
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind || !inScope(session, kind, existing)) throw new NotFound()
  const { code, state, subjectUid, authorUid, summary } = existing
  if (!mayGiveUp(session, kind, existing)) refuse('nothing-open', '{code}{state}，没有未完成的部分', { code, state: documentStates[state] })
  const isOwn = subjectUid === session.uid
  const openRest = await tx.query<{ lineNo: number; item: Id | null; quantity: Decimal; waited: boolean }>(
    `with open as (
       select line_no, waits_since is not null as waited, quantity - done_quantity - given_up as rest from document_line
       where org_id = $1 and document_id = $2 and done_quantity + given_up < quantity for update)
     update document_line l set given_up = l.given_up + o.rest, waits_since = null from open o
     where l.org_id = $1 and l.document_id = $2 and l.line_no = o.line_no
     returning l.line_no as "lineNo", l.item_id as item, o.rest as quantity, o.waited`,
    [tx.orgId, id],
  )
  if (openRest.length === 0) return
  if (!isOwn && !reason) refuse('why-given-up', '请写明原因')
  const lines = openRest.toSorted((a, b) => a.lineNo - b.lineNo).map(({ lineNo, quantity }) => ({ lineNo, quantity }))
  const people = [...new Set([authorUid, ...(subjectUid ? [subjectUid] : [])])]
  await Promise.all([
    tx.query('update document set version = version + 1, updated_at = now() where org_id = $1 and id = $2', [tx.orgId, id]),
    record(tx, id, { action: 'giveUp', actor: session.uid, details: { reason, rest: lines } }),
    tellScreens(tx, kind, id, people),
    notify(tx, {
      uids: people.filter((uid) => uid !== session.uid),
      msgType: messageTypes.notify,
      category: isConsumable(kind) ? 'stock' : 'asset',
      title: kind.shortfallRule ? '您申请的{summary}，余下的{over}' : '{code}余下的不再到货：{summary}',
      params: { code, summary, over: assertDefined(kind.fulfilmentWords, 'the words of fulfilment').over },
      content: reason ?? '',
      link: documentLink(kind, id),
    }),
  ])
  const items = openRest.flatMap(({ item, waited }) => (waited && item !== null ? [item] : []))
  await tellWaiting(tx, { actor: session.uid, keeper: false }, await waitingLines(tx, id, items))
}

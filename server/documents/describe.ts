import { add, compare, isPositive } from '../../kernel/decimal.ts'
import { textIn } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import { hidesAmount, hidesThings, isHidden, seenOf } from '../../domain/approval/form/hiddenFields.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind, editableStates } from '../../domain/documents/define.ts'
import { firstOf } from '../../domain/documents/firstOf.ts'
import { hasLineReceivers, lineReceiversOf } from '../../domain/documents/receivers.ts'
import type { AccountKind } from '../../domain/ledger/ledger.ts'
import type { DocumentInfo } from '../../domain/documents/operations.ts'
import type { Session, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import type { Readable } from './engine.ts'
import { mayGiveUp } from './posting/givingUp.ts'
import { type DocumentReceipt, mayOfReceipt, readReceipts } from './receipts/documentReceipts.ts'
import { mayTake } from './receipts/receipts.ts'
import { readRelations } from './related.ts'
import { keeps } from './scope.ts'
import { bodyOf, type DocumentRecord, type LineRecord, readLines, readReferenceNames } from './store.ts'
import { aheadOf } from './waitingLines.ts'

/** How many of the assets that a document made are named on it. */
const createdShown = 200

/** One document with its lines, the names of all it refers to, its history, and what the caller may do now; without what is hidden from him. */
export const describeDocument = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  kind: DocumentKind,
  { document: record, permissions }: Readable,
): Promise<DocumentInfo> => {
  const storedLines = await readLines(tx, record.id)
  const visibleBody = seenOf(permissions, { header: record.header, lines: storedLines.map(({ data }) => data) })
  const lines = storedLines.flatMap((line, storedLine) =>
    visibleBody.lines[storedLine] ? [{ ...line, data: { ...visibleBody.lines[storedLine] } }] : [],
  )
  const showsThings = !hidesThings(kind, permissions)
  const [names, history, created, takes, ahead, { relatedDocuments, application }, receipts] = await Promise.all([
    readReferenceNames(tx, kind, bodyOf({ ...record, header: { ...visibleBody.header } }, lines)),
    readEvents(tx, record.id),
    kind.createdAssets && showsThings ? readCreatedAssets(tx, record.id) : [],
    record.state === 'inProgress' && mayTake(tx, session, { kind, document: record, stage: record.stage }),
    kind.shortfallRule && record.state === 'posted' && storedLines.some(isUnfulfilled) ? aheadOf(tx, record.id) : null,
    readRelations(tx, session, record),
    receiptsOf(tx, kind, record.id, storedLines),
  ])
  const hidesReceivers = isHidden(permissions, `lines.${kind.stages?.[0]?.byLine}`)
  const receiptRows = receipts
    .filter(({ uid }) => !hidesReceivers || uid === session.uid)
    .map((receipt) => receiptRow(session, kind, record, receipt))
  const mayAdvance =
    receipts.length > 0 && record.stage === 0 ? receiptRows.some(({ uid, may }) => uid === session.uid && may === 'confirm') : takes
  // The name of the receiver is for readers of that field; the author stands in the history's first row.
  const subject = kind.subject === undefined ? undefined : textIn(visibleBody.header, kind.subject)
  const receivers = lineReceiversOf(kind, visibleBody.header, visibleBody.lines) ?? [subject ?? []].flat()
  const personNames = new Map(names.filter(({ noun }) => noun === 'person').map(({ id, name }) => [id, name]))
  const { subjectUid: _, lineReceiverUids: __, locIds: ___, bodyHash: ____, header: _____, ...row } = record
  return {
    ...row,
    ...(hidesAmount(kind, permissions) && { amount: null }),
    ...(!showsThings && { summary: '' }),
    authorName: history.find(({ actorUid }) => actorUid === record.authorUid)?.actorName ?? '',
    subjectName: firstOf(receivers.flatMap((uid) => personNames.get(uid) ?? [])) || null,
    header: { ...visibleBody.header },
    lines: lines.map(({ lineNo, sourceLine, doneQuantity, givenUp, data }) => ({ lineNo, sourceLine, doneQuantity, givenUp, ...data })),
    names: Object.fromEntries(names.map(({ id, name }) => [id, name])),
    pictures: Object.fromEntries(names.flatMap(({ id, picture }) => (picture ? [[id, picture]] : []))),
    fulfilled: kind.fulfilmentWords && record.state === 'posted' ? howFar(storedLines) : null,
    ahead,
    created,
    relatedDocuments,
    processNumber: application?.number ?? null,
    receipts: receiptRows,
    events: history.map(({ actorUid: _____, ...event }) => ({ ...event, details: seenDetails(permissions, event.details) })),
    may: {
      ...mayOf(session, kind, record),
      openApplication: application?.isOpen === true,
      advance: mayAdvance ? (kind.stages?.[record.stage]?.key ?? null) : null,
      giveUp: mayGiveUp(session, kind, record) && storedLines.some(isOpen),
    },
  }
}

/** The receipts of a document: there are some only where a line names a receiver of its own. */
const receiptsOf = (tx: Tx, kind: DocumentKind, id: Id, lines: readonly LineRecord[]): Promise<DocumentReceipt[]> | DocumentReceipt[] =>
  hasLineReceivers(
    kind,
    lines.map(({ data }) => data),
  )
    ? readReceipts(tx, id)
    : []

/** A receipt as a person reads it, with what he may say of it now. */
const receiptRow = (
  session: Session,
  kind: DocumentKind,
  document: DocumentRecord,
  receipt: DocumentReceipt,
): DocumentInfo['receipts'][number] => {
  const { uid, name, lineNos, confirmedAt, confirmedBy, confirmedByName, signature } = receipt
  const standIn = confirmedBy === uid ? null : confirmedByName
  return { uid, name, lineNos: [...lineNos], confirmedAt, standIn, signature, may: mayOfReceipt(session, kind, document, receipt) }
}

type EventRow = { action: string; actorUid: Id; actorName: string; at: string; details: Record<string, unknown> }

const readEvents = (tx: Tx, documentId: Id): Promise<EventRow[]> =>
  tx.query<EventRow>(
    `select e.action, e.actor_uid as "actorUid", p.user_name as "actorName", e.at, e.details
     from document_event e join person p on p.org_id = $1 and p.id = e.actor_uid
     where e.org_id = $1 and e.document_id = $2 order by e.seq`,
    [tx.orgId, documentId],
  )

/** The first of the assets that a document put on record. */
const readCreatedAssets = (tx: Tx, documentId: Id): Promise<{ id: Id; code: string }[]> =>
  tx.query<{ id: Id; code: string }>(
    `select a.id, a.instance_code as code from move m join asset a on a.org_id = $1 and a.id = m.item_id
     where m.org_id = $1 and m.document_id = $2 and m.reverses is null and split_part(m.from_account, ':', 1) = any ($3::text[])
     order by m.line_no, a.instance_code limit ${createdShown}`,
    [tx.orgId, documentId, birthAccounts],
  )

/** Where assets come from that were on no register: what was lost and found again was. */
const birthAccounts: readonly AccountKind[] = ['supplier', 'surplus', 'converted']

/** What a person may do with a document by its state and by their functions alone. */
const mayOf = (
  session: Session,
  kind: DocumentKind,
  { authorUid, state, processId }: DocumentRecord,
): Omit<DocumentInfo['may'], 'advance' | 'giveUp' | 'openApplication'> => {
  const isOwn = authorUid === session.uid
  const isEditable = isOwn && editableStates.includes(state)
  const code = codeOf(kind)
  const mayFulfilBy = (otherKind: DocumentKind): boolean =>
    otherKind.from?.kind === kind.kind &&
    (otherKind.kind !== kind.kind || keeps(session, kind)) &&
    session.codes.has(`${codeOf(otherKind)}:save`)
  return {
    update: isEditable,
    submit: isEditable && session.codes.has(`${code}:submit`),
    withdraw: isOwn && processId !== null && (state === 'inApproval' || state === 'returned'),
    delete: isOwn && state === 'draft',
    reverse: (state === 'posted' || state === 'inProgress') && session.codes.has(`${code}:reverse`),
    fulfil: state === 'posted' ? documentKinds.filter(mayFulfilBy).map((otherKind) => otherKind.kind) : [],
  }
}

/** True of a line that waits for its item, or may. */
const isUnfulfilled = ({ data, doneQuantity }: LineRecord): boolean => compare(doneQuantity, String(data['quantity'] ?? '0')) < 0

const isOpen = ({ data, doneQuantity, givenUp }: LineRecord): boolean =>
  compare(add(doneQuantity, givenUp), String(data['quantity'] ?? '0')) < 0

const howFar = (lines: readonly LineRecord[]): DocumentInfo['fulfilled'] => {
  if (!lines.some(isOpen)) return lines.some(({ givenUp }) => isPositive(givenUp)) ? 'over' : 'all'
  return lines.some((line) => isPositive(line.doneQuantity)) ? 'some' : 'none'
}

/** What was remembered of a change: the content before it is shown as the content itself is. */
const seenDetails = (permissions: FieldPermissions, details: Record<string, unknown>): Record<string, unknown> => {
  const { before, lines } = details as { before?: Record<string, unknown>; lines?: Record<string, unknown>[] }
  if (!before && !lines) return details
  const visibleBody = seenOf(permissions, { header: before ?? {}, lines: lines ?? [] })
  return { ...details, ...(before && { before: visibleBody.header }), ...(lines && { lines: visibleBody.lines }) }
}

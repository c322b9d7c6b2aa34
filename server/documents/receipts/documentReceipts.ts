import { codeOf, type DocumentKind } from '../../../domain/documents/define.ts'
import { hasLineReceivers, lineReceiverOf } from '../../../domain/documents/receivers.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import type { Id } from '../../../kernel/id.ts'
import { add, compare, type Decimal, subtract } from '../../../kernel/decimal.ts'
import type { Account } from '../../../domain/ledger/ledger.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { release } from '../../ledger/ledger.ts'
import { type Body, headerOf, valuesOf } from '../body.ts'
import { type DocumentAction, postEffects } from '../posting/effects.ts'
import { isManaged } from '../scope.ts'
import type { DocumentRecord } from '../store.ts'

/** The lines of a document that one of several people receives. */
export type ReceiptLines = { readonly uid: Id; readonly lineNos: readonly number[] }

/** The same as it is stored: when he confirmed that he has them, and who said so. */
export type DocumentReceipt = ReceiptLines & {
  readonly name: string
  readonly confirmedAt: string | null
  readonly confirmedBy: Id | null
  readonly confirmedByName: string | null
  readonly signature: string | null
}

/** The receivers of a document with their lines, where a line names a receiver of its own; empty where one receives all. */
export const receiptsIn = (kind: DocumentKind, body: Body): ReceiptLines[] => {
  const values = body.lines.map((line) => line.values)
  if (!hasLineReceivers(kind, values)) return []
  const lines = body.lines.flatMap((line) => {
    const uid = lineReceiverOf(kind, body.header, line.values)
    const moves = kind.moves?.(headerOf(body), valuesOf(line), 0) ?? []
    return uid === undefined || moves.length === 0 ? [] : [{ uid, lineNo: line.lineNo }]
  })
  return [...Map.groupBy(lines, ({ uid }) => uid)].map(([uid, ownLines]) => ({ uid, lineNos: ownLines.map(({ lineNo }) => lineNo) }))
}

/** The receipts of a document, in the order of its lines; none where one person or place receives all of it. */
export const readReceipts = (tx: Tx, documentId: Id): Promise<DocumentReceipt[]> =>
  tx.query<DocumentReceipt>(
    `select r.uid, p.user_name as name, r.line_nos as "lineNos", r.confirmed_at as "confirmedAt", r.confirmed_by as "confirmedBy",
       c.user_name as "confirmedByName", r.signature
     from document_receipt r join person p on p.org_id = $1 and p.id = r.uid
     left join person c on c.org_id = $1 and c.id = r.confirmed_by
     where r.org_id = $1 and r.document_id = $2 order by r.line_nos, r.uid`,
    [tx.orgId, documentId],
  )

/** The lines of a document that its receivers have confirmed. */
export const confirmedLines = (receipts: readonly Pick<DocumentReceipt, 'lineNos' | 'confirmedAt'>[]): number[] =>
  receipts.filter(({ confirmedAt }) => confirmedAt !== null).flatMap(({ lineNos }) => lineNos)

/**
 * What a person may say of a receipt: he himself, and an administrator for him, that he has his lines, though not of what the administrator sent
 * himself; who may take the document back, that nothing was fetched. Null where it is not open or not his to say.
 */
export const mayOfReceipt = (
  session: Session,
  kind: DocumentKind,
  document: DocumentRecord,
  { uid, confirmedAt }: DocumentReceipt,
): 'confirm' | 'return' | null => {
  if (confirmedAt !== null || document.state !== 'inProgress' || document.stage !== 0) return null
  if (uid === session.uid || (session.managedLocations === 'all' && document.authorUid !== session.uid)) return 'confirm'
  return session.codes.has(`${codeOf(kind)}:reverse`) && isManaged(session, kind, document) ? 'return' : null
}

/** True of a partial receipt by which a receiver has none of his lines. */
export const saysNothing = ({ lineNos }: ReceiptLines, { lines }: PartialReceipt): boolean =>
  lineNos.every((lineNo) => {
    const part = lines.find((line) => line.lineNo === lineNo)
    return part !== undefined && (part.assets ?? []).length === 0 && compare(part.quantity ?? '0', '0') === 0
  })

/** A document begins to wait for its receivers, each for his lines. */
export const insertReceipts = (tx: Tx, documentId: Id, receipts: readonly ReceiptLines[]): Promise<unknown> =>
  tx.query(
    `insert into document_receipt (org_id, document_id, uid, line_nos)
     select o.org_id, $2, r.uid, r.lines from organisation o cross join jsonb_to_recordset($3::jsonb) as r (uid bigint, lines int[])
     where o.org_id = $1`,
    [tx.orgId, documentId, JSON.stringify(receipts.map(({ uid, lineNos }) => ({ uid, lines: lineNos })))],
  )

/** The receivers of what is handed over at once have it: the keeper says so for them, each may have signed. */
export const insertConfirmedReceipts = (
  tx: Tx,
  { id, actor, at }: DocumentAction,
  receipts: readonly ReceiptLines[],
  signatures: Readonly<Record<Id, string>>,
): Promise<unknown> =>
  tx.query(
    `insert into document_receipt (org_id, document_id, uid, line_nos, confirmed_at, confirmed_by, signature)
     select o.org_id, $2, r.uid, r.lines, $4, $5, r.signature
     from organisation o cross join jsonb_to_recordset($3::jsonb) as r (uid bigint, lines int[], signature text)
     where o.org_id = $1`,
    [
      tx.orgId,
      id,
      JSON.stringify(receipts.map(({ uid, lineNos }) => ({ uid, lines: lineNos, signature: signatures[uid] ?? null }))),
      new Date(at).toISOString(),
      actor,
    ],
  )

type PostedReceipt = {
  readonly receipt: ReceiptLines
  /** All of the document, as they stood before. */
  readonly receipts: readonly (ReceiptLines & Pick<DocumentReceipt, 'confirmedAt'>)[]
  readonly signature?: string | undefined
}

/**
 * Puts the lines of one receiver into the books. What is kept for the others stays kept. Answers whether the document is complete: no one else has
 * still to confirm.
 */
export const postReceipt = async (
  tx: Tx,
  action: DocumentAction,
  { receipt, receipts, signature }: PostedReceipt,
): Promise<{ readonly isLast: boolean }> => {
  const open = receipts.filter(({ uid, confirmedAt }) => uid !== receipt.uid && confirmedAt === null)
  const isLast = open.length === 0
  const reservations = isLast ? [] : await readReservations(tx, action.id)
  const broughtLines = [...confirmedLines(receipts), ...receipt.lineNos]
  await postEffects(tx, { ...action, share: { lineNos: receipt.lineNos, broughtLines, isLast } }, 0)
  await release(tx, action.id)
  if (!isLast) {
    const openLines = open.flatMap(({ lineNos }) => lineNos)
    await keepReserved(tx, action, reservations, openLines)
  }
  await tx.query(
    `update document_receipt set confirmed_at = $4, confirmed_by = $5, signature = $6
     where org_id = $1 and document_id = $2 and uid = $3`,
    [tx.orgId, action.id, receipt.uid, new Date(action.at).toISOString(), action.actor, signature ?? null],
  )
  return { isLast }
}

type Reservation = { readonly account: Account; readonly item: Id; readonly quantity: Decimal }

const readReservations = (tx: Tx, documentId: Id): Promise<Reservation[]> =>
  tx.query<Reservation>(
    'select account, item_id as item, quantity from reservation where org_id = $1 and document_id = $2 order by account, item_id',
    [tx.orgId, documentId],
  )

/** Reserves anew what was reserved for lines that are still to be received, no more than that; the balances are locked by the posting before. */
const keepReserved = async (
  tx: Tx,
  { id, kind, body }: DocumentAction,
  reservations: readonly Reservation[],
  openLines: readonly number[],
): Promise<void> => {
  const openNeeds = new Map<Id, Decimal>()
  for (const line of body.lines.filter(({ lineNo }) => openLines.includes(lineNo)))
    for (const { item, quantity } of kind.moves?.(headerOf(body), valuesOf(line), 0) ?? [])
      openNeeds.set(item, add(openNeeds.get(item) ?? '0', quantity))
  const keptReservations = reservations.flatMap((reservation) => {
    const need = openNeeds.get(reservation.item) ?? '0'
    const quantity = compare(need, reservation.quantity) < 0 ? need : reservation.quantity
    openNeeds.set(reservation.item, subtract(need, quantity))
    return compare(quantity, '0') > 0 ? [{ ...reservation, quantity }] : []
  })
  if (keptReservations.length === 0) return
  await tx.query('select from ledger_reserve($1, $2, $3::text[], $4::bigint[], $5::numeric[])', [
    tx.orgId,
    id,
    keptReservations.map(({ account }) => account),
    keptReservations.map(({ item }) => item),
    keptReservations.map(({ quantity }) => quantity),
  ])
}

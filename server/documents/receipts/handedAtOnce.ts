import { documentLink, type DocumentKind, isConsumable } from '../../../domain/documents/define.ts'
import type { Direct } from '../../../domain/documents/operations.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { notify } from '../../messaging/notify.ts'
import type { ReferenceName } from '../references.ts'
import type { Body } from '../body.ts'
import type { DocumentAction } from '../posting/effects.ts'
import { subjectOf, summaryOf, tellScreens } from '../store.ts'
import { insertConfirmedReceipts, receiptsIn } from './documentReceipts.ts'

type DirectHandover = {
  readonly action: DocumentAction
  readonly names: readonly ReferenceName[]
  readonly summary: string
  readonly direct: Direct | undefined
}

/**
 * What a keeper handed over without an approval is on record for each of several receivers, with what he signed, and the receivers hear of it where the
 * kind tells no one of its pieces.
 */
export const recordHandover = async (tx: Tx, session: Session, { action, names, summary, direct }: DirectHandover): Promise<void> => {
  const { id, kind, body } = action
  const receipts = receiptsIn(kind, body)
  const nameById = new Map(names.map((reference) => [reference.id, reference.name]))
  const handovers: readonly Handover[] =
    receipts.length > 0
      ? receipts.map(({ uid, lineNos }) => ({ uid, summary: summaryOf(kind, linesIn(body, lineNos), nameById) }))
      : [subjectOf(kind, body) ?? []].flat().map((uid) => ({ uid, summary }))
  await Promise.all([
    receipts.length > 0 && insertConfirmedReceipts(tx, action, receipts, direct?.signatures ?? {}),
    ...(kind.stageNotices ? [] : handovers.map((handover) => tellReceiver(tx, session, { kind, id, handover }))),
    tellScreens(tx, kind, id, [...new Set([session.uid, ...handovers.map(({ uid }) => uid)])]),
  ])
}

type Handover = { readonly uid: Id; readonly summary: string }

const linesIn = ({ lines }: Body, lineNos: readonly number[]): Body['lines'] => lines.filter(({ lineNo }) => lineNos.includes(lineNo))

const tellReceiver = async (
  tx: Tx,
  session: Session,
  { kind, id, handover: { uid, summary } }: { readonly kind: DocumentKind; readonly id: Id; readonly handover: Handover },
): Promise<void> => {
  if (uid === session.uid) return
  await notify(tx, {
    uids: [uid],
    msgType: messageTypes.notify,
    category: isConsumable(kind) ? 'stock' : 'asset',
    title: '{person}已为您办理：{summary}',
    params: { person: session.userName, summary },
    link: documentLink(kind, id),
  })
}

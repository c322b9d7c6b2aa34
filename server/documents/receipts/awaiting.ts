import { documentLink, type DocumentKind } from '../../../domain/documents/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { refusal, RefusalError } from '../../../kernel/refusal.ts'
import type { Tx } from '../../db/tx.ts'
import { remind } from '../../reminders/remind.ts'
import { Incomplete } from '../port.ts'
import { type DocumentAction, postEffects } from '../posting/effects.ts'
import { type DocumentRecord, peopleOf, readReferenceNames, record, setState, summaryOf, tellScreens } from '../store.ts'
import { insertReceipts, postReceipt, type ReceiptLines, receiptsIn } from './documentReceipts.ts'
import { receiversOf, waitsForReceiver } from './receipts.ts'

/**
 * Lets an approved document wait for the people who receive it, who are told; false where it need not. What the person who ends the approval
 * receives himself among others is in the books at once.
 */
export const awaitReceivers = async (tx: Tx, action: DocumentAction, document: DocumentRecord): Promise<boolean> => {
  const { id, kind, body, actor, at } = action
  const receipts = receiptsIn(kind, body)
  const waits =
    receipts.length > 0 ? receipts.some(({ uid }) => uid !== actor) : await waitsForReceiver(tx, kind, { document, body, actor })
  if (!waits) return false
  await requireBookable(tx, action)
  await setState(tx, kind, id, { state: 'inProgress', stage: 0, atMs: at, event: { action: 'await', actor } })
  if (receipts.length > 0) await insertReceipts(tx, id, receipts)
  await tellReceivers(tx, action, document, receipts)
  const ownReceipt = receipts.find(({ uid }) => uid === actor)
  if (ownReceipt) {
    await postReceipt(tx, action, { receipt: ownReceipt, receipts: receipts.map((receipt) => ({ ...receipt, confirmedAt: null })) })
    await record(tx, id, { action: 'post', actor, details: { stage: kind.stages?.[0]?.key } })
  }
  await tellScreens(tx, kind, id, [...new Set([...peopleOf(document), ...receipts.map(({ uid }) => uid)])])
  return true
}

/** Each receiver hears that his things are ready, by the things that are his. */
const tellReceivers = async (
  tx: Tx,
  { id, kind, body, actor }: DocumentAction,
  document: DocumentRecord,
  receipts: readonly ReceiptLines[],
): Promise<void> => {
  const subjectOf = (name: string) => ({ subject: id, name, note: document.code, link: documentLink(kind, id) })
  if (receipts.length === 0) {
    const receivers: readonly Id[] = (await receiversOf(tx, kind, document, 0)) ?? []
    const subject = subjectOf(document.summary)
    await remind(
      tx,
      'handoverWaiting',
      receivers.map((uid) => ({ uid, thing: subject })),
      id,
    )
    return
  }
  const nameById = new Map((await readReferenceNames(tx, kind, body)).map((name) => [name.id, name.name]))
  const remindings = receipts
    .filter(({ uid }) => uid !== actor)
    .map(({ uid, lineNos }) => {
      const lines = body.lines.filter(({ lineNo }) => lineNos.includes(lineNo))
      return { uid, thing: subjectOf(summaryOf(kind, lines, nameById)) }
    })
  await remind(tx, 'handoverWaiting', remindings, id)
}

/** The person who may say what becomes of a rest has still to say it. */
export const stillOpen = (kind: DocumentKind, error: unknown): unknown =>
  kind.shortfallRule && error instanceof RefusalError && error.refusal.reason === 'not-enough-stock'
    ? new Incomplete(error.refusal, error.details)
    : error

/** What the receiver is to confirm is refused now where the books would refuse it: it is posted and taken back, so nothing of it stays. */
const requireBookable = async (tx: Tx, action: DocumentAction): Promise<void> => {
  const trial = new RefusalError(refusal('trial', ''))
  const answer = await tx.attempt(async () => {
    await postEffects(tx, action, 0)
    throw trial
  })
  if (answer !== trial) throw stillOpen(action.kind, answer)
}

import { type DocumentKind, type DocumentState, documentStates, type Stage } from '../../../domain/documents/define.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { SignedIn } from '../../call.ts'
import { namedFiles, requireFiles } from '../../files/namedFiles.ts'
import { NotFound } from '../../httpError.ts'
import { retractNotices } from '../../messaging/notify.ts'
import { afterStage } from '../engine.ts'
import { type DocumentAction, postEffects } from '../posting/effects.ts'
import { type DocumentReceipt, mayOfReceipt, postReceipt, readReceipts, saysNothing } from './documentReceipts.ts'
import { takePart } from './partialReceipt.ts'
import { receives, requireReceiver } from './receipts.ts'
import { inScope, requireReach } from '../scope.ts'
import { bodyOf, type DocumentRecord, lockDocument, peopleOf, readLines, setState, tellScreens } from '../store.ts'

type StageInput = {
  readonly id: Id
  readonly key: string
  /** Of several people who receive it, the one whose lines are confirmed; the caller where absent. */
  readonly receiver?: Id | undefined
  readonly signature?: string | undefined
  /** Where the receiver has a part alone. */
  readonly part?: PartialReceipt | undefined
}

/** How a document stands after a stage. */
type StageResult = { readonly state: DocumentState; readonly stage: number }

const refuseStage = ({ code, state }: DocumentRecord, { title }: Stage): never =>
  refuse('stage-not-due', '{code}{state}，不能办理{step}', { code, state: documentStates[state], step: title })

/** Takes the next step of a document that waits for one, signed for where `signature` is given. Taking the same step again changes nothing. */
export const advance = async (call: SignedIn, kind: DocumentKind, input: StageInput): Promise<StageResult> => {
  const { tx, session, at } = call
  const { id, key, signature, part } = input
  const stageIndex = (kind.stages ?? []).findIndex((stage) => stage.key === key)
  const step = kind.stages?.[stageIndex] ?? refuse('unknown-stage', '没有这个办理步骤')
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (!inScope(session, kind, existing) && !(await receives(tx, session, kind, existing))) throw new NotFound()
  const receipts = step.byLine === undefined ? [] : await readReceipts(tx, id)
  if (receipts.length > 0) return confirmReceipt(call, { kind, step, document: existing, receipts, input })
  if (step.by !== undefined) await requireReceiver(tx, session, { kind, document: existing, stage: stageIndex })
  if (stageIndex < existing.stage) return { state: existing.state, stage: existing.stage }
  if (existing.state !== 'inProgress' || stageIndex !== existing.stage) refuseStage(existing, step)
  await requireFiles(tx, session.uid, namedFiles('签名', true, [signature]))
  const lines = await readLines(tx, id)
  const body = part ? await takePart(call, { kind, document: existing, lines, receipt: part }) : bodyOf(existing, lines)
  const action: DocumentAction = { id, kind, body, actor: session.uid, at }
  if (step.by === undefined) await requireReach(tx, session, action, { stage: stageIndex })
  const [state, stage] = afterStage(kind, stageIndex)

  await postEffects(tx, action, stageIndex)
  await Promise.all([
    setState(tx, kind, id, {
      state,
      stage,
      atMs: at,
      event: {
        // The first stage puts the document into the books, no matter who takes it.
        action: stageIndex === 0 ? 'post' : 'advance',
        actor: session.uid,
        details: { stage: key, ...(signature !== undefined && { signature }) },
      },
    }),
    tellScreens(tx, kind, id, peopleOf(existing)),
  ])
  return { state, stage }
}

type ReceiptInput = {
  readonly kind: DocumentKind
  readonly step: Stage
  readonly document: DocumentRecord
  readonly receipts: readonly DocumentReceipt[]
  readonly input: StageInput
}

/** One of several people says that he has his lines, or which part of them; the last of them ends the document. */
const confirmReceipt = async (call: SignedIn, { kind, step, document, receipts, input }: ReceiptInput): Promise<StageResult> => {
  const { tx, session, at } = call
  const { receiver, signature, part } = input
  const receipt = receiptOf(receipts, receiver ?? session.uid)
  if (receipt && receipt.confirmedAt !== null) return { state: document.state, stage: document.stage }
  if (document.state !== 'inProgress' || document.stage !== 0) refuseStage(document, step)
  const may = receipt && mayOfReceipt(session, kind, document, receipt)
  if (!receipt || !may || (may === 'return' && !(part && saysNothing(receipt, part))))
    return refuse('not-the-receiver', '由接收方{people}确认收货', {
      people: (receipt ? [receipt] : receipts).map(({ name }) => name).join('、'),
    })
  await requireFiles(tx, session.uid, namedFiles('签名', true, [signature]))
  await retractNotices(tx, document.id, receipt.uid)
  const lines = await readLines(tx, document.id)
  const body = part ? await takePart(call, { kind, document, lines, receipt: part, ownReceipt: receipt }) : bodyOf(document, lines)
  const action: DocumentAction = { id: document.id, kind, body, actor: session.uid, at }
  const { isLast } = await postReceipt(tx, action, { receipt, receipts, signature })
  const [state, stage] = isLast ? afterStage(kind, 0) : (['inProgress', 0] as const)
  const details = {
    stage: step.key,
    ...(signature !== undefined && { signature }),
    ...(receipt.uid !== session.uid && { receiver: receipt.uid }),
  }
  await Promise.all([
    setState(tx, kind, document.id, { state, stage, atMs: at, event: { action: 'post', actor: session.uid, details } }),
    tellScreens(tx, kind, document.id, [...new Set([...peopleOf(document), ...receipts.map(({ uid }) => uid)])]),
  ])
  return { state, stage }
}

const receiptOf = (receipts: readonly DocumentReceipt[], uid: Id): DocumentReceipt | undefined =>
  receipts.find((receipt) => receipt.uid === uid)

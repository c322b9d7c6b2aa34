import { type DocumentKind, type DocumentState, documentStates } from '../../../domain/documents/define.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { SignedIn } from '../../call.ts'
import { namedFiles, requireFiles } from '../../files/namedFiles.ts'
import { NotFound } from '../../httpError.ts'
import { afterStage } from '../engine.ts'
import { type DocumentAction, postEffects } from '../posting/effects.ts'
import { takePart } from './partialReceipt.ts'
import { receives, requireReceiver } from './receipts.ts'
import { inScope, requireReach } from '../scope.ts'
import { bodyOf, lockDocument, peopleOf, readLines, setState, tellScreens } from '../store.ts'

type StageInput = {
  readonly id: Id
  readonly key: string
  readonly signature?: string | undefined
  /** Where the receiver has a part alone. */
  readonly part?: PartialReceipt | undefined
}

/** Takes the next step of a document that waits for one, signed for where `signature` is given. Taking the same step again changes nothing. */
export const advance = async (
  call: SignedIn,
  kind: DocumentKind,
  { id, key, signature, part }: StageInput,
): Promise<{ state: DocumentState; stage: number }> => {
  const { tx, session, at } = call
  const stageIndex = (kind.stages ?? []).findIndex((stage) => stage.key === key)
  const step = kind.stages?.[stageIndex] ?? refuse('unknown-stage', '没有这个办理步骤')
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (!inScope(session, kind, existing) && !(await receives(tx, session, kind, existing))) throw new NotFound()
  if (step.by !== undefined) await requireReceiver(tx, session, { kind, document: existing, stage: stageIndex })
  if (stageIndex < existing.stage) return { state: existing.state, stage: existing.stage }
  if (existing.state !== 'inProgress' || stageIndex !== existing.stage) {
    refuse('stage-not-due', '{code}{state}，不能办理{step}', {
      code: existing.code,
      state: documentStates[existing.state],
      step: step.title,
    })
  }
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

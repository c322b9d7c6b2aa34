import { createHash } from 'node:crypto'
import { asksWhyRejected, isOnePress } from '../../domain/approval/flow/offer.ts'
import { bookedFieldsIn } from '../../domain/approval/form/shape.ts'
import { inWords } from '../../domain/english/all.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import type { HostEventContent, WorkplaceNotice } from '../../hosts/workplace.ts'
import { inNameOf } from '../access/sessions.ts'
import { command } from '../approval/flow/run.ts'
import { readProcess } from '../approval/flow/store.ts'
import { actorOf } from '../approval/form/actor.ts'
import type { Tx } from '../db/tx.ts'
import type { DocumentPort } from '../documents/port.ts'
import { NotFound } from '../httpError.ts'

type CardPress = Extract<HostEventContent, { t: 'pressed' }>

/**
 * What can be answered on the card of a notice: a task that waits and that one press decides. Its id says what the card shows, so that no one approves on it what was changed
 * since. Where a rejection needs a reason its button opens the screen at the opinion. `link` is that of the notice, `message` its id.
 */
export const cardOf = async (tx: Tx, link: string | null, message: Id): Promise<WorkplaceNotice['card']> => {
  const taskId = /^\/pages\/flow\/formApprove\?taskId=(\d+)$/.exec(link ?? '')?.[1]
  if (taskId === undefined) return undefined
  const { definition, state } = await readProcess(tx, { taskId })
  if (!isOnePress({ definition, state, bookedFields: bookedFieldsIn(definition) }, taskId)) return undefined
  return {
    id: `${taskId}-${state.formRev}-${message}`,
    buttons: [
      { key: 'approve', title: '同意' },
      { key: 'reject', title: '驳回', ...(asksWhyRejected({ definition, state }, taskId) && { link: rejectionLink(taskId) }) },
    ],
  }
}

/** The screen of a task with its rejection begun. */
const rejectionLink = (taskId: Id): string => `/pages/flow/formApprove?taskId=${taskId}&action=reject`

/** Which task a card of ours is about, and in which revision it shows the form; undefined for another one. */
export const shownOnCard = (card: string): { readonly taskId: Id; readonly formRev: number } | undefined => {
  const [taskId, formRev = ''] = card.split('-')
  return isId(taskId) && /^\d{1,9}$/.test(formRev) ? { taskId, formRev: Number(formRev) } : undefined
}

/**
 * Decides as the person who has pressed, as if it came from the app: once, whichever comes first. What became of it in words; undefined for a card that
 * is none of ours.
 */
export const decideOnCard = async (tx: Tx, documents: DocumentPort, uid: Id | undefined, press: CardPress): Promise<string | undefined> => {
  const cardShown = shownOnCard(press.card)
  if (!cardShown || (press.button !== 'approve' && press.button !== 'reject')) return undefined
  const { taskId } = cardShown
  const session = uid === undefined ? undefined : await inNameOf(tx, uid)
  if (!session) return '没有权限处理这项任务'
  const action = { t: press.button, ...cardShown } as const
  const outcome = await tx
    .attempt(() =>
      command({ tx, documents, actor: actorOf(session) }, { taskId }, action, { commandId: commandIdOf(tx, session.uid, press) }),
    )
    .catch((error: unknown) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
  if (outcome === undefined) return '这项任务已被处理或已取消'
  if (outcome instanceof RefusalError) return refusedWords(outcome)
  return press.button === 'approve' ? '已同意' : '已驳回'
}

/** A reason that is lacking can be written in the app alone. */
const refusedWords = ({ refusal }: RefusalError): string =>
  inWords('zh', refusal.reason === 'approval.commentRequired' ? '需要填写意见，请打开后处理' : refusal.words, refusal.params)

/** The same press is one command, however often the chat tells of it. */
const commandIdOf = (tx: Tx, uid: Id, { card, button }: CardPress): string => {
  const hash = createHash('sha256').update(`${tx.orgId}/${uid}/${card}/${button}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

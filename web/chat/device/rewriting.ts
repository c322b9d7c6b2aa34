import type { Bodies } from '../../../domain/chat/body.ts'
import { rewriteMinutes } from '../../../domain/chat/limits.ts'
import type { Id } from '../../../kernel/id.ts'

type RecalledText = { readonly uid: Id; readonly body: Bodies['text']; readonly atMs: number }

/** The texts that their author took back on this page, by message: the server has nothing of them any more. */
const texts = new Map<Id, RecalledText>()

export const rememberRecalled = (id: Id, text: Omit<RecalledText, 'atMs'>, atMs = Date.now()): void => void texts.set(id, { ...text, atMs })

/** The text that a person took back here a short while ago; undefined afterwards, and for other people. */
export const recalledText = (id: Id, uid: Id, nowMs: number): Bodies['text'] | undefined => {
  const text = texts.get(id)
  if (!text || text.uid !== uid) return undefined
  if (nowMs - text.atMs < rewriteMinutes * 60_000) return text.body
  texts.delete(id)
  return undefined
}

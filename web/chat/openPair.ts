import { chatOperations, type ChatHead } from '../../domain/chat/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'
import { pairWith } from './device/device.ts'

/** The conversation with a person: as it is known here, else found or made. Undefined where that failed; its words were shown. */
export const openPair = async (uid: Id): Promise<ChatHead | undefined> =>
  pairWith(uid) ?? (await call(chatOperations.open, { uid }).catch(() => undefined))

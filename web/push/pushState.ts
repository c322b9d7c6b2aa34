import { pushDelete, pushKey, pushSave } from '../../domain/push/operations.ts'
import type { Push } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { call } from '../call.ts'
import { store, stored } from '../session/session.ts'
import { goHref } from '../travel.ts'

/** Who wants to be called on this device. */
const wantedKey = 'push_uid'
export const isPushWanted = (uid: string): boolean => stored<string>(wantedKey) === uid

/** What stands in the way of being called on this device. */
export type PushHindrance = 'denied' | 'unreachable'

/**
 * Opens the screen of a notification that was tapped. The person who wanted to be called here is so still: a browser that dropped its subscription
 * without telling gets a new one, and the session that it belongs to is this one. Answers what ends it.
 */
export const keepPushed = (uid: string): (() => void) => {
  const { push } = host
  if ('lacks' in push) return () => undefined
  if (isPushWanted(uid) && push.permission() === 'granted') void subscribe(push).catch(() => undefined)
  return push.onOpen(goHref)
}

/** Asks for it, in answer to a tap; what stood in the way. */
export const startPushing = async (push: Push, uid: string): Promise<PushHindrance | undefined> => {
  if ((await push.ask()) !== 'granted') return 'denied'
  try {
    await subscribe(push)
  } catch (error) {
    // The server has said in words what was wrong with what it was given; the rest is the browser's.
    if (error instanceof DOMException || !(error instanceof Error) || error.message === 'no worker') return 'unreachable'
    throw error
  }
  store(wantedKey, uid, 0)
  return undefined
}

export const endPushing = async (push: Push): Promise<void> => {
  store(wantedKey, '', 0)
  await call(pushDelete, {})
  await push.end().catch(() => undefined)
}

const subscribe = async (push: Push): Promise<void> => {
  const answer = await call(pushKey, {}, { quiet: true })
  if (answer.t === 'off') return
  const address = await push.subscribe(answer.key)
  await call(pushSave, { ...address, keyId: answer.keyId })
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from './storage.ts'

/** How long one answer is good for, so that who asks often does not ask the storage often; how long it may take to answer. */
const secondsGood = 15
const secondsAtMost = 3

/** Whether files can be read and written, as it was found within the last seconds; `now` in milliseconds. */
export const openReach = (storage: Pick<Storage, 'check'>, now: () => number = Date.now) => {
  let latest: { readonly atMs: number; readonly isReached: Promise<boolean> } | undefined
  const look = async (): Promise<boolean> => {
    const check = storage.check().then(
      () => true,
      () => false,
    )
    return Promise.race([check, sleep(secondsAtMost * 1000, false, { ref: false })])
  }
  return (): Promise<boolean> => {
    if (!latest || now() - latest.atMs >= secondsGood * 1000) latest = { atMs: now(), isReached: look() }
    return latest.isReached
  }
}

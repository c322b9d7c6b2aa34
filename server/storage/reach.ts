import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../kernel/caughtError.ts'
import type { Storage } from './storage.ts'

/** How long one answer is good for, so that who asks often does not ask the storage often; how long it may take to answer. */
const secondsGood = 15
const secondsAtMost = 3

type Checked = Pick<Storage, 'check'>

/** Why files cannot be read and written now, in the words of the first that fails; empty where they can. */
export const findStorageFault = (storages: readonly Checked[]): Promise<string> => {
  const check = Promise.all(storages.map((storage) => storage.check())).then(() => '', messageOf)
  return Promise.race([check, sleep(secondsAtMost * 1000, `The storage did not answer within ${secondsAtMost} seconds.`, { ref: false })])
}

/** Whether files can be read and written, as it was found within the last seconds; `now` in milliseconds. */
export const openReach = (storages: readonly Checked[], now: () => number = Date.now) => {
  let latest: { readonly atMs: number; readonly isReached: Promise<boolean> } | undefined
  const look = async (): Promise<boolean> => (await findStorageFault(storages)) === ''
  return (): Promise<boolean> => {
    if (!latest || now() - latest.atMs >= secondsGood * 1000) latest = { atMs: now(), isReached: look() }
    return latest.isReached
  }
}

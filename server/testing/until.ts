import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a test waits for what it expects: long enough for a machine that does much else beside it. */
export const patienceMs = 120_000

/** Waits until something is so. */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + patienceMs; !(await isSo()); await sleep(10))
    if (Date.now() > deadline) assert.fail(`It did not come to: ${what}`)
}

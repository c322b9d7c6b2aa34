import { setTimeout as sleep } from 'node:timers/promises'
import { FairLine, type Place } from '../kernel/fairLine.ts'
import { refusal } from '../kernel/refusal.ts'
import { requestSteps } from '../kernel/ruleBudget.ts'
import type { Id } from '../kernel/id.ts'
import { HttpError } from './httpError.ts'

/** Whose request it is, for which operation, and until when its answer is wanted. */
export type Payer = { readonly orgId: Id; readonly uid: Id; readonly operation: string; readonly signal?: AbortSignal | undefined }

/** What work took of the event loop, in the steps of rules. */
export type Work<R> = { readonly run: () => Promise<R>; readonly steps: () => number }

export type Purse = {
  /**
   * Does the work of one request at the cost of its organisation. Operations that cost the organisation much a while ago come one at a time,
   * its people in turns, and wait until what was spent is earned again; everything else is done at once. Throws 429 where that takes too long.
   */
  readonly pay: <R>(payer: Payer, work: Work<R>) => Promise<R>
}

export type PurseTime = { readonly now: () => number; readonly wait: (ms: number, signal?: AbortSignal) => Promise<void> }

/** Purses of the organisations, each of this process. */
export const openPurses = (time: PurseTime = processTime): Purse => {
  const accounts = new Map<Id, Account>()
  const line = new FairLine({ atOnce: Infinity, perGroup: 1, waiting: Infinity, perGroupWaiting: waitingAtMost })

  const accountOf = (orgId: Id): Account => {
    const now = time.now()
    const account = accounts.get(orgId) ?? { steps: purseSteps, at: now, costlyUntil: new Map<string, number>() }
    accounts.set(orgId, account)
    account.steps = Math.min(purseSteps, account.steps + ((now - account.at) / 1000) * stepsPerSecond)
    account.at = now
    for (const [operation, until] of account.costlyUntil) if (until <= now) account.costlyUntil.delete(operation)
    return account
  }

  const charge = (orgId: Id, operation: string, steps: number): void => {
    if (steps < costlySteps && !accounts.has(orgId)) return
    const account = accountOf(orgId)
    account.steps = Math.max(-purseSteps, account.steps - steps)
    if (steps >= costlySteps) account.costlyUntil.set(operation, time.now() + costlyMs)
    if (account.costlyUntil.size === 0 && account.steps === purseSteps) accounts.delete(orgId)
  }

  const doCharged = async <R>({ orgId, operation }: Payer, { run, steps }: Work<R>): Promise<R> => {
    try {
      return await run()
    } finally {
      charge(orgId, operation, steps())
    }
  }

  return {
    pay: async (payer, work) => {
      const { orgId, operation, signal } = payer
      if (!accounts.has(orgId) || !accountOf(orgId).costlyUntil.has(operation)) return doCharged(payer, work)
      const place = await turnOf(line, payer)
      try {
        const { steps } = accountOf(orgId)
        if (steps < 0) await time.wait((-steps / stepsPerSecond) * 1000, signal)
        return await doCharged(payer, work)
      } finally {
        place.end()
      }
    },
  }
}

type Account = {
  /** What may be spent; below zero what was spent in advance. */
  steps: number
  at: number
  /** Operations that cost much, and how long they are counted among those. */
  readonly costlyUntil: Map<string, number>
}

const turnOf = (line: FairLine, { orgId, uid, signal }: Payer): Promise<Place> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      place?.end()
      reject(queueFull())
    }
    const place = line.enter(orgId, uid, (turn) => {
      signal?.removeEventListener('abort', leave)
      resolve(turn)
    })
    if (place) signal?.addEventListener('abort', leave)
    else reject(queueFull())
  })

const queueFull = () => new HttpError(429, refusal('server.rules', '组织里计算量大的请求太多，请稍后再试'), { retrySeconds: 5 })

const processTime: PurseTime = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

/** One request as costly as a request may be; as much may be spent in advance. */
const purseSteps = requestSteps
/** Some fifteen milliseconds of the event loop in a second. */
const stepsPerSecond = 1_500_000
/** What no rule of an ordinary form comes near. */
const costlySteps = 300_000
const costlyMs = 10 * 60_000
/** Requests of one organisation that wait: the last of them waits for some twenty seconds. */
const waitingAtMost = 8

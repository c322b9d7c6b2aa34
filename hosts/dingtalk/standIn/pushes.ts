import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seal, signatureOf, unseal } from '../../callbackCrypto.ts'
import type { World } from './calls.ts'

/** A row of DingTalk's synchronisation. */
export type Row = {
  readonly id: number
  readonly corp_id: string
  readonly biz_id: string
  readonly biz_type: number
  readonly biz_data: string
  readonly gmt_modified: number
}

/** How pushes go out; `held` are collected until they are let go. */
export type Manner = { isDoubled: boolean; isShuffled: boolean; isForged: boolean; isHeld: boolean }

export type Pushes = {
  readonly tell: (corpId: string, bizType: number, bizId: string, data: object) => void
  /** Lets go what was held back, and waits until everything that is on its way was taken. */
  readonly settle: () => Promise<void>
  readonly manner: Manner
  /** What our side has answered to each push: `success`, or what went wrong. */
  readonly outcomes: string[]
  readonly stop: () => void
}

const rowsPerPush = 20
/** DingTalk waits so long for an answer, and then sends it again later. */
const patienceMs = 1200
const againMs = [300, 500, 1000, 1000, 2000, 2000, 5000]

export const openPushes = (world: World, callback: () => string): Pushes => {
  const manner: Manner = { isDoubled: false, isShuffled: false, isForged: false, isHeld: false }
  const outcomes: string[] = []
  const waitingRows: Row[] = []
  let newestId = 0
  let newestMs = 0
  let isStopped = false
  let lastRun: Promise<void> = Promise.resolve()

  const sendWhole = async (rows: readonly Row[]): Promise<void> => {
    for (let start = 0; !isStopped; start += 1) {
      const outcome = await postRows(world, callback, rows, manner.isForged)
      outcomes.push(outcome)
      if (outcome === 'success' || manner.isForged) return
      await sleep(againMs[Math.min(start, againMs.length - 1)], undefined, { ref: false })
    }
  }

  const afterwards = async (before: Promise<void>, rows: readonly Row[]): Promise<void> => {
    await before
    for (let start = 0; start < rows.length; start += rowsPerPush) await sendWhole(rows.slice(start, start + rowsPerPush))
  }

  const letGo = (): void => {
    const rows = waitingRows.splice(0)
    if (rows.length === 0) return
    const order = manner.isShuffled ? rows.toReversed() : rows
    const sentRows = manner.isDoubled ? [...order, ...order] : order
    lastRun = afterwards(lastRun, sentRows)
  }

  return {
    tell: (corpId, bizType, bizId, data) => {
      newestId += 1
      newestMs = Math.max(world.now(), newestMs + 1)
      waitingRows.push({
        id: newestId,
        corp_id: corpId,
        biz_id: bizId,
        biz_type: bizType,
        biz_data: JSON.stringify(data),
        gmt_modified: newestMs,
      })
      if (!manner.isHeld) queueMicrotask(letGo)
    },
    settle: async () => {
      letGo()
      await lastRun
    },
    manner,
    outcomes,
    stop: () => {
      isStopped = true
    },
  }
}

/** Sends rows, sealed and signed as DingTalk does. Answers what our side said, or what went wrong. */
const postRows = async (world: World, callback: () => string, rows: readonly Row[], isForged: boolean): Promise<string> => {
  const { suiteKey, suiteId, token, aesKey } = world.suite
  const high = rows.some(({ biz_type }) => [2, 4, 7, 16, 17].includes(biz_type))
  const bizData = rows.map((row) => ({ ...row, subscribe_id: `${suiteId}_0`, open_cursor: 0, status: 0, gmt_create: row.gmt_modified }))
  const text = JSON.stringify({ EventType: high ? 'SYNC_HTTP_PUSH_HIGH' : 'SYNC_HTTP_PUSH_MEDIUM', bizData })
  const envelope = { timestamp: String(world.now()), nonce: randomBytes(6).toString('hex'), encrypt: seal(aesKey, text, suiteKey) }
  try {
    // Our side may not listen yet.
    const url = new URL(callback())
    url.searchParams.set('signature', signatureOf(isForged ? 'somebody else' : token, envelope))
    url.searchParams.set('timestamp', envelope.timestamp)
    url.searchParams.set('nonce', envelope.nonce)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ encrypt: envelope.encrypt }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status !== 200) return `HTTP ${response.status}`
    const { msg_signature, timeStamp, nonce, encrypt } = (await response.json()) as Record<string, string>
    const answer = unseal({ token, aesKey }, msg_signature, { timestamp: timeStamp ?? '', nonce: nonce ?? '', encrypt: encrypt ?? '' })
    return answer?.receiver === suiteKey ? answer.text : 'unreadable'
  } catch {
    return 'no answer'
  }
}

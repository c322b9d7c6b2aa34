import { FairLine, type LineLimits, type Place } from '../../kernel/fairLine.ts'
import { refusal } from '../../kernel/refusal.ts'
import { HttpError } from '../httpError.ts'
import { type Children, ChildGone, openChildren, type Task } from './children.ts'
import { assertDefined } from '../../kernel/assert.ts'

/**
 * What takes long or much memory, each with a line of its own: sheets that are read, checked and imported; pictures, documents and papers
 * that are looked at or drawn; lists that are written into a file.
 */
export type Lane = 'sheets' | 'drawings' | 'exports'

/** The person the work is for, and the signal that ends it. */
export type HeavyCaller = { readonly orgId: string; readonly uid: string; readonly signal?: AbortSignal | undefined }

/** The turn of one piece of work. */
export type Turn = {
  /** Done by a process of its own. Throws what the task refuses, and TooMuch. */
  readonly run: <I, O, P>(task: Task<I, O, P>, input: I, onPart?: (part: P) => void) => Promise<O>
}

export type Heavy = {
  /**
   * Does heavy work when its turn has come, fairly between organisations and between people. No connection to the database may be held
   * meanwhile. Throws 429 where too much is waiting already, or for too long.
   */
  readonly inTurn: <R>(lane: Lane, caller: HeavyCaller, work: (turn: Turn) => Promise<R>) => Promise<R>
  readonly state: () => Readonly<Record<Lane, FairLine['state']>>
  readonly stop: () => void
}

/** `atOnce`: how many pieces of work of one lane are under way; `megabytes`: what each may need. */
export const openHeavy = ({ atOnce, megabytes }: { atOnce: number; megabytes: number }): Heavy => {
  const children = openChildren(megabytes)
  const lines = Object.fromEntries(Object.entries(limitsOf(atOnce)).map(([lane, limits]) => [lane, new FairLine(limits)])) as Readonly<
    Record<Lane, FairLine>
  >
  return {
    inTurn: async (lane, caller, work) => {
      const place = await turnOf(lines[lane], caller)
      try {
        return await work({ run: runOf(children, caller.signal) })
      } finally {
        place.end()
      }
    },
    state: () => ({ sheets: lines.sheets.state, drawings: lines.drawings.state, exports: lines.exports.state }),
    stop: children.stop,
  }
}

/** One place less for an organisation than there are, where there are two or more. */
const limitsOf = (atOnce: number): Readonly<Record<Lane, LineLimits>> => {
  const perGroup = Math.max(1, atOnce - 1)
  return {
    sheets: { atOnce, perGroup, waiting: 200, perGroupWaiting: 20 },
    drawings: { atOnce, perGroup, waiting: 1000, perGroupWaiting: 200 },
    // They take as long as a person takes to fetch them, and little of anything else.
    exports: { atOnce: atOnce * 4, perGroup: atOnce, waiting: 200, perGroupWaiting: 20 },
  }
}

const runOf =
  (children: Children, signal: AbortSignal | undefined): Turn['run'] =>
  (task, input, onPart) =>
    children.run(task, input, { seconds: taskSecondsAtMost, signal }, onPart)

const turnOf = (line: FairLine, { orgId, uid, signal }: HeavyCaller): Promise<Place> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ChildGone())
    const settle = () => {
      clearTimeout(late.timer)
      signal?.removeEventListener('abort', leave)
    }
    const late: { timer?: NodeJS.Timeout } = {}
    const leave = () => {
      settle()
      assertDefined(place, 'the place in the line').end()
      reject(new ChildGone())
    }
    let isBegun = false
    const place = line.enter(orgId, uid, (lineError) => {
      isBegun = true
      settle()
      resolve(lineError)
    })
    if (!place) return reject(lineIsFull())
    if (isBegun) return
    signal?.addEventListener('abort', leave)
    late.timer = setTimeout(() => {
      settle()
      place.end()
      reject(lineIsFull())
    }, waitingSecondsAtMost * 1000)
  })

const lineIsFull = () => new HttpError(429, refusal('server.queue', '同时处理的任务太多，请稍后再试'), { retrySeconds: 10 })

const taskSecondsAtMost = 60
const waitingSecondsAtMost = 180

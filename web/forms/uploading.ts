/**
 * What came of one turn of sending. `more`: something went and more may be there. `done`: nothing is left that could go. `later`: there was
 * no answer, or one that may be another next time.
 */
export type Turn = 'more' | 'done' | 'later'

/** After a turn without an answer the next one comes by itself after this long, and later each time, never later than the longest. */
const pauseSeconds = 15
const longestPauseSeconds = 120

/**
 * How long to wait after so many turns in a row without an answer, in seconds: the first times as often as a person would look, then less
 * often, and never all phones at once. `chance` is at least 0 and below 1.
 */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.min(longestPauseSeconds, pauseSeconds * 2 ** Math.max(0, failures - 3)) * (0.75 + chance / 4)

/** What is needed of a page: its events and its clock. */
export type Surroundings = {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  /** Runs `work` while no one else who asks for the same name does; absent on plain http. `ifAvailable`: not at all where another person does. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly setTimeout: (run: () => void, ms: number) => Timer
  readonly clearTimeout: (timer: Timer) => void
  readonly chance: () => number
  /** Hears of faults. */
  readonly fault: (error: unknown) => void
}

type Timer = Parameters<typeof clearTimeout>[0]

export type UploadWorker = {
  /** Something was put down to be sent, or a person wants it sent now. */
  readonly wake: () => void
  /** Runs `work` while nothing is being sent, in any tab. */
  readonly between: <R>(work: () => Promise<R>) => Promise<R>
  readonly stop: () => void
}

/**
 * Sends what waits on the device, one turn after the other and in one tab at a time: at once, whenever it is woken, when the network is back,
 * when the page comes into sight, and every 15 seconds while something waits. `name` is what the tabs know each other by. What `turn` throws
 * is a fault: it is reported, and the next turn comes like after no answer.
 */
export const startUploading = (name: string, turn: () => Promise<Turn>, surroundings: Surroundings = thisPage()): UploadWorker => {
  let failures = 0
  let timer: Timer
  let isStopped = false
  /** What is under way, and whether a person has woken it since it began. */
  let isRunning = false
  let isAgain = false
  const alone = mutex(name, surroundings.locks)

  const pause = () => {
    if (isStopped) return
    surroundings.clearTimeout(timer)
    timer = surroundings.setTimeout(() => void run(), pauseAfter(failures, surroundings.chance()) * 1000)
  }

  const run = async (): Promise<void> => {
    if (isStopped) return
    if (isRunning) {
      isAgain = true
      return
    }
    isRunning = true
    surroundings.clearTimeout(timer)
    let turnDone: Turn | undefined
    try {
      do {
        isAgain = false
        turnDone = undefined
        turnDone = await alone(turn)
      } while (!isStopped && (turnDone === 'more' || isAgain))
    } catch (error) {
      surroundings.fault(error)
    } finally {
      isRunning = false
      if (turnDone === 'done') failures = 0
      else {
        failures += 1
        pause()
      }
    }
  }

  const wake = () => {
    failures = 0
    void run()
  }
  const handleVisible = () => {
    if (surroundings.document.visibilityState === 'visible') wake()
  }
  surroundings.window.addEventListener('online', wake)
  surroundings.document.addEventListener('visibilitychange', handleVisible)
  wake()
  return {
    wake,
    between: alone,
    stop: () => {
      isStopped = true
      surroundings.clearTimeout(timer)
      surroundings.window.removeEventListener('online', wake)
      surroundings.document.removeEventListener('visibilitychange', handleVisible)
    },
  }
}

/** One after the other in this tab, and where the browser has locks in all of them. */
const mutex = (name: string, locks: Surroundings['locks']): (<R>(work: () => Promise<R>) => Promise<R>) => {
  let last: Promise<unknown> = Promise.resolve()
  return <R>(work: () => Promise<R>): Promise<R> => {
    const mine = last.then(() => (locks ? (locks.request(name, work) as Promise<R>) : work()))
    last = mine.catch(() => undefined)
    return mine
  }
}

/** The page that this runs in. */
export const thisPage = (): Surroundings => ({
  window,
  document,
  locks: navigator.locks,
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  chance: Math.random,
  fault: reportError,
})

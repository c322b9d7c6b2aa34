import { startUploading, type Surroundings, thisPage, type Turn, type UploadWorker } from '../forms/uploading.ts'
import { type Action, after, markAgain, type Author, isOf, isWaiting, markSent, type Outcome } from './action.ts'
import type { Store } from './store.ts'

/** The person who is signed in, and what shows it to the server. */
export type Sender = { readonly author: Author; readonly token: string }

export type Parts = {
  readonly store: Store
  readonly sender: () => Sender | undefined
  /** Sends the files of an action before it, as its author: it has not left the device until they are there. */
  readonly sendFiles?: (action: Action, token: string) => Promise<Outcome>
  /** Sends an action as its author; never throws for what a network or a server does. */
  readonly send: (action: Action, token: string) => Promise<Outcome>
  /** Hears what waits, whenever it is another. */
  readonly changed: (actions: readonly Action[]) => void
  /** Hears what came of an action for which no one was waiting any more. */
  readonly came: (action: Action, outcome: Outcome) => void
  /** Hears what has left the queue for good: it was done, or given up. */
  readonly onEnd?: (action: Action, isDone: boolean) => void
  /** Tells the other tabs, and hears them. */
  readonly tabs?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | undefined
  readonly around?: Surroundings
}

/** How it went with what was put down a moment ago: it has an outcome, or it waits for a network. */
export type FirstOutcome = Extract<Outcome, { t: 'done' | 'refused' }> | { readonly t: 'waits' }

export type Queue = {
  /**
   * Puts an action down and tries to send it with what waits before it. Settles once it has an outcome or there is no answer, at the latest
   * after `patienceMs`. What is refused while a person waits for it is theirs: the queue has it no more. Rejects with NoRoom where nothing was kept.
   */
  readonly put: (action: Action, patienceMs: number) => Promise<FirstOutcome>
  /** Sends it, or all, now. */
  readonly again: (action?: Action) => Promise<void>
  /** Takes it away. False where it has gone meanwhile. */
  readonly drop: (action: Action) => Promise<boolean>
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

const laterOutcome: FirstOutcome = { t: 'waits' }

/** The people who wait for a moment for what comes of their actions, by the actions' commands. */
const openWaiters = (surroundings: Surroundings) => {
  const waiters = new Map<string, (outcome: FirstOutcome) => void>()
  /** False where nobody waits for it. */
  const tell = (command: string, outcome: FirstOutcome): boolean => {
    const waiter = waiters.get(command)
    waiters.delete(command)
    waiter?.(outcome)
    return waiter !== undefined
  }
  return {
    tell,
    /** Ends every wait: what is awaited is sent later. */
    endAll: (): void => {
      for (const command of [...waiters.keys()]) tell(command, laterOutcome)
    },
    wait: (command: string, patienceMs: number): Promise<FirstOutcome> =>
      new Promise<FirstOutcome>((resolve) => {
        waiters.set(command, resolve)
        surroundings.setTimeout(() => tell(command, laterOutcome), patienceMs)
      }),
    has: (command: string): boolean => waiters.has(command),
  }
}

/** What waits on the device, sent in order, each action by its author and once. */
export const openQueue = ({ store, sender, sendFiles, send, changed, came, onEnd, tabs, around = thisPage() }: Parts): Queue => {
  const waiters = openWaiters(around)
  const refresh = async () => changed(await store.all())

  const turn = async (): Promise<Turn> => {
    const from = sender()
    if (!from) waiters.endAll()
    const next = from && (await store.all()).find((action) => isWaiting(action) && isOf(action, from.author))
    if (!next) return 'done'
    const filesOutcome = await sendFiles?.(next, from.token)
    const hasFiles = filesOutcome === undefined || filesOutcome.t === 'done'
    const leavingAction = hasFiles ? markSent(next) : next
    if (hasFiles) await store.settle(next, leavingAction)
    const outcome = hasFiles ? await send(leavingAction, from.token) : filesOutcome
    if (outcome.t === 'unanswered' || outcome.t === 'signedOut') {
      waiters.endAll()
      await refresh()
      return outcome.t === 'signedOut' ? 'done' : 'later'
    }
    const nextAction = after(leavingAction, outcome)
    await store.settle(leavingAction, nextAction)
    if (outcome.t === 'fault') waiters.endAll()
    await handleOutcome(leavingAction, outcome)
    if (outcome.t === 'done') onEnd?.(leavingAction, true)
    tabs?.postMessage({ action: leavingAction, outcome })
    return nextAction && isWaiting(nextAction) ? 'later' : 'more'
  }

  /** The person who waits for it gets it; of what was refused nothing is left in the queue then. */
  const handleOutcome = async (action: Action, outcome: Outcome) => {
    const isAwaited = (outcome.t === 'done' || outcome.t === 'refused') && waiters.tell(action.command, outcome)
    if (isAwaited && outcome.t === 'refused') await store.settle(action, undefined)
    await refresh()
    if (!isAwaited) came(action, outcome)
  }
  tabs?.addEventListener('message', ({ data }: MessageEvent<{ action?: Action; outcome?: Outcome }>) => {
    const { action, outcome } = data
    if (action && outcome && waiters.has(action.command)) void handleOutcome(action, outcome)
    else void refresh()
  })

  const uploadWorker: UploadWorker = startUploading('zaice.outbox', turn, around)
  /** Changes an action while none is under way; false where it is gone. */
  const changeBetween = (action: Action, change: (current: Action) => Action | undefined): Promise<boolean> =>
    uploadWorker.between(async () => {
      const current = await sameOf(store, action)
      if (current) await store.settle(current, change(current))
      return current !== undefined
    })
  const changedHere = async () => {
    await refresh()
    tabs?.postMessage({})
  }
  return {
    refresh,
    put: async (action, patienceMs) => {
      const firstOutcome = waiters.wait(action.command, patienceMs)
      try {
        await store.keep(action)
      } catch (error) {
        waiters.tell(action.command, laterOutcome)
        throw error
      }
      await changedHere()
      uploadWorker.wake()
      return firstOutcome
    },
    again: async (action) => {
      if (action) await changeBetween(action, markAgain)
      await changedHere()
      uploadWorker.wake()
    },
    drop: async (action) => {
      const isThere = await changeBetween(action, () => undefined)
      await changedHere()
      if (isThere) onEnd?.(action, false)
      return isThere
    },
    stop: () => {
      uploadWorker.stop()
      tabs?.close()
    },
  }
}

const sameOf = async (store: Store, { key, command }: Action): Promise<Action | undefined> =>
  (await store.all()).find((candidate) => candidate.key === key && candidate.command === command)

import type { Surroundings } from '../forms/uploading.ts'

/** A phone's browser: its tabs share locks and are heard by one another; the clock stands until it is told to go on. */
export const phone = () => {
  const held = new Map<string, Promise<unknown>>()
  let life = 0
  /** The person who was killed asks for nothing any more. */
  const locksOf = (born: number) => ({
    request: (name: string, work: () => Promise<unknown>) => {
      if (born !== life) return new Promise(() => undefined)
      const mine = (held.get(name) ?? Promise.resolve()).then(work)
      const ended = mine.catch(() => undefined)
      held.set(name, Promise.race([ended, killed.promise]))
      return mine
    },
  })
  let killed = Promise.withResolvers<void>()
  let tabs: { readonly hear: Set<(event: MessageEvent) => void> }[] = []

  const open = ({ withLocks = true } = {}) => {
    const timers = new Map<unknown, { run: () => void; ms: number }>()
    const faults: unknown[] = []
    let made = 0
    const window = new EventTarget()
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    const around: Surroundings = {
      window,
      document: document as unknown as Surroundings['document'],
      locks: withLocks ? (locksOf(life) as unknown as NonNullable<Surroundings['locks']>) : undefined,
      setTimeout: (run, ms) => {
        timers.set((made += 1), { run, ms })
        return made
      },
      clearTimeout: (timer) => void timers.delete(timer),
      chance: () => 0,
      fault: (error) => faults.push(error),
    }
    const me = { hear: new Set<(event: MessageEvent) => void>() }
    tabs.push(me)
    const channel = {
      postMessage: (data: unknown) => {
        const others = tabs.filter((tab) => tab !== me)
        queueMicrotask(() => {
          for (const { hear } of others) for (const each of hear) each({ data } as MessageEvent)
        })
      },
      addEventListener: (_: string, hear: never) => void me.hear.add(hear),
      close: () => void me.hear.clear(),
    } as unknown as Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
    return {
      around,
      window,
      document,
      faults,
      channel,
      waits: () => [...timers.values()].map(({ ms }) => ms),
      /** The timer that was set first comes. */
      pass: () => {
        const [first] = timers
        if (!first) return
        timers.delete(first[0])
        first[1].run()
      },
    }
  }
  return {
    open,
    /** Everything that runs is gone, in every tab, and so are its locks. */
    kill: () => {
      life += 1
      killed.resolve()
      killed = Promise.withResolvers<void>()
      held.clear()
      tabs = []
    },
  }
}

export const settled = () => new Promise((resolve) => setImmediate(resolve))

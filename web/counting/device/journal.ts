import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { CountEvent, Disposition } from '../../../domain/counting/event.ts'
import type { CountTaskState } from '../../../domain/counting/task.ts'
import { type Id, newUuid } from '../../../kernel/id.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { finishTransaction, onDevice } from '../../onDevice.ts'
import type { Line } from './batch.ts'
import { clockAt, type Learnt, type Now } from './clock.ts'
import type { Chunk, PackHead } from './pack.ts'

/** A task that a person takes part in with this device. `seq` is the last number it gave them, `acked` the last that the server has. */
export type JoinedTask = Line & {
  /** Names it on this device: everyone has events and a pack of their own. */
  readonly key: string
  readonly task: Id
  readonly orgId: Id
  readonly uid: Id
  readonly code: string
  readonly name: string
  /** Names the device's line of events to the server, which knows them by their number less `base`. */
  readonly device: string
  readonly base: number
  /** The round of the pack; the server may be further. */
  readonly round: number
  readonly serverRound: number
  readonly state: CountTaskState
  readonly clock?: Learnt
  readonly roundTripMs?: number
  readonly heardAtMs: number
  /** Where this person stands. */
  readonly place?: Id
  /** What the server has and does not count, by the number that it has here: the last of it. */
  readonly uncounted?: readonly (readonly [seq: number, disposition: Disposition])[]
}

export const keyOf = (task: Id, uid: Id): string => `${task} ${uid}`

/** What is observed, before the journal gives it its number, its clocks and its name. */
export type Draft = Omit<CountEvent, 'id' | 'seq' | 'round' | 'at' | 'monoMs' | 'clock' | 'actor'>

/** A picture that is kept until there is a network; then it becomes an event of its own. */
export type KeptPicture = {
  readonly number: number
  readonly key: string
  readonly orgId: Id
  readonly picture: Blob
  readonly event: Omit<CountEvent, 'seq'>
}

interface Schema extends DBSchema {
  joined: { key: string; value: JoinedTask }
  event: { key: [key: string, seq: number]; value: CountEvent }
  picture: { key: number; value: Omit<KeptPicture, 'number'> }
  head: { key: string; value: PackHead }
  chunk: { key: [key: string, generation: number, number: number]; value: Chunk }
}

/** What this device has observed and knows of its tasks. What is answered has reached the disk; nothing of it is ever changed. */
export type Journal = {
  readonly all: () => Promise<readonly JoinedTask[]>
  readonly joined: (key: string) => Promise<JoinedTask | undefined>
  /** Takes part from now on; answers what stands, also where another tab was first. */
  readonly join: (joinedTask: JoinedTask) => Promise<JoinedTask>
  readonly note: (key: string, change: (joinedTask: JoinedTask) => Partial<JoinedTask>) => Promise<void>
  /**
   * Writes an observation under the next number. What is asked for while something is being written goes together with the next. Rejects with
   * NoRoom where the disk is full: nothing was written then.
   */
  readonly append: (key: string, draft: Draft) => Promise<CountEvent>
  /** Events after a number, in order. */
  readonly events: (key: string, after: number, eventsAtMost?: number) => Promise<readonly CountEvent[]>
  readonly keepPicture: (key: string, draft: Draft, picture: Blob) => Promise<void>
  readonly pictures: () => Promise<readonly KeptPicture[]>
  /** The picture lies on the server: it becomes an event. */
  readonly pictureSent: (picture: KeptPicture, file: string) => Promise<void>
  readonly pack: (key: string) => Promise<{ readonly head: PackHead; readonly chunks: readonly Chunk[] } | undefined>
  /** Whether a pack lies here. */
  readonly hasPack: (key: string) => Promise<boolean>
  readonly keepChunk: (key: string, generation: number, number: number, chunk: Chunk) => Promise<void>
  /** From now on the pack is this one; older chunks go. */
  readonly keepPack: (key: string, head: PackHead, joinedTask: Partial<JoinedTask>) => Promise<void>
  readonly dropPack: (key: string) => Promise<void>
  /** Takes a task away with all that was observed in it. */
  readonly forget: (key: string) => Promise<void>
  readonly close: () => void
}

export const openJournal = async (clock: () => Now, name = 'zaice.counting'): Promise<Journal> => {
  const { database, close } = onDevice<Schema>(name, (database) => {
    database.createObjectStore('joined', { keyPath: 'key' })
    database.createObjectStore('event')
    database.createObjectStore('picture', { autoIncrement: true })
    database.createObjectStore('head')
    database.createObjectStore('chunk')
  })
  const openWriting = async (): Promise<JournalTransaction> =>
    (await database()).transaction(['joined', 'event', 'picture'], 'readwrite', { durability: 'strict' })

  const append = appendQueue(openWriting)

  await database()
  return {
    all: async () => (await database()).getAll('joined'),
    joined: async (key) => (await database()).get('joined', key),
    join: async (joinedTask) => {
      const tx = await openWriting()
      return finishTransaction(tx, async () => {
        const storedTask = await tx.objectStore('joined').get(joinedTask.key)
        if (!storedTask) await tx.objectStore('joined').put(joinedTask)
        return storedTask ?? joinedTask
      })
    },
    note: async (key, change) => {
      const tx = await openWriting()
      await finishTransaction(tx, async () => {
        const storedTask = await tx.objectStore('joined').get(key)
        if (storedTask) await tx.objectStore('joined').put({ ...storedTask, ...change(storedTask) })
      })
    },
    append: (key, draft) => {
      const now = clock()
      return append(key, (joinedTask) => observeDraft(draft, joinedTask, now))
    },
    events: async (key, after, eventsAtMost) =>
      (await database()).getAll('event', IDBKeyRange.bound([key, after], [key, Infinity], true), eventsAtMost),
    keepPicture: async (key, draft, picture) => {
      const now = clock()
      const tx = await openWriting()
      await finishTransaction(tx, async () => {
        const joinedTask = await requireJoined(tx, key)
        await tx.objectStore('picture').add({ key, orgId: joinedTask.orgId, picture, event: observeDraft(draft, joinedTask, now) })
      })
    },
    pictures: async () => {
      const tx = (await database()).transaction('picture')
      const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()])
      return values.map((value, index) => ({ ...value, number: assertDefined(keys[index], 'the number of a picture') }))
    },
    pictureSent: async ({ number, key, event }, file) => {
      const tx = await openWriting()
      await finishTransaction(tx, async () => {
        // Another tab may have been first.
        if ((await tx.objectStore('picture').getKey(number)) === undefined) return
        await tx.objectStore('picture').delete(number)
        await next(tx, key, () => ({ ...event, file }))
      })
    },
    ...packsIn(database),
    forget: async (key) => {
      const tx = (await database()).transaction(['joined', 'event', 'head', 'chunk'], 'readwrite', { durability: 'strict' })
      await finishTransaction(tx, async () => {
        await tx.objectStore('joined').delete(key)
        await tx.objectStore('head').delete(key)
        await tx.objectStore('event').delete(IDBKeyRange.bound([key], [key, Infinity]))
        await tx.objectStore('chunk').delete(IDBKeyRange.bound([key], [key, Infinity]))
      })
    },
    close,
  }
}

/** Packs, as long as they lie here. */
const packsIn = (
  database: () => Promise<IDBPDatabase<Schema>>,
): Pick<Journal, 'pack' | 'hasPack' | 'keepChunk' | 'keepPack' | 'dropPack'> => {
  const openWriting = async () => (await database()).transaction(['joined', 'head', 'chunk'], 'readwrite', { durability: 'strict' })
  return {
    pack: async (key) => {
      const tx = (await database()).transaction(['head', 'chunk'])
      const head = await tx.objectStore('head').get(key)
      if (!head) return undefined
      const chunks = await tx
        .objectStore('chunk')
        .getAll(IDBKeyRange.bound([key, head.generation, 0], [key, head.generation, head.chunks], false, true))
      return chunks.length === head.chunks ? { head, chunks } : undefined
    },
    hasPack: async (key) => (await (await database()).getKey('head', key)) !== undefined,
    keepChunk: async (key, generation, number, chunk) => {
      const tx = await openWriting()
      await finishTransaction(tx, () => tx.objectStore('chunk').put(chunk, [key, generation, number]))
    },
    keepPack: async (key, head, change) => {
      const tx = await openWriting()
      await finishTransaction(tx, async () => {
        const joinedTask = await tx.objectStore('joined').get(key)
        if (!joinedTask) throw new Error(unknownTask)
        await tx.objectStore('head').put(head, key)
        await tx.objectStore('joined').put({ ...joinedTask, ...change })
        await tx.objectStore('chunk').delete(IDBKeyRange.bound([key], [key, head.generation], false, true))
        await tx.objectStore('chunk').delete(IDBKeyRange.bound([key, head.generation, head.chunks], [key, Infinity]))
      })
    },
    dropPack: async (key) => {
      const tx = await openWriting()
      await finishTransaction(tx, async () => {
        await tx.objectStore('head').delete(key)
        await tx.objectStore('chunk').delete(IDBKeyRange.bound([key], [key, Infinity]))
      })
    },
  }
}

/** Appends events in the order in which they were asked for; those asked for while others are written go together. */
const appendQueue = (openWriting: () => Promise<JournalTransaction>) => {
  const queuedEntries: JournalEntry[] = []
  let isFlushing = false
  const flush = async (): Promise<void> => {
    if (isFlushing) return
    isFlushing = true
    while (queuedEntries.length > 0) {
      const now = queuedEntries.splice(0)
      try {
        for (const [{ kept }, event] of await appendAll(now)) kept(event)
      } catch (error) {
        for (const { failed } of now) failed(error)
      }
    }
    isFlushing = false
  }
  const appendAll = async (all: readonly JournalEntry[]): Promise<readonly (readonly [JournalEntry, CountEvent])[]> => {
    const tx = await openWriting()
    return finishTransaction(tx, async () => {
      const written: (readonly [JournalEntry, CountEvent])[] = []
      for (const entry of all) written.push([entry, await next(tx, entry.key, entry.made)])
      return written
    })
  }
  return (key: string, made: JournalEntry['made']): Promise<CountEvent> =>
    new Promise((resolve, reject) => {
      queuedEntries.push({ key, made, kept: resolve, failed: reject })
      void flush()
    })
}

type JournalTransaction = IDBPTransaction<Schema, ('joined' | 'event' | 'picture')[], 'readwrite'>
type JournalEntry = {
  readonly key: string
  readonly made: (joinedTask: JoinedTask) => Omit<CountEvent, 'seq'>
  readonly kept: (event: CountEvent) => void
  readonly failed: (error: unknown) => void
}

const observeDraft = (draft: Draft, { clock, round, uid: actor }: JoinedTask, now: Now): Omit<CountEvent, 'seq'> => {
  const clockNow = clockAt(clock, now)
  return {
    ...draft,
    id: newUuid(),
    round,
    actor,
    at: new Date(now.wallMs).toISOString(),
    monoMs: Math.round(now.monoMs),
    ...(clockNow && { clock: clockNow }),
  }
}

/** Gives the next number, and writes the event and the number together. */
const next = async (
  tx: JournalTransaction,
  key: string,
  makeEvent: (joinedTask: JoinedTask) => Omit<CountEvent, 'seq'>,
): Promise<CountEvent> => {
  const joinedTask = await requireJoined(tx, key)
  const event: CountEvent = { ...makeEvent(joinedTask), seq: joinedTask.seq + 1 }
  await tx.objectStore('event').put(event, [key, event.seq])
  await tx.objectStore('joined').put({ ...joinedTask, seq: event.seq })
  return event
}

const requireJoined = async (tx: JournalTransaction, key: string): Promise<JoinedTask> => {
  const joinedTask = await tx.objectStore('joined').get(key)
  if (!joinedTask) throw new Error(unknownTask)
  return joinedTask
}
const unknownTask = 'this device does not take part in the task'

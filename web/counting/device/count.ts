import type { CountEvent, CountSource } from '../../../domain/counting/event.ts'
import { type Id, newUuid } from '../../../kernel/id.ts'
import { CallError } from '../../call.ts'
import { clock, journal, onChange, onProgress, sender, startSending, tellTabs, waitingOf, type WaitingHere } from './device.ts'
import { NoRoom } from '../../onDevice.ts'
import { learnt } from './clock.ts'
import { fetchPack } from './fetchPack.ts'
import { type Draft, type JoinedTask, type Journal, keyOf } from './journal.ts'
import { judge, type Judgement, judgeThing } from './judge.ts'
import { openIndex, type PackIndex, type PackItem } from './pack.ts'
import type { Sender } from './sending.ts'
import { join, packPage, taskInfo } from './server.ts'
import { nowTakesPart } from './takesPart.ts'
import { openTally, type Tally } from './tally.ts'

/** What came of an observation; `event` where something was written down. */
export type Outcome = (Judgement | { readonly t: 'noRoom' } | { readonly t: 'noPlace'; readonly text: string }) & {
  readonly event?: CountEvent
}

/** A task as a person counts it here. Each change is a new one of these; index and tally are the same while they only grow. */
export type Count = {
  readonly joined: JoinedTask
  readonly index: PackIndex
  readonly tally: Tally
  readonly waiting: WaitingHere
  /** Why nothing can be sent, in the server's words. */
  readonly problem: string | undefined
}

export type OpenState =
  | { readonly t: 'opening'; readonly rows: number }
  | { readonly t: 'failed'; readonly error: unknown }
  | { readonly t: 'open'; readonly count: Count }

export type OpenCount = {
  readonly state: () => OpenState
  readonly subscribe: (listener: () => void) => () => void
  /** What a code means here; what is seen is written down, and only then answered. */
  readonly read: (text: string, source: CountSource) => Promise<Outcome>
  /** The same of a thing that a person pointed at. */
  readonly see: (item: PackItem, source: CountSource, values?: Partial<Draft>) => Promise<Outcome>
  /** Writes something down as it is; undefined where there was no room. */
  readonly note: (draft: Draft) => Promise<CountEvent | undefined>
  readonly keepPicture: (draft: Draft, picture: Blob) => Promise<boolean>
  readonly stand: (place: Id) => Promise<void>
  readonly refresh: () => Promise<void>
  readonly sendNow: () => Promise<void>
  readonly retry: () => void
  readonly close: () => void
}

/** Below this much free room no one begins to count: what they find could not be kept. */
const roomLeastBytes = 50 * 1024 * 1024
/** How often what changed in the books is asked for. */
const refreshMs = 5 * 60_000
/** What others counted is asked for at most this often; a large pack takes longer to put into memory anew, so it waits longer. */
const progressMs = (rows: number): number => Math.min(refreshMs, Math.max(10_000, rows * 10))

/** The device has too little room to begin. */
export class TooLittleRoom extends Error {
  override name = 'TooLittleRoom'
}

/** Opens a task on this device for the person who is signed in: from what lies here at once, else from the server. */
export const openCount = (task: Id): OpenCount => {
  const senderNow = sender()
  const opening: Opening = {
    task,
    key: keyOf(task, senderNow?.uid ?? ''),
    sender: senderNow,
    store: makeStore(),
    kept: undefined,
    place: undefined,
    isClosed: false,
  }
  const { store, key } = opening
  const { load, catchUp, refresh } = readingOf(opening)
  const writing = writingOf(opening, catchUp)
  const { refreshSoon, stopRefreshing } = refreshingSoon(opening, refresh)
  let timer: ReturnType<typeof setInterval> | undefined

  const start = async () => {
    store.become({ t: 'opening', rows: 0 })
    try {
      const countJournal = await journal()
      opening.kept = countJournal
      if (!senderNow) return
      if (!(await countJournal.joined(key)) || !(await countJournal.pack(key))) {
        await begin(countJournal, task, senderNow, (rows) => store.become({ t: 'opening', rows }))
        await load(countJournal)
      } else {
        await load(countJournal)
        void refresh()
      }
      nowTakesPart()
      await startSending()
      timer ??= setInterval(() => document.visibilityState === 'visible' && void refresh(), refreshMs)
      if (opening.isClosed) clearInterval(timer)
    } catch (error) {
      store.become({ t: 'failed', error })
    }
  }
  const stopHearing = onChange((change) => {
    if (change.key === key) void catchUp(change.problem)
  })
  const stopWatching = onProgress((progress) => (progress === undefined || progress === task) && refreshSoon())
  void start()
  return {
    state: store.state,
    subscribe: store.subscribe,
    refresh,
    ...writing,
    sendNow: async () => (await startSending()).wake(),
    retry: () => void start(),
    close: () => {
      opening.isClosed = true
      clearInterval(timer)
      stopRefreshing()
      stopHearing()
      stopWatching()
    },
  }
}

/** A task that is being opened, and what is known of it so far. */
type Opening = {
  readonly task: Id
  readonly key: string
  readonly sender: Sender | undefined
  readonly store: CountStore
  kept: Journal | undefined
  /** Where the person stands, as was said last in this tab. */
  place: Id | undefined
  isClosed: boolean
}

type CountStore = ReturnType<typeof makeStore>

const makeStore = () => {
  let state: OpenState = { t: 'opening', rows: 0 }
  const listeners = new Set<() => void>()
  const become = (next: OpenState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    become,
    state: (): OpenState => state,
    count: (): Count => {
      if (state.t !== 'open') throw new Error('the count is not open yet')
      return state.count
    },
    change: (part: Partial<Count>) => {
      if (state.t === 'open') become({ t: 'open', count: { ...state.count, ...part } })
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Where a person stands is what was said last in this tab, also while an older answer of the disk is on its way. */
const withPlace = ({ place }: Opening, joinedTask: JoinedTask): JoinedTask => (place === undefined ? joinedTask : { ...joinedTask, place })

/** What lies on the disk and what the server has, into memory. */
const readingOf = (opening: Opening) => {
  const { key, task, store } = opening
  /** Everything from the disk: the pack into memory, and what was observed. */
  const load = async (from: Journal) => {
    const [joined, pack] = await Promise.all([from.joined(key), from.pack(key)])
    if (!joined || !pack) throw new Error('the pack is gone')
    const index = openIndex(pack.head, pack.chunks)
    const tally = openTally(index, joined.round, await from.events(key, 0))
    const waitingEvents = await waitingOf(from, [joined])
    const state = store.state()
    const problem = state.t === 'open' ? state.count.problem : undefined
    store.become({ t: 'open', count: { joined: withPlace(opening, joined), index, tally, waiting: waitingEvents, problem } })
    // What was written while this was read is on the disk, and not yet in what was read.
    await catchUp(problem)
  }
  /** What another tab, or sending, has written meanwhile. */
  const catchUp = async (problem?: string) => {
    const { kept } = opening
    if (!kept || store.state().t !== 'open') return
    const joined = await kept.joined(key)
    if (!joined) return
    const { tally } = store.count()
    for (const event of await kept.events(key, tally.seq())) tally.add(event)
    const waitingRead = await waitingOf(kept, [joined])
    // What was noted while the disk was read waits as well.
    const events = Math.max(waitingRead.events, tally.seq() - joined.acked)
    const oldestMs = events === 0 ? waitingRead.oldestMs : (waitingRead.oldestMs ?? store.count().waiting.oldestMs)
    const waiting = { ...waitingRead, events, oldestMs }
    store.change({ joined: withPlace(opening, joined), waiting, problem })
    if (joined.serverRound !== joined.round) void refresh()
  }
  const refreshOnce = async () => {
    const from = opening.kept
    if (!from || sender()?.uid !== opening.sender?.uid) return
    try {
      const device = store.count().joined.device
      const ask = (since: string | undefined, after: string | undefined) => packPage({ task, device }, since, after)
      const fetchedPack = await fetchPack({ journal: from, key, nowMs: Date.now(), ask })
      if (fetchedPack) await load(from)
    } catch (error) {
      // Without an answer what lies here is counted on.
      if (!(error instanceof CallError)) throw error
    }
  }
  let refreshing: Promise<void> | undefined
  const refresh = (): Promise<void> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  return { load, catchUp, refresh }
}

/** Refreshes after others have counted, and not more often than the size of the pack allows. */
const refreshingSoon = (opening: Opening, refresh: () => Promise<void>) => {
  const { store } = opening
  let refreshedAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const refreshSoon = () => {
    if (store.state().t !== 'open' || opening.isClosed) return
    const waitMs = refreshedAtMs + progressMs(store.count().index.rows) - Date.now()
    timer ??= setTimeout(
      () => {
        timer = undefined
        refreshedAtMs = Date.now()
        if (document.visibilityState === 'visible') void refresh()
      },
      Math.max(0, waitMs),
    )
  }
  return { refreshSoon, stopRefreshing: () => clearTimeout(timer) }
}

/** Writing down what is observed. */
const writingOf = (
  opening: Opening,
  catchUp: (problem?: string) => Promise<void>,
): Pick<OpenCount, 'read' | 'see' | 'note' | 'keepPicture' | 'stand'> => {
  const { key, store } = opening
  /** What is being written: the same label read again meanwhile adds nothing. */
  const inFlight = new Set<string>()

  const note: OpenCount['note'] = (draft) =>
    withRoom(async () => {
      if (!opening.kept) return undefined
      const event = await opening.kept.append(key, draft)
      const { tally, joined, waiting } = store.count()
      if (event.seq === tally.seq() + 1) {
        tally.add(event)
        const oldestMs = waiting.oldestMs ?? Date.parse(event.at)
        store.change({ joined: { ...joined, seq: event.seq }, waiting: { ...waiting, events: event.seq - joined.acked, oldestMs } })
      } else await catchUp(store.count().problem)
      tellTabs({ key, problem: store.count().problem })
      void startSending().then(({ wake }) => wake())
      return event
    })
  const writeJudgement = async (judgement: Judgement, draft: Draft): Promise<Outcome> => {
    const writeKey = JSON.stringify([draft.kind, draft.item ?? draft.code, draft.place])
    if (inFlight.has(writeKey)) return 'thing' in judgement ? { t: 'again', thing: judgement.thing } : judgement
    inFlight.add(writeKey)
    try {
      const event = await note(draft)
      return event ? { ...judgement, event } : { t: 'noRoom' }
    } finally {
      inFlight.delete(writeKey)
    }
  }
  const see: OpenCount['see'] = async (item, source, values = {}) => {
    const { index, tally, joined } = store.count()
    const judged = judgeThing(index, tally, joined.place, item)
    if (judged.t === 'supply') return judged
    if (judged.t === 'again' && Object.keys(values).length === 0) return judged
    const draft: Draft = { kind: 'seen', source, itemKind: 'asset', item: item.id, ...(joined.place && { place: joined.place }), ...values }
    return writeJudgement(judged, draft)
  }
  const stand = async (place: Id): Promise<void> => {
    opening.place = place
    await opening.kept?.note(key, () => ({ place }))
    store.change({ joined: { ...store.count().joined, place } })
  }
  const read: OpenCount['read'] = async (text, source) => {
    const { index, tally, joined } = store.count()
    const judged = judge(index, tally, joined.place, text)
    if (judged.t === 'place') {
      if (!judged.same) await stand(judged.place[0])
      return judged
    }
    if (joined.place === undefined && index.head.places.length > 0 && judged.t !== 'several') return { t: 'noPlace', text }
    if (judged.t === 'supply' || judged.t === 'several') return judged
    if (judged.t === 'unknown')
      return judged.again
        ? judged
        : writeJudgement(judged, { kind: 'seen', source, code: judged.code, ...(joined.place && { place: joined.place }) })
    return see(judged.thing, source, { ...(judged.t !== 'again' && { code: text.trim().slice(0, 200) }) })
  }
  const keepPicture: OpenCount['keepPicture'] = async (draft, picture) => {
    const isKept = await withRoom(async () => {
      if (!opening.kept) return false
      await opening.kept.keepPicture(key, draft, picture)
      tellTabs({ key })
      await catchUp(store.count().problem)
      void startSending().then(({ wake }) => wake())
      return true
    })
    return isKept ?? false
  }
  return { read, see, note, keepPicture, stand }
}

/** Undefined where the device had no room. */
const withRoom = async <R>(write: () => Promise<R>): Promise<R | undefined> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}

/** Takes part and fetches what is needed without a network. Refused where the device has too little room to keep what will be found. */
const begin = async (journal: Journal, task: Id, { orgId, uid }: Sender, got: (rows: number) => void): Promise<void> => {
  const key = keyOf(task, uid)
  const room = await navigator.storage?.estimate?.().catch(() => undefined)
  if (room?.quota !== undefined && room.usage !== undefined && room.quota - room.usage < roomLeastBytes) throw new TooLittleRoom()
  void navigator.storage?.persist?.().catch(() => false)
  const joinedTask = await journal.joined(key)
  const device = joinedTask?.device ?? newUuid()
  const info = await taskInfo(task)
  const sentAt = clock()
  const answer = await join(task, device)
  const clockLearnt = learnt(sentAt, clock(), Date.parse(answer.serverAt))
  const { round, state, ackedSeq } = answer
  const stands = await journal.join({
    key,
    task,
    orgId,
    uid,
    code: info.code,
    name: info.name,
    device,
    base: 0,
    seq: ackedSeq,
    acked: ackedSeq,
    round,
    serverRound: round,
    state,
    heardAtMs: Date.now(),
    clock: clockLearnt,
  })
  await fetchPack({ journal, key, nowMs: Date.now(), ask: (since, after) => packPage(stands, since, after) }, got)
  const { plan, places } = (await journal.pack(key))?.head ?? {}
  const [onlyPlace, secondPlace] = places ?? []
  if (onlyPlace && !secondPlace && plan) await journal.note(key, ({ place }) => (place ? {} : { place: onlyPlace[0] }))
}

import type { CountEvent, CountSource } from '../../../domain/counting/event.ts'
import type { Id } from '../../../kernel/id.ts'
import { newUuid } from '../../../kernel/id.ts'
import { CallError } from '../../call.ts'
import { clock, journal, onChange, onProgress, sender, startSending, tellTabs, waitingOf, type WaitingHere } from './device.ts'
import { NoRoom } from '../../onDevice.ts'
import { learnt } from './clock.ts'
import { fetchPack } from './fetching.ts'
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
  const key = keyOf(task, senderNow?.uid ?? '')
  let state: OpenState = { t: 'opening', rows: 0 }
  let kept: Journal | undefined
  let isClosed = false
  let placeStanding: Id | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  /** What is being written: the same label read again meanwhile adds nothing. */
  const inFlight = new Set<string>()
  const listeners = new Set<() => void>()
  const become = (next: OpenState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const openCount = (): Count => {
    if (state.t !== 'open') throw new Error('the count is not open yet')
    return state.count
  }
  const change = (part: Partial<Count>) => {
    if (state.t === 'open') become({ t: 'open', count: { ...state.count, ...part } })
  }

  const start = async () => {
    become({ t: 'opening', rows: 0 })
    try {
      kept = await journal()
      if (!senderNow) return
      if (!(await kept.joined(key)) || !(await kept.pack(key))) {
        await begin(kept, task, senderNow, (rows) => become({ t: 'opening', rows }))
        await load(kept)
      } else {
        await load(kept)
        void refresh()
      }
      nowTakesPart()
      await startSending()
      timer ??= setInterval(() => document.visibilityState === 'visible' && void refresh(), refreshMs)
      if (isClosed) clearInterval(timer)
    } catch (error) {
      become({ t: 'failed', error })
    }
  }
  /** Everything from the disk: the pack into memory, and what was observed. */
  const load = async (from: Journal) => {
    const [joined, pack] = await Promise.all([from.joined(key), from.pack(key)])
    if (!joined || !pack) throw new Error('the pack is gone')
    const index = openIndex(pack.head, pack.chunks)
    const tally = openTally(index, joined.round, await from.events(key, 0))
    const waitingEvents = await waitingOf(from, [joined])
    const problem = state.t === 'open' ? state.count.problem : undefined
    become({ t: 'open', count: { joined: withPlace(joined), index, tally, waiting: waitingEvents, problem } })
    // What was written while this was read is on the disk, and not yet in what was read.
    await catchUp(problem)
  }
  /** Where a person stands is what was said last in this tab, also while an older answer of the disk is on its way. */
  const withPlace = (joinedTask: JoinedTask): JoinedTask =>
    placeStanding === undefined ? joinedTask : { ...joinedTask, place: placeStanding }
  /** What another tab, or sending, has written meanwhile. */
  const catchUp = async (problem?: string) => {
    if (!kept || state.t !== 'open') return
    const joined = await kept.joined(key)
    if (!joined) return
    const { tally } = openCount()
    for (const event of await kept.events(key, tally.seq())) tally.add(event)
    const waiting = await waitingOf(kept, [joined])
    change({ joined: withPlace(joined), waiting, problem })
    if (joined.serverRound !== joined.round) void refresh()
  }
  let refreshing: Promise<void> | undefined
  const refresh = (): Promise<void> => {
    refreshing ??= (async () => {
      const from = kept
      if (!from || sender()?.uid !== senderNow?.uid) return
      try {
        const device = openCount().joined.device
        const ask = (since: string | undefined, after: string | undefined) => packPage({ task, device }, since, after)
        const fetchedPack = await fetchPack({ journal: from, key, nowMs: Date.now(), ask })
        if (fetchedPack) await load(from)
      } catch (error) {
        // Without an answer what lies here is counted on.
        if (!(error instanceof CallError)) throw error
      }
    })().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const note = async (draft: Draft): Promise<CountEvent | undefined> => {
    if (!kept) return undefined
    try {
      const event = await kept.append(key, draft)
      const { tally, joined, waiting } = openCount()
      if (event.seq === tally.seq() + 1) {
        tally.add(event)
        const oldestMs = waiting.oldestMs ?? Date.parse(event.at)
        change({ joined: { ...joined, seq: event.seq }, waiting: { ...waiting, events: event.seq - joined.acked, oldestMs } })
      } else await catchUp(openCount().problem)
      tellTabs({ key, problem: openCount().problem })
      void startSending().then(({ wake }) => wake())
      return event
    } catch (error) {
      if (error instanceof NoRoom) return undefined
      throw error
    }
  }
  const writeJudgement = async (judgement: Judgement, draft: Draft): Promise<Outcome> => {
    const key = JSON.stringify([draft.kind, draft.item ?? draft.code, draft.place])
    if (inFlight.has(key)) return 'thing' in judgement ? { t: 'again', thing: judgement.thing } : judgement
    inFlight.add(key)
    try {
      const event = await note(draft)
      return event ? { ...judgement, event } : { t: 'noRoom' }
    } finally {
      inFlight.delete(key)
    }
  }
  const see: OpenCount['see'] = async (item, source, values = {}) => {
    const { index, tally, joined } = openCount()
    const judged = judgeThing(index, tally, joined.place, item)
    if (judged.t === 'supply') return judged
    if (judged.t === 'again' && Object.keys(values).length === 0) return judged
    return writeJudgement(judged, {
      kind: 'seen',
      source,
      itemKind: 'asset',
      item: item.id,
      ...(joined.place && { place: joined.place }),
      ...values,
    })
  }

  let refreshedAtMs = 0
  let soonTimer: ReturnType<typeof setTimeout> | undefined
  const refreshSoon = () => {
    if (state.t !== 'open' || isClosed) return
    const waitMs = refreshedAtMs + progressMs(openCount().index.rows) - Date.now()
    soonTimer ??= setTimeout(
      () => {
        soonTimer = undefined
        refreshedAtMs = Date.now()
        if (document.visibilityState === 'visible') void refresh()
      },
      Math.max(0, waitMs),
    )
  }
  const stopHearing = onChange((change) => {
    if (change.key === key) void catchUp(change.problem)
  })
  const stopWatching = onProgress((progress) => progress === task && refreshSoon())
  void start()
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: async (text, source) => {
      const { index, tally, joined } = openCount()
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
    },
    see,
    note,
    keepPicture: async (draft, picture) => {
      if (!kept) return false
      try {
        await kept.keepPicture(key, draft, picture)
        tellTabs({ key })
        await catchUp(openCount().problem)
        void startSending().then(({ wake }) => wake())
        return true
      } catch (error) {
        if (error instanceof NoRoom) return false
        throw error
      }
    },
    stand: (place) => stand(place),
    refresh,
    sendNow: async () => (await startSending()).wake(),
    retry: () => void start(),
    close: () => {
      isClosed = true
      clearInterval(timer)
      clearTimeout(soonTimer)
      stopHearing()
      stopWatching()
    },
  }

  async function stand(place: Id): Promise<void> {
    placeStanding = place
    await kept?.note(key, () => ({ place }))
    change({ joined: { ...openCount().joined, place } })
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
    ...{ key, task, orgId, uid, code: info.code, name: info.name, device, base: 0, seq: ackedSeq, acked: ackedSeq },
    ...{ round, serverRound: round, state, heardAtMs: Date.now(), clock: clockLearnt },
  })
  await fetchPack({ journal: journal, key, nowMs: Date.now(), ask: (since, after) => packPage(stands, since, after) }, got)
  const { plan, places } = (await journal.pack(key))?.head ?? {}
  if (places?.length === 1 && plan) await journal.note(key, ({ place }) => (place ? {} : { place: places[0]![0] }))
}

import type { CountEvent } from '../../../domain/counting/event.ts'
import { add, multiply } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { type PackIndex, supplyKey, type PackItem } from './pack.ts'

/**
 * What the device shows of one round: its own events, together with what the pack says that other devices have counted. Neither takes anything
 * from the other. It is grown event by event, in the order of their numbers; events that were taken back are as if they had never been.
 */
export type Tally = {
  readonly add: (event: CountEvent) => void
  /** The last number that was added. */
  readonly seq: () => number
  /** How many lines are counted, of how many that are to be, and how many need a look: neither counted nor looked for in vain. */
  readonly done: () => number
  readonly left: () => number
  readonly total: number
  /** The same of what the books have in a place itself, not in what lies in it. */
  readonly ofPlace: (place: Id) => { readonly done: number; readonly left: number; readonly total: number }
  readonly isDone: (key: string) => boolean
  readonly isLeft: (key: string) => boolean
  /** Where a piece was seen, in order; empty text where no one had said. */
  readonly seenAt: (id: Id) => readonly Id[]
  /** What was said of a line, in order. */
  readonly saidOf: (key: string) => readonly CountEvent[]
  /** How many of a supply were counted, in its unit; undefined where no one has. */
  readonly counted: (key: string) => string | undefined
  /** How many codes that nothing bears were read, and whether one was read at a place. */
  readonly unknown: () => number
  readonly isUnknownAt: (code: string, place: Id | undefined) => boolean
  /** How many lines were looked for in vain. */
  readonly absent: () => number
  /** The last observations, newest first. */
  readonly recent: (most: number) => readonly CountEvent[]
  readonly event: (seq: number) => CountEvent | undefined
}

export const openTally = (index: PackIndex, round: number, events: readonly CountEvent[]): Tally => {
  const lines = new Map(index.mine.map((thing) => [thing.key, thing]))
  const totals = countBy(index.mine, ({ place }) => place)
  const counted = index.mine.filter(({ isCounted }) => isCounted)
  const live = new Map<number, CountEvent>()
  const eventsByItem = new Map<string, CountEvent[]>()
  const doneAt = countBy(counted, ({ place }) => place)
  const absentAt = new Map<Id, number>()
  let done = counted.length
  const unknown = new Map<string, number>()
  let absent = 0
  let last = 0

  /** A line becomes done, or is not any more, when what was said of it changes; one that others have counted stays so. */
  const change = (key: string, now: CountEvent[]) => {
    const line = lines.get(key)
    const before = eventsByItem.get(key)
    const vain = Number(isAbsent(now)) - Number(isAbsent(before))
    eventsByItem.set(key, now)
    if (!line || line.isCounted) return
    const more = Number(isSeen(now)) - Number(isSeen(before))
    done += more
    absent += vain
    if (line.place === undefined) return
    doneAt.set(line.place, (doneAt.get(line.place) ?? 0) + more)
    absentAt.set(line.place, (absentAt.get(line.place) ?? 0) + vain)
  }

  const takeBack = (seq: number) => {
    const event = live.get(seq)
    if (!event) return
    live.delete(event.seq)
    if (isUnknown(event)) unknown.delete(unknownKey(event.code, event.place))
    const key = lineOf(event, lines)
    if (key !== undefined)
      change(
        key,
        (eventsByItem.get(key) ?? []).filter(({ seq }) => seq !== event.seq),
      )
  }

  const tally: Tally = {
    add: (event) => {
      if (event.seq <= last) return
      last = event.seq
      if (event.round !== round) return
      if (event.kind === 'void') {
        takeBack(event.voids ?? 0)
        return
      }
      live.set(event.seq, event)
      if (isUnknown(event)) unknown.set(unknownKey(event.code, event.place), event.seq)
      const key = lineOf(event, lines)
      if (key !== undefined) change(key, [...(eventsByItem.get(key) ?? []), event])
    },
    seq: () => last,
    done: () => done,
    left: () => lines.size - done - absent,
    total: lines.size,
    ofPlace: (place) => {
      const [doneHere, total] = [doneAt.get(place) ?? 0, totals.get(place) ?? 0]
      return { done: doneHere, left: total - doneHere - (absentAt.get(place) ?? 0), total }
    },
    isDone: (key) => isSeen(eventsByItem.get(key)) || lines.get(key)?.isCounted === true,
    isLeft: (key) => !isSeen(eventsByItem.get(key)) && !isAbsent(eventsByItem.get(key)) && lines.get(key)?.isCounted !== true,
    seenAt: (id) => [...new Set((eventsByItem.get(id) ?? []).flatMap(({ kind, place }) => (kind === 'seen' ? [place ?? ''] : [])))],
    saidOf: (key) => eventsByItem.get(key) ?? [],
    counted: (key) => countedIn(eventsByItem.get(key) ?? []),
    unknown: () => unknown.size,
    isUnknownAt: (code, place) => unknown.has(unknownKey(code, place)),
    absent: () => absent,
    recent: (most) => recentOf([...live.values()], most),
    event: (seq) => live.get(seq),
  }
  for (const event of events) tally.add(event)
  return tally
}

/** How many of a supply its events count, zone by zone. */
const countedIn = (events: readonly CountEvent[]): string | undefined => {
  const zones = new Map<string, string>()
  for (const { kind, quantity, factor, zone } of events)
    if (kind === 'quantity' && quantity !== undefined) zones.set(zone ?? '', multiply(quantity, factor ?? '1'))
  return zones.size === 0 ? undefined : [...zones.values()].reduce(add, '0')
}

/** The last observations among events, newest first. */
const recentOf = (events: readonly CountEvent[], most: number): readonly CountEvent[] => {
  const shownEvents: CountEvent[] = []
  for (const event of events.toReversed()) {
    if (event.kind !== 'finish' && event.kind !== 'photo') shownEvents.push(event)
    if (shownEvents.length === most) break
  }
  return shownEvents
}

/** Of a supply, its line in the store it was counted in; where no one is told the stores, it has one line. */
const lineOf = ({ item, itemKind, place }: CountEvent, lines: ReadonlyMap<string, unknown>): string | undefined => {
  if (item === undefined || itemKind !== 'consumable') return item
  return lines.has(supplyKey(item, undefined)) ? supplyKey(item, undefined) : supplyKey(item, place)
}

/** A code that the pack does not know. */
export const isUnknown = ({ kind, item }: CountEvent): boolean => kind === 'unknown' || (kind === 'seen' && item === undefined)

const unknownKey = (code = '', place = ''): string => JSON.stringify([code, place])

const isSeen = (events: readonly CountEvent[] = []): boolean => events.some(({ kind }) => kind === 'seen' || kind === 'quantity')

/** Looked for and not there, and not seen after all. */
const isAbsent = (events: readonly CountEvent[] = []): boolean => events.some(({ kind }) => kind === 'absent') && !isSeen(events)

const countBy = (things: readonly PackItem[], keyOf: (thing: PackItem) => Id | undefined): Map<Id, number> => {
  const counts = new Map<Id, number>()
  for (const thing of things) {
    const key = keyOf(thing)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

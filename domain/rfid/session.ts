import { lastOf } from '../../kernel/assert.ts'
import type { TagRead } from './read.ts'

/**
 * What was heard of one tag. `moments` are the earliest stretches of time in which it answered, at most as many as say anything; so the same
 * reads in whatever order, some of them twice, make the same.
 */
export type Heard = {
  readonly moments: readonly number[]
  /** dBm; absent where no read told a strength. */
  readonly best: number | undefined
  readonly firstMs: number
  readonly lastMs: number
  /** More than one: a tag was copied. */
  readonly tids: readonly string[]
}

/** What was heard at one visit of one place, by EPC. */
export type HeardTags = Map<string, Heard>

/** Reads inside one of these are one piece of evidence: several antennas and doubled frames prove nothing more. */
const momentMs = 50
const mostMoments = 16
const mostTids = 4

/** Adds a read to what was heard; the only thing that is changed is the map. */
export const hear = (tags: HeardTags, { epc, rssi, tid, atMs }: TagRead): void => {
  const before = tags.get(epc)
  const moment = Math.floor(atMs / momentMs)
  if (!before) {
    tags.set(epc, { moments: [moment], best: rssi, firstMs: atMs, lastMs: atMs, tids: tid === undefined ? [] : [tid] })
    return
  }
  const { best, firstMs, lastMs, tids } = before
  tags.set(epc, {
    moments: withMoment(before.moments, moment),
    best: rssi === undefined ? best : Math.max(best ?? rssi, rssi),
    firstMs: Math.min(firstMs, atMs),
    lastMs: Math.max(lastMs, atMs),
    tids: tid === undefined || tids.includes(tid) ? tids : [...tids, tid].toSorted().slice(0, mostTids),
  })
}

const withMoment = (moments: readonly number[], moment: number): readonly number[] => {
  const last = lastOf(moments)
  if (moment === last || (moments.length === mostMoments && moment > last)) return moments
  if (moment > last) return [...moments, moment]
  if (moments.includes(moment)) return moments
  return [...moments, moment].toSorted((a, b) => a - b).slice(0, mostMoments)
}

/** Everything that these reads say together. */
export const heardIn = (reads: Iterable<TagRead>): HeardTags => {
  const tags: HeardTags = new Map()
  for (const read of reads) hear(tags, read)
  return tags
}

/** What is looked for: everything that may be met, by EPC, and which of it belongs to the place that is read. */
export type Expected<A> = { readonly ofEpc: ReadonlyMap<string, A>; readonly here: ReadonlySet<string> }

/** dBm that a tag must reach where too few were heard to learn it. */
export const firstThreshold = -70
const marginDb = 10
const enoughToLearn = 5
const strongTimes = 3

/** What a tag must reach to count as being here: a little less than those that belong here do. `before` is what this reader learnt last. */
export const thresholdOf = <A>(tags: HeardTags, { here }: Expected<A>, before = firstThreshold): number => {
  const bests = [...here]
    .flatMap((epc) => {
      const { moments, best } = tags.get(epc) ?? { moments: [], best: undefined }
      return moments.length >= strongTimes && best !== undefined ? best : []
    })
    .toSorted((a, b) => a - b)
  const middle = bests[Math.floor((bests.length - 1) / 2)]
  return middle === undefined || bests.length < enoughToLearn ? before : Math.round(middle - marginDb)
}

/** Heard often enough, and near enough where the reader tells how near. */
export const isStrong = ({ moments, best }: Heard, threshold: number): boolean =>
  moments.length >= strongTimes && (best === undefined || best >= threshold)

export type SessionResult = {
  /** Strong, and it belongs here. */
  readonly found: readonly string[]
  /** Strong, and it belongs elsewhere. */
  readonly elsewhere: readonly string[]
  /** Heard, and no more than that: whether it is here is open. */
  readonly nearby: readonly string[]
  /** It belongs here and was not heard. */
  readonly notYet: readonly string[]
  /** How many tags of no one's were heard; they are nothing else than a number. */
  readonly foreign: number
  /** Tags of ours that two chips carry. */
  readonly copied: readonly string[]
}

/** Where everything stands, by EPC, in the order in which it was first heard. */
export const standingOf = <A>(tags: HeardTags, { ofEpc, here }: Expected<A>, threshold: number): SessionResult => {
  const epcs: string[] = []
  const elsewhere: string[] = []
  const nearby: string[] = []
  const copiedEpcs: string[] = []
  let foreign = 0
  for (const [epc, heard] of tags) {
    if (!ofEpc.has(epc)) {
      foreign++
      continue
    }
    if (heard.tids.length > 1) copiedEpcs.push(epc)
    if (!isStrong(heard, threshold)) nearby.push(epc)
    else if (here.has(epc)) epcs.push(epc)
    else elsewhere.push(epc)
  }
  const notYet = [...here].filter((epc) => !tags.has(epc))
  return { found: epcs, elsewhere, nearby, notYet, foreign, copied: copiedEpcs }
}

/** Evidence about one tag of ours, as a count takes it: `rssi` beside what a scan says. */
export type Evidence = {
  readonly epc: string
  readonly strong: boolean
  readonly n: number
  readonly best: number | undefined
  readonly firstMs: number
  readonly lastMs: number
}

const riseDb = 6

/**
 * What is to be told of a visit that has not been told: each tag of ours once, again where it became strong, and where it came nearer by so
 * much that it matters. `told` is what was told of this visit before.
 */
export const untold = <A>(
  tags: HeardTags,
  { ofEpc }: Expected<A>,
  threshold: number,
  evidenceByEpc: ReadonlyMap<string, Evidence>,
): Evidence[] =>
  [...tags].flatMap(([epc, heard]): Evidence[] => {
    if (!ofEpc.has(epc)) return []
    const { moments, best, firstMs, lastMs } = heard
    const now = { epc, strong: isStrong(heard, threshold), n: moments.length, best, firstMs, lastMs }
    const before = evidenceByEpc.get(epc)
    const nearer = best !== undefined && best - (before?.best ?? -Infinity) >= riseDb
    return !before || (now.strong && !before.strong) || nearer ? [now] : []
  })

/** For so long nothing new of this place was heard: it may be finished. */
export const quietMs = 5000

/** True where nothing that belongs here came newly for a while; false as long as nothing was heard at all. */
export const isQuiet = <A>(tags: HeardTags, { here }: Expected<A>, nowMs: number): boolean => {
  let last = -Infinity
  for (const epc of here) last = Math.max(last, tags.get(epc)?.firstMs ?? -Infinity)
  return last > -Infinity && nowMs - last >= quietMs
}

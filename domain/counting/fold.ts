import type { StoredEvent } from './event.ts'
import { strengths } from './verdict.ts'

/**
 * What counts of a round, oldest first: events that are in time and in range, and that their own device did not take back in the same round.
 * The order in which devices delivered makes no difference.
 */
export const standingEvents = (events: readonly StoredEvent[], round: number): StoredEvent[] => {
  const counting = events.filter((event) => event.disposition === 'ok' && event.round === round)
  const voidedKeys = new Set(counting.flatMap(({ kind, voids, device }) => (kind === 'void' ? [`${device} ${voids}`] : [])))
  return counting.filter((event) => event.kind !== 'void' && !voidedKeys.has(`${event.device} ${event.seq}`)).toSorted(byTime)
}

const byTime = (a: StoredEvent, b: StoredEvent): number =>
  a.atMs - b.atMs || Number(a.device > b.device) - Number(a.device < b.device) || a.seq - b.seq

/** How much an observation weighs. A tag that was not read strongly is only heard. */
export const strengthOf = ({ source, rssi }: Pick<StoredEvent, 'source' | 'rssi'>): number =>
  source === 'rfid' && rssi?.strong !== true ? strengths.rfidWeak : strengths[source]

/** From here on an observation confirms alone. */
export const confirmsFrom = 2

import type { CountEvent, Disposition } from '../../../domain/counting/event.ts'
import type { CountTaskState } from '../../../domain/counting/task.ts'

/** The most that goes in one request. */
export const batchEvents = 200
export const batchBytes = 256 * 1024

/** The first of the waiting events that fit into one request; always one where there is one. `waiting` follow each other without a gap. */
export const batchOf = (waitingEvents: readonly CountEvent[]): readonly CountEvent[] => {
  let bytes = 2
  const fits = waitingEvents.slice(0, batchEvents).findIndex((event) => {
    bytes += new TextEncoder().encode(JSON.stringify(event)).length + 1
    return bytes > batchBytes
  })
  return waitingEvents.slice(0, fits < 0 ? batchEvents : Math.max(1, fits))
}

/** What a device knows of its line of events. */
export type Line = { readonly seq: number; readonly acked: number }

export type PushAnswer = {
  readonly acked: number
  readonly wants?: number | undefined
  readonly state: CountTaskState
  readonly round: number
  /** What became of each event that was sent, by its number. */
  readonly dispositions?: readonly (readonly [seq: number, disposition: Disposition])[]
}

/**
 * How far the server is after its answer. Where it wants earlier events, those go next; where it is further than this device has ever been,
 * the device's line was cut off (an older copy of the device was put back): `newLine`, and what waits goes as another device's.
 */
export const after = (line: Line, { acked, wants }: PushAnswer): { readonly acked: number; readonly newLine?: true } => {
  const reachedSeq = wants === undefined ? acked : wants - 1
  return reachedSeq > line.seq ? { acked: line.acked, newLine: true } : { acked: Math.max(0, reachedSeq) }
}

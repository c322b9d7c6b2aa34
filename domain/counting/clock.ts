import type { CountEvent } from './event.ts'

/** What an exchange with a device says of its clock. */
export type Exchange = {
  /** The device's wall clock as it sent, and the server's as it heard, in milliseconds since 1970. */
  readonly clientMs: number
  readonly serverMs: number
  /** How long the last exchange took. */
  readonly roundTripMs: number
}

export type CorrectedTime = { readonly atMs: number; readonly uncertaintyMs: number }

/** A step of a clock that goes unnoticed. */
const steadyMs = 2000
/** How far a clock drifts by itself, as a share of the time that has passed. */
const drift = 50e-6
/** What a column holds; no one knows when it was. */
export const unknownMs = 2_147_483_647

/**
 * When an event happened by the server's clock. The device compared its clock before the event, and does so again by sending it: where both
 * say the same, nothing has happened to the clock in between. Otherwise the truth lies between what they say.
 */
export const correctedTime = (event: Pick<CountEvent, 'at' | 'clock'>, { clientMs, serverMs, roundTripMs }: Exchange): CorrectedTime => {
  const wallMs = Date.parse(event.at)
  const offsetMs = clientMs - serverMs
  const passedMs = Math.max(0, clientMs - wallMs)
  const doubtMs = roundTripMs / 2 + passedMs * drift
  const bySending = { atMs: wallMs - offsetMs, uncertaintyMs: doubtMs }
  const { clock } = event
  // Nothing is sent before it happened.
  if (!clock) return boundTime(bySending.atMs > serverMs + steadyMs ? { atMs: serverMs, uncertaintyMs: unknownMs } : bySending)
  const apartMs = Math.abs(offsetMs - clock.offsetMs)
  const beforehand = { atMs: wallMs - clock.offsetMs, uncertaintyMs: Math.max(0, clock.uncertaintyMs) }
  if (apartMs <= steadyMs + doubtMs + beforehand.uncertaintyMs)
    return boundTime(beforehand.uncertaintyMs <= doubtMs ? beforehand : bySending)
  return boundTime({ ...beforehand, uncertaintyMs: beforehand.uncertaintyMs + apartMs })
}

/**
 * The same for events of one device in a row. Without a comparison beforehand a step of the wall clock shows only against the clock that
 * never steps back, and widens the doubt about everything before it.
 */
export const correctedTimes = (events: readonly Pick<CountEvent, 'at' | 'clock' | 'monoMs'>[], exchange: Exchange): CorrectedTime[] => {
  let steppedMs = 0
  const correctedTimes: CorrectedTime[] = []
  let next: (typeof events)[number] | undefined
  for (const event of events.toReversed()) {
    if (next && next.monoMs !== undefined && event.monoMs !== undefined && next.monoMs >= event.monoMs) {
      const apartMs = Math.abs(Date.parse(next.at) - Date.parse(event.at) - (next.monoMs - event.monoMs))
      if (apartMs > steadyMs) steppedMs += apartMs
    }
    const alone = correctedTime(event, exchange)
    correctedTimes.push(event.clock ? alone : boundTime({ ...alone, uncertaintyMs: alone.uncertaintyMs + steppedMs }))
    next = event
  }
  return correctedTimes.toReversed()
}

/** Moments that a database can hold. */
const boundTime = ({ atMs, uncertaintyMs }: CorrectedTime): CorrectedTime => ({
  atMs: Math.round(Math.min(Math.max(atMs, Date.UTC(2000, 0, 1)), Date.UTC(2200, 0, 1))),
  uncertaintyMs: Math.round(Math.min(uncertaintyMs, unknownMs)),
})

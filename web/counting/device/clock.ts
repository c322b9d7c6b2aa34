import type { CountEvent } from '../../../domain/counting/event.ts'

/** The device's two clocks at one moment: the wall's, which people and networks set, and one that never steps back but may stop while the device sleeps. */
export type Now = {
  readonly wallMs: number
  readonly monoMs: number
  /** Which start of the page the second clock belongs to. */
  readonly page: string
}

/** What an exchange taught about the wall clock: how far it is ahead of the server's, and how far that may be off. */
export type Learnt = { readonly offsetMs: number; readonly uncertaintyMs: number; readonly at: Now }

/** The server answered `serverMs` somewhere between the two moments. */
export const learnt = (sentAt: Now, answeredAt: Now, serverMs: number): Learnt => {
  const roundTripMs = roundTrip(sentAt, answeredAt)
  return { offsetMs: Math.round(answeredAt.wallMs - roundTripMs / 2 - serverMs), uncertaintyMs: Math.ceil(roundTripMs / 2), at: answeredAt }
}

export const roundTrip = (sentAt: Now, answeredAt: Now): number => Math.max(0, Math.round(answeredAt.monoMs - sentAt.monoMs))

/** Clocks of phones drift by so much of the time that passes. */
const drift = 50e-6
/** Two clocks that disagree by more were set, or one of them slept. */
const agreeMs = 2000

/**
 * What an event says of its clock: as it was learnt, less sure the longer ago, and by as much less sure as the clocks disagree about how long
 * that is. Undefined where nothing was learnt, or the wall clock stands before it.
 */
export const clockAt = (lastLearnt: Learnt | undefined, now: Now): CountEvent['clock'] => {
  if (!lastLearnt) return undefined
  const passedMs = now.wallMs - lastLearnt.at.wallMs
  const isSamePage = now.page === lastLearnt.at.page
  if (!isSamePage && passedMs < 0) return undefined
  const slippedMs = isSamePage ? Math.abs(passedMs - (now.monoMs - lastLearnt.at.monoMs)) : 0
  if (Number.isNaN(slippedMs)) return undefined
  const uncertaintyMs = lastLearnt.uncertaintyMs + Math.abs(passedMs) * drift + (slippedMs > agreeMs ? slippedMs : 0)
  return { offsetMs: lastLearnt.offsetMs, uncertaintyMs: Math.ceil(uncertaintyMs) }
}

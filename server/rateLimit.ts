import { tooOften } from './httpError.ts'

/** Counts a call of `key` at `now` (ms). Throws 429 where it came too soon. */
export type RateLimit = (key: string, now: number) => void

/**
 * Lets every key make `perMinute` calls in a minute, all of them at once if it likes; 0 is no limit. For each key only the moment is kept
 * at which its calls would be used up at an even pace, and that is forgotten once it has passed.
 */
export const rateLimit = (perMinute: number): RateLimit => {
  if (perMinute === 0) return () => undefined
  const pause = minute / perMinute
  const usedUp = new Map<string, number>()
  let swept = 0
  return (key, now) => {
    if (now - swept > minute) {
      for (const [other, until] of usedUp) if (until <= now) usedUp.delete(other)
      swept = now
    }
    const next = Math.max(usedUp.get(key) ?? 0, now) + pause
    const early = next - now - minute
    if (early > 0) throw tooOften(Math.ceil(early / 1000))
    usedUp.set(key, next)
  }
}

const minute = 60_000

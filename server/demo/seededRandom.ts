import { assertDefined } from '../../kernel/assert.ts'
/** Chance that is the same every time: equal seeds give equal companies. */
export type SeededRandom = {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  readonly shuffled: <T>(list: readonly T[]) => T[]
  /** Characters for serial numbers. */
  readonly code: (length: number) => string
}

export const seededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mix = Math.imul(state ^ (state >>> 15), state | 1)
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61)
    return ((mix ^ (mix >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => assertDefined(list[below(list.length)], 'something to pick from'),
    shuffled: (list) => {
      const copy = [...list]
      for (let last = copy.length - 1; last > 0; last--) {
        const swapIndex = below(last + 1)
        ;[copy[last], copy[swapIndex]] = [copy[swapIndex]!, copy[last]!]
      }
      return copy
    },
    code: (length) => Array.from({ length }, () => characters[below(characters.length)]).join(''),
  }
}

const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

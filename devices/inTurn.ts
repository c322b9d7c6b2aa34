import type { Reader } from './reader.ts'

/** The same reader, told one thing after the other: who starts it anew while it is still being stopped gets it started. */
export const inTurn = (reader: Reader): Reader => {
  let last: Promise<unknown> = Promise.resolve()
  const turn = <A extends unknown[], R>(run: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => {
      const mine = last.then(() => run(...args))
      last = mine.catch(() => undefined)
      return mine
    }
  }
  const { power, write, tidOf } = reader
  return {
    ...reader,
    start: turn(reader.start),
    stop: turn(reader.stop),
    close: turn(reader.close),
    ...(power && { power: { ...power, set: turn(power.set) } }),
    ...(write && { write: turn(write) }),
    ...(tidOf && { tidOf: turn(tidOf) }),
  }
}

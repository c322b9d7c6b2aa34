import { setTimeout as sleep } from 'node:timers/promises'

/**
 * For what is computed here and not aside: called between steps, it lets everyone else have their turn whenever the steps have taken
 * longer than a moment. It sleeps longer than it worked: a process that never rests is made to wait by a busy machine when a person asks, and
 * what is kept of large sheets makes the collector of garbage stop everyone for milliseconds, the less often the slower they are read.
 */
export const breatheBetween = (): (() => Promise<void> | undefined) => {
  let began = performance.now()
  const restBriefly = async () => {
    await sleep(restMs)
    began = performance.now()
  }
  return () => (performance.now() - began < momentMs ? undefined : restBriefly())
}

const momentMs = 2
const restMs = 4

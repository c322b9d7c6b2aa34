import { setTimeout as sleep } from 'node:timers/promises'

/**
 * For what is computed here and not aside: called between steps, it lets everyone else have their turn whenever the steps have taken
 * longer than a moment. It sleeps as long as it worked: a process that never rests is made to wait by a busy machine when a person asks.
 */
export const breatheBetween = (): (() => Promise<void> | undefined) => {
  let began = performance.now()
  const restBriefly = async () => {
    await sleep(momentMs)
    began = performance.now()
  }
  return () => (performance.now() - began < momentMs ? undefined : restBriefly())
}

const momentMs = 2

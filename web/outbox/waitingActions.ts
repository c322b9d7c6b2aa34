import type { ReactNode } from 'react'

/** What the person who is signed in has on this device that the server has not taken: so many on their way, so many refused. */
export type OutboxCounts = { readonly waiting: number; readonly refused: number }

const none: OutboxCounts = { waiting: 0, refused: 0 }
let now = none
let bar: ReactNode
const listeners = new Set<() => void>()

/** Known once the outbox was looked into. */
export const outboxCounts = (): OutboxCounts => now
/** What says so below every screen; undefined where nothing is to be said. It comes with the outbox: the shell waits for none of it. */
export const waitingBar = (): ReactNode => (now.waiting + now.refused > 0 ? bar : undefined)
export const onWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const setWaiting = (next: OutboxCounts, shownBar: ReactNode): void => {
  bar = shownBar
  if (next.waiting === now.waiting && next.refused === now.refused) return
  now = next
  for (const listener of listeners) listener()
}

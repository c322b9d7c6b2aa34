import type { ReactNode } from 'react'

let bar: ReactNode
const listeners = new Set<() => void>()

/** The line above the bottom bar while files are sent; it comes with the net disk's screens, so that the shell waits for none of it. */
export const uploadBar = (): ReactNode => bar
export const onUploadBar = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const showUploadBar = (content: ReactNode): void => {
  if (bar === content) return
  bar = content
  for (const listener of listeners) listener()
}

import type { ReactNode } from 'react'

type Draw = (text: ReactNode) => ReactNode

/** A text as it is shown. */
export let drawText: Draw = (text) => text

/** What carries the app draws parts of what is said: names that only it knows. Before the first screen. */
export const drawSaid = (draw: Draw): void => {
  drawText = draw
}

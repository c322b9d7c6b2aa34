import type { ReactNode } from 'react'

let drawn: ((text: string) => ReactNode) | undefined

/** What carries the app draws parts of what is said: names that only it knows. Said before the first screen. */
export const drawSaid = (draw: (text: string) => ReactNode): void => {
  drawn = draw
}

/** A text as it is shown. */
export const said = (text: ReactNode): ReactNode => (drawn && typeof text === 'string' ? drawn(text) : text)

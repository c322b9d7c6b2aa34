import { useEffect, useLayoutEffect, useRef } from 'react'

const isShown = (element: Element): boolean => element.getClientRects().length > 0

const shown = (what: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(what)].find(isShown)

const focusOn = (element: HTMLElement | undefined): void => {
  if (element && element.tabIndex < 0) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}

/** Past the navigation, to what the screen on show is about. */
export const toMain = (): void => focusOn(shown('main'))

let arrived = false

/** A heading that takes the place of another, as when what a screen shows has come, is stood at by whoever stood at that. */
export const useHeading = (): void =>
  useEffect(() => {
    if (arrived && document.activeElement === document.body) focusOn(shown('h1'))
  }, [])

/**
 * Whoever arrives at a screen stands at its heading, and where they stood when they come back to it. A screen that puts the cursor somewhere
 * itself is left alone, and so is the first, which nobody has gone to.
 */
export const useArrival = (): void => {
  const left = useRef<HTMLElement>(undefined)
  useLayoutEffect(
    () => () => {
      left.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    },
    [],
  )
  useEffect(() => {
    const before = arrived
    arrived = true
    const here = document.activeElement
    if (!before || (here?.closest('main, aside, [role=dialog]') && isShown(here))) return
    focusOn(left.current?.closest('main') && left.current.isConnected ? left.current : shown('h1'))
  }, [])
}

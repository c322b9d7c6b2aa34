import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../words.ts'

const isShown = (element: Element): boolean => element.getClientRects().length > 0

const shownElement = (what: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(what)].find(isShown)

const focusOn = (element: HTMLElement | undefined): void => {
  if (element && element.tabIndex < 0) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}

/** Past the navigation, to what the screen on show is about. */
export const toMain = (): void => focusOn(shownElement('main'))

let hasArrived = false

/** Names the window. */
export const entitle = (title: string): void => void (document.title = `${title} - ${t('在册')}`)

/**
 * A heading that takes the place of another, as when what a screen shows has come, is stood at by the person who stood at that, and names the
 * window where it is the screen's own.
 */
export const useHeading = (ownTitle: string | undefined): void =>
  useEffect(() => {
    if (ownTitle) entitle(ownTitle)
    if (hasArrived && document.activeElement === document.body) focusOn(shownElement('h1'))
  }, [ownTitle])

/**
 * The person who arrives at a screen stands at its heading, and where they stood when they come back to it. A screen that puts the cursor somewhere
 * itself is left alone, and so is the first, which no one has gone to.
 */
export const useArrival = (): void => {
  const leftElement = useRef<HTMLElement>(undefined)
  useLayoutEffect(
    () => () => {
      leftElement.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    },
    [],
  )
  useEffect(() => {
    const before = hasArrived
    hasArrived = true
    const focusedElement = document.activeElement
    if (!before || (focusedElement?.closest('main, aside, [role=dialog]') && isShown(focusedElement))) return
    focusOn(leftElement.current?.closest('main') && leftElement.current.isConnected ? leftElement.current : shownElement('h1'))
  }, [])
}

import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** After so long without a movement a list stands still. */
const stillMs = 140

/** Settles once no finger lies on the list and it does not glide any more. */
export const useStill = (scroller: RefObject<HTMLElement | null>): (() => Promise<void>) => {
  const movement = useRef({ touched: false, atMs: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const touch = (event: TouchEvent) => {
      movement.current = { touched: event.touches.length > 0, atMs: Date.now() }
    }
    const scroll = () => {
      movement.current = { ...movement.current, atMs: Date.now() }
    }
    for (const name of ['touchstart', 'touchend', 'touchcancel'] as const) element.addEventListener(name, touch, { passive: true })
    element.addEventListener('scroll', scroll, { passive: true })
    return () => {
      for (const name of ['touchstart', 'touchend', 'touchcancel'] as const) element.removeEventListener(name, touch)
      element.removeEventListener('scroll', scroll)
    }
  }, [scroller])
  return useCallback(async () => {
    if (!matchMedia('(pointer: coarse)').matches) return
    while (movement.current.touched || Date.now() - movement.current.atMs < stillMs)
      await new Promise((resolve) => setTimeout(resolve, stillMs / 2))
  }, [])
}

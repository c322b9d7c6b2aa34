import { type RefCallback, useCallback, useState } from 'react'

/** How many children of an element that wraps stand whole in its first line. It has to be positioned, and another one for other children. */
export const useFirstLine = (): [RefCallback<HTMLElement>, number] => {
  const [fitting, setFitting] = useState(Infinity)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => {
      const children = [...element.children].filter((child) => child instanceof HTMLElement)
      const firstTop = children[0]?.offsetTop
      setFitting(children.filter(({ offsetTop, offsetLeft }) => offsetTop === firstTop && offsetLeft >= 0).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, fitting]
}

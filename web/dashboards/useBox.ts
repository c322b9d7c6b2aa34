import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type Box = { readonly width: number; readonly height: number }

/** The size of an element in pixels, as it is laid out; nothing before the first time. */
export const useBox = (): readonly [RefObject<HTMLDivElement | null>, Box | undefined] => {
  const place = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>()
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      setBox((before) => (before?.width === width && before.height === height ? before : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, box]
}

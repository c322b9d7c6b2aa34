import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../words.ts'
import { Spinner } from './Spinner.tsx'

/** Pulling down at the top of `scroller` asks again. Stands first inside the scroller. */
export const PullToRefresh = ({ scroller, onRefresh }: { scroller: RefObject<HTMLElement | null>; onRefresh: () => Promise<unknown> }) => {
  const [height, setHeight] = useState(0)
  const [busy, setBusy] = useState(false)
  const pulledPx = useRef(0)

  const letGo = useEffectEvent(async () => {
    const far = pulledPx.current >= enoughPx
    pulledPx.current = 0
    setHeight(far ? enoughPx : 0)
    if (!far) return
    setBusy(true)
    await onRefresh().catch(() => undefined)
    setBusy(false)
    setHeight(0)
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let startY: number | undefined
    const start = (event: TouchEvent) => {
      startY = element.scrollTop <= 0 ? event.touches[0]?.clientY : undefined
    }
    const move = (event: TouchEvent) => {
      if (startY === undefined) return
      const distance = (event.touches[0]?.clientY ?? startY) - startY
      if (element.scrollTop > 0 || distance <= 0) {
        if (pulledPx.current > 0) setHeight((pulledPx.current = 0))
        return
      }
      pulledPx.current = Math.min(distance * 0.45, farthestPx)
      setHeight(pulledPx.current)
    }
    const end = () => {
      startY = undefined
      if (pulledPx.current > 0) void letGo()
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [scroller])

  return (
    <div
      role={busy ? 'status' : undefined}
      style={{ height }}
      className={`flex items-center justify-center gap-2 overflow-hidden text-small text-quiet ${height === 0 || busy ? 'transition-[height] duration-200' : ''}`}
    >
      {height > 0 && (
        <>
          {busy && <Spinner size={16} />}
          {pullWords(busy, height)}
        </>
      )}
    </div>
  )
}

const enoughPx = 48
const farthestPx = 72

const pullWords = (busy: boolean, heightPx: number): string => {
  if (busy) return t('正在刷新')
  return heightPx >= enoughPx ? t('松开刷新') : t('下拉刷新')
}

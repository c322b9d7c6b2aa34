import { useEffect, useEffectEvent } from 'react'
import { wedgeKey, wedgeStart } from '../../../devices/wedge.ts'

/** Hears a scanner that types like a keyboard, wherever the cursor is. */
export const useWedge = (onScan: (text: string) => void): void => {
  const heard = useEffectEvent(onScan)
  useEffect(() => {
    let state = wedgeStart
    const key = (event: KeyboardEvent) => {
      const { state: next, scan } = wedgeKey(state, event.key, event.timeStamp)
      state = next
      if (scan === undefined) return
      event.preventDefault()
      event.stopPropagation()
      heard(scan)
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [])
}

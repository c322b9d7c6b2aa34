import { useEffect, useEffectEvent } from 'react'
import { type Scan, openScanner } from '../../devices/scanner.ts'
import { listenToGuns } from './guns.ts'

/** Who listens to a gun, the last of them on top: what opened last hears it, and what lies below does not. */
const listeners: object[] = []

/** Hears guns, as long as nothing that opened later hears it. */
export const useGun = (enabled: boolean, onScan: (scan: Scan) => void): void => {
  const handleScan = useEffectEvent(onScan)
  useEffect(() => {
    if (!enabled) return
    const me = {}
    listeners.push(me)
    const stop = listenToGuns(openScanner((scan) => listeners.at(-1) === me && handleScan(scan)).hear)
    return () => {
      stop()
      listeners.splice(listeners.indexOf(me), 1)
    }
  }, [enabled])
}

import { useEffect, useEffectEvent } from 'react'
import type { Scan } from '../../../devices/scanner.ts'
import { openScanner } from '../../../devices/scanner.ts'
import { listenToGuns } from './guns.ts'

/** Who listens to a gun, the last of them on top: what opened last hears it, and what lies below does not. */
const listening: object[] = []

/** Hears guns, as long as nothing that opened later hears it. */
export const useGun = (enabled: boolean, onScan: (scan: Scan) => void): void => {
  const told = useEffectEvent(onScan)
  useEffect(() => {
    if (!enabled) return
    const me = {}
    listening.push(me)
    const stop = listenToGuns(openScanner((scan) => listening.at(-1) === me && told(scan)).hear)
    return () => {
      stop()
      listening.splice(listening.indexOf(me), 1)
    }
  }, [enabled])
}

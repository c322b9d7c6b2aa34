import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Scan } from '../../devices/scanner.ts'
import { host } from '../../hosts/here.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { faultWords } from '../shell/faultWords.ts'

export type HostScan = {
  /** The host reads with a scanner of its own: no picture of the camera is needed. */
  readonly isHere: boolean
  /** Opens it once more. */
  readonly scan: () => void
}

/** Reads by the host's own scanner where it has one, at once and whenever it is asked; where that fails, the page's camera takes over. */
export const useHostScan = (isWanted: boolean, hear: (scan: Scan) => void): HostScan => {
  const [hasFailed, setFailed] = useState(false)
  const isHere = isWanted && host.scan !== undefined && !hasFailed
  const hasBegun = useRef(false)
  const open = async () => {
    try {
      const text = await (currentReading ??= host.scan?.())
      if (text) hear({ text, way: 'host', atMs: performance.now() })
    } catch (error) {
      toast(faultWords(error, t('扫一扫没有打开，已换用相机')), 'error')
      setFailed(true)
    } finally {
      currentReading = undefined
    }
  }
  const begin = useEffectEvent(() => void open())
  useEffect(() => {
    if (!isHere || hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [isHere])
  return { isHere, scan: () => void open() }
}

/** A host has one scanner. */
let currentReading: Promise<string | undefined> | undefined

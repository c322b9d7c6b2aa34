import type { Scan } from '../../devices/scanner.ts'
import { listenToWedge } from '../../devices/wedge.ts'
import { host } from '../../hosts/here.ts'

/** Hears guns that type like a keyboard, and the scanner key of the handheld that carries the page, until what is answered is called. */
export const listenToGuns = (hear: (scan: Scan) => void): (() => void) => {
  const ends = [listenToWedge(window, hear), host.onTrigger?.((read) => hear({ ...read, way: 'key', atMs: performance.now() }))]
  return () => {
    for (const end of ends) end?.()
  }
}

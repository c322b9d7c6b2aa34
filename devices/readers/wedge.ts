import { readEpc } from '../../domain/rfid/epc.ts'
import type { TagRead } from '../../domain/rfid/read.ts'
import type { Reader } from '../reader.ts'
import { listenToWedge } from '../wedge.ts'

/** Shorter ones are codes that happen to look like hexadecimal. */
const leastDigits = 16

/** A reader that types what it reads like a keyboard, hexadecimal and Enter: in every host, without strength, always on. */
export const wedgeReader = (keys: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): Reader => {
  let stop: (() => void) | undefined
  const halt = () => {
    stop?.()
    stop = undefined
  }
  return {
    way: 'wedge',
    name: 'wedge',
    tellsStrength: false,
    start: async (hear: (read: TagRead) => void) => {
      halt()
      stop = listenToWedge(keys, ({ text, atMs }) => {
        const epc = readEpc(text)
        if (epc && epc.length >= leastDigits) hear({ epc, atMs })
      })
    },
    stop: async () => halt(),
    close: async () => halt(),
    onGone: () => () => undefined,
  }
}

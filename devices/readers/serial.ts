import type { Reader } from '../reader.ts'
import { type BytePort, openModule } from './module.ts'

/** What a browser that has serial ports offers of them, as far as we ask. */
export type SerialPorts = {
  readonly requestPort: () => Promise<SerialPort>
  readonly getPorts: () => Promise<readonly SerialPort[]>
}
export type SerialPort = {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array> | null
  readonly open: (options: { readonly baudRate: number }) => Promise<void>
  readonly close: () => Promise<void>
  readonly getInfo?: () => { readonly usbVendorId?: number; readonly usbProductId?: number }
}

const baudRate = 115_200

/** The serial ports of this browser; undefined where it has none, or the connection is not safe. */
export const serialPorts = (): SerialPorts | undefined => (navigator as { readonly serial?: SerialPorts }).serial

/** Asks the person for a port and finds out what listens there. Rejects as the browser does where no one chooses, else with ReaderFault. */
export const openSerialReader = async (ports: SerialPorts): Promise<Reader> => {
  const port = await ports.requestPort()
  if (!port.readable) await port.open({ baudRate })
  const carrier = carry(port)
  try {
    return await openModule(carrier)
  } catch (fault) {
    await carrier.close()
    throw fault
  }
}

const carry = (port: SerialPort): BytePort => {
  const reader = port.readable!.getReader()
  const writer = port.writable!.getWriter()
  const { usbVendorId, usbProductId } = port.getInfo?.() ?? {}
  return {
    name: [usbVendorId, usbProductId].flatMap((id) => (id === undefined ? [] : id.toString(16).padStart(4, '0'))).join(':'),
    write: (bytes) => writer.write(bytes),
    listen: (heard, onGone) => {
      const go = async (): Promise<void> => {
        const { value, done } = await reader.read()
        if (done) return
        heard(value)
        return go()
      }
      void go().then(onGone, onGone)
    },
    close: async () => {
      await reader.cancel().catch(() => undefined)
      reader.releaseLock()
      writer.releaseLock()
      // One that was pulled out is closed already.
      await port.close().catch(() => undefined)
    },
  }
}

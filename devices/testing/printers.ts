import type { BluetoothDevice, GattCharacteristic } from '../printer/bluetooth.ts'
import type { NativePrint } from '../printer/shell.ts'
import type { SerialPort } from '../printer/serial.ts'
import type { UsbDevice } from '../printer/usb.ts'

/** How a stand-in behaves: gone after so many bytes, silent where it does not answer, and what it answers to a question. */
export type Behaviour = {
  readonly goneAfterBytes?: number
  /** What it answers whenever it was written to; nothing where absent. */
  readonly answer?: Uint8Array
  /** Larger pieces are refused, as by a link that agreed on no more. */
  readonly pieceBytes?: number
  /** How opening fails; a DOMException's name. */
  readonly refuses?: string
}

/** The bytes that a stand-in has taken. */
export class Kept {
  readonly pieces: Uint8Array[] = []

  get bytes(): Uint8Array {
    return Uint8Array.from(this.pieces.flatMap((piece) => [...piece]))
  }
}

/** Takes a piece, or a part of it and goes away; throws then. */
const take = (kept: Kept, piece: Uint8Array, { goneAfterBytes = Infinity, pieceBytes = Infinity }: Behaviour): void => {
  if (piece.length > pieceBytes) throw new DOMException('too long', 'NotSupportedError')
  const room = goneAfterBytes - kept.bytes.length
  if (room <= 0) throw new DOMException('gone', 'NetworkError')
  kept.pieces.push(piece.slice(0, room))
  if (piece.length > room) throw new DOMException('gone', 'NetworkError')
}

const refuse = (name: string | undefined): void => {
  if (name) throw new DOMException('refused', name)
}

/** A port in memory with a printer behind it. */
export const serialStandIn = (behaviour: Behaviour = {}): { port: SerialPort; kept: Kept } => {
  const kept = new Kept()
  let readable: ReadableStream<Uint8Array> | null = null
  let writable: WritableStream<Uint8Array> | null = null
  let answers: ReadableStreamDefaultController<Uint8Array> | undefined
  return {
    kept,
    port: {
      get readable() {
        return readable
      },
      get writable() {
        return writable
      },
      open: async () => {
        refuse(behaviour.refuses)
        readable = new ReadableStream({ start: (controller) => void (answers = controller) })
        writable = new WritableStream({
          write: (piece) => {
            take(kept, piece, behaviour)
            if (behaviour.answer) answers?.enqueue(behaviour.answer)
          },
        })
      },
      close: async () => {
        readable = null
        writable = null
      },
    },
  }
}

/** A device of USB in memory. */
export const usbStandIn = (behaviour: Behaviour = {}): { device: UsbDevice; kept: Kept } => {
  const kept = new Kept()
  let opened = false
  return {
    kept,
    device: {
      productName: 'Stand-in',
      get opened() {
        return opened
      },
      configuration: {
        interfaces: [
          {
            interfaceNumber: 0,
            alternates: [
              {
                alternateSetting: 0,
                interfaceClass: 7,
                endpoints: [
                  { endpointNumber: 1, direction: 'out', type: 'bulk' },
                  { endpointNumber: 2, direction: 'in', type: 'bulk' },
                ],
              },
            ],
          },
        ],
      },
      open: async () => {
        refuse(behaviour.refuses)
        opened = true
      },
      close: async () => {
        opened = false
      },
      selectConfiguration: async () => undefined,
      claimInterface: async () => undefined,
      selectAlternateInterface: async () => undefined,
      transferOut: async (_, piece) => {
        take(kept, piece, behaviour)
        return { status: 'ok', bytesWritten: piece.length }
      },
      transferIn: async () => {
        const { answer } = behaviour
        return answer ? { data: new DataView(answer.slice().buffer) } : new Promise(() => undefined)
      },
    },
  }
}

/** A printer of Bluetooth Low Energy in memory, with one service and what can be written there. */
export const bluetoothStandIn = (
  behaviour: Behaviour = {},
  { service = '000018f0-0000-1000-8000-00805f9b34fb', into = '00002af1-0000-1000-8000-00805f9b34fb' } = {},
): { device: BluetoothDevice; kept: Kept } => {
  const kept = new Kept()
  const listeners = new Set<() => void>()
  let connected = false
  let value: DataView | undefined
  const write = async (piece: Uint8Array) => {
    if (!connected) throw new DOMException('not connected', 'NetworkError')
    try {
      take(kept, piece, behaviour)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NetworkError') connected = false
      throw error
    }
    if (!behaviour.answer) return
    value = new DataView(behaviour.answer.slice().buffer)
    for (const listener of listeners) listener()
  }
  const characteristic = (uuid: string, isWritable: boolean): GattCharacteristic => ({
    uuid,
    properties: { write: isWritable, writeWithoutResponse: isWritable, notify: !isWritable },
    get value() {
      return value
    },
    writeValueWithResponse: write,
    writeValueWithoutResponse: write,
    startNotifications: async () => undefined,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  })
  return {
    kept,
    device: {
      name: 'Stand-in',
      gatt: {
        get connected() {
          return connected
        },
        connect: async () => {
          refuse(behaviour.refuses)
          connected = true
          return {
            getPrimaryServices: async () => [
              {
                uuid: service,
                getCharacteristics: async () => [characteristic('0000fff0-0000-1000-8000-00805f9b34fb', false), characteristic(into, true)],
              },
            ],
          }
        },
        disconnect: () => {
          connected = false
        },
      },
    },
  }
}

/** The shell of a handheld in memory. */
export const shellStandIn = (behaviour: Behaviour = {}, status: unknown = { state: 'ready', language: 'escpos' }) => {
  const kept = new Kept()
  const raw = (base64: string): boolean => {
    try {
      take(
        kept,
        Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
        behaviour,
      )
      return true
    } catch {
      return false
    }
  }
  return { kept, native: { status: () => status, raw } satisfies NativePrint }
}

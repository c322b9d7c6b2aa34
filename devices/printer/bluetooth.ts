import { oneByOne, type Printer, PrinterFault, writePieces } from '../printer.ts'
import { type PrinterQuestion, openEar } from './printerQuestions.ts'
import { nameOf } from './serial.ts'

/** What we need of a device of Web Bluetooth. */
export type BluetoothDevice = {
  readonly name?: string | undefined
  readonly gatt?: {
    readonly connected: boolean
    readonly connect: () => Promise<GattServer>
    readonly disconnect: () => void
  }
}
export type GattServer = { readonly getPrimaryServices: () => Promise<readonly GattService[]> }
type GattService = { readonly uuid: string; readonly getCharacteristics: () => Promise<readonly GattCharacteristic[]> }
export type GattCharacteristic = {
  readonly uuid: string
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean; readonly notify: boolean }
  readonly value?: DataView | undefined
  readonly writeValueWithResponse: (piece: Uint8Array) => Promise<void>
  readonly writeValueWithoutResponse: (piece: Uint8Array) => Promise<void>
  readonly startNotifications: () => Promise<unknown>
  readonly addEventListener: (type: 'characteristicvaluechanged', listener: () => void) => void
  readonly removeEventListener: (type: 'characteristicvaluechanged', listener: () => void) => void
}

const short = (id: string): string => `0000${id}-0000-1000-8000-00805f9b34fb`

/** Services of label printers and the characteristic that they print from; a page sees no service that it did not ask for. */
const profiles: readonly { readonly service: string; readonly into?: string }[] = [
  { service: short('18f0'), into: short('2af1') },
  { service: short('ff00'), into: short('ff02') },
  { service: short('ffe0'), into: short('ffe1') },
  { service: '49535343-fe7d-4ae5-8fa9-9fafd205e455', into: '49535343-8841-43f4-a8d4-ecbe34729bb3' },
  { service: 'e7810a71-73ae-499d-8c15-faa9aef0c3f2', into: 'bef8d6c9-9c21-4c9e-b632-bd58c1009f9f' },
]
export const bluetoothServices: readonly string[] = profiles.map(({ service }) => service)

/** Every printer takes so much at once; more only after both sides have agreed on it, which a page cannot ask. */
export const safePieceBytes = 20
/** What most take where the system agrees on more. */
export const fastPieceBytes = 180

type Settings = { readonly pieceBytes?: number; readonly answerMs?: number }

/** A printer that is reached by Bluetooth Low Energy. */
export const bluetoothPrinter = (
  device: BluetoothDevice,
  question: PrinterQuestion | undefined,
  { pieceBytes = safePieceBytes, answerMs }: Settings = {},
): Printer => {
  const inTurn = oneByOne()
  const ear = openEar(answerMs)
  let into: GattCharacteristic | undefined
  let from: GattCharacteristic | undefined
  const heard = () => from?.value && ear.hear(new Uint8Array(from.value.buffer, from.value.byteOffset, from.value.byteLength))

  const close = async () => {
    from?.removeEventListener('characteristicvaluechanged', heard)
    into = undefined
    from = undefined
    device.gatt?.disconnect()
  }
  const send = async (bytes: Uint8Array) => {
    const to = into
    if (!to || !device.gatt?.connected) throw new PrinterFault('lost')
    try {
      // With an answer to each piece a slow printer is not overrun.
      await writePieces(bytes, pieceBytes, (piece) =>
        to.properties.write ? to.writeValueWithResponse(piece) : to.writeValueWithoutResponse(piece),
      )
    } catch (error) {
      await close()
      throw error
    }
  }
  return {
    way: 'bluetooth',
    name: device.name ?? '',
    open: async () => {
      if (into && device.gatt?.connected) return
      try {
        const server = await device.gatt?.connect()
        const entrance = server && (await wayIn(server))
        if (!entrance) throw new PrinterFault('foreign')
        into = entrance.into
        from = entrance.from
        from?.addEventListener('characteristicvaluechanged', heard)
        await from?.startNotifications().catch(() => undefined)
      } catch (error) {
        await close()
        if (error instanceof PrinterFault) throw error
        throw new PrinterFault(nameOf(error) === 'SecurityError' ? 'refused' : 'lost')
      }
    },
    state: () =>
      inTurn(async () => {
        if (!into || !device.gatt?.connected) return 'closed'
        return question && from ? ear.ask(question, () => send(question.question)) : 'silent'
      }),
    write: (bytes) => inTurn(() => send(bytes)),
    close,
  }
}

/** The characteristic that is printed from, by a profile that we know or else the first that can be written; and the one that answers. */
const wayIn = async (server: GattServer) => {
  const services = await server.getPrimaryServices()
  const knownServices = profiles.flatMap(({ service, into }) =>
    services.filter(({ uuid }) => uuid === service).map((service) => ({ each: service, into })),
  )
  for (const { each, into } of [...knownServices, ...services.map((service) => ({ each: service, into: undefined }))]) {
    const characteristics = await each.getCharacteristics()
    const writable = characteristics.filter(({ properties }) => properties.write || properties.writeWithoutResponse)
    const characteristic = into === undefined ? writable[0] : writable.find(({ uuid }) => uuid === into)
    if (characteristic) return { into: characteristic, from: characteristics.find(({ properties }) => properties.notify) }
  }
  return undefined
}

import { oneByOne, type Printer, PrinterFault, within, writePieces } from '../printer.ts'
import { type PrinterQuestion, answerMs } from './printerQuestions.ts'
import { nameOf } from './serial.ts'

/** Why a device cannot be opened, by the name of the error. */
const troubles: Readonly<Record<string, PrinterFault['fault']>> = { SecurityError: 'refused', NetworkError: 'taken' }

/** What we need of a device of WebUSB. */
export type UsbDevice = {
  readonly productName?: string | undefined
  readonly opened: boolean
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
  readonly selectConfiguration: (value: number) => Promise<void>
  readonly claimInterface: (number: number) => Promise<void>
  readonly selectAlternateInterface: (number: number, alternate: number) => Promise<void>
  readonly transferOut: (endpoint: number, data: Uint8Array) => Promise<{ readonly status: string; readonly bytesWritten: number }>
  readonly transferIn: (endpoint: number, length: number) => Promise<{ readonly data?: DataView | undefined }>
}
type UsbInterface = {
  readonly interfaceNumber: number
  readonly alternates: readonly {
    readonly alternateSetting: number
    readonly interfaceClass: number
    readonly endpoints: readonly { readonly endpointNumber: number; readonly direction: 'in' | 'out'; readonly type: string }[]
  }[]
}

/** The class of printers in the tables of USB. */
export const usbPrinterClass = 7

const pieceBytes = 4096

/** A printer at USB, where the system lets pages have it: not on Windows. */
export const usbPrinter = (
  device: UsbDevice,
  question: PrinterQuestion | undefined,
  settings: { readonly answerMs?: number } = {},
): Printer => {
  const inTurn = oneByOne()
  let ends: Ends | undefined

  const close = async () => {
    ends = undefined
    await device.close().catch(() => undefined)
  }
  const send = async (bytes: Uint8Array) => {
    const out = ends?.out
    if (out === undefined) throw new PrinterFault('lost')
    try {
      await writePieces(bytes, pieceBytes, async (piece) => {
        const { status, bytesWritten } = await device.transferOut(out, piece)
        if (status !== 'ok' || bytesWritten !== piece.length) throw new PrinterFault('lost')
      })
    } catch (error) {
      await close()
      throw error
    }
  }
  return {
    way: 'usb',
    name: device.productName ?? '',
    open: async () => {
      if (ends) return
      try {
        if (!device.opened) await device.open()
        if (!device.configuration) await device.selectConfiguration(1)
        const endpoints = endsOf(device)
        if (!endpoints) throw new PrinterFault('foreign')
        await device.claimInterface(endpoints.interfaceNumber)
        await device.selectAlternateInterface(endpoints.interfaceNumber, endpoints.alternate)
        ends = endpoints
      } catch (error) {
        await device.close().catch(() => undefined)
        if (error instanceof PrinterFault) throw error
        throw new PrinterFault(troubles[nameOf(error)] ?? 'lost')
      }
    },
    state: () =>
      inTurn(async () => {
        if (!ends) return 'closed'
        if (!question || ends.in === undefined) return 'silent'
        await send(question.question)
        const { data } = await within(settings.answerMs ?? answerMs, device.transferIn(ends.in, 64), { data: undefined })
        return (data && question.read(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))) ?? 'silent'
      }),
    write: (bytes) => inTurn(() => send(bytes)),
    close,
  }
}

type Ends = { readonly interfaceNumber: number; readonly alternate: number; readonly out: number; readonly in: number | undefined }

/** Where bytes go in: the printer's own interface, else any that takes bulk. */
const endsOf = ({ configuration }: UsbDevice): Ends | undefined => {
  const endpointsFound = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap(({ alternateSetting, interfaceClass, endpoints }) => {
      const bulk = (direction: 'in' | 'out') => endpoints.find((end) => end.type === 'bulk' && end.direction === direction)?.endpointNumber
      const out = bulk('out')
      return out === undefined ? [] : { interfaceNumber, alternate: alternateSetting, out, in: bulk('in'), interfaceClass }
    }),
  )
  return endpointsFound.find(({ interfaceClass }) => interfaceClass === usbPrinterClass) ?? endpointsFound[0]
}

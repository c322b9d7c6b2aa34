import { oneByOne, type Printer, PrinterFault, writePieces } from '../printer.ts'
import { type PrinterQuestion, openEar } from './printerQuestions.ts'

/** What we need of a port of Web Serial: a cable, or a paired Bluetooth printer that looks like one. */
export type SerialPort = {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array> | null
  readonly open: (settings: { readonly baudRate: number }) => Promise<void>
  readonly close: () => Promise<void>
  readonly getInfo?: () => { readonly usbVendorId?: number; readonly bluetoothServiceClassId?: unknown }
}

const pieceBytes = 1024

/** A printer at a serial port; `baudRate` matters at a cable only. */
export const serialPrinter = (
  port: SerialPort,
  question: PrinterQuestion | undefined,
  { baudRate = 9600, answerMs }: Settings = {},
): Printer => {
  const inTurn = oneByOne()
  const ear = openEar(answerMs)
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  const listen = async (from: ReadableStreamDefaultReader<Uint8Array>) => {
    for (let next = await from.read(); !next.done; next = await from.read()) ear.hear(next.value)
  }
  const close = async () => {
    const [to, from] = [writer, reader]
    writer = undefined
    reader = undefined
    await from?.cancel().catch(() => undefined)
    from?.releaseLock()
    await to?.abort().catch(() => undefined)
    to?.releaseLock()
    await port.close().catch(() => undefined)
  }
  const send = async (bytes: Uint8Array) => {
    const to = writer
    if (!to) throw new PrinterFault('lost')
    try {
      await writePieces(bytes, pieceBytes, (piece) => to.write(piece))
    } catch (error) {
      await close()
      throw error
    }
  }
  return {
    way: 'serial',
    name: '',
    open: async () => {
      if (writer) return
      try {
        await port.open({ baudRate })
      } catch (error) {
        throw new PrinterFault(nameOf(error) === 'InvalidStateError' ? 'taken' : 'lost')
      }
      if (!port.writable) throw new PrinterFault('foreign')
      writer = port.writable.getWriter()
      reader = port.readable?.getReader()
      // A port that goes away ends the listening; the next write says so.
      if (reader) void listen(reader).catch(() => undefined)
    },
    state: () =>
      inTurn(async () => {
        if (!writer) return 'closed'
        return question ? ear.ask(question, () => send(question.question)) : 'silent'
      }),
    write: (bytes) => inTurn(() => send(bytes)),
    close,
  }
}

type Settings = { readonly baudRate?: number; readonly answerMs?: number }

export const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '')

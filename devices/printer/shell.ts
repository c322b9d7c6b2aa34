import { oneByOne, type Printer, PrinterFault, type PrinterState, within } from '../printer.ts'
import { answerMs } from './printerQuestions.ts'

/**
 * What a host answers as `devices.NativePrint` where the device has a printer of its own. Each may answer at once or later; `status`
 * as an object or its JSON. `label` takes a whole label in one language, bytes in base64, and is used where it is there; else `raw`.
 */
export type NativePrint = {
  readonly status: () => unknown
  readonly raw: (base64: string) => unknown
  readonly label?: (label: { readonly tspl: string } | { readonly escpos: string }) => unknown
}

/** What `status` answers: how the printer stands, the language it speaks and what it is called. */
export type NativeStatus = { readonly state: PrinterState; readonly language?: string; readonly name?: string }

/** The status of a native printer; undefined where it does not answer anything that can be read. */
export const nativeStatus = async (native: NativePrint, ms: number = answerMs): Promise<NativeStatus | undefined> => {
  const told = await within(
    ms,
    (async () => native.status())().catch(() => undefined),
    undefined,
  )
  const status = typeof told === 'string' ? inJson(told) : told
  return isNativeStatus(status) ? status : undefined
}

const states: readonly PrinterState[] = ['closed', 'ready', 'silent', 'paper', 'lid', 'busy', 'fault']

const isNativeStatus = (status: unknown): status is NativeStatus =>
  typeof status === 'object' && status !== null && 'state' in status && states.some((state) => state === status.state)

const inJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The printer of a handheld, through the shell that carries the app. */
export const shellPrinter = (native: NativePrint, language: string, settings: { readonly answerMs?: number } = {}): Printer => {
  const inTurn = oneByOne()
  const send = async (base64: string): Promise<unknown> => {
    if (native.label && language === 'tspl') return native.label({ tspl: base64 })
    if (native.label && language === 'escpos') return native.label({ escpos: base64 })
    return native.raw(base64)
  }
  return {
    way: 'shell',
    name: '',
    open: async () => {
      if (!(await nativeStatus(native, settings.answerMs))) throw new PrinterFault('lost')
    },
    state: async () => (await nativeStatus(native, settings.answerMs))?.state ?? 'silent',
    write: (bytes) =>
      inTurn(async () => {
        const isTaken = await send(inBase64(bytes)).catch(() => false)
        if (isTaken === false) throw new PrinterFault('lost')
      }),
    close: async () => undefined,
  }
}

const inBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

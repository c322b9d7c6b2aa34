import { type Printer, PrinterFault, type PrinterWay } from '../printer.ts'
import { askingOf } from './printerQuestions.ts'
import { type BluetoothDevice, bluetoothPrinter, bluetoothServices, fastPieceBytes, safePieceBytes } from './bluetooth.ts'
import { shellPrinter, type NativePrint, nativeStatus } from './shell.ts'
import { nameOf, type SerialPort, serialPrinter } from './serial.ts'
import { type UsbDevice, usbPrinter, usbPrinterClass } from './usb.ts'

/** What a window has for printers; each is absent where the browser, the connection or the shell has none. */
export type PrinterPage = {
  readonly NativePrint?: NativePrint
  readonly navigator: {
    readonly serial?: { readonly requestPort: () => Promise<SerialPort> }
    readonly usb?: { readonly requestDevice: (options: { filters: readonly { classCode: number }[] }) => Promise<UsbDevice> }
    readonly bluetooth?: {
      readonly requestDevice: (options: { acceptAllDevices: true; optionalServices: readonly string[] }) => Promise<BluetoothDevice>
    }
  }
}

export type PairingSettings = { readonly baudRate: number; readonly fast: boolean }

/** The ways that this window has, the likeliest first. */
export const waysOf = ({ NativePrint, navigator: { serial, usb, bluetooth } }: PrinterPage): PrinterWay[] => [
  ...(NativePrint ? (['shell'] as const) : []),
  ...(bluetooth ? (['bluetooth'] as const) : []),
  ...(serial ? (['serial'] as const) : []),
  ...(usb ? (['usb'] as const) : []),
]

/**
 * Lets the person choose a printer by one of the ways, to be spoken to in `language`. It is not opened yet. To be called from a tap, as browsers
 * want it; rejects with a PrinterFault.
 */
export const choosePrinter = async (
  { NativePrint, navigator }: PrinterPage,
  way: PrinterWay,
  language: string,
  { baudRate, fast }: PairingSettings,
): Promise<Printer> => {
  const question = askingOf(language)
  const { serial, usb, bluetooth } = navigator
  try {
    if (way === 'serial' && serial) return serialPrinter(await serial.requestPort(), question, { baudRate })
    if (way === 'usb' && usb) return usbPrinter(await usb.requestDevice({ filters: [{ classCode: usbPrinterClass }] }), question)
    if (way === 'bluetooth' && bluetooth) {
      const device = await bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: bluetoothServices })
      return bluetoothPrinter(device, question, { pieceBytes: fast ? fastPieceBytes : safePieceBytes })
    }
    if (way === 'shell' && NativePrint) return shellPrinter(NativePrint, (await nativeStatus(NativePrint))?.language ?? language)
  } catch (error) {
    if (error instanceof PrinterFault) throw error
    throw new PrinterFault(troubles[nameOf(error)] ?? 'lost')
  }
  throw new PrinterFault('absent')
}

/** Why no printer was chosen, by the name of the error. */
const troubles: Readonly<Record<string, PrinterFault['fault']>> = {
  NotFoundError: 'unchosen',
  AbortError: 'unchosen',
  SecurityError: 'refused',
}

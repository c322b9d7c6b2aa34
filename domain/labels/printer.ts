/** What a label printer understands. */
export const printerLanguages = ['tspl', 'zpl', 'cpcl', 'escpos', 'brother'] as const
export type PrinterLanguage = (typeof printerLanguages)[number]

/**
 * How labels get to paper: as a PDF through the system's own dialogue; from the server over TCP; through a page that is left open beside the
 * printer (`station`); or straight from the page of the person who prints.
 */
export const printingWays = ['pdf', 'network', 'station', 'serial', 'usb', 'bluetooth', 'shell'] as const
export type PrintingWay = (typeof printingWays)[number]

/** Dots of one millimetre, as makers count them: 203 dpi are 8, 300 dpi are 12, 600 dpi are 24. */
export const printerDpis = [203, 300, 600] as const
export type PrinterDpi = (typeof printerDpis)[number]
export const dotsPerMm = (dpi: PrinterDpi): number => ({ 203: 8, 300: 12, 600: 24 })[dpi]

/** How one printer is to be spoken to. */
export type PrinterSettings = {
  readonly language: PrinterLanguage
  readonly dpi: PrinterDpi
  /** How far everything is moved to the right and down; and how much larger it is drawn, in percent. */
  readonly offsetXMm: number
  readonly offsetYMm: number
  readonly scalePercent: number
  /** The bit that prints black, where the printer does not do what its language says. */
  readonly blackBit: 0 | 1 | null
  /** From 1 slow to 5 fast, and from 1 light to 15 dark; null leaves the printer's own. */
  readonly speed: number | null
  readonly density: number | null
}

/** A label in black and white: rows of whole bytes from above, the highest bit leftmost, 1 is black. */
export type Bitmap = { readonly widthDots: number; readonly heightDots: number; readonly rowBytes: number; readonly data: Uint8Array }

import type { Bitmap, PrinterSettings } from '../printer.ts'
import type { RollPaper } from '../template.ts'

/** A label and how many of it come out one after the other. */
export type LabelRun = { readonly bitmap: Bitmap; readonly copies: number }

/** What a printer is told: its paper, how it is spoken to, and the labels in their order. */
export type LabelBatch = {
  readonly paper: Pick<RollPaper, 'widthMm' | 'heightMm' | 'feed' | 'feedMm'>
  readonly settings: Pick<PrinterSettings, 'dpi' | 'blackBit' | 'speed' | 'density'>
  readonly runs: readonly LabelRun[]
}

/** The bytes of a printer's language. */
export type Language = (batch: LabelBatch) => Uint8Array

/** Words of a language, which are plain letters, and bytes as they are. */
export const bytesIn = (...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array => {
  const arrays = parts.map((part) => (typeof part === 'string' ? Uint8Array.from(part, (letter) => letter.charCodeAt(0)) : part))
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const array of arrays) {
    all.set(array, offset)
    offset += array.length
  }
  return all
}

/**
 * The dots of a bitmap where black is `blackBit`. What fills up the last byte of a row is white whichever bit that is.
 */
export const dotsOf = ({ data }: Bitmap, blackBit: 0 | 1): Uint8Array => (blackBit === 1 ? data : data.map((byte) => byte ^ 0xff))

/** A measure as printers read it: without needless digits. */
export const mmOf = (mm: number): string => String(Math.round(mm * 100) / 100)

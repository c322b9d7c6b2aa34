import type { Bitmap } from '../printer.ts'
import { bytesIn, dotsOf, type Language } from './language.ts'

/** ZPL: Zebra. A bit that is 1 prints black; pictures go as hexadecimal digits, those that repeat counted. */
export const zpl: Language = ({ paper: { feed }, settings: { blackBit, speed, density }, runs }) =>
  bytesIn(
    // From 0 to 30 for our 1 to 15.
    density === null ? '' : `~SD${String(density * 2).padStart(2, '0')}\n`,
    ...runs.map(({ bitmap, copies }) =>
      [
        '^XA',
        { gap: '^MNY', mark: '^MNM', continuous: '^MNN' }[feed],
        speed === null ? '' : `^PR${speed + 1}`,
        `^PW${bitmap.widthDots}^LL${bitmap.heightDots}^LH0,0`,
        `^FO0,0^GFA,${bitmap.data.length},${bitmap.data.length},${bitmap.rowBytes},${compressBitmap(bitmap, blackBit ?? 1)}^FS`,
        `^PQ${copies}^XZ\n`,
      ].join(''),
    ),
  )

const compressBitmap = (bitmap: Bitmap, blackBit: 0 | 1): string => {
  const dots = dotsOf(bitmap, blackBit)
  let before: string | undefined
  let text = ''
  for (let row = 0; row < bitmap.heightDots; row++) {
    const digits = Array.from(dots.subarray(row * bitmap.rowBytes, (row + 1) * bitmap.rowBytes), (byte) =>
      byte.toString(16).toUpperCase().padStart(2, '0'),
    ).join('')
    text += digits === before ? ':' : rowOf(digits)
    before = digits
  }
  return text
}

/** A row of digits: a comma for what is white up to its end, an exclamation mark for what is black, runs counted. */
const rowOf = (digits: string): string => {
  const [, body = '', tail = ''] = /^(.*?)(0*|F*)$/.exec(digits) ?? []
  return body.replace(/(.)\1*/g, (run, digit: string) => repeatCode(run.length, digit)) + endSign(tail)
}

const endSign = (tail: string): string => {
  if (tail === '') return ''
  return tail.startsWith('0') ? ',' : '!'
}

/** `G` to `Y` count from 1 to 19, `g` to `z` twenties up to 400. */
const repeatCode = (length: number, digit: string): string => {
  if (length === 1) return digit
  const hundreds = 'z'.repeat(Math.floor(length / 400))
  const remainder = length % 400
  const twenties = remainder >= 20 ? String.fromCharCode(102 + Math.floor(remainder / 20)) : ''
  const ones = remainder % 20 > 0 ? String.fromCharCode(70 + (remainder % 20)) : ''
  return hundreds + twenties + ones + digit
}

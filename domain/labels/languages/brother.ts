import type { Bitmap } from '../printer.ts'
import { bytesIn, type Language } from './language.ts'

/** Brother QL in raster mode, rows of 720 dots. A bit that is 1 prints black; rows go from the right to the left, white ones as one letter. */
export const brother: Language = ({ paper: { widthMm, heightMm, feed }, settings: { blackBit }, runs }) => {
  const isCut = feed !== 'continuous'
  const labels = runs.flatMap(({ bitmap, copies }) => Array.from({ length: copies }, () => bitmap))
  return bytesIn(
    // Whatever was begun before is forgotten.
    new Uint8Array(200),
    [...esc, 0x40, ...esc, 0x69, 0x61, 1],
    ...labels.flatMap((bitmap, index) => {
      const rows = bitmap.heightDots
      return [
        // Media: kind, width and length of what lies in; how many rows; whether it is the first page.
        [...esc, 0x69, 0x7a, 0xce, isCut ? 0x0b : 0x0a, Math.round(widthMm), isCut ? Math.round(heightMm) : 0],
        [rows & 255, (rows >> 8) & 255, (rows >> 16) & 255, rows >>> 24, index === 0 ? 0 : 1, 0],
        // Cut behind each label; no margin before labels that are cut already, 3 mm on endless paper.
        [...esc, 0x69, 0x4d, 0x40, ...esc, 0x69, 0x41, 1, ...esc, 0x69, 0x4b, 0x08, ...esc, 0x69, 0x64, isCut ? 0 : 35, 0, 0x4d, 0],
        ...rowsOf(bitmap, blackBit ?? 1),
        [index === labels.length - 1 ? 0x1a : 0x0c],
      ]
    }),
  )
}

const esc = [0x1b] as const
const headDots = 720

/** Turned over, in the middle of the print head. */
const rowsOf = ({ widthDots, heightDots, rowBytes, data }: Bitmap, blackBit: 0 | 1): (readonly number[] | Uint8Array)[] => {
  const leftDots = Math.floor((headDots - widthDots) / 2)
  return Array.from({ length: heightDots }, (_, y) => {
    const row = new Uint8Array(headDots / 8)
    let isWhite = true
    for (let x = 0; x < widthDots; x++) {
      const isBlack = (data[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0
      const dotIndex = headDots - 1 - (leftDots + x)
      if (!isBlack || dotIndex < 0 || dotIndex >= headDots) continue
      row[dotIndex >> 3]! |= 0x80 >> (dotIndex & 7)
      isWhite = false
    }
    if (blackBit === 0)
      return bytesIn(
        [0x67, 0, headDots / 8],
        row.map((byte) => byte ^ 0xff),
      )
    return isWhite ? [0x5a] : bytesIn([0x67, 0, headDots / 8], row)
  })
}

import { bytesIn, dotsOf, type Language } from './language.ts'

/** ESC/POS: receipt printers, those in handhelds among them. A bit that is 1 prints black. Paper with gaps needs the maker's own label mode. */
export const escpos: Language = ({ paper: { feed }, settings: { blackBit }, runs }) =>
  bytesIn(
    [0x1b, 0x40],
    ...runs.flatMap(({ bitmap, copies }) => {
      const dots = dotsOf(bitmap, blackBit ?? 1)
      const bands = Array.from({ length: Math.ceil(bitmap.heightDots / rowsAtOnce) }, (_, index) => {
        const rows = Math.min(rowsAtOnce, bitmap.heightDots - index * rowsAtOnce)
        const first = index * rowsAtOnce * bitmap.rowBytes
        return bytesIn(
          [0x1d, 0x76, 0x30, 0, bitmap.rowBytes & 255, bitmap.rowBytes >> 8, rows & 255, rows >> 8],
          dots.subarray(first, first + rows * bitmap.rowBytes),
        )
      })
      // To the next gap or mark; on plain paper a little further, and a cut.
      const end = feed === 'continuous' ? [0x1d, 0x56, 66, 0] : [0x1d, 0x0c]
      return Array.from({ length: copies }, () => [...bands, end]).flat()
    }),
  )

/** More rows in one picture are beyond some printers. */
const rowsAtOnce = 1024

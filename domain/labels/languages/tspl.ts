import { bytesIn, dotsOf, type Language, mmOf } from './language.ts'

/** TSPL: TSC, Gprinter and most label printers made in China. A bit that is 0 prints black, and every line ends in CR LF. */
export const tspl: Language = ({ paper, settings, runs }) => {
  const { widthMm, heightMm, feed, feedMm } = paper
  const { blackBit, speed, density } = settings
  return bytesIn(
    `SIZE ${mmOf(widthMm)} mm,${mmOf(heightMm)} mm\r\n`,
    feed === 'mark' ? `BLINE ${mmOf(feedMm)} mm,0 mm\r\n` : `GAP ${feed === 'gap' ? mmOf(feedMm) : 0} mm,0 mm\r\n`,
    'DIRECTION 1\r\nREFERENCE 0,0\r\n',
    speed === null ? '' : `SPEED ${speed}\r\n`,
    density === null ? '' : `DENSITY ${density}\r\n`,
    ...runs.flatMap(({ bitmap, copies }) => [
      `CLS\r\nBITMAP 0,0,${bitmap.rowBytes},${bitmap.heightDots},0,`,
      dotsOf(bitmap, blackBit ?? 0),
      `\r\nPRINT 1,${copies}\r\n`,
    ]),
  )
}

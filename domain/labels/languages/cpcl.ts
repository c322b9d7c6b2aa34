import { bytesIn, dotsOf, type Language } from './language.ts'

/** CPCL: mobile label printers. A bit that is 1 prints black; a printer in another mode prints the commands as text. */
export const cpcl: Language = ({ paper: { feed }, settings: { dpi, blackBit, speed, density }, runs }) =>
  bytesIn(
    ...runs.flatMap(({ bitmap, copies }) => [
      `! 0 ${dpi === 203 ? '200 200' : `${dpi} ${dpi}`} ${bitmap.heightDots} ${copies}\r\nPAGE-WIDTH ${bitmap.widthDots}\r\n`,
      speed === null ? '' : `SPEED ${speed}\r\n`,
      // Four degrees for our 15.
      density === null ? '' : `CONTRAST ${Math.min(3, Math.floor(density / 4))}\r\n`,
      `CG ${bitmap.rowBytes} ${bitmap.heightDots} 0 0 `,
      dotsOf(bitmap, blackBit ?? 1),
      `\r\n${feed === 'continuous' ? '' : 'FORM\r\n'}PRINT\r\n`,
    ]),
  )

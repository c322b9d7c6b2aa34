import { code128, datamatrix } from 'bwip-js/generic'
import { create } from 'qrcode'
import type { Encode, Matrix } from './layout.ts'

/** Makes the codes of labels. It weighs much in a browser: load it where labels are drawn. */
export const encode: Encode = (symbology, text) => {
  try {
    if (symbology === 'qr') return qr(text)
    // Neither holds Chinese in a way that scanners agree on.
    if (!/^[\x20-\x7e]+$/.test(text)) return undefined
    return symbology === 'datamatrix' ? square(text) : linear(text)
  } catch {
    return undefined
  }
}

/** Never the smallest kind of QR code, which has no pattern for alignment: scanners miss some of many on one sheet. */
const qr = (text: string): Matrix => {
  const least = create(text, { errorCorrectionLevel: 'M' })
  const { modules } = least.version > 1 ? least : create(text, { errorCorrectionLevel: 'M', version: 2 })
  return { columns: modules.size, rows: modules.size, black: Array.from(modules.data, (module) => module === 1) }
}

const square = (text: string): Matrix => datamatrix({ bcid: 'datamatrix', text, scale: 1 }, modulesCollected())

const linear = (text: string): Matrix | undefined =>
  text.length > linearLettersAtMost ? undefined : code128({ bcid: 'code128', text, height: 1, scale: 1 }, modulesCollected())

/** Longer ones are read by no one's scanner on a label. */
const linearLettersAtMost = 40

/** Takes down what bwip-js draws with one unit for a module: bars of linear codes, and outlines that are filled by the odd rule. */
const modulesCollected = () => {
  let [columns, rows] = [0, 0]
  const bars: [left: number, width: number][] = []
  const outlines: [number, number][][] = []
  return {
    scale: (): [number, number] => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number, height: number) => void ([columns, rows] = [width, height]),
    line: (x: number, _y0: number, _x1: number, _y1: number, width: number) => void bars.push([x - Math.ceil(width / 2), width]),
    polygon: (points: [number, number][]) => void outlines.push(points),
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: (): Matrix => {
      if (bars.length > 0) {
        const black = Array.from({ length: columns }, (_, index) =>
          bars.some(([leftColumn, width]) => index >= leftColumn && index < leftColumn + width),
        )
        return { columns, rows: 1, black }
      }
      const black = Array.from({ length: columns * rows }, (_, index) =>
        isInside(outlines, (index % columns) + 0.5, Math.floor(index / columns) + 0.5),
      )
      return { columns, rows, black }
    },
  }
}

/** Upright edges to the left of a point, an odd number of which means inside. */
const isInside = (outlines: readonly (readonly [number, number][])[], x: number, y: number): boolean => {
  let inside = false
  for (const outline of outlines)
    outline.forEach(([x0, y0], index) => {
      const [x1, y1] = outline[(index + 1) % outline.length]!
      if (x0 === x1 && x0 < x && Math.min(y0, y1) < y && Math.max(y0, y1) > y) inside = !inside
    })
  return inside
}

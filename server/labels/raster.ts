import type { LabelWeight } from '../../domain/labels/font.ts'
import { blackRuns, type LabelOp, type Layout } from '../../domain/labels/layout.ts'
import type { Bitmap } from '../../domain/labels/printer.ts'
import { contoursOf } from './glyphs.ts'

/** How a picture looks in so many dots. */
export type PictureDots = (file: string, widthDots: number, heightDots: number) => Bitmap | undefined

export type RasterSize = { readonly widthMm: number; readonly heightMm: number; readonly dotsPerMm: number }

/** A label in black and white. Letters stand on whole dots, and what is drawn beyond the edge is cut off. */
export const rasterOf = (
  { ops }: Layout,
  { widthMm, heightMm, dotsPerMm }: RasterSize,
  pictureDots: PictureDots = () => undefined,
): Bitmap => {
  const bitmap = whiteBitmap(Math.round(widthMm * dotsPerMm), Math.round(heightMm * dotsPerMm))
  for (const op of ops) paint(bitmap, op, dotsPerMm, pictureDots)
  return bitmap
}

export const whiteBitmap = (widthDots: number, heightDots: number): Bitmap => {
  const rowBytes = Math.ceil(widthDots / 8)
  return { widthDots, heightDots, rowBytes, data: new Uint8Array(rowBytes * heightDots) }
}

const paint = (bitmap: Bitmap, op: LabelOp, dotsPerMm: number, pictureDots: PictureDots): void => {
  const dots = (mm: number) => Math.round(mm * dotsPerMm)
  switch (op.kind) {
    case 'text':
      return paintText(bitmap, op, dotsPerMm)
    case 'fill':
      // However thin, a line is seen.
      return fillRect(bitmap, {
        leftDots: dots(op.xMm),
        top: dots(op.yMm),
        width: Math.max(1, dots(op.widthMm)),
        height: Math.max(1, dots(op.heightMm)),
      })
    case 'frame':
      return paintFrame(bitmap, {
        leftDots: dots(op.xMm),
        top: dots(op.yMm),
        width: dots(op.widthMm),
        height: dots(op.heightMm),
        thick: Math.max(1, dots(op.thickMm)),
        corner: dots(op.cornerMm),
      })
    case 'code': {
      const [width, height] = [dots(op.moduleMm), dots(op.moduleHeightMm)]
      for (const { column, row, length } of blackRuns(op.matrix))
        fillRect(bitmap, { leftDots: dots(op.xMm) + column * width, top: dots(op.yMm) + row * height, width: length * width, height })
      return
    }
    case 'picture': {
      const [width, height] = [dots(op.widthMm), dots(op.heightMm)]
      const picture = pictureDots(op.file, width, height)
      if (picture)
        blit(bitmap, picture, dots(op.xMm) + ((width - picture.widthDots) >> 1), dots(op.yMm) + ((height - picture.heightDots) >> 1))
    }
  }
}

type Rect = { readonly leftDots: number; readonly top: number; readonly width: number; readonly height: number }

const fillRect = (bitmap: Bitmap, { leftDots, top, width, height }: Rect): void => {
  for (let y = Math.max(0, top); y < Math.min(bitmap.heightDots, top + height); y++) fillRow(bitmap, y, leftDots, leftDots + width)
}

const fillRow = ({ widthDots, rowBytes, data }: Bitmap, y: number, from: number, to: number): void => {
  for (let x = Math.max(0, from); x < Math.min(widthDots, to); x++) data[y * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7)
}

const paintFrame = (
  bitmap: Bitmap,
  { leftDots, top, width, height, thick, corner }: Rect & { readonly thick: number; readonly corner: number },
): void => {
  /** How far a rounded edge stands back in a row. */
  const back = (row: number, rows: number, radius: number): number => {
    const depth = Math.min(row, rows - 1 - row) + 0.5
    return depth >= radius ? 0 : Math.round(radius - Math.sqrt(radius * radius - (radius - depth) * (radius - depth)))
  }
  for (let row = 0; row < height; row++) {
    const y = top + row
    if (y < 0 || y >= bitmap.heightDots) continue
    const outer = back(row, height, corner)
    const inner = row - thick
    if (inner < 0 || inner >= height - 2 * thick) fillRow(bitmap, y, leftDots + outer, leftDots + width - outer)
    else {
      const hole = thick + back(inner, height - 2 * thick, Math.max(0, corner - thick))
      fillRow(bitmap, y, leftDots + outer, leftDots + hole)
      fillRow(bitmap, y, leftDots + width - hole, leftDots + width - outer)
    }
  }
}

const paintText = (
  bitmap: Bitmap,
  { text, xMm, baselineMm, sizeMm, weight }: Extract<LabelOp, { kind: 'text' }>,
  dotsPerMm: number,
): void => {
  const size = sizeMm * dotsPerMm
  const baseline = Math.round(baselineMm * dotsPerMm)
  let x = xMm * dotsPerMm
  for (const letter of text) {
    const glyph = glyphOf(weight, letter, size)
    blit(bitmap, glyph.dots, Math.round(x) + glyph.left, baseline - glyph.top)
    x += glyph.advance
  }
}

const blit = (bitmap: Bitmap, picture: Bitmap, leftDots: number, top: number): void => {
  for (let row = 0; row < picture.heightDots; row++) {
    const y = top + row
    if (y < 0 || y >= bitmap.heightDots) continue
    for (let column = 0; column < picture.widthDots; column++) {
      if ((picture.data[row * picture.rowBytes + (column >> 3)]! & (0x80 >> (column & 7))) === 0) continue
      const x = leftDots + column
      if (x >= 0 && x < bitmap.widthDots) bitmap.data[y * bitmap.rowBytes + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
}

/** A letter in dots; `left` and `top` of its box from where it stands on the baseline, upwards. */
type Glyph = { readonly dots: Bitmap; readonly left: number; readonly top: number; readonly advance: number }

const glyphs = new Map<string, Glyph>()
const glyphsAtMost = 20_000

const glyphOf = (weight: LabelWeight, letter: string, size: number): Glyph => {
  const key = `${weight} ${size.toFixed(2)} ${letter}`
  const cachedGlyph = glyphs.get(key)
  if (cachedGlyph) return cachedGlyph
  if (glyphs.size >= glyphsAtMost) glyphs.clear()
  const glyph = drawnGlyph(weight, letter, size)
  glyphs.set(key, glyph)
  return glyph
}

/** A dot is black where the letter covers this much of it: strokes neither break nor run together. */
const coveredEnough = 0.45

const drawnGlyph = (weight: LabelWeight, letter: string, size: number): Glyph => {
  const { contours, advance } = contoursOf(weight, letter)
  const scale = size / 1000
  const xs = contours.flatMap((contour) => contour.filter((_, index) => index % 2 === 0))
  const ys = contours.flatMap((contour) => contour.filter((_, index) => index % 2 === 1))
  if (xs.length === 0) return { dots: whiteBitmap(0, 0), left: 0, top: 0, advance: advance * scale }
  const leftDots = Math.floor(min(xs) * scale)
  const top = Math.ceil(max(ys) * scale)
  const width = Math.ceil(max(xs) * scale) - leftDots
  const height = top - Math.floor(min(ys) * scale)
  const area = new Float32Array((width + 2) * height)
  const dotOf = (contour: readonly number[], index: number): Dot => [contour[index]! * scale - leftDots, top - contour[index + 1]! * scale]
  for (const contour of contours)
    for (let index = 0; index < contour.length; index += 2) {
      const next = (index + 2) % contour.length
      addEdge(area, width + 2, dotOf(contour, index), dotOf(contour, next))
    }
  const dots = whiteBitmap(width, height)
  for (let y = 0; y < height; y++) {
    let coverage = 0
    for (let x = 0; x < width; x++) {
      coverage += area[y * (width + 2) + x]!
      if (Math.abs(coverage) > coveredEnough) dots.data[y * dots.rowBytes + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  return { dots, left: leftDots, top, advance: advance * scale }
}

const min = (numbers: readonly number[]): number => numbers.reduce((least, number) => Math.min(least, number), Infinity)
const max = (numbers: readonly number[]): number => numbers.reduce((largest, number) => Math.max(largest, number), -Infinity)

/**
 * Adds an edge to the differences between neighbouring dots of what an outline covers: summed from the left they say how much of each dot is
 * inside.
 */
type Dot = readonly [x: number, y: number]

const addEdge = (area: Float32Array, rowLength: number, [x0, y0]: Dot, [x1, y1]: Dot): void => {
  if (y0 === y1) return
  const sign = y0 < y1 ? 1 : -1
  const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
  const slope = (bottomX - topX) / (bottomY - topY)
  let x = topX
  for (let row = Math.floor(topY); row < bottomY; row++) {
    const height = Math.min(row + 1, bottomY) - Math.max(row, topY)
    const next = x + slope * height
    const amount = height * sign
    const [from, to] = x < next ? [x, next] : [next, x]
    const first = Math.floor(from)
    const last = Math.ceil(to)
    const index = row * rowLength + first
    if (last <= first + 1) {
      const right = (x + next) / 2 - first
      area[index]! += amount * (1 - right)
      area[index + 1]! += amount * right
    } else {
      // Each dot gets what lies left of the edge within it, the next one the rest.
      let before = 0
      for (let dot = first; dot < last; dot++) {
        const [a, b] = [Math.max(from, dot), Math.min(to, dot + 1)]
        const share = (b - a) / (to - from)
        const inside = share * (dot + 1 - (a + b) / 2)
        area[row * rowLength + dot]! += amount * (inside + before)
        before = share - inside
      }
      area[row * rowLength + last]! += amount * before
    }
    x = next
  }
}

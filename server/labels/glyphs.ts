import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import { type LabelWeight, labelWeights } from '../../domain/labels/font.ts'

/** The file of the letters that labels are drawn with: Noto Sans Hans, Chinese in the forms of the mainland. */
export const labelFontFile = (weight: LabelWeight): string =>
  join(
    dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))),
    '..',
    'fonts',
    `NotoSansHans-${weight === 'bold' ? 'Bold' : 'Medium'}.otf`,
  )

const fonts = new Map<LabelWeight, Font>()

const fontOf = (weight: LabelWeight): Font => {
  const font = fonts.get(weight) ?? (openSync(labelFontFile(weight)) as Font)
  fonts.set(weight, font)
  return font
}

/** A closed line of a letter's outline, in thousandths of its size, y upwards from the baseline: x and y in turns. */
export type Contour = readonly number[]

/** The outline of a letter, its curves as straight pieces short enough for any label, and how far it is to the next letter. */
export const contoursOf = (weight: LabelWeight, letter: string): { readonly contours: readonly Contour[]; readonly advance: number } => {
  const { path, advanceWidth } = fontOf(weight).glyphForCodePoint(letter.codePointAt(0)!)
  return { contours: flattenPath(path.commands), advance: advanceWidth }
}

const flattenPath = (commands: readonly { readonly command: string; readonly args: readonly number[] }[]): Contour[] => {
  const all: number[][] = []
  let now: number[] = []
  for (const { command, args } of commands) {
    const [x0 = 0, y0 = 0] = now.slice(-2)
    if (command === 'moveTo') all.push((now = [...args]))
    else if (command === 'lineTo') now.push(...args)
    else if (command === 'quadraticCurveTo') {
      const [x1, y1, x, y] = args as [number, number, number, number]
      for (let step = 1; step <= pieces; step++) {
        const [t, s] = [step / pieces, 1 - step / pieces]
        now.push(s * s * x0 + 2 * s * t * x1 + t * t * x, s * s * y0 + 2 * s * t * y1 + t * t * y)
      }
    } else if (command === 'bezierCurveTo') {
      const [x1, y1, x2, y2, x, y] = args as [number, number, number, number, number, number]
      for (let step = 1; step <= pieces; step++) {
        const [t, s] = [step / pieces, 1 - step / pieces]
        const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        now.push(a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y)
      }
    }
  }
  return all
}

const pieces = 6

/**
 * The table of widths as a file. Each run is the distance from the end of the one before, how many letters follow each other, and how wide each
 * is in thousandths of its size, in base 36.
 */
export const fontTableText = (): string => {
  const tables = labelWeights.map((weight) => {
    const runs: [start: number, count: number, width: number][] = []
    for (const code of fontOf(weight).characterSet) {
      if (code < 0x20) continue
      const width = fontOf(weight).glyphForCodePoint(code).advanceWidth
      const last = runs.at(-1)
      if (last && last[0] + last[1] === code && last[2] === width) last[1]++
      else runs.push([code, 1, width])
    }
    let end = 0
    const text = runs.map(([start, count, width]) => {
      const run = [start - end, count, width].map((number) => number.toString(36)).join(',')
      end = start + count
      return run
    })
    return `  ${weight}:\n    '${text.join(' ')}',\n`
  })
  return `/** Written by scripts/labelFont.ts: the widths of the letters of ${labelFontName}. How it is read says font.ts. */\nexport const fontTable = {\n${tables.join('')}}\n`
}

const labelFontName = 'Noto Sans Hans'

import { fontTable } from './fontTable.ts'

/** The weights of letters on labels. Thinner ones lose their strokes at 203 dpi. */
export const labelWeights = ['medium', 'bold'] as const
export type LabelWeight = (typeof labelWeights)[number]

/** How far letters reach above and below the line they stand on, as parts of their size; Chinese fills from `above` to 0.12 below. */
export const letterReach = { above: 0.88, below: 0.25 } as const

/** From one line to the next, as a part of the size. */
export const linePitch = 1.25

type Run = { readonly start: number; readonly end: number; readonly width: number }

const runsOf = (text: string): readonly Run[] => {
  let end = 0
  return text.split(' ').map((run) => {
    const [gap, count, width] = run.split(',').map((number) => Number.parseInt(number, 36)) as [number, number, number]
    const start = end + gap
    end = start + count
    return { start, end, width: width / 1000 }
  })
}

const runs: Record<LabelWeight, readonly Run[] | undefined> = { medium: undefined, bold: undefined }

/** How wide a letter is, as a part of its size; undefined where the font lacks it. */
const widthOfCode = (weight: LabelWeight, code: number): number | undefined => {
  const all = (runs[weight] ??= runsOf(fontTable[weight]))
  let [low, high] = [0, all.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = all[middle]!
    if (code < run.start) high = middle - 1
    else if (code >= run.end) low = middle + 1
    else return run.width
  }
  return undefined
}

/** Stands for a letter that the font lacks, so that it is seen. */
export const missingLetter = '□'

export const isMissing = (letter: string): boolean => widthOfCode('medium', letter.codePointAt(0)!) === undefined

/** How wide a text is that is drawn letter by letter, in the unit of `size`. */
export const widthOf = (weight: LabelWeight, text: string, size: number): number => {
  let width = 0
  for (const letter of text) width += widthOfCode(weight, letter.codePointAt(0)!) ?? 1
  return width * size
}

/** A text as it is drawn: one line without what cannot be seen, composed, with a box for each letter that the font lacks. */
export const drawable = (text: string): { readonly text: string; readonly missing: readonly string[] } => {
  const visibleText = text
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Mn}\ufe00-\ufe0f]/gu, '')
    .trim()
  const missing = [...new Set([...visibleText].filter(isMissing))]
  return {
    text:
      missing.length === 0 ? visibleText : [...visibleText].map((letter) => (missing.includes(letter) ? missingLetter : letter)).join(''),
    missing,
  }
}

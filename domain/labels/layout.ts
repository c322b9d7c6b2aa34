import type { Params } from '../../kernel/refusal.ts'
import { drawable, type LabelWeight, letterReach, linePitch, widthOf } from './font.ts'
import {
  type CodeElement,
  keysIn,
  type LabelBox,
  type LabelElement,
  type LabelTemplate,
  type LabelText,
  type LabelValues,
  type Symbology,
  type TextElement,
} from './template.ts'

/** The modules of a code, row by row; a linear one has a single row. True is black. */
export type Matrix = { readonly columns: number; readonly rows: number; readonly black: readonly boolean[] }

/** Makes a code; undefined where the symbology cannot hold the text. */
export type Encode = (symbology: Symbology, text: string) => Matrix | undefined

/** What is drawn, in millimetres from the upper left corner of the label. */
export type LabelOp =
  /** One line of letters, each as wide as the table of the font says, standing on `baselineMm`. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly xMm: number
      readonly baselineMm: number
      readonly sizeMm: number
      readonly widthMm: number
      readonly weight: LabelWeight
    }
  | ({ readonly kind: 'fill' } & LabelBox)
  | ({ readonly kind: 'frame'; readonly thickMm: number; readonly cornerMm: number } & LabelBox)
  /** A code without its quiet zone: each module is `moduleMm` wide and `moduleHeightMm` high. */
  | ({ readonly kind: 'code'; readonly matrix: Matrix; readonly moduleMm: number; readonly moduleHeightMm: number } & LabelBox)
  | ({ readonly kind: 'picture'; readonly file: string } & LabelBox)

/** What is wrong with one label, a Chinese sentence with places. Nothing can be scanned where it is fatal. */
export type LayoutProblem = { readonly words: string; readonly params: Params; readonly isFatal: boolean }

export type Layout = { readonly ops: readonly LabelOp[]; readonly problems: readonly LayoutProblem[] }

/** `dotsPerMm` of what it is drawn for: codes and lines come to lie on whole dots. */
export type LayoutOptions = { readonly dotsPerMm: number; readonly encode: Encode }

/** Where everything of a label goes. Nothing leaves the box of its element. */
export const layoutOf = ({ elements }: Pick<LabelTemplate, 'elements'>, values: LabelValues, options: LayoutOptions): Layout => {
  const problems: LayoutProblem[] = []
  const ops = elements.filter((element) => isShown(element, values)).flatMap((element) => opsOf(element, values, options, problems))
  return { ops, problems }
}

const isShown = ({ when }: LabelElement, values: LabelValues): boolean =>
  when === undefined || ((values[when.field] ?? '') !== '') === (when.is === 'filled')

/** The text with the values in its places; empty where all of its places are. */
export const filledText = (text: LabelText, values: LabelValues): string => {
  const keys = keysIn(text)
  if (keys.length > 0 && keys.every((key) => !values[key])) return ''
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}

const opsOf = (element: LabelElement, values: LabelValues, options: LayoutOptions, problems: LayoutProblem[]): LabelOp[] => {
  const { xMm, yMm, widthMm, heightMm } = element
  const box = { xMm, yMm, widthMm, heightMm }
  switch (element.type) {
    case 'text':
      return rowsIn(element, values).flatMap((row) => textOps(row, row.text, problems))
    case 'code':
      return codeOps(element, filledText(element.text, values), options, problems)
    case 'line':
      return [{ kind: 'fill', ...box }]
    case 'frame':
      return [{ kind: 'frame', thickMm: element.thickMm, cornerMm: element.cornerMm, ...box }]
    case 'picture':
      return [{ kind: 'picture', file: element.file, ...box }]
  }
}

/** A text of several lines as one element for each that says something, one below the other: what is empty leaves no hole. */
const rowsIn = (element: TextElement, values: LabelValues): TextElement[] => {
  const texts = element.text.split('\n')
  if (texts.length === 1) return [{ ...element, text: filledText(element.text, values) }]
  const heightMm = element.heightMm / element.lines
  return texts
    .map((text) => filledText(text, values))
    .filter((text) => text.trim() !== '')
    .slice(0, element.lines)
    .map((text, index) => ({ ...element, text, lines: 1, yMm: element.yMm + index * heightMm, heightMm }))
}

const smallestMm = 2

const textOps = (element: TextElement, value: string, problems: LayoutProblem[]): LabelOp[] => {
  const { text, missing } = drawable(value)
  if (missing.length > 0)
    problems.push({ words: '字体里没有这些字：{letters}，打印时用□代替', params: { letters: missing.join(' ') }, isFatal: false })
  if (text === '') return []
  const { lines, sizeMm, isCut } = fitText(element, text)
  if (isCut) problems.push({ words: '“{text}”放不下，只打印开头', params: { text }, isFatal: false })
  const { xMm, yMm, widthMm, heightMm, align, vertical, weight } = element
  const blockMm = (letterReach.above + letterReach.below + (lines.length - 1) * linePitch) * sizeMm
  const spareMm = Math.max(0, heightMm - blockMm)
  const topMm = yMm + { top: 0, middle: spareMm / 2, bottom: spareMm }[vertical]
  return lines.map((line, index) => {
    const lineMm = widthOf(weight, line, sizeMm)
    return {
      kind: 'text',
      text: line,
      xMm: xMm + { left: 0, center: (widthMm - lineMm) / 2, right: widthMm - lineMm }[align],
      baselineMm: topMm + (letterReach.above + index * linePitch) * sizeMm,
      sizeMm,
      widthMm: lineMm,
      weight,
    }
  })
}

type FittedText = { readonly lines: readonly string[]; readonly sizeMm: number; readonly isCut: boolean }

/**
 * The text in its box: as large as it should be, else smaller where that is wanted, else with its end cut off. Letters that may be smaller are,
 * before a word is divided.
 */
const fitText = ({ widthMm, heightMm, sizeMm, lines: most, fit, weight }: TextElement, text: string): FittedText => {
  const linesAt = (size: number) =>
    Math.max(1, Math.min(most, Math.floor((heightMm / size - letterReach.above - letterReach.below) / linePitch + 1 + 1e-9)))
  // Where not even one line fits, letters are as high as the box lets them be.
  const largest = Math.min(sizeMm, heightMm / (letterReach.above + letterReach.below))
  const smallest = fit === 'shrink' ? Math.min(smallestMm, largest) : largest
  const widestWord = Math.max(...unitsOf(text).map((unit) => widthOf(weight, unit.trimEnd(), 1)))
  const undividedMm = widthMm / widestWord
  for (let size = undividedMm < smallest ? largest : Math.min(largest, undividedMm); ; size = Math.max(smallest, size - 0.1)) {
    const lines = broken(weight, text, widthMm / size, linesAt(size))
    if (lines) return { lines, sizeMm: size, isCut: false }
    if (size <= smallest) return { lines: cut(weight, text, widthMm / size, linesAt(size)), sizeMm: size, isCut: true }
  }
}

/** What no line begins with, and what none ends with. */
const notFirst = /^[!%),.:;?\]}¢°·ˇˉ―‖’”…‰′″›℃∶、。〃〉》」』】〕〗〞︶︺︾﹀﹄﹚﹜﹞！＂％＇），．：；？］｀｜｝～]/
const notLast = /[([{£¥‘“‹〈《「『【〔〖〝﹙﹛﹝＄（．［｛￡￥]$/

/** Where a text may be divided: behind every Chinese letter, behind blanks and marks, inside a word nowhere. */
const unitsOf = (text: string): string[] => {
  const units =
    text.match(
      /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\u{20000}-\u{3ffff}]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}\-/_]*[\s\-/_]*/gu,
    ) ?? []
  const joinedLines: string[] = []
  for (const unit of units) {
    const last = joinedLines.at(-1)
    if (unit === '') continue
    if (last !== undefined && (notFirst.test(unit) || notLast.test(last))) joinedLines[joinedLines.length - 1] = last + unit
    else joinedLines.push(unit)
  }
  return joinedLines
}

/** The text in at most so many lines of a width given in sizes; undefined where it does not fit. */
const broken = (weight: LabelWeight, text: string, width: number, maximumMm: number): string[] | undefined => {
  if (widthOf(weight, text, 1) <= width) return [text]
  if (maximumMm === 1) return undefined
  const lines: string[] = []
  let now = ''
  for (const unit of unitsOf(text).flatMap((unit) => (widthOf(weight, unit.trimEnd(), 1) > width ? [...unit] : [unit]))) {
    if (now === '' || widthOf(weight, (now + unit).trimEnd(), 1) <= width) now += unit
    else {
      lines.push(now.trimEnd())
      now = unit.trimStart()
    }
  }
  lines.push(now.trimEnd())
  return lines.length <= maximumMm && lines.every((line) => widthOf(weight, line, 1) <= width) ? lines : undefined
}

/** As much of the beginning as fits, with … behind it. */
const cut = (weight: LabelWeight, text: string, width: number, maximumMm: number): string[] => {
  const letters = [...text]
  let [low, high] = [0, letters.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (broken(weight, `${letters.slice(0, middle).join('').trimEnd()}…`, width, maximumMm)) low = middle
    else high = middle - 1
  }
  return broken(weight, `${letters.slice(0, low).join('').trimEnd()}…`, width, maximumMm) ?? []
}

/** White around a code, in modules, without which it is not found. */
const quietModules: Readonly<Record<Symbology, number>> = { qr: 4, datamatrix: 2, code128: 10 }

/** Smaller modules are hard for cameras to tell apart. */
const readableMm = 0.25

const codeOps = (
  { symbology, xMm, yMm, widthMm, heightMm, moduleDots }: CodeElement,
  text: string,
  { dotsPerMm, encode }: LayoutOptions,
  problems: LayoutProblem[],
): LabelOp[] => {
  const fatal = (words: string): LabelOp[] => {
    problems.push({ words, params: { text }, isFatal: true })
    return []
  }
  if (text === '') return fatal('没有可以做成条码的编码')
  const matrix = encode(symbology, text)
  if (!matrix) return fatal('“{text}”不能做成这种条码')
  const isLinear = matrix.rows === 1
  const [columns, rows] = [matrix.columns + 2 * quietModules[symbology], matrix.rows + 2 * quietModules[symbology]]
  // A tenth of a dot more or less is a matter of computing.
  const boxDots = { width: Math.floor(widthMm * dotsPerMm + 0.1), height: Math.floor(heightMm * dotsPerMm + 0.1) }
  const fits = Math.floor(isLinear ? boxDots.width / columns : Math.min(boxDots.width / columns, boxDots.height / rows))
  const dots = Math.min(fits, moduleDots ?? fits)
  if (dots < 1) return fatal('“{text}”的条码在框里放不下')
  if (dots / dotsPerMm < readableMm - 0.01) problems.push({ words: '“{text}”的条码太密，可能扫不出来', params: { text }, isFatal: false })
  const [width, height] = [matrix.columns * dots, isLinear ? boxDots.height : matrix.rows * dots]
  const leftDots = Math.ceil(xMm * dotsPerMm - 0.1) + Math.floor((boxDots.width - width) / 2)
  const top = Math.ceil(yMm * dotsPerMm - 0.1) + Math.floor((boxDots.height - height) / 2)
  return [
    {
      kind: 'code',
      matrix,
      moduleMm: dots / dotsPerMm,
      moduleHeightMm: height / matrix.rows / dotsPerMm,
      xMm: leftDots / dotsPerMm,
      yMm: top / dotsPerMm,
      widthMm: width / dotsPerMm,
      heightMm: height / dotsPerMm,
    },
  ]
}

/** The black of a code in as few rectangles as rows allow: column, row and how many modules to the right. */
export const blackRuns = ({ columns, rows, black }: Matrix): { column: number; row: number; length: number }[] => {
  const runs: { column: number; row: number; length: number }[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns;) {
      let end = column
      while (end < columns && black[row * columns + end]) end++
      if (end > column) runs.push({ column, row, length: end - column })
      column = end + 1
    }
  return runs
}

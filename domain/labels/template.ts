import type { LabelNoun } from './content.ts'
import type { LabelWeight } from './font.ts'

/** Millimetres everywhere; x to the right, y downwards, from the upper left corner of the label. */
export type LabelBox = { readonly xMm: number; readonly yMm: number; readonly widthMm: number; readonly heightMm: number }

/** Labels one after the other. `gap`: paper shows between them; `mark`: a black bar on the back; `continuous`: it is cut where we say. */
export type RollPaper = {
  readonly kind: 'roll'
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerMm: number
  readonly feed: 'gap' | 'mark' | 'continuous'
  /** How wide the gap or the mark is; 0 where there is none. */
  readonly feedMm: number
}

/** Labels on a sheet, row by row from the upper left. A pitch is the way from one label's edge to the next one's. */
export type SheetPaper = {
  readonly kind: 'sheet'
  readonly pageWidthMm: number
  readonly pageHeightMm: number
  readonly columns: number
  readonly rows: number
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerMm: number
  readonly leftMm: number
  readonly topMm: number
  readonly pitchXMm: number
  readonly pitchYMm: number
}

export type LabelPaper = RollPaper | SheetPaper

/** Drawn only where the field holds something, or nothing. */
export type Condition = { readonly field: string; readonly is: 'filled' | 'empty' }

/**
 * Words with places for fields: `编号 {instanceCode}`. Besides the fields of the record (`bindingsOf`) there are `{title}` what it is called,
 * `{code}` its code, `{link}` what linkContent says, `{organisation}` and `{today}`. Where every place of it is empty nothing is drawn.
 */
export type LabelText = string

type Common = LabelBox & { readonly when?: Condition | undefined }

export type TextElement = Common & {
  readonly type: 'text'
  readonly text: LabelText
  /** Height of the letters' em; 2 mm is the smallest that is read well at 203 dpi. */
  readonly sizeMm: number
  readonly weight: LabelWeight
  /**
   * How many lines the text may be broken into. A text with line ends of its own has so many rows, and each of its lines takes the next one: those
   * whose places are all empty none.
   */
  readonly lines: number
  /** What happens to a text that is too long: smaller letters down to 2 mm and then cut, or cut at once, with … at its end. */
  readonly fit: 'shrink' | 'cut'
  readonly align: 'left' | 'center' | 'right'
  readonly vertical: 'top' | 'middle' | 'bottom'
}

export const symbologies = ['qr', 'datamatrix', 'code128'] as const
export type Symbology = (typeof symbologies)[number]

/** A code as large as its box allows at whole dots, its quiet zone inside the box, in the middle of it. */
export type CodeElement = Common & {
  readonly type: 'code'
  readonly symbology: Symbology
  readonly text: LabelText
  /** Dots of the printer for one module; without it as many as fit. */
  readonly moduleDots?: number | undefined
}

/** A picture of the organisation, turned into black and white; `file` is a stored path. */
export type PictureElement = Common & { readonly type: 'picture'; readonly file: string }

/** A straight line, filling its box: a thin box is a line. */
export type LineElement = Common & { readonly type: 'line' }

/** A frame along the inside of its box. */
export type FrameElement = Common & { readonly type: 'frame'; readonly thickMm: number; readonly cornerMm: number }

export type LabelElement = TextElement | CodeElement | PictureElement | LineElement | FrameElement

export type LabelTemplate = {
  readonly noun: LabelNoun
  readonly name: string
  readonly paper: LabelPaper
  readonly elements: readonly LabelElement[]
}

/** What a label is filled with: texts by the key of the field, as people read them; what is empty may be missing. */
export type LabelValues = Readonly<Record<string, string>>

/** The keys that stand in a text's places. */
export const keysIn = (text: LabelText): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([placeholder]) => placeholder.slice(1, -1))

/** The keys that a template shows, each once, sorted: by their values a label is told from one that is out of date. */
export const keysOf = ({ elements }: Pick<LabelTemplate, 'elements'>): string[] =>
  [
    ...new Set(
      elements.flatMap((element) => [
        ...(element.when ? [element.when.field] : []),
        ...(element.type === 'text' || element.type === 'code' ? keysIn(element.text) : []),
      ]),
    ),
  ].sort()

/** How many labels one page or one piece of roll holds. */
export const cellsOf = (paper: LabelPaper): number => (paper.kind === 'sheet' ? paper.columns * paper.rows : 1)

import type { LabelPaper, SheetPaper } from './template.ts'

export const roll = (widthMm: number, heightMm: number, cornerMm = 2): LabelPaper => ({
  kind: 'roll',
  widthMm,
  heightMm,
  cornerMm,
  feed: 'gap',
  feedMm: 2,
})

/** A4 without anything between the labels, and the usual sheet with round corners. */
export const a4of24: SheetPaper = {
  kind: 'sheet',
  pageWidthMm: 210,
  pageHeightMm: 297,
  columns: 3,
  rows: 8,
  widthMm: 70,
  heightMm: 37,
  cornerMm: 0,
  leftMm: 0,
  topMm: 0.5,
  pitchXMm: 70,
  pitchYMm: 37,
}
export const a4of21: SheetPaper = {
  ...a4of24,
  rows: 7,
  widthMm: 63.5,
  heightMm: 38.1,
  cornerMm: 1.5,
  leftMm: 7.2,
  topMm: 15.1,
  pitchXMm: 66,
  pitchYMm: 38.1,
}

/** Papers that are sold everywhere. */
export const papers: readonly { readonly key: string; readonly title: string; readonly paper: LabelPaper }[] = [
  { key: '60x40', title: '卷纸 60 × 40', paper: roll(60, 40) },
  { key: '50x30', title: '卷纸 50 × 30', paper: roll(50, 30) },
  { key: '40x30', title: '卷纸 40 × 30', paper: roll(40, 30) },
  { key: '70x50', title: '卷纸 70 × 50', paper: roll(70, 50) },
  { key: '100x70', title: '卷纸 100 × 70', paper: roll(100, 70) },
  { key: '80x50', title: '卷纸 80 × 50', paper: roll(80, 50) },
  { key: 'a4-3x8', title: 'A4 3列8行 70 × 37', paper: a4of24 },
  {
    key: 'a4-3x7',
    title: 'A4 3列7行 63.5 × 38.1',
    paper: a4of21,
  },
  {
    key: 'a4-2x7',
    title: 'A4 2列7行 99.1 × 38.1',
    paper: {
      ...a4of24,
      columns: 2,
      rows: 7,
      widthMm: 99.1,
      heightMm: 38.1,
      cornerMm: 1.5,
      leftMm: 4.7,
      topMm: 15.1,
      pitchXMm: 101.6,
      pitchYMm: 38.1,
    },
  },
]

/** Which of them a paper is, whatever its corners; empty for none. */
export const paperKeyOf = (paper: LabelPaper): string => papers.find((otherPaper) => sizeOf(otherPaper.paper) === sizeOf(paper))?.key ?? ''

const sizeOf = (paper: LabelPaper): string =>
  JSON.stringify({ ...paper, cornerMm: 0, ...(paper.kind === 'roll' && { feed: '', feedMm: 0 }) })

import type { LabelNoun } from '../../../domain/labels/content.ts'
import type { LabelPaper, SheetPaper } from '../../../domain/labels/template.ts'

/** What a label is called by what it is of. */
export const nounWords: Readonly<Record<LabelNoun, string>> = {
  asset: '资产标签',
  location: '区域标签',
  consumable: '耗材标签',
  person: '工牌标签',
  blank: '空白码标签',
}

const roll = (widthMm: number, heightMm: number): LabelPaper => ({ kind: 'roll', widthMm, heightMm, cornerMm: 2, feed: 'gap', feedMm: 2 })

const a4: SheetPaper = {
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

/** Papers that are sold everywhere. */
export const papers: readonly { readonly key: string; readonly title: string; readonly paper: LabelPaper }[] = [
  { key: '60x40', title: '卷纸 60 × 40', paper: roll(60, 40) },
  { key: '50x30', title: '卷纸 50 × 30', paper: roll(50, 30) },
  { key: '40x30', title: '卷纸 40 × 30', paper: roll(40, 30) },
  { key: '70x50', title: '卷纸 70 × 50', paper: roll(70, 50) },
  { key: '100x70', title: '卷纸 100 × 70', paper: roll(100, 70) },
  { key: '80x50', title: '卷纸 80 × 50', paper: roll(80, 50) },
  { key: 'a4-3x8', title: 'A4 3列8行 70 × 37', paper: a4 },
  {
    key: 'a4-3x7',
    title: 'A4 3列7行 63.5 × 38.1',
    paper: { ...a4, rows: 7, widthMm: 63.5, heightMm: 38.1, cornerMm: 1.5, leftMm: 7.2, topMm: 15.1, pitchXMm: 66, pitchYMm: 38.1 },
  },
  {
    key: 'a4-2x7',
    title: 'A4 2列7行 99.1 × 38.1',
    paper: {
      ...a4,
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
export const paperKeyOf = (paper: LabelPaper): string => papers.find((each) => sizeOf(each.paper) === sizeOf(paper))?.key ?? ''

const sizeOf = (paper: LabelPaper): string =>
  JSON.stringify({ ...paper, cornerMm: 0, ...(paper.kind === 'roll' && { feed: '', feedMm: 0 }) })

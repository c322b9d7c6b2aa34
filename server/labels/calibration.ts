import { buffer } from 'node:stream/consumers'
import { type LabelPaper, cellsOf } from '../../domain/labels/template.ts'
import { cellAt, newPage, openLabelPdf, type Shift } from './labelPdf.ts'

/**
 * A page to measure by: the edges of every label, a cross 10 mm from the upper left corner of the paper, and a rule of 100 mm or as long as the
 * paper allows, both ways. What is off is what the printer's offset and scale make good.
 */
export const calibrationPage = async (paper: LabelPaper, shift: Shift, say: (words: string) => string): Promise<Buffer> => {
  const pdf = openLabelPdf(say('校准页'))
  const output = buffer(pdf)
  newPage(pdf, paper, shift)
  const [width, height] = paper.kind === 'sheet' ? [paper.pageWidthMm, paper.pageHeightMm] : [paper.widthMm, paper.heightMm]
  pdf.lineWidth(0.1)
  for (let cell = 0; cell < cellsOf(paper); cell++) {
    const { xMm, yMm } = cellAt(paper, cell)
    pdf.roundedRect(xMm, yMm, paper.widthMm, paper.heightMm, paper.cornerMm).stroke()
  }
  const inset = Math.min(10, width / 4, height / 4)
  pdf
    .moveTo(inset - 4, inset)
    .lineTo(inset + 4, inset)
    .moveTo(inset, inset - 4)
    .lineTo(inset, inset + 4)
    .stroke()
  const rule = (length: number, across: boolean) => {
    for (let mm = 0; mm <= length; mm++) {
      const tick = tickOf(mm)
      if (across) pdf.moveTo(inset + mm, inset + 8).lineTo(inset + mm, inset + 8 + tick)
      else pdf.moveTo(inset + 8, inset + mm).lineTo(inset + 8 + tick, inset + mm)
    }
    pdf.stroke()
  }
  rule(Math.min(100, Math.floor((width - 2 * inset) / 10) * 10), true)
  rule(Math.min(100, Math.floor((height - 2 * inset) / 10) * 10), false)
  const words = say('十字应离纸的左边和上边各{mm}毫米；尺子的长度应与实物尺子一致').replace('{mm}', String(Math.round(inset)))
  pdf.font('medium').fontSize(Math.min(3.2, width / 20))
  pdf.text(words, inset + 12, inset + 12, { width: Math.max(20, width - inset - 16) })
  pdf.end()
  return output
}

/** The length of a stroke of a ruler, mm: longest at each centimetre. */
const tickOf = (mm: number): number => {
  if (mm % 10 === 0) return 3
  return mm % 5 === 0 ? 2 : 1
}

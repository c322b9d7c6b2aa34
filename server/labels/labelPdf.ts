import PdfFile from 'pdfkit'
import { labelWeights } from '../../domain/labels/font.ts'
import { blackRuns, type LabelOp, type Layout } from '../../domain/labels/layout.ts'
import { cellsOf, type LabelPaper } from '../../domain/labels/template.ts'
import { labelFontFile } from './glyphs.ts'

export type Pdf = PDFKit.PDFDocument

/** Where a printer puts what it should put somewhere: found with the calibration page. */
export type Shift = { readonly offsetXMm: number; readonly offsetYMm: number; readonly scalePercent: number }

/** Opens a file of labels, whose bytes are read off it while they are drawn. */
export const openLabelPdf = (title: string): Pdf => {
  const pdf = new PdfFile({ autoFirstPage: false, margin: 0, info: { Title: title, Creator: 'Zaice' } })
  for (const weight of labelWeights) pdf.registerFont(weight, labelFontFile(weight))
  return pdf
}

/** One point of print. */
const ptPerMm = 72 / 25.4

/**
 * Draws labels one after the other, each in the next cell: of a roll each is a page. `startCell` counts from 1. Dialogues of printers are told
 * not to fit anything to the page.
 */
export const labelDrawer = (
  pdf: Pdf,
  paper: LabelPaper,
  { startCell, shift, pictures }: { readonly startCell: number; readonly shift: Shift; readonly pictures: ReadonlyMap<string, Buffer> },
) => {
  let cell = startCell - 1
  let isOpen = false
  const cells = cellsOf(paper)
  return (layout: Layout): void => {
    if (!isOpen || cell >= cells) {
      if (isOpen) {
        pdf.restore()
        cell = 0
      }
      newPage(pdf, paper, shift)
      isOpen = true
    }
    const { xMm, yMm } = cellAt(paper, cell)
    cell++
    pdf.save()
    pdf.translate(xMm, yMm)
    for (const op of layout.ops) draw(pdf, op, pictures)
    pdf.restore()
  }
}

/** A page in millimetres, moved and stretched as the printer needs it. */
export const newPage = (pdf: Pdf, paper: LabelPaper, { offsetXMm, offsetYMm, scalePercent }: Shift): void => {
  const [width, height] = paper.kind === 'sheet' ? [paper.pageWidthMm, paper.pageHeightMm] : [paper.widthMm, paper.heightMm]
  pdf.addPage({ size: [width * ptPerMm, height * ptPerMm], margin: 0 })
  pdf.save()
  pdf.scale(ptPerMm)
  pdf.translate(offsetXMm, offsetYMm)
  pdf.scale(scalePercent / 100)
  pdf.fillColor('#000').strokeColor('#000')
}

/** The upper left corner of a cell, counted from 0. */
export const cellAt = (paper: LabelPaper, cell: number): { xMm: number; yMm: number } =>
  paper.kind === 'roll'
    ? { xMm: 0, yMm: 0 }
    : {
        xMm: paper.leftMm + (cell % paper.columns) * paper.pitchXMm,
        yMm: paper.topMm + Math.floor(cell / paper.columns) * paper.pitchYMm,
      }

const draw = (pdf: Pdf, op: LabelOp, pictures: ReadonlyMap<string, Buffer>): void => {
  switch (op.kind) {
    case 'text':
      pdf.font(op.weight).fontSize(op.sizeMm)
      // Letter by letter as wide as the table of the font says, so that lines break where they break in the preview.
      pdf.text(op.text, op.xMm, op.baselineMm, { lineBreak: false, baseline: 'alphabetic', features: plain })
      return
    case 'fill':
      pdf.rect(op.xMm, op.yMm, op.widthMm, op.heightMm).fill()
      return
    case 'frame': {
      const { xMm, yMm, widthMm, heightMm, thickMm, cornerMm } = op
      const half = thickMm / 2
      pdf.lineWidth(thickMm)
      pdf.roundedRect(xMm + half, yMm + half, widthMm - thickMm, heightMm - thickMm, Math.max(0, cornerMm - half)).stroke()
      return
    }
    case 'code': {
      pdf.save()
      pdf.transform(op.moduleMm, 0, 0, op.moduleHeightMm, op.xMm, op.yMm)
      // Whole numbers keep thousands of codes small.
      pdf.addContent(
        `${blackRuns(op.matrix)
          .map(({ column, row, length }) => `${column} ${row} ${length} 1 re`)
          .join(' ')} f`,
      )
      pdf.restore()
      return
    }
    case 'picture': {
      const picture = pictures.get(op.file)
      if (picture) pdf.image(picture, op.xMm, op.yMm, { fit: [op.widthMm, op.heightMm], align: 'center', valign: 'center' })
    }
  }
}

/** Letters neither move towards each other nor melt together. */
const plain = { kern: false, liga: false, clig: false, calt: false, palt: false, halt: false } as never

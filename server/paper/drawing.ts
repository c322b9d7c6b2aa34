import { firstOf, assertDefined } from '../../kernel/assert.ts'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PdfFile from 'pdfkit'
import { create as qrCode } from 'qrcode'
import { type Paper, type PaperBars, signingInRow } from '../../domain/paper/paper.ts'
import { seriesColour } from '../../domain/tables/seriesColours.ts'

/** A paper, and where what it is about stands in the app. */
export type Sheet = { readonly paper: Paper; readonly link: string }

/** Papers drawn one behind the other, each on pages of its size, with the letters they use of a Chinese font inside. `pictures` are PNGs by stored path. */
export const drawn = async (sheets: readonly Sheet[], pictures: ReadonlyMap<string, Buffer>): Promise<Buffer> => {
  const { title, organisation } = firstOf(sheets).paper
  const pdf = new PdfFile({ autoFirstPage: false, bufferPages: true, info: { Title: title, Author: organisation, Creator: 'Zaice' } })
  pdf.registerFont('text', fontFile('Regular'))
  pdf.registerFont('strong', fontFile('Bold'))
  const output = buffer(pdf)
  let scale = 1
  // A smaller sheet is a larger one seen from further away: everything is laid out in the points of that one.
  pdf.on('pageAdded', () => {
    pdf.scale(scale)
    pdf.page.width /= scale
    pdf.page.height /= scale
  })
  for (const { paper, link } of sheets) {
    const { size } = paper
    const first = pdf.bufferedPageRange().count
    pdf.options = {
      ...pdf.options,
      size: size ?? 'A4',
      layout: paper.landscape || size === 'A5' ? 'landscape' : 'portrait',
      margins: { top: marginPt, right: marginPt, bottom: marginPt + footPt, left: marginPt },
    }
    const tables = paper.tables.map((table) => ({ table, measure: measureOf(pdf, table) }))
    scale = size === 'A5' ? 0.8 : scaleFor(tables, paper.landscape ? sheetPt.height : sheetPt.width)
    pdf.addPage()
    head(pdf, paper, link)
    pairs(pdf, paper.facts)
    fields(pdf, paper, pictures)
    for (const { table, measure } of tables) tableOn(pdf, table, measure)
    total(pdf, paper)
    decisions(pdf, paper, pictures)
    comments(pdf, paper)
    drawNote(pdf, paper)
    drawSigningPlaces(pdf, paper, pictures)
    feet(pdf, paper, first)
  }
  pdf.end()
  return output
}

type Pdf = PDFKit.PDFDocument
type Table = Paper['tables'][number]

const [marginPt, footPt, gapPt] = [40, 18, 8]
const sheetPt = { width: 595.28, height: 841.89 }
const colors = {
  ink: '#101828',
  quiet: '#667085',
  faint: '#98a2b3',
  line: '#eaecf0',
  ground: '#f5f7fa',
  accent: '#0071e3',
  good: '#067647',
  bad: '#b42318',
}

const fontFile = (weight: 'Regular' | 'Bold'): string =>
  join(dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))), '..', 'fonts', `NotoSansHans-${weight}.otf`)

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * marginPt
/** Lies on its side: little height, much width. */
const isLow = (pdf: Pdf): boolean => pdf.page.height < pdf.page.width
const bottomOf = (pdf: Pdf): number => pdf.page.height - pdf.page.margins.bottom

/** Begins a new page where less than `height` is left. */
const room = (pdf: Pdf, height: number): void => {
  if (pdf.y + height > bottomOf(pdf)) pdf.addPage()
}

type Look = { font?: 'text' | 'strong'; size?: number; color?: string; align?: 'left' | 'right' }

/** Writes inside a box and answers where it ends; the place for what follows stays where it was. */
const write = (
  pdf: Pdf,
  words: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  { font = 'text', size = 9.5, color = colors.ink, align = 'left' }: Look = {},
): number => {
  pdf.font(font).fontSize(size).fillColor(color)
  const height = pdf.heightOfString(words || ' ', { width, lineGap })
  pdf.text(words, x, y, { width, height: height + size, align, lineGap })
  return y + height
}

const heightOf = (pdf: Pdf, words: string, width: number, { font = 'text', size = 9.5 }: Look = {}): number =>
  pdf
    .font(font)
    .fontSize(size)
    .heightOfString(words || ' ', { width, lineGap })

const lineGap = 1.5

const rule = (pdf: Pdf, y: number, color = colors.line, thick = 0.6): void => {
  pdf
    .moveTo(marginPt, y)
    .lineTo(marginPt + widthOf(pdf), y)
    .lineWidth(thick)
    .strokeColor(color)
    .stroke()
}

const head = (pdf: Pdf, paper: Paper, link: string): void => {
  const codePt = 58
  const width = widthOf(pdf) - codePt - 16
  let y = write(pdf, paper.organisation, { x: marginPt, y: marginPt, width }, { size: 9, color: colors.quiet })
  y = write(pdf, paper.title, { x: marginPt, y: y + 2, width }, { font: 'strong', size: 18 })
  y = write(
    pdf,
    paper.status,
    { x: marginPt, y: y + 4, width },
    { font: 'strong', size: 10, color: paper.good ? colors.good : colors.accent },
  )
  if (paper.hidesCode) {
    pdf.y = y + gapPt
    rule(pdf, pdf.y, colors.accent, 1.4)
    pdf.y += gapPt
    return
  }
  const { modules } = qrCode(link, { errorCorrectionLevel: 'M' })
  const cell = codePt / modules.size
  const codeLeftPt = pdf.page.width - marginPt - codePt
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) pdf.rect(codeLeftPt + column * cell, marginPt + row * cell, cell, cell)
  pdf.fillColor(colors.ink).fill()
  pdf.link(codeLeftPt, marginPt, codePt, codePt, link)
  const underCodePt = paper.code
    ? write(
        pdf,
        paper.code,
        { x: codeLeftPt - 60, y: marginPt + codePt + 2, width: codePt + 60 },
        { size: 7.5, color: colors.quiet, align: 'right' },
      )
    : 0
  pdf.y = Math.max(y, marginPt + codePt, underCodePt) + gapPt
  rule(pdf, pdf.y, colors.accent, 1.4)
  pdf.y += gapPt
}

/** Six Chinese letters fit in one line, and the gap to the value. */
const labelPt = 66

/** Labels and values two abreast, or three on a sheet that lies on its side; `long` ones take the whole width. */
const pairs = (pdf: Pdf, all: readonly { label: string; value: string; long?: boolean }[]): void => {
  const gutter = 22
  const abreast = isLow(pdf) ? 3 : 2
  const half = (widthOf(pdf) - gutter * (abreast - 1)) / abreast
  let waitingItems: (typeof all)[number][] = []
  const flush = () => {
    if (waitingItems.length === 0) return
    const height = Math.max(
      ...waitingItems.map(({ label, value }) => Math.max(heightOf(pdf, value, half - labelPt), heightOf(pdf, label, labelPt - 6))),
    )
    room(pdf, height + 9)
    const top = pdf.y
    for (const [index, { label, value }] of waitingItems.entries()) {
      const x = marginPt + index * (half + gutter)
      write(pdf, label, { x, y: top + 4, width: labelPt - 6 }, { color: colors.quiet })
      write(pdf, value, { x: x + labelPt, y: top + 4, width: half - labelPt })
    }
    pdf.y = top + height + 9
    rule(pdf, pdf.y - 1)
    waitingItems = []
  }
  for (const item of all) {
    if (item.long) {
      flush()
      const width = widthOf(pdf) - labelPt
      const height = Math.max(heightOf(pdf, item.value, width), heightOf(pdf, item.label, labelPt - 6))
      room(pdf, Math.min(height, 120) + 9)
      const top = pdf.y
      write(pdf, item.label, { x: marginPt, y: top + 4, width: labelPt - 6 }, { color: colors.quiet })
      write(pdf, item.value, { x: marginPt + labelPt, y: top + 4, width })
      pdf.y = top + height + 9
      rule(pdf, pdf.y - 1)
      continue
    }
    waitingItems.push(item)
    if (waitingItems.length === abreast) flush()
  }
  flush()
}

const heading = (pdf: Pdf, words: string): void => {
  room(pdf, isLow(pdf) ? 44 : 60)
  pdf.y =
    write(pdf, words, { x: marginPt, y: pdf.y + (isLow(pdf) ? 6 : 14), width: widthOf(pdf) }, { font: 'strong', size: 11 }) +
    (isLow(pdf) ? 2 : 5)
}

const fields = (pdf: Pdf, { fields: all, headings }: Paper, pictures: ReadonlyMap<string, Buffer>): void => {
  if (all.length === 0) return
  if (!isLow(pdf)) heading(pdf, headings.form)
  pairs(
    pdf,
    all.filter((field) => field.pictures.length === 0),
  )
  for (const field of all.filter((decision) => decision.pictures.length > 0)) {
    const height = 78
    room(pdf, height + 10)
    write(pdf, field.label, { x: marginPt, y: pdf.y + 4, width: labelPt - 6 }, { color: colors.quiet })
    let x = marginPt + labelPt
    const top = pdf.y + 4
    for (const path of field.pictures) {
      const picture = pictures.get(path)
      if (!picture || x + 110 > pdf.page.width - marginPt) continue
      pdf.image(picture, x, top, { fit: [110, height - 6] })
      x += 118
    }
    pdf.y = top + height
    rule(pdf, pdf.y - 1)
  }
}

/** What a line of text is never broken in: codes, numbers, words; a Chinese character each. */
const unbrokenWords = /[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/gu

const [cellPadPt, letterPt, numberLeastPt, columnMostPt, barColumnPt] = [5, 9, 24, 190, 170]

/** What the columns of a table want, in points: those of the numbers and of the bars, and of each what it holds in one line, and in as many as can be read. */
type Measure = { readonly numberPt: number; readonly barPt: number; readonly wanted: readonly number[]; readonly least: readonly number[] }

const measureOf = (pdf: Pdf, { columns, rows, totals = [], isUnnumbered, bars }: Table): Measure => {
  const totalWidths = totals.map((text) => pdf.font('strong').fontSize(letterPt).widthOfString(text) + 2 * cellPadPt + 4)
  pdf.font('text').fontSize(letterPt)
  const widest = (texts: readonly string[]) => texts.reduce((largest, text) => Math.max(largest, pdf.widthOfString(text)), 0)
  const widthOf = (texts: readonly string[]) => Math.min(columnMostPt, widest(texts) + 2 * cellPadPt + 4)
  const totalOf = (column: number) => Math.min(columnMostPt, totalWidths[column] ?? 0)
  const wantedWidths = columns.map(({ label }, column) =>
    Math.max(widthOf([label, ...rows.map((row) => row[column] ?? '')]), totalOf(column)),
  )
  const least = columns.map(({ label }, column) =>
    Math.max(
      // Sums are not broken.
      totalOf(column),
      widthOf([...label.split(' '), ...rows.flatMap((row) => (row[column] ?? '').match(unbrokenWords) ?? [])]),
      // Four characters a line.
      Math.min(assertDefined(wantedWidths[column], 'the width of a column'), 4 * letterPt + 2 * cellPadPt + 4),
    ),
  )
  const numberPt = isUnnumbered ? 0 : Math.max(numberLeastPt, pdf.widthOfString(String(rows.length)) + 2 * cellPadPt + 1)
  return { numberPt, barPt: bars ? barColumnPt : 0, wanted: wantedWidths, least }
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0)

/** From how far sheets of so many points are seen, that the columns of all tables find room; never smaller than half. */
const scaleFor = (tables: readonly { readonly measure: Measure }[], sheetWidthPt: number): number => {
  const neededWidths = tables.map(({ measure: { numberPt, barPt, least } }) => numberPt + barPt + sum(least) + 2 * marginPt)
  return Math.max(0.5, Math.min(1, sheetWidthPt / Math.max(1, ...neededWidths)))
}

/** How wide columns are of so many points: as what they hold asks for; where it asks for more, a column yields only what can be broken into lines. */
const widthsOf = ({ wanted, least }: Measure, free: number): number[] => {
  const [asked, needed] = [sum(wanted), sum(least)]
  if (asked <= free || needed >= free) {
    const from = asked <= free ? wanted : least
    return from.map((width) => (width * free) / sum(from))
  }
  return least.map(
    (width, column) => width + ((assertDefined(wanted[column], 'the width of a column') - width) * (free - needed)) / (asked - needed),
  )
}

/** What stands in front of the cells of a row where rows are counted, and the cells. */
type TableRow = readonly [first: string, cells: readonly string[]]

/** A table whose head is repeated on every page. */
const tableOn = (pdf: Pdf, table: Table, measure: Measure): void => {
  const { title, columns, rows, isUnnumbered, bars } = table
  const { numberPt, barPt } = measure
  if (title) heading(pdf, title)
  else pdf.y += gapPt
  if (bars) drawLegend(pdf, bars)
  const pad = cellPadPt
  const columnWidths = widthsOf(measure, widthOf(pdf) - numberPt - barPt)
  const widths = isUnnumbered ? columnWidths : [numberPt, ...columnWidths]
  const row = ([first, texts]: TableRow, look: Look, { ground, bar = [] }: { ground?: string; bar?: readonly number[] } = {}) => {
    const cells = isUnnumbered ? texts : [first, ...texts]
    const height =
      Math.max(...cells.map((cell, index) => heightOf(pdf, cell, assertDefined(widths[index], 'the width of a cell') - 2 * pad, look))) +
      2 * pad
    if (pdf.y + height > bottomOf(pdf)) {
      pdf.addPage()
      if (!ground) top()
    }
    const y = pdf.y
    if (ground) pdf.rect(marginPt, y, widthOf(pdf), height).fill(ground)
    let x = marginPt
    for (const [index, cell] of cells.entries()) {
      const width = assertDefined(widths[index], 'the width of a cell')
      const column = index - (cells.length - columns.length)
      write(
        pdf,
        cell,
        { x: x + pad, y: y + pad, width: width - 2 * pad },
        {
          ...look,
          ...(column < 0 && { color: colors.faint }),
          align: columns[column]?.number ? 'right' : 'left',
        },
      )
      x += width
    }
    drawBar(pdf, bar, { x: pdf.page.width - marginPt - barPt + pad, y: y + height / 2, width: barPt - 2 * pad })
    pdf.y = y + height
    rule(pdf, pdf.y)
  }
  const head: Look = { font: 'strong', size: 9, color: colors.quiet }
  const top = () => row(['#', columns.map(({ label }) => label)], head, { ground: colors.ground })
  top()
  for (const [index, cells] of rows.entries()) row([String(index + 1), cells], { size: 9 }, { bar: bars?.rows[index] ?? [] })
  if (table.totals) row(['Σ', table.totals], { size: 9, font: 'strong' })
}

const [barHeightPt, legendSquarePt] = [8, 7]

/** The parts of a bar one behind the other, around the middle of its row; below nought in another colour. */
const drawBar = (
  pdf: Pdf,
  parts: readonly number[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void => {
  let leftPt = x
  for (const [index, part] of parts.entries()) {
    const partPt = Math.abs(part) * width
    if (partPt > 0) pdf.rect(leftPt, y - barHeightPt / 2, partPt, barHeightPt).fill(part < 0 ? colors.bad : seriesColour(index))
    leftPt += partPt
  }
}

/** What the colours of the bars mean, where they have several. */
const drawLegend = (pdf: Pdf, { legend }: PaperBars): void => {
  let x = marginPt
  for (const [index, words] of legend.entries()) {
    const wordsPt = pdf.font('text').fontSize(8.5).widthOfString(words) + 4
    if (x > marginPt && x + legendSquarePt + 4 + wordsPt > marginPt + widthOf(pdf)) {
      x = marginPt
      pdf.y += 13
    }
    pdf.rect(x, pdf.y + 2, legendSquarePt, legendSquarePt).fill(seriesColour(index))
    const y = pdf.y
    write(pdf, words, { x: x + legendSquarePt + 4, y, width: wordsPt }, { size: 8.5, color: colors.quiet })
    pdf.y = y
    x += legendSquarePt + 4 + wordsPt + 10
  }
  if (legend.length > 0) pdf.y += 17
}

const colorOf = (isGood: boolean | undefined): string => {
  if (isGood === undefined) return colors.ink
  return isGood ? colors.good : colors.bad
}

const decisions = (pdf: Pdf, { decisions: all, headings }: Paper, pictures: ReadonlyMap<string, Buffer>): void => {
  if (all.length === 0) return
  heading(pdf, headings.decisions)
  const isShort = isLow(pdf)
  const [stepPt, signaturePt, signatureHeightPt] = isShort ? [230, 80, 26] : [120, 110, 38]
  const didPt = widthOf(pdf) - stepPt - signaturePt - 2 * gapPt
  for (const decision of all.map((decision) => (isShort ? inOneLine(decision) : decision))) {
    const moves = decision.moves.join('\n')
    const remarks = [decision.comment, decision.files].filter(Boolean).join('\n')
    const heading = [decision.name, decision.verdict].filter(Boolean).join('  ')
    const picture = decision.signature === undefined ? undefined : pictures.get(decision.signature)
    const height =
      Math.max(
        heightOf(pdf, decision.step, stepPt) + (decision.at ? heightOf(pdf, decision.at, stepPt, { size: 8.5 }) : 0),
        heightOf(pdf, heading, didPt, { font: 'strong' }) +
          (moves ? heightOf(pdf, moves, didPt, { size: 8.5 }) : 0) +
          (remarks ? heightOf(pdf, remarks, didPt) : 0),
        picture ? signatureHeightPt : 0,
      ) + 11
    room(pdf, Math.min(height, 300))
    const top = pdf.y + 5
    const y = write(pdf, decision.step, { x: marginPt, y: top, width: stepPt })
    write(pdf, decision.at, { x: marginPt, y, width: stepPt }, { size: 8.5, color: colors.quiet })
    const color = colorOf(decision.good)
    let below = write(pdf, heading, { x: marginPt + stepPt + gapPt, y: top, width: didPt }, { font: 'strong', color })
    if (moves) below = write(pdf, moves, { x: marginPt + stepPt + gapPt, y: below, width: didPt }, { size: 8.5, color: colors.quiet })
    if (remarks) write(pdf, remarks, { x: marginPt + stepPt + gapPt, y: below, width: didPt })
    if (picture)
      pdf.image(picture, pdf.page.width - marginPt - signaturePt, top - 1, { fit: [signaturePt, signatureHeightPt], align: 'right' })
    pdf.y = top + height - 5
    rule(pdf, pdf.y - 1)
  }
}

/** The same with its moment beside the step and its words beside the verdict. */
const inOneLine = (decision: Paper['decisions'][number]): Paper['decisions'][number] => ({
  ...decision,
  step: `${decision.step}  ${decision.at}`,
  at: '',
  verdict: [decision.verdict, decision.comment, decision.files].filter(Boolean).join('  '),
  comment: '',
  files: '',
})

const comments = (pdf: Pdf, { comments: all, headings }: Paper): void => {
  if (all.length === 0) return
  heading(pdf, headings.comments)
  for (const { name, at, body } of all) {
    const height = heightOf(pdf, name, 200) + heightOf(pdf, body, widthOf(pdf)) + 9
    room(pdf, Math.min(height, 300))
    const top = pdf.y + 4
    const y = write(pdf, name, { x: marginPt, y: top, width: 300 }, { font: 'strong' })
    write(pdf, at, { x: marginPt + widthOf(pdf) - 140, y: top, width: 140 }, { size: 8.5, color: colors.quiet, align: 'right' })
    pdf.y = write(pdf, body, { x: marginPt, y, width: widthOf(pdf) }) + 5
    rule(pdf, pdf.y - 1)
  }
}

const total = (pdf: Pdf, { total: sum }: Paper): void => {
  if (!sum) return
  const half = widthOf(pdf) / 2
  room(pdf, 34)
  const top = pdf.y + 6
  const bottomPt = sum.words ? write(pdf, sum.words, { x: marginPt, y: top, width: half * 1.3 }) : top
  pdf.y = Math.max(
    bottomPt,
    write(
      pdf,
      `${sum.label} ${sum.value}`,
      { x: marginPt + half * 1.3, y: top, width: half * 0.7 },
      { font: 'strong', size: 10, align: 'right' },
    ),
  )
}

/** The organisation's own words. */
const drawNote = (pdf: Pdf, { note }: Paper): void => {
  if (!note) return
  const height = heightOf(pdf, note, widthOf(pdf))
  room(pdf, Math.min(height, 300) + 12)
  pdf.y = write(pdf, note, { x: marginPt, y: pdf.y + (isLow(pdf) ? 6 : 12), width: widthOf(pdf) })
}

/** Places to sign by hand, side by side, in as many rows as they take. */
const drawSigningPlaces = (pdf: Pdf, paper: Paper, pictures: ReadonlyMap<string, Buffer>): void => {
  const columns = Math.min(paper.signing.length, signingInRow)
  for (let from = 0; from < paper.signing.length; from += columns)
    drawSigningRow(pdf, { places: paper.signing.slice(from, from + columns), columns }, pictures)
}

type SigningRow = { readonly places: Paper['signing']; readonly columns: number }

const drawSigningRow = (pdf: Pdf, { places, columns }: SigningRow, pictures: ReadonlyMap<string, Buffer>): void => {
  const [gutter, height] = [18, isLow(pdf) ? 30 : 62]
  const width = (widthOf(pdf) - gutter * (columns - 1)) / columns
  const above = isLow(pdf) ? 6 : 20
  room(pdf, height + above)
  const top = pdf.y + above
  for (const [index, { label, signature }] of places.entries()) {
    const x = marginPt + index * (width + gutter)
    const picture = signature === undefined ? undefined : pictures.get(signature)
    write(pdf, label, { x, y: top, width }, { color: colors.quiet })
    // On a low sheet the signature stands beside the label.
    const [besides, below] = isLow(pdf) ? [70, 0] : [0, 16]
    if (picture) pdf.image(picture, x + besides, top + below, { fit: [width - besides, height - below - 6] })
    pdf
      .moveTo(x, top + height)
      .lineTo(x + width, top + height)
      .lineWidth(0.6)
      .strokeColor(colors.faint)
      .stroke()
  }
  pdf.y = top + height + gapPt
}

/** Who printed it, and the number of every page of this paper, which begins on page `first`. */
const feet = (pdf: Pdf, { foot }: Paper, first: number): void => {
  const { count } = pdf.bufferedPageRange()
  for (let page = first; page < count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - marginPt
    write(pdf, foot, { x: marginPt, y, width: widthOf(pdf) - 90 }, { size: 8, color: colors.faint })
    write(
      pdf,
      `${page - first + 1} / ${count - first}`,
      { x: pdf.page.width - marginPt - 80, y, width: 80 },
      {
        size: 8,
        color: colors.faint,
        align: 'right',
      },
    )
  }
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { refuse } from '../../kernel/refusal.ts'
import { encode } from '../../domain/labels/codes.ts'
import { languages } from '../../domain/labels/languages/all.ts'
import type { LabelRun } from '../../domain/labels/languages/language.ts'
import { type Layout, type LayoutProblem, layoutOf } from '../../domain/labels/layout.ts'
import { type Bitmap, dotsPerMm, type PrinterSettings } from '../../domain/labels/printer.ts'
import type { LabelTemplate, LabelValues } from '../../domain/labels/template.ts'
import { scaledTemplate } from '../../domain/labels/scaledTemplate.ts'
import { labelDrawer, openLabelPdf, type Shift } from './labelPdf.ts'
import { type PictureDots, rasterOf, whiteBitmap } from './raster.ts'

/** A label and how many of it; what it is called where something is wrong with it. */
export type LabelItem = { readonly id: string; readonly title: string; readonly values: LabelValues; readonly copies: number }

export type LabelDrawing = {
  readonly template: LabelTemplate
  readonly items: readonly LabelItem[]
  /** Where the pictures lie that the template names by their stored paths. */
  readonly pictures: readonly (readonly [path: string, file: string])[]
  readonly as:
    | { readonly kind: 'check'; readonly dotsPerMm: number }
    /** Pages into a file, from a cell on. */
    | { readonly kind: 'pdf'; readonly file: string; readonly startCell: number; readonly shift: Shift }
    /** Bytes of a printer into a file. */
    | { readonly kind: 'bytes'; readonly file: string; readonly settings: PrinterSettings }
}

export type FoundProblem = LayoutProblem & { readonly id: string; readonly title: string }

/** Of labels with problems no more than these are told. */
const problemsAtMost = 200

/** Dots of one millimetre on paper for offices: codes of a PDF come to lie on whole ones. */
const officeDotsPerMm = 300 / 25.4

/** Draws labels, or looks what would be wrong with them. Refuses to draw one that no one could scan. */
export const run = async ({
  template,
  items,
  pictures,
  as,
}: LabelDrawing): Promise<{ problems: readonly FoundProblem[]; more: boolean }> => {
  if (as.kind === 'check') {
    const problems = items.flatMap(({ id, title, values }) =>
      layoutOf(template, values, { dotsPerMm: as.dotsPerMm, encode }).problems.map((problem) => ({ ...problem, id, title })),
    )
    return { problems: problems.slice(0, problemsAtMost), more: problems.length > problemsAtMost }
  }
  if (as.kind === 'pdf') await drawPdf(template, items, as, await picturesIn(pictures))
  else await writeFile(as.file, await bytesOf(template, items, as.settings, await picturesIn(pictures)))
  return { problems: [], more: false }
}

const laidOut = (template: LabelTemplate, { title, values }: LabelItem, dots: number): Layout => {
  const layout = layoutOf(template, values, { dotsPerMm: dots, encode })
  const fatal = layout.problems.find(({ isFatal }) => isFatal)
  if (fatal) refuse('label.unreadable', '“{name}”的标签打印不出来，请先检查标签', { name: title }, fatal)
  return layout
}

const drawPdf = async (
  template: LabelTemplate,
  items: readonly LabelItem[],
  { file, startCell, shift }: Extract<LabelDrawing['as'], { kind: 'pdf' }>,
  pictures: ReadonlyMap<string, Buffer>,
): Promise<void> => {
  const pdf = openLabelPdf(template.name)
  const out = createWriteStream(file)
  pdf.pipe(out)
  const draw = labelDrawer(pdf, template.paper, { startCell, shift, pictures })
  for (const item of items) {
    const layout = laidOut(template, item, officeDotsPerMm)
    for (let copy = 0; copy < item.copies; copy++) draw(layout)
    // What was drawn goes to the disk before there is more of it.
    await nextTurn()
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  pdf.end()
  await finished(out)
}

const bytesOf = async (
  template: LabelTemplate,
  items: readonly LabelItem[],
  settings: PrinterSettings,
  pictures: ReadonlyMap<string, Buffer>,
): Promise<Uint8Array> => {
  const { paper } = template
  if (paper.kind !== 'roll') return refuse('label.rollOnly', '整张纸的模板只能打印成PDF')
  const dots = dotsPerMm(settings.dpi)
  const scaled = scaledTemplate(template, settings)
  const pictureDots = await picturesInDots(scaled, dots, pictures)
  const runs = items.map((item): LabelRun => {
    const layout = laidOut(scaled, item, dots)
    return { bitmap: rasterOf(layout, { ...paper, dotsPerMm: dots }, pictureDots), copies: item.copies }
  })
  return languages[settings.language]({ paper, settings, runs })
}

/** Pictures no larger than labels need, as PNGs; what cannot be read is left out. */
const picturesIn = async (pictures: LabelDrawing['pictures']): Promise<Map<string, Buffer>> => {
  const readable = new Map<string, Buffer>()
  for (const [path, file] of pictures) {
    const png = await sharp(file)
      .rotate()
      .resize(1000, 1000, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .png()
      .toBuffer()
      .catch(() => undefined)
    if (png) readable.set(path, png)
  }
  return readable
}

/** Each picture of the template in the dots of its box; darker than the middle is black. */
const picturesInDots = async (template: LabelTemplate, dots: number, pictures: ReadonlyMap<string, Buffer>): Promise<PictureDots> => {
  const bitmaps = new Map<string, Bitmap>()
  for (const element of template.elements) {
    if (element.type !== 'picture') continue
    const picture = pictures.get(element.file)
    const [width, height] = [Math.round(element.widthMm * dots), Math.round(element.heightMm * dots)]
    if (!picture || width === 0 || height === 0) continue
    const { data, info } = await sharp(picture).resize(width, height, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
    const bitmap = whiteBitmap(info.width, info.height)
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++)
        if (data[(y * info.width + x) * info.channels]! < 128) bitmap.data[y * bitmap.rowBytes + (x >> 3)]! |= 0x80 >> (x & 7)
    bitmaps.set(`${element.file} ${width} ${height}`, bitmap)
  }
  return (file, width, height) => bitmaps.get(`${file} ${width} ${height}`)
}

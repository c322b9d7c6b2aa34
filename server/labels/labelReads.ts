import { inWords } from '../../domain/english/all.ts'
import { type RollPaper, keysOf } from '../../domain/labels/template.ts'
import { dotsPerMm } from '../../domain/labels/printer.ts'
import { languages } from '../../domain/labels/languages/all.ts'
import { labelOperations as calls } from '../../domain/labels/operations.ts'
import { Download, handle, handleOneByOne, type Handler, wantedBy } from '../call.ts'
import { problemsOf } from './drawing.ts'
import { printedSame, shiftOf } from './jobs.ts'
import { calibrationPage } from './calibration.ts'
import { printerOf } from './printers.ts'
import { whiteBitmap } from './raster.ts'
import { templateNow } from './templates.ts'
import { boundOf, thingsOf } from './things.ts'
import { refuse } from '../../kernel/refusal.ts'

/** What can be looked at before anything is printed. */
export const lookingHandlers: readonly Handler[] = [
  handle(calls.values, async (call, { noun, ids }) => {
    const subjects = await thingsOf(call, noun, ids)
    return { list: subjects.map(({ id, title, values }) => ({ id, title, values })) }
  }),

  handleOneByOne(calls.check, async (call, { templateKey, ids, printerId }) => {
    const { noun, template, things, printed, printer } = await call.inTransaction(async (tx) => {
      const template = await templateNow(tx, call.language, templateKey)
      const namedSubjects = await thingsOf({ ...call, tx }, template.noun, ids)
      const keys = keysOf(template.template)
      const items = namedSubjects.map((subject) => ({ itemId: subject.id, bound: boundOf(template.noun, keys, subject) }))
      return {
        ...template,
        things: namedSubjects,
        printed: await printedSame(tx, template.noun, items),
        printer: printerId === undefined ? undefined : await printerOf(tx, printerId),
      }
    })
    const dots = template.paper.kind === 'sheet' ? 24 : dotsPerMm(printer?.dpi ?? 203)
    const items = things.map((subject) => ({ ...subject, copies: 1 }))
    const { problems, more } = await problemsOf(call.app, wantedBy(call), { template, items }, dots)
    const problemsInWords = problems.map(({ id, title, words, params, isFatal }) => ({
      id,
      title,
      words: inWords(call.language, words, params),
      isFatal,
    }))
    return { noun, labels: things.length, printed, problems: problemsInWords, more }
  }),

  handleOneByOne(calls.calibration, async (call, { templateKey, printerId }) => {
    const { template, printer } = await call.inTransaction(async (tx) => ({
      ...(await templateNow(tx, call.language, templateKey)),
      printer: printerId === undefined ? undefined : await printerOf(tx, printerId),
    }))
    const say = (words: string) => inWords(call.language, words)
    return new Download(`${say('校准页')}.pdf`, 'application/pdf', await calibrationPage(template.paper, shiftOf(printer), say))
  }),

  handle(calls.testStrip, async (call, { printerId, templateKey }) => {
    const { tx } = call
    const { template } = await templateNow(tx, call.language, templateKey)
    const { paper } = template
    if (paper.kind !== 'roll') return refuse('label.rollOnly', '整张纸的模板只能打印成PDF')
    const printer = await printerOf(tx, printerId)
    const bytes = languages[printer.language]({
      paper,
      settings: printer,
      runs: [{ bitmap: strip(paper, dotsPerMm(printer.dpi)), copies: 1 }],
    })
    return { base64: Buffer.from(bytes).toString('base64') }
  }),
]

/** A black bar over a third of the label, white around it. */
const strip = ({ widthMm, heightMm }: RollPaper, dots: number) => {
  const bitmap = whiteBitmap(Math.round(widthMm * dots), Math.round(heightMm * dots))
  const [top, bottom] = [Math.round(bitmap.heightDots / 3), Math.round((2 * bitmap.heightDots) / 3)]
  for (let y = top; y < bottom; y++) bitmap.data.fill(0xff, y * bitmap.rowBytes + 2, (y + 1) * bitmap.rowBytes - 2)
  return bitmap
}

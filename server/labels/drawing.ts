import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type { LabelTemplate } from '../../domain/labels/template.ts'
import type { PrinterSettings } from '../../domain/labels/printer.ts'
import { type App, Download } from '../call.ts'
import type { Task } from '../heavy/children.ts'
import type { HeavyCaller } from '../heavy/heavy.ts'
import type { FoundProblem, LabelDrawing, LabelItem } from './drawingTask.ts'
import type { Shift } from './labelPdf.ts'

const drawingTask: Task<LabelDrawing, { problems: readonly FoundProblem[]; more: boolean }> = {
  module: new URL('./drawingTask.ts', import.meta.url),
}

type Means = Pick<App, 'heavy' | 'spool' | 'storage'>
type Labels = { readonly template: LabelTemplate; readonly items: readonly LabelItem[] }

/** What would be wrong with labels that are printed so. */
export const problemsOf = (app: Means, caller: HeavyCaller, labels: Labels, dotsPerMm: number) =>
  app.heavy.inTurn('drawings', caller, (turn) => turn.run(drawingTask, { ...labels, pictures: [], as: { kind: 'check', dotsPerMm } }))

/** Labels as the bytes of a printer. Refuses what could not be scanned. */
export const labelBytes = (app: Means, caller: HeavyCaller, labels: Labels, settings: PrinterSettings): Promise<Buffer> =>
  app.heavy.inTurn('drawings', caller, (turn) =>
    app.spool.within(async (folder) => {
      const file = join(folder, 'labels')
      await turn.run(drawingTask, {
        ...labels,
        pictures: await picturesOf(app, caller, labels, folder),
        as: { kind: 'bytes', file, settings },
      })
      return readFile(file)
    }),
  )

/** Labels as pages, read off the disk while they are sent; the turn is over when they are drawn. */
export const labelFile = (
  app: Means,
  caller: HeavyCaller,
  labels: Labels,
  { name, startCell, shift }: { readonly name: string; readonly startCell: number; readonly shift: Shift },
): Promise<Download> =>
  new Promise((resolve, reject) => {
    app.spool
      .within(async (folder) => {
        const file = join(folder, 'labels.pdf')
        await app.heavy.inTurn('drawings', caller, async (turn) => {
          const pictures = await picturesOf(app, caller, labels, folder)
          await turn.run(drawingTask, { ...labels, pictures, as: { kind: 'pdf', file, startCell, shift } })
        })
        const body = createReadStream(file)
        resolve(new Download(name, 'application/pdf', body))
        const tooLong = setTimeout(() => body.destroy(), fetchingMsAtMost)
        await finished(body).catch(() => undefined)
        clearTimeout(tooLong)
      })
      .catch(reject)
  })

const fetchingMsAtMost = 120_000

/** Where the pictures of a template lie for the moment. What is not there is left out. */
const picturesOf = async (
  { storage }: Means,
  { orgId }: HeavyCaller,
  { template }: Labels,
  folder: string,
): Promise<[path: string, file: string][]> => {
  const pictureFiles: [string, string][] = []
  for (const path of new Set(template.elements.flatMap((element) => (element.type === 'picture' ? [element.file] : [])))) {
    const body = await storage.get(orgId, path)
    if (!body) continue
    const file = join(folder, `picture-${pictureFiles.length}`)
    await pipeline(body.body, createWriteStream(file))
    pictureFiles.push([path, file])
  }
  return pictureFiles
}

import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { picturesOn } from '../../domain/paper/paper.ts'
import { Download, type OneByOne, wantedBy } from '../call.ts'
import type { Task } from '../heavy/children.ts'
import type { Sheet } from './drawing.ts'
import type { DrawingInput } from './drawingTask.ts'

const drawingTask: Task<DrawingInput, Uint8Array> = { module: new URL('./drawingTask.ts', import.meta.url) }

/** Papers as one file called `title`, each on pages of its own. Nothing of the database is held while they are drawn, which takes a moment. */
export const pdfOf = async (call: OneByOne, sheets: readonly Sheet[], title: string): Promise<Download> => {
  const { spool, heavy } = call.app
  const pdf = await heavy.inTurn('drawings', wantedBy(call), (turn) =>
    spool.within(async (folder) => turn.run(drawingTask, { sheets, pictures: await picturesOf(call, sheets, folder) })),
  )
  return new Download(`${title}.pdf`, 'application/pdf', Buffer.from(pdf))
}

/** Signatures and pictures, taken out of the storage: where each stored path lies for the moment. What is not there is left out. */
const picturesOf = async (
  { app, session }: OneByOne,
  sheets: readonly Sheet[],
  folder: string,
): Promise<[path: string, file: string][]> => {
  const pictureFiles: [string, string][] = []
  for (const path of new Set(sheets.flatMap(({ paper }) => picturesOn(paper)))) {
    const body = await app.storage.get(session.orgId, path)
    if (!body) continue
    const file = join(folder, String(pictureFiles.length))
    await pipeline(body.body, createWriteStream(file))
    pictureFiles.push([path, file])
  }
  return pictureFiles
}

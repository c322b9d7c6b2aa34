import type { Paper } from '../../domain/paper/paper.ts'
import { Download, type OneByOne, wantedBy } from '../call.ts'
import type { Task } from '../heavy/children.ts'

const workbookTask: Task<Paper, Uint8Array> = { module: new URL('./workbookTask.ts', import.meta.url) }

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A paper as a workbook, with the same on it. */
export const workbookOf = async (call: OneByOne, paper: Paper): Promise<Download> => {
  const book = await call.app.heavy.inTurn('drawings', wantedBy(call), (turn) => turn.run(workbookTask, paper))
  return new Download(`${paper.title}.xlsx`, xlsxType, Buffer.from(book))
}

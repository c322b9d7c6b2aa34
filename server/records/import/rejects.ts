import type { RecordKind } from '../../../domain/records/define.ts'
import { inWords } from '../../../domain/english/all.ts'
import { Download, type OneByOne, wantedBy } from '../../call.ts'
import { csvType, sheetFile } from '../export/sheetFile.ts'
import { type Cell } from '../../paper/workbookCell.ts'
import { headersOf } from './parsing.ts'
import { readBatch, sheetOf, type SkippedRow, type Step, understood } from './commit.ts'
import { reasonHeader } from './memory.ts'
import type { Rows } from './sheet.ts'
import { xlsxType } from '../../paper/workbook.ts'

/**
 * The rows that are not imported as a sheet of their own, to be corrected and imported again: the headers and cells as they were, and why
 * in a last column. Of a batch that is done they are the rows that were left out.
 */
export const rejectsOf = async (call: OneByOne, kind: RecordKind, step: Step): Promise<Download> => {
  const { app, session, language } = call
  const batch = await readBatch(app.database.severally(session.orgId), kind, step.id)
  const { rows, reasons } = await app.heavy.inTurn('sheets', wantedBy(call), async (turn) => {
    if (batch.state === 'done')
      return { rows: (await sheetOf(call, turn, kind, { batch, name: step.sheet })).rows, reasons: batch.skipped ?? [] }
    const { sheet, reasons: found } = await understood(call, turn, kind, { batch, step })
    return { rows: sheet.rows, reasons: found() }
  })
  const format = /\.(csv|txt)$/i.test(batch.fileName) ? 'csv' : 'xlsx'
  const { headers } = headersOf(kind, rows)
  const width = Math.max(headers.length, ...reasons.map(({ row }) => rows[row - 1]?.length ?? 0))
  const padCells = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const title = inWords(language, '未导入的行')
  const file = sheetFile(
    { name: title, headers: [...padCells(headers), inWords(language, reasonHeader)], rows: rejectedRows(rows, reasons, padCells) },
    format,
  )
  return new Download(`${batch.fileName.replace(/\.\w+$/, '')} - ${title}.${format}`, format === 'csv' ? csvType : xlsxType, file)
}

async function* rejectedRows(
  rows: Rows,
  reasons: readonly SkippedRow[],
  padCells: (cells: readonly string[]) => string[],
): AsyncGenerator<readonly Cell[]> {
  for (const { row, words } of reasons) yield [...padCells(rows[row - 1] ?? []), words].map((text) => ({ text, amount: false }))
}

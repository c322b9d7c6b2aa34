import { newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { columnLetters, importColumns, matchHeaders } from '../../../domain/records/columns.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { inWords } from '../../../domain/english/all.ts'
import { type Analysis, transferOperations } from '../../../domain/operations/transfer.ts'
import { Download, type Handler, handle, type SignedIn } from '../../call.ts'
import { keepFile } from '../../files/files.ts'
import { csvType, xlsxType } from '../export/sheetFile.ts'
import { dataRows, headersOf, missingColumns } from './check.ts'
import { checkBatch, commitBatch, readBatch, statusOf } from './commit.ts'
import { parseSheet } from './parsing.ts'
import { templateOf } from './template.ts'

/** Keeps an uploaded sheet and says how it was understood. */
const analyse = async (call: SignedIn, kind: RecordKind): Promise<Analysis> => {
  const { tx, session, upload, language } = call
  if (!upload) return refuse('file.none', '请选择要上传的文件')
  const sheet = await parseSheet(upload.bytes)
  const rows = dataRows(kind, sheet)
  if (rows.length === 0) refuse('import.empty', '表格里没有数据')
  const columns = importColumns(kind)
  const { headers } = headersOf(kind, sheet)
  const mapping = matchHeaders(columns, headers)
  const file = await keepFile(call, upload)
  const id = newId()
  await tx.query(
    `insert into import_batch (org_id, id, kind, file_path, file_name, mapping, row_count, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.orgId, id, kind.noun, file.path, file.name, mapping, rows.length, session.uid],
  )
  return {
    id,
    fileName: file.name,
    rowCount: rows.length,
    headers: headers.map((header, at) => ({
      at,
      letters: columnLetters(at),
      header,
      samples: rows
        .map(({ cells }) => cells[at] ?? '')
        .filter(Boolean)
        .slice(0, 3),
    })),
    columns: columns.map(({ key, label, required, field }) => ({
      key,
      label: inWords(language, label),
      required,
      hint: field.hint ? inWords(language, field.hint) : null,
    })),
    mapping,
    missing: missingColumns(kind, mapping).map(({ key }) => key),
  }
}

export const importHandlers: readonly Handler[] = recordKinds.flatMap((kind) => {
  const operations = transferOperations(kind)
  return [
    handle(operations.template, async ({ language }, { format }) => {
      const name = inWords(language, '{title}导入模板', { title: inWords(language, kind.title) })
      return new Download(`${name}.${format}`, format === 'csv' ? csvType : xlsxType, await templateOf(kind, format, language))
    }),
    handle(operations.upload, (call) => analyse(call, kind)),
    handle(operations.check, (call, step) => checkBatch(call, kind, step)),
    handle(operations.commit, (call, step) => commitBatch(call, kind, step)),
    handle(operations.status, async ({ tx }, { id }) => statusOf(await readBatch(tx, kind, id))),
  ]
})

import { type Id, newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { columnLetters, importColumns, matchHeaders } from '../../../domain/records/columns.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { inWords } from '../../../domain/english/all.ts'
import { type Analysis, transferOperations } from '../../../domain/operations/transfer.ts'
import { Download, type Handler, handle, type SignedIn, type Upload } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { keepFile } from '../../files/files.ts'
import { csvType, xlsxType } from '../export/sheetFile.ts'
import { dataRows, headersOf, missingColumns } from './check.ts'
import { cancelBatch, checkBatch, commitBatch, readBatch, readStatus, sheetOf } from './commit.ts'
import { parseSheet } from './parsing.ts'
import { isArchive, type Sheet, textOf } from './sheet.ts'
import { templateOf } from './template.ts'

/** Keeps an uploaded sheet and says how it was understood. */
const receive = async (call: SignedIn, kind: RecordKind): Promise<Analysis> => {
  const { tx, session, upload } = call
  if (!upload) return refuse('file.none', '请选择要上传的文件')
  const sheet = await parseSheet(upload.bytes)
  // A workbook whose first sheet is empty may have others to choose from.
  if (sheet.names.length < 2 && dataRows(kind, sheet.rows).length === 0) refuse('import.empty', '表格里没有数据')
  const file = await keepFile(call, plainUpload(upload))
  const id = newId()
  const understood = analysisOf(call, kind, { id, fileName: shownName(file.name, upload.name) }, sheet)
  await tx.query(
    `insert into import_batch (org_id, id, kind, file_path, file_name, mapping, row_count, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.orgId, id, kind.noun, file.path, understood.fileName, understood.mapping, understood.rowCount, session.uid],
  )
  return { ...understood, importedBefore: await importedBefore(tx, kind, file.path) }
}

/** The same upload again, by another of its sheets. */
const readOther = async (call: SignedIn, kind: RecordKind, { id, sheet: name }: { id: Id; sheet: string }): Promise<Analysis> => {
  const batch = await readBatch(call.tx, kind, id)
  const understood = analysisOf(call, kind, batch, await sheetOf(call.app, batch, name))
  return { ...understood, importedBefore: await importedBefore(call.tx, kind, batch.filePath) }
}

/** When the very same file was imported last: twice the same rows are rarely meant. */
const importedBefore = async (tx: Tx, kind: RecordKind, path: string): Promise<Analysis['importedBefore']> => {
  const [last] = await tx.query<{ at: string; count: number }>(
    `select b.updated_at as at, b.done_count as count from import_batch b join file f on f.org_id = b.org_id and f.path = b.file_path
     where b.org_id = $1 and b.kind = $2 and b.state = 'done'
       and f.sha256 = (select own.sha256 from file own where own.org_id = $1 and own.path = $3)
     order by b.updated_at desc limit 1`,
    [tx.orgId, kind.noun, path],
  )
  return last ?? null
}

/** Text is kept as UTF-8 under the name of a CSV file, whatever it came as. */
const plainUpload = (upload: Upload): Upload =>
  isArchive(upload.bytes)
    ? upload
    : {
        ...upload,
        name: upload.name.replace(/(\.\w{1,8})?$/, '.csv'),
        bytes: Buffer.from(textOf(upload.bytes).replace(/^\ufeff?/, '\ufeff')),
      }

/** The file is called what its owner called it, made safe. */
const shownName = (kept: string, sent: string): string => kept.replace(/\.csv$/, /\.\w{1,8}$/.exec(sent)?.[0] ?? '.csv')

const analysisOf = (
  { language }: SignedIn,
  kind: RecordKind,
  { id, fileName }: { id: Id; fileName: string },
  sheet: Sheet,
): Omit<Analysis, 'importedBefore'> => {
  const rows = dataRows(kind, sheet.rows)
  const columns = importColumns(kind)
  const { headers } = headersOf(kind, sheet.rows)
  const mapping = matchHeaders(columns, headers)
  return {
    id,
    fileName,
    sheets: [...sheet.names],
    sheet: sheet.name,
    hiddenCount: sheet.hiddenCount,
    rowCount: rows.length,
    headers: headers.map((header, at) => ({
      at,
      letters: columnLetters(at),
      header,
      samples: [...new Set(rows.slice(0, 100).flatMap(({ cells }) => cells[at] || []))].slice(0, 3),
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
    handle(operations.upload, (call) => receive(call, kind)),
    handle(operations.read, (call, input) => readOther(call, kind, input)),
    handle(operations.check, (call, step) => checkBatch(call, kind, step)),
    handle(operations.commit, (call, step) => commitBatch(call, kind, step)),
    handle(operations.status, ({ tx }, { id }) => readStatus(tx, kind, id)),
    handle(operations.cancel, (call, { id }) => cancelBatch(call, kind, id)),
  ]
})

import { type Id, newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { columnLetters } from '../../../domain/records/columns.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { proposedControl } from '../../../domain/records/import/proposedField.ts'
import type { Encoding } from '../../../domain/records/import/encodings.ts'
import { inWords } from '../../../domain/english/all.ts'
import { type Analysis, transferOperations } from '../../../domain/bulk/transferOperations.ts'
import { Download, type Handler, handle, handleOneByOne, type OneByOne, type SignedIn, wantedBy } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Turn } from '../../heavy/heavy.ts'
import { keepFile } from '../../files/files.ts'
import { csvType } from '../export/sheetFile.ts'
import { dataRows, missingColumns } from './check.ts'
import {
  cancelBatch,
  checkBatch,
  columnsOf,
  commitBatch,
  type LastImport,
  lastImportOf,
  mappingOf,
  readBatch,
  readStatus,
  sheetOf,
} from './commit.ts'
import { recall } from './memory.ts'
import { addPictures } from './pictures.ts'
import { headersOf, parseSheet, withPartsBelow } from './parsing.ts'
import { rejectsOf } from './rejects.ts'
import type { Sheet } from './sheet.ts'
import type { Read, Wish } from './sheetTask.ts'
import { templateOf } from './template.ts'
import { xlsxType } from '../../paper/workbook.ts'

/** Keeps an uploaded sheet and says how it was understood. Text is kept as UTF-8 under the name of a CSV file, whatever it came as. */
const receive = async (call: SignedIn, kind: RecordKind, encoding: Encoding | undefined): Promise<Analysis> => {
  const { app, tx, session, upload } = call
  if (!upload) return refuse('file.none', '请选择要上传的文件')
  const plain = `${upload.path}.plain`
  const id = newId()
  const { isText, ...understood } = await app.heavy.inTurn('sheets', wantedBy(call), async (turn) => {
    const sheet = await fittingSheet(call, turn, kind, { path: upload.path, plain, encoding })
    // A workbook whose first sheet is empty may have others to choose from.
    if (sheet.names.length < 2 && (await dataRows(kind, sheet.rows)).rows.length === 0) refuse('import.empty', '表格里没有数据')
    return { isText: sheet.isText, ...(await analysisOf(call, kind, { id, fileName: '' }, sheet)) }
  })
  const file = await keepFile(call, isText ? { name: upload.name.replace(/(\.\w{1,8})?$/, '.csv'), path: plain } : upload)
  const fileName = shownName(file.name, upload.name)
  await tx.query(
    `insert into import_batch (org_id, id, kind, file_path, file_name, mapping, row_count, created_by, sheet)
     values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, ''))`,
    [tx.orgId, id, kind.noun, file.path, fileName, understood.mapping, understood.rowCount, session.uid, understood.sheet],
  )
  const last = await lastImportOf(tx, kind.noun, file.path, understood.sheet)
  if (last) await tx.query('update import_batch set seen_import = $3 where org_id = $1 and id = $2', [tx.orgId, id, last.id])
  return { ...understood, fileName, importedBefore: importedBefore(last) }
}

/** The first sheet that has columns of the kind, else the first: a workbook often begins with how it is filled in. */
const fittingSheet = async (
  { app, session }: SignedIn,
  turn: Turn,
  kind: RecordKind,
  wish: Wish,
): Promise<Sheet & Pick<Read, 'isText'>> => {
  const queryTx = app.database.severally(session.orgId)
  const hasColumns = async ({ rows }: Sheet) => {
    const columns = await columnsOf(queryTx, kind, rows)
    return Object.keys(mappingOf(columns, headersOf(kind, rows).headers, {}).mapping).length >= tableColumnsAtLeast
  }
  const firstSheet = withPartsBelow(kind, await parseSheet(turn, wish))
  const furtherNames = firstSheet.names.filter((name) => name !== firstSheet.name).slice(0, furtherSheetsAtMost)
  if (furtherNames.length === 0 || (await hasColumns(firstSheet))) return firstSheet
  for (const name of furtherNames) {
    const sheet = withPartsBelow(kind, await parseSheet(turn, { ...wish, name }))
    if (await hasColumns(sheet)) return sheet
  }
  return firstSheet
}
const tableColumnsAtLeast = 2
const furtherSheetsAtMost = 4

/** The same upload again, by another of its sheets. */
const readOther = async (call: OneByOne, kind: RecordKind, { id, sheet: name }: { id: Id; sheet: string }): Promise<Analysis> => {
  const queryTx = call.app.database.severally(call.session.orgId)
  const batch = await readBatch(queryTx, kind, id)
  const understood = await call.app.heavy.inTurn('sheets', wantedBy(call), async (turn) =>
    analysisOf(call, kind, batch, await sheetOf(call, turn, kind, { batch, name })),
  )
  return { ...understood, importedBefore: importedBefore(await lastImportOf(queryTx, kind.noun, batch.filePath, understood.sheet)) }
}

/** When the very same file was imported last: twice the same rows are rarely meant. */
const importedBefore = (last: LastImport | undefined): Analysis['importedBefore'] => (last ? { at: last.at, count: last.count } : null)

/** The file is called what its owner called it, made safe. */
const shownName = (storedName: string, sentName: string): string => storedName.replace(/\.csv$/, /\.\w{1,8}$/.exec(sentName)?.[0] ?? '.csv')

const analysisOf = async (
  { app, session, language }: Pick<SignedIn, 'app' | 'session' | 'language'>,
  kind: RecordKind,
  { id, fileName }: { id: Id; fileName: string },
  sheet: Sheet,
): Promise<Omit<Analysis, 'importedBefore'>> => {
  const { rows } = await dataRows(kind, sheet.rows)
  const { headers } = headersOf(kind, sheet.rows)
  const queryTx = app.database.severally(session.orgId)
  const columns = await columnsOf(queryTx, kind, sheet.rows)
  const lastMapping = await recall(queryTx, kind, headers, columns)
  const { mapping } = mappingOf(columns, headers, lastMapping?.mapping ?? {})
  const matchedIndexes = new Set(Object.values(mapping))
  const mayAdd = session.codes.has('ownfield:save')
  const proposedFor = (header: string, index: number) => {
    if (!mayAdd || header.trim() === '' || matchedIndexes.has(index)) return null
    return (
      proposedControl(
        header,
        rows.slice(0, proposedByRows).map(({ cells }) => cells[index] ?? ''),
      ) ?? null
    )
  }
  return {
    id,
    fileName,
    sheets: [...sheet.names],
    sheet: sheet.name,
    hiddenCount: sheet.hiddenCount,
    rowCount: rows.length,
    headers: headers.map((header, index) => ({
      at: index,
      letters: columnLetters(index),
      header,
      samples: [...new Set(rows.slice(0, 100).flatMap(({ cells }) => cells[index] || []))].slice(0, 3),
      ownControl: proposedFor(header, index),
    })),
    columns: columns.map(({ key, label, required, instead, field, place }) => ({
      key,
      label: place === undefined ? inWords(language, label) : inWords(language, '期初数量 · {place}', { place }),
      required,
      instead: [...instead],
      hint: field.hint ? inWords(language, field.hint) : null,
    })),
    mapping,
    missing: missingColumns(kind, mapping).map(({ key }) => key),
    remembered: lastMapping !== undefined,
    answers: { ...lastMapping?.answers },
  }
}

/** A field is proposed by the cells of so many rows. */
const proposedByRows = 5000

export const importHandlers: readonly Handler[] = recordKinds.flatMap((kind) => {
  const operations = transferOperations(kind)
  /** The kind with what the organisation of a call added to it. */
  const ownKind = ({ app, session, language }: Pick<OneByOne, 'app' | 'session' | 'language'>) =>
    organisationKind(app.database.severally(session.orgId), kind, language)
  return [
    handle(operations.template, async (call, { format }) => {
      const { language } = call
      const name = inWords(language, '{title}导入模板', { title: inWords(language, kind.title) })
      return new Download(
        `${name}.${format}`,
        format === 'csv' ? csvType : xlsxType,
        await templateOf(await ownKind(call), format, language),
      )
    }),
    handle(operations.upload, async (call, { encoding }) => receive(call, await ownKind(call), encoding)),
    handleOneByOne(operations.read, async (call, input) => readOther(call, await ownKind(call), input)),
    handle(operations.pictures, async (call, { id }) => {
      const { state } = await readBatch(call.app.database.severally(call.session.orgId), kind, id)
      return state === 'done' ? refuse('import.done', '这份表格已经导入') : addPictures(call, id)
    }),
    handleOneByOne(operations.check, async (call, step) => checkBatch(call, await ownKind(call), step)),
    handleOneByOne(operations.commit, async (call, step) => commitBatch(call, await ownKind(call), step)),
    handleOneByOne(operations.rejects, async (call, step) => rejectsOf(call, await ownKind(call), step)),
    handle(operations.status, ({ tx }, { id }) => readStatus(tx, kind, id)),
    handle(operations.cancel, (call, { id }) => cancelBatch(call, kind, id)),
  ]
})

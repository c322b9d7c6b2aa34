import type { Id } from '../../../kernel/id.ts'
import type { Noun } from '../../../kernel/field.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { ListRequest } from '../../../domain/operations/define.ts'
import type { RecordRow } from '../../../domain/operations/records.ts'
import { type SheetFormat, transferOperations } from '../../../domain/operations/transfer.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { asset } from '../../../domain/records/asset.ts'
import { cellOfValue, exportColumns, isAmount } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { dayAt } from '../../../kernel/day.ts'
import { Download, type Handler, handle, type SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { assetRowsAfter } from '../assetList.ts'
import { Directory } from '../import/directory.ts'
import { recordRowsAfter } from '../list.ts'
import type { Values } from '../recordTable.ts'
import { type Cell, csvType, sheetFile, xlsxType } from './sheetFile.ts'

type ExportRequest = ListRequest & Values & { readonly format: SheetFormat }

/** A list as it is filtered, newest first, as a file that is made while it is sent. Inside the data scope of the caller, as the list is. */
const exportRecords = async (call: SignedIn, kind: RecordKind, { format, ...input }: ExportRequest): Promise<Download> => {
  const { app, at, tx, language } = call
  const words = (text: string) => inWords(language, text)
  const columns = exportColumns(kind)
  const nouns = columns.flatMap(({ field: { control } }) => (control.type === 'reference' ? [control.to] : []))
  const directory = await Directory.read(tx, nouns)
  const nameOf = (noun: Noun, id: Id) => directory.nameOf(noun, id)
  // What cannot be listed cannot be exported either, and is refused while there still is an answer to give.
  const first = await rowsAfter(call, tx, kind, input, undefined)

  async function* rows(): AsyncGenerator<Cell[]> {
    for (let page = first; ; ) {
      for (const row of page) yield columns.map(({ key, field }) => ({ text: cellOfValue(field, row[key], nameOf, words), amount: isAmount(field) }))
      const last = page.at(-1)
      if (page.length < rowsAtOnce || !last) return
      // Each page on a connection of its own turn: a slow reader keeps none.
      page = await app.database.reading(call.session.orgId, (next) => rowsAfter(call, next, kind, input, last.id))
    }
  }
  const name = `${words(kind.title)}-${dayAt(at)}.${format}`
  return new Download(name, format === 'csv' ? csvType : xlsxType, sheetFile(words(kind.title), columns.map(({ label }) => words(label)), rows(), format))
}

const rowsAtOnce = 500

const rowsAfter = (call: SignedIn, tx: Tx, kind: RecordKind, input: ListRequest & Values, after: Id | undefined): Promise<RecordRow[]> => {
  const part = { ...input, page: 1, pageNo: undefined, pageSize: rowsAtOnce, limit: undefined, after, sidx: undefined, order: undefined }
  return kind === asset ? assetRowsAfter({ ...call, tx }, part) : recordRowsAfter(tx, kind, part)
}

export const exportHandlers: readonly Handler[] = recordKinds.flatMap((kind) => {
  const operations = transferOperations(kind)
  return [operations.export, operations.download].map((operation) => handle(operation, (call, input) => exportRecords(call, kind, input as ExportRequest)))
})

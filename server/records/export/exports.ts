import type { Id } from '../../../kernel/id.ts'
import type { Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import type { ListRequest } from '../../../domain/operations/define.ts'
import type { RecordRow } from '../../../domain/operations/records.ts'
import { type SheetFormat, transferOperations } from '../../../domain/operations/transfer.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { asset } from '../../../domain/records/asset.ts'
import { cellOfValue, exportColumns, isAmount } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { type Download, type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { assetRowsAfter } from '../assetList.ts'
import { Directory } from '../import/directory.ts'
import { importRulesOf } from '../import/kinds.ts'
import { recordRowsAfter } from '../list.ts'
import type { Values } from '../../db/recordTable.ts'
import { listFile, rowsAtOnce } from './lists.ts'

type ExportRequest = ListRequest & Values & { readonly format: SheetFormat }

/** A list as it is filtered, newest first, inside the data scope of the caller, as the list is. */
const exportRecords = (call: OneByOne, kind: RecordKind, { format, ...input }: ExportRequest): Promise<Download> => {
  const columns = exportColumns(kind)
  const nouns = columns.flatMap(({ field: { control } }) => refersTo(control) ?? [])
  return listFile<RecordRow>(call, async (tx) => {
    const directory = await Directory.read(tx, nouns)
    const nameOf = (noun: Noun, id: Id) => directory.nameOf(noun, id)
    return {
      title: kind.title,
      format,
      columns: columns.map(({ key, label, field }) => ({
        label,
        cell: (row, words) => cellOfValue(field, row[key], nameOf, words),
        amount: isAmount(field),
      })),
      read: (next, last) => rowsAfter(call, next, kind, input, last?.id),
    }
  })
}

const rowsAfter = async (
  call: OneByOne,
  tx: Tx,
  kind: RecordKind,
  input: ListRequest & Values,
  after: Id | undefined,
): Promise<RecordRow[]> => {
  const part = { ...input, page: 1, pageNo: undefined, pageSize: rowsAtOnce, limit: undefined, after, sidx: undefined, order: undefined }
  const rows = await (kind === asset ? assetRowsAfter({ ...call, tx }, part) : recordRowsAfter({ ...call, tx }, kind, part))
  return importRulesOf(kind).asInSheets?.(tx, rows) ?? rows
}

export const exportHandlers: readonly Handler[] = recordKinds.flatMap((kind) => {
  const operations = transferOperations(kind)
  return [operations.export, operations.download].map((operation) =>
    handleOneByOne(operation, (call, input) => exportRecords(call, kind, input as ExportRequest)),
  )
})

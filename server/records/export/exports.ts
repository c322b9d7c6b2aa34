import type { Id } from '../../../kernel/id.ts'
import type { Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { transferOperations } from '../../../domain/bulk/transferOperations.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import { cellOfValue, exportColumns } from '../../../domain/records/columns.ts'
import { hiddenKeys } from '../../access/hidden.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { type Download, type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { Tx } from '../../db/tx.ts'
import { placedAssets } from '../assetList.ts'
import { Directory } from '../import/directory.ts'
import { importRulesOf } from '../import/kinds.ts'
import { placedRecords, type PlacedRow } from '../list.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Request } from '../../tables/order.ts'
import { askedInWords, chosenColumns, type ListColumn, listFile, lookOfField, rowsAtOnce, sheetMoment, type ListOutput } from './lists.ts'
import { tableOfRecord } from '../../../domain/records/table.ts'
import { assertDefined } from '../../../kernel/assert.ts'

type ExportRequest = Request & Values & ListOutput & { readonly ids?: readonly Id[]; readonly except?: readonly Id[] }

/** A list as it is filtered and sorted, or what is chosen of it, inside the data scope of the caller, as the list is. */
const exportRecords = async (
  call: OneByOne,
  deliveredKind: RecordKind,
  { format, columns: keys, ids, except, ...question }: ExportRequest,
): Promise<Download> => {
  const kind = await organisationKind(call.app.database.severally(call.session.orgId), deliveredKind, call.language)
  const input = { ...question, ...(ids ? { chosen: { ids } } : except && { chosen: { except } }) }
  const hiddenColumns = hiddenKeys(call.session, kind)
  const columns = exportColumns(kind).filter(({ key }) => !hiddenColumns.includes(key))
  const nouns = columns.flatMap(({ field: { control } }) => refersTo(control) ?? [])
  return listFile<PlacedRow>(call, async (tx) => {
    const directory = await Directory.read(tx, nouns)
    const nameOf = (noun: Noun, id: Id) => directory.nameOf(noun, id)
    const cells = columns.map(({ key, label, field }): ListColumn<PlacedRow> => ({
      key,
      label,
      cell: ({ row }, words) => cellOfValue(field, row[key], nameOf, words),
      ...lookOfField(field),
    }))
    return {
      title: kind.title,
      format,
      asked: await askedInWords(tx, call, tableOfRecord(kind), input.where),
      columns: keys
        ? chosenColumns(
            [...cells, createdAt],
            keys.filter((key) => !hiddenColumns.includes(key)),
          )
        : cells,
      read: (next, last) => rowsAfter(call, next, kind, { input, after: last?.place }),
    }
  })
}

const createdAt: ListColumn<PlacedRow> = {
  key: 'createdAt',
  label: '创建时间',
  cell: ({ row }) => sheetMoment(String(row['createdAt'])),
  date: 'moment',
}

const rowsAfter = async (
  call: OneByOne,
  tx: Tx,
  kind: RecordKind,
  { input, after }: { readonly input: Request & Values; readonly after: string | undefined },
): Promise<PlacedRow[]> => {
  const part = { ...input, page: 1, pageNo: undefined, pageSize: rowsAtOnce, limit: undefined, after }
  const placedRows = await (kind.noun === 'asset' ? placedAssets({ ...call, tx }, part) : placedRecords({ ...call, tx }, kind, part))
  const sheetRows = await importRulesOf(kind).asInSheets?.(
    tx,
    placedRows.map(({ row }) => row),
  )
  return sheetRows
    ? placedRows.map(({ place }, index) => ({ row: assertDefined(sheetRows[index], 'the row of a sheet'), place }))
    : placedRows
}

export const exportHandlers: readonly Handler[] = recordKinds.flatMap((kind) => {
  const operations = transferOperations(kind)
  return [operations.export, operations.download].map((operation) =>
    handleOneByOne(operation, (call, input) => exportRecords(call, kind, input as ExportRequest)),
  )
})

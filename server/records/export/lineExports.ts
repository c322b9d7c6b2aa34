import { asset } from '../../../domain/records/asset.ts'
import { type LineArea, lineAreas, lineTableWithOwn } from '../../../domain/documents/lineTable.ts'
import type { LineRow } from '../../../domain/documents/lineOperations.ts'
import { valuesAtMost, severalWords } from '../../../domain/documents/ownValuesOfSeveral.ts'
import { fill, type Params } from '../../../kernel/refusal.ts'
import { cellOfValue } from '../../../domain/records/columns.ts'
import type { TableColumn } from '../../../domain/tables/define.ts'
import { lineExports } from '../../../domain/tables/exportOperations.ts'
import { type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { hiddenInLines, listLines } from '../../documents/lines/lineList.ts'
import type { Request } from '../../tables/order.ts'
import { type ListColumn, lookOfField, sheetMoment, tableFile } from './lists.ts'

type ExportedLine = LineRow & Readonly<Record<string, unknown>>

const columnOf = (key: string, column: TableColumn): ListColumn<ExportedLine> =>
  column.moment
    ? { key, label: column.label, cell: (row) => sheetMoment(textOf(row[key])), date: 'moment' }
    : {
        key,
        label: column.label,
        cell: (row, words) => cellOfLine(row, key, column, words),
        ...lookOfField(column),
      }

/** A cell of a line; of several assets that a line names, their codes or their different values. */
const cellOfLine = (row: ExportedLine, key: string, column: TableColumn, translate: (words: string) => string): string => {
  const wordsOf = (value: unknown) => cellOfValue(column, value, (_, id) => row.names[id] ?? '', translate)
  const options = { atMost: valuesAtMost, say: (words: string, params: Params = {}) => fill(translate(words), params) }
  if (key === 'assetId' && row.assetCodes) return severalWords(row.assetCodes, { ...options, wordsOf: (code) => code })
  const different = row.differentValues?.[key]
  return different ? severalWords(different, { ...options, wordsOf }) : wordsOf(row[key])
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The lines of an area as a file. */
const exportLines = async (call: OneByOne, area: LineArea, input: Parameters<typeof tableFile<ExportedLine, Request>>[3]) => {
  const assetKind = await call.inTransaction((tx) => organisationKind(tx, asset, call.language))
  const table = lineTableWithOwn(area, assetKind)
  const hidden = [...hiddenInLines(call.session), ...call.session.hiddenFields]
  const columns = Object.entries(table.columns).flatMap(([key, column]) => (hidden.includes(key) ? [] : [columnOf(key, column)]))
  return tableFile<ExportedLine, Request>(
    call,
    { title: table.title, table, columns },
    (tx, question) => listLines(tx, call.session, { area, verb: 'export' }, question),
    input,
  )
}

export const lineExportHandlers: readonly Handler[] = lineAreas.map((area) =>
  handleOneByOne(lineExports[area], (call, input) => exportLines(call, area, input as Parameters<typeof exportLines>[2])),
)

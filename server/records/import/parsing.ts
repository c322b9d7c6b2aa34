import { headersIn, importColumns, matchHeaders } from '../../../domain/records/columns.ts'
import { joinedCell, type JoinedParts, joinedRows, sideBySideIn } from '../../../domain/records/import/sideBySide.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { type Task, TooMuch } from '../../heavy/children.ts'
import type { Turn } from '../../heavy/heavy.ts'
import { refuseTooLarge } from './archive.ts'
import { refuseTooManyRows, type Rows, type Sheet, sheetRowsAtMost } from './sheet.ts'
import type { Read, Wish } from './sheetTask.ts'

/**
 * Reads a sheet in a process of its own, with a limit of memory and of time, so that neither a large file nor a hostile one holds up
 * anyone else. Refuses in words what cannot be read.
 */
export const parseSheet = async (turn: Turn, wish: Wish): Promise<Sheet & Pick<Read, 'isText'>> => {
  const rows: (readonly string[])[] = []
  try {
    const read = await turn.run(sheetTask, wish, (part) => rows.push(...part))
    return { ...read, rows }
  } catch (error) {
    if (error instanceof TooMuch) return refuseTooLarge()
    throw error
  }
}

const sheetTask: Task<Wish, Read, Rows> = { module: new URL('./sheetTask.ts', import.meta.url) }

type SheetHeaders = { readonly at: number; readonly headers: readonly string[] }

/** The headers of a sheet and the row they end in. They are looked for once for all steps that go over the same rows. */
export const headersOf = (kind: RecordKind, sheet: Rows): SheetHeaders => {
  const rememberedHeaders = headersBySheet.get(sheet)
  if (rememberedHeaders?.kind === kind) return rememberedHeaders.sheetHeaders
  const sheetHeaders = headersIn(importColumns(kind), sheet)
  headersBySheet.set(sheet, { kind, sheetHeaders })
  return sheetHeaders
}
const headersBySheet = new WeakMap<Rows, { readonly kind: RecordKind; readonly sheetHeaders: SheetHeaders }>()

/** A sheet whose list goes on beside itself, with all its records below each other; any other sheet as it is. */
export const withPartsBelow = <S extends Sheet>(kind: RecordKind, sheet: S): S => {
  const { at: headerAt, headers } = headersOf(kind, sheet.rows)
  const sides = sideBySideIn(headers)
  const isOneRow = headers.every((header, index) => (sheet.rows[headerAt]?.[index] ?? '') === header)
  const rowsOfPart = sheet.rows.length - headerAt - 1
  if (!sides || !isOneRow || rowsOfPart === 0 || !(kind.nameField in matchHeaders(importColumns(kind), headers))) return sheet
  if (headerAt + 1 + rowsOfPart * sides.starts.length > sheetRowsAtMost) refuseTooManyRows()
  const parts: JoinedParts = { ...sides, headerAt, rowsOfPart }
  const numberColumns = sheet.numberColumns.flatMap((column) => joinedCell(parts, { rowAt: headerAt + 1, column })?.column ?? [])
  return {
    ...sheet,
    rows: joinedRows(sheet.rows, parts),
    numberColumns: [...new Set(numberColumns)],
    mergedCells: sheet.mergedCells.flatMap(({ column, from, to }) => {
      const [first, last] = [joinedCell(parts, { rowAt: from, column }), joinedCell(parts, { rowAt: to, column })]
      return first && last ? [{ column: first.column, from: first.rowAt, to: last.rowAt }] : []
    }),
    parts,
  }
}

import { type Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { type Column, columnLetters, importColumns, isMissing, type Mapping } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { Questions } from '../../../domain/records/import/questions.ts'
import type { JoinedParts } from '../../../domain/records/import/sideBySide.ts'
import { isRemarkLine, isRepeatedHeader, isTotal } from '../../../domain/records/totals.ts'
import type { QueryTx } from '../../db/tx.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { Directory, isCoded } from './directory.ts'
import { groupNouns, groupRowsIn, withGroups } from './groupRows.ts'
import { importRulesOf } from './kinds.ts'
import { headersOf } from './parsing.ts'
import type { Rows } from './sheet.ts'
import { type CellProblem, type CheckableSheet, type CheckedSheet, type DataRow, type Meant, type Note, SheetCheck } from './sheetCheck.ts'

/** The rows of a sheet below its headers: records, what only adds them up, and what is said of the sheet. */
type SplitRows = Readonly<Record<'rows' | 'totals' | 'remarks', DataRow[]>>

/** The rows with something in them, below the headers, apart from those that are no records. */
export const dataRows = async (kind: RecordKind, sheet: Rows): Promise<SplitRows> => {
  const { at, headers } = headersOf(kind, sheet)
  const split: SplitRows = { rows: [], totals: [], remarks: [] }
  const sortOf = (cells: readonly string[]): keyof SplitRows => {
    if (isTotal(cells)) return 'totals'
    return isRemarkLine(cells) || isRepeatedHeader(cells, headers) ? 'remarks' : 'rows'
  }
  const breathe = breatheBetween()
  for (const [rowAt, cells] of sheet.entries()) {
    if (rowAt > at && cells.some((cell) => cell !== '')) split[sortOf(cells)].push({ rowAt, cells })
    await breathe()
  }
  return split
}

/**
 * Reads every row against the kind's fields and the records that there are, and says everything that is wrong with it. Writes nothing.
 * Of the nouns in `meant.mayMake` (places, categories, models, suppliers, departments) what is named and not there is made on the way. Nothing
 * comes into a place that `meant.writer` does not manage, nor into a field that is not theirs to write. The rows `without` are left out.
 */
export const checkSheet = async (
  tx: QueryTx,
  kind: RecordKind,
  sheet: CheckableSheet,
  { without = new Set(), ...asMeant }: Meant & { readonly without?: ReadonlySet<number> },
): Promise<CheckedSheet> => {
  const { rows: allRows, totals, remarks } = await dataRows(kind, sheet.rows)
  const namedColumns = asMeant.columns.filter(({ key }) => key in asMeant.mapping)
  const groupRows = await groupRowsIn(allRows)
  const headingNouns = groupRows.length > 0 ? groupNouns : []
  const directory = await Directory.read(tx, [...nounsOf(kind, namedColumns), ...headingNouns])
  const questions = new Questions(asMeant.answers)
  const groupedRows = withGroups(kind, allRows, asMeant, { groupRows, questions, directory })
  const meant = { ...asMeant, mapping: groupedRows.mapping }
  const columns = meant.columns.filter(({ key }) => key in meant.mapping)
  const check = new SheetCheck({
    kind,
    sheet,
    meant,
    columns,
    directory,
    questions,
    notes: [
      ...groupedRows.notes,
      ...notesOfParts(sheet.parts),
      ...notesOfHalves(kind, sheet.rows, meant.mapping, allRows),
      ...notesOf(totals, totalWords),
      ...notesOf(remarks, remarkWords),
    ],
  })
  await check.takeRows(groupedRows.rows, without)
  await check.readFormats()
  check.readColumnPlaces()
  await check.readExisting(tx)
  await check.reserveCodes()
  await check.placeInTree()
  await check.readRows()
  await check.makePieces()
  await check.requireRowValues(tx)
  check.addNotes()
  return check.finish()
}

/** What cells of a sheet may name. */
const nounsOf = (kind: RecordKind, columns: readonly Column[]): Noun[] => {
  const nouns = columns.flatMap(({ field: { control }, place }) =>
    place === undefined ? (refersTo(control) ?? []) : ['location' as const],
  )
  return [...nouns, ...(importRulesOf(kind).refersTo ?? []), ...(kind.parent || isCoded(kind) ? [kind.noun] : [])]
}

/**
 * The same, and what is wrong with a row leaves it out: what rows name that are left out is not made, and what hangs on them is left out
 * too. `skipped` says why. What is wrong with the sheet as a whole stays a problem.
 */
export const checkSkipping = async (
  tx: QueryTx,
  kind: RecordKind,
  sheet: CheckableSheet,
  meant: Meant,
): Promise<CheckedSheet & { readonly skipped: readonly CellProblem[] }> => {
  const { at: headerAt } = headersOf(kind, sheet.rows)
  const skippedCells: CellProblem[] = []
  for (;;) {
    const checked = await checkSheet(tx, kind, sheet, { ...meant, without: new Set(skippedCells.map(({ rowAt }) => rowAt)) })
    const bad = checked.problems.filter(({ rowAt }) => rowAt > headerAt)
    if (bad.length === 0 || bad.length < checked.problems.length) return { ...checked, skipped: skippedCells }
    skippedCells.push(...bad)
  }
}

/** The letters of the column where a problem lies, so many columns further to the right; of a column that the sheet lacks, none. */
export const lettersOf = (mapping: Mapping, key: string, shift = 0): string => {
  const column = mapping[key]
  return column === undefined ? '' : columnLetters(column + shift)
}

/** The problems of a whole sheet: required columns that were not found. */
export const missingColumns = (kind: RecordKind, mapping: Mapping): Column[] =>
  importColumns(kind).filter((column) => isMissing(column, (key) => key in mapping))

/** Says which rows are left out because they are no records. */
const notesOf = (leftOutRows: readonly DataRow[], words: { readonly one: string; readonly several: string }): Note[] => {
  const [first, ...others] = leftOutRows.map(({ rowAt }) => rowAt + 1)
  if (first === undefined) return []
  return others.length === 0
    ? [{ words: words.one, params: { row: first } }]
    : [{ words: words.several, params: { count: others.length + 1, row: first } }]
}

/** Says which columns were read as the list going on. */
const notesOfParts = (parts: JoinedParts | undefined): Note[] => {
  if (!parts) return []
  const { starts, width } = parts
  const columns = starts.slice(1).map((start) => `${columnLetters(start)}–${columnLetters(start + width - 1)}`)
  return [{ words: partsWords, params: { columns: columns.join('、') } }]
}
const partsWords = '{columns}列是左边同名各列的下半部分，已接在下面一起导入'

/**
 * Says which columns are not read because others to their left are called the same: to save paper, a list may go on beside itself. One twin is
 * only another value of the same record.
 */
const notesOfHalves = (kind: RecordKind, sheet: Rows, mapping: Mapping, rows: readonly DataRow[]): Note[] => {
  const { headers } = headersOf(kind, sheet)
  const readIndexes = new Set(Object.values(mapping))
  const readHeaders = new Set([...readIndexes].map((index) => headers[index]))
  const twins = [...headers.keys()].filter(
    (index) => !readIndexes.has(index) && readHeaders.has(headers[index]) && rows.some(({ cells }) => (cells[index] ?? '') !== ''),
  )
  return twins.length < 2 ? [] : [{ words: halvesWords, params: { columns: twins.map(columnLetters).join('、') } }]
}

const halvesWords = '{columns}列与左边的列同名，没有导入；里面的记录请移到下方后再导入'
const totalWords = { one: '第{row}行是合计，不导入', several: '{count}行是合计，不导入，第一个是第{row}行' }
const remarkWords = {
  one: '第{row}行是重复的表头、签字或说明，不导入',
  several: '{count}行是重复的表头、签字或说明，不导入，第一个是第{row}行',
}

import type { Day } from '../../../kernel/day.ts'
import { dayProblems } from '../../../kernel/days.ts'
import { type Field, isEmpty, type Noun, readValues } from '../../../kernel/field.ts'
import { referenceOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { type Params, refuse } from '../../../kernel/refusal.ts'
import { isNothing, oneLine, type ColumnFormat } from '../../../kernel/cell.ts'
import {
  brokenCell,
  severalCodes,
  cellWords,
  type Column,
  columnLetters,
  headersIn,
  importColumns,
  isMissing,
  type Mapping,
  valueOfCell,
} from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { pictureFieldOf, Pictures } from '../../../domain/records/import/pictures.ts'
import { type QuestionRow, Questions } from '../../../domain/records/import/questions.ts'
import { Evidence } from '../../../domain/records/import/readings.ts'
import { isTotal } from '../../../domain/records/totals.ts'
import { duplicateWords } from '../../../kernel/rule.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { QueryTx } from '../../db/tx.ts'
import { chunks } from '../assetEntry.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { hooksOf } from '../hooks.ts'
import { columnOf, type Values } from '../../db/recordTable.ts'
import { fieldNotYours, noPlaceOfYours, unwritable } from '../../access/scope.ts'
import { Directory, isCoded, problemOf } from './directory.ts'
import { changesIn, codeIn, Existing, onRecordAlready, type Updates } from './existing.ts'
import { importRulesOf } from './kinds.ts'
import type { Writer } from './completing.ts'
import { placeOptions } from './placeless.ts'
import type { ReadRow, Update } from './write.ts'
import type { Rows, Sheet } from './sheet.ts'

/** Something wrong in a cell, not yet in words of a language. `rowAt` counts from 0; without a column the row as a whole is meant. */
export type CellProblem = { readonly rowAt: number; readonly key: string; readonly words: string; readonly params: Params }

/** Something to know about a sheet although nothing is wrong with it, not yet in words of a language. */
export type Note = { readonly words: string; readonly params: Params }

export type CheckedSheet = {
  readonly rowCount: number
  /** What comes of the rows; a row may make several. */
  readonly rows: readonly ReadRow[]
  readonly updates: Updates
  readonly problems: readonly CellProblem[]
  readonly directory: Directory
  /** The places of the columns that are about one. */
  readonly places: ReadonlyMap<string, Id>
  /** Rows have the names of pictures where they will have their paths. */
  readonly pictures: Pictures
  readonly questions: readonly QuestionRow[]
  readonly notes: readonly Note[]
}

/** How a sheet is meant, and who would import it. */
export type Meant = {
  /** The columns that the sheet may be read by. */
  readonly columns: readonly Column[]
  readonly mapping: Mapping
  readonly answers: Readonly<Record<string, string>>
  /** The nouns of what is made on the way where a cell names what is not there. */
  readonly mayMake: ReadonlySet<Noun>
  readonly writer: Writer
  readonly today: Day
  /** The names of the pictures that were sent with it. */
  readonly pictureNames: readonly string[]
}

/** The headers of a sheet and the row they end in. */
export const headersOf = (kind: RecordKind, sheet: Rows): { at: number; headers: readonly string[] } =>
  headersIn(importColumns(kind), sheet)

/** A row with something in it, below the headers. */
export type DataRow = { readonly rowAt: number; readonly cells: readonly string[] }

/** The rows with something in them, below the headers, apart from those that only add them up. */
export const dataRows = async (kind: RecordKind, sheet: Rows): Promise<{ rows: DataRow[]; totals: DataRow[] }> => {
  const { at } = headersOf(kind, sheet)
  const split: { rows: DataRow[]; totals: DataRow[] } = { rows: [], totals: [] }
  const breathe = breatheBetween()
  for (const [rowAt, cells] of sheet.entries()) {
    if (rowAt > at && cells.some((cell) => cell !== '')) split[isTotal(cells) ? 'totals' : 'rows'].push({ rowAt, cells })
    await breathe()
  }
  return split
}

/** Says which rows are left out because they add up others. */
const totalNotes = (totals: readonly DataRow[]): Note[] => {
  const [first, ...others] = totals.map(({ rowAt }) => rowAt + 1)
  if (first === undefined) return []
  return others.length === 0
    ? [{ words: '第{row}行是合计，不导入', params: { row: first } }]
    : [{ words: '{count}行是合计，不导入，第一个是第{row}行', params: { count: others.length + 1, row: first } }]
}

/**
 * Reads every row against the kind's fields and the records that there are, and says everything that is wrong with it. Writes nothing.
 * Of the nouns in `mayMake` (places, categories, models, suppliers, departments) what is named and not there is made on the way. Nothing
 * comes into a place that `writer` does not manage, nor into a field that is not theirs to write. The rows `without` are left out.
 */
export const checkSheet = async (
  tx: QueryTx,
  kind: RecordKind,
  { rows: sheet, numberColumns }: Pick<Sheet, 'rows' | 'numberColumns'>,
  { columns: all, mapping, answers, mayMake, writer, today, pictureNames }: Meant,
  without: ReadonlySet<number> = new Set(),
): Promise<CheckedSheet> => {
  const columns = all.filter(({ key }) => key in mapping)
  const rules = importRulesOf(kind)
  const nouns = columns.flatMap(({ field: { control }, place }) =>
    place === undefined ? (refersTo(control) ?? []) : ['location' as const],
  )
  const directory = await Directory.read(tx, [...nouns, ...(rules.refersTo ?? []), ...(kind.parent || isCoded(kind) ? [kind.noun] : [])])
  const fields = Object.fromEntries(all.map(({ key, field }) => [key, field]))
  const labels = new Map(all.map(({ key, label }) => [key, label]))
  type Row = {
    readonly rowAt: number
    id: Id
    readonly cells: readonly string[]
    raw: Record<string, unknown>
    readonly problems: CellProblem[]
    /** Further rows about the same thing; they are no things of their own. */
    readonly more: Row[]
    joins?: Row
  }
  const rows: Row[] = []
  const breathe = breatheBetween()
  const data = await dataRows(kind, sheet)
  for (const { rowAt, cells } of data.rows) {
    if (!without.has(rowAt)) rows.push({ rowAt, id: newId(), cells, raw: {}, problems: [], more: [] })
    await breathe()
  }
  const cell = (row: Row, key: string): string => row.cells[mapping[key] ?? -1] ?? ''
  const wrong = (row: Row, key: string, words: string, params: Params = {}) =>
    row.problems.push({ rowAt: row.rowAt, key, words, params: { label: labels.get(key) ?? '', ...params } })

  const wrongIn =
    (row: Row) =>
    (key: string, words: string, params: Params = {}) =>
      wrong(row, key, words, params)

  const { at: headerAt, headers } = headersOf(kind, sheet)
  const above = sheet.slice(0, headerAt).flat()
  const questions = new Questions(answers)
  const readings = new Map<string, ColumnFormat>()
  const notes = totalNotes(data.totals)
  const unitProblems: CellProblem[] = []
  for (const column of columns) {
    const { key, label } = column
    const columnIndex = mapping[key]!
    const evidence = new Evidence(column, {
      header: headers[columnIndex] ?? '',
      above,
      hasNumbers: numberColumns.includes(columnIndex),
      today,
    })
    for (const row of rows) {
      const text = cell(row, key)
      if (text !== '' && !isNothing(text)) evidence.add(text)
      await breathe()
    }
    const { reading, unknownUnit, monthOnlyCount } = evidence.read(questions)
    readings.set(key, reading)
    if (monthOnlyCount > 0)
      notes.push({ words: '{label}里有{count}个日期只写了年月，按当月1日导入', params: { label, count: monthOnlyCount } })
    if (unknownUnit === undefined) continue
    const words =
      unknownUnit === ''
        ? '没有写明{label}按年还是按月，请在列名后注明（年）或（月）'
        : '列名里的单位“{value}”无法换算，{label}请改用元、千元、万元等常用单位'
    unitProblems.push({ rowAt: headerAt, key, words, params: { value: unknownUnit, label } })
  }
  /** What a column says while a question about it is open, no one can tell yet. */
  const open = new Set(questions.asked.flatMap(({ column, answer }) => (answer === undefined ? [column] : [])))

  const isOwnPlace = ownPlaces(directory, writer)
  const places = new Map<string, Id>()
  for (const { key, place } of columns) {
    if (place === undefined) continue
    const placeMatch = directory.refer('location', place, {}, mayMake.has('location'))
    if ('id' in placeMatch && isOwnPlace(placeMatch.id)) places.set(key, placeMatch.id)
    else {
      const { words, params } = 'id' in placeMatch ? { words: notYourPlace, params: { place } } : problemOf(placeMatch, 'location', place)
      unitProblems.push({ rowAt: headerAt, key, words, params: { label: '资产区域', ...params } })
    }
  }
  const unwritableKeys = new Set(unwritable(writer, kind))
  const forbiddenColumns = new Set(columns.flatMap(({ key }) => (unwritableKeys.has(rules.writtenLike?.[key] ?? key) ? [key] : [])))

  const [code] = kind.unique
  const codesOfRow = (row: Row) => rules.codesOfSpread?.(cell(row, code!), cell(row, 'quantity')) ?? []
  const existing = await Existing.read(
    tx,
    kind,
    rows.flatMap((row) => [codeIn(kind, cell(row, code!)), ...codesOfRow(row)]),
  )
  const beforeOf = (row: Row) => existing.called(codeIn(kind, cell(row, code!)))
  const isOnRecord = rows.every((row) => {
    const codes = codesOfRow(row)
    return beforeOf(row) !== undefined || (codes.length > 0 && codes.every((code) => existing.called(code) !== undefined))
  })
  for (const row of rows) row.id = beforeOf(row)?.id ?? row.id
  const updates: Update[] = []
  const firstOf = new Map<string, Row>()
  const pictures = new Pictures(pictureNames)
  const pictureField = pictureFieldOf(kind)
  const withPictures = (values: Values, calledValues: Values = values): Values => {
    if (!pictureField) return {}
    const names = pictures.take(
      values['pictureNames'] as string | undefined,
      rules.picturedBy?.(calledValues, directory) ?? [],
      pictureField.most,
    )
    return names.length > 0 ? { [pictureField.key]: names } : {}
  }
  let unstockedCount = 0
  let remarkCount = 0
  const unlike = new Map<string, Set<number>>()
  const excusedColumns = new Map<Row, Set<string>>()
  const placesToChoose = rules.refersTo?.includes('location') ? placeOptions(directory, isOwnPlace, writer) : []
  /** A row says a record anew that is on the register already. */
  const sayAnew = (row: Row, before: RecordRow, values: Values): void => {
    const answer = questions.ask(onRecordAlready(kind, isOnRecord), String(before[code!]))
    if (answer === 'refuse') wrong(row, code!, duplicateWords)
    if (answer !== 'update') return
    if (!isOwnPlace(kind.place === 'itself' ? before.id : kind.place && before[kind.place])) wrong(row, code!, noPlaceOfYours)
    rules.checkOne?.(values, wrongIn(row))
    const changes = changesIn(kind, before, values, today, wrongIn(row))
    updates.push({ rowAt: row.rowAt, before, changes: { ...changes, ...withPictures(values, before) } })
  }
  if (isCoded(kind))
    for (const row of rows) {
      const codeCell = cell(row, code!)
      if (codeCell !== '') directory.reserve(kind.noun, codeCell)
    }
  if (kind.parent)
    await linkTree(
      kind,
      directory,
      rows,
      (row) => beforeOf(row) === undefined,
      cell,
      (row, words, params) => wrong(row, kind.parent!, words, params),
    )
  if (kind.place === 'itself')
    for (const row of rows) if (!beforeOf(row) && !isOwnPlace(row.raw[kind.parent!])) wrong(row, kind.parent!, noPlaceOfYours)
  for (const row of rows) {
    await breathe()
    const before = beforeOf(row)
    for (const { key, field } of columns) {
      const text = cell(row, key)
      if (text === '' || key === kind.parent || (isNothing(text) && mayBeNothing(field))) continue
      if (forbiddenColumns.has(key)) {
        if (!before) wrong(row, key, fieldNotYours)
        continue
      }
      const broken = brokenCell(field, text) ?? (kind.unique.includes(key) ? severalCodes(text) : undefined)
      if (broken !== undefined) {
        wrong(row, key, broken, { value: text })
        continue
      }
      const reader = { raw: row.raw, directory, mayMake, header: headers[mapping[key] ?? -1] ?? '' }
      const remark = rules.asRemark?.(key, text, reader)
      if (remark !== undefined) {
        row.raw['remark'] = [row.raw['remark'], remark].filter(Boolean).join('；')
        remarkCount++
        continue
      }
      const readValue = rules.read?.(key, text, reader)
      if (readValue) {
        for (const [about, value] of Object.entries(readValue)) row.raw[about] ??= value
        continue
      }
      const reference = referenceOf(field.control)
      if (!reference) {
        if (open.has(key)) continue
        const value = valueOfCell(field, text, readings.get(key))
        if (value === undefined) {
          const { words, params } = cellWords(field.control)
          wrong(row, key, words, params)
        } else row.raw[key] = value
        continue
      }
      const { to, many, filter = {} } = reference
      if (many) {
        const matches = directory.referAll(to, text, filter, mayMake.has(to))
        if ('problem' in matches) {
          const { words, params } = problemOf(matches.problem, to, matches.value)
          wrong(row, key, words, params)
        } else row.raw[key] = matches
        continue
      }
      if (namesSeveral(directory, to, text)) {
        wrong(row, key, '{label}的一个单元格里有几个值，请拆成几行或只留一个')
        continue
      }
      const match = rules.refer?.(key, oneLine(text), reader) ?? directory.refer(to, oneLine(text), filter, mayMake.has(to))
      if ('problem' in match) {
        const { words, params } = problemOf(match, to, text)
        wrong(row, key, words, params)
      } else if (to === 'location' && !isOwnPlace(match.id)) wrong(row, key, notYourPlace, { place: text })
      else row.raw[key] = match.id
    }
    if (before) {
      sayAnew(row, before, row.raw)
      if (rules.stocksPlaces?.(row.raw, places)) unstockedCount++
      row.raw = { [code!]: before[code!] }
      continue
    }
    const sameAs = rules.sameThing?.(row.raw)
    const first = sameAs === undefined ? undefined : firstOf.get(sameAs)
    if (
      first &&
      rules.joins?.(
        first.raw,
        row.raw,
        [first, ...first.more].map(({ raw }) => raw),
      )
    ) {
      first.more.push(row)
      row.joins = first
      for (const key of contradictions(first.raw, row.raw)) unlike.set(key, (unlike.get(key) ?? new Set()).add(row.rowAt))
      const { problems } = readValues(fields, row.raw, 'draft')
      for (const { path, words, params } of problems) wrong(row, path, words, params)
      continue
    }
    if (sameAs !== undefined && !first) firstOf.set(sameAs, row)
    rules.complete?.(row.raw, {
      directory,
      mayMake,
      wrong: wrongIn(row),
      isWrong: (key) => row.problems.some((problem) => problem.key === key),
      excuse: (key) => excusedColumns.set(row, (excusedColumns.get(row) ?? new Set()).add(key)),
      questions,
      places: placesToChoose,
    })
    if (isCoded(kind) && isEmpty(row.raw[code!]) && row.problems.length === 0) row.raw[code!] = directory.inventCode(kind.noun)
    const completeValues = hooksOf(kind).canonical?.(row.raw) ?? row.raw
    const { values, problems: unread } = readValues(fields, completeValues, 'submitting')
    const isInvented = (path: string) => path === code && isCoded(kind)
    const problems = [
      ...unread.filter(
        ({ path }) => !(isEmpty(completeValues[path]) && (open.has(path) || isInvented(path) || excusedColumns.get(row)?.has(path))),
      ),
      ...dayProblems(fields, values, today),
    ]
    for (const { path, words, params } of problems) if (!row.problems.some(({ key }) => key === path)) wrong(row, path, words, params)
    row.raw = values
  }
  const pieces: (UniqueRow & { readonly id: Id; readonly row: Row })[] = []
  for (const row of rows) {
    await breathe()
    if (row.joins) continue
    const context = { questions, wrong: wrongIn(row), header: (key: string) => headers[mapping[key] ?? -1] ?? '' }
    const isKnown = existing.called(row.raw[code!]) !== undefined
    const spread = row.problems.length === 0 && rules.spread && !isKnown ? rules.spread(row.raw, context) : [row.raw]
    // The first is the row itself, which others may refer to.
    for (const [at, raw] of spread.entries()) {
      const before = spread.length > 1 ? existing.called(raw[code!]) : undefined
      if (before) sayAnew(row, before, raw)
      pieces.push({ rowAt: row.rowAt, id: before?.id ?? (at === 0 ? row.id : newId()), raw, row })
    }
    if (pieces.length > piecesAtMost) refuse('import.tooManyPieces', '一次最多导入{count}件，请分几次导入', { count: piecesAtMost })
  }
  await checkUnique(tx, kind, pieces, existing, ({ row }, key, words, params) => wrong(row, key, words, params))
  const joinedCount = rows.filter(({ joins }) => joins).length
  if (joinedCount > 0) notes.push({ words: '{count}行与前面的行是同一耗材，合为一种，期初数量分别入库', params: { count: joinedCount } })
  for (const [key, found] of unlike)
    notes.push({
      words: '{count}行的{label}与前面同一耗材的行不一致，第一个是第{row}行；档案按前面的行',
      params: { count: found.size, label: labels.get(key) ?? key, row: Math.min(...found) + 1 },
    })
  if (remarkCount > 0) notes.push({ words: '{count}行的使用人不是人名，记入备注', params: { count: remarkCount } })
  if (unstockedCount > 0)
    notes.push({ words: '{count}行耗材已在册，期初数量不再导入；要增加库存请用耗材入库', params: { count: unstockedCount } })
  const addedRows: ReadRow[] = []
  for (const { rowAt, id, raw, row } of pieces) {
    if (existing.called(raw[code!]) === undefined)
      addedRows.push({ rowAt, id, values: { ...raw, ...withPictures(raw) }, more: row.more.map((piece) => piece.raw) })
    await breathe()
  }
  if (addedRows.length > rows.length)
    notes.push({ words: '{rows}行将生成{count}张卡片', params: { rows: rows.length, count: addedRows.length } })
  return {
    rowCount: rows.length,
    rows: addedRows,
    updates: {
      rows: updates.filter(({ changes }) => Object.keys(changes).length > 0),
      sameCount: updates.filter(({ changes }) => Object.keys(changes).length === 0).length,
    },
    problems: [...unitProblems, ...rows.flatMap(({ problems }) => problems)],
    directory,
    places,
    pictures,
    questions: questions.asked,
    notes,
  }
}

const notYourPlace = '您不是{place}的管理员'

/** The fields that a further row about a thing says otherwise than the first; where stock lies and how much is of each row. */
const contradictions = (first: Values, further: Values): string[] =>
  Object.keys(further).filter(
    (key) =>
      !key.startsWith('opening') &&
      !key.startsWith('stock:') &&
      !isEmpty(first[key]) &&
      !isEmpty(further[key]) &&
      first[key] !== further[key],
  )

/** True for a cell whose lines name records that there are, where only one may stand. */
const namesSeveral = (directory: Directory, noun: Noun, text: string): boolean => {
  const lines = text.split(/\s*[\r\n]+\s*/).filter(Boolean)
  return lines.length > 1 && !('id' in directory.find(noun, oneLine(text))) && lines.every((line) => 'id' in directory.find(noun, line))
}

/** True for a field in which a dash or 无 stands for nothing; a name may be called so, and notes say what they say. */
const mayBeNothing = ({ control, required }: Field): boolean => control.type !== 'text' || (required !== 'always' && control.lines === 1)

/**
 * The same, and what is wrong with a row leaves it out: what rows name that are left out is not made, and what hangs on them is left out
 * too. `skipped` says why. What is wrong with the sheet as a whole stays a problem.
 */
export const checkSkipping = async (
  tx: QueryTx,
  kind: RecordKind,
  sheet: Pick<Sheet, 'rows' | 'numberColumns'>,
  meant: Meant,
): Promise<CheckedSheet & { readonly skipped: readonly CellProblem[] }> => {
  const { at: headerAt } = headersOf(kind, sheet.rows)
  const skippedCells: CellProblem[] = []
  for (;;) {
    const checked = await checkSheet(tx, kind, sheet, meant, new Set(skippedCells.map(({ rowAt }) => rowAt)))
    const bad = checked.problems.filter(({ rowAt }) => rowAt > headerAt)
    if (bad.length === 0 || bad.length < checked.problems.length) return { ...checked, skipped: skippedCells }
    skippedCells.push(...bad)
  }
}

/** Which places are the writer's: what they manage with everything below, also what this very sheet puts below it. */
const ownPlaces = (directory: Directory, { locations }: Writer): ((place: unknown) => boolean) => {
  if (locations === 'all') return () => true
  const ownLocations = new Set(locations)
  return (place) => typeof place === 'string' && [place, ...directory.ancestors('location', place)].some((id) => ownLocations.has(id))
}

/** The letters of the column where a problem lies; of a column that the sheet lacks, none. */
export const lettersOf = (mapping: Mapping, key: string): string => (key in mapping ? columnLetters(mapping[key]!) : '')

/** The problems of a whole sheet: required columns that were not found. */
export const missingColumns = (kind: RecordKind, mapping: Mapping): Column[] =>
  importColumns(kind).filter((column) => isMissing(column, (key) => key in mapping))

type TreeRow = { readonly id: Id; readonly raw: Record<string, unknown> }

/** Rows of a tree may hang on each other, in any order. Each round finds the parents that the round before has placed. */
const linkTree = async <R extends TreeRow>(
  kind: RecordKind,
  directory: Directory,
  rows: readonly R[],
  isNew: (row: R) => boolean,
  cell: (row: R, key: string) => string,
  wrong: (row: R, words: string, params?: Params) => void,
): Promise<void> => {
  const parent = kind.parent!
  const breathe = breatheBetween()
  for (const row of rows) {
    await breathe()
    if (!isNew(row)) continue
    const keys = kind.unique.map((key) => cell(row, key)).filter(Boolean)
    directory.add(kind.noun, row.id, cell(row, kind.nameField), keys, () => (row.raw[parent] as Id | undefined) ?? null)
  }
  let open = rows.filter((row) => cell(row, parent) !== '')
  for (let before = -1; open.length !== before;) {
    before = open.length
    const unplacedRows: R[] = []
    for (const row of open) {
      const parentMatch = directory.find(kind.noun, cell(row, parent))
      if ('id' in parentMatch) row.raw[parent] = parentMatch.id
      else unplacedRows.push(row)
      await breathe()
    }
    open = unplacedRows
  }
  for (const row of open) {
    const parentMatch = directory.find(kind.noun, cell(row, parent))
    if ('problem' in parentMatch) {
      const { words, params } = problemOf(parentMatch, kind.noun, cell(row, parent))
      wrong(row, words, params)
    }
  }
  for (const row of rows) {
    if (directory.ancestors(kind.noun, row.id).includes(row.id)) wrong(row, '{label}不能是自己或自己的下级')
    await breathe()
  }
}

/** A row of several makes several, of which there are no more at once than rows in a sheet. */
const piecesAtMost = 50_000

type UniqueRow = { readonly rowAt: number; readonly raw: Values }

/** No value twice in the sheet, and none that is on record already. */
const checkUnique = async <R extends UniqueRow>(
  tx: QueryTx,
  kind: RecordKind,
  rows: readonly R[],
  existing: Existing,
  wrong: (row: R, key: string, words: string, params: Params) => void,
): Promise<void> => {
  const [code] = kind.unique
  for (const key of kind.unique) {
    const first = new Map<unknown, number>()
    const values = rows.flatMap(({ raw }) => (isEmpty(raw[key]) ? [] : [raw[key]]))
    const alive = hooksOf(kind).keepsUniqueValues ? '' : ' and deleted_at is null'
    const onRecord = new Set<unknown>()
    for (const part of chunks(values, 2000)) {
      const usedRows = await tx.query<{ value: string }>(
        `select ${columnOf(key)} as value from "${kind.table}" where org_id = $1 and ${columnOf(key)} = any ($2::text[])${alive}`,
        [tx.orgId, part],
      )
      for (const { value } of usedRows) onRecord.add(value)
    }
    const breathe = breatheBetween()
    for (const row of rows) {
      await breathe()
      const value = row.raw[key]
      if (isEmpty(value)) continue
      const earlier = first.get(value)
      if (earlier !== undefined) wrong(row, key, '{label}与第{row}行重复', { row: earlier + 1 })
      else if (onRecord.has(value as string) && !(key === code && existing.called(value))) wrong(row, key, duplicateWords, {})
      if (earlier === undefined) first.set(value, row.rowAt)
    }
  }
}

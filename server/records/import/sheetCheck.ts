import type { Day } from '../../../kernel/day.ts'
import { dayProblems } from '../../../kernel/days.ts'
import { type Field, isEmpty, type Noun, readValues, textIn } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { compare, type Decimal, roundTo } from '../../../kernel/decimal.ts'
import { type Params, refuse } from '../../../kernel/refusal.ts'
import { isNothing, oneLine, type ColumnFormat } from '../../../kernel/cell.ts'
import {
  brokenCell,
  severalCodes,
  cellWords,
  type Column,
  isAmount,
  type Mapping,
  otherHeadersIn,
  valueOfCell,
} from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { unknownUnitWords } from '../../../domain/records/units.ts'
import { codeKeyOf } from '../../../domain/records/ownFields/ownField.ts'
import { pictureFieldOf, Pictures } from '../../../domain/records/import/pictures.ts'
import type { QuestionRow, Questions } from '../../../domain/records/import/questions.ts'
import { Evidence } from '../../../domain/records/import/readings.ts'
import { duplicateWords } from '../../../kernel/rule.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { QueryTx } from '../../db/tx.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { hooksOf } from '../hooks.ts'
import { type Values } from '../../db/recordTable.ts'
import { fieldNotYours, noPlaceOfYours, unwritable } from '../../access/scope.ts'
import { type Directory, isCoded, namesSeveral, problemOf } from './directory.ts'
import { changesIn, codeIn, Existing, onRecordAlready, type Updates } from './existingRecords.ts'
import { type ImportRules, importRulesOf } from './kinds.ts'
import type { CompletionContext, Reader, Writer } from './completion.ts'
import { placeOptions } from './placeless.ts'
import { MergedCells, type MergedPart } from './mergedCells.ts'
import type { ReadRow, Update } from './write.ts'
import { headersOf } from './parsing.ts'
import type { Sheet } from './sheet.ts'
import { linkTree } from './tree.ts'
import { checkRowValues } from './rowValues.ts'
import type { UniqueRow } from './uniqueness.ts'

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

/** What is checked of a sheet. */
export type CheckableSheet = Pick<Sheet, 'rows' | 'numberColumns' | 'mergedCells' | 'parts'>

/** A row with something in it, below the headers. */
export type DataRow = { readonly rowAt: number; readonly cells: readonly string[] }

/** A row under reading. `more`: further rows about the same thing, which are no things of their own. */
type Row = {
  readonly rowAt: number
  id: Id
  readonly cells: readonly string[]
  raw: Record<string, unknown>
  readonly problems: CellProblem[]
  readonly more: Row[]
  joins?: Row
}

/** A record that a row makes. */
type Piece = UniqueRow & { readonly id: Id; readonly row: Row }

type CellReference = NonNullable<ReturnType<typeof referenceOf>>

/** A cell with something in it, as the rules of its kind read it. */
type FilledCell = { readonly key: string; readonly field: Field; readonly text: string; readonly reader: Reader }

type SheetCheckInput = {
  readonly kind: RecordKind
  readonly sheet: CheckableSheet
  readonly meant: Meant
  /** Those of the columns that the sheet has. */
  readonly columns: readonly Column[]
  readonly directory: Directory
  readonly questions: Questions
  readonly notes: Note[]
}

/** The reading of one sheet: what is known of its rows so far, and what comes of them. */
export class SheetCheck {
  readonly #kind: RecordKind
  readonly #code: string
  readonly #sheet: SheetCheckInput['sheet']
  readonly #meant: Meant
  readonly #columns: readonly Column[]
  readonly #rules: ImportRules
  readonly #directory: Directory
  readonly #isOwnPlace: (place: unknown) => boolean
  readonly #fields: Readonly<Record<string, Field>>
  readonly #labels: ReadonlyMap<string, string>
  readonly #headers: readonly string[]
  readonly #headerAt: number
  readonly #questions: Questions
  readonly #pictures: Pictures
  readonly #forbiddenColumns: ReadonlySet<string>
  readonly #placesToChoose: CompletionContext['places']
  readonly #breathe = breatheBetween()
  readonly #rows: Row[] = []
  /** What all rows are called, those that are left out as well. */
  readonly #names = new Set<string>()
  readonly #formats = new Map<string, ColumnFormat>()
  readonly #sheetProblems: CellProblem[] = []
  readonly #places = new Map<string, Id>()
  readonly #updates: Update[] = []
  readonly #firstRows = new Map<string, Row>()
  readonly #excusedColumns = new Map<Row, Set<string>>()
  readonly #unlike = new Map<string, Set<number>>()
  readonly #pieces: Piece[] = []
  readonly #notes: Note[]
  #existing = Existing.none
  #isOnRecord = false
  /** What these columns say no one can tell yet: a question about them is open. */
  #openColumns: ReadonlySet<string> = new Set()
  #unstockedCount = 0
  /** What holds of rows, and of how many. */
  readonly #rowNotes = new Map<string, number>()
  #mergedCells = new MergedCells([], new Set(), new Set())
  readonly #mergedAmounts = new Map<string, readonly Decimal[]>()

  constructor({ kind, sheet, meant, columns, directory, questions, notes }: SheetCheckInput) {
    const { at, headers } = headersOf(kind, sheet.rows)
    const unwritableKeys = new Set(unwritable(meant.writer, kind))
    this.#kind = kind
    this.#code = codeKeyOf(kind) ?? ''
    this.#sheet = sheet
    this.#meant = meant
    this.#columns = columns
    this.#rules = importRulesOf(kind)
    this.#directory = directory
    this.#isOwnPlace = ownPlaces(directory, meant.writer)
    this.#fields = Object.fromEntries(meant.columns.map(({ key, field }) => [key, field]))
    this.#labels = new Map(meant.columns.map(({ key, label }) => [key, label]))
    this.#headers = headers
    this.#headerAt = at
    this.#questions = questions
    this.#pictures = new Pictures(meant.pictureNames)
    this.#forbiddenColumns = new Set(columns.flatMap(({ key }) => (unwritableKeys.has(this.#rules.writtenLike?.[key] ?? key) ? [key] : [])))
    this.#placesToChoose = this.#rules.refersTo?.includes('location') ? placeOptions(directory, this.#isOwnPlace, meant.writer) : []
    this.#notes = notes
  }

  async takeRows(data: readonly DataRow[], without: ReadonlySet<number>): Promise<void> {
    const amountColumns = new Set(this.#columns.filter(({ field }) => isAmount(field)).map(({ key }) => this.#meant.mapping[key] ?? -1))
    this.#mergedCells = new MergedCells(this.#sheet.mergedCells, amountColumns, new Set(data.map(({ rowAt }) => rowAt)))
    const isOtherHeader = otherHeadersIn(this.#meant.columns)
    for (const { rowAt, cells } of data) {
      if (isOtherHeader(cells))
        this.#wrongInSheet(this.#kind.nameField, '第{row}行是另一张表的表头，请把它们分开，放在几个工作表里导入', { row: rowAt + 1 })
      this.#names.add(cells[this.#meant.mapping[this.#kind.nameField] ?? -1] ?? '')
      if (!without.has(rowAt)) this.#rows.push({ rowAt, id: newId(), cells, raw: {}, problems: [], more: [] })
      await this.#breathe()
    }
  }

  /** Decides for each column how its cells are to be read. */
  async readFormats(): Promise<void> {
    const above = this.#sheet.rows.slice(0, this.#headerAt).flat()
    for (const column of this.#columns) {
      const { key, label } = column
      const columnIndex = this.#meant.mapping[key] ?? -1
      const evidence = new Evidence(column, {
        header: this.#headers[columnIndex] ?? '',
        above,
        hasNumbers: this.#sheet.numberColumns.includes(columnIndex),
        today: this.#meant.today,
      })
      for (const row of this.#rows) {
        const text = this.#cell(row, key)
        if (text !== '' && !isNothing(text)) evidence.add(text)
        await this.#breathe()
      }
      const { reading, unknownUnit, monthOnlyCount, yearOnlyCount } = evidence.read(this.#questions)
      this.#formats.set(key, reading)
      if (monthOnlyCount > 0)
        this.#notes.push({ words: '{label}里有{count}个日期只写了年月，按当月1日导入', params: { label, count: monthOnlyCount } })
      if (yearOnlyCount > 0)
        this.#notes.push({ words: '{label}里有{count}个日期只写了年份，按当年1月1日导入', params: { label, count: yearOnlyCount } })
      if (unknownUnit !== undefined) this.#wrongInSheet(key, unknownUnitWords(unknownUnit), { value: unknownUnit, label })
    }
    this.#openColumns = new Set(this.#questions.asked.flatMap(({ column, answer }) => (answer === undefined ? [column] : [])))
  }

  /** Finds the places that columns are about. */
  readColumnPlaces(): void {
    const { mayMake } = this.#meant
    for (const { key, place } of this.#columns) {
      if (place === undefined) continue
      const match = this.#directory.refer('location', place, { filter: {}, mayMake: mayMake.has('location') })
      if ('id' in match && this.#isOwnPlace(match.id)) this.#places.set(key, match.id)
      else {
        const { words, params } = 'id' in match ? { words: notYourPlace, params: { place } } : problemOf(match, 'location', place)
        this.#wrongInSheet(key, words, { label: '资产区域', ...params })
      }
    }
  }

  /** Reads the records that rows name by their codes. */
  async readExisting(tx: QueryTx): Promise<void> {
    const codes: (string | undefined)[] = []
    for (const row of this.#rows) {
      codes.push(codeIn(this.#kind, this.#cell(row, this.#code)), ...this.#codesOfSpread(row))
      await this.#breathe()
    }
    this.#existing = await Existing.read(tx, this.#kind, codes)
    this.#isOnRecord = true
    for (const row of this.#rows) {
      const record = this.#recordOf(row)
      this.#isOnRecord &&= record !== undefined || this.#isSpreadOnRecord(row)
      row.id = record?.id ?? row.id
      await this.#breathe()
    }
  }

  #isSpreadOnRecord(row: Row): boolean {
    const codes = this.#codesOfSpread(row)
    return codes.length > 0 && codes.every((code) => this.#existing.called(code) !== undefined)
  }

  /** Keeps the codes that the sheet has from being invented for rows without one. */
  async reserveCodes(): Promise<void> {
    if (!isCoded(this.#kind)) return
    for (const row of this.#rows) {
      const code = this.#cell(row, this.#code)
      if (code !== '') this.#directory.reserve(this.#kind.noun, code)
      await this.#breathe()
    }
  }

  /** Hangs the rows of a tree on each other. */
  async placeInTree(): Promise<void> {
    const { parent } = this.#kind
    if (parent === undefined) return
    await linkTree({ kind: this.#kind, parent, directory: this.#directory }, this.#rows, {
      isNew: (row) => this.#recordOf(row) === undefined,
      cell: (row, key) => this.#cell(row, key),
      wrong: (row, words, params) => this.#wrong(row, parent, words, params),
      // A path may lead through rows of the sheet, and a row that is left out is not made in passing.
      mayMake: (name) => this.#meant.mayMake.has(this.#kind.noun) && !/[/／\\>＞]/.test(name) && !this.#names.has(name),
    })
    if (this.#kind.place !== 'itself') return
    for (const row of this.#rows) if (!this.#recordOf(row) && !this.#isOwnPlace(row.raw[parent])) this.#wrong(row, parent, noPlaceOfYours)
  }

  async readRows(): Promise<void> {
    for (const row of this.#rows) {
      await this.#breathe()
      const before = this.#recordOf(row)
      for (const column of this.#columns) {
        this.#readCell(row, before, column)
        this.#spreadMerged(row, column)
      }
      if (before) this.#readAnew(row, before)
      else if (!this.#joinEarlier(row)) this.#completeRow(row)
    }
  }

  /** Makes of each row the records that it stands for. */
  async makePieces(): Promise<void> {
    for (const row of this.#rows) {
      await this.#breathe()
      if (row.joins) continue
      const context = { questions: this.#questions, wrong: this.#wrongIn(row), header: (key: string) => this.#headerOf(key) }
      const isKnown = this.#existing.called(row.raw[this.#code]) !== undefined
      const spread = row.problems.length === 0 && this.#rules.spread && !isKnown ? this.#rules.spread(row.raw, context) : [row.raw]
      // The first is the row itself, which others may refer to.
      for (const [at, raw] of spread.entries()) {
        const before = spread.length > 1 ? this.#existing.called(raw[this.#code]) : undefined
        if (before) this.#sayAnew(row, before, raw)
        this.#pieces.push({ rowAt: row.rowAt, id: before?.id ?? (at === 0 ? row.id : newId()), raw, row })
      }
      if (this.#pieces.length > piecesAtMost) refuse('import.tooManyPieces', '一次最多导入{count}件，请分几次导入', { count: piecesAtMost })
    }
  }

  async requireRowValues(tx: QueryTx): Promise<void> {
    const sheet = { kind: this.#kind, existing: this.#existing, directory: this.#directory }
    await checkRowValues(tx, sheet, this.#pieces, {
      wrong: ({ row }, ...problem) => this.#wrong(row, ...problem),
      isWrong: ({ row }, key) => row.problems.some((problem) => problem.key === key),
    })
  }

  /** Says what is worth knowing about the sheet as a whole. */
  addNotes(): void {
    const joinedCount = this.#rows.filter(({ joins }) => joins).length
    if (joinedCount > 0)
      this.#notes.push({ words: '{count}行与前面的行是同一耗材，合为一种，期初数量分别入库', params: { count: joinedCount } })
    for (const [key, rowNumbers] of this.#unlike)
      this.#notes.push({
        words: '{count}行的{label}与前面同一耗材的行不一致，第一个是第{row}行；档案按前面的行',
        params: { count: rowNumbers.size, label: this.#labels.get(key) ?? key, row: Math.min(...rowNumbers) + 1 },
      })
    for (const [words, count] of this.#rowNotes) this.#notes.push({ words, params: { count } })
    if (this.#unstockedCount > 0)
      this.#notes.push({
        words: '{count}行耗材已在册，期初数量不再导入；要增加库存请用耗材入库',
        params: { count: this.#unstockedCount },
      })
  }

  async finish(): Promise<CheckedSheet> {
    const addedRows: ReadRow[] = []
    for (const { rowAt, id, raw, row } of this.#pieces) {
      if (this.#existing.called(raw[this.#code]) === undefined)
        addedRows.push({ rowAt, id, values: { ...raw, ...this.#withPictures(raw) }, more: row.more.map((piece) => piece.raw) })
      await this.#breathe()
    }
    const rowCount = this.#rows.length
    if (addedRows.length > rowCount)
      this.#notes.push({ words: '{rows}行将生成{count}张卡片', params: { rows: rowCount, count: addedRows.length } })
    const changedRows = this.#updates.filter(({ changes }) => Object.keys(changes).length > 0)
    return {
      rowCount,
      rows: addedRows,
      updates: { rows: changedRows, sameCount: this.#updates.length - changedRows.length },
      problems: [...this.#sheetProblems, ...this.#rows.flatMap(({ problems }) => problems)],
      directory: this.#directory,
      places: this.#places,
      pictures: this.#pictures,
      questions: this.#questions.asked,
      notes: this.#notes,
    }
  }

  #cell(row: Row, key: string): string {
    return row.cells[this.#meant.mapping[key] ?? -1] ?? ''
  }

  #headerOf(key: string): string {
    return this.#headers[this.#meant.mapping[key] ?? -1] ?? ''
  }

  #wrong(row: Row, key: string, words: string, params: Params = {}): void {
    row.problems.push({ rowAt: row.rowAt, key, words, params: { label: this.#labels.get(key) ?? '', ...params } })
  }

  #wrongIn(row: Row): (key: string, words: string, params?: Params) => void {
    return (key, words, params) => this.#wrong(row, key, words, params)
  }

  #wrongInSheet(key: string, words: string, params: Params): void {
    this.#sheetProblems.push({ rowAt: this.#headerAt, key, words, params })
  }

  /** The record on the register that a row names by its code. */
  #recordOf(row: Row): RecordRow | undefined {
    return this.#existing.called(codeIn(this.#kind, this.#cell(row, this.#code)))
  }

  #codesOfSpread(row: Row): string[] {
    return this.#rules.codesOfSpread?.(this.#cell(row, this.#code), this.#cell(row, 'quantity')) ?? []
  }

  #withPictures(values: Values, calledValues: Values = values): Values {
    const pictureField = pictureFieldOf(this.#kind)
    if (!pictureField) return {}
    const names = this.#pictures.take(
      textIn(values, 'pictureNames'),
      this.#rules.picturedBy?.(calledValues, this.#directory) ?? [],
      pictureField.most,
    )
    return names.length > 0 ? { [pictureField.key]: names } : {}
  }

  #noteRow(words: string): void {
    this.#rowNotes.set(words, (this.#rowNotes.get(words) ?? 0) + 1)
  }

  #mergedPart(row: Row, key: string): MergedPart | undefined {
    return this.#mergedCells.partOf(row.rowAt, this.#meant.mapping[key] ?? -1)
  }

  /** Gives each of the rows that an amount stands beside its part of it. */
  #spreadMerged(row: Row, { key }: Column): void {
    const part = this.#mergedPart(row, key)
    if (!part || !this.#rules.amountsOfMerged) return
    const name = `${part.from} ${key}`
    const amount = textIn(row.raw, key)
    if (part.index === 0 && amount !== undefined) {
      const context = { questions: this.#questions, wrong: this.#wrongIn(row), header: (key: string) => this.#headerOf(key) }
      this.#mergedAmounts.set(name, this.#rules.amountsOfMerged(key, amount, part.count, context))
    }
    const share = this.#mergedAmounts.get(name)?.[part.index]
    if (share === undefined) delete row.raw[key]
    else row.raw[key] = share
  }

  #readCell(row: Row, before: RecordRow | undefined, { key, field }: Column): void {
    const text = this.#cell(row, key)
    // What stands beside several rows is read once, of the first.
    if ((this.#mergedPart(row, key)?.index ?? 0) > 0) return
    if (text === '' || key === this.#kind.parent || (isNothing(text) && mayBeNothing(field))) return
    if (this.#forbiddenColumns.has(key)) {
      if (!before) this.#wrong(row, key, fieldNotYours)
      return
    }
    const reader = {
      raw: row.raw,
      directory: this.#directory,
      mayMake: this.#meant.mayMake,
      header: this.#headerOf(key),
      note: (words: string) => this.#noteRow(words),
    }
    const broken =
      brokenCell(field, text) ??
      (this.#kind.unique.includes(key) ? severalCodes(text) : undefined) ??
      this.#rules.refusal?.(key, text, reader)
    if (broken !== undefined) return this.#wrong(row, key, broken, { value: text })
    const cell = { key, field, text, reader }
    if (this.#isReadByRule(row, cell)) return
    const reference = referenceOf(field.control)
    if (reference) this.#readReference(row, cell, reference)
    else this.#readPlain(row, cell)
  }

  /** Reads a cell by the rules of its kind; false where they say nothing about it. */
  #isReadByRule(row: Row, { key, text, reader }: FilledCell): boolean {
    const remark = this.#rules.asRemark?.(key, text, reader)
    if (remark !== undefined) {
      row.raw['remark'] = [row.raw['remark'], remark].filter(Boolean).join('；')
      reader.note('{count}行的使用人不是人名，记入备注')
      return true
    }
    const values = this.#rules.read?.(key, text, reader)
    if (!values) return false
    for (const [about, value] of Object.entries(values)) row.raw[about] ??= value
    return true
  }

  #readPlain(row: Row, { key, field, text }: FilledCell): void {
    if (this.#openColumns.has(key)) return
    const value = valueOfCell(field, text, this.#formats.get(key))
    if (value === undefined) {
      const { words, params } = cellWords(field.control)
      this.#wrong(row, key, words, params)
    } else row.raw[key] = field.control.type === 'money' && typeof value === 'string' ? this.#toCents(value) : value
  }

  /** Sheets that reckon have amounts with many places, of which they show two. */
  #toCents(amount: Decimal): Decimal {
    const cents = roundTo(amount, 2)
    if (compare(cents, amount) !== 0) this.#noteRow('{count}个金额多于两位小数，四舍五入到分')
    return cents
  }

  #readReference(row: Row, { key, text, reader }: FilledCell, { to, many, filter = {} }: CellReference): void {
    const mayMake = this.#meant.mayMake.has(to)
    if (many) {
      const matches = this.#directory.referAll(to, text, filter, mayMake)
      if ('problem' in matches) {
        const { words, params } = problemOf(matches.problem, to, matches.value)
        this.#wrong(row, key, words, params)
      } else row.raw[key] = matches
      return
    }
    if (namesSeveral(this.#directory, to, text)) return this.#wrong(row, key, '{label}的一个单元格里有几个值，请拆成几行或只留一个')
    const line = oneLine(text)
    const match = this.#rules.refer?.(key, line, reader) ?? this.#directory.refer(to, line, { filter, mayMake })
    if ('problem' in match) {
      const { words, params } = problemOf(match, to, text)
      this.#wrong(row, key, words, params)
    } else if (to === 'location' && !this.#isOwnPlace(match.id)) this.#wrong(row, key, notYourPlace, { place: text })
    else row.raw[key] = match.id
  }

  #readAnew(row: Row, before: RecordRow): void {
    this.#sayAnew(row, before, row.raw)
    if (this.#rules.stocksPlaces?.(row.raw, this.#places)) this.#unstockedCount++
    row.raw = { [this.#code]: before[this.#code] }
  }

  /** A row says a record anew that is on the register already. */
  #sayAnew(row: Row, before: RecordRow, values: Values): void {
    const { place } = this.#kind
    const answer = this.#questions.ask(onRecordAlready(this.#kind, this.#isOnRecord), String(before[this.#code]))
    if (answer === 'refuse') this.#wrong(row, this.#code, duplicateWords)
    if (answer !== 'update') return
    if (!this.#isOwnPlace(place === 'itself' ? before.id : place && before[place])) this.#wrong(row, this.#code, noPlaceOfYours)
    const wrong = this.#wrongIn(row)
    this.#rules.checkOne?.(values, wrong)
    const changes = changesIn(this.#kind, before, values, { today: this.#meant.today, wrong })
    this.#updates.push({ rowAt: row.rowAt, before, changes: { ...changes, ...this.#withPictures(values, before) } })
  }

  /** Joins a row to an earlier one about the same thing; false where there is none. */
  #joinEarlier(row: Row): boolean {
    const sameAs = this.#rules.sameThing?.(row.raw)
    const first = sameAs === undefined ? undefined : this.#firstRows.get(sameAs)
    const isJoined =
      first &&
      this.#rules.joins?.(
        first.raw,
        row.raw,
        [first, ...first.more].map(({ raw }) => raw),
      )
    if (!first || !isJoined) {
      if (sameAs !== undefined && !first) this.#firstRows.set(sameAs, row)
      return false
    }
    first.more.push(row)
    row.joins = first
    for (const key of contradictions(first.raw, row.raw)) this.#unlike.set(key, (this.#unlike.get(key) ?? new Set()).add(row.rowAt))
    const { problems } = readValues(this.#fields, row.raw, 'draft')
    for (const { path, words, params } of problems) this.#wrong(row, path, words, params)
    return true
  }

  /** Adds to a new row what follows from its cells, and says what it lacks. */
  #completeRow(row: Row): void {
    this.#rules.complete?.(row.raw, this.#completionOf(row))
    if (isCoded(this.#kind) && isEmpty(row.raw[this.#code]) && row.problems.length === 0)
      row.raw[this.#code] = this.#directory.inventCode(this.#kind.noun)
    const completeValues = hooksOf(this.#kind).canonical?.(row.raw) ?? row.raw
    const { values, problems: unread } = readValues(this.#fields, completeValues, 'submitting')
    const problems = [
      ...unread.filter(({ path }) => !(isEmpty(completeValues[path]) && this.#mayBeEmpty(row, path))),
      ...dayProblems(this.#fields, values, this.#meant.today),
    ]
    for (const { path, words, params } of problems) if (!row.problems.some(({ key }) => key === path)) this.#wrong(row, path, words, params)
    row.raw = values
  }

  #completionOf(row: Row): CompletionContext {
    return {
      directory: this.#directory,
      mayMake: this.#meant.mayMake,
      wrong: this.#wrongIn(row),
      isWrong: (key) => row.problems.some((problem) => problem.key === key),
      excuse: (key) => this.#excusedColumns.set(row, (this.#excusedColumns.get(row) ?? new Set()).add(key)),
      questions: this.#questions,
      note: (words) => this.#noteRow(words),
      places: this.#placesToChoose,
    }
  }

  /** True where a row may lack a value: it is asked for, invented or excused. */
  #mayBeEmpty(row: Row, key: string): boolean {
    return this.#openColumns.has(key) || (key === this.#code && isCoded(this.#kind)) || this.#excusedColumns.get(row)?.has(key) === true
  }
}

const notYourPlace = '您不是{place}的管理员'

/** The fields that a further row about a thing says otherwise than the first; where stock lies and how much is of each row. */
const contradictions = (first: Values, further: Values): string[] =>
  Object.keys(further).filter(
    (key) => !/^(opening|stock:)/.test(key) && !isEmpty(first[key]) && !isEmpty(further[key]) && first[key] !== further[key],
  )

/** True for a field in which a dash or 无 stands for nothing; a name may be called so, and notes say what they say. */
const mayBeNothing = ({ control, required }: Field): boolean => control.type !== 'text' || (required !== 'always' && control.lines === 1)

/** Which places are the writer's: what they manage with everything below, also what this very sheet puts below it. */
const ownPlaces = (directory: Directory, { managedLocations: locations }: Writer): ((place: unknown) => boolean) => {
  if (locations === 'all') return () => true
  const ownLocations = new Set(locations)
  return (place) => typeof place === 'string' && [place, ...directory.ancestors('location', place)].some((id) => ownLocations.has(id))
}

/** A row of several makes several, of which there are no more at once than rows in a sheet. */
const piecesAtMost = 50_000

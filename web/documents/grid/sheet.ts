import type { ScannedNoun } from '../../../domain/scan/operations.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { Field, Fields } from '../../../kernel/field.ts'
import type { FormLine, Values } from '../documentForm.ts'
import type { GridColumn } from './columns.ts'
import type { Lines } from './lines.ts'
import type { ScannedLine } from './scannedLines.ts'

/** What a grid asks of the form that its lines are part of: a document, or one that an organisation designed. */
export type LineSheet = {
  /** The path of the lines in the form: problems are named by it. */
  readonly path: string
  readonly fields: Fields
  /** Lines come and go; otherwise those that are there are filled in. */
  readonly hasFreeRows: boolean
  readonly atMost: number
  /** Says that no further line fits; `count` is how many there would be after pasting. */
  readonly fullWords: (count?: number) => string
  /** A field as it offers choices in a line. */
  readonly fieldIn: (field: Field, line: FormLine | undefined) => Field
  readonly isAskedIn: (row: number, line: FormLine, key: string) => boolean
  /** A line with what follows from the value at `key`; `chosen` is the record that stands there. */
  readonly settle: (line: FormLine, key: string, chosen?: RecordRow) => FormLine
  /** What a copy of a line takes over. */
  readonly copyValues: (values: Values) => Values
  /** The lines with what is computed in them, as they are read. */
  readonly drawnLines: (lines: Lines) => Lines
  /** What the lines come to in a column, in words. */
  readonly totalOf: (column: GridColumn, lines: Lines) => string | undefined
  /** What a line comes to, in a column of its own; absent where lines have no such amount. */
  readonly amountOf: ((line: FormLine) => Decimal | undefined) | undefined
  /** No asset may stand in two lines. */
  readonly hasUniquePieces: boolean
  /** What labels bring into the lines; absent where lines name nothing that has one. */
  readonly scanning: SheetScanning | undefined
  /** The words of the button below the lines that begins another; absent where lines are added in other ways. */
  readonly addWords: string | undefined
}

export type SheetScanning = {
  readonly nouns: readonly ScannedNoun[]
  readonly take: (lines: Lines, thing: RecordRow) => ScannedLine
  /** How many a line asks for. */
  readonly countIn: (line: FormLine) => string
}

/** The lines of the form as they are at this moment, and a way to replace them. */
export type LineStore = {
  readonly now: () => Lines
  readonly write: (lines: Lines) => void
}

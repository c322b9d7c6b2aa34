import { documentKinds } from '../../../domain/documents/all.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { lineColumns } from '../../../domain/documents/table.ts'
import type { Page } from '../../../domain/operations/define.ts'
import { cellOfValue } from '../../../domain/records/columns.ts'
import type { Table } from '../../../domain/tables/define.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Download, OneByOne } from '../../call.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import type { Request } from '../../tables/order.ts'
import { documentInUse } from '../../documents/ownLines/organisationDocument.ts'
import { type ListedLine, lineReader, linesOfListed, pageReader } from './listLines.ts'
import { askedInWords, chosenColumns, chosenRowsOf, type ListColumn, listFile, lookOfField, type WrittenOf } from './lists.ts'

/** A column of lines of several kinds: fields with the same label stand in one. */
export type LineColumn = Pick<ListColumn<never>, 'label' | 'amount' | 'money' | 'date'>

/** A line of a row of a list: what stands in its columns, by their labels. */
export type MixedLine = { readonly lineNo: number; readonly cells: ReadonlyMap<string, LineCell> }
type LineCell = (words: Parameters<ListColumn<never>['cell']>[1]) => string | null

/** Where the rows of a list come from, which columns their lines have, and the lines of each row by its id. */
export type LinedList<R, Q> = {
  readonly read: (tx: Tx, question: Q) => Promise<Page<R>>
  readonly columnsOf: (tx: Tx, rows: readonly R[]) => Promise<readonly LineColumn[]>
  readonly linesOf: (tx: Tx, rows: readonly R[]) => Promise<ReadonlyMap<Id, readonly MixedLine[]>>
}

type LineRow<R> = { readonly row: R; readonly line: MixedLine | undefined; readonly isFirst: boolean }

/** So many rows are read at once to know which columns their lines have. */
const rowsScanned = 1000

/** A list of several kinds as a file with a row for each line; a row without lines stands in one row. What the row says stands in each of them. */
export const linesFile = <R extends { readonly id: Id }, Q extends Request>(
  call: OneByOne,
  { title, table, columns }: { readonly title: string; readonly table: Table; readonly columns: readonly ListColumn<R>[] },
  { read, columnsOf, linesOf }: LinedList<R, Q>,
  { format, columns: keys, ids, except, ...question }: Q & WrittenOf,
): Promise<Download> => {
  // What is asked is that of the list: the same fields without how it is written.
  const listQuestion = { ...question, ...chosenRowsOf({ ids, except }) } as unknown as Q
  const rowColumns = (keys ? chosenColumns(columns, keys) : columns).filter(({ key }) => key !== 'summary')
  const readMore = lineReader(pageReader(read, listQuestion), async (tx, rows) => {
    const lines = await linesOf(tx, rows)
    return rows.flatMap((row) => (lines.get(row.id) ?? [undefined]).map((line, index): LineRow<R> => ({ row, line, isFirst: index === 0 })))
  })
  return listFile<LineRow<R>>(call, async (tx) => {
    const lineColumnsRead: LineColumn[] = []
    const readPage = pageReader(read, listQuestion, rowsScanned)
    for (let rows = await readPage(tx); rows.length > 0; rows = await readPage(tx)) lineColumnsRead.push(...(await columnsOf(tx, rows)))
    return {
      title,
      format,
      asked: await askedInWords(tx, call, table, listQuestion.where),
      columns: [...rowColumns.map(ofRow), ...lineCells<R>(mergedColumns(lineColumnsRead))],
      read: readMore,
    }
  })
}

/** A column of the row; its amount stands in its first row alone, so that a sum counts it once. */
const ofRow = <R>({ cell, ...column }: ListColumn<R>): ListColumn<LineRow<R>> => ({
  ...column,
  cell: ({ row, isFirst }, words) => (column.amount && !isFirst ? null : cell(row, words)),
})

const lineCells = <R>(columns: readonly LineColumn[]): readonly ListColumn<LineRow<R>>[] => [
  { label: '行号', cell: ({ line }) => (line ? String(line.lineNo) : null), amount: true },
  ...columns.map((column): ListColumn<LineRow<R>> => ({
    ...column,
    cell: ({ line }, words) => line?.cells.get(column.label)?.(words) ?? null,
  })),
]

/** Columns by their labels; where fields of one label look different they stand as texts. */
const mergedColumns = (columns: readonly LineColumn[]): LineColumn[] =>
  [...Map.groupBy(columns, ({ label }) => label)].map(([label, [first, ...furtherColumns]]) =>
    first && furtherColumns.every(({ amount, money, date }) => amount === first.amount && money === first.money && date === first.date)
      ? first
      : { label },
  )

/** The columns of the lines of a kind, and how far they are fulfilled. */
const columnsOfKind = (kind: DocumentKind): LineColumn[] => [
  ...lineColumns(kind).map(([, field]): LineColumn => ({ label: field.label, ...lookOfField(field) })),
  ...(kind.fulfilmentWords ? [kind.fulfilmentWords.brought, kind.fulfilmentWords.over].map((label) => ({ label, amount: true })) : []),
]

type DocumentRef = { readonly id: Id; readonly kind: string }

/** The columns of the lines of some documents, in the order of the kinds. */
export const columnsOfDocuments = async (tx: Tx, documents: readonly DocumentRef[]): Promise<LineColumn[]> => {
  const idsOf = Map.groupBy(documents, ({ kind }) => kind)
  const columns = documentKinds.map(async (kind) => {
    const ids = idsOf.get(kind.kind)?.map(({ id }) => id)
    return ids ? columnsOfKind(await documentInUse(tx, kind, ids)) : []
  })
  return (await Promise.all(columns)).flat()
}

/** The lines of documents that a reader finds in a list, without what is hidden from him. */
export const linesOfDocuments = async (
  tx: Tx,
  session: Session,
  documents: readonly DocumentRef[],
): Promise<ReadonlyMap<Id, readonly MixedLine[]>> => {
  const linesByDocument = new Map<Id, readonly MixedLine[]>()
  for (const [name, ofKind] of Map.groupBy(documents, ({ kind }) => kind)) {
    const deliveredKind = documentKinds.find((candidate) => candidate.kind === name)
    if (!deliveredKind) continue
    const ids = ofKind.map(({ id }) => id)
    const kind = await documentInUse(tx, deliveredKind, ids)
    const { lines, names } = await linesOfListed(tx, session, kind, ids)
    for (const [id, documentLines] of lines)
      linesByDocument.set(
        id,
        documentLines.map((line) => ({ lineNo: line.lineNo, cells: cellsOf(kind, line, names) })),
      )
  }
  return linesByDocument
}

const cellsOf = (kind: DocumentKind, line: ListedLine, names: ReadonlyMap<string, string>): MixedLine['cells'] =>
  new Map<string, LineCell>([
    ...lineColumns(kind).map(([key, field]): [string, LineCell] => [
      field.label,
      (words) => cellOfValue(field, line.values[key], (_, id) => names.get(id) ?? '', words),
    ]),
    ...(kind.fulfilmentWords
      ? ([
          [kind.fulfilmentWords.brought, () => line.doneQuantity],
          [kind.fulfilmentWords.over, () => line.givenUp],
        ] satisfies [string, LineCell][])
      : []),
  ])

import { documentWithOwnWords } from '../../../domain/dictionaries/ownChoices.ts'
import {
  assetsOnLines,
  type CardColumn,
  cardColumnsOf,
  cardValuesOf,
  fieldOfCardColumn,
  fieldsOnLines,
} from '../../../domain/documents/cardColumns.ts'
import { inWords } from '../../../domain/english/all.ts'
import { asset } from '../../../domain/records/asset.ts'
import type { Speaker } from '../../../kernel/fields/kind.ts'
import { documentKinds } from '../../../domain/documents/all.ts'
import { type DocumentKind, documentStates } from '../../../domain/documents/define.ts'
import type { ListedDocument } from '../../../domain/documents/operations.ts'
import { headerColumns, lineColumns, tableOfDocument } from '../../../domain/documents/table.ts'
import { cellOfValue } from '../../../domain/records/columns.ts'
import { documentExports } from '../../../domain/tables/exportOperations.ts'
import { type Download, type Handler, handleOneByOne, type OneByOne } from '../../call.ts'
import { organisationKind, organisationWords } from '../../db/organisationKind.ts'
import { type DocumentFilter, listDocuments } from '../../documents/list.ts'
import { type CardReader, readCards } from '../../documents/ownLines/cardValues.ts'
import { documentInUse } from '../../documents/ownLines/organisationDocument.ts'
import { type ListedLine, lineReader, linesOfListed, pageReader } from './listLines.ts'
import {
  askedInWords,
  chosenColumns,
  chosenRowsOf,
  type ListColumn,
  listFile,
  lookOfField,
  sheetMoment,
  tableFile,
  type WrittenOf,
} from './lists.ts'

type DocumentRequest = DocumentFilter & WrittenOf & { readonly withLines?: boolean | undefined }

const documentColumns: readonly ListColumn<ListedDocument>[] = [
  { key: 'code', label: '单号', cell: ({ code }) => code },
  { key: 'state', label: '状态', cell: ({ state }, words) => words(documentStates[state]) },
  { key: 'summary', label: '摘要', cell: ({ summary }) => summary },
  { key: 'amount', label: '金额', cell: ({ amount }) => amount, amount: true, money: true },
  { key: 'authorName', label: '申请人', cell: ({ authorName }) => authorName },
  { key: 'subjectName', label: '使用人', cell: ({ subjectName }) => subjectName },
  { key: 'createdAt', label: '创建时间', cell: ({ createdAt }) => sheetMoment(createdAt), date: 'moment' },
  { key: 'submittedAt', label: '提交时间', cell: ({ submittedAt }) => sheetMoment(submittedAt), date: 'moment' },
  { key: 'postedAt', label: '完成时间', cell: ({ postedAt }) => sheetMoment(postedAt), date: 'moment' },
]

/** What the header of a kind says besides. */
const headerCells = (kind: DocumentKind): readonly ListColumn<ListedDocument>[] =>
  headerColumns(kind).map(([key, field]) => ({
    key,
    label: field.label,
    cell: (row, words) => cellOfValue(field, row[key], (_, id) => row.names[id] ?? '', words),
    ...lookOfField(field),
  }))

const exportDocuments = async (
  call: OneByOne,
  deliveredKind: DocumentKind,
  { withLines = false, ...request }: DocumentRequest,
): Promise<Download> => {
  const kind = documentWithOwnWords(deliveredKind, await call.inTransaction(organisationWords), call.language)
  return withLines
    ? exportLines(call, kind, request)
    : tableFile(
        call,
        {
          title: kind.title,
          table: tableOfDocument(kind),
          columns: [...documentColumns, ...headerCells(kind)],
          usual: documentColumns,
        },
        (tx, question: DocumentFilter) => listDocuments(tx, call.session, kind, question),
        request,
      )
}

/** A document with one of its lines, or without any; `names` are those of what its lines refer to. */
type LineRow = {
  readonly document: ListedDocument
  readonly line: ListedLine | undefined
  readonly isFirst: boolean
  readonly names: ReadonlyMap<string, string>
  /** What the cards of the assets on the line say in own fields, by the paths of their columns. */
  readonly cardValues: Readonly<Record<string, unknown>>
}

/** A column of the document; its amount stands in its first row alone, so that a sum counts it once. */
const ofDocument = ({ cell, ...column }: ListColumn<ListedDocument>): ListColumn<LineRow> => ({
  ...column,
  cell: ({ document, isFirst }, words) => (column.key === 'amount' && !isFirst ? null : cell(document, words)),
})

const lineCells = (kind: DocumentKind, cardColumns: readonly CardColumn[]): readonly ListColumn<LineRow>[] => [
  { label: '行号', cell: ({ line }) => (line ? String(line.lineNo) : null), amount: true },
  ...lineColumns(kind).map(([key, field]): ListColumn<LineRow> => ({
    label: field.label,
    cell: ({ line, names }, words) => (line ? cellOfValue(field, line.values[key], (_, id) => names.get(id) ?? '', words) : null),
    ...lookOfField(field),
  })),
  ...cardColumns.map((column): ListColumn<LineRow> => {
    const field = fieldOfCardColumn(column)
    return {
      label: field.label,
      cell: ({ cardValues, names }, words) => cellOfValue(field, cardValues[column.path], (_, id) => names.get(id) ?? '', words),
      ...lookOfField(field),
    }
  }),
  ...(kind.fulfilmentWords
    ? [
        { label: kind.fulfilmentWords.brought, cell: ({ line }: LineRow) => line?.doneQuantity ?? null, amount: true },
        { label: kind.fulfilmentWords.over, cell: ({ line }: LineRow) => line?.givenUp ?? null, amount: true },
      ]
    : []),
]

/** The same with a row for each line: what its document says stands in each of them. */
const exportLines = (
  call: OneByOne,
  deliveredKind: DocumentKind,
  { format, columns: keys, ids, except, ...question }: DocumentRequest,
): Promise<Download> => {
  const allColumns = [...documentColumns, ...headerCells(deliveredKind)]
  const wantedColumns = (keys ? chosenColumns(allColumns, keys) : documentColumns).filter(({ key }) => key !== 'summary')
  const filter: DocumentFilter = { ...question, ...chosenRowsOf({ ids, except }) }
  const readPage = pageReader((tx, part: DocumentFilter) => listDocuments(tx, call.session, deliveredKind, part), filter)
  return listFile<LineRow>(call, async (tx) => {
    const kind = await documentInUse(tx, deliveredKind, undefined, call.language)
    const cardColumns = cardColumnsOf(kind, fieldsOnLines(await organisationKind(tx, asset, call.language))).filter(
      ({ key }) => !call.session.hiddenFields.has(key),
    )
    return {
      title: kind.title,
      format,
      asked: await askedInWords(tx, call, tableOfDocument(kind), filter.where),
      columns: [...wantedColumns.map(ofDocument), ...lineCells(kind, cardColumns)],
      read: lineReader(readPage, (rowsTx, list) =>
        lineRows({ tx: rowsTx, session: call.session, language: call.language }, { kind, cardColumns }, list),
      ),
    }
  })
}

const lineRows = async (
  reader: CardReader,
  { kind, cardColumns }: { readonly kind: DocumentKind; readonly cardColumns: readonly CardColumn[] },
  list: readonly ListedDocument[],
): Promise<LineRow[]> => {
  const { lines, names } = await linesOfListed(
    reader.tx,
    reader.session,
    kind,
    list.map(({ id }) => id),
  )
  const allValues = [...lines.values()].flat().map(({ values }) => values)
  const cards = await readCards(reader, cardColumns.length > 0 ? assetsOnLines(kind, allValues) : [])
  const allNames = new Map([...names, ...Object.entries(cards.names)])
  const speaker: Speaker = { say: (words, params = {}) => inWords(reader.language, words, params), nameOf: (id) => allNames.get(id) ?? '' }
  const cardContext = { columns: cardColumns, cards: cards.values, speaker }
  return list.flatMap((document) =>
    (lines.get(document.id) ?? [undefined]).map((line, index) => ({
      document,
      line,
      isFirst: index === 0,
      names: allNames,
      cardValues: line ? cardValuesOf(kind, line.values, cardContext) : {},
    })),
  )
}

export const documentExportHandlers: readonly Handler[] = documentKinds.flatMap((kind) => {
  const operations = documentExports(kind)
  return [operations.export, operations.download].map((operation) =>
    handleOneByOne(operation, (call, input) => exportDocuments(call, kind, input as DocumentRequest)),
  )
})

import { finished } from 'node:stream/promises'
import type { Id } from '../../../kernel/id.ts'
import { dayAt } from '../../../kernel/day.ts'
import { inWords } from '../../../domain/english/all.ts'
import { documentKinds } from '../../../domain/documents/all.ts'
import { type DocumentKind, documentStates } from '../../../domain/documents/define.ts'
import type { DocumentRow } from '../../../domain/operations/documents.ts'
import type { ListRequest, OutputOf } from '../../../domain/operations/define.ts'
import { documentExports, stockExport } from '../../../domain/operations/exports.ts'
import type { stockList } from '../../../domain/operations/records.ts'
import type { SheetFormat } from '../../../domain/operations/transfer.ts'
import { Download, type Handler, handleOneByOne, type OneByOne, type SignedIn, wantedBy } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { listDocuments } from '../../documents/list.ts'
import { listStock } from '../stock.ts'
import { type Cell, csvType, sheetFile } from './sheetFile.ts'
import { xlsxType } from '../../paper/workbook.ts'

/** One column of a list: its header and what stands in it. */
type ListColumn<R> = {
  readonly label: string
  readonly cell: (row: R, words: (text: string) => string) => string | null
  readonly amount?: boolean
}

/** `read` answers the rows of the next page. */
type List<R> = {
  readonly title: string
  readonly format: SheetFormat
  readonly columns: readonly ListColumn<R>[]
  readonly read: (tx: Tx, before: R | undefined, page: number) => Promise<R[]>
}

/**
 * A list as a file, made when its turn has come, read page by page while it is sent, each page on a connection of its own turn. What
 * `list` says, and the first page, are read before the answer begins, so that a refusal is still an answer. The turn lasts until the
 * file is fetched, or nobody fetches it any more.
 */
export const listFile = <R>(call: OneByOne, list: (tx: Tx) => List<R> | Promise<List<R>>): Promise<Download> =>
  new Promise((resolve, reject) => {
    call.app.heavy
      .inTurn('exports', wantedBy(call), async () => {
        const { name, type, body } = await begunFile(call, list)
        resolve(new Download(name, type, body))
        const tooLong = setTimeout(() => body.destroy(), fetchingMsAtMost)
        // However it ends, somebody else may have the turn; the answer itself says what went wrong.
        await finished(body).catch(() => undefined)
        clearTimeout(tooLong)
      })
      .catch(reject)
  })

const fetchingMsAtMost = 600_000

const begunFile = async <R>({ app, session, at, language }: OneByOne, list: (tx: Tx) => List<R> | Promise<List<R>>) => {
  const words = (text: string) => inWords(language, text)
  const { title, format, columns, read, first } = await app.database.reading(session.orgId, async (tx) => {
    const made = await list(tx)
    return { ...made, first: await made.read(tx, undefined, 1) }
  })
  async function* rows(): AsyncGenerator<Cell[]> {
    let page = first
    for (let number = 2; ; number++) {
      for (const row of page) yield columns.map(({ cell, amount = false }) => ({ text: cell(row, words) ?? '', amount }))
      const last = page.at(-1)
      if (page.length < rowsAtOnce || last === undefined) return
      page = await app.database.reading(session.orgId, (next) => read(next, last, number))
    }
  }
  const headers = columns.map(({ label }) => words(label))
  const type = format === 'csv' ? csvType : xlsxType
  return { name: `${words(title)}-${dayAt(at)}.${format}`, type, body: sheetFile(words(title), headers, rows(), format) }
}

export const rowsAtOnce = 500

type DocumentRequest = Parameters<typeof listDocuments>[3] & { readonly format: SheetFormat }

const documentColumns: readonly ListColumn<DocumentRow>[] = [
  { label: '单号', cell: ({ code }) => code },
  { label: '状态', cell: ({ state }, words) => words(documentStates[state]) },
  { label: '摘要', cell: ({ summary }) => summary },
  { label: '金额', cell: ({ amount }) => amount, amount: true },
  { label: '申请人', cell: ({ authorName }) => authorName },
  { label: '使用人', cell: ({ subjectName }) => subjectName },
  { label: '创建时间', cell: ({ createdAt }) => sheetMoment(createdAt) },
  { label: '提交时间', cell: ({ submittedAt }) => sheetMoment(submittedAt) },
  { label: '完成时间', cell: ({ postedAt }) => sheetMoment(postedAt) },
]

const exportDocuments = (call: OneByOne, kind: DocumentKind, { format, ...input }: DocumentRequest): Promise<Download> =>
  listFile<DocumentRow>(call, () => ({
    title: kind.title,
    format,
    columns: documentColumns,
    read: async (tx, last) => (await listDocuments(tx, call.session, kind, { ...input, ...wholePage(last?.id) })).list,
  }))

type StockRow = OutputOf<typeof stockList>['list'][number]

const stockColumns: readonly ListColumn<StockRow>[] = [
  { label: '耗材编码', cell: ({ goodsCode }) => goodsCode },
  { label: '耗材名称', cell: ({ goodsName }) => goodsName },
  { label: '规格', cell: ({ spec }) => spec },
  { label: '单位', cell: ({ unit }) => unit },
  { label: '仓库', cell: ({ locName }) => locName },
  { label: '库存数量', cell: ({ onHand }) => onHand, amount: true },
  { label: '占用数量', cell: ({ reserved }) => reserved, amount: true },
  { label: '可用数量', cell: ({ available }) => available, amount: true },
  { label: '金额', cell: ({ value }) => value, amount: true },
  { label: '最低库存', cell: ({ minStock }) => minStock, amount: true },
]

/** A time in China, as spreadsheets show it. */
export const sheetMoment = (at: string | null): string | null =>
  at && new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** Of a list the rows behind a place, as many as are read at once. */
export const wholePage = (after: Id | undefined): Partial<ListRequest> => ({
  page: 1,
  pageNo: undefined,
  pageSize: rowsAtOnce,
  limit: undefined,
  after,
  sidx: undefined,
  order: undefined,
})

export const listExportHandlers: readonly Handler[] = [
  ...documentKinds.flatMap((kind) => {
    const operations = documentExports(kind)
    return [operations.export, operations.download].map((operation) =>
      handleOneByOne(operation, (call, input) => exportDocuments(call, kind, input as DocumentRequest)),
    )
  }),
  handleOneByOne(stockExport, (call, input) => {
    const { format, ...filters } = input as Parameters<typeof listStock>[1] & { format: SheetFormat }
    const read = async (tx: SignedIn['tx'], _: StockRow | undefined, page: number) =>
      (await listStock({ ...call, tx }, { ...filters, ...wholePage(undefined), page })).list
    return listFile<StockRow>(call, () => ({ title: '耗材库存', format, columns: stockColumns, read }))
  }),
]

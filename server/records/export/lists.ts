import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Field, declaredField } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { type Params, refuse } from '../../../kernel/refusal.ts'
import { momentWords, type Paper } from '../../../domain/paper/paper.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { stockTable } from '../../../domain/records/stockTable.ts'
import { keysIn, type Where } from '../../../domain/tables/view.ts'
import { whereWords } from '../../../domain/tables/words.ts'
import { dayAt } from '../../../kernel/day.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { ListRequest, OutputOf, Page } from '../../../domain/operations/define.ts'
import { isAmount } from '../../../domain/records/columns.ts'
import type { Id } from '../../../kernel/id.ts'
import { stockExports } from '../../../domain/tables/exportOperations.ts'
import type { stockList } from '../../../domain/records/operations.ts'
import type { ListFormat } from '../../../domain/bulk/transferOperations.ts'
import { Download, type Handler, handleOneByOne, type OneByOne, wantedBy } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { onlyRow } from '../../db/rows.ts'
import { addressOf } from '../../paper/address.ts'
import { pdfOf } from '../../paper/pdf.ts'
import type { Request } from '../../tables/order.ts'
import { malformed } from '../../httpError.ts'
import { Directory } from '../import/directory.ts'
import { listStock, type StockQuery } from '../stock/stock.ts'
import { csvType, sheetFile } from './sheetFile.ts'
import { type Cell } from '../../paper/workbookCell.ts'
import { xlsxType } from '../../paper/workbook.ts'

/** One column of a list: the key by which a person asks for it, its header and what stands in it. */
export type ListColumn<R> = {
  readonly key?: string
  readonly label: string
  readonly cell: (row: R, words: (text: string, params?: Params) => string) => string | null
  readonly amount?: boolean
  /** An amount of money: a number in a sheet, "¥12,300.00" on paper. */
  readonly money?: boolean
  /** A day or a moment: a date in a workbook. */
  readonly date?: 'day' | 'moment' | undefined
}

/** How a field of a record or document stands in a list. */
export const lookOfField = (field: Pick<Field, 'control'>): Pick<ListColumn<never>, 'amount' | 'money' | 'date'> => ({
  amount: isAmount(field),
  money: field.control.type === 'money' && field.control.places === undefined,
  date: datesByType[field.control.type],
})
const datesByType: Readonly<Record<string, 'day' | 'moment' | undefined>> = { date: 'day', datetime: 'moment' }

/** `read` answers the rows of the next page; `asked` says by which conditions they were found. */
export type List<R> = {
  readonly title: string
  readonly format: ListFormat
  readonly asked?: readonly string[]
  readonly columns: readonly ListColumn<R>[]
  readonly read: (tx: Tx, before: R | undefined, page: number) => Promise<R[]>
}

/**
 * A list as a file, made when its turn has come, read page by page while it is sent, each page on a connection of its own turn. What
 * `list` says, and the first page, are read before the answer begins, so that a refusal is still an answer. The turn lasts until the
 * file is fetched, or no one fetches it any more.
 */
export const listFile = <R>(call: OneByOne, list: (tx: Tx) => List<R> | Promise<List<R>>): Promise<Download> =>
  new Promise((resolve, reject) => {
    call.app.heavy
      .inTurn('exports', wantedBy(call), async () => {
        const { name, type, body } = await begunFile(call, list)
        resolve(new Download(name, type, body))
        const tooLong = setTimeout(() => body.destroy(), fetchingMsAtMost)
        // However it ends, another person may have the turn; the answer itself says what went wrong.
        await finished(body).catch(() => undefined)
        clearTimeout(tooLong)
      })
      .catch(reject)
  })

const fetchingMsAtMost = 600_000

/** The columns of those keys, in their order; all where none are named. */
export const chosenColumns = <R>(columns: readonly ListColumn<R>[], keys: readonly string[] | undefined): readonly ListColumn<R>[] =>
  keys?.map((key) => {
    const column = columns.find((column) => column.key === key)
    if (!column) throw malformed('没有“{key}”这一列', { key }, [{ path: 'columns' }])
    return column
  }) ?? columns

/** So many rows stand in a file to print. */
const printedAtMost = 5000

const begunFile = async <R>(call: OneByOne, list: (tx: Tx) => List<R> | Promise<List<R>>) => {
  const { app, session, at, language } = call
  const words = (text: string, params?: Params) => inWords(language, text, params)
  const {
    title,
    format,
    asked = [],
    columns,
    read,
    first,
  } = await app.database.readingReplica(session.orgId, async (tx) => {
    const output = await list(tx)
    return { ...output, first: await output.read(tx, undefined, 1) }
  })
  async function* rows(): AsyncGenerator<Cell[]> {
    let page = first
    for (let number = 2; ; number++) {
      for (const row of page) yield columns.map(({ cell, amount = false }) => ({ text: cell(row, words) ?? '', amount }))
      const last = page.at(-1)
      if (page.length < rowsAtOnce || last === undefined) return
      page = await app.database.readingReplica(session.orgId, (next) => read(next, last, number))
    }
  }
  const headers = columns.map(({ label }) => words(label))
  if (format === 'pdf') {
    const printedRows: Cell[][] = []
    for await (const row of rows()) {
      if (printedRows.push(row) > printedAtMost)
        refuse('export.tooLong', '一份PDF最多{max}行，请缩小范围或导出表格', { max: printedAtMost })
    }
    const { name, type, body } = await printedList(call, { title, asked, columns, rows: printedRows })
    return { name, type, body: Readable.from([body]) }
  }
  const type = format === 'csv' ? csvType : xlsxType
  const looks = columns.map(({ money, date }) => (money ? 'money' : date))
  return {
    name: `${words(title)}-${dayAt(at)}.${format}`,
    type,
    body: sheetFile({ name: words(title), headers, rows: rows(), looks }, format),
  }
}

/** A list on pages to print, the heads of its columns on each, and by what it was found above. */
const printedList = async <R>(
  call: OneByOne,
  {
    title,
    asked,
    columns,
    rows,
  }: Pick<List<R>, 'title' | 'columns'> & { readonly asked: readonly string[]; readonly rows: readonly Cell[][] },
): Promise<Download> => {
  const { app, session, at, language } = call
  const say = (text: string, params = {}) => inWords(language, text, params)
  const { name } = await app.database.reading(session.orgId, (tx) =>
    onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId])),
  )
  const paper: Paper = {
    title: say(title),
    organisation: name,
    status: say('共{count}条', { count: rows.length }),
    good: true,
    size: 'A4',
    landscape: true,
    facts: asked.length === 0 ? [] : [{ label: say('筛选条件'), value: asked.join('\n') }],
    fields: [],
    tables: [
      {
        title: say(title),
        columns: columns.map(({ label, amount = false }) => ({ label: say(label), number: amount })),
        rows: rows.map((cells) => cells.map(({ text }, index) => (columns[index]?.money ? moneyWords(text) : text))),
      },
    ],
    total: undefined,
    decisions: [],
    comments: [],
    signing: [],
    foot: say('{name}打印于{time}', { name: session.userName, time: momentWords(new Date(at).toISOString()) }),
    headings: { form: '', decisions: '', comments: '' },
  }
  return pdfOf(call, [{ paper, link: addressOf(call) }], say(title))
}

/** The conditions of a question in words, with the names of what they mention. */
export const askedInWords = async (tx: Tx, call: OneByOne, table: Table, where: Where = []): Promise<string[]> => {
  const nouns = new Set(
    keysIn(where).flatMap((key) => (Object.hasOwn(table.columns, key) ? (refersTo(declaredField(table.columns, key).control) ?? []) : [])),
  )
  const directory = nouns.size > 0 ? await Directory.read(tx, nouns) : undefined
  return whereWords(table, where, {
    say: (text, params = {}) => inWords(call.language, text, params),
    nameOf: (id, noun) => (noun && directory?.nameOf(noun, id)) || id,
  })
}

export const rowsAtOnce = 500

/** The pages of a list whose rows are all at hand: one, however long it is. */
export const wholeList =
  <R>(rows: readonly R[]): List<R>['read'] =>
  async (_, before) =>
    before === undefined ? [...rows] : []

/** How a person wants a list written. */
export type ListOutput = { readonly format: ListFormat; readonly columns?: readonly string[] | undefined }
/** The same of what is chosen of it. */
export type WrittenOf = ListOutput & { readonly ids?: readonly Id[] | undefined; readonly except?: readonly Id[] | undefined }

/** What is chosen of a list, as its question says it. */
export const chosenRowsOf = ({ ids, except }: Pick<WrittenOf, 'ids' | 'except'>): Pick<Request, 'chosen'> => {
  if (ids) return { chosen: { ids } }
  return except ? { chosen: { except } } : {}
}

/** A table as a file: as it is asked and sorted, or what is chosen of it; `usual` are the columns where none are named. */
export const tableFile = <R, Q extends Request>(
  call: OneByOne,
  { title, table, columns, usual = columns }: Pick<List<R>, 'title' | 'columns'> & { table: Table; usual?: List<R>['columns'] },
  read: (tx: Tx, question: Q) => Promise<Page<R>>,
  { format, columns: keys, ids, except, ...question }: Q & WrittenOf,
): Promise<Download> => {
  const wholeQuestion = { ...question, ...chosenRowsOf({ ids, except }) }
  let after: string | undefined
  return listFile<R>(call, async (tx) => ({
    title,
    format,
    asked: await askedInWords(tx, call, table, wholeQuestion.where),
    columns: keys ? chosenColumns(columns, keys) : usual,
    read: async (next, _, page) => {
      const listPage = await read(next, { ...wholeQuestion, ...wholePage(after), ...(after === undefined && { page }) } as unknown as Q)
      after = listPage.next
      return listPage.list
    },
  }))
}

type StockRow = OutputOf<typeof stockList>['list'][number]

const stockColumns: readonly ListColumn<StockRow>[] = [
  { key: 'goodsCode', label: '耗材编码', cell: ({ goodsCode }) => goodsCode },
  { key: 'goodsName', label: '耗材名称', cell: ({ goodsName }) => goodsName },
  { key: 'spec', label: '规格', cell: ({ spec }) => spec },
  { key: 'unit', label: '单位', cell: ({ unit }) => unit },
  { key: 'locName', label: '仓库', cell: ({ locName }) => locName },
  { key: 'onHand', label: '库存数量', cell: ({ onHand }) => onHand, amount: true },
  { key: 'reserved', label: '占用数量', cell: ({ reserved }) => reserved, amount: true },
  { key: 'available', label: '可用数量', cell: ({ available }) => available, amount: true },
  { key: 'value', label: '金额', cell: ({ value }) => value, amount: true, money: true },
  { key: 'minStock', label: '最低库存', cell: ({ minStock }) => minStock, amount: true },
]

/** What stands in a file where a person asks for it. */
const furtherStockColumns: readonly ListColumn<StockRow>[] = [
  { key: 'catName', label: '耗材分类', cell: ({ catName }) => catName },
  { key: 'unitCost', label: '单价', cell: ({ unitCost }) => unitCost, amount: true, money: true },
  { key: 'lastInOn', label: '最近入库', cell: ({ lastInOn }) => lastInOn, date: 'day' },
  { key: 'lastMovedOn', label: '最近收发', cell: ({ lastMovedOn }) => lastMovedOn, date: 'day' },
  { key: 'low', label: '低库存', cell: ({ low }, words) => (low ? words('低库存') : null) },
]

const exportStock = (call: OneByOne, request: StockQuery & WrittenOf): Promise<Download> =>
  tableFile(
    call,
    { title: '耗材库存', table: stockTable, columns: [...stockColumns, ...furtherStockColumns], usual: stockColumns },
    (tx, question: StockQuery) => listStock({ ...call, tx }, question),
    request,
  )

/** A time in China, as spreadsheets show it. */
export const sheetMoment = (timestamp: string | null): string | null =>
  timestamp && new Date(Date.parse(timestamp) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** Of a list the rows behind a place, as many as are read at once. */
export const wholePage = (after: string | undefined): Partial<ListRequest> => ({
  page: 1,
  pageNo: undefined,
  pageSize: rowsAtOnce,
  limit: undefined,
  after,
})

export const listExportHandlers: readonly Handler[] = [
  ...[stockExports.export, stockExports.download].map((operation) =>
    handleOneByOne(operation, (call, input) => exportStock(call, input as StockQuery & WrittenOf)),
  ),
]

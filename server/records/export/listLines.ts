import { lineColumns } from '../../../domain/documents/table.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { Page } from '../../../domain/operations/define.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { shownTo } from '../../documents/hiddenColumns.ts'
import { lookUp, referencesOf } from '../../documents/references.ts'
import { chunks } from '../assetEntry.ts'
import type { Request } from '../../tables/order.ts'
import { rowsAtOnce, wholePage } from './lists.ts'

/** A line of a listed document without what is hidden from its reader, which is null. */
export type ListedLine = {
  readonly documentId: Id
  readonly lineNo: number
  readonly doneQuantity: string | null
  readonly givenUp: string | null
  readonly values: Readonly<Record<string, unknown>>
}

const readingParams = { reader: '$3', locations: '$4' } as const

/** The lines of documents of a kind that a reader finds in its list, by document, with the names of what they refer to. */
export const linesOfListed = async (
  tx: Tx,
  session: Session,
  kind: DocumentKind,
  ids: readonly Id[],
): Promise<{ readonly lines: ReadonlyMap<Id, readonly ListedLine[]>; readonly names: ReadonlyMap<string, string> }> => {
  const hiddenColumn = await shownTo(tx, session, [kind], readingParams)
  const values = lineColumns(kind).map(([key]) => `'${key}', ${hiddenColumn(`lines.${key}`, `l.data -> '${key}'`)}`)
  // A function of the database takes no more than a hundred arguments.
  const valuesSql = chunks(values, 45).map((some) => `jsonb_build_object(${some.join(', ')})`)
  const rows = await tx.query<ListedLine>(
    `select d.id as "documentId", l.line_no as "lineNo", ${hiddenColumn('lines.quantity', 'l.done_quantity')} as "doneQuantity",
       ${hiddenColumn('lines.quantity', 'l.given_up')} as "givenUp", ${valuesSql.join(' || ')} as values
     from document d join document_line l on l.org_id = $1 and l.document_id = d.id
     where d.org_id = $1 and d.id = any ($2::bigint[]) and $3::bigint is not null and ($4::bigint[] is null or true)
     order by d.id, l.line_no`,
    [tx.orgId, ids, session.uid, session.locations === 'all' ? null : session.locations],
  )
  const names = await lookUp(tx, referencesOf(rows.map((row) => ({ fields: kind.line, values: withoutEmpty(row.values) }))))
  return { lines: Map.groupBy(rows, ({ documentId }) => documentId), names: new Map(names.map(({ id, name }) => [id, name])) }
}

const withoutEmpty = (values: ListedLine['values']): ListedLine['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** So many rows of a list are read at once with their lines. */
const linedAtOnce = 50

/** Reads a list page by page: the rows of the next page at each call, none where it has ended. */
export const pageReader = <R, Q extends Request>(
  read: (tx: Tx, question: Q) => Promise<Page<R>>,
  question: Q,
  pageSize = linedAtOnce,
): ((tx: Tx) => Promise<readonly R[]>) => {
  let after: string | undefined
  let pageNumber = 0
  let isOver = false
  return async (tx) => {
    if (isOver) return []
    pageNumber++
    const page = await read(tx, { ...question, ...wholePage(after), pageSize, ...(after === undefined && { page: pageNumber }) })
    after = page.next
    isOver = page.list.length < pageSize
    return page.list
  }
}

/** Reads on in a list, as many rows of lines as a part of a file has or more; fewer where it ends. */
export const lineReader =
  <R, L>(readPage: (tx: Tx) => Promise<readonly R[]>, rowsOf: (tx: Tx, list: readonly R[]) => Promise<readonly L[]>) =>
  async (tx: Tx): Promise<L[]> => {
    const rows: L[] = []
    while (rows.length < rowsAtOnce) {
      const list = await readPage(tx)
      if (list.length === 0) break
      rows.push(...(await rowsOf(tx, list)))
    }
    return rows
  }

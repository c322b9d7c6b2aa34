import { lineColumns } from '../../../domain/documents/table.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { shownTo } from '../../documents/hiddenColumns.ts'
import { lookUp, referencesOf } from '../../documents/references.ts'

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
  const rows = await tx.query<ListedLine>(
    `select d.id as "documentId", l.line_no as "lineNo", ${hiddenColumn('lines.quantity', 'l.done_quantity')} as "doneQuantity",
       ${hiddenColumn('lines.quantity', 'l.given_up')} as "givenUp", jsonb_build_object(${values.join(', ')}) as values
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

import { createHash } from 'node:crypto'
import { type Column, headerNames, type Mapping } from '../../../domain/records/columns.ts'
import { english } from '../../../domain/english/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Session } from '../../call.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'

/** What a person said of a sheet: which column is which, null for one that is not to be read, and how its cells are meant. */
export type ImportAnswers = {
  readonly mapping: Readonly<Record<string, number | null>>
  readonly answers: Readonly<Record<string, string>>
}

/** What was said last of a sheet with these headers, as far as its columns are still known. */
export const recall = async (
  queryTx: QueryTx,
  kind: RecordKind,
  headers: readonly string[],
  columns: readonly Column[],
): Promise<ImportAnswers | undefined> => {
  const [storedRow] = await queryTx.query<{ mapping: Record<string, string | null>; answers: Record<string, string> }>(
    'select mapping, answers from import_memory where org_id = $1 and kind = $2 and headers = $3',
    [queryTx.orgId, kind.noun, hashOf(headers)],
  )
  if (!storedRow) return undefined
  const places = new Map(headerNames(headers).map((name, index) => [name, index]))
  const columnKeys = new Set(columns.map(({ key }) => key))
  const mapping = Object.entries(storedRow.mapping).flatMap(([key, name]) =>
    columnKeys.has(key) ? [[key, name === null ? null : (places.get(name) ?? null)] as const] : [],
  )
  return { mapping: Object.fromEntries(mapping), answers: storedRow.answers }
}

/** How a sheet was understood. */
type Understanding = {
  readonly headers: readonly string[]
  readonly found: Mapping
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly answers: Readonly<Record<string, string>>
}

/** Keeps what was said of a sheet for the next one with the same headers; `found` is what would have been understood without a word. */
export const remember = async (
  tx: Tx,
  { uid }: Pick<Session, 'uid'>,
  kind: RecordKind,
  { headers, found, columns, mapping, answers }: Understanding,
): Promise<void> => {
  const names = headerNames(headers)
  // What is understood without a word is understood anew each time.
  const isFound = columns.every((key) => found[key] === mapping[key])
  const namedColumns = isFound
    ? {}
    : Object.fromEntries(
        columns.flatMap((key) => {
          const column = mapping[key]
          return column !== undefined || key in found ? [[key, column === undefined ? null : names[column]]] : []
        }),
      )
  await tx.query(
    `insert into import_memory (org_id, kind, headers, mapping, answers, updated_by, updated_at) values ($1, $2, $3, $4, $5, $6, now())
     on conflict (org_id, kind, headers) do update set mapping = excluded.mapping, answers = excluded.answers, updated_by = excluded.updated_by,
       updated_at = excluded.updated_at`,
    [tx.orgId, kind.noun, hashOf(headers), JSON.stringify(namedColumns), JSON.stringify(answers), uid],
  )
  await tx.query(
    `delete from import_memory m using (
       select headers from import_memory where org_id = $1 and kind = $2 order by updated_at desc offset $3
     ) old where m.org_id = $1 and m.kind = $2 and m.headers = old.headers`,
    [tx.orgId, kind.noun, keptAtMost],
  )
}

/** As many kinds of sheets as an organisation may be expected to have. */
const keptAtMost = 100

/** What we add ourselves to a sheet of rows that were left out, which is read as the sheet that they come from. */
export const reasonHeader = '未导入的原因'

const hashOf = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headerNames(headers.filter((header) => header !== '' && !isReason(header))).toSorted()))
    .digest('base64url')

const isReason = (header: string): boolean => header === reasonHeader || header === english[reasonHeader]

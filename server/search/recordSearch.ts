import type { Id } from '../../kernel/id.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { columnOf, type Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { gramsOf, openSearch, searchTextOf } from './searchText.ts'

/** SQL for what readers without the whole record may search of a row `alias`. */
export const openSearchOf = (kind: RecordKind, alias: string): string => {
  const column = (key: string) => `${alias}.${columnOf(key)}`
  const { shown, hidden } = searchedOf(kind)
  const search = `${alias}.search`
  return hidden.length === 0
    ? search
    : openSearch(search, `coalesce(${hidden.map(column).join(', ')})`, `concat_ws(e'\\n', ${shown.map(column).join(', ')})`)
}

/** The fields that search reads: those that everybody may see, and the others. */
export const searchedOf = ({ searched, open }: RecordKind): { shown: string[]; hidden: string[] } => ({
  shown: searched.filter((key) => !open || open.includes(key)),
  hidden: searched.filter((key) => open && !open.includes(key)),
})

/** What a record is searched by, kept beside it. */
export const searchOf = (kind: RecordKind, values: Values): string => {
  const { shown, hidden } = searchedOf(kind)
  const texts = (keys: readonly string[]) => keys.flatMap((key) => (typeof values[key] === 'string' ? [values[key]] : []))
  return searchTextOf(texts(shown), texts(hidden))
}

/** The columns that search goes by, and what stands in them for a record with these values. */
export const searchColumnsOf = (kind: RecordKind, values: Values): Values => {
  const search = searchOf(kind, values)
  return kind.large ? { search, grams: gramsOf(search) } : { search }
}

/** Writes anew what records are searched by, as they are stored now. */
export const seekAnew = async (tx: Tx, kind: RecordKind, ids: readonly Id[]): Promise<void> => {
  const rows = await tx.query<{ id: Id } & Values>(
    `select id, ${kind.searched.map((key) => `${columnOf(key)} as "${key}"`).join(', ')} from "${kind.table}"
     where org_id = $1 and id = any ($2::bigint[]) for no key update`,
    [tx.orgId, ids],
  )
  const texts = rows.map((row) => searchOf(kind, row))
  // A tab is in no gram; one text is read faster than an array of short ones.
  const grams = texts.map((text) => (kind.large ? gramsOf(text).join('\t') : ''))
  await tx.query(
    `update "${kind.table}" r set search = s.search${kind.large ? `, grams = string_to_array(s.grams, e'\t')` : ''}
     from unnest($2::bigint[], $3::text[], $4::text[]) as s (id, search, grams) where r.org_id = $1 and r.id = s.id`,
    [tx.orgId, rows.map(({ id }) => id), texts, grams],
  )
}

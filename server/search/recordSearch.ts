import type { Id } from '../../kernel/id.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { fieldSql, type Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import type { Conditions } from '../db/conditions.ts'
import { likePattern, openSearch, searchTextOf, spellSearch, spellingsOf, storedGrams, wordsOf } from './searchText.ts'

/** SQL: every word of a keyword stands in a search text `search`. */
export const holdsWords = (c: Conditions, search: string, keyword: string): string =>
  ['true', ...wordsOf(keyword).map((word) => `${search} like any (${c.place(spellingsOf(word).map(likePattern))}::text[])`)].join(' and ')

/** SQL: how well a keyword fits a search text `search`: 0 where a line is it, 1 where a line begins so, 2 where it stands in it, else 3. */
export const fitOf = (c: Conditions, search: string, keyword: string): string => {
  const line = c.place(`\n${spellingsOf(spellSearch(keyword)).at(-1)}`)
  return `(case when strpos(e'\\n' || ${search} || e'\\n', ${line} || e'\\n') > 0 then 0 when strpos(e'\\n' || ${search}, ${line}) > 0 then 1 when strpos(${search}, substr(${line}, 2)) > 0 then 2 else 3 end)`
}

/** SQL for what readers without the whole record may search of a row `alias`. */
export const openSearchOf = (kind: RecordKind, alias: string): string => {
  const column = (key: string) => fieldSql(alias, key)
  const { shown, hidden } = searchedOf(kind)
  const search = `${alias}.search`
  return hidden.length === 0
    ? search
    : openSearch(search, `coalesce(${hidden.map(column).join(', ')})`, `concat_ws(e'\\n', ${shown.map(column).join(', ')})`)
}

/** The fields that search reads: those that everyone may see, and the others. */
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

/** Writes anew what records are searched by, as they are stored now. */
export const seekAnew = async (tx: Tx, kind: RecordKind, ids: readonly Id[]): Promise<void> => {
  const rows = await tx.query<{ id: Id } & Values>(
    `select id, ${kind.searched.map((key) => `${fieldSql('r', key)} as "${key}"`).join(', ')} from "${kind.table}" r
     where org_id = $1 and id = any ($2::bigint[]) for no key update`,
    [tx.orgId, ids],
  )
  const texts = rows.map((row) => ({ id: row.id, search: searchOf(kind, row) }))
  await tx.query(
    `update "${kind.table}" r set search = s.search from unnest($2::bigint[], $3::text[]) as s (id, search) where r.org_id = $1 and r.id = s.id`,
    [tx.orgId, texts.map(({ id }) => id), texts.map(({ search }) => search)],
  )
  if (kind.noun === 'asset') await writeGrams(tx, texts)
}

/** Writes the grams by which an index finds assets with these search texts, where they are others than before. */
export const writeGrams = async (tx: Tx, texts: readonly { readonly id: Id; readonly search: string }[]): Promise<void> => {
  await tx.query(
    `insert into asset_search as s (org_id, asset_id, grams)
     select a.org_id, a.id, t.grams from unnest($2::bigint[], $3::text[]) as t (id, grams) join asset a on a.org_id = $1 and a.id = t.id
     on conflict (org_id, asset_id) do update set grams = excluded.grams where s.grams <> excluded.grams`,
    [tx.orgId, texts.map(({ id }) => id), texts.map(({ search }) => storedGrams(search))],
  )
}

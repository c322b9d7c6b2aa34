import type pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { asOwnerOf } from './foreigner.ts'

type FilledTable = { readonly name: string; readonly columns: string; readonly rows: string; readonly isDerived: boolean }

/**
 * Reads everything that an organisation has, once; the answer makes another organisation that has the same. Where something names the
 * number of the first, the twin's names its own. `url` is the owner's.
 */
export const readTwins = async (url: string, orgId: Id): Promise<(twin: Id) => Promise<void>> => {
  const tables = await asOwnerOf(url, orgId, (client) => readFilledTables(client, orgId))
  const organisation = tables.filter(({ name }) => name === 'organisation')
  const plain = tables.filter(({ name, isDerived }) => !isDerived && name !== 'organisation')
  const derived = tables.filter(({ isDerived }) => isDerived)
  return (twin) =>
    asOwnerOf(url, twin, async (client) => {
      const insert = (portion: readonly FilledTable[]) =>
        client.query(
          insertOf(portion),
          portion.map(({ rows }) => rows.replaceAll(orgId, twin)),
        )
      await insert(organisation)
      await insert(plain)
      // What triggers have made of it is not all that had come of it.
      for (const { name } of derived) await client.query(`delete from ${name} where org_id = $1`, [twin])
      await insert(derived)
    })
}

/** One statement writes all, as tables refer to each other in circles. */
const insertOf = (tables: readonly FilledTable[]): string => {
  const inserts = tables.map(
    ({ name, columns }, at) =>
      `twin_${at} as (insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $${at + 1}))`,
  )
  return `with ${inserts.join(', ')} select`
}

const readFilledTables = async (client: pg.Client, orgId: Id): Promise<FilledTable[]> => {
  const { rows: tables } = await client.query<Omit<FilledTable, 'rows'>>(tableQuery)
  const filledTables: FilledTable[] = []
  for (const { name, columns, isDerived } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select jsonb_agg(to_jsonb(t))::text as rows from ${name} t where org_id = $1`,
      [orgId],
    )
    const [row] = rows
    if (row?.rows) filledTables.push({ name, columns, isDerived, rows: row.rows })
  }
  return filledTables
}

/** The columns that are written, of each table that has organisations. `isDerived`: triggers write rows there. */
const tableQuery = `
  select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
    exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where not t.tgisinternal and f.prosrc ~ ('insert into ' || c.relname || '\\M'))
      as "isDerived"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
  group by c.relname`

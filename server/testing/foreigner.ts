import pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { folderOf } from '../storage/storage.ts'

/** An organisation of which every table has one row. `id` is its number and the id of every row; see `texts`. */
export type Foreigner = { readonly id: Id; readonly text: string; readonly secret: string }

/**
 * Puts one row of a foreign organisation into every table that has organisations: found from the catalogue, so that a new table is there by
 * itself. Every id is `id`; texts that identify something are `text`, which requests may name; all others hold `secret`, which no answer
 * to anyone else may hold. `url` is the owner's.
 */
export const plantForeigner = async (url: string, foreigner: Foreigner): Promise<void> => {
  await asOwnerOf(url, foreigner.id, async (client) => {
    const columns: Column[] = (await client.query(columnQuery)).rows
    const tables = [...new Set(columns.map((column) => column.table))]
    const references: Reference[] = (await client.query(referenceQuery)).rows
    const followed = references.filter(({ table, columns: named }) =>
      columns.every((column) => column.table !== table || !named.includes(column.name) || isFilled(column, references)),
    )
    for (const table of inOrder(tables, followed)) {
      const filled = columns.filter((column) => column.table === table && !column.generated && isFilled(column, references))
      const rows = table === 'person' ? [foreigner, colleagueOf(foreigner)] : [foreigner]
      for (const row of rows)
        await client.query(
          `insert into ${pg.escapeIdentifier(table)} (${filled.map((column) => pg.escapeIdentifier(column.name)).join(', ')})
           values (${filled.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing`,
          filled.map((column) => (column.name === 'org_id' ? foreigner.id : valueOf(column, row))),
        )
    }
  })
}

/** The stored path of its one file, a picture. */
export const pathOfFile = ({ id, text }: Pick<Foreigner, 'id' | 'text'>): string => `${folderOf(id)}/20260105/${text}.png`

/** The tables, of those that have organisations, in which rows of an organisation hold a text. */
export const tablesWith = (url: string, orgId: Id, text: string): Promise<string[]> =>
  asOwnerOf(url, orgId, async (client) => {
    const columns: Column[] = (await client.query(columnQuery)).rows
    const found: string[] = []
    for (const table of new Set(columns.map((column) => column.table))) {
      const name = pg.escapeIdentifier(table)
      const { rows } = await client.query(`select from ${name} t where org_id = $1 and strpos(t::text, $2) > 0 limit 1`, [orgId, text])
      if (rows.length > 0) found.push(table)
    }
    return found
  })

/** A digest of everything that an organisation has, table by table. */
export const digestOf = (url: string, orgId: Id): Promise<Record<string, string>> =>
  asOwnerOf(url, orgId, async (client) => {
    const columns: Column[] = (await client.query(columnQuery)).rows
    const digests: Record<string, string> = {}
    for (const table of new Set(columns.map((column) => column.table))) {
      const name = pg.escapeIdentifier(table)
      const [row] = (
        await client.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${name} t where org_id = $1`, [
          orgId,
        ])
      ).rows
      digests[table] = row.md5
    }
    return digests
  })

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  generated: boolean
  choice: string | null
  identifies: boolean
}
type Reference = { table: string; to: string; columns: string[] }

/** Runs as the owner of the database, for one organisation. */
export const asOwnerOf = async <R>(url: string, orgId: Id, run: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    await client.query("select set_config('app.org', $1, false)", [orgId])
    return await run(client)
  } finally {
    await client.end()
  }
}

/** What a table refers to comes first; it may refer to itself. */
const inOrder = (tables: readonly string[], references: readonly Reference[]): string[] => {
  const order: string[] = []
  const place = (table: string, on: readonly string[]): void => {
    if (order.includes(table) || on.includes(table)) return
    for (const reference of references) if (reference.table === table && reference.to !== table) place(reference.to, [...on, table])
    order.push(table)
  }
  for (const table of tables) place(table, [])
  return order
}

/** Empty where it may be and refers back to what comes later or to itself. */
const isFilled = (column: Column, references: readonly Reference[]): boolean =>
  !(
    column.nullable &&
    references.some(
      (reference) => reference.table === column.table && reference.columns.includes(column.name) && closesCircle(reference, references),
    )
  )

const closesCircle = (reference: Reference, references: readonly Reference[]): boolean => {
  const reaches = (from: string, seen: readonly string[]): boolean =>
    from === reference.table ||
    (!seen.includes(from) && references.some((next) => next.table === from && reaches(next.to, [...seen, from])))
  return reaches(reference.to, [])
}

/** No one stands in for themselves, so there is a second person. */
const colleagueOf = ({ id, text, secret }: Foreigner): Foreigner => ({ id: String(BigInt(id) + 1n), text: `${text}2`, secret })

/** Where a check wants something else than the usual. */
const special: Readonly<Record<string, (foreigner: Foreigner) => unknown>> = {
  'file.path': (foreigner) => pathOfFile(foreigner),
  'file.mime': () => 'image/png',
  'file.emptied_at': () => null,
  'file_scope.path': (foreigner) => pathOfFile(foreigner),
  'wf_opinion_setting.signature': (foreigner) => pathOfFile(foreigner),
  'location.point': ({ secret }) => ({ longitude: 120, latitude: 30, system: 'WGS-84', name: secret, address: secret }),
  'invoice_line.consumable_id': () => null,
  'invoice_match.consumable_id': () => null,
  'location.radius_metres': () => 100,
  'move.to_account': () => 'disposed:',
  'wf_flow.form_key': () => null,
  'wf_delegation.agent_uid': (foreigner) => colleagueOf(foreigner).id,
  'invitation.dept_id': () => null,
  'att_group_member.dept_id': () => null,
  'att_leave.to_at': () => '2036-01-06T00:00:00Z',
  'directory_sync.phase': () => 'done',
  'directory_arrival.rank': () => null,
  'holiday_year.year': () => 2026,
  'log_entry.state': () => 'sent',
  'bulk_job.state': () => 'done',
  'chat.kind': () => 'pair',
  'chat.subject_noun': () => null,
  'chat.subject_id': () => null,
  'chat_message.kind': () => 'text',
  'chat_message.recalled_at': () => null,
  'disk_space.noun': () => null,
  'disk_space.quota_bytes': () => null,
  'disk_space.used_bytes': () => 0,
  'disk_node.kind': () => 'file',
  'disk_node.trashed_at': () => null,
  'disk_share.to_kind': () => 'person',
  'disk_share.token_hash': () => null,
  'person.first_sign_in': () => false,
  'dispute_export.decided_by': (foreigner) => colleagueOf(foreigner).id,
  'view_subscription.dashboard_id': () => null,
  'view_subscription.delivered_dashboard': () => null,
  'wf_handover.successor_uid': (foreigner) => colleagueOf(foreigner).id,
}

const valueOf = (column: Column, foreigner: Foreigner): unknown => {
  const { id, text, secret } = foreigner
  const wanted = special[`${column.table}.${column.name}`]
  if (wanted) return wanted(foreigner)
  if (column.choice !== null) return column.choice
  switch (column.type) {
    case 'bigint':
      return id
    case 'text':
      return column.identifies ? text : secret
    case 'text[]':
      return [secret]
    case 'bytea[]':
      return [Buffer.from([0])]
    case 'bigint[]':
      return [id]
    case 'integer[]':
      return [1]
    case 'integer':
    case 'smallint':
    case 'double precision':
      return 1
    case 'boolean':
      return true
    case 'jsonb':
      return JSON.stringify({ secret })
    case 'uuid':
      return '6f1c8d0e-3b5a-4c7d-9e2f-0a1b2c3d4e5f'
    case 'date':
      return '2026-01-05'
    case 'timestamp with time zone':
      return '2036-01-05T00:00:00Z'
    case 'inet':
      return '10.0.0.1'
    case 'cidr[]':
      return ['10.0.0.0/8']
    case 'xid8':
      return '1'
    case 'tstzrange':
      return '[2026-01-05, 2036-01-05)'
    default:
      if (column.type.startsWith('numeric')) return '1'
      throw new Error(`No value for ${column.table}.${column.name} of type ${column.type}.`)
  }
}

/** `choice` is the first of the words or numbers that a check allows. */
const columnQuery = `
  select c.relname as table, a.attname as name, regexp_replace(format_type(a.atttypid, null), '^character varying$', 'text') as type,
    not a.attnotnull as nullable, a.attidentity <> '' or a.attgenerated <> '' or a.attname = 'deleted_at' as generated,
    (select (regexp_match(pg_get_constraintdef(k.oid), $$= ANY \\(\\(?ARRAY\\['?([^',\\]]+)$$))[1] from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as choice,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey::int2[]))
      or exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)) as identifies
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
  order by c.relname, a.attnum`

const referenceQuery = `
  select c.relname as table, t.relname as to,
    array(select a.attname from unnest(k.conkey) u join pg_attribute a on a.attrelid = c.oid and a.attnum = u where a.attname <> 'org_id')::text[] as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`

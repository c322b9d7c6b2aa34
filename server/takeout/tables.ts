import { randomBytes } from 'node:crypto'
import { firstOf, entryOf } from '../../kernel/assert.ts'
import type { Query } from '../audit/check.ts'

/**
 * Tables that do not travel with an organisation, each with the reason. Every other table with an `org_id` does; a new one need not be
 * named anywhere.
 */
export const staysBehind: Readonly<Record<string, string>> = {
  session: 'Whoever is signed in here signs in there.',
  hand_over: 'A phone comes in by it within a minute, for a session here.',
  push_subscription: 'A browser is called for a session here.',
  screen_seen: 'Who looks at a screen here looks at it now.',
  directory_sync: 'Whom to ask and how far it is stands here; there it begins anew.',
  directory_arrival: 'What has been read and is not taken over yet is read again there.',
  workplace_told: 'It counts what a chat that is connected here has told today.',
  sign_on_attempt: 'Whoever is on the way to the other side comes back here.',
  view_sending: 'What was sent from here went out from here.',
  mail_digest: 'What waits for a digest here goes out from here.',
  outbox: 'Announcements to those who are connected here; they are over within a day.',
  import_picture: 'It says where files lie on their way into a sheet here, for a day.',
  takeout: 'It says where a file lies that stays here as well.',
  asset_count: 'The database itself counts again what arrives.',
  label_state: 'The database itself keeps it with the prints that arrive.',
  own_value: 'The database itself writes it with the records that arrive.',
  asset_register: 'It is counted again from the balances that arrive.',
  count_stale: 'Every count under way is folded again where it arrives.',
  file_room: 'The database itself counts again what arrives.',
  disk_use: 'The database itself counts again what arrives.',
  disk_upload: 'An upload goes on where it began.',
}

/**
 * What the person who holds it could act with. It travels only in a file that the operator makes: he moves an organisation to another
 * installation, where people sign in as before. An administrator's file lies about in downloads.
 */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  person: ['password_hash'],
  wf_service: ['secret', 'headers'],
  group_robot: ['secret_url', 'secret'],
  mail_server: ['password'],
  mail_address: ['code_hash', 'stop_token'],
  sign_on: ['secret'],
  invitation: ['token_hash'],
  disk_share: ['token_hash', 'code_hash', 'pass_salt'],
  agenda_feed: ['token_hash'],
  join_request: ['password_hash'],
  api_key: ['token_hash'],
  webhook: ['secret', 'former_secret'],
}

const ownSpaces = "(select s.id from disk_space s where s.org_id = $1 and s.kind = 'person')"
const inShared = (content: string): string =>
  `exists (select from disk_version v where v.org_id = $1 and v.content_id = ${content} and v.space_id not in ${ownSpaces})`

/**
 * Of an administrator's file: which rows `t` travel, where not all do. What is nothing without its secret stays behind with it. So does what people
 * keep among themselves, which no administrator reads (docs/decisions/0063-conversations.md): conversations, and a person's own part of the net disk.
 */
export const openRows: Readonly<Record<string, string>> = {
  join_request: "t.state <> 'waiting'",
  chat: 'false',
  chat_member: 'false',
  chat_message: 'false',
  chat_reaction: 'false',
  dispute_export_chat: 'false',
  file_scope: "t.noun <> 'chat'",
  disk_space: "t.kind <> 'person'",
  disk_node: `t.space_id not in ${ownSpaces}`,
  disk_version: `t.space_id not in ${ownSpaces}`,
  disk_content: inShared('t.id'),
  disk_part: inShared('t.content_id'),
  disk_share: `t.to_kind not in ('link', 'chat') and exists (
    select from disk_node n where n.org_id = $1 and n.id = t.node_id and n.space_id not in ${ownSpaces})`,
}

/** The same of the bytes of a file `f`: what is private travels where something besides a conversation shows it. */
export const openFiles = `(not f.is_private or exists (select from file_scope s where s.org_id = $1 and s.path = f.path and s.noun <> 'chat'))`

/** What stands in for a secret that did not travel, where nothing cannot stand: one that no one knows. */
export const standIns: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  wf_service: { secret: () => randomBytes(32).toString('base64url') },
  invitation: { token_hash: () => randomBytes(32).toString('base64url') },
  agenda_feed: { token_hash: () => randomBytes(32).toString('base64url') },
  api_key: { token_hash: () => randomBytes(32).toString('hex') },
  webhook: { secret: () => `whsec_${randomBytes(32).toString('base64')}` },
}

/** What a row says of where it came from, and says otherwise once it has come. */
export const onArrival: Readonly<Record<string, Readonly<Record<string, 'true' | 'false' | 'null' | '0'>>>> = {
  seal: { elsewhere: 'true' },
  count_task: { refold: 'true', refold_unseen: 'false', refold_after: 'null', refold_done: '0' },
  disk_space: { used_bytes: '0', reserved_bytes: '0' },
}

/** One table as the live database has it. */
export type Table = {
  readonly name: string
  /** Without `org_id`, which no one's rows name: it is the organisation's own wherever they arrive. */
  readonly columns: readonly string[]
  readonly jsonColumns: readonly string[]
  /** Columns that must be given, because nothing stands in where they are not. */
  readonly required: readonly string[]
  /** The column that the database numbers by itself. */
  readonly numbered: string | null
  readonly key: readonly string[]
  readonly pointers: readonly Pointer[]
}
/** What rows point to. `late`: the columns that may be empty at first and be set later; empty where there are none. */
type Pointer = { readonly to: string; readonly late: readonly string[] }

/** Tables that arrive together, because they point to each other; most often one. What they point to besides is there before them. */
export type Turn = readonly Table[]

/** Every table that travels, as the catalogue of the database knows it. */
export const travellingTables = async (query: Query): Promise<Table[]> =>
  (await query<Table>(catalogue, [])).filter(({ name }) => !(name in staysBehind))

const column = `a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'org_id'`

const catalogue = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a where ${column} order by a.attnum) as columns,
    array(select a.attname::text from pg_attribute a where ${column} and a.atttypid = 'jsonb'::regtype order by a.attnum) as "jsonColumns",
    array(select a.attname::text from pg_attribute a where ${column} and a.attnotnull and not a.atthasdef and a.attidentity = '' order by a.attnum) as required,
    (select a.attname::text from pg_attribute a where ${column} and a.attidentity <> '') as numbered,
    array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (at, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.at
          where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
    (select coalesce(jsonb_agg(jsonb_build_object('to', r.relname, 'late', case when has_table_privilege(c.oid, 'UPDATE') then p.late else '{}' end)
                               order by r.relname, p.late), '[]')
     from pg_constraint k join pg_class r on r.oid = k.confrelid
     cross join lateral (
       select array(select a.attname::text from unnest(k.conkey) with ordinality u (at, place)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = u.at and not a.attnotnull order by u.place) as late) p
     where k.conrelid = c.oid and k.contype = 'f') as pointers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
  order by c.relname`

/** The columns by which rows of a table point to others of it and that can be set when all of them are there. */
export const lateColumns = ({ name, pointers }: Table): string[] => [
  ...new Set(pointers.filter(({ to }) => to === name).flatMap(({ late }) => late)),
]

/** The order in which tables can arrive. */
export const turnsOf = (tables: readonly Table[]): Turn[] => {
  const waitingTables = new Map(tables.map((table) => [table.name, table]))
  const waitsFor = ({ name, columns, pointers }: Table): string[] => {
    // The triggers that write the own values of a record read the fields.
    const neededTables = [...pointers.map(({ to }) => to), ...(columns.includes('own_values') ? ['own_field'] : [])]
    return neededTables.filter((needed) => needed !== name && waitingTables.has(needed))
  }
  const tablesBehind = (table: Table): Set<string> => {
    const names = new Set([table.name])
    for (const name of names) for (const next of waitsFor(entryOf(waitingTables, name))) names.add(next)
    return names
  }
  const turns: Turn[] = []
  while (waitingTables.size > 0) {
    // The person who reaches the fewest reaches only those who reach it as well.
    const fewest = firstOf([...waitingTables.values()].map(tablesBehind).toSorted((a, b) => a.size - b.size))
    turns.push([...fewest].map((name) => entryOf(waitingTables, name)))
    for (const name of fewest) waitingTables.delete(name)
  }
  return turns
}

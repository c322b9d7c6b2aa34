import type pg from 'pg'

/** Something that the schema or the program asks of a database, and how it is tried: statements that leave nothing behind. */
export type DatabaseFeature = { readonly name: string; readonly statements: readonly string[] }

const probeTable = 'create table zaice_probe (org_id bigint not null, id bigint, note text, span int4range, words jsonb)'

/** In the order in which a reader asks: what it is at all, then the schema, then how sessions work. */
export const databaseFeatures: readonly DatabaseFeature[] = [
  { name: 'PostgreSQL 15 or newer', statements: ["select 1 / (current_setting('server_version_num')::int >= 150000)::int"] },
  { name: 'text in UTF-8', statements: ["select 1 / (current_setting('server_encoding') = 'UTF8')::int"] },
  {
    name: 'making roles without login, and becoming one of them',
    statements: ['create role zaice_probe_role nologin', 'grant zaice_probe_role to current_user', 'set local role zaice_probe_role'],
  },
  {
    name: 'row-level security that holds for the owner as well',
    statements: [
      'create table zaice_probe_rows (org_id bigint)',
      'alter table zaice_probe_rows enable row level security',
      'alter table zaice_probe_rows force row level security',
      "create policy own on zaice_probe_rows using (nullif(current_setting('zaice.probe', true), '')::bigint = org_id)",
    ],
  },
  { name: 'extension btree_gin', statements: ['create extension if not exists btree_gin'] },
  { name: 'extension btree_gist', statements: ['create extension if not exists btree_gist'] },
  {
    name: 'Chinese order by pinyin (ICU)',
    statements: [
      "create collation zaice_probe_pinyin (provider = icu, locale = 'zh-u-co-pinyin-kn-true')",
      "select 1 / ('阿' < '波' collate zaice_probe_pinyin)::int",
    ],
  },
  {
    name: 'partitions',
    statements: [
      'create table zaice_probe_parts (org_id bigint, at date) partition by range (at)',
      "create table zaice_probe_part partition of zaice_probe_parts for values from ('2026-01-01') to ('2027-01-01')",
    ],
  },
  {
    name: 'GIN, GiST and BRIN indexes',
    statements: [
      probeTable,
      "create index on zaice_probe using gin (string_to_array(note, ','))",
      'create index on zaice_probe using gist (span)',
      'create index on zaice_probe using brin (id)',
    ],
  },
  {
    name: 'unique indexes that are partial, or count nulls as equal',
    statements: [
      probeTable,
      'create unique index on zaice_probe (id) where note is null',
      'create unique index on zaice_probe (id) nulls not distinct',
    ],
  },
  { name: 'exclusion constraints', statements: [probeTable, 'alter table zaice_probe add exclude using gist (span with &&)'] },
  {
    name: 'columns that the database numbers or computes',
    statements: ['create table zaice_probe (id bigint generated always as identity, a int, b int generated always as (a + 1) stored)'],
  },
  {
    name: 'functions in PL/pgSQL with the rights of their owner and settings of their own',
    statements: [
      `create function zaice_probe_function() returns int language plpgsql security definer set search_path = pg_catalog
         set plan_cache_mode = force_generic_plan as $$ begin return 1; end $$`,
      'select zaice_probe_function()',
    ],
  },
  {
    name: 'triggers with the rows of a statement',
    statements: [
      probeTable,
      'create function zaice_probe_trigger() returns trigger language plpgsql as $$ begin return null; end $$',
      `create trigger counted after insert on zaice_probe referencing new table as rows for each statement
         execute function zaice_probe_trigger()`,
    ],
  },
  {
    name: 'JSON as rows, and rows as JSON',
    statements: [
      'select * from jsonb_to_recordset(\'[{"a": 1}]\') as r (a int)',
      "select jsonb_agg(jsonb_build_object('a', 1)) filter (where true)",
      "select jsonb_path_query_first('{\"a\": 1}', '$.a')",
    ],
  },
  { name: 'locks on words of the program', statements: ["select pg_advisory_xact_lock(hashtextextended('probe', 1))"] },
  { name: 'rows that others hold are passed over', statements: [probeTable, 'select * from zaice_probe for update skip locked'] },
  { name: 'messages between sessions (LISTEN, NOTIFY)', statements: ['listen zaice_probe', "select pg_notify('zaice_probe', 'x')"] },
  { name: 'limits of a statement and of a lock', statements: ["set local statement_timeout = '5s'", "set local lock_timeout = '3s'"] },
  { name: 'the hash of texts (SHA-256)', statements: ["select sha256('a')"] },
]

export type FeatureResult = { readonly name: string; /** What the database said; absent where it can. */ readonly refusal?: string }

/** Tries every feature on a database, each by itself, and takes it back: nothing stays. */
export const probeFeatures = async (client: Pick<pg.Client, 'query'>): Promise<FeatureResult[]> => {
  const results: FeatureResult[] = []
  for (const { name, statements } of databaseFeatures) {
    await client.query('begin')
    try {
      for (const statement of statements) await client.query(statement)
      results.push({ name })
    } catch (error) {
      results.push({ name, refusal: error instanceof Error ? error.message : String(error) })
    } finally {
      await client.query('rollback')
    }
  }
  return results
}

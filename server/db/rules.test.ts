import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationsDir } from '../main.ts'
import { isBaseline } from './baseline.ts'
import { testDatabase } from './testing.ts'

/** The rules of docs/decisions/0040-cost-of-requests.md for tables and statements, as far as the catalogue and the source can say. */
const { database, newOrganisation } = await testDatabase()

const serverDir = join(import.meta.dirname, '..')
const sources = readdirSync(serverDir, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(serverDir, path), 'utf8') }))
// What changes the schema while rows are there: the baseline is made on an empty database.
const migrations = readdirSync(migrationsDir)
  .filter((name) => !isBaseline(name))
  .map((path) => ({ path, text: readFileSync(join(migrationsDir, path), 'utf8').replaceAll(/--.*$/gm, '') }))

type Rule = {
  readonly title: string
  readonly where: readonly { readonly path: string; readonly text: string }[]
  readonly never: RegExp
  /** How often it stands somewhere from before the rule: it may become fewer. */
  readonly atMost?: number
}

const rules: readonly Rule[] = [
  {
    title: 'the organisation of each table is a parameter, not that of another table',
    where: sources,
    never: /(?:\b\w+|\})\.org_id = (?!p_org)(?:\w+|\$\{\w+\})\.org_id\b|\busing \(org_id\b(?! =)/g,
  },
  {
    title: 'rows are not named by pairs of organisation and id',
    where: sources,
    never: /\((?:\w+\.)?org_id, (?:\w+\.)?\w+\) in \(/g,
  },
  {
    title: 'the moment in an upsert is a parameter',
    where: [...sources, ...migrations],
    never: /\bdo update set\b(?:(?!\breturning\b)[^;`])*?\bnow\(\)/g,
  },
  { title: 'what moment it is says the database', where: sources, never: /\bDate\.now\(\)|\bnew Date\(\)/g, atMost: 20 },
  { title: 'history is in the order of its organisation, not of transactions', where: sources, never: /order by [^`\n]*\bxid\b/g },
  {
    title: 'no request makes a table for itself',
    where: [...sources, ...migrations],
    never: /\bcreate (?:temp|temporary|unlogged) table\b/gi,
  },
  // Two limits of an import, and the mark by which a pooler shows that it keeps sessions.
  { title: 'a session knows its organisation and nothing else', where: sources, never: /set_config\('(?!app\.org')/g, atMost: 4 },
  {
    title: 'one change of a table at a time',
    where: migrations,
    never: /\balter table\b[^;]*,\s*(?:add|drop|alter|validate) (?:constraint|column)\b/gi,
  },
  {
    title: 'no change that writes a table anew',
    where: migrations,
    never: /\balter column \w+ (?:set data )?type\b|\badd column [^;]*\bgenerated always as \(/gi,
  },
  {
    title: 'a new table is complete when it is made, keys included',
    where: migrations,
    never: /\bcreate table (\w+)\b(?=[\s\S]*\balter table \1 add (?:constraint|foreign|primary|unique)\b)/gi,
  },
  { title: 'a name of a constraint is read by how it ends or what it holds', where: sources, never: /\.constraint === '/g },
]

for (const { title, where, never, atMost = 0 } of rules)
  test(title, () => {
    const found = where.flatMap(({ path, text }) => [...text.matchAll(never)].map(([words]) => `${path}: ${words.replaceAll(/\s+/g, ' ')}`))
    assert.ok(found.length <= atMost, `${found.length} of at most ${atMost}:\n${found.join('\n')}`)
  })

/** What the catalogue has that the rules do not allow, each with those that were there before. */
const inCatalogue: readonly [title: string, text: string, known: readonly string[]][] = [
  ['no constraint waits for the end of a transaction', `select conname as name from pg_constraint where condeferrable`, []],
  [
    'no trigger reads tables of changed rows',
    `select tgname as name from pg_trigger where not tgisinternal and (tgoldtable is not null or tgnewtable is not null)`,
    ['asset_counted_delete', 'asset_counted_insert', 'asset_counted_update'],
  ],
  [
    'what looks across organisations is a function in plpgsql',
    `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and l.lanname <> 'plpgsql'`,
    [],
  ],
  [
    'every table of an organisation begins its keys with it',
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum)`,
    // Announcements are read in the order of the database.
    ['outbox'],
  ],
]

for (const [title, text, known] of inCatalogue)
  test(title, async () => {
    const rows = await database.reading(await newOrganisation(), (tx) => tx.query<{ name: string }>(text))
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !known.includes(name)),
      [],
    )
  })

test('what every posting, count, search and process asks is planned once in a session', async () => {
  const rows = await database.reading(await newOrganisation(), (tx) =>
    tx.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (proconfig) order by 1`,
    ),
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    [
      'count_moves',
      'gate_asset_at',
      'gate_hand_out_from',
      'gate_lease_jobs',
      'gate_newest_assets',
      'gate_outbox_since',
      'ledger_lock',
      'ledger_post',
      'ledger_release',
      'ledger_reserve',
      'settle_task_cards',
    ],
  )
})

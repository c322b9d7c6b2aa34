import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { catalogueFaults } from './catalogue.ts'
import { migrate, MigrationRefused, pending, readMigrations, type Migration } from './migrate.ts'
import { testDatabase } from './testing.ts'

const { url } = await testDatabase()
const real = readMigrations(join(import.meta.dirname, 'migrations'))

const owner = new pg.Client({ connectionString: url })
owner.on('error', () => undefined)
await owner.connect()
after(() => owner.end())

const made = (name: string, text: string): Migration => ({ name, text, sha256: name + text })
const [a, b, c] = [made('001_a.sql', 'a'), made('002_b.sql', 'b'), made('003_c.sql', 'c')]
const applied = (...list: Migration[]) => new Map(list.map(({ name, sha256 }) => [name, sha256]))

const plans: [title: string, migrations: Migration[], applied: Map<string, string>, outcome: string[] | RegExp][] = [
  ['an empty database gets everything', [a, b], applied(), ['001_a.sql', '002_b.sql']],
  ['the rest is applied', [a, b, c], applied(a), ['002_b.sql', '003_c.sql']],
  ['nothing is left', [a, b], applied(a, b), []],
  ['a changed file', [{ ...a, sha256: 'other' }, b], applied(a), /001_a\.sql was changed/],
  ['a file that came too late', [a, b, c], applied(a, c), /002_b\.sql comes before 003_c\.sql/],
  ['a newer database', [a], applied(a, b), /newer than this program: it knows 002_b\.sql/],
]
for (const [title, migrations, known, outcome] of plans)
  test(`plan: ${title}`, () => {
    if (outcome instanceof RegExp)
      assert.throws(
        () => pending(migrations, known),
        (error) => error instanceof MigrationRefused && outcome.test(error.message),
      )
    else
      assert.deepEqual(
        pending(migrations, known).map(({ name }) => name),
        outcome,
      )
  })

const folders: [title: string, files: string[], fault: RegExp][] = [
  ['a name without a number', ['words.sql'], /words\.sql is not named/],
  ['a number twice', ['001_a.sql', '001_b.sql'], /number 001/],
]
for (const [title, files, fault] of folders)
  test(`folder: ${title} is refused`, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'zaice-migrations-'))
    t.after(() => rmSync(dir, { recursive: true }))
    for (const file of files) writeFileSync(join(dir, file), '')
    assert.throws(() => readMigrations(dir), fault)
  })

test('a migrated database is left as it is, also by several processes at once', async () => {
  assert.deepEqual(await Promise.all([migrate(url, real), migrate(url, real), migrate(url, real)]), [[], [], []])
  assert.deepEqual(await catalogueFaults(url), [])
})

test('a migration that fails half-way leaves nothing behind and can be run again', async () => {
  const broken = made('901_broken.sql', 'create table half (org_id bigint not null, primary key (org_id)); select 1 / 0;')
  await assert.rejects(migrate(url, [...real, broken]), /901_broken\.sql failed: division by zero/)
  const { rows } = await owner.query(
    "select to_regclass('half') as made, (select count(*) from migration where name like '901%')::int as n",
  )
  assert.deepEqual(rows, [{ made: null, n: 0 }])
})

test('a migration whose process is killed is wholly undone, and the next start applies it', async () => {
  const slow = made(
    '902_slow.sql',
    "create table slow (org_id bigint not null, primary key (org_id)); select pg_sleep(case current_setting('application_name') when 'killed' then 30 else 0 end);",
  )
  const killed = migrate(`${url}?application_name=killed`, [...real, slow])
  const isAtWork = async () =>
    (await owner.query("select pid from pg_stat_activity where application_name = 'killed' and query like '%pg_sleep%'")).rows[0]?.pid
  // A line that breaks is opened again a few times: a process that is killed comes to its end with none.
  let isOver = false
  const rejected = assert.rejects(killed).finally(() => (isOver = true))
  while (!isOver) {
    const pid = await isAtWork()
    if (pid !== undefined) await owner.query('select pg_terminate_backend($1)', [pid])
    await new Promise((done) => setTimeout(done, 20))
  }
  await rejected
  assert.equal((await owner.query("select to_regclass('slow') as made")).rows[0].made, null)
  assert.deepEqual(await migrate(url, [...real, slow]), ['902_slow.sql'])
  await owner.query("drop table slow; delete from migration where name = '902_slow.sql'")
})

test('a migration may add a foreign key to a table that holds rows behind row-level security', async () => {
  const key = 'wf_migration_later_fkey'
  const text = `alter table wf_migration add column later bigint, add constraint ${key} foreign key (org_id, later) references person (org_id, id)`
  await migrate(url, [...real, made('999_later.sql', text)])
  await owner.query(
    `alter table wf_migration drop constraint ${key}, drop column later; delete from migration where name = '999_later.sql'`,
  )
})

test('names that were kept in the order of another version of the language are put in order again', async () => {
  const state = async () =>
    (
      await owner.query<{ file: string; isNow: boolean }>(
        `select pg_relation_filenode('asset_sorted_name') as file, collversion = pg_collation_actual_version(oid) as "isNow"
         from pg_collation where collname = 'by_pinyin'`,
      )
    ).rows[0]!
  const before = await state()
  await migrate(url, real)
  assert.deepEqual([before, before.isNow], [await state(), true], 'nothing is done where nothing has changed')
  const { rows } = await owner.query<{ index: string; locale: string }>(
    `select pg_get_indexdef('asset_sorted_name'::regclass) as index, (select colllocale from pg_collation where collname = 'by_pinyin') as locale`,
  )
  const [{ index, locale }] = rows as [{ index: string; locale: string }]
  await owner.query(
    `drop index asset_sorted_name; drop collation by_pinyin;
     create collation by_pinyin (provider = icu, locale = '${locale}', version = '1'); ${index}`,
  )
  const other = await state()
  await migrate(url, real)
  const after = await state()
  assert.deepEqual([other.isNow, after.isNow, other.file === after.file], [false, true, false])
})

test('a file without a transaction may hold what no transaction allows', async () => {
  const concurrent = made(
    '903_concurrent.sql',
    '-- no-transaction\ncreate table if not exists wide (org_id bigint not null, n int, primary key (org_id));\ncreate index concurrently if not exists wide_n on wide (n);\n',
  )
  assert.deepEqual(await migrate(url, [...real, concurrent]), ['903_concurrent.sql'])
  assert.equal((await owner.query("select to_regclass('wide_n') is not null as made")).rows[0].made, true)
  await owner.query("drop table wide; delete from migration where name = '903_concurrent.sql'")
})

/** What a careless migration could bring, how it is planted and taken away, and what the start says about it. */
const planted: [title: string, plant: string, remove: string, words: RegExp][] = [
  ['a table without an organisation', 'create table t (id bigint primary key)', 'drop table t', /^The table t has no column org_id/],
  ['an organisation that may be missing', 'create table t (org_id bigint, id bigint)', 'drop table t', /^The table t has no column org_id/],
  [
    'a primary key without the organisation',
    'create table t (org_id bigint not null, id bigint primary key)',
    'drop table t',
    /t_pkey of t does not begin with org_id/,
  ],
  [
    'a unique index without the organisation',
    'create unique index x on person (email)',
    'drop index x',
    /unique index x of person does not begin/,
  ],
  [
    'a foreign key without the organisation',
    'create table t (org_id bigint not null, role bigint, primary key (org_id)); create table r (org_id bigint not null, id bigint, primary key (org_id), unique (id)); alter table t add foreign key (role) references r (id)',
    'drop table t, r',
    /foreign key t_role_fkey of t does not begin/,
  ],
  [
    'row-level security that is off',
    'alter table person disable row level security',
    'alter table person enable row level security',
    /not enabled and forced on the table person/,
  ],
  [
    'row-level security that spares the owner',
    'alter table person no force row level security',
    'alter table person force row level security',
    /not enabled and forced on the table person/,
  ],
  [
    'a policy that opens a table',
    'create policy open on person using (true)',
    'drop policy open on person',
    /policy open of person opens the table/,
  ],
  [
    'a policy of another condition',
    'alter policy own_organisation on person using (true)',
    'alter policy own_organisation on person using (org_id = current_org())',
    /The table person has no policy own_organisation/,
  ],
  [
    "a function with its owner's rights and no search path",
    'create function f() returns int language sql security definer as $$ select 1 $$',
    'drop function f()',
    /function f\(\) runs with its owner's rights and has no fixed search_path/,
  ],
  [
    'a function with the rights of the owner of all',
    'create function f() returns int language sql security definer set search_path = public as $$ select 1 $$',
    'drop function f()',
    /function f\(\) runs with the rights of zaice and must run/,
  ],
  [
    'a function for everybody',
    'grant execute on function gate_organisations() to public',
    'revoke execute on function gate_organisations() from public',
    /gate_organisations\(\) runs with its owner's rights and may be called by everybody/,
  ],
  ["a view with its owner's rights", 'create view w as select * from person', 'drop view w', /view w reads with its owner's rights/],
  [
    'a materialised view',
    'create materialized view w as select 1 as n',
    'drop materialized view w',
    /materialised view w knows no row-level security/,
  ],
  [
    'a privilege to empty tables',
    'grant truncate on person to zaice_app',
    'revoke truncate on person from zaice_app',
    /privilege TRUNCATE on the table person/,
  ],
  [
    'a privilege to change the ledger',
    'grant update on move to zaice_app',
    'revoke update on move from zaice_app',
    /privilege UPDATE on the table move/,
  ],
  [
    'an unset organisation that is no error',
    "create or replace function current_org() returns bigint language sql stable as $$ select current_setting('app.org', true)::bigint $$",
    "create or replace function current_org() returns bigint language sql stable parallel safe as $$ select current_setting('app.org')::bigint $$",
    /current_org\(\) does not read/,
  ],
]
for (const [title, plant, remove, words] of planted)
  test(`the start refuses ${title}`, async () => {
    await owner.query('grant create on schema public to zaice_gate')
    await owner.query('begin')
    await owner.query(plant)
    await owner.query('commit')
    try {
      const faults = await catalogueFaults(url)
      assert.ok(
        faults.some((fault) => words.test(fault)),
        faults.join('\n') || 'no fault was found',
      )
    } finally {
      await owner.query(remove)
    }
  })

test('after all of them the schema is clean again', async () => {
  await migrate(url, real)
  assert.deepEqual(await catalogueFaults(url), [])
})

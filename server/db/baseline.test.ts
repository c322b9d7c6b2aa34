import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { firstOf } from '../../kernel/assert.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { insert } from '../testing/company.ts'
import { readFormerMigrations, schemaObjects } from '../testing/schema.ts'
import { formerMigrations, isBaseline, isFormer, isFormerRelease } from './baseline.ts'
import { catalogueFaults } from './catalogue.ts'
import { migrate, MigrationRefused, type Migration, pending, readMigrations } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { copyDatabase, testDatabase } from './testing.ts'

const { url } = await testDatabase()
const migrations = readMigrations(join(import.meta.dirname, 'migrations'))
const baseline = migrations.filter(({ name }) => isBaseline(name))
const former = readFormerMigrations()
const first = firstOf(migrations)

type End = (close: () => Promise<void>) => void

const asAdministrator = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** An empty database, gone when the test is done; its address. */
const emptyDatabase = async (end: End): Promise<string> => {
  const name = `empty_${newId()}`
  await asAdministrator(`create database ${name} template template0`)
  end(() => asAdministrator(`drop database ${name} with (force)`))
  return url.replace(/\/[^/]*$/, `/${name}`)
}

/** A database as version 0.3.0 left it. It is made once: each test has a copy. */
const formerDatabase = async (end: End): Promise<string> => {
  const name = `former_${newId()}`
  const copy = await copyDatabase(await formerTemplate, name)
  end(() => asAdministrator(`drop database ${name} with (force)`))
  return copy
}

const makeFormerTemplate = async (): Promise<string> => {
  const name = `former_template_${newId()}`
  await asAdministrator(`create database ${name} template template0`)
  const template = url.replace(/\/[^/]*$/, `/${name}`)
  await migrate(template, former)
  return template
}

const formerTemplate = makeFormerTemplate()
after(async () => asAdministrator(`drop database ${new URL(await formerTemplate).pathname.slice(1)} with (force)`))

const recordedNames = async (at: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from migration order by name')
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** How many rows each table of an organisation has, and a digest of them. */
const rowsOf = async (at: string, orgId: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    await client.query("select set_config('app.org', $1, false), set_config('TimeZone', 'UTC', false)", [orgId])
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
    )
    const digests = []
    for (const { name } of tables)
      digests.push(
        (await client.query(`select '${name}' as name, count(*), md5(string_agg(t::text, e'\\n' order by t::text)) from ${name} t`))
          .rows[0],
      )
    return digests
  } finally {
    await client.end()
  }
}

/** What the catalogue says of each table. */
const tableSentences = async (at: string): Promise<{ name: string; sentence: string | null }[]> => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; sentence: string | null }>(
      `select relname as name, obj_description(oid, 'pg_class') as sentence from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
    )
    return rows
  } finally {
    await client.end()
  }
}

test('the fixture is what version 0.3.0 was released with', () => {
  assert.equal(former.length, formerMigrations.count)
  assert.equal(former.at(-1)?.name, formerMigrations.last)
  assert.ok(former.every(({ name }) => isFormer(name)))
  assert.equal(isFormerRelease(new Map(former.map(({ name, sha256 }) => [name, sha256]))), true)
})

test('the baseline makes the schema that the former migrations made, object by object', async (t) => {
  const fresh = await emptyDatabase((close) => t.after(close))
  assert.deepEqual(
    await migrate(fresh, baseline),
    baseline.map(({ name }) => name),
  )
  const [made, expected] = [await schemaObjects(fresh), await schemaObjects(await formerTemplate)]
  assert.deepEqual(
    { lacks: expected.filter((line) => !made.includes(line)), has: made.filter((line) => !expected.includes(line)) },
    { lacks: [], has: [] },
  )
  assert.deepEqual(made, expected)
  assert.ok(made.length > 2500, `${made.length} objects`)
  assert.deepEqual(await catalogueFaults(fresh), [])
})

test('every table says what a row of it is', async () => {
  assert.deepEqual(
    (await tableSentences(url)).filter(({ sentence }) => !/^[A-Z].{10,}\.$/.test(sentence ?? '')),
    [],
  )
})

/** Rows as version 0.3.0 wrote them. */
const plantRows = async (at: string): Promise<Id> => {
  const database = openDatabase({ url: at, poolSize: 1 })
  const [orgId, person, place, model, application] = [newId(), newId(), newId(), newId(), newId()]
  try {
    await database.inTransaction(orgId, async (tx) => {
      await tx.query(`insert into organisation (org_id, name) values ($1, '一')`, [orgId])
      await insert(tx, 'person', [{ id: person, username: `ann${person}`, user_name: '安' }])
      await insert(tx, 'location', [{ id: place, loc_code: 'A', loc_name: '一号库', manager_uid: person }])
      await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '型号' }])
      await tx.query(`insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, 'f', '表', '{}', $2)`, [orgId, person])
      await tx.query(
        `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key) values ($1, 'w', '流程', 'm', 'i', 'c', 'f')`,
        [orgId],
      )
      await tx.query(`insert into wf_definition (org_id, flow_key, version, body) values ($1, 'w', 1, '{}')`, [orgId])
      await tx.query(
        `insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, title, number, form_rev, rev, state, created_at, updated_at, search, grams)
         values ($1, $2, 'w', 1, 'running', $3, '申请', 'SQ1', 1, 1, '{}', now(), now(), '申请', '{申,申请}')`,
        [orgId, application, person],
      )
    })
  } finally {
    await database.close()
  }
  return orgId
}

test('a database of version 0.3.0 goes on with all of its rows, and is like a new one', async (t) => {
  const at = await formerDatabase((close) => t.after(close))
  const orgId = await plantRows(at)
  const before = await rowsOf(at, orgId)
  const steps: string[] = []

  assert.deepEqual(await migrate(at, baseline, (line) => steps.push(line)), [])
  assert.match(steps[0] ?? '', /schema of version 0\.3\.0 as the baseline/)
  assert.deepEqual(await rowsOf(at, orgId), before)
  const later = migrations.filter(({ name }) => !isBaseline(name)).map(({ name }) => name)
  assert.deepEqual(await migrate(at, migrations), later)
  assert.deepEqual(
    await recordedNames(at),
    [...former, ...migrations].map(({ name }) => name),
    'a process of version 0.3.0 that still runs finds its newest migration',
  )
  assert.deepEqual(await schemaObjects(at), await schemaObjects(url))
  assert.deepEqual(await tableSentences(at), await tableSentences(url))
  assert.deepEqual(await catalogueFaults(at), [])
  assert.deepEqual(await migrate(at, migrations), [], 'a second start changes nothing')
  await assert.rejects(migrate(at, former), (error) => error instanceof MigrationRefused && /newer than this program/.test(error.message))
})

test('processes that start together on a database of version 0.3.0 wait for each other', async (t) => {
  const at = await formerDatabase((close) => t.after(close))
  const later = migrations.filter(({ name }) => !isBaseline(name)).map(({ name }) => name)
  const applied = await Promise.all([migrate(at, migrations), migrate(at, migrations), migrate(at, migrations)])
  assert.deepEqual(applied.flat(), later)
  assert.equal((await recordedNames(at)).length, former.length + migrations.length)
})

const refusals: [title: string, list: (all: Migration[]) => Migration[], words: RegExp][] = [
  [
    'that lacks the last ones',
    (all) => all.slice(0, -2),
    /older than version 0\.3\.0: its last migration is 330_statistics_due\.sql\. Start version 0\.3\.0/,
  ],
  ['of its beginning', (all) => all.slice(0, 1), /older than version 0\.3\.0: its last migration is 001_ground\.sql/],
  ['that lacks one in between', (all) => all.toSpliced(50, 1), /other migrations than version 0\.3\.0\. Start version 0\.3\.0 on it first/],
  ['with a changed text', (all) => all.with(0, { ...firstOf(all), sha256: '0' }), /other migrations than version 0\.3\.0/],
  [
    'with one more',
    (all) => [...all, { name: '345_more.sql', text: '', sha256: '1' }],
    /last migration is 345_more\.sql, has other migrations/,
  ],
]
for (const [title, list, words] of refusals)
  test(`a former database ${title} is refused and stays as it is`, async (t) => {
    const at = await emptyDatabase((close) => t.after(close))
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    await client.query(
      'create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const recorded = list(former)
    await client.query('insert into migration (name, sha256) select * from unnest($1::text[], $2::text[])', [
      recorded.map(({ name }) => name),
      recorded.map(({ sha256 }) => sha256),
    ])
    await client.end()
    await assert.rejects(migrate(at, migrations), (error) => error instanceof MigrationRefused && words.test(error.message))
    assert.deepEqual(await recordedNames(at), recorded.map(({ name }) => name).sort())
  })

test('a recording that fails leaves the database as it was, and the next start does it', async (t) => {
  const at = await formerDatabase((close) => t.after(close))
  const broken = migrations.with(0, { ...first, text: "comment on table nothing_here is\n  'No such table.';" })
  await assert.rejects(migrate(at, broken), /nothing_here/)
  assert.deepEqual(
    await recordedNames(at),
    former.map(({ name }) => name),
  )
  await migrate(at, migrations)
  assert.equal((await recordedNames(at)).length, former.length + migrations.length)
})

test('a database that is ahead of this program keeps the names of its migrations', async (t) => {
  const at = await formerDatabase((close) => t.after(close))
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  await client.query("insert into migration (name, sha256) values ('999_later.sql', '1')")
  await client.end()
  await assert.rejects(migrate(at, migrations), /newer than this program: it knows 999_later\.sql/)
  assert.equal((await recordedNames(at)).length, former.length + 1)
  assert.throws(() => pending(former, new Map(baseline.map(({ name, sha256 }) => [name, sha256]))), /newer than this program/)
})

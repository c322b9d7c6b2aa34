import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { presets } from '../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { valueColumnOf } from '../../domain/records/ownFields/ownField.ts'
import { demoPassword } from '../access/demoUsers.ts'
import { makeDemo } from '../demo/demo.ts'
import { auditDatabase, auditOrganisation } from '../audit/audit.ts'
import type { Means } from '../audit/check.ts'
import { headsOf } from '../audit/heads.ts'
import { anchorAll, sealAll } from '../audit/seal.ts'
import { isBaseline } from '../db/baseline.ts'
import type { Database } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { folderOf, folderStorage } from '../storage/storage.ts'
import { openLog } from '../log.ts'
import { handlers } from '../routes.ts'
import { readSettings } from '../settings.ts'
import { keepingIn, openDoor } from '../testing/app.ts'
import { livedCompany } from '../testing/lived.ts'
import { readFormerMigrations } from '../testing/schema.ts'
import { openArchive, TakeoutRefused, writeArchive } from './archive.ts'
import { bringsPasswords, checkTakeout, takeIn } from './in.ts'
import { type Manifest, manifestName } from './manifest.ts'
import { takeOut } from './out.ts'
import { dayFolderOf } from '../files/files.ts'
import { secretColumns, staysBehind, travellingTables } from './tables.ts'

const log = openLog('silent')
const dir = mkdtempSync(join(tmpdir(), 'zaice-takeout-'))
after(() => rmSync(dir, { recursive: true, force: true }))

const from = await testDatabase()
const to = await testDatabase()
const fromFiles = join(dir, 'from')
const keeping = { ...keepingIn(fromFiles), settings: readSettings({ DATA_DIR: fromFiles }) }
const toFiles = join(dir, 'to')
const secondKey = 'the key of the second house'
const arriving = { database: to.database, url: to.url, storage: folderStorage(toFiles), sealKey: secondKey }

/** Who lives in the receiving database already. */
const neighbour = await livedCompany(to.database)
await makeDemo({ database: from.database, ...keeping })
await sealAll(from.database, { key: 'the key of the first house', log, settleMs: 0 })

const orgOf = async (database: Database, login: string): Promise<Id> =>
  (await database.gate<{ org_id: Id }>('select org_id from gate_organisations_of_login($1)', [login]))[0]!.org_id
const formerNames = readFormerMigrations().map(({ name }) => name)
// The receiving database was made by version 0.3.0.
const owner = new pg.Client({ connectionString: to.url })
await owner.connect()
await owner.query("insert into migration (name, sha256) select name, '' from unnest($1::text[]) as n (name)", [formerNames])
await owner.end()
const one = await orgOf(from.database, 'admin')
const two = await orgOf(from.database, 'other')
const trial = await orgOf(from.database, 'trial')

/** Own fields of three kinds, of which one is unique, with a value on several records. */
await from.database.inTransaction(one, async (tx) => {
  for (const [noun, key, control, isUnique] of [
    ['asset', 'x1', presets.line.make(String), true],
    ['asset', 'x2', presets.whole.make(String), false],
    ['supplier', 'x3', presets.date.make(String), false],
  ] as const)
    await tx.query(
      `insert into own_field (org_id, noun, key, label, control, value_column, is_unique, position, created_by)
       values ($1, $2, $3, $3, $4, $5, $6, 1, 1)`,
      [one, noun, key, JSON.stringify(control), valueColumnOf(control), isUnique],
    )
  await tx.query(
    `update asset set own_values = jsonb_build_object('x1', instance_code, 'x2', 12) where org_id = $1 and id in
       (select id from asset where org_id = $1 and deleted_at is null order by id limit 20)`,
    [one],
  )
  await tx.query(`update supplier set own_values = '{"x3": "2026-11-28"}' where org_id = $1 and deleted_at is null`, [one])
})

const out = async (orgId: Id, name: string, secrets = true): Promise<{ file: string; manifest: Manifest }> => {
  const file = join(dir, name)
  const handle = await open(file, 'w')
  try {
    const sink = async (bytes: Buffer) => void (await handle.write(bytes))
    return { file, manifest: await takeOut({ database: from.database, storage: keeping.storage }, { orgId, by: 'test', secrets, sink }) }
  } finally {
    await handle.close()
  }
}

type Held = Map<string, string[]>

/** Every row of the organisation in every table that the catalogue knows, as the database writes it. */
const held = (database: Database, orgId: Id): Promise<Held> =>
  database.withPlainClient(orgId, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    )
    const rows: Held = new Map()
    for (const { name } of tables)
      rows.set(
        name,
        (await client.query<{ row: string }>(`select t::text as row from ${name} t where org_id = $1 order by 1`, [orgId])).rows.map(
          ({ row }) => row,
        ),
      )
    return rows
  })

/** Kept in several slots, of which only the sum says something. */
const counted = (database: Database, orgId: Id) =>
  database.reading(orgId, (tx) =>
    tx.query('select loc_id, state, sum(n) as n from asset_count where org_id = $1 group by 1, 2 having sum(n) <> 0 order by 1, 2', [
      orgId,
    ]),
  )

/** What stands in `later` and not in `earlier`; fails where something is missing. */
const added = (earlier: readonly string[], later: readonly string[]): string[] => {
  const rest = new Map<string, number>()
  for (const row of later) rest.set(row, (rest.get(row) ?? 0) + 1)
  for (const row of earlier) {
    assert.ok(rest.get(row), `missing: ${row}`)
    rest.set(row, rest.get(row)! - 1)
  }
  return [...rest].flatMap(([row, n]) => Array<string>(n).fill(row))
}

const sameFiles = async (orgId: Id): Promise<number> => {
  const paths = await from.database.reading(orgId, (tx) => tx.query<{ path: string }>('select path from file where org_id = $1', [orgId]))
  const digest = async (storage: typeof arriving.storage, path: string) =>
    createHash('sha256')
      .update(Buffer.concat(await (await storage.get(orgId, path))!.body.toArray()))
      .digest('hex')
  for (const { path } of paths) {
    assert.equal(await digest(arriving.storage, path), await digest(keeping.storage, path), path)
    const small = path.replace(/\.\w+$/, '.small.webp')
    if (await keeping.storage.get(orgId, small))
      assert.equal(await digest(arriving.storage, small), await digest(keeping.storage, small), small)
  }
  return paths.length
}

test('a whole organisation goes into another database without losing anything, and nobody there notices', async () => {
  const neighbourBefore = await held(to.database, neighbour.orgId)
  for (const [orgId, { file, manifest }] of [
    [one, await out(one, 'one.zip')],
    [two, await out(two, 'two.zip')],
  ] as const) {
    const before = await held(from.database, orgId)
    const arrived = await takeIn(file, arriving)
    assert.deepEqual(arrived, { manifest, faults: [] })
    const now = await held(to.database, orgId)
    assert.deepEqual([...now.keys()], [...before.keys()])
    for (const [table, rows] of before) {
      const own = now.get(table)!
      if (['session', 'outbox', 'takeout', 'disk_upload'].includes(table)) assert.deepEqual(own, [], table)
      else if (table === 'count_task' || table === 'count_stale')
        assert.ok(own.length >= rows.length, 'what is under way is folded again here')
      else if (table === 'asset_count') assert.deepEqual(await counted(to.database, orgId), await counted(from.database, orgId))
      else if (table === 'watched_change') assert.ok(added(rows, own).length > 0, 'what arrives is noted')
      else if (table === 'seal') {
        const extra = added(
          rows.map((row) => row.replace(/f\)$/, 't)')),
          own,
        )
        assert.ok(rows.length > 0 && extra.length > 0 && extra.every((row) => row.endsWith('f)')), 'the rest is sealed here')
      } else assert.deepEqual(own, rows, table)
    }
    assert.equal(await sameFiles(orgId), before.get('file')!.length)
    const filled = [
      'asset',
      'move',
      'document',
      'document_line',
      'balance',
      'person',
      'seal',
      'file',
      ...(orgId === one ? ['own_field', 'own_value', 'wf_task', 'news', 'message'] : []),
    ]
    for (const table of filled) assert.ok(before.get(table)!.length > 0, table)
    await assert.rejects(takeIn(file, arriving), /is here already/)
  }
  assert.deepEqual(await held(to.database, neighbour.orgId), neighbourBefore)
})

const faultsThere = async (means: Means): Promise<unknown[]> =>
  (await auditDatabase(to.database, means)).filter(({ orgId, count }) => orgId !== neighbour.orgId && count > 0)

test('its books and its seals hold where it arrived, under the key of that house, and heads of before are still there', async () => {
  await anchorAll(to.database, secondKey)
  await sealAll(to.database, { key: secondKey, log, settleMs: 0 })
  const heads = (await headsOf(from.database)).filter(({ orgId }) => orgId === one || orgId === two)
  assert.equal(heads.length, 2)
  assert.deepEqual(await faultsThere({ storage: arriving.storage, sealKey: secondKey, heads }), [])
  assert.deepEqual(await faultsThere({}), [])
})

test('whoever changes what came along, and makes its seals anew, is found out by the first seal that was made here', async () => {
  const owner = new pg.Client({ connectionString: to.url })
  await owner.connect()
  try {
    const found = async (sql: string) => {
      await owner.query('begin')
      await owner.query("select set_config('app.org', $1, true)", [one])
      await owner.query(sql)
      const findings = await auditOrganisation(async (text, values) => (await owner.query(text, [...values])).rows, one, {
        sealKey: secondKey,
      })
      await owner.query('rollback')
      return findings.filter(({ count }) => count > 0).map(({ check }) => check)
    }
    assert.deepEqual(await found('select 1'), [])
    assert.ok((await found("update seal set digests[1] = '\\x00' where no = 1")).includes('sealed: no seal was changed or taken away'))
    const pretended = await found('update seal set elsewhere = true where no = (select max(no) from seal)')
    assert.ok(pretended.includes('seals: every seal holds the one before, and none was made anew'), String(pretended))
  } finally {
    await owner.end()
  }
})

test('people sign in where it arrived, documents are posted there, codes and numbers go on', async () => {
  const ask = await openDoor({ database: to.database, ...keepingIn(toFiles), settings: readSettings({ DATA_DIR: toFiles }), log }, handlers)
  const signIn = await ask({
    path: `/api/oauth/token?grant_type=password&clientType=2&username=admin&password=${demoPassword}&device_id=x`,
    headers: { authorization: `Basic ${Buffer.from('app:app').toString('base64')}`, operationid: one },
  })
  assert.equal(signIn.status, 200, signIn.text)
  const token = signIn.json.access_token as string
  type Place = { store: Id; model: Id; code: string; seq: string }
  const [place] = await to.database.reading(one, (tx) =>
    tx.query<Place>(
      `select (select id from location where org_id = $1 and loc_code = 'HQ-S2') as store, (select id from model where org_id = $1 order by id limit 1) as model,
         (select max(instance_code) from asset where org_id = $1) as code, (select max(seq) from move where org_id = $1) as seq`,
      [one],
    ),
  )
  const id = newId()
  const posted = await ask({
    path: '/api/goods/gsinstockorder/submit',
    token,
    body: { id, header: { to: place!.store }, lines: [{ model: place!.model, quantity: '1' }] },
  })
  assert.equal(posted.status, 200, posted.text)
  assert.equal(posted.json.success, true, posted.text)
  const [after] = await to.database.reading(one, (tx) =>
    tx.query<{ code: string; seq: string }>(
      'select a.instance_code as code, m.seq from move m join asset a on a.org_id = $1 and a.id = m.item_id where m.org_id = $1 and m.document_id = $2',
      [one, id],
    ),
  )
  assert.ok(BigInt(after!.seq) > BigInt(place!.seq))
  assert.ok(after!.code > place!.code, `${after!.code} after ${place!.code}`)
  await sealAll(to.database, { key: secondKey, log, settleMs: 0 })
  assert.deepEqual(await faultsThere({ sealKey: secondKey }), [])
})

test('without secrets nothing comes along that somebody could act with', async () => {
  const { file, manifest } = await out(trial, 'plain.zip', false)
  assert.equal(bringsPasswords(manifest), false)
  const text = (await partsOf(file)).map(([, bytes]) => bytes.toString()).join('\n')
  assert.ok(!text.includes('$argon2'))
  assert.ok((await partsOf((await out(trial, 'secret.zip')).file)).some(([, bytes]) => bytes.includes('$argon2')))
})

test('an administrator’s file has no conversations and nobody’s own disk, and adds up where it arrives', async () => {
  const bytes = Buffer.from('只给群里的人看')
  const path = `${dayFolderOf(one, new Date(0))}/${newId()}.txt`
  await keeping.storage.put(one, path, bytes, 'text/plain')
  await from.database.inTransaction(one, async (tx) => {
    await tx.query(
      `insert into file (org_id, id, path, name, mime, size_bytes, sha256, is_private) values ($1, $2, $3, '工资.txt', 'text/plain', $4, $5, true)`,
      [one, newId(), path, bytes.length, createHash('sha256').update(bytes).digest('hex')],
    )
    await tx.query(
      `insert into file_scope (org_id, path, noun, ref_id) select $1, $2, 'chat', m.id from chat_message m where m.org_id = $1 limit 1`,
      [one, path],
    )
  })
  const { file, manifest } = await out(one, 'open.zip', false)
  const before = await held(from.database, one)
  const lines = async (table: string): Promise<Record<string, unknown>[]> => {
    const parts = new Map(await partsOf(file))
    return manifest.tables
      .find(({ name }) => name === table)!
      .parts.flatMap(({ name }) => parts.get(name)!.toString().trim().split('\n'))
      .map((line) => JSON.parse(line))
  }
  for (const table of ['chat', 'chat_member', 'chat_message']) {
    assert.ok(before.get(table)!.length > 0, table)
    assert.deepEqual(await lines(table), [], table)
  }
  const kinds = (await lines('disk_space')).map(({ kind }) => kind)
  assert.ok(kinds.includes('organisation') && !kinds.includes('person'), String(kinds))
  const [own] = await from.database.reading(one, (tx) =>
    tx.query<{ name: string }>(
      `select n.name from disk_node n join disk_space s on s.org_id = $1 and s.id = n.space_id and s.kind = 'person'
       where n.org_id = $1 and n.kind = 'file' limit 1`,
      [one],
    ),
  )
  const names = (await lines('disk_node')).map(({ name }) => name)
  assert.ok(names.length > 0 && !names.includes(own!.name))
  assert.deepEqual(
    [(await lines('file_scope')).filter(({ noun }) => noun === 'chat'), manifest.files.missing],
    [[], [path]],
    'what was only in a conversation is named and not there',
  )

  const third = await testDatabase()
  const arrived = await takeIn(file, { ...arriving, database: third.database, url: third.url, storage: folderStorage(join(dir, 'third')) })
  assert.deepEqual(arrived.faults, [])
})

test('what is named as a secret, or as staying behind, is there; whatever sounds like a secret is named', async () => {
  const tables = await to.database.withPlainClient(undefined, async (client) =>
    travellingTables(async (text, values) => (await client.query(text, [...values])).rows),
  )
  for (const [name, columns] of Object.entries(secretColumns))
    assert.deepEqual(
      columns.filter((column) => !tables.find((table) => table.name === name)?.columns.includes(column)),
      [],
      name,
    )
  assert.deepEqual(
    tables.filter(({ name }) => name in staysBehind).map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /secret|password|token|code_hash/.test(column) && !(secretColumns[name] ?? []).includes(column))
        .map((column) => `${name}.${column}`),
    ),
    [],
  )
})

// ------------------------------------------------------------------------------------------------------------ files that were tampered with

const partsOf = async (file: string): Promise<[string, Buffer][]> => {
  const handle = await open(file)
  try {
    const archive = await openArchive(handle)
    const parts: [string, Buffer][] = []
    for (const name of archive.names) parts.push([name, await archive.read(name)])
    return parts
  } finally {
    await handle.close()
  }
}

const write = async (parts: Iterable<readonly [string, Buffer]>): Promise<Buffer> => {
  const pieces: Buffer[] = []
  const archive = writeArchive(async (bytes) => void pieces.push(bytes), new Date(0))
  for (const [name, bytes] of parts) await archive.add(name, bytes)
  await archive.end()
  return Buffer.concat(pieces)
}

type Whole = { parts: Map<string, Buffer>; manifest: Manifest }

/** The takeout with something changed in it; with `covered` its digests and counts are made to fit, as a person would who knows of them. */
const changed = async (file: string, change: (whole: Whole) => void, covered = true): Promise<Buffer> => {
  const parts = new Map(await partsOf(file))
  const manifest = JSON.parse(parts.get(manifestName)!.toString()) as Manifest
  change({ parts, manifest })
  if (covered)
    for (const table of [...manifest.tables, manifest.files])
      for (const part of table.parts) {
        const bytes = parts.get(part.name)!
        Object.assign(part, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      }
  parts.set(manifestName, Buffer.from(JSON.stringify(manifest)))
  return write(parts)
}

type Row = Record<string, unknown>
const first = (table: string) => `tables/${table}/00001.jsonl`
/** Changes every row of a table. Numbers beyond ours stay what they are, as text. */
const rows = ({ parts }: Whole, table: string, change: (row: Row) => void): void => {
  const lines = parts.get(first(table))!.toString().trimEnd().split('\n')
  const made = lines.map((line) => {
    const row = JSON.parse(line.replace(/: (\d{16,})/g, ': "$1"')) as Row
    change(row)
    return JSON.stringify(row)
  })
  parts.set(first(table), Buffer.from(made.join('\n') + '\n'))
}
const given = ({ manifest }: Whole, table: string) => manifest.tables.find(({ name }) => name === table)!

const tampered: readonly [
  title: string,
  change: ((whole: Whole) => void) | ((bytes: Buffer) => Buffer),
  said: RegExp,
  covered?: boolean,
][] = [
  [
    'a row, digests left',
    (whole: Whole) => rows(whole, 'person', (row) => (row.admin = true)),
    /The part tables\/person\/00001\.jsonl was changed/,
    false,
  ],
  ['a balance, digests and all', (whole: Whole) => rows(whole, 'balance', (row) => (row.value = '1')), /does not add up[^]*ledger/],
  [
    'who moved something, digests and all',
    (whole: Whole) => rows(whole, 'move', (row) => (row.actor_uid = row.document_id)),
    /does not add up[^]*sealed: no move was changed/,
  ],
  ['a pointer to nothing', (whole: Whole) => rows(whole, 'asset', (row) => (row.goods_id = '7')), /The table asset cannot be taken in/],
  ['a value that is none', (whole: Whole) => rows(whole, 'asset', (row) => (row.value = 'much')), /cannot be taken in: invalid input/],
  [
    'a part that is gone',
    ({ parts }: Whole) => parts.delete(first('asset')),
    /The part tables\/asset\/00001\.jsonl is missing\. The file is damaged or was changed: copy it again/,
    false,
  ],
  ['a part too many', ({ parts }: Whole) => parts.set('tables/more.jsonl', Buffer.from('{}\n')), /The part tables\/more\.jsonl is not one/],
  ['a row too few', (whole: Whole) => (given(whole, 'asset').rows -= 1), /The table asset has \d+ rows and should have \d+/],
  [
    'a picture',
    ({ parts }: Whole) => {
      const name = [...parts.keys()].find((each) => each.startsWith('files/'))!
      parts.set(name, Buffer.from('another one'))
    },
    /The part files\/.* was changed/,
  ],
  [
    'a picture, digests and all',
    ({ parts }: Whole) => {
      const stored = parts.get('stored/00001.jsonl')!.toString().split('\n')
      const [line] = stored.splice(0, 1)
      const file = JSON.parse(line!) as { path: string; bytes: number; sha256: string }
      const bytes = Buffer.from('another one')
      parts.set(`files/${file.path.slice(file.path.indexOf('/') + 1)}`, bytes)
      const told = { ...file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
      parts.set('stored/00001.jsonl', Buffer.from([JSON.stringify(told), ...stored].join('\n')))
    },
    /is not the file that was stored under this name/,
  ],
  [
    'the file of another organisation',
    ({ parts }: Whole) =>
      parts.set(
        'stored/00001.jsonl',
        Buffer.from(
          parts
            .get('stored/00001.jsonl')!
            .toString()
            .replace(/"path":"[^/]+/, `"path":"${folderOf(neighbour.orgId)}`),
        ),
      ),
    /no file of this organisation/,
  ],
  [
    'a newer form',
    ({ manifest }: Whole) => (manifest.format = 2),
    /newer version: it has the form 2[^]*Bring this installation up to date first/,
  ],
  [
    'a newer schema',
    ({ manifest }: Whole) => manifest.migrations.push('999_more.sql'),
    /newer version[^]*999_more[^]*Bring this installation up to date first/,
  ],
  [
    'a table that does not travel',
    ({ manifest }: Whole) => manifest.tables.push({ name: 'session', columns: ['uid'], rows: 0, parts: [] }),
    /The table session is not one/,
  ],
  [
    'a table of everybody',
    ({ manifest }: Whole) => manifest.tables.push({ name: 'installation', columns: ['key'], rows: 0, parts: [] }),
    /The table installation is not one/,
  ],
  ['a column that there is not', (whole: Whole) => given(whole, 'asset').columns.push('colour'), /no place for colour/],
  [
    'a column that must be there',
    (whole: Whole) => (given(whole, 'asset').columns = given(whole, 'asset').columns.filter((name) => name !== 'goods_id')),
    /rows of asset do not say goods_id/,
  ],
  [
    'a column that must be there, of an older schema',
    (whole: Whole) => {
      given(whole, 'asset').columns = given(whole, 'asset').columns.filter((name) => name !== 'goods_id')
      whole.manifest.migrations.pop()
    },
    /rows of asset do not say goods_id[^]*older version: its schema lacks \d{3}_\w+\.sql\. Bring the server that it comes from up to date/,
  ],
  [
    'books that do not add up, of an older schema',
    (whole: Whole) => {
      rows(whole, 'balance', (row) => (row.value = '1'))
      whole.manifest.migrations.splice(-5)
    },
    /does not add up[^]*lacks \d{3}_\w+\.sql, \S+, \S+ and 2 more\. Bring the server that it comes from up to date/,
  ],
  [
    'books that do not add up, of a version before 0.3.0',
    (whole: Whole) => {
      rows(whole, 'balance', (row) => (row.value = '1'))
      whole.manifest.migrations = formerNames.slice(0, -5)
    },
    /does not add up[^]*older version: its schema lacks 400_\w+\.sql, \S+, \S+ and \d+ more\. Bring the server that it comes from up to date/,
  ],
  [
    'books that do not add up, of version 0.3.0 with the same schema',
    (whole: Whole) => {
      rows(whole, 'balance', (row) => (row.value = '1'))
      const later = whole.manifest.migrations.filter((name) => !isBaseline(name))
      whole.manifest.migrations = [...formerNames, ...later]
    },
    /^(?![^]*older version)[^]*does not add up/,
  ],
  [
    'the number of an organisation that is here',
    ({ manifest }: Whole) => (manifest.organisation.id = neighbour.orgId),
    /is here already|no file of this organisation/,
  ],
  [
    'numbers that no database gives out',
    (whole: Whole) => rows(whole, 'move', (row) => (row.seq = '4000000000000000000')),
    /The table move has numbers/,
  ],
  ['no manifest', ({ manifest }: Whole) => Object.assign(manifest, { product: 'else' }), /is not one of a takeout/],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), /not all of it is there/],
  ['cut in front', (bytes: Buffer) => bytes.subarray(100), /not all of it is there/],
  ['nothing', () => Buffer.alloc(0), /is not a takeout/],
  ['something else', () => Buffer.alloc(5000, 'x'), /is not a takeout/],
  [
    'a bit on the way',
    (bytes: Buffer) => {
      const flipped = Buffer.from(bytes)
      const at = flipped.indexOf(first('asset')) + first('asset').length + 40
      flipped[at] = flipped[at]! ^ 1
      return flipped
    },
    /The part tables\/asset\/00001\.jsonl was changed/,
  ],
]
const isOnBytes = ['cut off', 'cut in front', 'nothing', 'something else', 'a bit on the way']

suite('a file that was tampered with is refused in words, and nothing of it is kept', () => {
  let file = ''
  before(async () => {
    file = (await out(trial, 'trial.zip')).file
    await checkTakeout(file)
  })
  for (const [title, change, said, covered] of tampered)
    test(title, async () => {
      const bytes = isOnBytes.includes(title)
        ? (change as (bytes: Buffer) => Buffer)(await readFile(file))
        : await changed(file, change as (whole: Whole) => void, covered)
      const other = join(dir, 'tampered.zip')
      await writeFile(other, bytes)
      await assert.rejects(
        takeIn(other, arriving),
        (error: Error) => (error instanceof TakeoutRefused && said.test(error.message)) || assert.fail(error),
      )
      assert.deepEqual(await to.database.reading(trial, (tx) => tx.query('select 1 from organisation where org_id = $1', [trial])), [])
      assert.deepEqual(
        await readdir(join(toFiles, folderOf(trial)))
          .then((days) => Promise.all(days.map((day) => readdir(join(toFiles, folderOf(trial), day)))))
          .then(
            (names) => names.flat(),
            () => [],
          ),
        [],
      )
    })

  test('what is small and unpacks to something endless', async () => {
    const bomb = await write([[manifestName, Buffer.alloc(60 * 1024 * 1024)]])
    assert.ok(bomb.length < 100_000)
    await writeFile(join(dir, 'bomb.zip'), bomb)
    await assert.rejects(checkTakeout(join(dir, 'bomb.zip')), /unpacks to far more/)
    // It says that it is small, in both places, and is not.
    const said = Buffer.alloc(4)
    said.writeUInt32LE(60 * 1024 * 1024)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(1000)
    const lying = Buffer.from(bomb)
    for (let at = lying.indexOf(said); at !== -1; at = lying.indexOf(said)) small.copy(lying, at)
    await writeFile(join(dir, 'lying.zip'), lying)
    await assert.rejects(checkTakeout(join(dir, 'lying.zip')), /The part manifest\.json was changed/)
  })

  test('rows that name another organisation are the own ones all the same; what an older schema did not have stands as it begins', async () => {
    const older = await changed(file, (whole) => {
      rows(whole, 'person', (row) => (row.org_id = neighbour.orgId))
      rows(whole, 'category', (row) => delete row.cat_kind)
      given(whole, 'category').columns = given(whole, 'category').columns.filter((name) => name !== 'cat_kind')
    })
    const other = join(dir, 'older.zip')
    await writeFile(other, older)
    const neighbourBefore = await held(to.database, neighbour.orgId)
    const { manifest } = await takeIn(other, { ...arriving, evenWithFaults: true })
    assert.deepEqual(await held(to.database, neighbour.orgId), neighbourBefore)
    const [row] = await to.database.reading(trial, (tx) =>
      tx.query<{ people: string; kinds: string[] }>(
        'select (select count(*) from person where org_id = $1) as people, (select array_agg(distinct cat_kind) from category where org_id = $1) as kinds',
        [trial],
      ),
    )
    assert.deepEqual(
      { people: Number(row!.people), kinds: row!.kinds },
      { people: manifest.tables.find(({ name }) => name === 'person')!.rows, kinds: ['asset'] },
    )
  })
})

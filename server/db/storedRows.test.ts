import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { insert } from '../testing/company.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { testDatabase } from './testing.ts'
import type { Tx } from './tx.ts'

const { url } = await testDatabase()
const migrations = readMigrations(join(import.meta.dirname, 'migrations'))

/** A database with the schema as it was before a migration, gone when the test is done. */
const databaseBefore = async (number: string, end: (close: () => Promise<void>) => void) => {
  const owner = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await owner.connect()
  const name = `before_${newId()}`
  await owner.query(`create database ${name} template template0`)
  const before = url.replace(/\/[^/]*$/, `/${name}`)
  await migrate(
    before,
    migrations.filter(({ name: file }) => file < number),
  )
  const database = openDatabase({ url: before, poolSize: 2 })
  end(async () => {
    await database.close()
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
  })
  return { database, upgrade: () => migrate(before, migrations) }
}

/** A file of a person; answers its path. */
const plantFile = async (tx: Tx, uid: string, title: string): Promise<string> => {
  const path = `x/20261101/${title}.png`
  await insert(tx, 'file', [{ id: newId(), path, name: title, mime: 'image/png', size_bytes: 1, sha256: '0'.repeat(64), uploaded_by: uid }])
  return path
}

test('files of stored applications become theirs: in the form, in tables, in opinions, of participants only', async (t) => {
  const { database, upgrade } = await databaseBefore('291', (close) => t.after(close))
  const [orgId, ann, ben, document, application] = [newId(), newId(), newId(), newId(), newId()]
  const paths = await database.inTransaction(orgId, async (tx) => {
    await tx.query(`insert into organisation (org_id, name) values ($1, '一')`, [orgId])
    await insert(tx, 'person', [
      { id: ann, username: `ann${ann}`, user_name: '安' },
      { id: ben, username: `ben${ben}`, user_name: '本' },
    ])
    const titles = ['field', 'table', 'opinion', 'foreign', 'document', 'avatar', 'unused'] as const
    const planted: Record<string, string> = {}
    for (const title of titles) planted[title] = await plantFile(tx, title === 'foreign' ? ben : ann, title)
    await tx.query('update person set avatar = $3 where org_id = $1 and id = $2', [orgId, ann, planted['avatar']])
    await tx.query(`insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, 'f', '表', '{}', $2)`, [orgId, ann])
    await tx.query(
      `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key) values ($1, 'w', '流程', 'm', 'i', 'c', 'f')`,
      [orgId],
    )
    await tx.query(`insert into wf_definition (org_id, flow_key, version, body) values ($1, 'w', 1, '{}')`, [orgId])
    const form = {
      note: planted['field'],
      rows: [{ files: [{ path: planted['table'] }] }],
      copied: planted['foreign'],
      face: planted['avatar'],
    }
    for (const [id, kind, state] of [
      [application, null, { form }],
      [document, 'GsOutStockOrder', { form: { note: planted['document'] } }],
    ] as const)
      await tx.query(
        `insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, document_kind, title, number, form_rev, rev, state, created_at, updated_at)
         values ($1, $2, 'w', 1, 'running', $3, $4, '申请', $6, 1, 1, $5, now(), now())`,
        [orgId, id, ann, kind, state, `SQ${id}`],
      )
    await insert(tx, 'wf_participant', [{ instance_id: application, uid: ann, roles: 1 }])
    await tx.query(
      `insert into wf_event (org_id, instance_id, seq, at, actor, via, command_id, schema, events) values ($1, $2, 1, now(), $3, 'web', $4, 1, $5)`,
      [orgId, application, ann, randomUUID(), JSON.stringify([{ t: 'Commented', attachments: [planted['opinion']] }])],
    )
    return planted
  })
  await upgrade()
  const files = await database.reading(orgId, (tx) =>
    tx.query<{ path: string; closed: boolean; scope: string | null }>(
      `select f.path, f.is_private as closed, s.noun || ' ' || s.ref_id as scope from file f
       left join file_scope s on s.org_id = $1 and s.path = f.path where f.org_id = $1`,
      [orgId],
    ),
  )
  const found = Object.fromEntries(
    Object.entries(paths).map(([title, path]) => {
      const file = files.find((row) => row.path === path)
      return [title, file?.closed ? file.scope : 'open']
    }),
  )
  const own = `process ${application}`
  assert.deepEqual(found, { field: own, table: own, opinion: own, foreign: 'open', document: 'open', avatar: 'open', unused: 'open' })
})

test('people of a directory keep their address and number, with the types that they were shown with', async (t) => {
  const { database, upgrade } = await databaseBefore('305', (close) => t.after(close))
  const orgId = newId()
  await database.inTransaction(orgId, async (tx) => {
    await tx.query(`insert into organisation (org_id, name) values ($1, '一')`, [orgId])
    for (const said of [
      { userName: 'a', email: 'a@example.com', phone: '13800000001' },
      { userName: 'b', phone: '13800000002' },
      { userName: 'c' },
    ])
      await tx.query(
        'insert into scim_user (org_id, id, login, said, version, created_at, updated_at) values ($1, $2, $3, $4, 1, now(), now())',
        [orgId, randomUUID(), said.userName, said],
      )
  })
  await upgrade()
  const users = await database.reading(orgId, (tx) =>
    tx.query<{ said: object }>('select said from scim_user where org_id = $1 order by login', [orgId]),
  )
  assert.deepEqual(
    users.map(({ said }) => said),
    [
      {
        userName: 'a',
        emails: [{ value: 'a@example.com', type: 'work', primary: true }],
        phoneNumbers: [{ value: '13800000001', type: 'mobile' }],
      },
      { userName: 'b', phoneNumbers: [{ value: '13800000002', type: 'mobile' }] },
      { userName: 'c' },
    ],
  )
})

test('grams of stored applications and assets move, and a line that has all it waited for waits no more', async (t) => {
  const { database, upgrade } = await databaseBefore('450', (close) => t.after(close))
  const [orgId, ann, model, piece, application, unsearched, document] = [newId(), newId(), newId(), newId(), newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await tx.query(`insert into organisation (org_id, name) values ($1, '一')`, [orgId])
    await insert(tx, 'person', [{ id: ann, username: `ann${ann}`, user_name: '安' }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '型号' }])
    await insert(tx, 'asset', [
      { id: piece, instance_code: 'A1', instance_name: '卡尺', goods_id: model, search: '卡尺', grams: ['卡', '卡尺'] },
    ])
    await tx.query(`insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, 'f', '表', '{}', $2)`, [orgId, ann])
    await tx.query(
      `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key) values ($1, 'w', '流程', 'm', 'i', 'c', 'f')`,
      [orgId],
    )
    await tx.query(`insert into wf_definition (org_id, flow_key, version, body) values ($1, 'w', 1, '{}')`, [orgId])
    for (const [id, search, grams] of [
      [application, '申请', ['申', '申请']],
      [unsearched, '', []],
    ] as const)
      await tx.query(
        `insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, title, number, form_rev, rev, state, created_at, updated_at, search, grams)
         values ($1, $2, 'w', 1, 'running', $3, '申请', $4, 1, 1, '{}', now(), now(), $5, $6)`,
        [orgId, id, ann, `SQ${id}`, search, grams],
      )
    await insert(tx, 'document', [
      { id: document, kind: 'CsOutstockOrder', code: 'HL1', state: 'posted', author_uid: ann, header: {}, body_hash: '' },
    ])
    await insert(tx, 'document_line', [
      {
        document_id: document,
        line_no: 1,
        item_id: model,
        quantity: '5',
        done_quantity: '5',
        data: {},
        waits_since: '2026-01-01T00:00:00Z',
      },
      {
        document_id: document,
        line_no: 2,
        item_id: model,
        quantity: '5',
        done_quantity: '3',
        data: {},
        waits_since: '2026-01-01T00:00:00Z',
      },
    ])
  })
  await upgrade()
  const [assets, applications, lines] = await database.reading(orgId, (tx) =>
    Promise.all([
      tx.query('select asset_id as id, grams from asset_search where org_id = $1', [orgId]),
      tx.query('select instance_id as id, grams from wf_instance_search where org_id = $1', [orgId]),
      tx.query(
        'select waits_since is not null as waits, waited_since is not null as waited from document_line where org_id = $1 order by line_no',
        [orgId],
      ),
    ]),
  )
  assert.deepEqual(assets, [{ id: piece, grams: '卡\t卡尺' }])
  assert.deepEqual(applications, [{ id: application, grams: '申\t申请' }])
  assert.deepEqual(lines, [
    { waits: false, waited: true },
    { waits: true, waited: false },
  ])
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { insert } from '../testing/company.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { testDatabase } from './testing.ts'

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

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import type { App } from '../../call.ts'
import { handlers } from '../../routes.ts'
import { readSettings } from '../../settings.ts'
import { keepingIn, openCompanies, openDoor } from '../../testing/app.ts'
import { copyAsStandby } from '../../testing/standby.ts'
import { startEmbedded, superuserOf } from '../embedded.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { openDatabase } from '../pool.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-replica-http-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [primaryDir, standbyDir] = [join(root, 'primary'), join(root, 'standby')]
const primary = await startEmbedded({ dir: primaryDir })
after(() => primary.stop())
await migrate(primary.url, readMigrations(join(import.meta.dirname, '../migrations')))
await copyAsStandby({ primaryDir, standbyDir, backups: join(root, 'backups') })
const standby = await startEmbedded({ dir: standbyDir })
after(() => standby.stop())

const database = openDatabase({ url: primary.url, readUrl: standby.url, poolSize: 6 })
after(() => database.close())
const app: App = { settings: readSettings({ DATA_DIR: root }), database, ...keepingIn(root), log: pino({ level: 'silent' }) }
const ask = await openDoor(app, handlers)
const company = await openCompanies(database, '')()
const token = await company.tokenOf(company.admin)

const save = async (code: string): Promise<void> => {
  const { json } = await ask({ path: '/api/goods/gssupplier/save', body: { supplierCode: code, supplierName: code }, token })
  assert.equal(json.success, true, json.msg)
}
const listedCodes = async (): Promise<string[]> => {
  const { status, json } = await ask({ path: '/api/goods/gssupplier/list', body: { pageSize: 100 }, token })
  assert.equal(status, 200)
  return json.page.list.map(({ supplierCode }: { supplierCode: string }) => supplierCode)
}
const answeredCount = (): number => database.replicaState()?.readings.answered ?? 0

const onStandby = async (text: string): Promise<void> => {
  const client = new pg.Client({ ...superuserOf(standbyDir), database: 'zaice' })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** The list is asked until the standby has answered it once. */
const untilAnswered = async (): Promise<void> => {
  const before = answeredCount()
  for (let tries = 0; tries < 600 && answeredCount() === before; tries++) await listedCodes()
  assert.ok(answeredCount() > before, 'the standby answers')
}

test('over HTTP a list that the standby answers has what was saved just before', async () => {
  await untilAnswered()
  const before = answeredCount()
  for (let n = 0; n < 40; n++) {
    const code = `S${n}`
    await save(code)
    assert.ok((await listedCodes()).includes(code), code)
  }
  assert.ok(answeredCount() > before, 'the standby answered some of them')
})

test('over HTTP two who save and list at the same time each find their own', async () => {
  const pairs = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; n < 10; n++) {
      const code = `W${writer}-${n}`
      await save(code)
      assert.ok((await listedCodes()).includes(code), code)
    }
  })
  await Promise.all(pairs)
})

test('over HTTP nothing is older while the standby does not replay, and nothing fails when it is gone', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await save('PAUSED')
  assert.ok((await listedCodes()).includes('PAUSED'))
  await onStandby('select pg_wal_replay_resume()')
  await untilAnswered()
  await standby.stop()
  await save('GONE')
  for (let n = 0; n < 5; n++) assert.ok((await listedCodes()).includes('GONE'))
})

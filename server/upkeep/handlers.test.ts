import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ActOutcome, BackupAct } from '../backups/backupWork.ts'
import { makeOperatorCode } from '../access/operatorPass.ts'
import { enqueue } from '../jobs/jobs.ts'
import { handlers } from '../routes.ts'
import { openDoor, testApp } from '../testing/app.ts'

const { app, ask: askWithout, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const folder = mkdtempSync(join(tmpdir(), 'zaice-operator-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const acts: string[] = []
const begin = (act: BackupAct, name?: string): Promise<ActOutcome> => {
  acts.push(`${act} ${name ?? ''}`)
  return Promise.resolve({ act, at: '', fault: '' })
}
const ask = await openDoor({ ...app, backups: { folder, isEmbedded: true, begin, state: () => ({}) } }, handlers)

const token: string = (await askWithout({ path: '/api/operator/enter', body: { code: await makeOperatorCode(database, '王运维') } })).json
  .result.token
const get = async (path: string) => (await ask({ method: 'GET', path: `/api/operator/${path}`, token })).json
const post = async (path: string, body: object) => (await ask({ path: `/api/operator/${path}`, body, token })).json

test('the page says how the installation stands, to its operator alone', async () => {
  const { result } = await get('system')
  assert.match(result.version, /^\d+\.\d+\.\d+$/)
  assert.ok(result.database.bytes > 1_000_000 && result.migrations.count > 40 && result.disk.freeBytes > 0)
  assert.deepEqual(result.backups, { isEmbedded: true, hasFolder: true, isEncrypted: false, hasLogArchive: false, currentAct: null })
  const company = await newCompany()
  const administrator = await company.tokenOf(company.admin)
  for (const path of ['system', 'jobs', 'backups', 'certificates', 'newestVersion'])
    assert.equal((await ask({ method: 'GET', path: `/api/operator/${path}`, token: administrator })).status, 401)
  for (const path of ['jobs/retry', 'backups/act'])
    assert.equal((await ask({ path: `/api/operator/${path}`, body: {}, token: administrator })).status, 401)
  assert.deepEqual((await get('certificates')).result.list, [])
})

test('a storage that cannot be written to is named in its own words', async () => {
  const storage = { ...app.storage, check: () => Promise.reject(new Error('EACCES: permission denied')) }
  const result = async (handle: Parameters<typeof openDoor>[0]) => {
    const answer = await (await openDoor(handle, handlers))({ method: 'GET', path: '/api/operator/system', token })
    return answer.json.result.disk.fault
  }
  assert.equal(await result({ ...app, storage }), 'EACCES: permission denied')
  assert.equal(await result(app), '')
})

test('the newest version is asked for where an address is set, and what the address says instead is named', async (t) => {
  assert.equal((await get('newestVersion')).result.newest, null)
  const answers: Readonly<Record<string, string>> = {
    '/package': '{"name":"zaice","version":"999.0.0"}',
    '/release': '{"tag_name":"v0.0.1"}',
    '/none': '{}',
    '/odd': '{"version":"the latest"}',
    '/page': '<!doctype html>',
  }
  const source = createServer(({ url = '' }, response) => {
    response.statusCode = url in answers ? 200 : 404
    response.end(answers[url])
  }).listen(0, '127.0.0.1')
  t.after(() => source.close())
  await once(source, 'listening')
  const address = source.address()
  assert.ok(address !== null && typeof address === 'object')
  const newestAt = async (path: string) => {
    const versionUrl = `http://127.0.0.1:${address.port}${path}`
    const askNamed = await openDoor({ ...app, settings: { ...app.settings, versionUrl } }, handlers)
    return (await askNamed({ method: 'GET', path: '/api/operator/newestVersion', token })).json.result.newest
  }
  assert.deepEqual(await newestAt('/package'), { version: '999.0.0', isNewer: true, fault: '' })
  assert.deepEqual(await newestAt('/release'), { version: '0.0.1', isNewer: false, fault: '' })
  assert.deepEqual(await newestAt('/missing'), { version: null, isNewer: false, fault: 'HTTP 404' })
  for (const path of ['/none', '/odd', '/page']) {
    const newest = await newestAt(path)
    assert.ok(newest.version === null && newest.fault !== '', path)
  }
})

test('jobs that rest are shown with their words, and run again one by one or all of a kind, once', async () => {
  const company = await newCompany('白鹭商贸')
  await database.inTransaction(company.orgId, async (tx) => {
    for (const key of ['a', 'b', 'c']) await enqueue(tx, { kind: 'probe.kind', key })
    await enqueue(tx, { kind: 'probe.other', key: 'd' })
    await enqueue(tx, { kind: 'probe.other', key: 'running' })
    await tx.query(
      `update job set lease_until = 'infinity', attempts = 10, last_error = 'no way: ' || key where org_id = $1 and key <> 'running'`,
      [tx.orgId],
    )
  })
  const { list } = (await get('jobs')).result as { list: { id: string; organisation: string; kind: string; error: string }[] }
  const [newest, ...ofKind] = list
  assert.deepEqual([newest?.kind, newest?.organisation, newest?.error], ['probe.other', '白鹭商贸', 'no way: d'])
  assert.deepEqual(
    ofKind.map(({ error }) => error),
    ['no way: c', 'no way: b', 'no way: a'],
  )
  assert.equal((await get(`jobs?after=${ofKind[0]?.id}`)).result.list.length, 2)
  assert.deepEqual((await get('system')).result.jobs.restingKinds, [
    { kind: 'probe.kind', count: 3 },
    { kind: 'probe.other', count: 1 },
  ])

  const retry = async (body: object) => (await post('jobs/retry', body)).result.count
  assert.equal(await retry({ id: ofKind[0]?.id }), 1)
  assert.equal(await retry({ id: ofKind[0]?.id }), 0)
  assert.equal(await retry({ kind: 'probe.kind' }), 2)
  assert.equal(await retry({ kind: 'probe.kind' }), 0)
  assert.equal((await get('jobs')).result.list.length, 1)
  const [job] = await database.reading(company.orgId, (tx) =>
    tx.query<{ attempts: number; isDue: boolean }>(
      `select attempts, due_at <= now() and lease_until is null as "isDue" from job where org_id = $1 and key = 'a'`,
      [tx.orgId],
    ),
  )
  assert.deepEqual(job, { attempts: 0, isDue: true })
})

test('backups are listed with what was found of them, and what is asked for is acts', async () => {
  mkdirSync(join(folder, '2026-11-28T020000'))
  writeFileSync(
    join(folder, '2026-11-28T020000/manifest.json'),
    JSON.stringify({ version: 1, at: '2026-11-28T02:00:00.000Z', bytes: 7, files: {} }),
  )
  mkdirSync(join(folder, '2026-11-29T020000'))
  writeFileSync(join(folder, '2026-11-29T020000/SHA256SUMS'), '')
  const { list } = (await get('backups')).result
  assert.deepEqual(
    list.map(({ name, kind, bytes, proof }: Record<string, unknown>) => [name, kind, bytes, proof]),
    [
      ['2026-11-29T020000', 'dump', 0, null],
      ['2026-11-28T020000', 'embedded', 7, null],
    ],
  )
  assert.deepEqual((await post('backups/act', { act: 'drill', name: '2026-11-28T020000' })).result, { isBegun: true })
  assert.deepEqual(acts, ['drill 2026-11-28T020000'])
  assert.equal((await post('backups/act', { act: 'drill', name: '../../etc' })).reason, 'request.malformed')
})

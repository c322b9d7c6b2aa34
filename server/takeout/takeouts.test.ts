import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeoutAddress, type TakeoutRow } from '../../domain/takeout/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { findSession } from '../access/sessions.ts'
import { folderOf } from '../storage/storage.ts'
import { createHttp } from '../http.ts'
import { type Job, startJobs } from '../jobs/jobs.ts'
import { testApp, testPassword } from '../testing/app.ts'
import { uploadedFile } from '../testing/company.ts'
import { addTakeoutRoute } from './downloadRoute.ts'
import { checkTakeout } from './in.ts'
import { takeoutHandlers } from './takeouts.ts'
import { takeoutWorkers } from './takeoutWork.ts'
import { patienceMs } from '../testing/until.ts'

const { app, database, ask, newCompany, logged } = await testApp(takeoutHandlers)
const dir = mkdtempSync(join(tmpdir(), 'zaice-takeouts-'))
after(() => rmSync(dir, { recursive: true, force: true }))

const door = await createHttp({
  app,
  handlers: [],
  findSession: (token) => findSession(database, token),
  signInClients: {},
  checkOutput: true,
})
addTakeoutRoute(door, app, (token) => findSession(database, token))
after(() => door.close())
const fetched = (id: Id, token: string) => door.inject({ url: takeoutAddress(id), headers: { cookie: `zaice_files=${token}` } })

const company = await newCompany('青禾')
const other = await newCompany('白鹭')
const second = await company.hire('second', ['tenant'])
const staff = await company.hire('staff')
const admin = await company.tokenOf(company.admin)

const begin = (token: string, password = testPassword) => ask({ path: '/api/operation/takeout/begin', token, body: { password } })
const list = async (token: string): Promise<TakeoutRow[]> =>
  (await ask({ path: '/api/operation/takeout/list', token, body: {} })).json.result.list
const messages = (uid: Id) =>
  database.reading(company.orgId, async (tx) =>
    (await tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by seq', [company.orgId, uid])).map(
      ({ title }) => title,
    ),
  )
const usedBytes = async () =>
  Number(
    (
      await database.reading(company.orgId, (tx) =>
        tx.query<{ n: string }>('select used_bytes as n from file_room where org_id = $1', [company.orgId]),
      )
    )[0]?.n ?? 0,
  )
const stored = () => readdir(join(app.settings.dataDir, folderOf(company.orgId), 'takeouts')).catch((): string[] => [])

const until = async (state: TakeoutRow['state']): Promise<TakeoutRow> => {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const [row] = await list(admin)
    if (row?.state === state) return row
    await sleep(50)
  }
  return assert.fail(`It did not become ${state}: ${JSON.stringify(await list(admin))} ${logged.join()}`)
}

/** Workers until the end of `work`. */
const working = async <R>(work: () => Promise<R>, means = app): Promise<R> => {
  const leaving = new AbortController()
  const jobs = startJobs(database, app.log, takeoutWorkers(means, leaving.signal))
  try {
    return await work()
  } finally {
    leaving.abort()
    await jobs.stop()
  }
}

test('only an administrator with his own password takes everything out, once at a time', async () => {
  assert.equal((await begin(await company.tokenOf(staff))).status, 403)
  const wrong = await begin(admin, 'Wrong2026')
  assert.match(wrong.json.msg, /密码错误/)
  assert.deepEqual(await list(admin), [])
  assert.equal((await begin(admin)).status, 200)
  assert.match((await begin(await company.tokenOf(second))).json.msg, /正在导出/)
  for (const uid of [company.admin, second]) assert.deepEqual(await messages(uid), [`admin-${company.orgId}导出了组织的全部数据`])
  assert.deepEqual(await messages(staff), [])
})

test('it is made beside everything else, counts among the files, is fetched by administrators of this organisation, and goes', async () => {
  await database.inTransaction(company.orgId, (tx) => uploadedFile(tx, company.admin))
  const before = await usedBytes()
  await working(async () => {
    const { id, sizeBytes, progress } = await until('done')
    assert.equal(progress, 100)
    assert.equal(await usedBytes(), before + sizeBytes)
    assert.ok((await messages(company.admin)).includes('组织的全部数据已导出，请在一天内下载'))

    const answer = await fetched(id, admin)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.rawPayload.length, sizeBytes)
    assert.match(String(answer.headers['content-disposition']), /attachment/)
    await writeFile(join(dir, 'fetched.zip'), answer.rawPayload)
    const manifest = await checkTakeout(join(dir, 'fetched.zip'))
    assert.deepEqual({ id: manifest.organisation.id, secrets: manifest.secrets }, { id: company.orgId, secrets: false })
    assert.equal((await fetched(id, await company.tokenOf(second))).statusCode, 200)
    for (const token of [await company.tokenOf(staff), await other.tokenOf(other.admin)])
      assert.equal((await fetched(id, token)).statusCode, 404)
    assert.equal((await fetched(id, 'nobody')).statusCode, 401)

    assert.equal((await ask({ path: '/api/operation/takeout/delete', token: await other.tokenOf(other.admin), body: { id } })).status, 404)
    assert.equal((await ask({ path: '/api/operation/takeout/delete', token: admin, body: { id } })).status, 200)
    assert.equal((await fetched(id, admin)).statusCode, 404)
    await until('gone')
    assert.equal(await usedBytes(), before)
    assert.deepEqual(await stored(), [])
  })
})

test('a process that dies in the middle leaves nothing behind: the next one begins anew', async () => {
  const { id } = (await begin(admin)).json.result as TakeoutRow
  const [job] = await database.reading(company.orgId, (tx) =>
    tx.query<Job>("select id, kind, key, body, attempts from job where org_id = $1 and kind = 'takeout' and key = $2", [company.orgId, id]),
  )
  const [maker] = takeoutWorkers(
    { ...app, storage: { ...app.storage, get: () => Promise.reject(new Error('cut off')) } },
    new AbortController().signal,
  )
  assert.ok(maker && 'piece' in maker)
  await assert.rejects(maker.piece(database, { ...job!, orgId: company.orgId }, app.log), /cut off/)
  assert.equal((await list(admin))[0]!.state, 'running')
  await working(async () => {
    const { sizeBytes } = await until('done')
    assert.equal((await stored()).length, 1)
    const answer = await fetched(id, admin)
    assert.equal(answer.rawPayload.length, sizeBytes)
  })
})

test('where there is no room it says so, and keeps nothing', async () => {
  const before = await stored()
  const used = await usedBytes()
  await begin(admin)
  await working(
    async () => {
      const { failure } = await until('failed')
      assert.match(failure ?? '', /文件空间不足/)
    },
    { ...app, settings: { ...app.settings, filesGigabytes: 1 / 1024 ** 3 } },
  )
  assert.equal(await usedBytes(), used)
  assert.deepEqual(await stored(), before)
  assert.ok((await messages(company.admin)).includes('组织的全部数据没有导出成功'))
})

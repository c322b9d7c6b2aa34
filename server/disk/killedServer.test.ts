import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { ownOrder } from '../../domain/licence/offers.ts'
import { contentAddress, partAddress } from '../../domain/disk/operations.ts'
import { createOrganisation, createPerson } from '../access/people.ts'
import { openSession } from '../access/sessions.ts'
import { auditDatabase } from '../audit/audit.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { addOrder } from '../licence/licence.ts'

/** How often something is killed; ZAICE_RACES says otherwise. */
const kills = Number(process.env.ZAICE_RACES ?? 2)
const people = 3
const partBytes = 8 * 1024 * 1024

const childSource = `
  import { createServer } from ${JSON.stringify(join(import.meta.dirname, '../main.ts'))}
  import { readSettings } from ${JSON.stringify(join(import.meta.dirname, '../settings.ts'))}
  const server = await createServer(readSettings(process.env), process.env.DATABASE_URL)
  console.log(await server.http.listen({ host: '127.0.0.1', port: 0 }))
`

test('server and database are killed while parts arrive: what was answered is there, once, byte for byte', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-disk-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  let restarted = (): void => undefined
  const embedded = await startEmbedded({ dir, onRestart: () => restarted() })
  t.after(() => embedded.stop())
  await migrate(embedded.url, readMigrations(join(import.meta.dirname, '../db/migrations')))
  const database = openDatabase({ url: embedded.url, poolSize: 4 })
  t.after(() => database.close())
  const orgId = newId()
  const persons = await database.inTransaction(orgId, async (tx) => {
    await createOrganisation(tx, { name: '测试公司' })
    await addOrder(tx, ownOrder(dayAt(Date.now())), '测试')
    const made: { uid: Id; token: string }[] = []
    for (let n = 0; n < people; n++) {
      const uid = await createPerson(tx, { username: `u${newId()}`, userName: `人${n}`, passwordHash: 'x' })
      made.push({ uid, token: await openSession(tx, { uid, client: 'app', platform: 'test' }) })
    }
    return made
  })

  const startProcess = async (): Promise<{ child: ChildProcess; address: string }> => {
    const env = { ...process.env, DATABASE_URL: embedded.url, DATA_DIR: join(dir, 'files'), DEMO: 'off', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, ['--input-type=module', '-e', childSource], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    t.after(() => child.kill('SIGKILL'))
    const [said] = await once(child.stdout, 'data')
    return { child, address: String(said).trim() }
  }
  let serving = await startProcess()

  /** Asks until there is an answer that was not cut off; what is refused throws. */
  const ask = async (
    token: string,
    path: string,
    body: Buffer | object,
  ): Promise<{ node?: { id: Id }; missing?: number[]; sha256?: string }> => {
    for (;;) {
      const isPart = Buffer.isBuffer(body)
      const answer = await fetch(serving.address + path, {
        method: isPart ? 'PUT' : 'POST',
        headers: { authorization: `bearer ${token}`, 'content-type': isPart ? 'application/octet-stream' : 'application/json' },
        body: isPart ? new Uint8Array(body) : JSON.stringify(body),
      })
        .then(
          async (response) => ({ status: response.status, json: await response.json() }),
          () => undefined,
        )
        .catch(() => undefined)
      if (answer?.status === 200 && answer.json.code === 0) return answer.json.result
      if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      await sleep(100)
    }
  }
  let isOver = false
  const kept: { token: string; node: Id; sha256: string }[] = []
  const sending = persons.map(async ({ uid, token }) => {
    while (!isOver) {
      const bytes = Buffer.concat([Buffer.alloc(partBytes, 'x'), randomBytes(20_000)])
      const id = newId()
      await ask(token, '/api/netdisk/netdiskupload/open', { id, parentId: uid, name: `${id}.bin`, sizeBytes: bytes.length, same: 'refuse' })
      for (const no of [2, 1]) await ask(token, partAddress(id, no), bytes.subarray((no - 1) * partBytes, no * partBytes))
      const { node, missing } = await ask(token, '/api/netdisk/netdiskupload/finish', { id })
      assert.deepEqual([missing, node?.id], [[], id], 'parts that were answered are there')
      kept.push({ token, node: id, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  })
  for (let kill = 0; kill < kills; kill++) {
    await sleep(400 + Math.random() * 600)
    if (kill % 2 === 0) {
      serving.child.kill('SIGKILL')
      serving = await startProcess()
    } else {
      const again = new Promise<void>((done) => (restarted = done))
      process.kill(Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await again
    }
  }
  await sleep(500)
  isOver = true
  await Promise.all(sending)

  assert.ok(kept.length >= people, `${kept.length} files arrived`)
  for (const { token, node, sha256 } of kept) {
    const answer = await fetch(serving.address + contentAddress({ id: node, versionNo: 1 }), {
      headers: { authorization: `bearer ${token}` },
    })
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
    assert.deepEqual([answer.status, hash.digest('hex')], [200, sha256])
  }
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ id: Id }>(`select id from disk_node where org_id = $1 and kind = 'file'`, [orgId]),
  )
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(kept.map(({ node }) => node)))
  const faults = (await auditDatabase(database)).filter(({ check, count }) => check.startsWith('disk') && count > 0)
  assert.deepEqual(faults, [])
})

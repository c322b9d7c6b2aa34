import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { ownOrder } from '../../domain/licence/offers.ts'
import { createOrganisation, createPerson } from '../access/people.ts'
import { openSession } from '../access/sessions.ts'
import { auditDatabase } from '../audit/audit.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { addOrder } from '../licence/licence.ts'
import { openDatabase } from '../db/pool.ts'
import { Phone } from './testing/phone.ts'

/** How often something is killed; ZAICE_RACES says otherwise. */
const kills = Number(process.env.ZAICE_RACES ?? 2)
const people = 8

const childSource = `
  import { openHouse } from ${JSON.stringify(join(import.meta.dirname, 'testing/house.ts'))}
  const house = await openHouse(process.env.CHILD_DATABASE)
  console.log(house.address)
`

test('server processes and the database are killed while people talk: what was answered is there, once, on every phone', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-chat-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  let restarted = (): void => undefined
  const embedded = await startEmbedded({ dir, onRestart: () => restarted() })
  t.after(() => embedded.stop())
  await migrate(embedded.url, readMigrations(join(import.meta.dirname, '../db/migrations')))
  const database = openDatabase({ url: embedded.url, poolSize: 4 })
  t.after(() => database.close())

  const children = new Set<ChildProcess>()
  t.after(() => children.forEach((child) => child.kill('SIGKILL')))
  const startProcess = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
      env: { ...process.env, CHILD_DATABASE: embedded.url },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.add(child)
    const [said] = await once(child.stdout, 'data')
    return { child, address: String(said).trim() }
  }
  const processes = [await startProcess(), await startProcess()]

  const orgId = newId()
  const hired = await database.inTransaction(orgId, async (tx) => {
    await createOrganisation(tx, { name: '测试公司' })
    await addOrder(tx, ownOrder(dayAt(Date.now())), '测试')
    const made: { uid: Id; token: string }[] = []
    for (let n = 0; n < people; n++) {
      const uid = await createPerson(tx, { username: `u${newId()}`, userName: `人${n}`, passwordHash: 'x' })
      made.push({ uid, token: await openSession(tx, { uid, client: 'app', platform: 'test' }) })
    }
    return made
  })
  const phones = hired.map(({ uid, token }, at) => new Phone(uid, token, processes[at % 2]!.address, Math.random))
  for (const phone of phones) phone.isWell = true
  const groups = [newId(), newId(), newId()]
  for (const id of groups) await phones[0]!.call('msgchat/save', { id, uids: hired.slice(1).map(({ uid }) => uid), name: '群' })
  await Promise.all(phones.map((phone) => phone.connect()))

  let isOver = false
  const talking = phones.map(async (phone, at) => {
    for (let n = 0; !isOver; n++) {
      await phone.send(groups[(at + n) % groups.length]!, `${at}/${n}`)
      await sleep(Math.random() * 80)
    }
  })
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + Math.random() * 300)
    if (kill % 2 === 0) {
      const [killed, other] = kill % 4 === 0 ? ([0, 1] as const) : ([1, 0] as const)
      const { child, address } = processes[killed]!
      child.kill('SIGKILL')
      children.delete(child)
      // The person who was there goes to the other one, as behind a proxy.
      await Promise.all(phones.map((phone) => phone.address === address && phone.connect(processes[other]!.address)))
      processes[killed] = await startProcess()
    } else {
      const again = new Promise<void>((done) => (restarted = done))
      process.kill(Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await again
    }
  }
  await sleep(300)
  isOver = true
  await Promise.all(talking)
  await Promise.all(phones.map((phone, at) => phone.connect(processes[at % 2]!.address)))

  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ id: Id; chat_id: Id; seq: number }>('select id, chat_id, seq from chat_message where org_id = $1 order by chat_id, seq', [
      orgId,
    ]),
  )
  const accepted = phones.flatMap((phone) => phone.accepted)
  assert.ok(accepted.length > kills * 20, `${accepted.length} were sent`)
  const seqs = new Map(rows.map(({ id, chat_id, seq }) => [id, `${chat_id}/${seq}`]))
  assert.deepEqual(
    accepted.filter(({ id, chatId, seq }) => seqs.get(id) !== `${chatId}/${seq}`),
    [],
    'what was answered is there under its number',
  )
  for (const phone of phones)
    assert.deepEqual(
      rows.filter(({ id, chat_id, seq }) => phone.have.get(chat_id)?.get(seq)?.id !== id),
      [],
      'every phone has everything',
    )
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ check, count }) => check.startsWith('conversations') && count > 0),
    [],
  )
  for (const phone of phones) phone.cut()
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { codeFor, startStandIn } from '../../hosts/feishu/standIn/server.ts'
import { newId } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { createServer } from '../main.ts'
import { readSettings } from '../settings.ts'
import { corpOf } from './corps.ts'
import { patienceMs } from '../testing/until.ts'

/** The whole server and the stand-in of Feishu, which speak with each other over HTTP. */
let base = ''
const standIn = await startStandIn({ app: () => base })
const { url, closeFirst } = await testDatabase({})
const dir = mkdtempSync(join(tmpdir(), 'zaice-feishu-'))
const settings = readSettings({ PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'error', DATABASE_URL: url, ...standIn.environment })
const server = await createServer(settings, url)
await server.http.listen({ port: 0, host: '127.0.0.1' })
const address = server.http.server.address()
base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
closeFirst(async () => {
  await standIn.stop()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})
after(() => standIn.stop())
await standIn.act('ticket')

type Json = ReturnType<typeof JSON.parse>
const { world } = standIn
const [tenant, stranger] = [...world.tenants.values()]
assert.ok(tenant && stranger)
const corpId = tenant.key
const people = [...tenant.people.values()]
const idOf = (at: number): string => people[at]?.id ?? ''

const ask = async (path: string, body: object, token?: string): Promise<Json> => {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  return answer.result ?? answer
}
const asked = (name: string, body: object): Promise<Json> => ask(`/api/feishu/msgmessage/${name}`, body)
const standing = (): Promise<Json> => asked('validInstallFinish', { corpId })
const signIn = (personId: string): Promise<Json> => asked('getLoginUser', { code: codeFor(world, corpId, personId) })
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + patienceMs; !(await holds());) {
    if (Date.now() > end) assert.fail(`${what}: ${JSON.stringify(await standing())}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
type Row = { name: string; dept: string; state: string; admin: boolean }
const peopleHere = async (): Promise<Row[]> => {
  const orgId = await corpOf(server.app.database, 'feishu', corpId)
  return orgId === undefined
    ? []
    : server.app.database.reading(orgId, (tx) =>
        tx.query(
          `select p.user_name as name, d.dept_name as dept, p.state, p.admin from person p join department d on d.org_id = p.org_id and d.id = p.dept_id
           where p.org_id = $1 order by p.user_name`,
          [orgId],
        ),
      )
}

test('what an organisation installs in Feishu is here with its people, who come in by a code that opens once', async () => {
  assert.equal((await standing()).state, 'none')
  await standIn.act('install', { corpId })
  await until('installed', async () => (await standing()).finished)
  const rows = await peopleHere()
  assert.equal(rows.length, tenant.people.size)
  assert.deepEqual(rows.filter(({ admin }) => admin).map(({ name }) => name), ['飞书员工1']) // prettier-ignore
  assert.equal(rows.find(({ name }) => name === '飞书员工2')?.dept, '部门2')

  const code = codeFor(world, corpId, idOf(3))
  const first = await asked('getLoginUser', { code })
  assert.ok(first.new_uid && first.access_token, JSON.stringify(first))
  assert.equal(first.corpId, corpId)
  assert.equal((await asked('getLoginUser', { code })).access_token, undefined)
})

test('a person of an organisation that never installed the app is led to where it is installed', async () => {
  const [personId = ''] = [...stranger.people.keys()]
  const answer = await asked('getLoginUser', { code: codeFor(world, stranger.key, personId) })
  assert.deepEqual([answer.new_uid, answer.corpId, answer.installation?.state], [null, stranger.key, 'none'])
})

test('on a desk the address leads to Feishu and back with a code that opens for the browser that asked', async () => {
  const browser = 'a secret of this browser alone'
  const { address: place, state } = await ask('/api/workplaces/signInAddress', {
    name: 'feishu',
    where: 'desk',
    redirect: `${base}/`,
    browser,
  })
  const led = await fetch(place, { method: 'POST', body: new URLSearchParams({ corpId, personId: idOf(4) }), redirect: 'manual' })
  const back = new URL(led.headers.get('location') ?? '')
  assert.equal(back.searchParams.get('state'), state)
  const code = back.searchParams.get('code') ?? ''
  assert.equal((await asked('getLoginUser', { code, state, browser: 'the secret of another browser' })).reason, 'host.code')
  const again = await ask('/api/workplaces/signInAddress', { name: 'feishu', where: 'desk', redirect: `${base}/`, browser })
  assert.ok((await asked('getLoginUser', { code, state: again.state, browser })).access_token)
})

test('a page of the organisation is signed as the script takes it', async () => {
  const page = `${base}/?corpId=${corpId}`
  const { signatures } = await ask('/api/workplaces/signatures', { name: 'feishu', corpId, url: page })
  const [{ agentId: appId, timestamp, nonceStr, signature }] = signatures
  const shown = { appId, timestamp, nonceStr, signature, url: page }
  const check = (body: object): Promise<Json> =>
    fetch(`${standIn.url}/standIn/signature`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.json())
  assert.deepEqual(await check(shown), { isRight: true })
  assert.deepEqual(await check({ ...shown, url: `${page}&x=1` }), { isRight: false })
})

test('a person who joins, moves and leaves does so here', async () => {
  const [, other = ''] = [...tenant.departments.keys()]
  const joined = await standIn.act('join', { corpId, name: '新同事' })
  await standIn.act('move', { corpId, personId: joined, department: other })
  await standIn.act('leave', { corpId, personId: idOf(9) })
  await until('joined', async () => (await peopleHere()).some(({ name, dept }) => name === '新同事' && dept === '部门2'))
  await until('left', async () => (await peopleHere()).some(({ name, state }) => name === '飞书员工10' && state !== 'active'))
})

test('tokens that ended are asked for anew, and a limit keeps a newcomer waiting who then comes', async () => {
  await standIn.act('endTokens')
  assert.ok((await signIn(idOf(5))).access_token)
  await standIn.act('trouble', { code: '99991400', calls: '50' })
  const joined = await standIn.act('join', { corpId, name: '限流时来的' })
  const waiting = () =>
    server.app.database.gate(`select from workplace_event where key = $1 and done_at is null and tries > 0`, [`person:${joined}`])
  await until('it waits', async () => (await waiting()).length === 1)
  await standIn.act('trouble', { code: '0', calls: '0' })
  await server.app.database.gate('update workplace_event set due_at = now() where done_at is null')
  await until('here', async () => (await peopleHere()).some(({ name }) => name === '限流时来的'))
})

test('a notice can be decided on its card, which then says what became of it', async () => {
  const [administrator, worker] = await Promise.all([signIn(idOf(0)), signIn(idOf(18))])
  await ask('/api/workflow/installRecommended', {}, administrator.access_token)
  const line = { time: { from: '2099-03-02 09:00', to: '2099-03-02 18:00' } }
  const body = { id: newId(), header: { leaveKind: 'personal', reason: '去医院' }, lines: [line] }
  const submitted = await ask('/api/office/oaleaveorder/submit', body, worker.access_token)
  assert.ok(submitted.processId, JSON.stringify(submitted))
  const cards = () => world.messages.filter(({ card }) => card.elements.some(({ actions }) => actions !== undefined))
  await until('told', async () => cards().length > 0)
  const [message] = cards()
  assert.ok(message)
  const link = new URL(message.card.card_link.url)
  assert.equal(link.searchParams.get('appId'), world.app.appId)
  assert.match(link.searchParams.get('lk_target_url') ?? '', /#\/pages\/flow\/formApprove\?taskId=/)
  await standIn.act('press', { corpId, message: message.id, button: 'approve' })
  await until('settled', async () => message.isChanged)
  assert.equal(message.card.elements.flatMap(({ elements }) => elements ?? []).at(0)?.content, '已同意')
})

test('an order is a licence, and the app taken away leaves nobody in until it is installed again', async () => {
  await standIn.act('buy', { corpId })
  await standIn.act('uninstall', { corpId })
  await until('withdrawn', async () => (await standing()).state === 'withdrawn')
  assert.equal((await signIn(idOf(5))).access_token, undefined)
  await standIn.act('install', { corpId })
  await until('installed again', async () => (await standing()).finished)
  assert.ok((await signIn(idOf(5))).access_token)
})

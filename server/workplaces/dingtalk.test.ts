import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startStandIn } from '../../hosts/dingtalk/standIn/server.ts'
import { newId } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { createServer } from '../main.ts'
import { readSettings } from '../settings.ts'
import { corpOf } from './corps.ts'
import { patienceMs } from '../testing/until.ts'

/** The whole server and the stand-in of DingTalk, which speak with each other over HTTP. */
let base = ''
const standIn = await startStandIn({ app: () => base })
const { url, closeFirst } = await testDatabase({})
const dir = mkdtempSync(join(tmpdir(), 'zaice-dingtalk-'))
const settings = readSettings({ PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'error', DATABASE_URL: url, ...standIn.environment })
const server = await createServer(settings, url)
await server.http.listen({ port: 0, host: '127.0.0.1' })
base = `http://127.0.0.1:${(server.http.server.address() as { port: number }).port}`
closeFirst(async () => {
  await standIn.stop()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})
after(() => standIn.stop())

type Json = ReturnType<typeof JSON.parse>
const company = [...standIn.companies.values()][0]!
const { corpId } = company
const personNamed = (name: string) => [...company.people.values()].find((each) => each.name === name)!

const ask = async (path: string, { token, body }: { token?: string; body?: object } = {}): Promise<Json> => {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { authorization: `bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Json
  return answer.result ?? answer
}
const standing = (): Promise<Json> => ask(`/api/dingding/msgmessage/validInstallFinish?corpId=${corpId}`)
const signIn = async (personId: string): Promise<Json> =>
  ask(`/api/dingding/msgmessage/getLoginUser?${new URLSearchParams({ corpId, code: standIn.act.code(corpId, personId) ?? 'nobody’s' })}`)
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + patienceMs; !(await holds());) {
    if (Date.now() > end) assert.fail(`${what}: ${JSON.stringify(await standing())}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
const peopleHere = async (): Promise<{ name: string; dept: string; state: string; admin: boolean }[]> => {
  const orgId = await corpOf(server.app.database, 'dingtalk', corpId)
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

test('what an organisation installs in DingTalk is here with its people, who come in by a code that opens once', async () => {
  assert.equal((await standing()).state, 'none')
  Object.assign(standIn.manner, { isDoubled: true, isShuffled: true })
  standIn.act.install(corpId)
  await standIn.settle()
  await until('installed', async () => (await standing()).finished)
  const people = await peopleHere()
  assert.equal(people.length, company.people.size)
  assert.deepEqual(people.filter(({ admin }) => admin).map(({ name }) => name), ['沈知行']) // prettier-ignore
  assert.equal(people.find(({ name }) => name === '唐小舟')?.dept, '一车间')

  const { userid } = personNamed('韩立新')
  const code = standIn.act.code(corpId, userid)!
  const enter = () => ask(`/api/dingding/msgmessage/getLoginUser?${new URLSearchParams({ corpId, code })}`)
  const first = await enter()
  assert.ok(first.new_uid && first.access_token, JSON.stringify(first))
  assert.equal((await enter()).access_token, undefined)
  const phone = await ask('/api/dingding/msgmessage/getUserInfoAndPhone', {
    body: { corpId, code: standIn.act.code(corpId, userid, 'outside') },
  })
  assert.deepEqual([phone.personId, phone.phone], [userid, personNamed('韩立新').mobile])
})

test('an organisation that never installed the app is led to where it is installed, inside the chat and on a desk', async () => {
  const stranger = [...standIn.companies.values()].find((each) => !each.installed)!
  const [personId] = [...stranger.people.keys()]
  const enter = (given: Record<string, string>) => ask(`/api/dingding/msgmessage/getLoginUser?${new URLSearchParams(given)}`)
  const inside = await enter({ corpId: stranger.corpId, code: standIn.act.code(stranger.corpId, personId!)! })
  assert.deepEqual([inside.new_uid, inside.corpId, inside.installation?.state], [null, stranger.corpId, 'none'])
  const outside = await enter({ code: standIn.act.code(stranger.corpId, personId!, 'outside')! })
  assert.deepEqual([outside.new_uid, outside.corpId, outside.installation?.state], [null, null, 'none'])
})

test('a month whose calls are used up keeps a newcomer waiting, who is here once it goes on', async () => {
  Object.assign(standIn.trouble, { isQuotaSpent: true })
  const joined = standIn.act.join(corpId, '月底来的', 13)!
  await standIn.settle()
  const boss = () => signIn(personNamed('沈知行').userid)
  const refused = await boss()
  assert.match(refused.msg, /企业本月的钉钉接口调用次数已用完.*（90020）/)
  const waiting = () =>
    server.app.database.gate(
      `select from workplace_event where key = $1 and done_at is null and tries > 0 and due_at > now() + interval '1 hour'`,
      [`person:${joined}`],
    )
  await until('it waits', async () => (await waiting()).length === 1)
  Object.assign(standIn.trouble, { isQuotaSpent: false })
  const { access_token: token } = await boss()
  const seen = await ask('/api/operation/sysoperation/workplace', { token, body: {} })
  assert.match(seen.connected.alarm, /调用次数已用完/)
  await server.app.database.gate('update workplace_event set due_at = now() where done_at is null')
  await until('here', async () => (await peopleHere()).some(({ name }) => name === '月底来的'))
})

test('a page of the organisation is signed as the script takes it', async () => {
  const { signatures } = await ask('/api/workplaces/signatures', { body: { name: 'dingtalk', corpId, url: `${base}/?corpId=${corpId}` } })
  const [{ timestamp: timeStamp, ...signature }] = signatures
  const seen = await fetch(`${standIn.url}/stand-in/signature`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...signature, timeStamp, url: `${base}/?corpId=${corpId}` }),
  })
  assert.deepEqual(await seen.json(), { isRight: true })
})

test('whoever joins, moves and leaves does so here, told twice and in the wrong order', async () => {
  standIn.manner.isHeld = true
  const joined = standIn.act.join(corpId, '新同事', 13)!
  standIn.act.move(corpId, joined, [15])
  standIn.act.leave(corpId, personNamed('冯雅琴').userid)
  standIn.manner.isHeld = false
  await standIn.settle()
  await until('joined', async () => (await peopleHere()).some(({ name, dept }) => name === '新同事' && dept === '行政部'))
  await until('left', async () => (await peopleHere()).some(({ name, state }) => name === '冯雅琴' && state !== 'active'))
  assert.ok((await signIn(joined)).new_uid)
})

test('a notice reaches whoever has to decide, in DingTalk, with a link into the organisation', async () => {
  const [administrator, worker, head] = await Promise.all(['沈知行', '周子涵', '唐小舟'].map((name) => signIn(personNamed(name).userid)))
  await ask('/api/workflow/installRecommended', { token: administrator.access_token, body: {} })
  const submitted = await ask('/api/office/oaleaveorder/submit', {
    token: worker.access_token,
    body: {
      id: newId(),
      header: { leaveKind: 'personal', reason: '去医院' },
      lines: [{ time: { from: '2099-03-02 09:00', to: '2099-03-02 18:00' } }],
    },
  })
  assert.ok(submitted.processId, JSON.stringify(submitted))
  const forHead = () => standIn.notices.filter(({ personId }) => personId === personNamed('唐小舟').userid)
  await until('told', async () => forHead().length > 0)
  const [notice] = forHead()
  assert.match(notice!.title + notice!.text, /周子涵/)
  assert.equal(new URL(notice!.link).searchParams.get('corpId'), corpId)
  const { page } = await ask('/api/workflow/listRuntimeTask', { token: head.access_token, body: { status: 1 } })
  const [task] = page.list
  assert.ok(notice!.link.endsWith(`#/pages/flow/formApprove?taskId=${task.id}`), notice!.link)
  await ask('/api/workflow/flowApprove', { token: head.access_token, body: { taskId: task.id, formRev: task.formRev } })
  await until('approved', async () => standIn.notices.some(({ personId }) => personId === personNamed('周子涵').userid))
  assert.equal(forHead().length, 1)
})

test('an order of the market is a licence, and the app taken away leaves nobody in', async () => {
  standIn.act.order(corpId)
  await standIn.settle()
  standIn.act.uninstall(corpId)
  await standIn.settle()
  await until('withdrawn', async () => (await standing()).state === 'withdrawn')
  assert.equal((await signIn(personNamed('周子涵').userid)).access_token, undefined)
  // No one tells us of it: an administrator who stands before the page does.
  standIn.manner.isHeld = true
  standIn.act.install(corpId)
  const install = (name: string) =>
    ask(
      `/api/dingding/msgmessage/installModuleDing?${new URLSearchParams({ corpId, code: standIn.act.code(corpId, personNamed(name).userid)! })}`,
    )
  assert.equal((await install('周子涵')).reason, 'workplace.administrator')
  assert.equal((await standing()).state, 'withdrawn')
  await install('沈知行')
  await until('installed again', async () => (await standing()).finished)
  standIn.manner.isHeld = false
  await standIn.settle()
  await until('still installed', async () => (await standing()).finished)
  assert.ok((await signIn(personNamed('周子涵').userid)).access_token)
})

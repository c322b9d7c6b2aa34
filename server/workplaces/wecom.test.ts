import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { seal, signatureOf } from '../../hosts/callbackCrypto.ts'
import { startStandIn } from '../../hosts/wecom/standIn/server.ts'
import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { testDatabase } from '../db/testing.ts'
import { createServer } from '../main.ts'
import { readSettings } from '../settings.ts'
import { patienceMs } from '../testing/until.ts'

/** The whole server beside a WeCom that behaves as its documents say: both speak over the network. */
const { url, closeFirst } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'zaice-wecom-'))
let base = ''
const standIn = await startStandIn({ app: () => base })
const settings = { PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'silent', DATABASE_URL: url, ...standIn.environment }
const server = await createServer(readSettings(settings), url)
await server.http.listen({ port: 0, host: '127.0.0.1' })
base = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`
closeFirst(async () => {
  await standIn.stop()
  await server.close()
})
after(() => rmSync(dir, { recursive: true, force: true }))
await standIn.act('ticket')

type Answer = ReturnType<typeof JSON.parse>
const ask = async (path: string, body: object, token?: string): Promise<Answer> => {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return answer.json()
}
const asked = async (path: string, body: object, token?: string): Promise<Answer> => {
  const answer = await ask(path, body, token)
  assert.equal(answer.success, true, `${path}: ${answer.msg}`)
  return answer.result
}
const until = async <T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`It never came: ${what}.`)
}

const at = '/api/workweixin/msgmessage'
const corp = assertDefined([...standIn.world.corps.values()][0], 'the corp')
const administrator = assertDefined(corp.administrators[0], 'the administrator')

/** A person opens the app in the client: led to WeCom and back, and known by the code. */
const enter = async (personId: string): Promise<{ token: string; uid: string; name: string }> => {
  const redirect = `${base}/?corpId=${corp.id}`
  const browser = randomUUID()
  const { address } = await asked('/api/workplaces/signInAddress', { name: 'wecom', where: 'client', redirect, browser })
  const led = await fetch(address, { redirect: 'manual', headers: { cookie: `standInClient=wecom:${corp.id}:${personId}` } })
  const back = new URL(assertDefined(led.headers.get('location') ?? undefined, 'the way back'))
  const proof = { code: back.searchParams.get('code'), state: back.searchParams.get('state') }
  // Another person's browser, led here with what belongs to this one, brings no one in and uses nothing up.
  for (const other of [randomUUID(), '']) assert.equal((await ask(`${at}/getLoginUser`, { ...proof, browser: other })).reason, 'host.code')
  const user = await asked(`${at}/getLoginUser`, { ...proof, browser })
  assert.notEqual(user.new_uid, null)
  return { token: user.access_token, uid: user.new_uid, name: user['X-UserName'] }
}
const messagesOf = (personId: string) => standIn.world.messages.filter((message) => message.personId === personId)

test('an administrator installs from our page, everybody is there without a name, and the first approval is given on its card', async () => {
  const { installUrl, state } = await asked(`${at}/getPreAuthCode`, { url: `${base}/#/pages/goods/mainpage/wwSampleIndex` })
  const chosen = new URLSearchParams({ corpId: corp.id, personId: administrator })
  const led = await fetch(installUrl, { method: 'POST', redirect: 'manual', body: chosen })
  const back = new URL(assertDefined(led.headers.get('location') ?? undefined, 'the way back'))
  assert.equal(back.searchParams.get('state'), state)
  assert.equal(back.hash, '#/pages/goods/mainpage/wwSampleIndex')
  const proof = { auth_code: back.searchParams.get('auth_code'), state }
  assert.equal((await asked(`${at}/installModuleWw`, proof)).corpId, corp.id)
  await until('the installation', async () => {
    const standing = await asked(`${at}/validInstallFinish`, { corpId: corp.id })
    return standing.state === 'ready' ? standing : undefined
  })

  const boss = await enter(administrator)
  assert.match(boss.name, /^成员.{4}$/)
  const { page } = await ask('/api/pro/addressbook/members', { pageSize: 100 }, boss.token)
  assert.equal(page.list.length, corp.people.size)
  assert.ok(page.list.every(({ userName }: { userName: string }) => /^成员.{4}$/.test(userName)))
  const signatures = await asked('/api/workplaces/signatures', { name: 'wecom', corpId: corp.id, url: `${base}/?corpId=${corp.id}` })
  assert.deepEqual(
    signatures.signatures.map(({ use }: { use: string }) => use),
    ['config', 'agentConfig'],
  )

  await asked('/api/workflow/installRecommended', {}, boss.token)
  // A person asks for leave; their head finds a card in the chat, presses, and that is the decision.
  const [department] = [...corp.departments.values()].filter(({ leaders }) => leaders.length > 0)
  const headId = assertDefined(department?.leaders[0], 'the head')
  const workerId = assertDefined(
    [...corp.people.values()].find(({ id, departments }) => departments[0] === department!.id && id !== headId)?.id,
    'the worker',
  )
  const worker = await enter(workerId)
  const submitted = await asked(
    '/api/office/oaleaveorder/submit',
    {
      id: newId(),
      header: { leaveKind: 'annual', reason: '回家' },
      lines: [{ time: { from: '2030-05-06 09:00', to: '2030-05-06 18:00' } }],
    },
    worker.token,
  )
  const { card } = await until('the card', () => messagesOf(headId).find((message) => message.card !== undefined))
  assert.deepEqual(
    card!.buttons.map(({ text }) => text),
    ['同意', '驳回'],
  )
  await standIn.act('mood', { doubles: 'true' })
  await standIn.act('press', { corpId: corp.id, personId: headId, task: card!.taskId, key: 'approve' })
  await standIn.act('mood', { doubles: 'false' })
  assert.equal(await until('what the card says', () => card!.settled), '已同意')
  const info = await fetch(`${base}/api/office/oaleaveorder/info/${submitted.id}`, { headers: { authorization: `bearer ${worker.token}` } })
  assert.equal(((await info.json()) as Answer).result.state, 'posted')
  await until('the word to who asked', () => messagesOf(workerId)[0])
  // The other way round: decided in the app, the card has no buttons any more.
  const before = messagesOf(headId).length
  const second = {
    id: newId(),
    header: { leaveKind: 'annual', reason: '搬家' },
    lines: [{ time: { from: '2030-06-06 09:00', to: '2030-06-06 18:00' } }],
  }
  await asked('/api/office/oaleaveorder/submit', second, worker.token)
  const other = await until('the second card', () =>
    messagesOf(headId)
      .slice(before)
      .find((message) => message.card !== undefined),
  )
  const taskId = new URLSearchParams(new URL(other.link).hash.split('?')[1]).get('taskId')
  const head = await enter(headId)
  await asked('/api/workflow/flowApprove', { taskId, formRev: Number(other.card!.taskId.split('-')[1]) }, head.token)
  assert.equal(await until('what the second card says', () => other.card!.settled), '已同意')
})

test('whoever leaves goes out of service, whoever comes is known at the door', async () => {
  const [, leaver] = [...corp.people.keys()].slice(-2)
  const { token } = await enter(leaver!)
  await standIn.act('leave', { corpId: corp.id, personId: leaver! })
  await until('the end of the session', async () => ((await ask('/api/auth/getCurUser', {}, token)).success ? undefined : true))
  const newcomer = await standIn.act('join', { corpId: corp.id, name: '新来的' })
  assert.match((await enter(newcomer)).name, /^成员/)
})

test('on a desk people come in by the suite for that, each proof by its own', async () => {
  const personId = assertDefined([...corp.people.keys()].at(-3), 'somebody')
  const browser = randomUUID()
  const redirect = `${base}/?chat=wecom`
  const { workplaces } = await (await fetch(`${base}/api/workplaces/list`)).json().then((answer: Answer) => answer.result)
  assert.deepEqual(workplaces, [{ name: 'wecom', title: '企业微信' }])
  const { address } = await asked('/api/workplaces/signInAddress', { name: 'wecom', where: 'desk', redirect, browser })
  const body = new URLSearchParams({ corpId: corp.id, personId })
  const led = await fetch(address, { method: 'POST', redirect: 'manual', body })
  const back = new URL(assertDefined(led.headers.get('location') ?? undefined, 'the way back'))
  const user = await asked(`${at}/getLoginUser`, {
    code: back.searchParams.get('code'),
    state: back.searchParams.get('state'),
    browser,
  })
  assert.ok(user.access_token)
})

test('the licence for members is known, its end is said, and whoever lacks one is named to the administrators', async () => {
  const boss = await enter(administrator)
  const standing = async () => (await asked('/api/operation/sysoperation/workplace', {}, boss.token)).connected.memberLicence
  const titles = async () =>
    server.app.database.reading(await orgOf(), async (tx) => {
      const rows = await tx.query<{ title: string }>('select title from message where org_id = $1', [tx.orgId])
      return rows.map(({ title }) => title).filter((title) => title.includes('接口许可'))
    })
  await standIn.act('buyLicences', { corpId: corp.id, count: '1' })
  await until('the licence', async () => ((await standing())?.isAssignedByItself ? true : undefined))
  const { endsOn } = await standing()
  assert.equal(endsOn, dayAt(corp.licences.trialEndsMs))
  assert.deepEqual(await titles(), [])
  await standIn.act('endLicenceTrial', { corpId: corp.id })
  assert.ok((await enter(administrator)).token)
  const other = assertDefined([...corp.people.keys()].at(-4), 'somebody')
  const browser = randomUUID()
  const { address } = await asked('/api/workplaces/signInAddress', { name: 'wecom', where: 'client', redirect: `${base}/`, browser })
  const led = await fetch(address, { redirect: 'manual', headers: { cookie: `standInClient=wecom:${corp.id}:${other}` } })
  const back = new URL(assertDefined(led.headers.get('location') ?? undefined, 'the way back'))
  const refused = await ask(`${at}/getLoginUser`, {
    code: back.searchParams.get('code'),
    state: back.searchParams.get('state'),
    browser,
  })
  assert.equal(refused.reason, 'host.fault')
  assert.match(refused.msg, /成员没有企业微信的接口许可，请企业管理员联系服务商购买并激活（701016）/)
  await until('the word to the administrators', async () => {
    const found = await titles()
    return found.some((title) => /^成员.{4}没有企业微信的接口许可/.test(title)) && found.some((title) => title.includes('将于'))
      ? true
      : undefined
  })
  corp.licences.trialEndsMs = Date.now() + 90 * 86_400_000
})

test('a callback that is not understood is no success, and a stranger’s is none of ours', async () => {
  const tell = (text: string, receiver: string) => {
    const around = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: randomUUID() }
    const sealedText = { ...around, encrypt: seal(standIn.settings.aesKey, text, receiver) }
    const query = new URLSearchParams({ ...around, msg_signature: signatureOf(standIn.settings.token, sealedText) })
    return fetch(`${base}/api/workplaces/wecom/callback?${query}`, {
      method: 'POST',
      body: `<xml><ToUserName/><Encrypt><![CDATA[${sealedText.encrypt}]]></Encrypt></xml>`,
    })
  }
  const { suiteId } = standIn.settings
  const instruction = (type: string) => `<xml><SuiteId>${suiteId}</SuiteId><InfoType> <![CDATA[${type}]]></InfoType></xml>`
  for (const [text, receiver, status] of [
    [instruction('brand_new'), suiteId, 400],
    [instruction('suite_ticket'), suiteId, 400],
    ['no XML', suiteId, 400],
    [instruction('share_agent_change'), suiteId, 200],
    [instruction('share_agent_change'), 'wwother', 403],
  ] as const) {
    const answer = await tell(text, receiver)
    assert.equal(answer.status, status, text)
    assert.equal((await answer.text()) === 'success', status === 200)
  }
})

test('what is bought is a licence, and a refund takes it back; whoever uninstalls is let in no more', async () => {
  const boss = await enter(administrator)
  const order = await standIn.act('buy', { corpId: corp.id })
  const bought = async () => {
    const [row] = await server.app.database.reading(await orgOf(), (tx) =>
      tx.query<{ n: number }>(
        `select count(*)::int as n from licence_order where org_id = $1 and order_state = 1 and end_date > now() + interval '300 days'`,
        [tx.orgId],
      ),
    )
    return row!.n
  }
  await until('the licence', async () => ((await bought()) === 1 ? true : undefined))
  await standIn.act('refund', { orderId: order })
  await until('its end', async () => ((await bought()) === 0 ? true : undefined))
  await standIn.act('uninstall', { corpId: corp.id })
  await until('the closed door', async () => ((await ask('/api/auth/getCurUser', {}, boss.token)).success ? undefined : true))
})

const orgOf = async (): Promise<string> => {
  const [row] = await server.app.database.gate<{ id: string }>(
    `select organisation::text as id from workplace_corp where chat = 'wecom' and corp_id = $1`,
    [corp.id],
  )
  return assertDefined(row, 'the organisation').id
}

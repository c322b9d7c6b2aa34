import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { type HostEvent, WorkplaceFault } from '../../hosts/workplace.ts'
import { newId } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { createPerson, type NewPerson } from '../access/people.ts'
import { openSession } from '../access/sessions.ts'
import { syncWorker } from '../directory/syncing.ts'
import { startJobs } from '../jobs/jobs.ts'
import { closeByOperator } from '../organisations/operator.ts'
import { documents, handlers } from '../routes.ts'
import { openDoor, testApp } from '../testing/app.ts'
import { addCallbackRoute } from './callbacks.ts'
import { corpOf, readCorp } from './corps.ts'
import { directoryOf } from './people.ts'
import { corpId, fakeChat, personNamed } from './testing/fakeChat.ts'
import { startWorking } from './eventWorker.ts'

const { app: plain, database, newCompany, logged } = await testApp(handlers)

/** A server of its own for a chat of its own, on a database without anything of chats. */
const connected = async () => {
  await database.gate('delete from workplace_event')
  await database.gate('delete from workplace_corp')
  await database.gate('delete from workplace_kept')
  await database.gate('delete from sign_in_guard')
  const chat = fakeChat()
  const app = { ...plain, workplaces: new Map([[chat.workplace.name, chat.workplace]]) }
  const working = startWorking(app, documents, 20)
  const jobs = startJobs(database, app.log, [syncWorker(directoryOf(app))])
  const server = fastify()
  addCallbackRoute(server, app, working.wake)
  const tell = async (told: readonly HostEvent[], signature = 'right', delivery = '') => {
    const { statusCode } = await server.inject({
      method: 'POST',
      url: `/api/workplaces/dingtalk/callback?signature=${signature}${delivery}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(told),
    })
    return statusCode
  }
  const quiet = async () => {
    for (let n = 0; n < 600; n++) {
      jobs.wake()
      const open = await database.gate('select from workplace_event where done_at is null')
      const orgId = await corpOf(database, 'dingtalk', corpId)
      const syncing =
        orgId === undefined
          ? []
          : await database.reading(orgId, (tx) =>
              tx.query(`select from job where org_id = $1 and kind = 'directory.sync' and done_at is null`, [orgId]),
            )
      if (open.length === 0 && syncing.length === 0) return
      await new Promise((done) => setTimeout(done, 20))
    }
    throw new Error('It does not come to rest.')
  }
  const stop = async () => {
    await Promise.all([working.stop(), jobs.stop()])
    await server.close()
  }
  return { chat, app, tell, quiet, stop, ask: await openDoor(app, handlers) }
}
type House = Awaited<ReturnType<typeof connected>>

const inHouse = (title: string, run: (house: House) => Promise<void>) =>
  test(title, async () => {
    const house = await connected()
    try {
      await run(house)
    } finally {
      await house.stop()
    }
  })

const orgIdOf = async (): Promise<string> => assertDefined(await corpOf(database, 'dingtalk', corpId), 'the organisation')

const peopleOf = async (orgId: string) =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{ name: string; state: string; admin: boolean }>(
        'select user_name as name, state, admin from person where org_id = $1 and deleted_at is null order by user_name',
        [orgId],
      ),
    )
  ).map(({ name, state, admin }) => `${name}${admin ? '*' : ''}${state === 'active' ? '' : ' out'}`)

const granted = (atMs: number): HostEvent => ({ t: 'granted', key: 'grant', corpId, atMs })

inHouse(
  'an installation is an organisation with its administrator and its people, and is told once however often',
  async ({ chat, tell, quiet, ask }) => {
    chat.people.set('li', personNamed('li', '李明'))
    const standing = () => ask({ method: 'GET', path: `/api/dingding/msgmessage/validInstallFinish?corpId=${corpId}` })
    assert.partialDeepStrictEqual((await standing()).json.result, { state: 'none', finished: false })
    assert.equal(await tell([granted(1000)], 'wrong'), 403)
    assert.equal(await tell([{ t: 'ticket', key: 'ticket', corpId: '', atMs: 1, ticket: 'T-1', place: 'ticket' }]), 200)
    for (let times = 0; times < 3; times++) assert.equal(await tell([granted(1000)]), 200)
    await quiet()
    const orgId = await orgIdOf()
    assert.deepEqual(await peopleOf(orgId), ['李明', '王总*'])
    assert.partialDeepStrictEqual((await standing()).json.result, { state: 'ready', finished: true, corpName: '示例公司' })
    const [kept] = await database.gate<{ value: string }>(`select value from workplace_kept where key = 'dingtalk/ticket'`)
    assert.equal(kept?.value, 'T-1')
    assert.ok(!logged.some((line) => /secret-permanent|T-1/.test(line)))
  },
)

inHouse('a request that was signed long ago is refused, and the same one again changes nothing', async ({ tell }) => {
  const told: HostEvent[] = [granted(1000)]
  const minutesAgo = (minutes: number) => `&timestamp=${database.now() - minutes * 60_000}&nonce=n${minutes}`
  for (const minutes of [11, -11, 60_000, NaN]) assert.equal(await tell(told, 'right', minutesAgo(minutes)), 403, `${minutes} minutes`)
  const versions = async () =>
    (await database.gate<{ version: number }>('select version from workplace_event')).map(({ version }) => version)
  assert.deepEqual(await versions(), [])
  const delivery = minutesAgo(1)
  assert.equal(await tell(told, 'right', delivery), 200)
  const once = await versions()
  for (let times = 0; times < 3; times++) assert.equal(await tell(told, 'right', delivery), 200)
  assert.deepEqual(await versions(), once)
  assert.equal(await tell(told, 'right', minutesAgo(2)), 200)
  assert.notDeepEqual(await versions(), once)
})

inHouse('whoever knows what an organisation is called learns of it what the page of installing shows', async ({ tell, quiet, ask }) => {
  await tell([granted(1000)])
  await quiet()
  const orgId = await orgIdOf()
  const inside = async (more: NewPerson) =>
    database.inTransaction(orgId, async (tx) => openSession(tx, { uid: await createPerson(tx, more), client: 'app', platform: 'test' }))
  const stranger = await newCompany('别的公司')
  const tokens = {
    nobody: undefined,
    stranger: await stranger.tokenOf(stranger.admin),
    member: await inside({ userName: '李明' }),
    administrator: await inside({ userName: '张三', roles: ['tenant'] }),
  }
  const seen = async (token: string | undefined) => {
    const result = async (name: string) =>
      (await ask({ method: 'GET', path: `/api/dingding/msgmessage/${name}?corpId=${corpId}`, token })).json.result
    const [{ state, done, total, failure }, { corpName, agentId, since }] = [
      await result('validInstallFinish'),
      await result('getCorpGrantInfo'),
    ]
    return { state, counts: done + total > 0, failure: failure !== '', corpName, agentId, since: since !== null }
  }
  const syncIs = (phase: string) =>
    database.inTransaction(orgId, (tx) =>
      tx.query(`update directory_sync set phase = $2, words = $3, done = 3, total = 9 where org_id = $1`, [
        orgId,
        phase,
        phase === 'failed' ? '没有成功' : null,
      ]),
    )
  const outside = { counts: false, failure: false, corpName: '示例公司', agentId: '', since: false }
  const member = { counts: true, failure: false, corpName: '示例公司', agentId: '77', since: true }
  const views = {
    done: { state: 'ready', nobody: outside, administrator: member },
    applying: { state: 'synchronising', nobody: { ...outside, counts: true }, administrator: member },
    failed: { state: 'failed', nobody: outside, administrator: { ...member, failure: true } },
  }
  for (const [phase, { state, nobody, administrator }] of Object.entries(views)) {
    await syncIs(phase)
    assert.deepEqual(await seen(tokens.nobody), { state, ...nobody }, `nobody, ${phase}`)
    assert.deepEqual(await seen(tokens.stranger), { state, ...nobody }, `a stranger, ${phase}`)
    assert.deepEqual(await seen(tokens.member), { state, ...member }, `a member, ${phase}`)
    assert.deepEqual(await seen(tokens.administrator), { state, ...administrator }, `an administrator, ${phase}`)
  }
})

inHouse(
  'an installation is begun again once a minute, whoever asks, and not before the chat wants to be asked',
  async ({ chat, tell, quiet, ask }) => {
    await tell([granted(1000)])
    await quiet()
    chat.people.set('li', personNamed('li', '李明'))
    chat.faults.push(new WorkplaceFault('again', '90018', 'too often', 3600))
    await tell([{ t: 'person', key: 'p/li', corpId, atMs: 2000, personId: 'li' }])
    const dueIn = async () =>
      (
        await database.gate<{ seconds: number }>(
          `select extract(epoch from due_at - now())::float8 as seconds from workplace_event where key = 'p/li' and tries > 0`,
        )
      )[0]?.seconds ?? 0
    for (let n = 0; n < 600 && (await dueIn()) === 0; n++) await new Promise((done) => setTimeout(done, 20))
    const retry = async (ip: string) =>
      (await ask({ method: 'GET', path: `/api/dingding/msgmessage/retryOut?corpId=${corpId}`, ip })).status
    assert.equal(await retry('192.0.2.1'), 200)
    assert.ok((await dueIn()) > 3000, 'the chat is left alone')
    assert.deepEqual([await retry('192.0.2.1'), await retry('192.0.2.2')], [429, 429])
  },
)

inHouse('an older ticket that comes late does not take the place of a newer one', async ({ tell }) => {
  const ticket = (atMs: number): HostEvent => ({ t: 'ticket', key: 'ticket', corpId: '', atMs, ticket: `T-${atMs}`, place: 'ticket' })
  const kept = async () =>
    (await database.gate<{ value: string }>(`select value from workplace_kept where key = 'dingtalk/ticket'`))[0]?.value
  await tell([ticket(2000)])
  await tell([ticket(1000)])
  assert.equal(await kept(), 'T-2000')
  await tell([ticket(3000)])
  assert.equal(await kept(), 'T-3000')
})

inHouse('people come, change and leave as they are told of, in any order', async ({ chat, tell, quiet }) => {
  await tell([granted(1000)])
  await quiet()
  chat.people.set('li', personNamed('li', '李明'))
  chat.people.set('wu', personNamed('wu', '吴静'))
  await tell([
    { t: 'person', key: 'p/li', corpId, atMs: 2000, personId: 'li' },
    { t: 'person', key: 'p/wu', corpId, atMs: 2000, personId: 'wu' },
  ])
  await quiet()
  chat.people.delete('wu')
  chat.people.set('li', personNamed('li', '李小明'))
  chat.faults.push(new WorkplaceFault('again', '88', 'busy', 0))
  await tell([{ t: 'person', key: 'p/wu', corpId, atMs: 3000, personId: 'wu' }])
  await tell([{ t: 'person', key: 'p/li', corpId, atMs: 3000, personId: 'li' }])
  await quiet()
  assert.deepEqual(await peopleOf(await orgIdOf()), ['吴静 out', '李小明', '王总*'])
})

const doors: [title: string, told: HostEvent[], closed: boolean][] = [
  ['taken away', [{ t: 'withdrawn', key: 'grant', corpId, atMs: 2000 }], true],
  ['taken away before it was installed again', [{ t: 'withdrawn', key: 'w', corpId, atMs: 2000 }, granted(3000)], false],
  ['told of in the other order', [granted(3000), { t: 'withdrawn', key: 'w', corpId, atMs: 2000 }], false],
  ['switched off', [{ t: 'stopped', key: 's', corpId, atMs: 2000 }], true],
  [
    'switched off and on',
    [
      { t: 'resumed', key: 's2', corpId, atMs: 3000 },
      { t: 'stopped', key: 's', corpId, atMs: 2000 },
    ],
    false,
  ],
]
for (const [title, told, closed] of doors)
  inHouse(`an app that was ${title} leaves the organisation ${closed ? 'closed' : 'open'}`, async ({ tell, quiet, chat, ask }) => {
    await tell([granted(1000)])
    await quiet()
    const orgId = await orgIdOf()
    for (const one of told) {
      await tell([one])
      await quiet()
    }
    const [{ state }] = (await database.reading(orgId, (tx) =>
      tx.query<{ state: string }>('select state from organisation where org_id = $1', [orgId]),
    )) as [{ state: string }]
    assert.equal(state, closed ? 'disabled' : 'active')
    assert.equal((await peopleOf(orgId)).length, 1)
    chat.members.set('code', { corpId, personId: 'boss', isAdministrator: true })
    const { json } = await ask({ method: 'GET', path: `/api/dingding/msgmessage/getLoginUser?corpId=${corpId}&code=code` })
    assert.equal(json.result.new_uid === null, closed)
  })

inHouse('what the operator has closed the chat does not open', async ({ tell, quiet }) => {
  await tell([granted(1000)])
  await quiet()
  const orgId = await orgIdOf()
  await tell([{ t: 'stopped', key: 's', corpId, atMs: 2000 }])
  await quiet()
  await database.inTransaction(orgId, (tx) => closeByOperator(tx, '王运维'))
  await tell([{ t: 'resumed', key: 'r', corpId, atMs: 3000 }])
  // Its people are asked for when it is open again, so only the event itself comes to rest.
  for (let n = 0; n < 600 && !(await readCorp(database, 'dingtalk', corpId))?.running; n++)
    await new Promise((done) => setTimeout(done, 20))
  assert.equal((await readCorp(database, 'dingtalk', corpId))?.running, true)
  const rows = await database.reading(orgId, (tx) => tx.query(`select from organisation where org_id = $1 and state = 'active'`, [orgId]))
  assert.equal(rows.length, 0)
})

inHouse('withdrawn before anything else is known, an older grant changes nothing', async ({ tell, quiet }) => {
  await tell([{ t: 'withdrawn', key: 'w', corpId, atMs: 2000 }])
  await quiet()
  await tell([granted(1000)])
  await quiet()
  assert.equal(await corpOf(database, 'dingtalk', corpId), undefined)
})

inHouse('whoever signs in by the chat is himself, once, and another one where somebody else was', async ({ chat, tell, quiet, ask }) => {
  await tell([granted(1000)])
  await quiet()
  // No one has told of him yet.
  chat.people.set('new', personNamed('new', '新同事'))
  chat.members.set('c1', { corpId, personId: 'new', isAdministrator: false })
  chat.members.set('c2', { corpId, personId: 'new', isAdministrator: false })
  chat.members.set('c3', { corpId, personId: 'boss', isAdministrator: true })
  const signIn = async (code: string, token?: string) =>
    (
      await ask({
        method: 'GET',
        path: `/api/dingding/msgmessage/getLoginUser?urlParamJson=${encodeURIComponent(JSON.stringify({ corpid: corpId, authCode: code }))}`,
        token,
      })
    ).json
  const first = (await signIn('c1')).result
  assert.partialDeepStrictEqual(first, { old_uid: null, corpId, 'X-UserName': '新同事' })
  assert.equal((await signIn('c1')).reason, 'host.code')
  const again = (await signIn('c2', first.access_token)).result
  assert.deepEqual(
    [again.new_uid, again.old_uid, again.old_corpId, again.access_token],
    [first.new_uid, first.new_uid, corpId, first.access_token],
  )
  const other = (await signIn('c3', first.access_token)).result
  assert.notEqual(other.new_uid, first.new_uid)
  assert.equal(other.old_uid, first.new_uid)
  assert.notEqual(other.access_token, first.access_token)
  assert.deepEqual(await peopleOf(await orgIdOf()), ['新同事', '王总*'])
})

inHouse('an administrator walks through the installation without having been told of by the chat', async ({ chat, quiet, ask }) => {
  chat.members.set('li', { corpId, personId: 'li', isAdministrator: false })
  chat.members.set('boss', { corpId, personId: 'boss', isAdministrator: true })
  const install = (code: string) => ask({ method: 'GET', path: `/api/dingding/msgmessage/installModuleDing?corpId=${corpId}&code=${code}` })
  assert.equal((await install('li')).json.reason, 'workplace.administrator')
  assert.equal((await install('boss')).json.result.state, 'synchronising')
  await quiet()
  assert.equal((await ask({ method: 'GET', path: `/api/dingding/msgmessage/retryOut?corpId=${corpId}` })).json.result.state, 'ready')
  assert.deepEqual(await peopleOf(await orgIdOf()), ['王总*'])
})

inHouse('an organisation that is here connects itself, keeps its people, and outlives the chat', async ({ chat, tell, quiet, ask }) => {
  const company = await newCompany('老公司')
  await company.hire('known', [], { userName: '李明', phone: '13900000001' })
  chat.people.set('li', personNamed('li', '李明', { phone: '13900000001' }))
  const token = await company.tokenOf(company.admin)
  const redirect = 'http://localhost/?page=1'
  const { address } = (await ask({ path: '/api/operation/sysoperation/connect', body: { name: 'dingtalk', redirect }, token })).json.result
  const state = new URL(address).searchParams.get('state')
  chat.grants.set('auth', assertDefined(chat.grant, 'the grant'))
  const back = () => ask({ method: 'GET', path: `/api/dingding/msgmessage/installModuleDing?auth_code=auth&state=${state}`, token })
  assert.equal((await back()).json.result.state, 'synchronising')
  assert.equal((await back()).json.reason, 'host.code')
  await quiet()
  assert.equal(await orgIdOf(), company.orgId)
  assert.equal((await peopleOf(company.orgId)).filter((name) => name === '李明').length, 1)
  const standing = (await ask({ path: '/api/operation/sysoperation/workplace', body: {}, token })).json.result
  assert.partialDeepStrictEqual(standing, { notices: true, connected: { name: 'dingtalk', waiting: 0, installation: { state: 'ready' } } })
  await tell([{ t: 'withdrawn', key: 'w', corpId, atMs: Date.now() + 1000 }])
  await quiet()
  assert.equal((await readCorp(database, 'dingtalk', corpId))?.granted, false)
  assert.equal((await ask({ path: '/api/operation/sysoperation/workplace', body: {}, token })).json.result.connected, null)
})

inHouse('whoever is led to an installation into an organisation that is not theirs installs nothing', async ({ chat, ask }) => {
  const company = await newCompany('甲公司')
  const other = await newCompany('乙公司')
  const colleague = await company.hire(`colleague-${company.orgId}`)
  chat.grants.set('auth', assertDefined(chat.grant, 'the grant'))
  for (const stranger of [undefined, await other.tokenOf(other.admin), await company.tokenOf(colleague)]) {
    const body = { name: 'dingtalk', redirect: 'http://localhost/?page=1' }
    const token = await company.tokenOf(company.admin)
    const { address } = (await ask({ path: '/api/operation/sysoperation/connect', body, token })).json.result
    const path = `/api/dingding/msgmessage/installModuleDing?auth_code=auth&state=${new URL(address).searchParams.get('state')}`
    assert.equal((await ask({ method: 'GET', path, token: stranger })).status, 403)
  }
  assert.equal(await corpOf(database, 'dingtalk', corpId), undefined)
})

inHouse('somebody out of service does not come back by signing in', async ({ chat, tell, quiet, ask }) => {
  await tell([granted(1000)])
  await quiet()
  const orgId = await orgIdOf()
  const uid = newId()
  await database.inTransaction(orgId, async (tx) => {
    await createPerson(tx, { id: uid, userName: '离职', phone: '13900000002' })
    await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [orgId, uid])
  })
  chat.people.set('left', personNamed('left', '离职', { phone: '13900000002' }))
  chat.members.set('c1', { corpId, personId: 'left', isAdministrator: false })
  const { json } = await ask({ method: 'GET', path: `/api/dingding/msgmessage/getLoginUser?corpId=${corpId}&code=c1` })
  assert.equal(json.reason, 'person.disabled')
  assert.deepEqual(await peopleOf(orgId), ['王总*', '离职 out'])
})

inHouse('pages are signed for our own address alone', async ({ tell, quiet, ask }) => {
  await tell([granted(1000)])
  await quiet()
  const sign = (url: string) =>
    ask({ path: '/api/workplaces/signatures', body: { name: 'dingtalk', corpId, url }, headers: { host: 'zaice.test' } })
  assert.equal(
    (await sign('http://zaice.test/?corpId=1#/pages/index/index')).json.result.signatures[0].signature,
    'signed http://zaice.test/?corpId=1',
  )
  for (const url of ['http://evil.test/', 'http://zaice.test@evil.test/', 'http://zaice.test.evil/'])
    assert.equal((await sign(url)).json.reason, 'workplace.address')
})

test('an installation that is connected to no chat says so', async () => {
  const ask = await openDoor(plain, handlers)
  const { json } = await ask({ path: '/api/workweixin/msgmessage/getSignature', body: { url: 'x', corpId: 'y' } })
  assert.deepEqual([json.code, json.msg], [500, '尚未接入企业微信，请用账号登录'])
})

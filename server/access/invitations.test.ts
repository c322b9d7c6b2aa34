import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { messagingHandlers } from '../messaging/messages.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { authHandlers } from './auth.ts'
import { invitationHandlers } from './invitations.ts'
import { disablePerson } from './people.ts'
import { userHandlers } from './users.ts'

const { ask, newCompany, database, logged } = await testApp([...authHandlers, ...userHandlers, ...invitationHandlers, ...messagingHandlers])
const company = await newCompany('甲公司')
const { orgId } = company
const admin = await company.tokenOf(company.admin)
const department = newId()
await database.inTransaction(orgId, (tx) => insert(tx, 'department', [{ id: department, dept_code: 'D', dept_name: '研发部' }]))

let lastIp = 0
const post = (verb: string, body: object, more: object = {}) =>
  ask({ path: `/api/pro/invitation/${verb}`, body, ip: `10.9.0.${++lastIp % 250}`, ...more })
const byAdmin = (verb: string, body: object) => post(verb, body, { token: admin })
const invite = async (...uids: Id[]): Promise<string[]> =>
  (await byAdmin('save', { uids })).json['result'].list.map(({ link }: { link: string }) => new URL(link).hash.split('token=')[1])
const newcomer = (userName: string, more: object = {}) =>
  company.hire('x', [], { userName, username: undefined, passwordHash: undefined, deptId: department, ...more } as object)
const accept = (token: string, more: object = {}, headers: object = {}) =>
  post('accept', { token, password: 'Mine2026', ...more }, { headers })
const signIn = (username: string, password = 'Mine2026') =>
  ask({
    path: `/api/oauth/token?grant_type=password&username=${username}&password=${password}`,
    headers: { authorization: `Basic ${btoa('app:app')}` },
    ip: `10.9.1.${++lastIp % 250}`,
  })

test('whoever is invited chooses a password, is in, and signs in by phone from then on', async () => {
  const uid = await newcomer('陈晨', { phone: '13700000001' })
  const [token] = await invite(uid)
  const look = await post('look', { token })
  assert.deepEqual(look.json['result'], {
    operationName: '甲公司',
    operationAvatar: '',
    userName: '陈晨',
    deptName: '研发部',
    login: '137****0001',
    again: false,
  })
  assert.equal((await accept(token!, { password: 'weak' })).json['reason'], 'field.password')
  const entered = await accept(token!)
  assert.deepEqual([entered.json['X-UID'], entered.json['X-First']], [uid, 0])
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token: entered.json['access_token'] })).status, 200)
  assert.equal((await signIn('13700000001')).json['X-UID'], uid)
  const told = await ask({ path: '/api/msg/msgmessage/list', body: {}, token: admin })
  assert.equal(told.json['page'].list[0].title, '陈晨已接受邀请并加入')
})

test('the token is nowhere in the database', async () => {
  const [token] = await invite(await newcomer('无痕'))
  const rows = await database.reading(orgId, (tx) => tx.query('select i::text as row from invitation i where org_id = $1', [orgId]))
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token!.split('.')[1]!))
})

test('whoever has nothing to sign in by gives a phone that nobody has', async () => {
  await company.hire('neighbour', [], { phone: '13700000002' })
  const [token] = await invite(await newcomer('无号'))
  assert.equal((await post('look', { token })).json['result'].login, null)
  assert.equal((await accept(token!)).json['reason'], 'invitation.phone')
  assert.equal((await accept(token!, { phone: '13700000002' })).json['reason'], 'person.phone')
  assert.equal((await accept(token!, { phone: '13700000003' })).json['X-UserId'], '13700000003')
})

const closed: [title: string, close: (uid: Id, token: string) => Promise<unknown>, reason: string][] = [
  ['one that was used', (_, token) => accept(token), 'invitation.used'],
  [
    'one that was revoked',
    async (uid) => {
      const { json } = await byAdmin('list', { pageSize: 50 })
      const { id } = json['page'].list.find((row: { uid: Id }) => row.uid === uid)
      await byAdmin('revoke', { id })
    },
    'invitation.revoked',
  ],
  ['one that a newer one replaced', (uid) => invite(uid), 'invitation.revoked'],
  ['one of somebody who left', (uid) => database.inTransaction(orgId, (tx) => disablePerson(tx, uid, company.admin)), 'invitation.revoked'],
  [
    'one that is seven days old',
    (uid) =>
      database.inTransaction(orgId, (tx) =>
        tx.query(`update invitation set expires_at = expires_at - interval '7 days' where org_id = $1 and uid = $2`, [orgId, uid]),
      ),
    'invitation.expired',
  ],
]
for (const [at, [title, close, reason]] of closed.entries())
  test(`${title} opens nothing and says why`, async () => {
    const uid = await newcomer('过期', { phone: `1370000001${at}` })
    const [token] = await invite(uid)
    await close(uid, token!)
    assert.equal((await post('look', { token })).json['reason'], reason)
    assert.equal((await accept(token!)).json['reason'], reason)
  })

test('a command that is sent again comes in again; the same link by another command does not', async () => {
  const [token] = await invite(await newcomer('断线', { phone: '13700000021' }))
  const command = { 'x-command-id': '3f0c8a52-0f8e-4a55-9a55-0e8b0f1f0a01' }
  const answers = [await accept(token!, {}, command), await accept(token!, {}, command), await accept(token!)]
  assert.deepEqual(
    answers.map(({ json }) => json['reason'] ?? json['token_type']),
    ['bearer', 'bearer', 'invitation.used'],
  )
})

test('of many who open one link at once, one comes in', async () => {
  const [token] = await invite(await newcomer('抢先', { phone: '13700000022' }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token!)))
  assert.equal(answers.filter(({ json }) => json['token_type'] === 'bearer').length, 1)
})

test('somebody who has a password gets another by a link, and whatever was open is over', async () => {
  const uid = await company.hire('forgetful')
  const old = await company.tokenOf(uid)
  const [token] = await invite(uid)
  assert.deepEqual([(await post('look', { token })).json['result'].again, (await accept(token!)).status], [true, 200])
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token: old })).status, 401)
  assert.equal((await signIn('forgetful')).status, 200)
})

test('whoever tries tokens is stopped', async () => {
  const guess = () => post('look', { token: `${BigInt(orgId).toString(36)}.${'A'.repeat(43)}` }, { ip: '10.9.2.1' })
  for (let tries = 0; tries < 30; tries++) assert.equal((await guess()).json['reason'], 'invitation.unknown')
  assert.equal((await guess()).status, 429)
})

test('an open link asks; the answer is the same whoever has the phone; an administrator decides', async () => {
  const { json } = await byAdmin('open', { deptId: department })
  const token = new URL(json['result'].link).hash.split('token=')[1]!
  const look = (await post('look', { token })).json['result']
  assert.deepEqual([look.userName, look.deptName, look.login], [null, '研发部', null])
  await company.hire('resident', [], { userName: '住户', phone: '13700000031' })
  const apply = (userName: string, phone: string, password = 'Mine2026') => post('apply', { token, userName, phone, password })
  const answers = [await apply('新人', '13700000032'), await apply('冒充', '13700000031'), await apply('换人', '13700000032', 'Other2026')]
  for (const answer of answers) assert.deepEqual(answer.json['result'], { waiting: true })
  assert.equal((await signIn('13700000032')).status, 400, 'not before a yes')
  assert.equal((await accept(token)).json['reason'], 'invitation.open')

  const requests = (await byAdmin('requests', {})).json['page'].list
  assert.deepEqual(
    requests.map((row: { userName: string; known: { userName: string } | null }) => [row.userName, row.known?.userName]),
    [
      ['冒充', '住户'],
      ['新人', undefined],
    ],
  )
  const [stranger, fresh] = requests
  assert.equal((await byAdmin('decide', { id: stranger.id, accept: true })).json['reason'], 'join.known')
  assert.deepEqual((await byAdmin('decide', { id: stranger.id, accept: false })).json['result'], { uid: null })
  const { uid } = (await byAdmin('decide', { id: fresh.id, accept: true })).json['result']
  assert.equal((await byAdmin('decide', { id: fresh.id, accept: true })).json['result'].uid, uid, 'twice is once')
  assert.equal((await byAdmin('decide', { id: fresh.id, accept: false })).json['reason'], 'join.decided')
  const signedIn = await signIn('13700000032')
  assert.deepEqual([signedIn.json['X-UID'], signedIn.json['X-UserName'], signedIn.json['X-DEPT-ID']], [uid, '新人', department])
})

test('many are invited in one press; without a gateway their links are printed', async () => {
  const uids = await Promise.all(['甲', '乙', '丙'].map((name, at) => newcomer(name, at < 2 ? { phone: `1370000004${at}` } : {})))
  const before = (await ask({ method: 'GET', path: '/api/pro/invitation/summary', token: admin })).json['result']
  const { json } = await byAdmin('save', { uids, sms: true })
  assert.deepEqual([json['result'].list.length, json['result'].sending], [3, 2])
  const after = (await ask({ method: 'GET', path: '/api/pro/invitation/summary', token: admin })).json['result']
  assert.deepEqual([after.invited - before.invited, after.missing - before.missing, after.sms], [3, 0, false])
  const missing = (await byAdmin('people', { likeQuery: '甲' })).json['page'].list
  assert.deepEqual([missing[0].userName, missing[0].state], ['甲', 'open'])
  for (let waited = 0; waited < 50 && !logged.some((line) => line.includes('SMS link for 13700000041')); waited++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(logged.some((line) => line.includes('SMS link for 13700000041')))
  assert.equal((await byAdmin('save', { uids: [newId()] })).status, 404)
})

test('a forgotten password is replaced by the code on the phone; nobody learns who is here', async () => {
  const uid = await company.hire('lost', [], { phone: '13700000051' })
  const old = await company.tokenOf(uid)
  const send = (mobile: string) => ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: '10.9.3.1' })
  const reset = (mobile: string, captcha: string, password = 'Found2026') =>
    ask({ path: '/sys/resetPassword', body: { mobile, captcha, password }, ip: '10.9.3.2' })
  const codeOf = (phone: string) => logged.map((line) => new RegExp(`SMS code for ${phone}: (\\d{6})`).exec(line)?.[1]).findLast(Boolean)
  await send('13700000051')
  await send('13700000059')
  assert.equal(codeOf('13700000059'), undefined)
  const code = codeOf('13700000051')!
  assert.equal((await reset('13700000051', code, 'weak')).json['reason'], 'field.password')
  assert.equal((await reset('13700000051', code === '000000' ? '111111' : '000000')).json['reason'], 'signIn.code')
  assert.equal((await reset('13700000059', code)).json['reason'], 'signIn.code')
  const entered = await reset('13700000051', code)
  assert.equal(entered.json['X-UID'], uid)
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token: old })).status, 401)
  assert.equal((await reset('13700000051', code)).json['reason'], 'signIn.code', 'once')
  assert.equal((await signIn('lost', 'Found2026')).status, 200)
})

test('whoever asks for a password is answered the same, known or not; administrators are told once', async () => {
  await company.hire('asker', [], { userName: '问问' })
  const answers = []
  for (const username of ['asker', 'nobody-here', 'asker'])
    answers.push((await ask({ path: '/sys/askForPassword', body: { username }, ip: '10.9.4.1' })).json['result'])
  assert.deepEqual(answers, [{ told: true }, { told: true }, { told: true }])
  const told = async () =>
    (await ask({ path: '/api/msg/msgmessage/list', body: { pageSize: 50 }, token: admin })).json['page'].list.filter(
      ({ title }: { title: string }) => title === '问问忘记了密码，请为他生成登录链接',
    ).length
  for (let waited = 0; waited < 50 && (await told()) === 0; waited++) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(await told(), 1)
})

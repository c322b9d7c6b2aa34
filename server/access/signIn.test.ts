import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../settings.ts'
import { openDoor, testApp, testPassword } from '../testing/app.ts'
import { authHandlers } from './auth.ts'
import { dictionaryHandlers } from './dictionaries.ts'
import { hashPassword } from './passwords.ts'
import { organisationHandlers } from '../organisations/organisations.ts'
import { userHandlers } from './users.ts'
import { openSession } from './sessions.ts'

const handlers = [...authHandlers, ...userHandlers, ...organisationHandlers, ...dictionaryHandlers]
const { app, ask, newCompany, database, logged } = await testApp(handlers)
const company = await newCompany('甲公司')

const basic = (client: string) => ({ authorization: `Basic ${Buffer.from(client).toString('base64')}` })
let lastIp = 0
const newIp = () => `10.1.${++lastIp >> 8}.${lastIp & 255}`

type Try = { username: string; password?: string; headers?: Record<string, string>; ip?: string; grant?: string; deviceId?: string }
const signIn = ({ username, password = testPassword, headers = {}, ip = newIp(), grant = 'password', deviceId = 'd1' }: Try) =>
  ask({
    path: `/api/oauth/token?grant_type=${grant}&clientType=2&username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}&device_id=${deviceId}`,
    headers: { ...basic('app:app'), platformType: 'huaruan', loginType: 'userpass', ...headers },
    ip,
  })

test('a password opens a session whose answer has the words of the contract', async () => {
  const uid = await company.hire('wang', ['tenant', 'goodsmanager'], { userName: '王伟', phone: '13800000001' })
  const { status, json } = await signIn({ username: ' WANG ' })
  assert.equal(status, 200)
  assert.equal(json['token_type'], 'bearer')
  assert.equal(json['X-UID'], uid)
  assert.equal(json['X-UserName'], '王伟')
  assert.equal(json['X-Admin'], 1)
  assert.equal(json['X-OperationId'], company.orgId)
  assert.deepEqual(
    JSON.parse(json['X-ROLES']).map((role: { roleCode: string }) => role.roleCode),
    [`gs_tenant_${company.orgId}`, `gs_goodsmanager_${company.orgId}`],
  )
  assert.equal(json['result']['access_token'], json['access_token'])
  const token = json['access_token'] as string

  const checked = await ask({ path: `/api/oauth/check_token?token=${encodeURIComponent('bearer ' + token)}` })
  assert.equal(checked.status, 200)
  assert.equal(checked.json['active'], true)
  assert.equal(checked.json['user_name'], 'wang')

  const me = await ask({ method: 'GET', path: '/api/auth/getCurUser', token })
  assert.deepEqual([me.json['result']['X-UID'], me.json['result']['grantedRoles'].length], [uid, 3])

  const out = await ask({ path: '/api/oauth/logout', body: { uid }, token })
  assert.deepEqual([out.status, out.json['result']], [200, { ended: 1 }])
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).status, 401)
  const over = await ask({ path: `/api/oauth/check_token?token=${token}` })
  assert.deepEqual([over.status, over.json['error']], [400, 'invalid_token'])
})

test('somebody is signed in on a phone while a session of the phone’s client is open', async () => {
  const uid = await company.hire('mobile')
  const opened = (client: string) => database.inTransaction(company.orgId, (tx) => openSession(tx, { uid, client, platform: 'test' }))
  const asked = async (token: string, of: string) =>
    (await ask({ method: 'GET', path: `/api/auth/isMobileLogin?uid=${of}`, token })).json['result']
  const computer = await opened('pc_to_mobile')
  assert.equal(await asked(computer, uid), false)
  const phone = await opened('app')
  assert.deepEqual([await asked(phone, uid), await asked(computer, uid), await asked(phone, company.admin)], [true, true, false])
  await ask({ path: '/api/oauth/logout', body: { uid }, token: phone })
  assert.equal(await asked(computer, uid), false)
})

test('the token is nowhere in the database', async () => {
  const uid = await company.hire('li')
  const token = await company.tokenOf(uid)
  const rows = await database.reading(company.orgId, (tx) => tx.query('select s::text as row from session s where uid = $1', [uid]))
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token.split('.')[1]!))
})

test('a phone number is a login name too, and the answer is the same for an unknown name and a wrong password', async () => {
  await company.hire('zhao', [], { phone: '13800000002' })
  assert.equal((await signIn({ username: '13800000002' })).status, 200)
  // As a keyboard for Chinese writes it.
  assert.equal((await signIn({ username: '１３８０００００００２' })).status, 200)
  const wrong = await signIn({ username: 'zhao', password: 'Wrong1234' })
  const unknown = await signIn({ username: 'nobody-at-all', password: 'Wrong1234' })
  for (const answer of [wrong, unknown]) {
    const { timestamp: _, ...rest } = answer.json
    assert.deepEqual(
      [answer.status, rest],
      [
        400,
        {
          code: 400,
          msg: '用户名或密码错误',
          message: '用户名或密码错误',
          reason: 'signIn.wrong',
          error: 'invalid_grant',
          error_description: '用户名或密码错误',
          success: false,
          result: null,
          data: null,
        },
      ],
    )
  }
})

test('a client that has no organisation yet may say so in the words of its browser', async () => {
  await company.hire('unchosen')
  for (const operationId of ['', 'null', 'undefined'])
    assert.equal((await signIn({ username: 'unchosen', headers: { operationId } })).status, 200)
})

const refused: [title: string, asked: Try, status: number, error: string | undefined][] = [
  ['without a client credential', { username: 'wang', headers: { authorization: '' } }, 401, 'invalid_client'],
  ['with a wrong client credential', { username: 'wang', headers: basic('app:other') }, 401, 'invalid_client'],
  ['with a grant that is not known', { username: 'wang', grant: 'magic' }, 400, 'unsupported_grant_type'],
  ['with an organisation that does not know the name', { username: 'wang', headers: { operationId: '77' } }, 400, 'invalid_grant'],
  ['with an organisation that is no number', { username: 'wang', headers: { operationId: "1' or '1'='1" } }, 400, 'invalid_grant'],
  ['with an empty password', { username: 'wang', password: '' }, 400, 'invalid_grant'],
]
for (const [title, asked, status, error] of refused)
  test(`nobody comes in ${title}`, async () => {
    const answer = await signIn(asked)
    assert.deepEqual([answer.status, answer.json['error']], [status, error])
  })

test('five wrong passwords lock the name, whether it is known or not, and the right one too', async () => {
  await company.hire('sun')
  for (const username of ['sun', 'never-hired']) {
    for (let tries = 0; tries < 5; tries++) assert.equal((await signIn({ username, password: 'Wrong1234' })).status, 400)
    const locked = await signIn({ username })
    assert.deepEqual([locked.status, locked.json['msg']], [429, '登录失败次数过多，请于10分钟后再试'])
  }
  await database.gate(`update sign_in_guard set locked_until = now() - interval '1 second' where locked_until is not null`)
  assert.equal((await signIn({ username: 'sun' })).status, 200)
})

test('whoever guesses from elsewhere locks nobody out of a network or a device that they signed in with', async () => {
  await company.hire('harried')
  const [ip, deviceId] = [newIp(), 'a'.repeat(32)]
  assert.equal((await signIn({ username: 'harried', ip, deviceId })).status, 200)
  for (let tries = 0; tries < 7; tries++) await signIn({ username: 'harried', password: 'Wrong1234' })
  assert.equal((await signIn({ username: 'harried' })).status, 429)
  assert.equal((await signIn({ username: 'harried', ip })).status, 200)
  assert.equal((await signIn({ username: 'harried', deviceId })).status, 200)
  for (let tries = 0; tries < 5; tries++) await signIn({ username: 'harried', ip, password: 'Wrong1234' })
  assert.equal((await signIn({ username: 'harried', ip })).status, 429)
})

test('whoever guesses from the same network locks nobody out of a device that they signed in with', async () => {
  await company.hire('desk-mate')
  const [ip, deviceId] = [newIp(), 'b'.repeat(32)]
  assert.equal((await signIn({ username: 'desk-mate', ip, deviceId })).status, 200)
  for (let tries = 0; tries < 7; tries++) await signIn({ username: 'desk-mate', ip, password: 'Wrong1234', deviceId: 'c'.repeat(32) })
  assert.equal((await signIn({ username: 'desk-mate', ip })).status, 429)
  assert.equal((await signIn({ username: 'desk-mate', ip, deviceId })).status, 200)
  for (let tries = 0; tries < 5; tries++) await signIn({ username: 'desk-mate', ip, deviceId, password: 'Wrong1234' })
  assert.equal((await signIn({ username: 'desk-mate', ip, deviceId })).status, 429)
})

test('fifty guesses at once are five guesses', async () => {
  await company.hire('zhou')
  const answers = await Promise.all(Array.from({ length: 50 }, () => signIn({ username: 'zhou', password: 'Wrong1234' })))
  assert.equal(answers.filter((answer) => answer.status === 400).length, 5)
  assert.equal(answers.filter((answer) => answer.status === 429).length, 45)
})

test('a right password clears the count', async () => {
  await company.hire('wu')
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < 4; tries++) await signIn({ username: 'wu', password: 'Wrong1234' })
    assert.equal((await signIn({ username: 'wu' })).status, 200)
  }
})

test('one network is stopped after a hundred failures over many names', async () => {
  const ip = newIp()
  for (let tries = 0; tries < 100; tries++)
    await ask({ path: '/sys/phoneLogin', body: { mobile: `1390000${String(tries).padStart(4, '0')}`, captcha: '000000' }, ip })
  assert.equal((await signIn({ username: 'wang', ip })).status, 429)
  assert.equal((await signIn({ username: 'wang' })).status, 200)
})

test('a phone number and a login name of one person share their five tries', async () => {
  await company.hire('shared', [], { phone: '13800000011' })
  const names = ['shared', '13800000011', 'SHARED', '13800000011', 'shared']
  for (const username of names) assert.equal((await signIn({ username, password: 'Wrong1234' })).status, 400)
  for (const username of ['13800000011', 'shared']) assert.equal((await signIn({ username })).status, 429)
})

test('a network that somebody locked lets in whoever signed in from there before, and nobody else', async () => {
  const ip = newIp()
  await company.hire('at-home')
  await company.hire('visitor')
  assert.equal((await signIn({ username: 'at-home', ip })).status, 200)
  for (let tries = 0; tries < 100; tries++)
    await ask({ path: '/sys/phoneLogin', body: { mobile: `1390001${String(tries).padStart(4, '0')}`, captcha: '000000' }, ip })
  assert.equal((await signIn({ username: 'visitor', ip })).status, 429)
  assert.equal((await signIn({ username: 'at-home', ip })).status, 200)
  assert.equal((await signIn({ username: 'at-home', ip: newIp(), password: 'Wrong1234' })).status, 400)
})

test('organisations are told to whoever has shown the password, and to nobody who asks with a phone number', async () => {
  const other = await newCompany('丙公司')
  await company.hire('twice', [], { phone: '13800000012' })
  await other.hire('twice', [], { phone: '13800000012' })
  for (const username of ['twice', '13800000012'])
    assert.equal((await signIn({ username, password: 'Wrong1234' })).json['reason'], 'signIn.wrong')
  const chosen = await signIn({ username: '13800000012' })
  assert.deepEqual(
    [chosen.json['reason'], chosen.json['details'].map((row: { operationName: string }) => row.operationName).sort()],
    ['signIn.organisation', ['丙公司', '甲公司'].sort()],
  )
  const anonymous = await ask({ path: '/api/operation/sysoperation/listOptByLogin', body: { username: '13800000012' } })
  assert.deepEqual(anonymous.json['page'].list, [])
})

test('whoever has two organisations and two passwords comes into the one whose password it is, as often as they like', async () => {
  const other = await newCompany('丁公司')
  await company.hire('half')
  const there = await other.hire('half')
  const hash = await hashPassword('Other2026')
  await database.inTransaction(other.orgId, (tx) =>
    tx.query('update person set password_hash = $3 where org_id = $1 and id = $2', [other.orgId, there, hash]),
  )
  for (let times = 0; times < 7; times++) {
    const entered = await signIn({ username: 'half', password: 'Other2026' })
    assert.deepEqual([entered.status, entered.json['X-UID']], [200, there])
  }
  assert.equal((await signIn({ username: 'half' })).json['X-OperationId'], company.orgId)
})

test('a name in two organisations needs the choice of one', async () => {
  const other = await newCompany('乙公司')
  const here = await company.hire('both')
  const there = await other.hire('both')
  const open = await signIn({ username: 'both' })
  assert.deepEqual([open.status, open.json['reason']], [400, 'signIn.organisation'])
  const asked = (token?: string) => ask({ path: '/api/operation/sysoperation/listOptByLogin', body: { username: 'both' }, token })
  const namesIn = ({ json }: Awaited<ReturnType<typeof asked>>) =>
    json['page'].list.map((row: { operationName: string }) => row.operationName)
  assert.deepEqual(namesIn(await asked()), [], 'a stranger')
  assert.deepEqual(namesIn(await asked(await company.tokenOf(here))).toSorted(), ['乙公司', '甲公司'].toSorted(), 'whose name it is')
  assert.deepEqual(namesIn(await asked(await company.tokenOf(company.admin))), [], 'a colleague')
  for (const [orgId, uid] of [
    [company.orgId, here],
    [other.orgId, there],
  ]) {
    const chosen = await signIn({ username: 'both', headers: { operationId: orgId! } })
    assert.deepEqual([chosen.json['X-OperationId'], chosen.json['X-UID']], [orgId, uid])
  }
})

const codeFor = (phone: string) => /: (\d{6})/.exec(logged.findLast((line) => line.includes(`SMS code for ${phone}`)) ?? '')?.[1]

test('a code signs in once', async () => {
  const uid = await company.hire('feng', [], { phone: '13800000003' })
  const sent = await ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile: '13800000003' }, ip: newIp() })
  assert.deepEqual([sent.status, sent.json['result']], [200, { countdownSeconds: 60 }])
  const captcha = codeFor('13800000003')!
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask({ path: '/sys/phoneLogin', body: { mobile: '13800000003', captcha }, ip: newIp() })),
  )
  const good = answers.filter((answer) => answer.json['code'] === 200)
  assert.equal(good.length, 1)
  assert.deepEqual([good[0]!.json['X-UID'], good[0]!.json['result']['userInfo']['X-UID']], [uid, uid])
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token: good[0]!.json['result']['token'] })).status, 200)
})

test('an unknown number gets the same answers and no code', async () => {
  const known = '13800000004'
  const unknown = '13800000005'
  await company.hire('chen', [], { phone: known })
  const answers = []
  for (const mobile of [known, unknown]) {
    const sent = await ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: newIp() })
    const again = await ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: newIp() })
    const wrong = await ask({ path: '/sys/phoneLogin', body: { mobile, captcha: 'xxxxxx'.replace(/x/g, '0') }, ip: newIp() })
    answers.push(
      [sent, again, wrong].map(({ status, json }) => ({ status, ...json, timestamp: 0, msg: String(json.msg).replace(/\d+/, 'n') })),
    )
  }
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(
    (answers[0] as { reason?: string }[]).map((answer) => answer.reason),
    [undefined, 'sms.wait', 'signIn.code'],
  )
  assert.equal(codeFor(unknown), undefined)
})

test('a code dies after five tries, after its time, and when a new one is sent', async () => {
  const mobile = '13800000006'
  await company.hire('xu', [], { phone: mobile })
  const enter = (captcha: string) => ask({ path: '/sys/phoneLogin', body: { mobile, captcha }, ip: newIp() })
  const send = async () => {
    await database.gate(`update sms_code set sent_at = sent_at - interval '1 minute' where phone = $1`, [mobile])
    await ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: newIp() })
    return codeFor(mobile)!
  }
  const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

  const tried = await send()
  for (let tries = 0; tries < 5; tries++) await enter(wrongOf(tried))
  assert.equal((await enter(tried)).json['reason'], 'signIn.code')

  const late = await send()
  await database.gate(`update sms_code set expires_at = now() - interval '1 second' where phone = $1`, [mobile])
  assert.equal((await enter(late)).json['reason'], 'signIn.code')

  const old = await send()
  const fresh = await send()
  if (old !== fresh) assert.equal((await enter(old)).json['reason'], 'signIn.code')
  assert.equal((await enter(fresh)).json['code'], 200)
})

test('once the codes of the day are used up, the last one keeps its five tries', async () => {
  const mobile = '13800000013'
  await company.hire('guessed', [], { phone: mobile })
  const send = () => ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: newIp() })
  const codeRow = async () => (await database.gate('select code_hash, tries from sms_code where phone = $1', [mobile]))[0]
  for (let sent = 1; sent <= 10; sent++) {
    assert.equal((await send()).status, 200)
    // What is refused because the last one is young does not count.
    assert.equal((await send()).json['reason'], sent < 10 ? 'sms.wait' : 'request.often')
    await database.gate(`update sms_code set sent_at = sent_at - interval '1 minute' where phone = $1`, [mobile])
  }
  for (let tries = 0; tries < 5; tries++) await ask({ path: '/sys/phoneLogin', body: { mobile, captcha: '000000' }, ip: newIp() })
  const used = await codeRow()
  for (let more = 0; more < 3; more++) assert.equal((await send()).status, 429)
  assert.deepEqual(await codeRow(), used)
})

test('a login name that looks like a phone number is not opened by that phone', async () => {
  const mobile = '13800000007'
  await company.hire(mobile)
  await ask({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile }, ip: newIp() })
  assert.equal(codeFor(mobile), undefined)
})

test('whoever is disabled is out within a second, and every open session is announced', async () => {
  const uid = await company.hire('qian')
  const token = await company.tokenOf(uid)
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).status, 200)
  const admin = await company.tokenOf(company.admin)
  const done = await ask({ path: '/api/pro/sysuser/update', body: { uid, state: 'disabled' }, token: admin })
  assert.equal(done.json['result']['state'], 'disabled')
  await new Promise((go) => setTimeout(go, 1000))
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).status, 401)
  assert.equal((await signIn({ username: 'qian' })).json['error'], 'invalid_grant')
  const [said] = await database.reading(company.orgId, (tx) =>
    tx.query<{ body: { uids: string[]; tokens: string[] } }>(
      `select body from outbox where org_id = $1 and topic = 'session-ended' and key = $2`,
      [company.orgId, uid],
    ),
  )
  assert.deepEqual([said!.body.uids, said!.body.tokens.length], [[uid], 1])
})

test('demo accounts are named where the installation has demo data and wants it, and nowhere else', async () => {
  const hint = async (demo: 'on' | 'off' | 'auto') => {
    const settings = readSettings({ DEMO: demo, DATABASE_URL: 'postgres://elsewhere/zaice' })
    const door = await openDoor({ ...app, settings }, handlers)
    return (await door({ method: 'GET', path: '/api/auth/signInHint' })).json['result']
  }
  const none = { accounts: [], password: '' }
  assert.deepEqual(await hint('on'), none, 'a real installation')
  await database.gate(`insert into installation (key, value) values ('demo', 'begun')`)
  for (const demo of ['off', 'auto'] as const) assert.deepEqual(await hint(demo), none, demo)
  const { accounts, password } = await hint('on')
  assert.deepEqual(accounts[0], { login: 'admin', title: '管理员' })
  assert.equal(password, 'Demo2026')
})

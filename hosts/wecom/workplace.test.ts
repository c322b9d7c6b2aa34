import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { seal, signatureOf } from '../callbackCrypto.ts'
import type { CallbackRequest, HostStore, HostEvent, Workplace, WorkplaceFault } from '../workplace.ts'
import { memoryKeeping } from '../testing/keeping.ts'
import { pageSignature } from './signatures.ts'
import { addCorp, type Corp } from './standIn/world.ts'
import { startStandIn, type StandIn } from './standIn/server.ts'
import { wecom } from './workplace.ts'
import { writeXml } from './xml.ts'

/** As the app does it: what is heard is answered at once, tickets are kept, the rest is remembered in the order in which it came. */
const heard: HostEvent[] = []
const keeping = memoryKeeping(Date.now)
let standIn: StandIn
let chat: Workplace
let address = ''
const app = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const query = Object.fromEntries(new URL(request.url!, address).searchParams)
  const said = chat.hear({ method: 'POST', query, body: Buffer.concat(parts).toString() })
  if (!said || 'notUnderstood' in said) return void response.writeHead(said ? 400 : 403).end()
  response.writeHead(200, { 'content-type': 'text/plain' }).end(said.answer.body)
  for (const told of said.told) {
    if (told.t === 'ticket') await keeping.write(told.place, told.ticket)
    else heard.push(told)
  }
})

const asked: string[] = []
const countingFetch: typeof fetch = (input, init) => {
  asked.push(new URL(input as string).pathname.slice('/cgi-bin/'.length))
  return fetch(input, init)
}

before(async () => {
  await new Promise<void>((listening) => app.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  standIn = await startStandIn({ app: () => address })
  chat = wecom(standIn.settings, { keeping, fetch: countingFetch, now: () => Date.now() })
  await standIn.act('ticket')
})
after(async () => {
  await standIn.stop()
  app.close()
})
beforeEach(() => {
  heard.length = 0
  asked.length = 0
})

const [first, second] = [() => [...standIn.world.corps.values()][0]!, () => [...standIn.world.corps.values()][1]!]
const installed = async (corp: Corp) => {
  if (!corp.installed || (await keeping.read(`permanent/${corp.id}`)) === undefined) {
    await standIn.act('install', { corpId: corp.id })
    const granted = heard.splice(0).find((told) => told.t === 'granted')
    assert.ok(granted?.t === 'granted' && granted.authCode)
    await chat.exchange(granted.authCode)
  }
  asked.length = 0
  return chat.corp(corp.id)
}
const codeOf = async (corp: Corp, personId: string) => {
  const answer = await fetch(`${standIn.url}/standIn/code?${new URLSearchParams({ corpId: corp.id, personId })}`)
  return ((await answer.json()) as { code: string }).code
}

for (const isUnpublished of [true, false])
  test(`an app that is ${isUnpublished ? 'not yet published is installed as a test' : 'published is not'}`, async () => {
    standIn.world.mood.isUnpublished = isUnpublished
    const parts = { keeping, fetch, now: () => Date.now() }
    const opens = async (installedAs: boolean) => {
      const asThat = wecom({ ...standIn.settings, isUnpublished: installedAs }, parts)
      return (await fetch(await asThat.installAddress({ redirect: `${address}/`, state: 's' }))).status
    }
    const statuses = { test: await opens(true), formal: await opens(false) }
    standIn.world.mood.isUnpublished = false
    assert.deepEqual(statuses, isUnpublished ? { test: 200, formal: 400 } : { test: 400, formal: 200 })
  })

test('an administrator installs from a page of ours: led to WeCom, back with a code, which is granted once and told again', async () => {
  const corp = second()
  const install = new URL(await chat.installAddress({ redirect: `${address}/?a=1#/pages/x`, state: 's1' }))
  assert.equal(install.pathname, '/3rdapp/install')
  assert.equal((await fetch(install)).status, 200)
  const other = [...corp.people.keys()][1]!
  const choose = (personId: string) =>
    fetch(install, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ corpId: corp.id, personId }) })
  assert.equal((await choose(other)).status, 403)
  const back = new URL((await choose(corp.administrators[0]!)).headers.get('location')!)
  assert.equal(back.hash, '#/pages/x')
  assert.equal(back.searchParams.get('state'), 's1')
  const grant = await chat.exchange(back.searchParams.get('auth_code')!)
  assert.deepEqual(
    { ...grant, permanentCode: '', order: { ...grant.order, startMs: 0, endMs: 0 } },
    {
      corpId: corp.id,
      corpName: corp.name,
      agentId: String(corp.installed!.agentId),
      permanentCode: '',
      byPersonId: corp.administrators[0],
      administratorIds: corp.administrators,
      order: {
        orderId: `trial:${corp.id}:trial`,
        title: '试用版',
        isTrial: true,
        isVoid: false,
        startMs: 0,
        endMs: 0,
        price: '0',
        edition: 'trial',
      },
    },
  )
  const again = await chat.exchange(back.searchParams.get('auth_code')!)
  assert.deepEqual({ ...again, byPersonId: grant.byPersonId }, grant)
  await assert.rejects(chat.exchange('never given'), { kind: 'refused', code: '40078' })
  assert.deepEqual(heard, [])
})

test('whoever installs from the market is told with a code and no corp; whoever takes the app away is not granted any more', async () => {
  const corp = addCorp(standIn.world, { name: '从市场来的', people: 3, departments: 1 })
  await standIn.act('install', { corpId: corp.id })
  assert.equal(heard.length, 1)
  const [told] = heard
  assert.ok(told?.t === 'granted' && told.corpId === '')
  assert.equal((await chat.exchange(told.authCode!)).corpId, corp.id)
  await standIn.act('uninstall', { corpId: corp.id })
  assert.deepEqual(heard.map(({ t, corpId, key }) => ({ t, corpId, key })).slice(1), [{ t: 'withdrawn', corpId: corp.id, key: 'grant' }])
  assert.equal(await chat.corp(corp.id).grant(), undefined)
  await assert.rejects(chat.corp(corp.id).directory.departments(), { kind: 'withdrawn' })
  assert.equal(await chat.corp('ww-nobody').grant(), undefined)
})

test('a code says who it is once; a stranger’s and one that was used say nobody', async () => {
  const corp = first()
  await installed(corp)
  const [administrator, other] = [corp.administrators[0]!, [...corp.people.keys()][3]!]
  const code = await codeOf(corp, other)
  assert.deepEqual(await chat.whoIs(code), { corpId: corp.id, personId: other, isAdministrator: false })
  assert.equal(await chat.whoIs(code), undefined)
  assert.equal((await chat.whoIs(await codeOf(corp, administrator)))?.isAdministrator, true)
  assert.equal(await chat.whoIs('nonsense'), undefined)
})

const shapes: [what: string, answer: object, personId: string | undefined][] = [
  ['the new one', { corpid: 'c', userid: 'u', open_userid: 'o' }, 'o'],
  ['the new one without an open id', { corpid: 'c', userid: 'u' }, 'u'],
  ['the old one', { CorpId: 'c', UserId: 'u', DeviceId: 'd' }, 'u'],
  ['somebody of no organisation', { openid: 'x' }, undefined],
  ['the same as it was', { OpenId: 'x' }, undefined],
]
for (const [what, answer, personId] of shapes)
  test(`who signs in is read in every shape: ${what}`, async () => {
    const alone: HostStore = { ...keeping, read: async () => undefined, readOrMake: async () => 'token' }
    const answering = (async () => Response.json({ errcode: 0, ...answer })) as typeof fetch
    const member = await wecom(standIn.settings, { keeping: alone, fetch: answering, now: Date.now }).whoIs('code')
    assert.equal(member?.personId, personId)
  })

test('somebody is led to sign in by the page of the client, or by the one with the QR code; the code stands before the hash', async () => {
  const corp = first()
  const real = wecom({ ...standIn.settings, url: undefined }, { keeping, fetch, now: Date.now })
  const given = { redirect: 'https://zaice.example/?corpId=1#/', state: 's' }
  assert.equal(
    real.signInAddress('client', given),
    `https://open.weixin.qq.com/connect/oauth2/authorize?appid=${standIn.settings.suiteId}&redirect_uri=https%3A%2F%2Fzaice.example%2F%3FcorpId%3D1%23%2F&response_type=code&scope=snsapi_base&state=s#wechat_redirect`,
  )
  assert.match(
    real.signInAddress('desk', given),
    /^https:\/\/login\.work\.weixin\.qq\.com\/wwlogin\/sso\/login\?login_type=ServiceApp&appid=/,
  )
  const personId = [...corp.people.keys()][2]!
  const open = chat.signInAddress('client', { redirect: `${address}/?corpId=1#/pages/x`, state: 's' })
  const cookie = { cookie: `a=1; standInClient=wecom:${corp.id}:${personId}` }
  const back = new URL((await fetch(open, { redirect: 'manual', headers: cookie })).headers.get('location')!)
  assert.equal(back.hash, '#/pages/x')
  assert.equal((await chat.whoIs(back.searchParams.get('code')!))?.personId, personId)
  const elsewhere = chat.signInAddress('client', { redirect: 'https://elsewhere.example/', state: 's' })
  assert.equal((await fetch(elsewhere, { redirect: 'manual', headers: cookie })).status, 400)
})

test('on a desk people sign in by the suite for that, which has its own tickets and opens no code of the client', async () => {
  const corp = first()
  await installed(corp)
  const personId = [...corp.people.keys()][4] ?? ''
  const desk = chat.signInAddress('desk', { redirect: `${address}/?chat=wecom`, state: 's' })
  assert.equal(new URL(desk).searchParams.get('appid'), standIn.settings.loginSuite.suiteId)
  const byApp = new URL(desk)
  byApp.searchParams.set('appid', standIn.settings.suiteId)
  assert.equal((await fetch(byApp)).status, 400)
  const scan = async () => {
    const chosen = new URLSearchParams({ corpId: corp.id, personId })
    const led = await fetch(desk, { method: 'POST', redirect: 'manual', body: chosen })
    return new URL(led.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  assert.equal(await chat.whoIs(await scan()), undefined)
  assert.equal(await chat.whoIs(await codeOf(corp, personId), undefined, 'desk'), undefined)
  assert.deepEqual(await chat.whoIs(await scan(), undefined, 'desk'), { corpId: corp.id, personId, isAdministrator: false })
  assert.notEqual(await keeping.read('ticket'), await keeping.read('ticket/login'))
  assert.equal(chat.signsInAtDesk, true)
  const withoutLogin = wecom({ ...standIn.settings, loginSuite: undefined }, { keeping, fetch, now: Date.now })
  assert.equal(withoutLogin.signsInAtDesk, false)
})

test('a page is signed for both calls, each by a ticket of its own that is asked for once', async () => {
  const corp = first()
  const { signatures } = await installed(corp)
  const url = `${address}/?a=1`
  const [config, agentConfig] = await signatures(`${url}#/pages/x`)
  const check = async (signature: object | undefined) =>
    (await (
      await fetch(`${standIn.url}/standIn/signature`, { method: 'POST', body: JSON.stringify({ ...signature, url }) })
    ).json()) as object
  assert.deepEqual(await check(config), { errMsg: 'ok' })
  assert.deepEqual(await check(agentConfig), { errMsg: 'ok' })
  assert.deepEqual(await check({ ...config, use: 'agentConfig' }), { errMsg: 'invalid signature', errcode: 40093 })
  for (let times = 0; times < 120; times++) await signatures(url)
  assert.deepEqual(asked.filter((path) => path.includes('ticket')).toSorted(), ['get_jsapi_ticket', 'ticket/get'])
})

test('the signature of a page is the one of the document', () => {
  assert.equal(
    pageSignature('sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg', {
      url: 'http://mp.weixin.qq.com?params=value#/pages/x',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timestamp: 1414587457,
    }),
    '0f9de62fce790f9a083d5c99e95740ceb90c27ed',
  )
})

const all = async <T>(ask: (from?: string) => Promise<{ rows: readonly T[]; next?: string | undefined }>) => {
  const parts: (readonly T[])[] = []
  let from: string | undefined
  do {
    const part = await ask(from)
    parts.push(part.rows)
    from = part.next
  } while (from !== undefined)
  return parts
}

for (const level of [1, 3])
  test(`everybody is listed without a name, in the same parts whenever it is asked, at the right of level ${level}`, async () => {
    const corp = addCorp(standIn.world, { name: `一万人${level}`, people: 10_000, departments: 120, level })
    const { directory } = await installed(corp)
    const parts = await all(directory.people)
    const people = new Map(parts.flat().map((person) => [person.id, person]))
    assert.deepEqual([...people.keys()].toSorted(), [...corp.people.keys()].toSorted())
    for (const [id, { departments }] of corp.people)
      assert.deepEqual([...people.get(id)!.departmentIds].toSorted(), departments.map(String).toSorted(), id)
    assert.ok([...people.values()].every(({ name, phone, email }) => name === undefined && phone === undefined && email === undefined))
    assert.deepEqual(
      [...people.values()].filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id),
      corp.administrators,
    )
    // The person who goes on where another one was cut off reads the rest.
    const cut = Math.floor(parts.length / 2)
    const { next } = await chat.corp(corp.id).directory.people(await placeAt(directory, cut))
    const onward = chat.corp(corp.id).directory
    assert.deepEqual((await onward.people(next)).rows, parts[cut + 1])
    const departments = (await all(directory.departments)).flat()
    assert.deepEqual(
      departments.map(({ id }) => id),
      [...corp.departments.keys()].map(String),
    )
    assert.equal(departments[0]!.parentId, undefined)
    assert.equal(departments[3]!.parentId, String(corp.departments.get(16)!.parent))
    assert.deepEqual(departments[1]!.headIds, corp.departments.get(10)!.leaders)
    assert.ok(asked.length < 400, `${asked.length} calls`)
  })
const placeAt = async (directory: { people: (from?: string) => Promise<{ next?: string | undefined }> }, at: number) => {
  let from: string | undefined
  for (let part = 0; part < at; part++) from = (await directory.people(from)).next
  return from
}

test('one of them is asked for as they are now; nobody of this id is undefined', async () => {
  const corp = first()
  const { directory } = await installed(corp)
  const [id, person] = [...corp.people][5]!
  assert.deepEqual(await directory.person(id), {
    id,
    departmentIds: person.departments.map(String),
    isActive: true,
    isAdministrator: false,
  })
  person.isDisabled = true
  assert.equal((await directory.person(id))!.isActive, false)
  person.isDisabled = false
  assert.equal(await directory.person('woNobody'), undefined)
  assert.equal((await directory.department('10'))!.parentId, '1')
  assert.equal(await directory.department('99999'), undefined)
})

test('whoever comes, moves and leaves is told to be looked at again, also twice and the last first', async () => {
  const corp = first()
  await installed(corp)
  const id = await standIn.act('join', { corpId: corp.id, name: '新来的' })
  const one = { key: `person:${id}`, corpId: corp.id, t: 'person', personId: id }
  const short = () => heard.map(({ atMs: _, ...told }) => told)
  assert.deepEqual(short(), [one])
  await standIn.act('mood', { doubles: 'true', holds: 'true' })
  await standIn.act('move', { corpId: corp.id, personId: id, department: '10' })
  await standIn.act('leave', { corpId: corp.id, personId: id })
  assert.equal(heard.length, 1)
  await standIn.act('letGo')
  await standIn.act('mood', { doubles: 'false' })
  assert.deepEqual(short(), [one, one, one, one, one])
  assert.equal(await chat.corp(corp.id).directory.person(id), undefined)
})

const notice = (personIds: readonly string[], key = 'k1') => ({
  key,
  personIds,
  title: '领用申请待审批',
  content: '电脑一台',
  link: `${address}/?corpId=1#/pages/x`,
})

test('a notice reaches who is there and says whom it did not reach; the same again is not sent twice', async () => {
  const corp = first()
  const { notify } = await installed(corp)
  const [a, b] = [...corp.people.keys()]
  assert.deepEqual(await notify(notice([a!, 'woGone'])), { unreached: ['woGone'] })
  assert.deepEqual(await notify(notice([a!, b!])), { unreached: [] })
  assert.deepEqual(await notify(notice(['woGone'])), { unreached: ['woGone'] })
  assert.deepEqual(
    standIn.world.messages.filter(({ corpId }) => corpId === corp.id).map(({ personId }) => personId),
    [a, b],
  )
})

test('a card is sent once however often, pressed and settled; it can be settled without being pressed', async () => {
  const corp = first()
  const { notify, settleCard } = await installed(corp)
  const [, , person] = [...corp.people.keys()]
  const card = {
    id: 'task-17',
    buttons: [
      { key: 'agree', title: '同意' },
      { key: 'refuse', title: '驳回', link: 'https://zaice.example/?corpId=c#/pages/flow/formApprove?taskId=1&action=reject' },
    ],
  }
  const { response } = await notify({ ...notice([person!]), card })
  assert.deepEqual(await notify({ ...notice([person!]), card }), { unreached: [] })
  const elsewhere = await notify({ ...notice([person!], 'k2'), card })
  const cards = standIn.world.messages.flatMap(({ corpId, card }) => (corpId === corp.id && card ? [card] : []))
  assert.equal(cards.length, 2)
  assert.ok(response && elsewhere.response)
  assert.deepEqual(cards[0]!.buttons, [
    { text: '同意', key: 'agree' },
    { text: '驳回', type: 1, url: card.buttons[1]!.link },
  ])
  await standIn.act('press', { corpId: corp.id, personId: person!, task: cards[0]!.taskId, key: 'agree' })
  const [told] = heard
  assert.ok(told?.t === 'pressed')
  assert.deepEqual(
    { corpId: told.corpId, personId: told.personId, card: told.card, button: told.button },
    { corpId: corp.id, personId: person, card: 'task-17', button: 'agree' },
  )
  await settleCard!({ response: told.response, words: '已同意' })
  await assert.rejects(settleCard!({ response: told.response, words: '已同意' }), { kind: 'refused' })
  await settleCard!({ response: elsewhere.response, words: '已由他人处理' })
  assert.deepEqual(
    cards.map(({ settled }) => settled),
    ['已同意', '已由他人处理'],
  )
})

test('a notice shows the names that the chat alone knows, on a card as well, and no mark that a person wrote', async () => {
  const corp = first()
  const { notify } = await installed(corp)
  const [receiver, applicant] = [...corp.people.values()]
  const [department] = [...corp.departments.values()].slice(1)
  assert.ok(receiver && applicant && department)
  const hiddenNames = [
    { of: 'person', placeholder: '成员Ab12', id: applicant.id },
    { of: 'department', placeholder: '部门12', id: String(department.id) },
  ] as const
  const content = `部门12：成员Ab12，$userName=${receiver.id}$，成员Zz99`
  const card = { id: 'task-names', buttons: [{ key: 'agree', title: '同意' }] }
  const worded = { ...notice([receiver.id], 'names'), title: '成员Ab12的领用申请', content }
  await notify({ ...worded, hiddenNames })
  await notify({ ...worded, hiddenNames, card })
  await notify({ ...worded, content: `${content}${'长'.repeat(600)}`, hiddenNames })
  await notify(worded)
  const messages = standIn.world.messages.filter(({ personId }) => personId === receiver.id).slice(-4)
  const title = `${applicant.name}的领用申请`
  const text = `${department.name}：${applicant.name}，＄userName=${receiver.id}$，成员Zz99`
  assert.deepEqual(messages.slice(0, 2).map(({ title, text }) => ({ title, text })), [{ title, text }, { title, text }]) // prettier-ignore
  // A mark that WeCom would cut in two stays the placeholder.
  assert.ok(messages[2]?.text.startsWith('部门12：成员Ab12，'))
  assert.equal(messages[3]?.text, content)
})

test('what is bought is told by its number and asked for: unpaid, paid, refunded', async () => {
  const corp = first()
  const { order } = await installed(corp)
  const id = await standIn.act('buy', { corpId: corp.id, days: '365' })
  assert.deepEqual(
    heard.map((told) => told.t === 'order' && told.order),
    [{ orderId: id }, { orderId: id }],
  )
  const bought = await order!(id)
  const stands = standIn.world.orders.get(id)!
  assert.deepEqual(bought, {
    orderId: id,
    title: '标准版',
    isTrial: false,
    isVoid: false,
    startMs: Math.floor(stands.beginMs / 1000) * 1000,
    endMs: Math.floor(stands.endMs / 1000) * 1000,
    price: '1999',
    edition: 'standard',
  })
  await standIn.act('refund', { orderId: id })
  assert.equal((await order!(id))!.isVoid, true)
  assert.equal(await order!('N0'), undefined)
})

test('tokens that ended are asked for once again, busy and too often say when to come again', async () => {
  const corp = first()
  const { directory, grant } = await installed(corp)
  await standIn.act('endTokens')
  await Promise.all([directory.person('x'), directory.departments(), grant()])
  assert.equal(asked.filter((path) => path === 'service/get_suite_token').length, 1)
  const refusal = async (code: string) => {
    await standIn.act('mood', { code, calls: '1' })
    return directory.person('x').then(
      () => undefined,
      ({ kind, afterSeconds }: WorkplaceFault) => ({ kind, afterSeconds }),
    )
  }
  assert.deepEqual(await refusal('-1'), { kind: 'again', afterSeconds: 5 })
  assert.deepEqual(await refusal('45009'), { kind: 'again', afterSeconds: 60 })
  assert.deepEqual(await refusal('301002'), { kind: 'refused', afterSeconds: undefined })
  assert.equal(await refusal('0'), undefined)
})

test('a token that another process has renewed meanwhile is asked with before a new one is made', async () => {
  const corp = first()
  await installed(corp)
  const key = `token:${corp.id}`
  const renewed = (await keeping.read(key)) ?? ''
  await keeping.write(key, 'one that is over')
  const renewing: HostStore = {
    ...keeping,
    // The other process is faster by the time WeCom has said no.
    readOrMake: async (asked, make) => {
      const token = await keeping.readOrMake(asked, make)
      if (token === 'one that is over') await keeping.write(key, renewed)
      return token
    },
  }
  const other = wecom(standIn.settings, { keeping: renewing, fetch: countingFetch, now: Date.now })
  assert.ok((await other.corp(corp.id).directory.departments()).rows.length > 0)
  assert.equal(await keeping.read(key), renewed)
  assert.deepEqual(
    asked.filter((path) => path === 'service/get_corp_token'),
    [],
  )
})

test('a token that WeCom takes twice no more is no end, but to be mended by the operator', async () => {
  const corp = first()
  const { directory } = await installed(corp)
  await standIn.act('mood', { code: '42001', calls: '9' })
  await assert.rejects(directory.person('x'), { kind: 'again', code: '42001', mendedBy: 'operator' })
  await standIn.act('mood', { code: '0', calls: '0' })
})

test('members are let in without a licence for ninety days, then who holds one that was bought', async () => {
  const corp = addCorp(standIn.world, { name: '要许可的', people: 4, departments: 1 })
  const { memberLicence, notify } = await installed(corp)
  const trialEndMs = Math.floor(corp.licences.trialEndsMs / 1000) * 1000
  const licence = { isChecked: true, trialEndMs, checkedFromMs: trialEndMs, isAssignedByItself: false }
  assert.deepEqual(await memberLicence?.(), licence)
  const [, personId = '', other = ''] = [...corp.people.keys()]
  assert.equal((await chat.whoIs(await codeOf(corp, personId)))?.personId, personId)
  await standIn.act('endLicenceTrial', { corpId: corp.id })
  await assert.rejects(
    codeOf(corp, personId).then((code) => chat.whoIs(code)),
    { kind: 'refused', code: '701016', mendedBy: 'administrator' },
  )
  assert.deepEqual(await notify(notice([personId])), { unreached: [personId] })
  const open = chat.signInAddress('client', { redirect: `${address}/?corpId=1`, state: 's' })
  heard.length = 0
  await fetch(open, { redirect: 'manual', headers: { cookie: `standInClient=wecom:${corp.id}:${personId}` } })
  assert.deepEqual(
    heard.map(({ t, corpId, key }) => ({ t, corpId, key })),
    [
      { t: 'unlicensed', corpId: corp.id, key: `unlicensed:${personId}` },
      { t: 'memberLicence', corpId: corp.id, key: 'memberLicence' },
    ],
  )
  heard.length = 0
  await standIn.act('buyLicences', { corpId: corp.id, count: '1' })
  assert.deepEqual(
    heard.map(({ t, corpId }) => ({ t, corpId })),
    [{ t: 'memberLicence', corpId: corp.id }],
  )
  assert.equal((await memberLicence?.())?.isAssignedByItself, true)
  assert.equal((await chat.whoIs(await codeOf(corp, personId)))?.personId, personId)
  await assert.rejects(
    codeOf(corp, other).then((code) => chat.whoIs(code)),
    { code: '701016' },
  )
  const withoutSecret = wecom({ ...standIn.settings, providerSecret: undefined }, { keeping, fetch, now: Date.now })
  assert.equal(await withoutSecret.corp(corp.id).memberLicence?.(), undefined)
})

test('a fault says nothing of tokens, nor does one of the network', async () => {
  const corp = first()
  await installed(corp)
  const silent = wecom(standIn.settings, { keeping, fetch: () => Promise.reject(new Error('secret')), now: Date.now })
  const token = await keeping.read(`token:${corp.id}`)
  await assert.rejects(silent.corp(corp.id).directory.departments(), (fault: WorkplaceFault) => {
    assert.equal(fault.kind, 'again')
    assert.doesNotMatch(`${fault.message} ${fault.stack}`, new RegExp(`secret|token=|${token}`))
    return true
  })
})

const sealed = (
  fields: Record<string, string | number>,
  receiver: string,
  change: Partial<CallbackRequest['query']> = {},
): CallbackRequest => {
  const encrypt = seal(standIn.settings.aesKey, writeXml(fields), receiver)
  const around = { timestamp: '1', nonce: 'n', encrypt }
  return {
    method: 'POST',
    query: { timestamp: '1', nonce: 'n', msg_signature: signatureOf(standIn.settings.token, around), ...change },
    body: writeXml({ ToUserName: receiver, Encrypt: encrypt }),
  }
}

const toldBy = (request: CallbackRequest): readonly HostEvent[] | undefined => {
  const heardNow = chat.hear(request)
  return heardNow && 'told' in heardNow ? heardNow.told : undefined
}

test('whom a text is sealed for decides whether it is heard', () => {
  const { suiteId, providerId, aesKey, token } = standIn.settings
  const ticket = { SuiteId: suiteId, InfoType: 'suite_ticket', TimeStamp: 7, SuiteTicket: 't' }
  const data = { ToUserName: 'corp', FromUserName: 'p', CreateTime: 7, Event: 'subscribe' }
  const told = toldBy
  assert.deepEqual(told(sealed(ticket, suiteId)), [{ key: 'ticket', atMs: 7000, corpId: '', t: 'ticket', ticket: 't', place: 'ticket' }])
  assert.equal(told(sealed(ticket, providerId)), undefined)
  assert.equal(told(sealed({ ...ticket, SuiteId: 'other' }, suiteId)), undefined)
  assert.deepEqual(told(sealed(data, 'corp')), [{ key: 'person:p', atMs: 7000, corpId: 'corp', t: 'person', personId: 'p' }])
  assert.equal(told(sealed(data, 'other')), undefined)
  assert.deepEqual(chat.hear(sealed({ ...ticket, InfoType: 'unknown' }, suiteId)), { notUnderstood: 'unknown' })
  assert.deepEqual(chat.hear(sealed({ ...ticket, SuiteTicket: '' }, suiteId)), { notUnderstood: 'suite_ticket' })
  assert.equal(told(sealed(ticket, suiteId, { msg_signature: '0' })), undefined)
  assert.equal(told(sealed(ticket, suiteId, { timestamp: '2' })), undefined)
  const check = (receiver: string): CallbackRequest => {
    const echostr = seal(aesKey, '1616140317555161061', receiver)
    const around = { timestamp: '1', nonce: 'n', encrypt: echostr }
    return { method: 'GET', query: { timestamp: '1', nonce: 'n', echostr, msg_signature: signatureOf(token, around) }, body: '' }
  }
  for (const receiver of [providerId, suiteId, standIn.settings.loginSuite?.suiteId ?? suiteId, ''])
    assert.deepEqual(chat.hear(check(receiver)), { answer: { type: 'text/plain', body: '1616140317555161061' }, told: [] })
  assert.equal(chat.hear(check('wwother')), undefined)
})

const instructions: [fields: Record<string, string>, told: readonly Record<string, unknown>[]][] = [
  [{ InfoType: 'change_auth', AuthCorpId: 'c' }, [{ key: 'grant', corpId: 'c', t: 'granted' }]],
  [{ InfoType: 'cancel_auth', AuthCorpId: 'c' }, [{ key: 'grant', corpId: 'c', t: 'withdrawn' }]],
  [{ InfoType: 'reset_permanent_code', AuthCode: 'a' }, [{ key: 'code:a', corpId: '', t: 'granted', authCode: 'a' }]],
  [{ InfoType: 'change_editon', PaidCorpId: 'c' }, [{ key: 'grant', corpId: 'c', t: 'granted' }]],
  [
    { InfoType: 'change_order', PaidCorpId: 'c', OldOrderId: '1', NewOrderId: '2' },
    [
      { key: 'order:1', corpId: 'c', t: 'order', order: { orderId: '1' } },
      { key: 'order:2', corpId: 'c', t: 'order', order: { orderId: '2' } },
    ],
  ],
  [
    { InfoType: 'change_contact', AuthCorpId: 'c', ChangeType: 'update_user', UserID: 'a', OpenUserID: 'o', NewUserID: 'b' },
    [
      { key: 'person:o', corpId: 'c', t: 'person', personId: 'o' },
      { key: 'person:b', corpId: 'c', t: 'person', personId: 'b' },
    ],
  ],
  [
    { InfoType: 'change_contact', AuthCorpId: 'c', ChangeType: 'delete_party', Id: '7' },
    [{ key: 'department:7', corpId: 'c', t: 'department', departmentId: '7' }],
  ],
  [{ InfoType: 'change_contact', AuthCorpId: 'c', ChangeType: 'update_tag', TagId: '7' }, []],
  [{ InfoType: 'share_agent_change', AppId: '1' }, []],
]

/** In the suite's name, in the one of the suite that signs people in on a desk, in the provider's, in a customer's. */
const strangers: [what: string, fields: Record<string, string>, receiver: () => string, told: readonly object[] | string | undefined][] = [
  ['a kind of tomorrow', { InfoType: 'brand_new' }, () => standIn.settings.suiteId, 'brand_new'],
  [
    'a change of tomorrow',
    { InfoType: 'change_contact', AuthCorpId: 'c', ChangeType: 'x' },
    () => standIn.settings.suiteId,
    'change_contact x',
  ],
  ['a corp that is not named', { InfoType: 'cancel_auth' }, () => standIn.settings.suiteId, 'cancel_auth'],
  ['an order without a number', { InfoType: 'open_order', PaidCorpId: 'c' }, () => standIn.settings.suiteId, 'open_order'],
  [
    'a ticket of the login suite',
    { InfoType: 'suite_ticket', SuiteTicket: 't' },
    () => standIn.settings.loginSuite.suiteId,
    [{ key: 'ticket/login', corpId: '', t: 'ticket', ticket: 't', place: 'ticket/login' }],
  ],
  ['an installation of the login suite', { InfoType: 'create_auth', AuthCode: 'a' }, () => standIn.settings.loginSuite.suiteId, []],
]
for (const [what, fields, receiver, told] of strangers)
  test(`an instruction is told, or not understood: ${what}`, () => {
    const request = sealed({ SuiteId: receiver(), TimeStamp: 7, ...fields }, receiver())
    const expected = typeof told === 'string' ? { notUnderstood: told } : told?.map((one) => ({ atMs: 7000, ...one }))
    assert.deepEqual(typeof told === 'string' ? chat.hear(request) : toldBy(request), expected)
  })

test('the provider is told of licences that were bought, in its own name and no other', () => {
  const { providerId, suiteId } = standIn.settings
  const bought = { ServiceCorpId: providerId, InfoType: 'license_pay_success', AuthCorpId: 'c', OrderId: 'o', TimeStamp: 7 }
  assert.deepEqual(toldBy(sealed(bought, providerId)), [{ key: 'memberLicence', atMs: 7000, corpId: 'c', t: 'memberLicence' }])
  assert.equal(chat.hear(sealed({ ...bought, ServiceCorpId: 'wwother' }, providerId)), undefined)
  assert.equal(chat.hear(sealed(bought, suiteId)), undefined)
})

test('what a customer’s people do in the app is answered, and what is not understood is not', () => {
  const event = (fields: Record<string, string>) => sealed({ ToUserName: 'c', FromUserName: 'p', CreateTime: 7, ...fields }, 'c')
  assert.deepEqual(toldBy(event({ MsgType: 'text', Content: '你好' })), [])
  assert.deepEqual(toldBy(event({ MsgType: 'event', Event: 'enter_agent' })), [])
  assert.deepEqual(chat.hear(event({ MsgType: 'event', Event: 'brand_new' })), { notUnderstood: 'brand_new' })
  assert.deepEqual(chat.hear(event({ MsgType: 'event', Event: 'template_card_event' })), { notUnderstood: 'template_card_event' })
})

test('a message that is no XML is not understood', () => {
  const encrypt = seal(standIn.settings.aesKey, '<xml><a></xml>', standIn.settings.suiteId)
  const query = { timestamp: '1', nonce: 'n', msg_signature: signatureOf(standIn.settings.token, { timestamp: '1', nonce: 'n', encrypt }) }
  assert.deepEqual(
    chat.hear({ method: 'POST', query, body: `<?xml version="1.0"?><xml><ToUserName/><Encrypt> <![CDATA[${encrypt}]]> </Encrypt></xml>` }),
    {
      notUnderstood: 'XML',
    },
  )
})

for (const [fields, told] of instructions)
  test(`an instruction is understood: ${fields['InfoType']} ${fields['ChangeType'] ?? ''}`, () => {
    const { suiteId } = standIn.settings
    const request = sealed({ SuiteId: suiteId, TimeStamp: 7, ...fields }, suiteId)
    assert.deepEqual(
      toldBy(request),
      told.map((one) => ({ atMs: 7000, ...one })),
    )
  })

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ForeignPart } from '../../domain/directory/foreign.ts'
import { type Ears, openEars } from '../testing/ears.ts'
import { memoryKeeping } from '../testing/keeping.ts'
import { type HostEvent, type Workplace, WorkplaceFault } from '../workplace.ts'
import { sealText, unsealText } from './seal.ts'
import { codeFor, signedRequest, type StandIn, startStandIn } from './standIn/server.ts'
import type { Tenant } from './standIn/world.ts'
import { feishu } from './workplace.ts'

let ears: Ears
let standIn: StandIn
let workplace: Workplace
let tenant: Tenant
let nowMs = Date.now()
const keeping = memoryKeeping(() => nowMs)

before(async () => {
  ears = await openEars(() => workplace)
  standIn = await startStandIn({ app: () => ears.url, now: () => nowMs })
  workplace = feishu(standIn.settings, { keeping, fetch, now: () => nowMs })
  const [first] = [...standIn.world.tenants.values()]
  assert.ok(first)
  tenant = first
  await standIn.act('ticket')
  await standIn.act('install', { corpId: tenant.key })
  await heard()
})
after(async () => {
  await standIn.stop()
  ears.close()
})

/** Everything that was told since; the ticket is kept, as the server does. */
const heard = async (): Promise<HostEvent[]> => {
  const told = ears.told.splice(0)
  for (const each of told) if (each.t === 'ticket') await keeping.write(each.place, each.ticket)
  return told
}
const whole = async <T>(parts: (from?: string) => Promise<ForeignPart<T>>): Promise<T[]> => {
  const rows: T[] = []
  for (let from: string | undefined, isFirst = true; isFirst || from !== undefined; isFirst = false) {
    const part = await parts(from)
    rows.push(...part.rows)
    from = part.next
  }
  return rows
}
const codeOf = (code: string) => (error: unknown) => error instanceof WorkplaceFault && error.code === code

test('a text is opened as Feishu’s guide seals it, and by no other key', () => {
  assert.equal(unsealText('test key', 'P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk='), 'hello world')
  assert.equal(unsealText('another key', sealText('test key', 'hello world')), undefined)
  for (const damaged of ['', 'AAAA', sealText('test key', 'hello world').slice(0, 30)])
    assert.equal(unsealText('test key', damaged), undefined)
})

const eventOf = (changes: object = {}, header: object = {}): string =>
  JSON.stringify({
    schema: '2.0',
    header: {
      event_id: 'e1',
      event_type: 'contact.user.updated_v3',
      create_time: '1700000000000',
      token: standIn.world.app.verificationToken,
      app_id: standIn.world.app.appId,
      tenant_key: tenant.key,
      ...header,
    },
    event: { object: { open_id: 'ou_1' } },
    ...changes,
  })
const hear = (text: string, headers: Readonly<Record<string, string>> = {}) => {
  const request = signedRequest(standIn.world, text)
  return workplace.hear({ method: 'POST', query: {}, body: request.body, headers: { ...request.headers, ...headers } })
}

test('the check of the address is answered with what it brought, where its token is ours', () => {
  const check = (token: string) => {
    const { body } = signedRequest(standIn.world, JSON.stringify({ type: 'url_verification', challenge: 'abc', token }))
    return workplace.hear({ method: 'POST', query: {}, body })
  }
  const answer = check(standIn.world.app.verificationToken)
  assert.deepEqual(answer && 'answer' in answer && JSON.parse(answer.answer.body), { challenge: 'abc' })
  assert.equal(check('another token'), undefined)
})

test('an event is heard once it is signed, and says which one it is', () => {
  const answer = hear(eventOf())
  assert.ok(answer && 'told' in answer)
  assert.deepEqual(answer.told, [{ key: 'person:ou_1', atMs: 1_700_000_000_000, corpId: tenant.key, t: 'person', personId: 'ou_1' }])
  assert.deepEqual(answer.delivery, { nonce: 'e1' })
})

const strangers: readonly [what: string, text: () => string, headers: Readonly<Record<string, string>>][] = [
  ['a wrong signature', () => eventOf(), { 'x-lark-signature': '0'.repeat(64) }],
  ['a signature of another moment', () => eventOf(), { 'x-lark-request-timestamp': '1' }],
  ['a token of another app', () => eventOf({}, { token: 'x' }), {}],
  ['another app', () => eventOf({}, { app_id: 'cli_other' }), {}],
  ['no JSON', () => 'hello', {}],
  ['an event of no shape', () => '{"schema":"2.0"}', {}],
]
for (const [what, text, headers] of strangers)
  test(`what is not Feishu’s is not heard: ${what}`, () => assert.equal(hear(text(), headers), undefined))

test('a blank ticket and a kind of event that nobody knows are not taken for understood; messages to the robot are', () => {
  const old = (event: object) =>
    JSON.stringify({
      type: 'event_callback',
      uuid: 'u',
      ts: '1.5',
      token: standIn.world.app.verificationToken,
      event: { app_id: standIn.world.app.appId, ...event },
    })
  assert.deepEqual(hear(old({ type: 'app_ticket', app_ticket: '' })), { notUnderstood: 'app_ticket' })
  assert.deepEqual(hear(eventOf({}, { event_type: 'drive.file.edit_v1' })), { notUnderstood: 'drive.file.edit_v1' })
  const chat = hear(eventOf({}, { event_type: 'im.message.receive_v1' }))
  assert.deepEqual(chat && 'told' in chat && chat.told, [])
})

test('people and departments come whole, each person once; with a part of them shown, that part', async () => {
  const { directory } = workplace.corp(tenant.key)
  const ids = (await whole(directory.people)).map(({ id }) => id)
  assert.deepEqual([...ids].toSorted(), [...tenant.people.keys()].toSorted())
  assert.deepEqual((await whole(directory.departments)).map(({ id }) => id).toSorted(), [...tenant.departments.keys()].toSorted())

  const [, , below = ''] = [...tenant.departments.keys()]
  await standIn.act('scope', { corpId: tenant.key, department: below })
  assert.deepEqual(
    (await heard()).map(({ t, corpId }) => [t, corpId]),
    [['granted', tenant.key]],
  )
  const inside = [...tenant.people.values()].filter(
    ({ id, departments }) => departments.includes(below) || tenant.administrators.includes(id),
  )
  const part = await whole(directory.people)
  assert.deepEqual(part.map(({ id }) => id).toSorted(), inside.map(({ id }) => id).toSorted())
  assert.ok(part.every(({ departmentIds }) => departmentIds.every((id) => id === below)))
  const outside = [...tenant.people.values()].find(({ id }) => !inside.some((each) => each.id === id))
  assert.equal(await directory.person(outside?.id ?? ''), undefined)
  await standIn.act('scope', { corpId: tenant.key })
  await heard()
})

test('tokens that are no longer taken are asked for anew, once', async () => {
  const { directory } = workplace.corp(tenant.key)
  const [personId = ''] = [...tenant.people.keys()]
  await standIn.act('endTokens')
  assert.equal((await directory.person(personId))?.id, personId)
  await standIn.act('trouble', { code: '99991663', calls: '99' })
  await assert.rejects(directory.person(personId), codeOf('99991663'))
  await standIn.act('trouble', { code: '0', calls: '0' })
})

test('without a ticket that is taken Feishu is asked to push it, at most once a minute', async () => {
  const lone = memoryKeeping(() => nowMs)
  const other = feishu(standIn.settings, { keeping: lone, fetch, now: () => nowMs })
  const asked = () => standIn.world.asked.filter((each) => each.endsWith('/auth/v3/app_ticket/resend')).length
  const first = asked()
  for (let times = 0; times < 3; times += 1) await assert.rejects(other.corp(tenant.key).directory.departments(), codeOf('10012'))
  assert.equal(asked(), first + 1)
  await lone.write('ticket', 'one that is over')
  nowMs += 61_000
  await assert.rejects(other.corp(tenant.key).directory.departments(), codeOf('10012'))
  assert.equal(asked(), first + 2)
})

test('a code says who it is and whose administrator, once; what the organisation does not tell is left out', async () => {
  const [administrator = ''] = tenant.administrators
  const code = codeFor(standIn.world, tenant.key, administrator)
  const member = await workplace.whoIs(code)
  assert.deepEqual([member?.corpId, member?.personId, member?.isAdministrator], [tenant.key, administrator, true])
  assert.equal(await workplace.whoIs(code), undefined)
  assert.equal(await workplace.whoIs('nobody’s'), undefined)
  tenant.isTold = false
  assert.equal((await workplace.whoIs(codeFor(standIn.world, tenant.key, administrator)))?.isAdministrator, false)
  assert.equal((await workplace.corp(tenant.key).grant())?.corpName, tenant.key)
  tenant.isTold = true
})

test('a notice that is sent again comes once, to many in one call; whom the robot does not reach stands in the answer', async () => {
  const { notify } = workplace.corp(tenant.key)
  const all = [...tenant.people.keys()]
  const link = 'https://zaice.example/?corpId=x#/pages/message/msglist'
  const sentTo = (key: string) => standIn.world.messages.filter(({ card }) => card.header.title.content === key).length
  const send = (key: string, personIds: readonly string[]) => notify({ key, personIds, title: key, content: '正文', link })
  const some = [...all.slice(0, 3), 'ou_nobody']
  assert.deepEqual(await send('few', some), { unreached: ['ou_nobody'] })
  await send('few', some)
  assert.equal(sentTo('few'), 3)
  assert.deepEqual(await send('many', [...all, 'ou_nobody']), { unreached: ['ou_nobody'] })
  await send('many', [...all, 'ou_nobody'])
  assert.equal(sentTo('many'), all.length)
  assert.equal(standIn.world.asked.filter((each) => each === 'POST /message/v4/batch_send/').length, 1)
})

test('a card of several people is settled for all of them by the press of one', async () => {
  const corp = workplace.corp(tenant.key)
  const rejection = 'https://zaice.example/#/pages/flow/formApprove?taskId=1&action=reject'
  const buttons = [
    { key: 'approve', title: '同意' },
    { key: 'reject', title: '驳回', link: rejection },
  ]
  const card = { id: 'task1', buttons }
  const personIds = [...tenant.people.keys()].slice(0, 2)
  const { response } = await corp.notify({ key: 'k', personIds, title: '待审批', content: '请假', link: 'https://zaice.example/', card })
  const sent = standIn.world.messages.filter(({ card: shown }) => shown.header.title.content === '待审批')
  const actions = sent[0]?.card.elements.flatMap((element) => element.actions ?? []) ?? []
  assert.deepEqual(
    actions.map(({ url, value }) => [url && new URL(url).searchParams.get('lk_target_url'), value?.['button']]),
    [
      [undefined, 'approve'],
      [rejection, undefined],
    ],
  )
  await standIn.act('press', { corpId: tenant.key, message: sent[0]?.id ?? '', button: 'approve' })
  const [pressed] = await heard()
  assert.deepEqual(pressed && 'response' in pressed && [pressed.card, pressed.button, pressed.response], ['task1', 'approve', response])
  await corp.settleCard?.({ response: response ?? '', words: '已同意' })
  assert.ok(sent.length === 2 && sent.every(({ isChanged }) => isChanged))
  // A card that Feishu no longer lets be changed is left as it is.
  nowMs += 15 * 86_400_000
  await corp.settleCard?.({ response: response ?? '', words: '已同意' })
})

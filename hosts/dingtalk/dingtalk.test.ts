import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { ForeignPart } from '../../domain/directory/foreign.ts'
import { memoryKeeping } from '../testing/keeping.ts'
import type { HostEvent, Workplace, WorkplaceFault } from '../workplace.ts'
import { largeCorpId } from './standIn/companies.ts'
import { type StandIn, startStandIn } from './standIn/server.ts'
import { type Ears, openEars } from '../testing/ears.ts'
import { dingtalk } from './workplace.ts'

let ears: Ears
let standIn: StandIn
let workplace: Workplace
let keeping: ReturnType<typeof memoryKeeping>
let told: HostEvent[] = []
let nowMs = Date.now()
const corpId = 'ding7c1a9e04standin01'

before(async () => {
  ears = await openEars(() => workplace)
  standIn = await startStandIn({ app: () => ears.url, now: () => nowMs })
  keeping = memoryKeeping(() => nowMs)
  workplace = dingtalk(standIn.settings, { keeping, fetch, now: () => nowMs, wait: async () => undefined })
  await standIn.settle()
  await heard()
  standIn.act.install(corpId)
  standIn.act.install(largeCorpId)
  await heard()
})
after(async () => {
  await standIn.stop()
  ears.close()
})
beforeEach(() => {
  Object.assign(standIn.trouble, { limited: 0, busy: 0, broken: 0, slowMs: 0 })
  Object.assign(standIn.manner, { isDoubled: false, isShuffled: false, isForged: false, isHeld: false })
})

/** Everything that was pushed since; the ticket is kept, as the server does. */
const heard = async (): Promise<HostEvent[]> => {
  await standIn.settle()
  told = ears.told.splice(0)
  for (const each of told) if (each.t === 'ticket') await keeping.write('ticket', each.ticket)
  return told
}
const administrator = () => [...standIn.companies.get(corpId)!.people.values()].find(({ isAdmin }) => isAdmin)!
const somebody = () => [...standIn.companies.get(corpId)!.people.values()].find(({ name }) => name === '韩立新')!
const whole = async <T>(parts: (from?: string) => Promise<ForeignPart<T>>): Promise<{ rows: T[]; places: number }> => {
  const rows: T[] = []
  for (let from: string | undefined, places = 1; ; places += 1) {
    const { rows: some, next } = await parts(from)
    rows.push(...some)
    if (next === undefined) return { rows, places }
    from = next
  }
}

test('an installation says by itself what was granted, with the trial order that comes with it', async () => {
  standIn.act.uninstall(corpId)
  assert.deepEqual(
    (await heard()).map(({ t, key }) => [t, key]),
    [['withdrawn', 'grant']],
  )
  assert.equal(await workplace.corp(corpId).grant(), undefined)
  standIn.act.install(corpId)
  const [granted, order] = await heard()
  assert.ok(granted?.t === 'granted' && order?.t === 'order' && 'isTrial' in order.order)
  assert.equal(granted.grant?.corpName, '澄江精密机械有限公司')
  assert.equal(granted.grant?.byPersonId, administrator().userid)
  assert.ok(granted.grant?.permanentCode)
  assert.equal(order.order.isTrial, true)
  assert.equal((await workplace.corp(corpId).grant())?.agentId, granted.grant?.agentId)
})

test('what happens among the people is told by who it is, in any order and any number', async () => {
  Object.assign(standIn.manner, { isHeld: true, isDoubled: true, isShuffled: true })
  const joined = standIn.act.join(corpId, '新来的', 13)!
  standIn.act.move(corpId, joined, [14])
  standIn.act.leave(corpId, joined)
  const made = standIn.act.addDepartment(corpId, '质检部')!
  const all = await heard()
  const newest = new Map<string, HostEvent>()
  for (const each of all) if ((newest.get(each.key)?.atMs ?? 0) <= each.atMs) newest.set(each.key, each)
  assert.equal(all.length, 8)
  assert.deepEqual([...newest.keys()].toSorted(), [`department:${made}`, `person:${joined}`])
  assert.equal(await workplace.corp(corpId).directory.person(joined), undefined)
  assert.equal((await workplace.corp(corpId).directory.department(String(made)))?.name, '质检部')
  standIn.act.removeDepartment(corpId, made)
  await heard()
  assert.equal(await workplace.corp(corpId).directory.department(String(made)), undefined)
})

test('a push that somebody else signed is refused and tells nothing', async () => {
  standIn.manner.isForged = true
  standIn.act.stop(corpId, true)
  assert.deepEqual(await heard(), [])
  assert.equal(standIn.outcomes.at(-1), 'HTTP 403')
  standIn.manner.isForged = false
  standIn.act.stop(corpId, false)
  assert.deepEqual((await heard()).map(({ t }) => t), ['resumed']) // prettier-ignore
})

test('a code of the client opens once, in its own organisation', async () => {
  const { userid, name } = administrator()
  const code = standIn.act.code(corpId, userid)!
  assert.equal(await workplace.whoIs(code, largeCorpId), undefined)
  assert.deepEqual(await workplace.whoIs(code, corpId), { corpId, personId: userid, name, isAdministrator: true })
  assert.equal(await workplace.whoIs(code, corpId), undefined)
  assert.equal(await workplace.whoIs('nobody’s', corpId), undefined)
})

test('a code of the sign-in page says who it is, with the number that they let us see', async () => {
  const { userid, name, mobile } = somebody()
  const address = new URL(workplace.signInAddress('desk', { redirect: 'https://zaice.example/back', state: 's' }))
  assert.equal(address.origin + address.pathname, `${standIn.url}/oauth2/auth`)
  assert.equal(address.searchParams.get('scope'), 'openid corpid')
  const code = () => standIn.act.code(corpId, userid, 'outside')!
  const member = { corpId, personId: userid, name, isAdministrator: false, phone: mobile }
  assert.deepEqual(await workplace.whoIs(code()), member)
  assert.deepEqual(await workplace.whoIs(code(), corpId), member)
  assert.equal(await workplace.whoIs(code(), largeCorpId), undefined)
})

test('the people of an organisation come part by part, each once, with departments and heads', async () => {
  const { directory } = workplace.corp(corpId)
  const departments = (await whole(directory.departments)).rows
  assert.deepEqual(departments.map(({ name }) => name).toSorted(), ['一车间', '二车间', '信息部', '总经办', '生产部', '行政部'])
  assert.deepEqual(
    departments.find(({ name }) => name === '一车间'),
    {
      id: '13',
      parentId: '12',
      name: '一车间',
      order: 2,
      headIds: [[...standIn.companies.get(corpId)!.people.values()].find(({ name }) => name === '唐小舟')!.userid],
    },
  )
  const { rows } = await whole(directory.people)
  assert.equal(rows.length, 12)
  assert.equal(new Set(rows.map(({ id }) => id)).size, 12)
  const both = rows.find(({ name }) => name === '韩立新')
  assert.deepEqual(both?.departmentIds, ['13', '14'])
  assert.equal(both?.phone, somebody().mobile)
})

test('what the organisation does not show is not there, and what it does not say is left away', async () => {
  const company = standIn.companies.get(corpId)!
  const boss = [...company.people.values()].find(({ name }) => name === '罗启明')!
  company.scope = { departments: [13], people: [boss.userid] }
  company.showsMobile = false
  const { directory } = workplace.corp(corpId)
  assert.deepEqual((await whole(directory.departments)).rows.map(({ name }) => name), ['一车间']) // prettier-ignore
  const { rows } = await whole(directory.people)
  assert.deepEqual(rows.map(({ name, departmentIds }) => [name, ...departmentIds]).toSorted(), [
    ['吴佳宁', '13'],
    ['周子涵', '13'],
    ['唐小舟', '13'],
    ['罗启明'],
    ['韩立新', '13'],
  ])
  assert.ok(rows.every((row) => !('phone' in row)))
  assert.equal(await directory.person(administrator().userid), undefined)
  assert.equal(await directory.department('12'), undefined)
  company.scope = { departments: [1], people: [] }
  company.showsMobile = true
})

/** What was asked meanwhile, how often by path. */
const callsOf = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const before = standIn.asked.length
  await work()
  const paths = Object.groupBy(standIn.asked.slice(before), (path) => path)
  return Object.fromEntries(Object.entries(paths).map(([path, calls]) => [path, calls?.length ?? 0]))
}

test('each department is read once, however many people are looked at', async () => {
  const company = standIn.companies.get(corpId)!
  const { directory } = workplace.corp(corpId)
  const shown = company.departments.size
  const calls = await callsOf(async () => {
    await whole(directory.departments)
    await whole(directory.people)
  })
  assert.equal(calls['/auth/scopes'], 1)
  assert.equal(calls['/topapi/v2/department/get'], shown)
  assert.equal(calls['/topapi/v2/department/listsub'], shown + 1)
  assert.deepEqual(await callsOf(() => Promise.all([...company.people.keys()].slice(0, 8).map(directory.person))), {
    '/topapi/v2/user/get': 8,
  })
})

test('ten thousand people, cut off anywhere, go on where they were cut off', async () => {
  const { directory } = workplace.corp(largeCorpId)
  const { rows, places } = await whole(directory.people)
  assert.equal(rows.length, 10_000)
  assert.equal(new Set(rows.map(({ id }) => id)).size, 10_000)
  assert.ok(places > 100)
  let from: string | undefined
  for (let at = 0; at < 40; at += 1) from = (await directory.people(from)).next
  // Another process, which knows nothing but the place.
  const other = dingtalk(standIn.settings, { keeping, fetch, now: () => nowMs, wait: async () => undefined }).corp(largeCorpId).directory
  assert.deepEqual(await other.people(from), await directory.people(from))
})

test('a token that ends meanwhile is asked for anew, once, and the question with it', async () => {
  const { directory } = workplace.corp(corpId)
  await directory.person(administrator().userid)
  standIn.act.endTokens()
  const asked = standIn.asked.length
  // Of administrators and of those who administer a part of it `admin` is said alike: it makes no one one here.
  assert.equal((await directory.person(administrator().userid))?.isAdministrator, undefined)
  const since = standIn.asked.slice(asked)
  assert.equal(since.filter((path) => path === '/v1.0/oauth2/corpAccessToken').length, 1)
  nowMs += 3 * 3_600_000
  assert.equal((await directory.person(administrator().userid))?.name, administrator().name)
})

const lasting: [what: string, code: string, mendedBy: string, afterSeconds: number][] = [
  ['the calls of a month that are used up', '90020', 'administrator', 7200],
  ['an address that is not on the list', '60020', 'operator', 600],
]
for (const [what, code, mendedBy, afterSeconds] of lasting)
  test(`${what} keep a question waiting, in words and with who mends it`, async () => {
    const { directory } = workplace.corp(corpId)
    await directory.person(administrator().userid)
    Object.assign(standIn.trouble, code === '90020' ? { isQuotaSpent: true } : { isAddressRefused: true })
    try {
      await assert.rejects(directory.person(administrator().userid), (fault: WorkplaceFault) => {
        assert.deepEqual([fault.kind, fault.code, fault.mendedBy, fault.afterSeconds], ['again', code, mendedBy, afterSeconds])
        assert.match(fault.advice ?? '', /钉钉/)
        return true
      })
      const fresh = memoryKeeping(() => nowMs)
      await fresh.write('ticket', (await keeping.read('ticket')) ?? '')
      // The new calls say it in names of their own.
      await assert.rejects(
        dingtalk(standIn.settings, { keeping: fresh, fetch, now: () => nowMs })
          .corp(corpId)
          .grant(),
        {
          kind: 'again',
          mendedBy,
        },
      )
    } finally {
      Object.assign(standIn.trouble, { isQuotaSpent: false, isAddressRefused: false })
    }
    assert.ok(await directory.person(administrator().userid))
  })

const troubles: [what: string, trouble: Partial<StandIn['trouble']>, kind: string, afterSeconds: number][] = [
  ['a limit', { limited: 1 }, 'again', 60],
  ['a busy system', { busy: 1 }, 'again', 5],
  ['a gateway that answers in its own words', { broken: 1 }, 'again', 30],
]
for (const [what, trouble, kind, afterSeconds] of troubles)
  test(`${what} is a fault to be asked again after`, async () => {
    const { directory } = workplace.corp(corpId)
    await directory.person(administrator().userid)
    Object.assign(standIn.trouble, trouble)
    await assert.rejects(directory.person(administrator().userid), (fault: WorkplaceFault) => {
      assert.deepEqual([fault.kind, fault.afterSeconds], [kind, afterSeconds])
      return true
    })
  })

test('without a ticket, and where nobody answers, it is to be asked again', async () => {
  const { kind } = await dingtalk(standIn.settings, { keeping: memoryKeeping(() => nowMs), fetch, now: () => nowMs }).corp(corpId).grant().then(() => assert.fail(), (fault: WorkplaceFault) => fault) // prettier-ignore
  assert.equal(kind, 'again')
  const nowhere = dingtalk(
    { ...standIn.settings, url: 'http://127.0.0.1:9' },
    { keeping, fetch, now: () => nowMs, wait: async () => undefined },
  )
  await assert.rejects(nowhere.corp(corpId).directory.person('x'), (fault: WorkplaceFault) => fault.kind === 'again')
})

test('no fault names a secret', async () => {
  const wrong = { ...standIn.settings, suiteSecret: 'a-secret-that-nobody-may-see-anywhere' }
  const fresh = memoryKeeping(() => nowMs)
  await fresh.write('ticket', (await keeping.read('ticket'))!)
  await assert.rejects(
    dingtalk(wrong, { keeping: fresh, fetch, now: () => nowMs })
      .corp(corpId)
      .grant(),
    (fault: WorkplaceFault) => {
      assert.deepEqual([fault.kind, fault.mendedBy], ['again', 'operator'])
      assert.doesNotMatch(`${fault.message} ${fault.stack}`, /nobody-may-see/)
      return true
    },
  )
})

test('a page is signed as the script takes it', async () => {
  const url = 'https://zaice.example/?corpId=x&name=%E5%9C%A8%E5%86%8C#/pages/index'
  const [signature, other] = await workplace.corp(corpId).signatures(url)
  assert.ok(signature && other)
  const { timestamp: timeStamp, ...shown } = signature
  const ask = async (body: object) =>
    (await (await fetch(`${standIn.url}/stand-in/signature`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()) as unknown // prettier-ignore
  assert.deepEqual(await ask({ ...shown, timeStamp, url: url.split('#')[0] }), { isRight: true })
  assert.deepEqual(await ask({ ...shown, timeStamp, signature: other.signature, url: url.split('#')[0] }), { isRight: false })
  assert.deepEqual(await ask({ ...shown, timeStamp, url: 'https://elsewhere.example/' }), { isRight: false })
})

test('a notice arrives once however often it is sent, and another one of the same words arrives as well', async () => {
  const { userid } = somebody()
  const notice = { key: 'n1', personIds: [userid], title: '待审批', content: '领用申请', link: 'https://zaice.example/#/pages/x?id=1' }
  const { notify } = workplace.corp(corpId)
  for (const key of ['n1', 'n1', 'n2']) assert.deepEqual(await notify({ ...notice, key }), { unreached: [] })
  const own = standIn.notices.filter(({ personId }) => personId === userid)
  assert.equal(own.length, 2)
  assert.equal(own[0]?.link, `https://zaice.example/?corpId=${corpId}#/pages/x?id=1`)
})

test('whom a notice does not reach is said', async () => {
  const { userid } = somebody()
  const notice = { key: 'gone', personIds: [userid, 'nobody-here'], title: '待审批', content: '退库', link: 'https://zaice.example/#/' }
  assert.deepEqual(await workplace.corp(corpId).notify(notice), { unreached: ['nobody-here'] })
})

test('what became of notices is asked once a day for each receiver', async () => {
  const { userid } = somebody()
  const { notify } = workplace.corp(corpId)
  const resultsOf = (key: string, personIds: readonly string[]) =>
    callsOf(() => notify({ key, personIds, title: '待审批', content: key, link: 'https://zaice.example/#/' })).then(
      (calls) => calls['/topapi/message/corpconversation/getsendresult'] ?? 0,
    )
  nowMs += 86_400_000
  standIn.act.ticket()
  await heard()
  assert.equal(await resultsOf('first', [userid]), 1)
  assert.equal(await resultsOf('second', [userid]), 0)
  assert.equal(await resultsOf('third', [userid, 'nobody-here']), 1)
  assert.equal(await resultsOf('fourth', ['nobody-here']), 1)
})

test('an app that was installed anew has another number, under which its notices go', async () => {
  const { userid } = somebody()
  const notice = { key: 'before', personIds: [userid], title: '待审批', content: '借用申请', link: 'https://zaice.example/#/' }
  const { notify } = workplace.corp(corpId)
  await notify(notice)
  standIn.act.uninstall(corpId)
  standIn.act.install(corpId)
  await heard()
  await notify({ ...notice, key: 'after' })
  assert.equal(standIn.notices.filter(({ text }) => text.includes('借用申请')).length, 2)
})

test('more people than one call takes are told by several, and a notice as long as a book is cut', async () => {
  const personIds = [...standIn.companies.get(largeCorpId)!.people.keys()].slice(0, 2500)
  const asked = standIn.asked.length
  const notice = {
    key: 'long',
    personIds,
    title: '公告'.repeat(200),
    content: '“很长”\n的内容😀'.repeat(2000),
    link: 'https://zaice.example/#/',
  }
  await workplace.corp(largeCorpId).notify(notice)
  assert.equal(standIn.asked.slice(asked).filter((path) => path.includes('asyncsend')).length, 3)
  assert.equal(standIn.notices.filter((each) => each.corpId === largeCorpId).length, 2500)
})

test('an order that was bought is told in yuan, and void once it is closed', async () => {
  const orderId = standIn.act.order(corpId)
  const [bought] = await heard()
  assert.ok(bought?.t === 'order' && 'price' in bought.order)
  const { price, isTrial, isVoid, edition, title } = bought.order
  assert.deepEqual(
    { price, isTrial, isVoid, edition, title },
    { price: '2999', isTrial: false, isVoid: false, edition: 'pro500', title: '在册 专业版 500件' },
  )
  standIn.act.closeOrder(corpId, orderId)
  const [closed] = await heard()
  assert.ok(closed?.t === 'order' && 'isVoid' in closed.order && closed.order.isVoid && closed.key === bought.key)
})

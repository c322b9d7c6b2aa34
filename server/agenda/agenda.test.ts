import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import type { AgendaValues } from '../../domain/agenda/operations.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { ask, database, newCompany } = await testApp(handlers)

const plain: AgendaValues = {
  title: '周例会',
  place: '三楼会议室',
  point: null,
  notes: '',
  allDay: false,
  startLocal: '2026-12-07 09:00',
  minutes: 60,
  zone: 'Asia/Shanghai',
  rule: null,
  visibility: 'busy',
  reminders: [15],
  attendees: [],
}
const weekly = { ...plain, rule: { each: 'week', every: 1, days: [1, 3] } as const }

const company = async () => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const [li, wang] = [await hire(`li-${orgId}`), await hire(`wang-${orgId}`)]
  const tokens = new Map<Id, string>()
  for (const uid of [admin, li, wang]) tokens.set(uid, await tokenOf(uid))
  const call = async (name: string, body: object, by: Id = admin) => {
    const { json } = name.startsWith('info/')
      ? await ask({ method: 'GET', path: `/api/agenda/ageevent/${name}`, token: tokens.get(by) })
      : await ask({ path: `/api/agenda/ageevent/${name}`, body, token: tokens.get(by) })
    return json
  }
  const ok = async (name: string, body: object = {}, by: Id = admin) => {
    const json = await call(name, body, by)
    assert.equal(json.success, true, `${name}: ${json.msg}`)
    return json.result
  }
  const save = async (values: object = {}, by: Id = admin) => {
    const id = newId()
    return ok('save', { id, ...plain, ...values }, by)
  }
  /** What a person's agenda shows of December and January, as "day time title". */
  const shows = async (by: Id = admin, uid?: Id): Promise<string[]> =>
    (await ok('list', { from: '2026-12-01', to: '2027-01-31', ...(uid && { uid }) }, by)).list.map(
      (each: { begin: string; title: string }) =>
        `${new Date(Date.parse(each.begin) + 8 * 3_600_000).toISOString().slice(5, 16)} ${each.title}`,
    )
  const told = (uid: Id) =>
    database.reading(orgId, async (tx) =>
      (
        await tx.query<{ title: string; content: string }>(
          `select title, content from message where org_id = $1 and uid = $2 and category = 'agenda' order by seq`,
          [orgId, uid],
        )
      ).map(({ title, content }) => [title, content].filter(Boolean).join('：')),
    )
  return { orgId, admin, li, wang, call, ok, save, shows, told }
}

test('an event is made, seen, changed and deleted', async () => {
  const { ok, call, save, shows } = await company()
  const { id, version } = await save()
  assert.deepEqual(await shows(), ['12-07T09:00 周例会'])
  const changed = await ok('update', { id, version, scope: 'all', ...plain, title: '月会', startLocal: '2026-12-08 10:00' })
  assert.deepEqual(await shows(), ['12-08T10:00 月会'])
  const late = await call('update', { id, version, scope: 'all', ...plain })
  assert.equal(late.reason, 'changed-meanwhile')
  await ok('delete', { id, version: changed.version, scope: 'all' })
  assert.deepEqual(await shows(), [])
})

test('one time of a series is moved, cancelled and brought back', async () => {
  const { ok, save, shows } = await company()
  const { id } = await save({ ...weekly, rule: { ...weekly.rule, until: '2026-12-16' } })
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-09T09:00 周例会', '12-14T09:00 周例会', '12-16T09:00 周例会'])
  const moved = await ok('update', {
    id,
    version: 1,
    scope: 'one',
    occurrence: '2026-12-09 09:00',
    ...weekly,
    startLocal: '2026-12-10 15:00',
    title: '改期',
  })
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-10T15:00 改期', '12-14T09:00 周例会', '12-16T09:00 周例会'])
  const gone = await ok('delete', { id, version: moved.version, scope: 'one', occurrence: '2026-12-14 09:00' })
  assert.equal(gone.deleted, true)
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-10T15:00 改期', '12-16T09:00 周例会'])
  await ok('restore', { id, version: 3, occurrence: '2026-12-14 09:00' })
  await ok('restore', { id, version: 4, occurrence: '2026-12-09 09:00' })
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-09T09:00 周例会', '12-14T09:00 周例会', '12-16T09:00 周例会'])
})

test('this and what follows becomes an event of its own, with later exceptions and answers', async () => {
  const { ok, save, shows, li, told } = await company()
  const { id } = await save({ ...weekly, rule: { each: 'week', every: 1, days: [1], count: 5 }, attendees: [li] })
  await ok('answer', { id, answer: 'accepted', comment: '准时到' }, li)
  await ok('answer', { id, answer: 'declined', occurrence: '2026-12-28 09:00' }, li)
  const changed = await ok('delete', { id, version: 1, scope: 'one', occurrence: '2027-01-04 09:00' })
  assert.ok(changed.deleted)
  const next = await ok('update', {
    id,
    version: 2,
    scope: 'following',
    occurrence: '2026-12-21 09:00',
    ...weekly,
    rule: { each: 'week', every: 1, days: [1], count: 5 },
    title: '新例会',
    startLocal: '2026-12-21 09:00',
    attendees: [li],
  })
  assert.notEqual(next.id, id)
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-14T09:00 周例会', '12-21T09:00 新例会', '12-28T09:00 新例会'])
  const info = await ok(`info/${next.id}?occurrence=${encodeURIComponent('2026-12-28 09:00')}`, {}, li)
  assert.equal(info.answer, 'declined')
  assert.deepEqual(info.values.rule, { each: 'week', every: 1, days: [1], count: 3 })
  const series = await ok(`info/${next.id}?occurrence=${encodeURIComponent('2026-12-21 09:00')}`, {}, li)
  assert.equal(series.answer, 'accepted')
  // Another time of day asks everyone anew, and what was cancelled stays so at its new time.
  const moved = await ok('update', {
    id: next.id,
    version: 1,
    scope: 'all',
    ...weekly,
    ...series.values,
    startLocal: '2026-12-21 10:30',
    attendees: [li],
  })
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-14T09:00 周例会', '12-21T10:30 新例会', '12-28T10:30 新例会'])
  const asked = await ok(`info/${next.id}?occurrence=${encodeURIComponent('2026-12-28 10:30')}`, {}, li)
  assert.equal(asked.answer, 'none')
  assert.equal(moved.version, 2)
  assert.match((await told(li)).at(-1)!, /修改了“新例会”的时间：12-21 09:00–10:00 → 12-21 10:30–11:30 · 三楼会议室$/)
})

test('only the owner changes an event; whoever is not invited does not know of it', async () => {
  const { call, save, li, wang } = await company()
  const { id } = await save({ attendees: [li] })
  const change = { id, version: 1, scope: 'all', ...plain }
  assert.equal((await call('update', change, li)).reason, 'agenda.notOwn')
  assert.equal((await call('update', change, wang)).reason, 'request.unknown')
  assert.equal((await call(`info/${id}`, {}, wang)).reason, 'request.unknown')
  assert.equal((await call('answer', { id, answer: 'accepted' }, wang)).reason, 'request.unknown')
  assert.equal((await call('answer', { id, answer: 'accepted' })).reason, 'agenda.ownAnswer')
  assert.equal((await call('save', { id: newId(), ...plain, attendees: [newId()] })).reason, 'agenda.unknownPerson')
})

const refusals: [title: string, values: object, reason: string][] = [
  ['a rule that no day fits', { startLocal: '2027-02-01 09:00', rule: { each: 'monthDay', every: 12, day: 31 } }, 'agenda.neverHappens'],
  ['a rule that ends before it begins', { rule: { each: 'week', every: 1, days: [5], until: '2026-12-08' } }, 'agenda.neverHappens'],
  ['a minute that clocks skip', { zone: 'America/New_York', startLocal: '2027-03-14 02:30' }, 'agenda.noSuchMinute'],
  ['a whole day that begins at nine', { allDay: true, minutes: 1440 }, 'agenda.wholeDays'],
  ['a reminder after the beginning', { reminders: [-10] }, 'agenda.reminderLate'],
]
for (const [title, values, reason] of refusals)
  test(`${title} is refused`, async () => {
    const { call } = await company()
    assert.equal((await call('save', { id: newId(), ...plain, ...values })).reason, reason)
  })

test('an event that is sent twice is one, and begins on the first day of its rule', async () => {
  const { ok, shows } = await company()
  const values = { id: newId(), ...plain, rule: { each: 'week', every: 1, days: [3], count: 2 } }
  const first = await ok('save', values)
  assert.equal(first.occurrence, '2026-12-09 09:00')
  assert.deepEqual(await ok('save', values), first)
  assert.deepEqual(await shows(), ['12-09T09:00 周例会', '12-16T09:00 周例会'])
})

test('single changes that a new rule no longer gives are named before they are lost', async () => {
  const { ok, call, save, shows } = await company()
  const { id } = await save({ ...weekly, rule: { ...weekly.rule, until: '2026-12-16' } })
  await ok('delete', { id, version: 1, scope: 'one', occurrence: '2026-12-09 09:00' })
  const asked = { id, version: 2, scope: 'all', ...weekly, rule: { each: 'week', every: 1, days: [1], until: '2026-12-16' } }
  const refused = await call('update', asked)
  assert.equal(refused.reason, 'agenda.exceptionsLost')
  assert.deepEqual(refused.details ?? refused.result, [{ occurrence: '2026-12-09 09:00', cancelled: true }])
  await ok('update', { ...asked, confirmed: true })
  assert.deepEqual(await shows(), ['12-07T09:00 周例会', '12-14T09:00 周例会'])
})

test('people are told of invitations, changes, answers and the end', async () => {
  const { ok, save, li, wang, admin, told } = await company()
  const { id } = await save({ attendees: [li, wang] })
  await ok('answer', { id, answer: 'tentative', comment: '可能晚到' }, li)
  await ok('update', { id, version: 1, scope: 'all', ...plain, place: '一楼', attendees: [li] })
  await ok('delete', { id, version: 2, scope: 'all' })
  const bare = (all: string[]) => all.map((each) => each.replaceAll(/(admin|li|wang)-\d+/g, '$1'))
  assert.deepEqual(bare(await told(admin)), ['li暂定参加“周例会”：可能晚到'])
  assert.deepEqual(bare(await told(li)), [
    'admin邀请您参加“周例会”：12-07 09:00–10:00 · 三楼会议室',
    'admin修改了“周例会”的地点：12-07 09:00–10:00 · 三楼会议室 → 一楼',
    'admin取消了“周例会”：12-07 09:00–10:00',
  ])
  assert.deepEqual(bare(await told(wang)).slice(1), ['admin不再邀请您参加“周例会”'])
})

test('colleagues see of an agenda what they are to see; free time says no more than when', async () => {
  const { ok, save, shows, admin, li, call } = await company()
  await save({ title: '公开', visibility: 'full' })
  await save({ title: '忙', startLocal: '2026-12-07 10:30' })
  await save({ title: '面试', visibility: 'private', startLocal: '2026-12-07 14:00' })
  await save({ title: '休假', allDay: true, startLocal: '2026-12-08 00:00', minutes: 1440, reminders: [] })
  assert.deepEqual(await shows(li, admin), ['12-07T09:00 公开', '12-07T10:30 ', '12-07T14:00 '])
  const answered = await ok('list', { from: '2026-12-01', to: '2027-01-31', uid: admin }, li)
  const seen = JSON.stringify(answered)
  for (const secret of ['面试', '休假', '"忙"']) assert.ok(!seen.includes(secret), secret)
  const [, busy, hidden] = answered.list.map(({ key, begin, end, ...rest }: Record<string, unknown>) => rest)
  assert.deepEqual(busy, hidden, 'what is private looks like what is busy')
  const free = await ok('freeBusy', { uids: [admin, li], from: '2026-12-07', to: '2026-12-08', minutes: 90 }, li)
  assert.deepEqual(free.people[0].busy, [
    { begin: '2026-12-07T01:00:00.000Z', end: '2026-12-07T02:00:00.000Z' },
    { begin: '2026-12-07T02:30:00.000Z', end: '2026-12-07T03:30:00.000Z' },
    { begin: '2026-12-07T06:00:00.000Z', end: '2026-12-07T07:00:00.000Z' },
  ])
  assert.deepEqual(free.people[1].busy, [])
  assert.deepEqual(Object.keys(free.people[0]).toSorted(), ['busy', 'uid'])
  assert.equal((await call('freeBusy', { uids: [newId()], from: '2026-12-07', to: '2026-12-08' })).reason, 'agenda.unknownPerson')
})

test('the first common time is one at which nobody has anything', async () => {
  const { ok, save, admin, li } = await company()
  const at = '2027-03-01'
  const { id } = await save({ startLocal: `${at} 09:00`, minutes: 120 })
  await save({ startLocal: `${at} 11:00`, minutes: 60 }, li)
  const ask = (more: object = {}) => ok('freeBusy', { uids: [admin, li], from: at, to: '2027-03-02', minutes: 60, ...more })
  assert.equal((await ask()).common.begin, '2027-03-01T04:00:00.000Z')
  assert.equal((await ask({ except: id })).common.begin, '2027-03-01T01:00:00.000Z')
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import ICAL from 'ical.js'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { endSessions } from '../access/sessions.ts'
import { createHttp } from '../http.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { addFeedRoute } from './feedRoute.ts'
import { agendaReminderWorker } from './eventReminders.ts'
import { until } from '../testing/until.ts'

const { app, ask, database, newCompany } = await testApp(handlers, { poolSize: 8 })
const door = await createHttp({ app, handlers: [], findSession: () => Promise.resolve(undefined), signInClients: {}, checkOutput: true })
addFeedRoute(door, app)
after(() => door.close())
const fetched = (path: string, tag?: string) => door.inject({ url: path, headers: tag === undefined ? {} : { 'if-none-match': tag } })
const titlesIn = (text: string): string[] =>
  new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent').map((each) => String(each.getFirstPropertyValue('summary')))

const today = dayAt(Date.now())
const plain = {
  title: '例会',
  place: '三楼',
  point: null,
  notes: '',
  allDay: false,
  startLocal: `${addDays(today, 7)} 09:00`,
  minutes: 60,
  zone: 'Asia/Shanghai',
  rule: null,
  visibility: 'busy',
  reminders: [15],
  attendees: [] as Id[],
}

const company = async () => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const li = await hire(`li-${orgId}`)
  const tokens = { [admin]: await tokenOf(admin), [li]: await tokenOf(li) }
  const ok = async (name: string, body: object = {}, by: Id = admin) => {
    const { json } = await ask({ path: `/api/agenda/ageevent/${name}`, body, token: tokens[by] })
    assert.equal(json.success, true, `${name}: ${json.msg}`)
    return json.result
  }
  const save = (values: object = {}, by: Id = admin) => ok('save', { id: newId(), ...plain, ...values }, by)
  return { orgId, admin, li, ok, save }
}

test('a feed has what its owner is to see, says when nothing has changed, and ends when it is stopped', async () => {
  const { orgId, admin, li, ok, save } = await company()
  const store = newId()
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: admin }])
    await insert(tx, 'model', [{ id: newId(), goods_code: 'M1', goods_name: '投影仪' }])
  })
  const { id } = await save({ attendees: [li] })
  await save({ title: '体检', visibility: 'private', place: '医院' })
  await save({ title: '早已过去', startLocal: '2020-01-06 09:00' })
  await save({ title: '别人的' }, li)
  const { path, id: feed } = await ok('feed', { sources: ['licence'], privateTitles: false })
  const open = await ok('feed', { sources: [], privateTitles: true }, admin)
  const first = await fetched(path)
  assert.equal(first.statusCode, 200)
  assert.equal(first.headers['content-type'], 'text/calendar; charset=utf-8')
  assert.deepEqual(titlesIn(first.body).toSorted(), ['例会', '忙碌'])
  assert.ok(!first.body.includes('医院'))
  assert.deepEqual(titlesIn((await fetched(open.path)).body).toSorted(), ['体检', '例会'])
  const tag = String(first.headers.etag)
  assert.equal((await fetched(path, tag)).statusCode, 304)
  await ok('update', { id, version: 1, scope: 'all', ...plain, title: '改名', attendees: [li] })
  const changed = await fetched(path, tag)
  assert.deepEqual([changed.statusCode, titlesIn(changed.body).includes('改名')], [200, true])
  // The person who is invited has it in his own feed until he declines.
  const own = await ok('feed', { sources: [], privateTitles: true }, li)
  assert.deepEqual(titlesIn((await fetched(own.path)).body).toSorted(), ['别人的', '改名'])
  await ok('answer', { id, answer: 'declined' }, li)
  assert.deepEqual(titlesIn((await fetched(own.path)).body), ['别人的'])
  const { list } = await ok('feeds')
  assert.equal(list.length, 2)
  assert.ok(list[1].fetchedAt)
  assert.equal((await ask({ path: '/api/agenda/ageevent/revokeFeed', body: { id: feed }, token: 'x' })).status, 401)
  await ok('revokeFeed', { id: feed })
  assert.equal((await fetched(path)).statusCode, 404)
})

test('no other address answers, and none that asks too often', async () => {
  const { ok, save } = await company()
  await save()
  const { path } = await ok('feed', { sources: [], privateTitles: false })
  for (const wrong of [
    '/api/agenda/feed/x.ics',
    path.replace('.ics', 'x.ics'),
    path.replace('.ics', ''),
    `${path.slice(0, -5)}${path.at(-5) === 'A' ? 'E' : 'A'}.ics`,
  ])
    assert.equal((await fetched(wrong)).statusCode, 404, wrong)
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetched(path)))
  assert.ok(answers.some(({ statusCode }) => statusCode === 429))
})

test('a feed ends with the sessions, as a change of password ends them, and outlives one that is left', async () => {
  const { orgId, li, ok } = await company()
  const { path } = await ok('feed', { sources: [], privateTitles: false }, li)
  await database.inTransaction(orgId, (tx) => endSessions(tx, li, { only: 'another' }))
  assert.equal((await fetched(path)).statusCode, 200)
  await database.inTransaction(orgId, (tx) => endSessions(tx, li, { except: 'another' }))
  assert.equal((await fetched(path)).statusCode, 404)
})

test('whoever has left has no feed any more', async () => {
  const { orgId, li, ok, save } = await company()
  await save({}, li)
  const { path } = await ok('feed', { sources: [], privateTitles: false }, li)
  assert.equal((await fetched(path)).statusCode, 200)
  await database.inTransaction(orgId, async (tx) => {
    await endSessions(tx, li)
    await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [orgId, li])
  })
  assert.equal((await fetched(path)).statusCode, 404)
})

// Reminders.

const told = (orgId: Id, uid: Id) =>
  database.reading(orgId, async (tx) =>
    (
      await tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2 and title like '%开始' order by seq`, [
        orgId,
        uid,
      ])
    ).map(({ title }) => title),
  )
const jobsOf = (orgId: Id) =>
  database.reading(orgId, (tx) =>
    tx.query<{ key: string; due_at: string }>(
      `select key, due_at from job where org_id = $1 and kind = 'agenda.reminder' and done_at is null order by key`,
      [orgId],
    ),
  )
/** As if nothing had run since so many hours. */
const wasDown = (orgId: Id, hours: number) =>
  database.inTransaction(orgId, (tx) =>
    tx.query(
      `update job set due_at = now() - interval '1 second', body = body || jsonb_build_object('after', $2::text)
       where org_id = $1 and kind = 'agenda.reminder' and done_at is null`,
      [orgId, new Date(Date.now() - hours * 3_600_000).toISOString()],
    ),
  )
const worked = async (orgId: Id) => {
  const runners = [1, 2, 3].map(() => startJobs(database, openLog('silent'), [agendaReminderWorker]))
  await until('nothing is due', async () => (await jobsOf(orgId)).every(({ due_at }) => Date.parse(due_at) > Date.now()))
  await Promise.all(runners.map(({ stop }) => stop()))
}
const wallNow = (minutes: number) => new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

test('a reminder comes once to each, though three work at it and begin again, and the next is planned', async () => {
  const { orgId, admin, li, save } = await company()
  await save({ startLocal: wallNow(10), rule: { each: 'day', every: 1 }, attendees: [li] })
  assert.equal((await jobsOf(orgId)).length, 2)
  await wasDown(orgId, 1)
  await worked(orgId)
  await worked(orgId)
  assert.deepEqual([await told(orgId, admin), await told(orgId, li)], [['“例会”即将开始'], ['“例会”即将开始']])
  const next = await jobsOf(orgId)
  assert.equal(next.length, 2)
  for (const { due_at } of next) assert.ok(Date.parse(due_at) > Date.now() + 23 * 3_600_000)
})

test('what was missed is told while it is not over, and forgotten afterwards', async () => {
  const { orgId, admin, save } = await company()
  await save({ title: '正在开', startLocal: wallNow(-30), rule: { each: 'day', every: 1 } })
  await save({ title: '已结束', startLocal: wallNow(-90), rule: { each: 'day', every: 1 } })
  await wasDown(orgId, 5)
  await worked(orgId)
  assert.deepEqual(await told(orgId, admin), ['“正在开”已经开始'])
})

test('a reminder moves with its event and goes with it, and with a refusal', async () => {
  const { orgId, li, ok, save } = await company()
  const { id } = await save({ attendees: [li] })
  const before = await jobsOf(orgId)
  assert.deepEqual(
    before.map(({ due_at }) => due_at),
    Array.from({ length: 2 }, () => new Date(Date.parse(`${addDays(today, 7)}T08:45:00+08:00`)).toISOString()),
  )
  await ok('update', { id, version: 1, scope: 'all', ...plain, startLocal: `${addDays(today, 8)} 09:00`, attendees: [li] })
  assert.ok((await jobsOf(orgId)).every(({ due_at }) => due_at.startsWith(addDays(today, 8))))
  await ok('answer', { id, answer: 'declined' }, li)
  assert.equal((await jobsOf(orgId)).length, 1)
  await ok('answer', { id, answer: 'accepted' }, li)
  assert.equal((await jobsOf(orgId)).length, 2)
  await ok('delete', { id, version: 2, scope: 'all' })
  assert.deepEqual(await jobsOf(orgId), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { wallMinute } from '../../domain/attendance/wall.ts'
import { standardCalendar } from '../../domain/calendar/workCalendar.ts'
import type { DayRow } from '../../domain/attendance/operations.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { submit } from '../documents/engine.ts'
import { reverse } from '../documents/reverse.ts'
import { flows, handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { callOf, insert } from '../testing/company.ts'
import { shiftsOnAgenda } from './agenda.ts'
import { calendarDaysJob } from '../calendar/calendar.ts'
import { calendarDaysWorker, daysWorker } from './days/deriveAgain.ts'
import { planPunchReminder, punchReminderWorker } from './days/punchReminders.ts'
import { openLog } from '../log.ts'

const { ask, database, newCompany } = await testApp(handlers)
const today = dayAt(Date.now())
const tower = { longitude: 116.397128, latitude: 39.916527, system: 'WGS-84', name: '', address: '' }

/** So many metres to the north of a point. */
const north = (metres: number) => ({ ...tower, latitude: tower.latitude + metres / 111_195 })
const fixAt = (metres: number, accuracyMetres = 20) => {
  const { longitude, latitude } = north(metres)
  return { longitude, latitude, system: 'WGS-84', accuracyMetres }
}

/** A company with an office, where everyone works every day from nine to six. */
const company = async (rules: object = {}) => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const [office, dept] = [newId(), newId()]
  const head = await hire(`head${newId()}`)
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [{ id: office, loc_code: 'A', loc_name: '总部' }])
    await insert(tx, 'department', [{ id: dept, dept_code: 'D', dept_name: '销售部', manager_uid: head }])
  })
  const li = await hire(`li${newId()}`, [], { userName: '李明', deptId: dept })
  const wu = await hire(`wu${newId()}`, [], { userName: '吴刚' })
  const tokens = new Map<Id, string>()
  const post = async (uid: Id, path: string, body: object, headers: Record<string, string> = {}) => {
    const token = tokens.get(uid) ?? (await tokenOf(uid))
    tokens.set(uid, token)
    return (await ask({ path: path.startsWith('/') ? path : `/api/attendance/${path}`, body, token, headers })).json
  }
  const done = async (uid: Id, path: string, body: object) => {
    const json = await post(uid, path, body)
    assert.equal(json.success, true, `${path}: ${json.msg}`)
    return json.data
  }
  const place = await done(admin, 'attplace/save', { locationId: office, point: tower, radiusMetres: 200 })
  const shift = await done(admin, 'attshift/save', {
    name: '白班',
    rules: { segments: [{ on: 540, off: 1080 }], rests: [{ from: 720, to: 780 }] },
    fromDay: addDays(today, -40),
  })
  const group = await done(admin, 'attgroup/save', {
    name: '总部',
    uids: [li, wu],
    fromDay: addDays(today, -40),
    rules: { kind: 'fixed', week: Array.from({ length: 7 }, () => shift.id), followsCalendar: false, placeIds: [place.id], ...rules },
  })
  const punch = (uid: Id, more: object) => {
    const { sentAt, ...body } = { phoneAt: new Date().toISOString(), sentAt: undefined, ...more }
    return post(uid, 'attpunch/save', { id: newId(), ...body }, sentAt && { 'x-sent-at': sentAt })
  }
  return { orgId, admin, head, li, wu, office, place, shift, group, post, done, punch }
}

/** The moment at which clocks show so many minutes after midnight of a day. */
const moment = (day: string, minutes: number): string => new Date(wallMinute(day, minutes) * 60_000).toISOString()

test('a punch within reach counts once, however often it is sent', async () => {
  const { orgId, li, wu, punch } = await company()
  const id = newId()
  const first = await punch(li, { id, fix: fixAt(150) })
  assert.equal(first.success, true, first.msg)
  assert.deepEqual(
    [first.data.punch.source, first.data.punch.distanceMetres, first.data.punch.marks, first.data.punch.point],
    ['app', 150, [], null],
  )
  assert.equal((await punch(li, { id, fix: fixAt(150) })).data.punch.at, first.data.punch.at)
  assert.equal((await punch(wu, { id, fix: fixAt(150) })).msg, '编号已用于另一次打卡')
  const rows = await database.reading(orgId, (tx) => tx.query('select from att_punch where org_id = $1', [orgId]))
  const kept = await database.reading(orgId, (tx) =>
    tx.query<{ day: string }>('select day from att_day where org_id = $1 and uid = $2', [orgId, li]),
  )
  assert.deepEqual([rows.length, kept.map(({ day }) => day)], [1, [first.data.punch.workDay]])
})

const refused: [title: string, more: object, words: string][] = [
  ['without a position', {}, '没有取得位置，也不在办公网络中，不能打卡'],
  ['with a coarse position', { fix: fixAt(0, 3000) }, '定位误差约3000米，太大了。请在手机设置里为浏览器打开“精确位置”，到开阔处再试'],
  ['away from all places', { fix: fixAt(900) }, '不在打卡范围内，最近的地点还有900米'],
  ['in the field without a word', { fix: fixAt(900), isField: true }, '请说明外勤的事由'],
  ['in the field without a photo', { fix: fixAt(900), isField: true, note: '拜访客户' }, '请拍一张现场照片'],
  [
    'with a photo that is not there',
    { fix: fixAt(900), isField: true, note: '拜访客户', photo: '1/20260101/2.png' },
    '照片应为本人上传的图片',
  ],
]
test('what is refused says why', async () => {
  const { li, head, punch } = await company()
  for (const [title, more, words] of refused) assert.equal((await punch(li, more)).msg, words, title)
  assert.equal((await punch(head, { fix: fixAt(0) })).msg, '您不在任何考勤组，请联系管理员')
})

test('what is doubtful is marked and counts', async () => {
  const { li, wu, punch } = await company({ photoOfField: false })
  const marks = async (uid: Id, more: object): Promise<string[]> => {
    const { success, msg, data } = await punch(uid, more)
    assert.equal(success, true, msg)
    return data.punch.marks
  }
  assert.deepEqual(await marks(li, { fix: fixAt(250, 100) }), ['doubtful'])
  assert.deepEqual(await marks(li, { fix: { ...fixAt(10, 300), isMock: true } }), ['mock', 'low_accuracy'])
  assert.deepEqual(await marks(li, { fix: fixAt(90_000), isField: true, note: '拜访客户' }), ['jump'])
  assert.deepEqual(await marks(wu, { fix: fixAt(1), deviceId: 'device-one' }), [])
  assert.deepEqual(await marks(li, { fix: fixAt(90_000), isField: true, note: '拜访客户', deviceId: 'device-one' }), ['shared_device'])
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  assert.deepEqual(await marks(wu, { fix: fixAt(1), phoneAt: ahead }), ['clock'])
})

test('what a phone kept counts when it was, unless its clock was moved meanwhile', async () => {
  const { li, punch } = await company()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const kept = await punch(li, { fix: fixAt(1), phoneAt: ago(90), sentAt: ago(0), offset: 0 })
  assert.deepEqual([kept.success, kept.data?.punch.marks], [true, ['offline']])
  assert.ok(Math.abs(Date.parse(kept.data.punch.at) - Date.parse(ago(90))) < 5000)
  const moved = await punch(li, { fix: fixAt(1), phoneAt: ago(90), sentAt: ago(20), offset: 0 })
  assert.equal(moved.msg, '手机的时间在离线期间被改过，这次打卡不能算数，请申请补卡')
  const late = await punch(li, { fix: fixAt(1), phoneAt: ago(80 * 60), sentAt: ago(0), offset: 0 })
  assert.equal(late.msg, '离线打卡已超过72小时，请申请补卡')
})

test('in the office network one is there without a position', async () => {
  const { admin, li, office, place, done, post, punch } = await company()
  await done(admin, 'attplace/update', { id: place.id, locationId: office, networks: ['127.0.0.1/8'] })
  const { data } = await punch(li, {})
  assert.deepEqual([data.punch.placeName, data.punch.source], ['总部', 'app'])
  for (const network of ['300.1.1.1', '10.0.0.0/40', 'abc', '1::2'])
    assert.match((await post(admin, 'attplace/update', { id: place.id, locationId: office, networks: [network] })).msg, /网络地址.*有误/)
})

test('a month of a time clock, said twice, is the same month; its sums are those of its days', async () => {
  const { admin, li, head, wu, orgId, done, post } = await company()
  const number = await database.reading(orgId, (tx) =>
    tx.query<{ username: string }>('select username from person where org_id = $1 and id = $2', [orgId, li]),
  )
  const days = Array.from({ length: 10 }, (_, at) => addDays(today, at - 12))
  const rows = days.flatMap((day, at) => [
    ...(at === 3 ? [] : [{ number: number[0]!.username, at: moment(day, at === 5 ? 600 : 530) }]),
    ...(at === 4 ? [] : [{ number: number[0]!.username, at: moment(day, at === 6 ? 1000 : 1085) }]),
  ])
  assert.deepEqual(await done(admin, 'attpunch/import', { rows: [...rows, { number: 'nobody', at: moment(today, 0) }] }), {
    imported: 18,
    known: 0,
    unknown: ['nobody'],
  })
  assert.deepEqual(await done(admin, 'attpunch/import', { rows }), { imported: 0, known: 18, unknown: [] })
  const range = { from: days[0], to: days.at(-1) }
  const own = await done(li, 'attday/list', range)
  assert.deepEqual(
    own.days.map(({ state }: DayRow) => state),
    ['normal', 'normal', 'normal', 'missing', 'missing', 'late', 'early', 'normal', 'normal', 'normal'],
  )
  assert.deepEqual([own.sums.lateMinutes, own.sums.earlyMinutes, own.sums.missings, own.sums.attended], [60, 80, 2, 10])
  const month = await done(admin, 'attstat/month', range)
  const { uid, userName, deptName, ...sums } = month.list.find((row: { uid: Id }) => row.uid === li)
  assert.deepEqual([userName, deptName, sums], ['李明', '销售部', own.sums])
  assert.deepEqual(
    (await done(head, 'attstat/month', range)).list.map((row: { uid: Id }) => row.uid),
    [li],
  )
  assert.equal((await done(head, 'attday/list', { ...range, uid: li })).days.length, 10)
  assert.equal((await post(head, 'attday/list', { ...range, uid: wu })).success, false)
  assert.equal((await post(wu, 'attstat/month', range)).success, false)
  assert.equal((await post(wu, 'attday/list', { ...range, uid: li })).success, false)
})

/** Does what is asked of the days of an organisation, until nothing is. */
const workOut = async (orgId: Id): Promise<void> => {
  const job = async () =>
    (
      await database.reading(orgId, (tx) =>
        tx.query<{ id: Id; body: Record<string, unknown> }>(
          "select id, body from job where org_id = $1 and kind = 'attendance.days' and body ->> 'from' is not null",
          [orgId],
        ),
      )
    )[0]
  for (let next = await job(); next; next = await job())
    await daysWorker.piece(database, { orgId, kind: 'attendance.days', key: '', attempts: 1, ...next }, openLog('silent'))
}

test('a new calendar changes the days that were settled by the one before', async () => {
  const { orgId, admin, li, done } = await company({ followsCalendar: true })
  const days = [addDays(today, -6), addDays(today, -5)] as const
  const username = await database.reading(orgId, (tx) =>
    tx.query<{ username: string }>('select username from person where org_id = $1 and id = $2', [orgId, li]),
  )
  const rows = days.map((day) => ({ number: username[0]!.username, at: moment(day, 535) }))
  await done(admin, '/api/workflow/saveCalendar', {
    settings: { ...standardCalendar, days: { [days[0]]: true, [days[1]]: true } },
    revision: 0,
  })
  await done(admin, 'attpunch/import', { rows })
  const states = async () => (await done(li, 'attday/list', { from: days[0], to: days[1] })).days.map(({ state }: DayRow) => state)
  assert.deepEqual(await states(), ['missing', 'missing'])
  await done(admin, '/api/workflow/saveCalendar', {
    settings: { ...standardCalendar, days: { [days[0]]: false, [days[1]]: true } },
    revision: 1,
  })
  const [asked] = await database.reading(orgId, (tx) =>
    tx.query<{ id: Id; key: string; body: Record<string, unknown>; attempts: number }>(
      'select id, key, body, attempts from job where org_id = $1 and kind = $2 and done_at is null',
      [orgId, calendarDaysJob],
    ),
  )
  await database.inTransaction(orgId, (tx) => calendarDaysWorker.run(tx, { orgId, kind: calendarDaysJob, ...asked! }))
  await workOut(orgId)
  assert.deepEqual(await states(), ['rest', 'missing'])
})

test('whoever works by the roster has his shifts on his agenda', async () => {
  const { orgId, admin, li, wu, shift, done } = await company()
  const day = addDays(today, 2)
  await done(admin, 'attroster/save', {
    entries: [
      { uid: li, day, shiftId: shift.id },
      { uid: li, day: addDays(day, 1), shiftId: null },
    ],
  })
  const agendaOf = (uid: Id) => database.inTransaction(orgId, (tx) => shiftsOnAgenda(callOf(tx, uid, []), today, addDays(day, 5)))
  const own = (await agendaOf(li)).map((each) => 'begin' in each && [each.params['name'], each.begin, each.end])
  assert.deepEqual([own, await agendaOf(wu)], [[['白班', moment(day, 540), moment(day, 1080)]], []])
})

test('new rules hold from their day on, and the days since follow them', async () => {
  const { orgId, admin, li, shift, done } = await company()
  const day = addDays(today, -5)
  const rows = [day, addDays(today, -3)].flatMap((each) => [535, 1085].map((minutes) => ({ number: '', at: moment(each, minutes) })))
  const [{ username }] = (await database.reading(orgId, (tx) =>
    tx.query<{ username: string }>('select username from person where org_id = $1 and id = $2', [orgId, li]),
  )) as [{ username: string }]
  await done(admin, 'attpunch/import', { rows: rows.map((row) => ({ ...row, number: username })) })
  await done(admin, 'attshift/update', {
    id: shift.id,
    version: shift.version,
    name: shift.name,
    rules: { ...shift.rules, segments: [{ on: 480, off: 1080 }], rests: [] },
    fromDay: addDays(today, -4),
  })
  await workOut(orgId)
  const { days } = await done(li, 'attday/list', { from: day, to: addDays(today, -2) })
  assert.deepEqual(
    days.map(({ state }: DayRow) => state),
    ['normal', 'absent', 'late', 'absent'],
  )
})

test('whoever has not punched is told once, shortly before work; whoever has is not', async () => {
  const { orgId, admin, li, wu, shift, done, punch } = await company()
  const minute = Math.floor(Date.now() / 60_000)
  const on = Math.min(1439, ((minute + 480) % 1440) + 5)
  await done(admin, 'attshift/update', {
    id: shift.id,
    version: shift.version,
    name: shift.name,
    rules: { segments: [{ on, off: on + 60 }], rests: [] },
    fromDay: today,
  })
  assert.equal((await punch(wu, { fix: fixAt(20) })).success, true)
  const at = wallMinute(today, on) - 5
  const planned = () =>
    database.reading(orgId, (tx) =>
      tx.query<{ at: number; told: number | null }>(
        `select (body ->> 'at')::int as at, (body ->> 'told')::int as told from job where org_id = $1 and kind = 'attendance.remind'`,
        [orgId],
      ),
    )
  const job = { orgId, id: newId(), kind: punchReminderWorker.kind, key: '', body: { at }, attempts: 1 }
  const runWith = (orderState: 0 | 1) =>
    database.inTransaction(orgId, async (tx) => {
      await tx.query('update licence_order set order_state = $2 where org_id = $1', [orgId, orderState])
      await punchReminderWorker.run(tx, job)
    })
  // Without a licence no one is told, with one once.
  await runWith(0)
  assert.equal((await database.reading(orgId, (tx) => tx.query('select from message where org_id = $1', [orgId]))).length, 0)
  for (let times = 0; times < 2; times++) await runWith(1)
  const told = await database.reading(orgId, (tx) =>
    tx.query<{ uid: Id; category: string; n: number }>(
      'select uid, category, count(*)::int as n from message where org_id = $1 group by uid, category',
      [orgId],
    ),
  )
  assert.deepEqual(told, [{ uid: li, category: 'attendance', n: 1 }])
  await database.inTransaction(orgId, (tx) => planPunchReminder(tx))
  const [next] = await planned()
  assert.ok(next!.told === at && next!.at > at, 'the minute that was told of does not come again')
})

test('what was applied for and approved is in the month; reversed it is not', async () => {
  const { orgId, admin, li, done, post } = await company()
  const day = addDays(today, -3)
  const [{ username }] = (await database.reading(orgId, (tx) =>
    tx.query<{ username: string }>('select username from person where org_id = $1 and id = $2', [orgId, li]),
  )) as [{ username: string }]
  await done(admin, 'attpunch/import', { rows: [{ number: username, at: moment(day, 535) }] })
  const state = async (): Promise<string[]> =>
    (await done(li, 'attday/list', { from: addDays(day, -1), to: day })).days.map((row: DayRow) => row.state)
  assert.deepEqual(await state(), ['absent', 'missing'])
  // No flow is installed here: the person who may post writes at once, and for himself; so the author is made the one whose days they are.
  const apply = (kind: 'oamakeuporder' | 'oaleaveorder', header: Record<string, unknown>, line: Record<string, unknown>) =>
    database.inTransaction(orgId, async (tx) => {
      const id = newId()
      const call = { ...callOf(tx, li, [`${kind}:save`, `${kind}:submit`, `${kind}:post`, `${kind}:reverse`]) }
      await submit(
        call,
        flows,
        { kind: kindNamed(kind === 'oamakeuporder' ? 'OaMakeupOrder' : 'OaLeaveOrder'), id, raw: { header, lines: [line] } },
        {},
      )
      return id
    })
  await assert.rejects(apply('oamakeuporder', { reason: '早了' }, { at: `${addDays(today, 2)} 18:05` }), /补卡时间还没有到/)
  const makeup = await apply('oamakeuporder', { reason: '忘记打卡' }, { at: `${day} 18:05` })
  const summaryOf = (id: Id) =>
    database.reading(orgId, async (tx) => {
      const found = await tx.query<{ summary: string }>('select summary from document where org_id = $1 and id = $2', [tx.orgId, id])
      return found[0]!.summary
    })
  assert.equal(await summaryOf(makeup), `${day} 18:05`)
  assert.deepEqual(await state(), ['absent', 'normal'])
  const before = addDays(day, -1)
  const leave = await apply(
    'oaleaveorder',
    { leaveKind: 'annual', reason: '休息' },
    { time: { from: `${before} 09:00`, to: `${before} 18:00` } },
  )
  assert.equal(await summaryOf(leave), `${before} 09:00 – 18:00`)
  assert.deepEqual(await state(), ['leave', 'normal'])
  const { page } = await post(li, 'attpunch/list', { from: day, to: day })
  assert.deepEqual(
    page.list.map(({ source }: { source: string }) => source),
    ['makeup', 'device'],
  )
  await database.inTransaction(orgId, (tx) =>
    reverse(callOf(tx, li, ['oamakeuporder:reverse']), kindNamed('OaMakeupOrder'), makeup, '写错了'),
  )
  assert.deepEqual(await state(), ['leave', 'missing'])
})

test('a punch is fifteen statements at most', async (t) => {
  const { li, punch } = await company()
  assert.equal((await punch(li, { phoneAt: new Date().toISOString(), fix: fixAt(10) })).success, true)
  const query = t.mock.method(pg.Client.prototype, 'query')
  assert.equal((await punch(li, { phoneAt: new Date().toISOString(), fix: fixAt(20) })).success, true)
  const texts = query.mock.calls
    .map((call) => JSON.stringify(call.arguments[0] ?? '').slice(0, 200))
    .filter((text) => !/set_config|from session/.test(text))
  assert.ok(texts.length <= 15, `${texts.length} statements:\n${texts.join('\n')}`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { standardCalendar, workCalendar } from '../../domain/calendar/workCalendar.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { dueAt } from '../../domain/worklog/due.ts'
import { periodOf, spanOf } from '../../domain/worklog/period.ts'
import { messagingHandlers } from '../messaging/messages.ts'
import { testApp } from '../testing/app.ts'
import { insert, uploadedFile } from '../testing/company.ts'
import { worklogHandlers } from './handlers.ts'
import { remindingWorker } from './logReminders.ts'
import { standingsOf } from './standings.ts'
import { templateOf } from './templates.ts'

const { ask, newCompany, database } = await testApp([...worklogHandlers, ...messagingHandlers], {
  // A leave stands here without its document's history.
  breaks: ['documents: the content is the one that was written'],
})
type Json = ReturnType<typeof JSON.parse>

/** A company with a department of a head and two people, and the standard templates in use since long ago. */
const office = async () => {
  const company = await newCompany()
  const admin = await company.tokenOf(company.admin)
  const [headUid, annUid, benUid] = [await company.hire('head'), await company.hire('ann'), await company.hire('ben')]
  const dept = newId()
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'department', [{ id: dept, dept_code: 'YF', dept_name: '研发部', manager_uid: headUid }])
    await tx.query(`update person set dept_id = $2, created_at = '2026-01-01' where org_id = $1 and id = any ($3::bigint[])`, [
      tx.orgId,
      dept,
      [headUid, annUid, benUid],
    ])
    await tx.query(`update person set created_at = '2026-01-01' where org_id = $1`, [tx.orgId])
  })
  const asked = async (token: string, path: string, body: unknown = {}): Promise<Json> =>
    (await ask({ path: `/api/mylog/${path}`, body, token })).json
  const done = async (token: string, path: string, body: unknown = {}): Promise<Json> => {
    const json = await asked(token, path, body)
    assert.equal(json.code, 0, json.msg)
    return json.result ?? json.page
  }
  const info = async (token: string, id: Id): Promise<Json> => {
    const { status, json } = await ask({ method: 'GET', path: `/api/mylog/mylog/info/${id}`, token })
    return status === 200 ? json['result'] : status
  }
  const { list } = await done(admin, 'mylogtemplate/standard')
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update log_template set since = '2026-01-01' where org_id = $1`, [tx.orgId]),
  )
  const byName = new Map<string, Json>(list.map((one: Json) => [one.name, one]))
  const [head, ann, ben] = [await company.tokenOf(headUid), await company.tokenOf(annUid), await company.tokenOf(benUid)]
  const log = (name: string, more: Record<string, unknown> = {}) => {
    const template = byName.get(name)
    const periodKey = template.period === 'none' ? '' : periodOf(template.period, dayAt(Date.now()))
    return {
      id: newId(),
      templateId: template.id as Id,
      periodKey,
      version: 0,
      form: { done: '修好了接口\n写了文档', plan: '联调' },
      receivers: [],
      ...more,
    }
  }
  const titles = async (token: string, more: Json = {}): Promise<string[]> =>
    (await ask({ path: '/api/msg/msgmessage/list', body: { category: 'worklog', ...more }, token })).json['page'].list.map(
      (one: Json) => one.title,
    )
  return { ...company, dept, admin, head, ann, ben, headUid, annUid, benUid, byName, asked, done, info, log, titles }
}

test('A log is its author’s alone until it is handed in; then those who get it are told, read it and answer', async () => {
  const { head, ann, ben, admin, annUid, benUid, headUid, asked, done, info, log, titles } = await office()
  const writing = log('日报')
  assert.deepEqual(await done(ann, 'mylog/save', { ...writing, form: { plan: '联调' } }), { id: writing.id, version: 1 })
  assert.equal(await info(head, writing.id), 404, 'a draft')
  assert.equal((await asked(ann, 'mylog/send', { ...writing, version: 1, form: {} })).reason, 'incomplete', 'what was done is asked for')
  const sent = await done(ann, 'mylog/send', { ...writing, version: 1, receivers: [benUid, annUid] })
  assert.equal(sent.version, 2)
  assert.deepEqual(await done(ann, 'mylog/send', { ...writing, version: 1 }), sent, 'sent again it is the same one')
  const otherText = await asked(ann, 'mylog/send', { ...writing, version: 1, form: { ...writing.form, plan: '休息' } })
  assert.equal(otherText.reason, changedMeanwhile, 'a second device that sends another text hears that it was not taken')

  const seen = await info(head, writing.id)
  assert.deepEqual([seen.log.author.uid, seen.log.summary, seen.values.plan, seen.log.read], [annUid, '修好了接口 写了文档', '联调', false])
  assert.deepEqual(
    seen.receivers.map((one: Json) => [one.uid, one.fixed, one.readAt]),
    [
      [headUid, true, null],
      [benUid, false, null],
    ],
    'the head because the template says so; whoever writes gets nothing from himself',
  )
  assert.equal(await info(admin, writing.id), 404, 'an administrator whom it was not sent to')
  assert.match((await titles(head))[0]!, /提交了日报（\d{4}-/)
  assert.deepEqual((await done(head, 'mylog/counts')).unread, 1)
  assert.deepEqual(await done(head, 'mylog/read', { ids: [writing.id] }), { updated: 1 })
  assert.deepEqual(await titles(head, { readState: 0 }), [], 'a log that was read is no news')
  assert.deepEqual(await done(head, 'mylog/read', { ids: [writing.id] }), { updated: 0 })

  await done(head, 'mylog/comment', { id: writing.id, body: '接口的压测做了吗？', mentions: [benUid] })
  assert.equal((await asked(admin, 'mylog/comment', { id: writing.id, body: '路过' })).code, 404)
  for (const token of [head, ben]) await done(token, 'mylog/like', { id: writing.id, liked: true })
  assert.deepEqual(await done(ben, 'mylog/like', { id: writing.id, liked: true }), { likeCount: 2 }, 'once for each')
  assert.deepEqual((await titles(ann)).length, 2, 'two likes are one notice, the comment another')
  assert.ok((await titles(ben)).some((title) => title.includes('接口的压测')))
  const now = await info(ann, writing.id)
  assert.deepEqual([now.likes.length, now.comments.length, now.log.readCount, now.may.delete], [2, 1, 1, false])
  assert.equal(
    (await asked(ann, 'mylog/deleteComment', { id: writing.id, commentId: now.comments[0].id })).result.deleted,
    false,
    'not hers',
  )
  assert.equal((await asked(head, 'mylog/deleteComment', { id: writing.id, commentId: now.comments[0].id })).result.deleted, true)
  assert.equal((await asked(ann, 'mylog/delete', { id: writing.id })).reason, 'worklog.read')
})

test('There is one log of a person for a period, whichever device begins it, and nobody writes over the other', async () => {
  const { ann, ben, annUid, benUid, asked, done, log, byName } = await office()
  const first = log('周报')
  await done(ann, 'mylog/save', first)
  assert.equal((await asked(ann, 'mylog/save', { ...first, id: newId() })).reason, 'worklog.exists')
  const begun = await done(ann, 'mylog/begin', { templateId: first.templateId })
  assert.equal(begun.existing, first.id)
  assert.equal((await asked(ann, 'mylog/save', { ...first, version: 0 })).reason, 'changed-meanwhile')
  assert.equal((await done(ann, 'mylog/save', { ...first, version: 1 })).version, 2)
  assert.equal((await asked(ben, 'mylog/save', first)).code, 404, 'the id of another’s log')
  assert.equal((await asked(ann, 'mylog/save', log('日报', { periodKey: addDays(dayAt(Date.now()), 1) }))).reason, 'worklog.future')
  assert.equal((await asked(ann, 'mylog/save', log('日报', { periodKey: '2026-02-30' }))).reason, 'worklog.period')
  await done(ann, 'mylog/send', { ...first, version: 2, receivers: [benUid] })
  const [last] = (await done(ann, 'mylog/list', { view: 'mine' })).list
  assert.deepEqual([last.id, last.state, last.template.name], [first.id, 'sent', '周报'])
  assert.deepEqual(
    (await done(ben, 'mylog/list', { view: 'toMe', unread: true, uid: annUid, likeQuery: '接口' })).list.map((one: Json) => one.id),
    [first.id],
  )
  assert.deepEqual((await done(ben, 'mylog/list', { view: 'toMe', likeQuery: '没有的字' })).list, [])
  assert.equal(byName.get('周报')!.mine, true)
  const changed = await done(ann, 'mylog/update', { ...first, version: 3, form: { done: '改过了' }, receivers: [] })
  assert.equal(changed.version, 4)
  assert.deepEqual((await done(ben, 'mylog/list', { view: 'toMe' })).list, [], 'whoever is taken out has it no more')
})

test('What was planned begins the next one, and receivers stay', async () => {
  const { ann, benUid, done, log, byName } = await office()
  const yesterday = addDays(dayAt(Date.now()), -1)
  await done(ann, 'mylog/send', log('日报', { periodKey: yesterday, receivers: [benUid] }))
  const begun = await done(ann, 'mylog/begin', { templateId: byName.get('日报')!.id })
  assert.deepEqual([begun.planned, begun.receivers.map((one: Json) => one.uid), begun.existing], ['联调', [benUid], null])
})

test('A picture in a log is its author’s own', async () => {
  const { orgId, ann, annUid, benUid, asked, log } = await office()
  const [own, foreign] = await database.inTransaction(orgId, async (tx) => [await uploadedFile(tx, annUid), await uploadedFile(tx, benUid)])
  assert.equal((await asked(ann, 'mylog/save', log('日报', { form: { done: '一', pictures: [foreign] } }))).reason, 'file.notYours')
  assert.equal((await asked(ann, 'mylog/save', log('日报', { form: { done: '一', pictures: [own] } }))).code, 0)
})

test('Templates are made by administrators, kept while logs use them, and written with by whom they are for', async () => {
  const { admin, ann, ben, benUid, dept, asked, done, log, byName } = await office()
  assert.equal((await asked(ann, 'mylogtemplate/standard')).code, 403)
  const daily = byName.get('日报')!
  const told = { id: daily.id, version: daily.version }
  const changed = await done(admin, 'mylogtemplate/update', { ...told, departments: [dept], exempt: [benUid] })
  assert.deepEqual([changed.departments, changed.exempt.map((one: Json) => one.uid)], [[{ id: dept, name: '研发部' }], [benUid]])
  assert.equal((await asked(admin, 'mylogtemplate/update', told)).reason, 'changed-meanwhile')
  assert.equal((await asked(ben, 'mylog/save', log('日报'))).reason, 'worklog.notYours')
  assert.equal((await asked(admin, 'mylog/save', log('日报'))).reason, 'worklog.notYours', 'not of the department')
  assert.equal((await asked(ann, 'mylog/save', log('日报'))).code, 0)
  assert.equal((await asked(admin, 'mylogtemplate/update', { ...told, version: changed.version, period: 'week' })).reason, 'worklog.period')
  const fresh = { id: newId(), name: '日报', period: 'none', departments: [], exempt: [], receivers: [], toHead: false, due: daily.due, remindMinutes: null, doneField: null, planField: null } // prettier-ignore
  assert.equal((await asked(admin, 'mylogtemplate/save', fresh)).reason, 'worklog.name')
  assert.equal((await done(admin, 'mylogtemplate/save', { ...fresh, name: '随记' })).state, 'draft')
  assert.ok(!(await done(ann, 'mylogtemplate/list')).list.some((one: Json) => one.name === '随记'), 'not published')
  assert.equal((await done(admin, 'mylogtemplate/publish', { id: fresh.id })).state, 'active')
  assert.ok((await done(ann, 'mylogtemplate/list')).list.some((one: Json) => one.name === '随记'))
  assert.equal((await asked(ann, 'mylog/send', { ...log('日报'), templateId: fresh.id })).reason, 'worklog.nobody')
})

test('Who has not handed in is reminded once before the end, and nobody after it', async () => {
  const { orgId, ann, head, ben, admin, done, log, byName, titles } = await office()
  const daily = byName.get('日报')!
  // A day that everyone works on, and that is not over for another hour.
  const now = Date.now()
  const minutes = Math.floor(((now + 8 * 3_600_000) % 86_400_000) / 60_000)
  const today = dayAt(now)
  await database.inTransaction(orgId, (tx) =>
    tx.query('insert into work_calendar (org_id, settings, updated_by) values ($1, $2, (select min(id) from person where org_id = $1))', [
      tx.orgId,
      { ...standardCalendar, days: { [today]: true } },
    ]),
  )
  await done(admin, 'mylogtemplate/update', {
    id: daily.id,
    version: daily.version,
    due: { workdaysAfter: 0, minutes: Math.min(1439, minutes + 60) },
  })
  await done(ann, 'mylog/send', log('日报'))
  const run = (periodKey: string) =>
    database.inTransaction(orgId, (tx) =>
      remindingWorker.run(tx, { orgId, id: newId(), kind: remindingWorker.kind, key: daily.id, body: { periodKey }, attempts: 0 }),
    )
  await run(today)
  await run(today)
  await run(addDays(today, -7))
  const reminded = async (token: string) => (await titles(token)).filter((title) => title.startsWith('请填写日报')).length
  assert.deepEqual([await reminded(ann), await reminded(ben), await reminded(head)], [0, 1, 1])
})

test('Standings are a recount of what was handed in, whoever asks sees his own departments', async () => {
  const { orgId, admin, head, ann, ben, annUid, benUid, headUid, asked, done, byName } = await office()
  const template = byName.get('日报')!.id as Id
  const calendar = workCalendar(standardCalendar)
  const first: Day = '2026-10-26'
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.constantFrom(annUid, benUid, headUid), fc.integer({ min: 0, max: 13 }), fc.boolean()), {
        selector: ([uid, at]) => `${uid}/${at}`,
        maxLength: 30,
      }),
      async (handedIn) => {
        await database.inTransaction(orgId, async (tx) => {
          await tx.query('delete from log_entry where org_id = $1', [tx.orgId])
          const { form_key, form_version } = await templateOf(tx, template)
          for (const [uid, at, late] of handedIn) {
            const day = addDays(first, at)
            await insert(tx, 'log_entry', [
              { id: newId(), uid, template_id: template, form_key, form_version, period_key: day, period_from: day, period_to: day, form: {}, state: 'sent', sent_at: `${day}T08:00:00Z`, late }, // prettier-ignore
            ])
          }
        })
        const answer = await done(admin, 'mylog/statistics', { templateId: template, from: first, to: addDays(first, 13), pageSize: 100 })
        for (const [uid, name] of [
          [annUid, 'ann'],
          [benUid, 'ben'],
        ] as const) {
          const row = answer.page.list.find((one: Json) => one.id === uid)
          for (let at = 0; at < 14; at++) {
            const day = addDays(first, at)
            const sent = handedIn.find(([who, on]) => who === uid && on === at)
            const until = dueAt({ workdaysAfter: 0, minutes: 1200 }, spanOf('day', day)!, calendar)
            const expected = sent ? (sent[2] ? 'late' : 'sent') : until === undefined ? 'free' : 'missing'
            assert.equal(row.standings[at], expected, `${name} on ${day}`)
          }
          assert.equal(row.sent, handedIn.filter(([who]) => who === uid).length)
        }
      },
    ),
    { numRuns: 6 },
  )
  const range = { templateId: template, from: first, to: addDays(first, 4) }
  assert.deepEqual(
    (await done(head, 'mylog/statistics', range)).page.list.map((one: Json) => one.id).toSorted(),
    [annUid, benUid, headUid].toSorted(),
  )
  assert.equal((await asked(ann, 'mylog/statistics', range)).code, 403)
  assert.equal((await asked(ben, 'mylog/statistics', { ...range, templateId: newId() })).code, 404)
  const late = await database.reading(orgId, async (tx) =>
    standingsOf(tx, await templateOf(tx, template), { periods: [], calendar, now: Date.now(), among: 'all' }),
  )
  assert.deepEqual(late, [])
})

test('Whoever is on leave for a whole workday need not write of it; half a day asks for it all the same', async () => {
  const { orgId, admin, annUid, benUid, done, byName } = await office()
  await database.inTransaction(orgId, async (tx) => {
    const document = newId()
    await insert(tx, 'document', [
      { id: document, kind: 'AttLeave', code: 'QJ1', state: 'draft', author_uid: annUid, header: {}, body_hash: '' },
    ])
    await insert(tx, 'att_leave', [
      { id: newId(), uid: annUid, kind: 'annual', from_at: '2026-10-26T01:00:00Z', to_at: '2026-10-27T10:00:00Z', document_id: document },
      { id: newId(), uid: benUid, kind: 'annual', from_at: '2026-10-26T01:00:00Z', to_at: '2026-10-26T04:00:00Z', document_id: document },
    ])
  })
  const { page } = await done(admin, 'mylog/statistics', { templateId: byName.get('日报')!.id, from: '2026-10-26', to: '2026-10-28' })
  const of = (uid: Id) => page.list.find((one: Json) => one.id === uid).standings
  assert.deepEqual(of(annUid), ['free', 'free', 'missing'])
  assert.deepEqual(of(benUid), ['missing', 'missing', 'missing'])
})

test('The standard templates asked for several times at once are there once', async () => {
  const company = await newCompany()
  const token = await company.tokenOf(company.admin)
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ path: '/api/mylog/mylogtemplate/standard', body: {}, token })))
  assert.deepEqual(
    answers.map(({ json }) => json.code),
    [0, 0, 0, 0],
    answers.map(({ text }) => text).join('\n'),
  )
  const names = await database.reading(company.orgId, (tx) =>
    tx.query<{ name: string }>('select name from log_template where org_id = $1', [company.orgId]),
  )
  assert.equal(new Set(names.map(({ name }) => name)).size, names.length)
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { nextSending } from '../../domain/subscriptions/sendingTime.ts'
import { dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { openDatabase } from '../db/pool.ts'
import { startDeliveries } from '../deliveries/deliveries.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { mailDigests } from '../mail/digests.ts'
import { mailNotices } from '../mail/mailNotices.ts'
import { openMailHouse } from '../mail/testing/mailHouse.ts'
import { headOf } from '../mail/testing/sink.ts'
import { handlers } from '../routes.ts'
import { ownRoleCode } from '../../domain/access/roles.ts'
import { sendingSource } from './sendingMails.ts'
import { sendingWorker, subscriptionWorker } from './sendingWorkers.ts'
import { subjectFor } from './subject.ts'
import { openSubjectReader } from './subjectReader.ts'
import { until } from '../testing/until.ts'

const { app, ask, url, office } = await openMailHouse()

/** One server process as far as subscriptions go. */
const startProcess = async () => {
  const database = openDatabase({ url, poolSize: 10 })
  const log = openLog('silent')
  const ownApp = { ...app, database, address: () => 'https://zaice.example' }
  const reader = openSubjectReader(ownApp, handlers)
  const deliveries = await startDeliveries(database, log, [mailNotices(ownApp)], [mailDigests, sendingSource(reader)])
  const jobs = startJobs(database, log, [subscriptionWorker, sendingWorker(ownApp, reader)])
  return async () => {
    await jobs.stop()
    await deliveries.stop()
    await database.close()
  }
}
const ends = [await startProcess(), await startProcess()]

const workdays = { isWorkday: (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) }
const time = { hour: 9, weekday: null, monthDay: null }
const moments: [name: string, time: Parameters<typeof nextSending>[1], now: string, next: string][] = [
  ['every day, before the hour', { ...time, rhythm: 'daily' }, '2026-03-06T00:00:00Z', '2026-03-06T01:00:00.000Z'],
  ['every day, at the hour', { ...time, rhythm: 'daily' }, '2026-03-06T01:00:00Z', '2026-03-07T01:00:00.000Z'],
  ['workdays, on a Friday', { ...time, rhythm: 'workdays' }, '2026-03-06T02:00:00Z', '2026-03-09T01:00:00.000Z'],
  ['Wednesdays', { ...time, rhythm: 'weekly', weekday: 3 }, '2026-03-06T02:00:00Z', '2026-03-11T01:00:00.000Z'],
  ['the 31st in a month of 30', { ...time, rhythm: 'monthly', monthDay: 31 }, '2026-04-02T02:00:00Z', '2026-04-30T01:00:00.000Z'],
  ['the first', { ...time, rhythm: 'monthly', monthDay: 1 }, '2026-12-01T02:00:00Z', '2027-01-01T01:00:00.000Z'],
]
for (const [name, sendingTime, now, next] of moments)
  test(`the next moment: ${name}`, () => assert.equal(nextSending(workdays, sendingTime, Date.parse(now)), next))

/** A program that prints what stands in a workbook. */
const sheetText =
  'import sys,io,zipfile\nz=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))\nprint("".join(z.read(n).decode() for n in z.namelist() if n.endswith(".xml")))'

/** A company with suppliers, a view of them that all may have, and people who manage them. */
const company = async (view: object = { where: [{ key: 'supplierName', is: 'contains', value: '甲' }] }) => {
  const house = await office()
  const { admin, query, tokenOf, hire, setEmail } = house
  for (const name of ['甲一', '甲二', '乙'])
    await query('insert into supplier (org_id, id, supplier_code, supplier_name) values ($1, $2, $3, $4)', newId(), `S${newId()}`, name)
  const token = await tokenOf(admin)
  const post = async (path: string, body: object, by = token) => (await ask({ path: `/api/table/${path}`, body, token: by })).json
  const viewId = newId()
  const savedView = await post('view/save', { id: viewId, table: 'gssupplier', title: '甲类供应商', view, shared: 'everybody' })
  assert.equal(savedView.success, true, savedView.msg)
  const subscribe = async (uids: readonly Id[], more: object = {}) => {
    const id = newId()
    const answer = await post('subscription/save', {
      ...{ id, version: 0, viewId, rhythm: 'daily', hour: 8, uids, isMailed: true, isOn: true },
      ...more,
    })
    return { id, answer }
  }
  /** Its moment has come. */
  const come = async (id: Id) => {
    const before = await query('select count(*)::int as n from view_sending where org_id = $1')
    await query(`update job set due_at = now() - interval '3 days' where org_id = $1 and kind = 'subscription' and key = $2::text`, id)
    await until('all is sent', async () => {
      const [openJob] = await query(
        `select 1 from job where org_id = $1 and done_at is null and kind in ('subscription.send', 'deliver.mail')
         union all select 1 from job where org_id = $1 and kind = 'subscription' and key = $2::text and done_at is null and due_at < now()`,
        id,
      )
      return openJob === undefined
    })
    return before
  }
  const sendings = (id: Id) =>
    query<{ uid: Id | null; state: string; rows: string | null }>(
      'select uid, state, row_count as rows from view_sending where org_id = $1 and subscription_id = $2 order by id',
      id,
    )
  const titlesOf = async (uid: Id) =>
    (await query<{ title: string; link: string }>('select title, link from message where org_id = $1 and uid = $2 order by seq', uid)).map(
      ({ title }) => title,
    )
  const manager = async () => {
    const uid = await hire(`m${newId()}`, ['goodsmanager'], { userName: '资产管理员' })
    const email = `m${uid}@example.com`
    await setEmail(uid, email)
    await query(`insert into mail_address (org_id, uid, address, language, verified_at) values ($1, $2, $3, 'zh', now())`, uid, email)
    return { uid, email }
  }
  return { ...house, post, viewId, subscribe, come, sendings, titlesOf, manager }
}

test('a view goes to each receiver once, although two processes have the moment, and missed moments are one', async () => {
  const { subscribe, come, sendings, titlesOf, manager, mailsTo, query, viewId } = await company()
  const { uid, email } = await manager()
  const { id, answer } = await subscribe([uid])
  assert.equal(answer.success, true, answer.msg)
  await come(id)
  assert.deepEqual(await sendings(id), [{ uid, state: 'sent', rows: '2' }])
  assert.deepEqual(await titlesOf(uid), ['甲类供应商：2条'])
  const [message] = await query<{ link: string }>('select link from message where org_id = $1 and uid = $2', uid)
  assert.match(message?.link ?? '', new RegExp(`\\?view=${viewId}$`))
  const mails = mailsTo(email)
  assert.equal(mails.length, 1)
  assert.deepEqual(mails[0] && headOf(mails[0], 'subject'), ['甲类供应商：2条'])
  const [file] = mails[0]?.attachments ?? []
  assert.equal(file?.name, `供应商-${dayAt(Date.now())}.xlsx`)
  assert.equal(
    Buffer.from(file?.base64 ?? '', 'base64')
      .subarray(0, 2)
      .toString(),
    'PK',
  )
  const [job] = await query(`select due_at, done_at from job where org_id = $1 and kind = 'subscription'`)
  assert.ok(Date.parse(String(job?.['due_at'])) > Date.now() && job?.['done_at'] === null, 'the next moment is planned')
  await come(id)
  assert.equal((await sendings(id)).length, 2)
  assert.deepEqual(await titlesOf(uid), ['甲类供应商：2条'], 'the unread one is replaced')
  assert.equal(mailsTo(email).length, 2)
})

test('who left, and who may not read the table or the view, gets nothing, and nobody is told of that', async () => {
  const { subscribe, come, sendings, titlesOf, manager, mailsTo, query, hire, admin } = await company()
  const [reader, leaver] = [await manager(), await manager()]
  const ordinary = await hire(`o${newId()}`)
  const { id } = await subscribe([reader.uid, leaver.uid, ordinary])
  await query(`update person set state = 'disabled' where org_id = $1 and id = $2`, leaver.uid)
  await come(id)
  assert.deepEqual(
    (await sendings(id)).map(({ state }) => state),
    ['sent', 'skipped', 'skipped'],
  )
  assert.deepEqual([await titlesOf(leaver.uid), await titlesOf(ordinary), await titlesOf(admin)], [[], [], []])
  assert.equal(mailsTo(leaver.email).length, 0)
  await query(`update saved_view set shared = 'nobody' where org_id = $1`)
  await come(id)
  assert.deepEqual(
    (await sendings(id)).slice(3).map(({ state }) => state),
    ['skipped', 'skipped', 'skipped'],
  )
})

test('a mail that is tried again is over where its receiver may no longer read the view', async () => {
  const { orgId, subscribe, come, sendings, manager, query } = await company()
  const { uid } = await manager()
  const { id } = await subscribe([uid])
  await come(id)
  const [row] = await query<{ id: Id }>('select id from view_sending where org_id = $1')
  const source = sendingSource(openSubjectReader(app, handlers))
  const mailsWaiting = () => app.database.reading(orgId, (tx) => source.unread(tx, [row?.id ?? ''], uid))
  assert.deepEqual([(await sendings(id)).length, (await mailsWaiting()).length], [1, 1])
  await query('delete from person_role where org_id = $1 and uid = $2', uid)
  assert.deepEqual(await mailsWaiting(), [])
})

test('a column that a role hides stands in no sheet of who has that role', async () => {
  const { admin, hire, post, tokenOf, orgId } = await company()
  const token = await tokenOf(admin)
  const role = newId()
  const codes = ['gsgoodsinstance:list', 'gsgoodsinstance:export']
  const blindRole = { id: role, roleName: '看不到价格', description: '', codes, scopes: ['all'], categoryIds: [], hiddenFields: ['value'] }
  assert.equal((await ask({ path: '/api/pro/sysrole/save', body: blindRole, token })).json.success, true)
  const uid = await hire(`blind${newId()}`)
  await ask({ path: '/api/pro/sysuser/grantRole', body: { roleCode: ownRoleCode(role), uids: [uid], granted: true }, token })
  const viewId = newId()
  const view = { columns: [{ key: 'instanceCode' }, { key: 'value' }] }
  await post('view/save', { id: viewId, table: 'gsgoodsinstance', title: '资产', view, shared: 'everybody' })
  const reader = openSubjectReader(app, handlers)
  const sheetTextFor = async (readerUid: Id) => {
    const ownSubject = await app.database.reading(orgId, (tx) => subjectFor(tx, readerUid, { viewId, dashboardId: null }))
    assert.ok(ownSubject)
    const sheet = await reader.sheet(ownSubject.session, ownSubject.subject, { language: 'zh', format: 'xlsx' })
    return execFileSync('python3', ['-c', sheetText], { input: sheet.file?.content }).toString()
  }
  assert.ok((await sheetTextFor(admin)).includes('原值'))
  const blindText = await sheetTextFor(uid)
  assert.ok(blindText.includes('资产编码') && !blindText.includes('原值'))
})

test('nobody sends what he may not read, to people of another organisation, or by robots that he does not set up', async () => {
  const { subscribe, post, viewId, manager, tokenOf, hire } = await company()
  const otherCompany = await company()
  const { uid } = await manager()
  const input = { version: 0, viewId, rhythm: 'daily', hour: 8, isMailed: true, isOn: true }
  const ordinary = await tokenOf(await hire(`o${newId()}`))
  assert.equal((await post('subscription/save', { ...input, id: newId(), uids: [uid] }, ordinary)).reason, 'subscription.view')
  assert.equal((await subscribe([otherCompany.admin])).answer.reason, 'subscription.receivers')
  assert.equal((await subscribe([])).answer.reason, 'subscription.receivers')
  assert.equal((await subscribe([uid], { viewId: otherCompany.viewId })).answer.reason, 'subscription.view')
  const byManager = await post('subscription/save', { ...input, id: newId(), uids: [uid], robotIds: ['1'] }, await tokenOf(uid))
  assert.equal(byManager.reason, 'subscription.robots')
  const { id } = await subscribe([uid])
  const answerToOther = await post('subscription/save', { ...input, id, version: 1, uids: [uid] }, await tokenOf(uid))
  assert.equal(answerToOther.code, 404)
  assert.deepEqual((await post('subscription/delete', { id }, await tokenOf(uid))).result, { deleted: 0 })
  assert.deepEqual((await post('subscription/list', {}, await tokenOf(uid))).result.list, [])
})

test('a view that asks what its owner may no longer ask is told to the owner once', async () => {
  const { subscribe, come, sendings, titlesOf, admin, query, manager } = await company()
  const { uid } = await manager()
  const { id } = await subscribe([admin, uid])
  await query(`update saved_view set view = '{"where":[{"key":"gone","is":"empty"}]}' where org_id = $1`)
  await come(id)
  await come(id)
  assert.deepEqual(
    (await sendings(id)).map(({ state }) => state),
    ['failed', 'skipped', 'failed', 'skipped'],
  )
  assert.deepEqual(await titlesOf(admin), ['定期发送“甲类供应商”没有成功'])
})

test('a group hears how many, by a robot, as long as the owner sets up robots', async () => {
  const { subscribe, come, query, admin } = await company()
  const robotId = newId()
  await query(
    `insert into group_robot (org_id, id, name, vendor, secret_url, events, language, is_on) values ($1, $2, '群', 'wecom', 'https://x', '{news}', 'zh', true)`,
    robotId,
  )
  const { id, answer } = await subscribe([], { robotIds: [robotId] })
  assert.equal(answer.success, true, answer.msg)
  await come(id)
  const groupTexts = await query('select words, params, link from group_robot_message where org_id = $1')
  assert.deepEqual(
    groupTexts.map(({ words, params }) => [words, params]),
    [['{view}：{rows}条', { view: '甲类供应商', rows: '2' }]],
  )
  await query('update person set admin = false where org_id = $1 and id = $2', admin)
  await query(`delete from person_role where org_id = $1`)
  await come(id)
  assert.equal((await query('select 1 from group_robot_message where org_id = $1')).length, 1)
})

test('a subscription of who left ends; one that is off or deleted sends nothing', async () => {
  const { subscribe, come, sendings, manager, query, post, admin } = await company()
  const { uid } = await manager()
  const { id } = await subscribe([uid])
  assert.equal((await subscribe([uid], { isOn: false })).answer.result.isOn, false)
  assert.equal((await query(`select 1 from job where org_id = $1 and kind = 'subscription'`)).length, 1)
  await query(`update person set state = 'disabled' where org_id = $1 and id = $2`, admin)
  await come(id)
  assert.deepEqual(await sendings(id), [])
  assert.equal((await query('select 1 from view_subscription where org_id = $1 and is_on')).length, 0)
  await query(`update person set state = 'active' where org_id = $1 and id = $2`, admin)
  assert.deepEqual((await post('subscription/delete', { id })).result, { deleted: 1 })
})

const countTile = (title: string, table: string, more: object = {}) => ({
  ...{ id: newId(), title, shape: 'figure', width: 1, height: 1, table },
  ...more,
})

test('a dashboard goes by mail with the figures that its receiver may see at that moment, and to nobody who may see none', async () => {
  const { post, admin, tokenOf, come, sendings, manager, mailsTo, hire, titlesOf, setEmail, query } = await company()
  const token = await tokenOf(admin)
  const dashboardId = newId()
  const tiles = [
    countTile('供应商数', 'gssupplier'),
    countTile('供应商（按名称）', 'gssupplier', { shape: 'table', by: [{ key: 'supplierName' }], width: 2 }),
    countTile('耗材入库单', 'csinstockorder'),
  ]
  const dashboard = { id: dashboardId, version: 0, title: '月度看板', tiles, audience: 'everybody' }
  const dashboardAnswer = (await ask({ path: '/api/dashboard/save', body: dashboard, token })).json
  assert.equal(dashboardAnswer.success, true, dashboardAnswer.msg)
  const { uid, email } = await manager()
  const ordinary = await hire(`o${newId()}`)
  await setEmail(ordinary, 'ordinary@example.com')
  await query(
    `insert into mail_address (org_id, uid, address, language, verified_at) values ($1, $2, 'ordinary@example.com', 'zh', now())`,
    ordinary,
  )
  const id = newId()
  const input = { id, version: 0, dashboardId, rhythm: 'monthly', hour: 8, uids: [uid, ordinary], isMailed: true, isOn: true }
  const answer = await post('subscription/save', input)
  assert.equal(answer.success, true, answer.msg)
  assert.deepEqual([answer.result.title, answer.result.link], ['月度看板', `/pages/dashboards/index?id=${dashboardId}`])
  await come(id)
  assert.deepEqual(
    (await sendings(id)).map(({ state, rows }) => [state, rows]),
    [
      ['sent', '2'],
      ['skipped', null],
    ],
  )
  assert.deepEqual(await titlesOf(uid), ['仪表板“月度看板”'])
  const [mail] = mailsTo(email)
  assert.ok(mail)
  assert.deepEqual([headOf(mail, 'subject'), mail.attachments.length, mailsTo('ordinary@example.com').length], [['仪表板“月度看板”'], 0, 0])
  assert.match(mail.text, /供应商数\n3\n/)
  assert.match(mail.text, /供应商名称 \| 条数\n(.+\n)*甲一 \| 1\n/)
  assert.match(mail.html, /<td[^>]*>甲二<\/td><td[^>]*>1<\/td>/)
  assert.ok(!mail.text.includes('耗材入库单'), 'a tile that its reader may not see')
  await query(`update dashboard set audience = 'nobody' where org_id = $1`)
  await come(id)
  assert.equal((await sendings(id))[2]?.state, 'skipped')
  await ask({ path: '/api/dashboard/delete', body: { id: dashboardId }, token })
  assert.deepEqual((await post('subscription/list', {})).result.list, [])
})

test('a dashboard is attached as pages to print where its subscription says so', async () => {
  const { post, come, manager, mailsTo } = await company()
  const { uid, email } = await manager()
  const id = newId()
  const input = { id, version: 0, dashboardId: 'assetManager', rhythm: 'daily', hour: 8, uids: [uid], isMailed: true, isOn: true }
  assert.equal((await post('subscription/save', { ...input, sheetFormat: 'xlsx' })).result.sheetFormat, 'none', 'it is no workbook')
  assert.equal((await post('subscription/save', { ...input, version: 1, sheetFormat: 'pdf' })).result.sheetFormat, 'pdf')
  await come(id)
  const [mail] = mailsTo(email)
  assert.deepEqual(
    mail?.attachments.map(({ name, base64 }) => [name, Buffer.from(base64, 'base64').subarray(0, 5).toString()]),
    [['资产管理.pdf', '%PDF-']],
  )
})

test('a view with more rows than are printed comes as a workbook, and the mail says so', async () => {
  const { orgId, viewId, subscribe, come, manager, mailsTo } = await company({})
  await app.database.inTransaction(orgId, (tx) =>
    tx.query(
      `insert into supplier (org_id, id, supplier_code, supplier_name)
       select $1, $2::bigint + n, 'T' || n, '很多' from generate_series(1, 5000) n`,
      [orgId, viewId],
    ),
  )
  const { uid, email } = await manager()
  const { id } = await subscribe([uid], { sheetFormat: 'pdf' })
  await come(id)
  const [mail] = mailsTo(email)
  assert.match(mail?.attachments[0]?.name ?? '', /\.xlsx$/)
  assert.match(mail?.text ?? '', /内容太多，不便打印，附件是Excel表格。\n/)
})

test('a delivered dashboard goes in the language of its reader, to those for whom it is delivered', async () => {
  const { post, come, sendings, manager, mailsTo, hire, query } = await company()
  const { uid, email } = await manager()
  await query(`update mail_address set language = 'en' where org_id = $1 and uid = $2`, uid)
  const ordinary = await hire(`o${newId()}`)
  const id = newId()
  const input = { id, version: 0, dashboardId: 'assetManager', rhythm: 'daily', hour: 8, uids: [uid, ordinary], isMailed: true, isOn: true }
  assert.equal((await post('subscription/save', input)).success, true)
  await come(id)
  assert.deepEqual(
    (await sendings(id)).map(({ state }) => state),
    ['sent', 'skipped'],
  )
  const [mail] = mailsTo(email)
  assert.deepEqual(mail && headOf(mail, 'subject'), ['Asset management'])
  assert.match(mail?.text ?? '', /Due back within 7 days\n0\n/)
  const unknown = await post('subscription/save', { ...input, id: newId(), dashboardId: 'none' })
  assert.equal(unknown.reason, 'subscription.dashboard')
  const both = await post('subscription/save', { ...input, id: newId(), viewId: newId() })
  assert.equal(both.code, 400)
})

test('a view that is summarised is sent as its summary', async () => {
  const groups = { by: [{ key: 'supplierName' }], figures: [] }
  const { subscribe, come, manager, mailsTo } = await company({ groups })
  const { uid, email } = await manager()
  const { id } = await subscribe([uid])
  await come(id)
  const [mail] = mailsTo(email)
  assert.ok(mail)
  assert.match(mail.text, /甲一 \| 1\n/)
  assert.match(mail.text, /合计 \| 3\n/)
  const sheet = Buffer.from(mail.attachments[0]?.base64 ?? '', 'base64')
  const cells = execFileSync('python3', ['-c', sheetText], { input: sheet }).toString()
  assert.ok(cells.includes('条数') && !cells.includes('供应商编码'), 'groups, and no rows')
})

test('a pivot is attached as one', async () => {
  const groups = { by: [{ key: 'supplierName' }, { key: 'supplierCode' }], figures: [], isPivot: true }
  const { subscribe, come, manager, mailsTo } = await company({ groups })
  const { uid, email } = await manager()
  const { id } = await subscribe([uid])
  await come(id)
  const sheet = Buffer.from(mailsTo(email)[0]?.attachments[0]?.base64 ?? '', 'base64')
  assert.match(execFileSync('python3', ['-c', sheetText], { input: sheet }).toString(), /合计 · 条数/)
})

test('a view is attached as pages to print where its subscription says so, its summary as well', async () => {
  for (const view of [{}, { groups: { by: [{ key: 'supplierName' }], figures: [] } }]) {
    const { subscribe, come, manager, mailsTo, post } = await company(view)
    const { uid, email } = await manager()
    const { id, answer } = await subscribe([uid], { sheetFormat: 'pdf' })
    assert.equal(answer.result.sheetFormat, 'pdf')
    await come(id)
    const [file] = mailsTo(email)[0]?.attachments ?? []
    assert.match(file?.name ?? '', /\.pdf$/)
    assert.equal(
      Buffer.from(file?.base64 ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
    assert.deepEqual(
      (await post('subscription/list', {})).result.list.map((row: { sheetFormat: string }) => row.sheetFormat),
      ['pdf'],
    )
  }
})

test('what only its owner may see is not sent to others, and the owner is told so at once', async () => {
  const { post, subscribe, admin, manager, query } = await company()
  const { uid } = await manager()
  await query(`update saved_view set shared = 'nobody' where org_id = $1`)
  assert.equal((await subscribe([uid])).answer.reason, 'subscription.notShared')
  assert.equal((await subscribe([admin])).answer.success, true)
  const viewOf = async (table: string) => {
    const viewId = newId()
    const viewAnswer = await post('view/save', { id: viewId, table, title: table, view: {}, shared: 'everybody' })
    assert.equal(viewAnswer.success, true, viewAnswer.msg)
    return viewId
  }
  for (const table of ['cslines', 'gslines', 'csstockentry', 'gsasof', 'gsmove', 'monitored']) {
    const { answer } = await subscribe([uid], { viewId: await viewOf(table) })
    assert.equal(answer.success, true, `${table}: ${answer.msg}`)
  }
})

test('the processes end', async () => {
  await Promise.all(ends.map((end) => end()))
})

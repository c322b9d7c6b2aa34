import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import type { RobotVendor } from '../../domain/robots/robot.ts'
import { dayAt } from '../../kernel/day.ts'
import { trialOrder } from '../../domain/licence/offers.ts'
import type { Job } from '../jobs/jobs.ts'
import { tellGroups } from '../messaging/groups.ts'
import { insertNews, publishNews } from '../news/news.ts'
import { remindOf } from '../reminders/daily.ts'
import { robotHandlers } from './handlers.ts'
import { robotWorker } from './robotWorker.ts'
import { openChats } from './standIn/groups.ts'
import { signatureOf } from './robotCalls.ts'
import { testApp } from '../testing/app.ts'

const chats = await openChats()
after(() => chats.close())
const { app, ask, database, newCompany } = await testApp(robotHandlers(chats.world))
const worker = robotWorker({ settings: { ...app.settings, publicUrl: 'https://zaice.example' }, robots: chats.world })

const company = async (orders?: Parameters<typeof newCompany>[1]) => {
  const { orgId, admin, tokenOf } = await newCompany(undefined, orders)
  const token = await tokenOf(admin)
  const inside = <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, run)
  const post = async (verb: string, body: object) => (await ask({ path: `/api/msg/grouprobot/${verb}`, body, token })).json
  const robots = async () => (await ask({ method: 'GET', path: '/api/msg/grouprobot/list', token })).json.result.list
  const set = async (vendor: RobotVendor, more: object = {}) => {
    const group = `g${newId()}`
    const id = newId()
    const asked = {
      id,
      version: 0,
      name: '资产群',
      url: chats.address(vendor, group),
      events: ['news', 'stock', 'licence'],
      language: 'zh',
      quiet: null,
      isOn: true,
    }
    const { result, reason } = await post('save', { ...asked, ...more })
    assert.equal(reason, undefined)
    return { id, group, robot: result }
  }
  const tell = (key: string, words = '公告：{title}') =>
    inside((tx) => tellGroups(tx, { event: 'news', key, words, params: { title: key }, link: '/pages/news/newsdetail?newsId=1' }))
  /** What a process would do now for a robot. */
  const work = (id: Id) =>
    'piece' in worker && worker.piece(database, { orgId, kind: 'robot', key: id, id: '1', body: {}, attempts: 1 } satisfies Job, app.log)
  const rested = (id: Id) => inside((tx) => tx.query('update group_robot set next_at = null where org_id = $1 and id = $2', [orgId, id]))
  const states = async (id: Id) =>
    (
      await inside((tx) =>
        tx.query<{ state: string }>('select state from group_robot_message where org_id = $1 and robot_id = $2 order by at, key', [
          orgId,
          id,
        ]),
      )
    ).map(({ state }) => state)
  return { orgId, admin, post, robots, set, tell, work, rested, states, inside }
}
const shownIn = (group: string) => chats.shown.filter((each) => each.group === group)

test('what is signed is signed as DingTalk and Feishu say', () => {
  assert.deepEqual(signatureOf('wecom', 'x', 1), undefined)
  assert.deepEqual(signatureOf('dingtalk', 'SECabc', 1_600_000_000_123)?.timestamp, '1600000000123')
  assert.deepEqual(signatureOf('feishu', 'demo', 1_599_360_473_999), {
    timestamp: '1599360473',
    sign: signatureOf('feishu', 'demo', 1_599_360_473_000)!.sign,
  })
})

for (const vendor of ['dingtalk', 'wecom', 'feishu'] as const) {
  test(`${vendor}: a group hears once, with a way to it; a wrong secret is said on the robot and by the test`, async () => {
    const { set, tell, work, robots, states, post, rested } = await company()
    const { id, group } = await set(vendor, { secret: 'SECright' })
    chats.secrets.set(group, 'SECright')
    assert.deepEqual((await post('test', { id })).result, { sent: true, why: null })
    assert.equal((await post('test', { id })).reason, 'robot.often')
    await rested(id)
    await tell('放假')
    await tell('放假')
    await work(id)
    await work(id)
    assert.equal(shownIn(group).length, 2)
    const text = JSON.stringify(shownIn(group)[1]!.body)
    assert.ok(text.includes('公告：放假') && text.includes('https://zaice.example/#/pages/news/newsdetail?newsId=1'), text)
    assert.deepEqual(await states(id), ['sent'])

    chats.secrets.set(group, 'SECother')
    await rested(id)
    const tested = (await post('test', { id })).result
    if (vendor === 'wecom') assert.equal(tested.sent, true)
    else {
      assert.match(tested.why, vendor === 'dingtalk' ? /^对方回答：310000/ : /^对方回答：19021/)
      await rested(id)
      await tell('二')
      await work(id)
      const [robot] = await robots()
      assert.deepEqual([robot.failures, robot.waiting, (await states(id)).at(-1)], [2, 0, 'refused'])
    }
  })

  test(`${vendor}: what it does not take for now is sent later, and once`, async () => {
    const { set, tell, work, rested, states, robots } = await company()
    const { id, group } = await set(vendor)
    chats.moods.set(group, 'busy')
    await tell('一')
    await work(id)
    assert.deepEqual([await states(id), shownIn(group).length], [['waiting'], 0])
    assert.match((await robots())[0].failure, /^(130101|45009|9499)/)
    await work(id)
    assert.equal(chats.asked.get(group), 1, 'not before its time')
    await rested(id)
    await work(id)
    assert.deepEqual([await states(id), shownIn(group).length, (await robots())[0].failures], [['sent'], 1, 0])
  })
}

test('what comes while it has to rest becomes one, and nothing is sent twice', async () => {
  const { set, tell, work, rested, states } = await company()
  const { id, group } = await set('wecom')
  for (const key of ['一', '二', '三']) {
    await tell(key)
    await work(id)
  }
  assert.equal(shownIn(group).length, 1)
  await rested(id)
  await Promise.all([work(id), work(id), work(id)])
  const [, second, ...more] = shownIn(group)
  assert.deepEqual([more.length, await states(id)], [0, ['sent', 'sent', 'sent']])
  assert.ok(JSON.stringify(second!.body).includes('二') && JSON.stringify(second!.body).includes('三'))
})

test('what may have arrived is not sent again, and the robot says that nobody knows', async () => {
  const { set, tell, work, rested, states, inside, orgId } = await company()
  const { id, group } = await set('dingtalk')
  chats.moods.set(group, 'slow')
  await tell('一')
  await work(id)
  assert.deepEqual([await states(id), shownIn(group).length], [['unknown'], 1])
  chats.moods.delete(group)
  // A process that died while it was sending.
  await tell('二')
  await inside((tx) => tx.query(`update group_robot_message set state = 'sending' where org_id = $1 and key = 'news/二'`, [orgId]))
  await rested(id)
  await tell('三')
  await work(id)
  assert.deepEqual([await states(id), shownIn(group).length], [['unknown', 'unknown', 'sent'], 2])
})

test('in quiet hours nothing is sent, off nothing is kept, and of what it does not tell a group hears nothing', async () => {
  const { set, tell, work, states } = await company()
  const quiet = await set('feishu', { quiet: { from: 0, until: 0 } })
  const off = await set('feishu', { isOn: false })
  const other = await set('feishu', { events: ['count'] })
  await tell('一')
  for (const { id } of [quiet, off, other]) await work(id)
  assert.deepEqual(await Promise.all([quiet, off, other].map(({ id }) => states(id))), [['waiting'], [], []])
  assert.equal(shownIn(quiet.group).length, 0)
})

test('what waits is asked for again when a robot is switched on; tests that fail are told of as well', async () => {
  const { set, tell, work, post, rested, inside, orgId } = await company()
  const { id, group, robot } = await set('wecom')
  chats.moods.set(group, 'busy')
  await tell('一')
  await work(id)
  const asked = { id, name: robot.name, events: robot.events, language: 'zh', quiet: null }
  const off = (await post('save', { ...asked, version: robot.version, isOn: false })).result
  await inside((tx) => tx.query(`delete from job where org_id = $1 and kind = 'robot'`, [orgId]))
  await post('save', { ...asked, version: off.version, isOn: true })
  const jobs = await inside((tx) => tx.query(`select from job where org_id = $1 and kind = 'robot' and key = $2`, [orgId, id]))
  assert.equal(jobs.length, 1)
  chats.moods.set(group, 'gone')
  for (let at = 0; at < 4; at++) {
    await rested(id)
    await post('test', { id })
  }
  const told = await inside((tx) => tx.query(`select from message where org_id = $1 and notice like 'undelivered%'`, [orgId]))
  assert.equal(told.length, 1)
})

test('administrators hear of a robot that does not get through, once', async () => {
  const { set, tell, work, rested, inside, orgId } = await company()
  const { id, group } = await set('wecom')
  chats.moods.set(group, 'gone')
  for (const key of ['一', '二', '三', '四']) {
    await tell(key)
    await rested(id)
    await work(id)
  }
  const told = await inside((tx) =>
    tx.query<{ title: string }>(`select title from message where org_id = $1 and notice like 'undelivered%'`, [orgId]),
  )
  assert.deepEqual(told, [{ title: '群机器人“资产群”连续发送失败' }])
})

test('news and what the daily job finds reach the group, once however many people hear of them, and without a name of anybody', async () => {
  const { set, work, rested, inside, admin, orgId } = await company([trialOrder(dayAt(Date.now()))])
  const { id, group } = await set('feishu')
  await inside(async (tx) => {
    const news = newId()
    await insertNews(tx, news, admin, { title: '停电通知' })
    await publishNews(tx, news, admin)
  })
  await work(id)
  await rested(id)
  await inside((tx) => tx.query('update licence_order set end_date = current_date + 7 where org_id = $1', [orgId]))
  await inside((tx) => remindOf(tx, { today: dayAt(Date.now()), daysOff: 3 }))
  await work(id)
  const texts = shownIn(group).map(({ body }) => JSON.stringify(body))
  assert.equal(texts.length, 2)
  assert.ok(texts[0]!.includes('停电通知') && texts[1]!.includes('会员套餐'), texts[1])
})

test('an address of nobody we know is refused, what is secret is never told, and what is left away stays', async () => {
  const { post, set, robots } = await company()
  for (const url of ['https://example.com/robot/send?access_token=1', 'http://127.0.0.1:1/dingtalk/x', 'https://10.0.0.1/robot'])
    assert.equal(
      (await post('save', { id: newId(), version: 0, name: '群', url, events: ['news'], language: 'zh', quiet: null, isOn: true })).reason,
      'robot.address',
    )
  const { id, group, robot } = await set('dingtalk', { secret: 'SECtop' })
  const changed = {
    id,
    version: robot.version,
    name: '新名字',
    events: ['count'],
    language: 'en',
    quiet: { from: 60, until: 120 },
    isOn: true,
  }
  assert.equal((await post('save', changed)).result.isSigned, true)
  assert.equal((await post('save', changed)).reason, 'changed-meanwhile')
  const text = JSON.stringify(await robots())
  assert.ok(!text.includes('SECtop') && !text.includes(group), text)
  const moved = { ...changed, version: robot.version + 1, url: chats.address('dingtalk', 'another') }
  assert.equal((await post('save', moved)).reason, 'secret.address')
  assert.equal((await post('save', { ...changed, version: robot.version + 1, secret: '' })).result.isSigned, false)
  assert.equal((await post('delete', { id })).result.deleted, 1)
  assert.deepEqual(await robots(), [])
})

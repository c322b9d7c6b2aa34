import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import type { DayRow } from '../domain/attendance/operations.ts'
import { wallMinute } from '../domain/attendance/wall.ts'
import { addDays, dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { answered, openStage, says, visit } from './stage.ts'

/** What people of one office do with one another: they meet, report what they did, and are at work. */
const { ask, base, windowOf } = await openStage()
const staff = await windowOf('staff')
const boss = await windowOf('boss', 'desk')

/** The Monday after next, so that nothing of it is over. */
const today = dayAt(Date.now())
const monday = addDays(today, 14 - ((new Date(today + 'T00:00:00Z').getUTCDay() + 6) % 7))

/** The moments at which an event with this title takes place, as a calendar finds them that knows nothing of us. */
const momentsIn = (text: string, title: string): string[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each, { exceptions: [] }))
    .filter((each) => each.summary === title)
    .flatMap((each) => {
      const iterator = each.iterator()
      const found: string[] = []
      for (let next = iterator.next(); next; next = iterator.next()) found.push(new Date(next.toUnixTime() * 1000).toISOString())
      return found
    })
    .toSorted()
}

test('a weekly meeting is made, accepted in another window, moved from one week on, and read by a calendar', async () => {
  const { page, complaints } = await windowOf('boss')
  const { page: other, complaints: others } = staff

  await visit(page, `/pages/agenda/ageedit?day=${monday}&begin=600&title=${encodeURIComponent('架构评审')}`)
  await page.getByRole('textbox', { name: '主题' }).waitFor()
  await page.getByRole('button', { name: /^重复/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '每周', exact: true }).click()
  await page.getByRole('radio', { name: '按次数' }).click()
  await page.getByText('每周的周一，共10次').waitFor()
  await page.getByRole('button', { name: '请选择参与人' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('searchbox').fill('王小雨')
  await picker.getByText('王小雨').first().click()
  await picker.getByRole('button', { name: /确定|完成/ }).click()
  await page.getByRole('button', { name: '移除王小雨' }).waitFor()

  // The other one is told, for some seconds, and accepts the whole series.
  await Promise.all([
    other.getByText('林志强邀请您参加“架构评审”').first().click(),
    page.getByRole('button', { name: '保存', exact: true }).click(),
  ])
  await page.getByRole('heading', { name: '架构评审' }).waitFor()
  await other.getByRole('heading', { name: '架构评审' }).waitFor()
  await other.getByRole('button', { name: '接受', exact: true }).click()
  await other.getByRole('button', { name: '整个系列' }).click()
  await page.getByText('1人已接受').waitFor()

  // From the third week on an hour and a half later.
  const id = new URL(page.url().replace('#', '')).searchParams.get('id')!
  await visit(page, `/pages/agenda/agedetail?id=${id}&occurrence=${encodeURIComponent(`${addDays(monday, 14)} 10:00`)}`)
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await page.getByRole('button', { name: '这次及以后' }).click()
  await page.getByRole('heading', { name: '修改这次及以后' }).waitFor()
  await page.getByLabel(/^开始/).fill(`${addDays(monday, 14)}T11:30`)
  const moved = await answered(page, '/ageevent/update', () => page.getByRole('button', { name: '保存', exact: true }).click())
  assert.equal(moved.code, 0, moved.msg)
  await page.getByText(/11:30/).filter({ visible: true }).first().waitFor()

  const { result } = await ask('staff', '/api/agenda/ageevent/feed', { sources: [], privateTitles: false })
  const text = await (await fetch(base + result.path)).text()
  const moments = momentsIn(text, '架构评审')
  const at = (weeks: number, clock: string) => new Date(`${addDays(monday, weeks * 7)}T${clock}:00+08:00`).toISOString()
  assert.deepEqual(
    moments,
    Array.from({ length: 10 }, (_, weeks) => at(weeks, weeks < 2 ? '10:00' : '11:30')),
  )

  // It is asked anew about what has another time.
  await visit(other, '/pages/message/msglist')
  await other.getByText('林志强修改了“架构评审”的时间').filter({ visible: true }).first().waitFor()
  assert.deepEqual([...complaints, ...others], [])
})

test('a colleague’s agenda says when he is busy and what he shares, and leads to an invitation', async () => {
  const { page, complaints } = staff
  const of = (title: string, visibility: string, clock: string) =>
    ask('keeper', '/api/agenda/ageevent/save', {
      id: newId(),
      title,
      visibility,
      startLocal: `${today} ${clock}`,
      minutes: 20,
      zone: 'Asia/Shanghai',
      allDay: false,
      rule: null,
      place: '',
      point: null,
      notes: '',
      reminders: [],
      attendees: [],
    })
  for (const each of [of('体检', 'busy', '23:05'), of('值班', 'full', '23:35')]) assert.equal((await each).code, 0)
  const [{ uid }] = (await ask('staff', '/api/pro/addressbook/members', { likeQuery: '周明' })).page.list
  await visit(page, `/pages/addressbook/address-detail?uid=${uid}`)
  await page.getByRole('button', { name: '查看忙闲' }).tap()
  await page.getByText('值班').filter({ visible: true }).first().waitFor()
  await page.getByText('忙碌').filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByText('体检').count(), 0)
  await page.getByRole('button', { name: '约时间' }).tap()
  await page.getByRole('button', { name: '移除周明' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a weekly log is begun on a phone, kept, filled in with what was done, handed in, read and commented in another window', async () => {
  const { result: templates } = await ask('boss', '/api/mylog/mylogtemplate/list', {}).then(({ page }) => ({ result: page.list }))
  const monthly = templates.find(({ name }: { name: string }) => name === '月报')
  const { page } = staff
  await visit(page, '/pages/mylog/myloglist')
  await page.getByRole('button', { name: '写日志' }).click()
  await page.getByRole('dialog').getByText('月报').click()
  await page.getByLabel('本月完成').fill('资产卡片改版上线')
  await says(page.getByText('草稿已保存'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.reload()
  assert.equal(await page.getByLabel('本月完成').inputValue(), '资产卡片改版上线')
  await page.getByLabel('下月计划').fill('标签打印预览')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('未读 1').waitFor()
  assert.match(page.url(), /logdetail/)

  await visit(boss.page, '/pages/mylog/myloglist?view=toMe')
  // What passes by says the same words.
  await boss.page
    .getByRole('main')
    .getByRole('button', { name: /王小雨.*月报/ })
    .first()
    .click()
  await boss.page.getByText('标签打印预览').waitFor()
  await page.getByText('已读 1').waitFor()
  await boss.page.getByRole('button', { name: '写评论' }).click()
  await boss.page.getByRole('dialog').getByLabel('内容').fill('下周先给仓库试用')
  await boss.page.getByRole('button', { name: '发表' }).click()
  await page.getByText('下周先给仓库试用', { exact: true }).waitFor()
  await boss.page.getByRole('tab', { name: '提交情况' }).click()
  await boss.page.getByText('应交人数').waitFor()
  const { page: sent } = await ask('boss', '/api/mylog/mylog/list', { view: 'toMe', templateId: monthly.id })
  assert.deepEqual([sent.list.length, sent.list[0].commentCount, sent.list[0].read], [1, 1, true])
  assert.deepEqual([...staff.complaints, ...boss.complaints], [])
})

const daysOf = async (username: string): Promise<DayRow[]> =>
  (await ask(username, '/api/attendance/attday/list', { from: addDays(today, -20), to: addDays(today, -2) })).result.days

test('somebody punches in where he stands, and a punch that he forgot is in his month when the head of his department agrees', async () => {
  const { page, complaints } = staff
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ longitude: 120.2108, latitude: 30.2085, accuracy: 15 })
  await visit(page, '/pages/attendance/attHome')
  await page.getByText('已进入打卡范围').waitFor()
  // What it does depends on the hour: after midnight it is still the day before.
  await says(page.getByText(/卡成功 \d/), () => page.getByRole('button', { name: /^(上班打卡|下班打卡|更新下班卡|打卡) ?\d/ }).click())
  await page.getByText('手机打卡').filter({ visible: true }).first().waitFor()
  const { page: punches } = await ask('staff', '/api/attendance/attpunch/list', { from: addDays(today, -1), to: today })
  const [newest] = punches.list
  assert.deepEqual([newest.source, newest.marks, newest.distanceMetres < 20], ['app', [], true])

  // A day off becomes one of work on which the time clock saw only the going.
  const { day } = (await daysOf('staff')).findLast(({ state }) => state === 'rest')!
  const { result: shifts } = await ask('admin', '/api/attendance/attshift/list', {})
  const shiftId = shifts.list.find(({ name }: { name: string }) => name === '白班').id
  const { result: own } = await ask('staff', '/api/attendance/attday/list', {})
  await ask('admin', '/api/attendance/attroster/save', { entries: [{ uid: own.uid, day, shiftId }] })
  await ask('admin', '/api/attendance/attpunch/import', {
    rows: [{ number: 'staff', at: new Date(wallMinute(day, 1085) * 60_000).toISOString() }],
  })
  await visit(page, `/pages/attendance/statmonth?month=${day.slice(0, 7)}&day=${day}`)
  await page.getByRole('button', { name: '申请补卡 09:00' }).click()
  await page.getByLabel('补卡原因').fill('早上手机没电')
  await answered(page, '/submit', () => page.getByRole('button', { name: '提交', exact: true }).click())

  await visit(boss.page, '/pages/personal/myapprove')
  await boss.page
    .getByRole('row')
    .filter({ hasText: /王小雨.*补卡/ })
    .first()
    .click()
  await boss.page.getByText('早上手机没电').filter({ visible: true }).first().waitFor()
  await answered(boss.page, '/flowApprove', () => boss.page.getByRole('button', { name: '同意', exact: true }).last().click())

  await visit(page, `/pages/attendance/statmonth?month=${day.slice(0, 7)}&day=${day}`)
  await page.getByRole('dialog').getByText('打卡时间 09:00').waitFor()
  const row = (await daysOf('staff')).find((each) => each.day === day)!
  assert.deepEqual([row.state, row.slots.map(({ state }) => state), row.missings], ['normal', ['normal', 'normal'], 0])
  assert.deepEqual([...complaints, ...boss.complaints], [])
})

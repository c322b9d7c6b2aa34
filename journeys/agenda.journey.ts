import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { addDays, dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { answered, openStage, visit } from './stage.ts'

const { ask, base, windowOf } = await openStage()

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
  const { page: other, complaints: others } = await windowOf('staff')

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
  const { page, complaints } = await windowOf('staff2')
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
  const [{ uid }] = (await ask('staff2', '/api/pro/addressbook/members', { likeQuery: '周明' })).page.list
  await visit(page, `/pages/addressbook/address-detail?uid=${uid}`)
  await page.getByRole('button', { name: '查看忙闲' }).tap()
  await page.getByText('值班').filter({ visible: true }).first().waitFor()
  await page.getByText('忙碌').filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByText('体检').count(), 0)
  await page.getByRole('button', { name: '约时间' }).tap()
  await page.getByRole('button', { name: '移除周明' }).waitFor()
  assert.deepEqual(complaints, [])
})

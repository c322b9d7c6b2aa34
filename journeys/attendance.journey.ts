import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallMinute } from '../domain/attendance/wall.ts'
import type { DayRow } from '../domain/attendance/operations.ts'
import { addDays, dayAt } from '../kernel/day.ts'
import { answered, openStage, says, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

const today = dayAt(Date.now())
const daysOf = async (username: string): Promise<DayRow[]> =>
  (await ask(username, '/api/attendance/attday/list', { from: addDays(today, -20), to: addDays(today, -2) })).result.days

test('somebody punches in where he stands, and a punch that he forgot is in his month when the head of his department agrees', async () => {
  const { page, complaints } = await windowOf('staff')
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

  const head = await windowOf('boss', 'desk')
  await visit(head.page, '/pages/personal/myapprove')
  await head.page
    .getByRole('row')
    .filter({ hasText: /王小雨.*补卡/ })
    .first()
    .click()
  await head.page.getByText('早上手机没电').filter({ visible: true }).first().waitFor()
  await answered(head.page, '/flowApprove', () => head.page.getByRole('button', { name: '同意', exact: true }).last().click())

  await visit(page, `/pages/attendance/statmonth?month=${day.slice(0, 7)}&day=${day}`)
  await page.getByRole('dialog').getByText('打卡时间 09:00').waitFor()
  const row = (await daysOf('staff')).find((each) => each.day === day)!
  assert.deepEqual([row.state, row.slots.map(({ state }) => state), row.missings], ['normal', ['normal', 'normal'], 0])
  assert.deepEqual([...complaints, ...head.complaints], [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Today } from '../../domain/attendance/operations.ts'
import { todayOffline } from './todayOffline.ts'

const today: Today = {
  day: '2026-11-27',
  now: '2026-11-27T01:00:00.000Z',
  groupName: '总部',
  plan: 'shift',
  row: null,
  punches: [{ id: '1' } as Today['punches'][number]],
  action: 'on',
  places: [],
  networkPlace: '7',
  verdict: null,
  fieldAllowed: true,
  photoOfField: false,
  tasks: [{ title: '待发放', count: 1, link: '/pages/x' }],
}

test('of the same day the clock-ins stay, and the network of the office is gone', () => {
  const { today: offline, isOfToday } = todayOffline(today, '2026-11-27')
  assert.deepEqual([isOfToday, offline.punches.length, offline.networkPlace, offline.tasks], [true, 1, null, []])
})

test('of another day the rules stay and what was clocked does not', () => {
  const { today: offline, isOfToday } = todayOffline(today, '2026-11-28')
  assert.deepEqual([isOfToday, offline.day, offline.punches, offline.plan, offline.fieldAllowed], [false, '2026-11-28', [], 'shift', true])
})

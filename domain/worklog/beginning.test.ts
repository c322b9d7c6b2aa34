import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningFrom, type LogBeginning } from './beginning.ts'

const beginningOf = (periodKey: string, more: Partial<LogBeginning> = {}): LogBeginning => ({
  template: {
    id: '1',
    name: '周报',
    period: 'week',
    state: 'active',
    formKey: 'f',
    formVersion: 1,
    departments: [],
    exempt: [],
    receivers: [],
    toHead: true,
    due: { workdaysAfter: 0, minutes: 1080 },
    remindMinutes: null,
    doneField: null,
    planField: null,
    version: 1,
    mine: true,
    standings: false,
  },
  periodKey,
  from: '2026-11-16',
  to: '2026-11-22',
  until: '2026-11-20T10:00:00.000Z',
  existing: '7',
  design: {},
  receivers: [],
  planned: '',
  last: {},
  ...more,
})

test('an answer for the period of the day begins a log as it was given', () => {
  const answer = beginningOf('2026-W47')
  assert.equal(beginningFrom([beginningOf('2026-W46'), answer], '2026-11-18'), answer)
})

test('an answer for another period begins a blank log of this one', () => {
  const blank = { periodKey: '2026-W48', from: '2026-11-23', to: '2026-11-29', until: null, existing: null }
  assert.deepEqual(beginningFrom([beginningOf('2026-W47'), beginningOf('2026-W46')], '2026-11-29'), beginningOf('2026-W48', blank))
})

test('without an answer there is nothing to begin with', () => assert.equal(beginningFrom([], '2026-11-29'), undefined))

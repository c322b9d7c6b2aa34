import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayProblems } from './days.ts'
import { date } from './field.ts'

const today = '2026-06-15'
const fields = {
  due: date('归还日期', { required: 'never', notBefore: 'today' }),
  renewed: date('新的归还日期', { required: 'never', notBefore: 'tomorrow' }),
  done: date('保养日期', { required: 'never', notAfter: 'today' }),
  bought: date('购置日期', { required: 'never', notAfter: 'today' }),
  warranty: date('保修到期', { required: 'never', notBefore: 'bought' }),
  any: date('日期', { required: 'never' }),
}
const line = { next: date('下次保养', { required: 'never', notBefore: 'done' }) }

const cases: [title: string, values: object, expected: string[], before?: object][] = [
  ['today is neither past nor future', { due: today, done: today, bought: today }, []],
  ['today is not after today', { renewed: today }, ['renewed 新的归还日期应晚于今天']],
  ['tomorrow is', { renewed: '2026-06-16' }, []],
  ['a day that was', { due: '2026-06-14' }, ['due 归还日期不能早于今天']],
  ['a day to come', { done: '2026-06-16', bought: '2027-06-15' }, ['done 保养日期不能晚于今天', 'bought 购置日期不能晚于今天']],
  ['another day of the record', { bought: '2026-06-01', warranty: '2026-05-31' }, ['warranty 保修到期不能早于购置日期']],
  ['the same day', { bought: '2026-06-01', warranty: '2026-06-01' }, []],
  ['the other day is not there', { warranty: '2001-01-01' }, []],
  ['a day that means nothing', { any: '1990-01-01' }, []],
  ['what stood there before is not asked again', { due: '2026-01-01', any: '2026-01-01' }, [], { due: '2026-01-01' }],
  [
    'unless the day it is held against is new',
    { bought: '2026-06-01', warranty: '2026-05-31' },
    ['warranty 保修到期不能早于购置日期'],
    { bought: '2026-05-01', warranty: '2026-05-31' },
  ],
  ['a wrong pair that stood there', { bought: '2026-06-01', warranty: '2026-05-31' }, [], { bought: '2026-06-01', warranty: '2026-05-31' }],
]
const said = (found: ReturnType<typeof dayProblems>) =>
  found.map(({ path, words, params }) => `${path} ${words.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(params[key]))}`)
for (const [title, values, expected, before] of cases)
  test(`days: ${title}`, () =>
    assert.deepEqual(said(dayProblems(fields, values as never, today, before ? { before: before as never } : {})), expected))

test('days: a line is held against its header', () => {
  const around = { fields, values: { done: '2026-06-01' } }
  assert.deepEqual(said(dayProblems(line, { next: '2026-05-01' }, today, { at: 'lines.0.', around })), [
    'lines.0.next 下次保养不能早于保养日期',
  ])
  assert.deepEqual(dayProblems(line, { next: '2026-06-02' }, today, { at: 'lines.0.', around }), [])
})

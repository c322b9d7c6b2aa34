import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, quantity, text } from '../../../kernel/field.ts'
import type { Entry, Event } from '../flow/event.ts'
import { formChanges } from './formChanges.ts'
import type { RowsMarked, Form } from '../form/form.ts'
import type { FormShape } from '../form/shape.ts'

const shape: FormShape = {
  fields: { reason: text('原因'), limit: money('限额') },
  tables: [{ key: 'lines', label: '明细', columns: { name: text('名称'), count: quantity('数量') } }],
}
const started = (form: Form) => ({ t: 'Started', form }) as unknown as Event
const patched = (patch: Form, by = '7', rows?: RowsMarked) => ({ t: 'FormPatched', patch, by, ...(rows && { rows }) }) as unknown as Event
const line = (name: string, count: string) => ({ name, count })
const log = (...events: Event[]): Entry[] =>
  events.map((event, index) => ({
    seq: index + 1,
    at: `2026-11-2${index}T00:00:00.000Z`,
    actor: '1',
    via: 'mobile',
    commandId: String(index),
    events: [event],
  }))

const first: Form = {
  reason: '办公',
  lines: [
    { name: '纸', count: '3' },
    { name: '笔', count: '1' },
  ],
}
const changed = (...patches: Event[]) =>
  formChanges(shape, log(started(first), ...patches)).map(({ path, before, after, by }) => [path, before, after, by])

for (const [title, patches, expected] of [
  ['nothing was touched', [], []],
  ['a field', [patched({ reason: '急用' })], [['reason', '办公', '急用', '7']]],
  [
    'a cell of one row',
    [
      patched({
        lines: [
          { name: '纸', count: '2' },
          { name: '笔', count: '1' },
        ],
      }),
    ],
    [['lines.0.count', '3', '2', '7']],
  ],
  ['what was empty before', [patched({ limit: '5' })], [['limit', undefined, '5', '7']]],
  ['what is emptied', [patched({ reason: null })], [['reason', '办公', undefined, '7']]],
  [
    'a row that is gone',
    [patched({ lines: [{ name: '纸', count: '3' }] })],
    [
      ['lines.removed.1.name', '笔', undefined, '7'],
      ['lines.removed.1.count', '1', undefined, '7'],
    ],
  ],
  [
    'a row that is gone from the top leaves the others as they were',
    [patched({ lines: [line('笔', '1')] })],
    [
      ['lines.removed.0.name', '纸', undefined, '7'],
      ['lines.removed.0.count', '3', undefined, '7'],
    ],
  ],
  [
    'the top row is gone and the next one changed, as the marks say',
    [patched({ lines: [line('笔', '2')] }, '7', { lines: [1] })],
    [
      ['lines.removed.0.name', '纸', undefined, '7'],
      ['lines.removed.0.count', '3', undefined, '7'],
      ['lines.0.count', '1', '2', '7'],
    ],
  ],
  ['rows that change places', [patched({ lines: [line('笔', '1'), line('纸', '3')] })], []],
  [
    'rows that change places and values, as the marks say',
    [patched({ lines: [line('纸', '1'), line('笔', '3')] }, '7', { lines: [1, 0] })],
    [
      ['lines.1.name', '纸', '笔', '7'],
      ['lines.0.name', '笔', '纸', '7'],
    ],
  ],
  [
    'a new row before the others',
    [patched({ lines: [line('尺', '9'), line('纸', '3'), line('笔', '1')] })],
    [
      ['lines.0.name', undefined, '尺', '7'],
      ['lines.0.count', undefined, '9', '7'],
    ],
  ],
  [
    'a row that says what another said stays the one it is, as the marks say',
    [patched({ lines: [line('笔', '1'), line('笔', '5')] }, '7', { lines: [0, 1] })],
    [
      ['lines.0.name', '纸', '笔', '7'],
      ['lines.0.count', '3', '1', '7'],
      ['lines.1.count', '1', '5', '7'],
    ],
  ],
  [
    'a row that came and went is not told',
    [
      patched({ lines: [line('纸', '3'), line('笔', '1'), line('尺', '9')] }, '7'),
      patched({ lines: [line('纸', '3'), line('笔', '1')] }, '8'),
    ],
    [],
  ],
  [
    'rows are followed over several changes',
    [patched({ lines: [line('笔', '1')] }, '7'), patched({ lines: [line('笔', '4'), line('尺', '9')] }, '8')],
    [
      ['lines.removed.0.name', '纸', undefined, '7'],
      ['lines.removed.0.count', '3', undefined, '7'],
      ['lines.0.count', '1', '4', '8'],
      ['lines.1.name', undefined, '尺', '8'],
      ['lines.1.count', undefined, '9', '8'],
    ],
  ],
  [
    'who touched it last counts, from the first value to the last',
    [patched({ reason: 'a' }, '7'), patched({ reason: 'b' }, '8')],
    [['reason', '办公', 'b', '8']],
  ],
  ['what was changed back is not told', [patched({ reason: 'a' }), patched({ reason: '办公' })], []],
  ['a key that the form does not show is not told', [patched({ amount: '9' })], []],
] as const)
  test(title, () => assert.deepEqual(changed(...patches), expected))

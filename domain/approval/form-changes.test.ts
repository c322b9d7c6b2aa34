import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, quantity, text } from '../../kernel/field.ts'
import type { Form } from './definition.ts'
import type { Entry, Event } from './event.ts'
import { formChanges } from './form-changes.ts'
import type { FormShape } from './form-shape.ts'

const shape: FormShape = {
  fields: { reason: text('原因'), limit: money('限额') },
  tables: [{ key: 'lines', label: '明细', columns: { name: text('名称'), count: quantity('数量') } }],
}
const started = (form: Form) => ({ t: 'Started', form }) as unknown as Event
const patched = (patch: Form, by = '7') => ({ t: 'FormPatched', patch, by }) as unknown as Event
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
      ['lines.1.name', '笔', undefined, '7'],
      ['lines.1.count', '1', undefined, '7'],
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

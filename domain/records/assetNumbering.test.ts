import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { type NumberPart, numberOf, sequenceName } from '../rules/numbering.ts'
import { assetNumbering, defaultNumbering } from './assetNumbering.ts'

const context = { day: '2026-11-29', codes: { category: 'FL001', place: 'QY-2' } }
const sequence: NumberPart = { kind: 'sequence', digits: 4, restarts: true }

const rules: readonly (readonly [parts: NumberPart[], code: string, name: string])[] = [
  [[...defaultNumbering], 'ZC2026000007', 'ZC2026#'],
  [
    [{ kind: 'code', of: 'category' }, { kind: 'words', text: '-' }, { kind: 'date', form: 'yyMM' }, sequence],
    'FL001-26110007',
    'FL001-2611#',
  ],
  [[sequence, { kind: 'words', text: '/' }, { kind: 'code', of: 'place' }], '0007/QY-2', '#/QY-2'],
  [[{ kind: 'code', of: 'department' }, { kind: 'date', form: 'yyyyMMdd' }, sequence], '202611290007', '20261129#'],
  [
    [
      { kind: 'date', form: 'yy' },
      { ...sequence, digits: 2, restarts: false },
    ],
    '2607',
    '#',
  ],
]
for (const [parts, code, name] of rules)
  test(`${code} is counted as ${name}`, () => {
    assert.equal(v.is(assetNumbering, parts), true)
    assert.deepEqual([numberOf(parts, context, 7), sequenceName(parts, context)], [code, name])
  })

test('a sequence number that is longer than its digits is written whole', () =>
  assert.equal(numberOf([{ ...sequence, digits: 2 }], context, 12345), '12345'))

const faultyRules: readonly (readonly [title: string, parts: unknown])[] = [
  ['nothing', []],
  ['two sequence numbers', [sequence, sequence]],
  ['none', [{ kind: 'words', text: 'ZC' }]],
  ['words with a blank', [{ kind: 'words', text: 'Z C' }, sequence]],
  ['words with Chinese', [{ kind: 'words', text: '资' }, sequence]],
  ['a hundred digits', [{ ...sequence, digits: 100 }]],
  ['too many parts', [...Array.from({ length: 8 }, () => ({ kind: 'words', text: 'A' })), sequence]],
]
for (const [title, parts] of faultyRules) test(`${title} is no rule`, () => assert.equal(v.is(assetNumbering, parts), false))

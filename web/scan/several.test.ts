import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScanAnswer, ScannedNoun } from '../../domain/scan/operations.ts'
import { oneOf } from './several.ts'

const thing = (id: string, noun: ScannedNoun = 'asset') => ({ noun, row: { id, version: 1, names: {} } })
const found = (id: string, noun?: ScannedNoun): ScanAnswer => ({ t: 'found', thing: thing(id, noun) })
const unknown: ScanAnswer = { t: 'unknown', code: 'x' }
const blank: ScanAnswer = { t: 'blank', code: 'B', mayBind: true }
const foreign: ScanAnswer = { t: 'foreign' }

for (const [title, all, expected] of [
  ['one thing', [found('1')], found('1')],
  ['the same thing twice', [found('1'), found('1')], found('1')],
  ['a thing beside a barcode that nobody knows', [unknown, found('1')], found('1')],
  ['two things', [found('1'), found('2')], { t: 'choose', code: '', things: [thing('1'), thing('2')] }],
  [
    'an asset and a place with one number',
    [found('1'), found('1', 'location')],
    { t: 'choose', code: '', things: [thing('1'), thing('1', 'location')] },
  ],
  [
    'a choice and one of it',
    [{ t: 'choose', code: 'a', things: [thing('1'), thing('2')] }, found('2')],
    { t: 'choose', code: '', things: [thing('1'), thing('2')] },
  ],
  ['a blank label beside what nobody knows', [unknown, blank], blank],
  ['another organisation’s beside what nobody knows', [unknown, foreign], foreign],
  ['nothing that is known', [unknown], unknown],
] as const satisfies [string, ScanAnswer[], ScanAnswer][])
  test(`in one picture: ${title}`, () => assert.deepEqual(oneOf(all), expected))

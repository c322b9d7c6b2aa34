import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { plainReading } from '../cell.ts'
import { fill } from '../refusal.ts'
import type { Speaker } from './kind.ts'
import { briefOf, type FieldType, kindOf, kinds, literalWords, presetOf, presets, wordsOf } from './kinds.ts'

const speaker: Speaker = { say: (words, params = {}) => fill(words, params), nameOf: (id) => `#${id}` }
const here = { longitude: 116.397128, latitude: 39.916527, system: 'GCJ-02', name: '', address: '' }

/** Of every kind: one value with what people read, what a list says of it, and whether a sheet that says it is read back. */
const values: [type: FieldType, value: unknown, words: string, brief: string][] = [
  [{ type: 'text', max: 9, lines: 1 }, '白板', '白板', '白板'],
  [{ type: 'choice', options: [{ value: 'a', label: '甲' }], many: false }, 'a', '甲', '甲'],
  [{ type: 'money' }, '12300', '¥12,300.00', '¥12,300.00'],
  [{ type: 'quantity', places: 2 }, '1.5', '1.5', '1.5'],
  [{ type: 'whole', min: 0, max: 9 }, 7, '7', '7'],
  [{ type: 'date' }, '2026-11-22', '2026-11-22', '2026-11-22'],
  [{ type: 'datetime' }, '2026-11-22 09:30', '2026-11-22 09:30', '2026-11-22 09:30'],
  [{ type: 'time' }, '09:30', '09:30', '09:30'],
  [{ type: 'period', unit: 'days' }, { from: '2026-11-22', to: '2026-11-23', length: '2' }, '2026-11-22 至 2026-11-23（2天）', '2026-11-22 至 2026-11-23（2天）'], // prettier-ignore
  [{ type: 'duration' }, 150, '2小时30分钟', '2小时30分钟'],
  [{ type: 'duration' }, 120, '2小时', '2小时'],
  [{ type: 'duration' }, 45, '45分钟', '45分钟'],
  [{ type: 'flag' }, true, '是', ''],
  [{ type: 'place' }, here, '116.397128, 39.916527 GCJ-02', '116.397128, 39.916527'],
  [{ type: 'place' }, { ...here, name: '总部', address: '长安街1号' }, '总部，长安街1号（116.397128, 39.916527 GCJ-02）', '总部'],
  [{ type: 'reference', to: 'person', many: true }, ['7', '8'], '#7、#8', '#7、#8'],
  [{ type: 'pictures', max: 3 }, ['a/b.png'], '1张图片', ''],
  [{ type: 'attachments', max: 3 }, [{ path: 'a/b.pdf', name: '合同.pdf', sizeBytes: 1 }], '合同.pdf', ''],
  [{ type: 'applications', max: 3 }, ['7'], '#7', '#7'],
  [{ type: 'lookup', source: { from: 'words', list: 'unit' } }, { id: '箱', words: '箱' }, '箱', '箱'],
]

test('a line of text has no breaks and no marks that nobody sees; a text of several lines keeps its breaks', () => {
  const read = (lines: number, value: string) =>
    v.safeParse(kindOf({ type: 'text', max: 20, lines }).check({ type: 'text', max: 20, lines }, '它'), value).output
  assert.equal(read(1, '\u202a A\u200b-1\tB\r\n C\u202c\ufeff'), 'A-1 B C')
  assert.equal(read(1, '🪑👨\u200d👩'), '🪑👨\u200d👩')
  assert.equal(read(3, ' 一\n二 '), '一\n二')
})

test('a text with a rule is read in half width where only that fulfils it', () => {
  const read = (type: FieldType, value: string) => v.safeParse(kindOf(type).check(type, '它'), value)
  const phone: FieldType = { type: 'text', max: 20, lines: 1, rule: 'pattern', pattern: /^[\d()（）-]+$/ }
  assert.equal(read(phone, '０５７１－８８８８').output, '0571-8888')
  assert.equal(read(phone, '（0571）8888').output, '（0571）8888')
  assert.equal(read({ type: 'text', max: 20, lines: 1, rule: 'mobile' }, '１３８００００００００').output, '13800000000')
  assert.equal(read(phone, '甲').success, false)
  assert.equal(read({ type: 'text', max: 20, lines: 1, rule: 'pattern', pattern: '^[0-9]+$' }, '１').success, false)
})

test('every kind is among the values', () =>
  assert.deepEqual([...new Set(values.map(([{ type }]) => type))].toSorted(), Object.keys(kinds).toSorted()))

for (const [type, value, words, brief] of values)
  test(`a ${type.type} is kept as it is and says ${words}`, () => {
    const read = v.safeParse(kindOf(type).check(type, '它'), value)
    assert.deepEqual(read.output, value)
    assert.equal(wordsOf(type, value, speaker), words)
    assert.equal(briefOf(type, value, speaker), brief)
    assert.equal(wordsOf(type, undefined, speaker), '')
  })

const facts = { label: '它', reading: plainReading, inEnglish: () => undefined }
const cells: [type: FieldType, typed: string, value: unknown][] = [
  [{ type: 'time' }, '9:30', '09:30'],
  [{ type: 'time' }, '9点', '09:00'],
  [{ type: 'time' }, '09：05：00', '09:05'],
  [{ type: 'time' }, '0.5', '12:00'],
  [{ type: 'time' }, '24:00', undefined],
  [{ type: 'time' }, '9:60', undefined],
  [{ type: 'time' }, '早上', undefined],
  [{ type: 'duration' }, '2小时30分', 150],
  [{ type: 'duration' }, '2:30', 150],
  [{ type: 'duration' }, '1.5h', 90],
  [{ type: 'duration' }, '2 h 30 min', 150],
  [{ type: 'duration' }, '90分钟', 90],
  [{ type: 'duration' }, '90', undefined],
  [{ type: 'duration' }, '', undefined],
  [{ type: 'place' }, '116.397128，39.916527 gcj02', here],
  [{ type: 'place' }, '116.397128, 39.916527', undefined],
  [{ type: 'flag' }, '有', true],
]
for (const [type, typed, value] of cells)
  test(`a cell with ${typed} is ${JSON.stringify(value)} for a ${type.type}`, () => {
    const read = kindOf(type).cell?.read(typed, type, facts)
    assert.deepEqual(read === undefined ? undefined : v.safeParse(kindOf(type).check(type, '它'), read).output, value)
  })

for (const [type, value] of values.filter(([{ type }]) => ['time', 'duration', 'place', 'money', 'date'].includes(type)))
  test(`a sheet that says ${JSON.stringify(value)} is read as it was written`, () => {
    const { cell, words, check } = kindOf(type)
    const typed = cell?.write ? cell.write(value, type, speaker) : words(value, type, speaker)
    assert.deepEqual(v.safeParse(check(type, '它'), cell?.read(typed, type, facts)).output, value)
  })

const wrong: [type: FieldType, value: unknown, words: string][] = [
  [{ type: 'time' }, '9:30', '{label}应为时间，例如09:30'],
  [{ type: 'time' }, '24:00', '{label}应为时间，例如09:30'],
  [{ type: 'duration' }, 0, '{label}应大于0'],
  [{ type: 'duration' }, 1.5, '{label}应为时长'],
  [{ type: 'duration' }, 600_000, '{label}过长'],
  [{ type: 'place' }, { ...here, system: 'BD-09' }, '请选择{label}的坐标系'],
  [{ type: 'place' }, { ...here, longitude: '' }, '{label}的经度应在-180到180之间'],
  [{ type: 'place' }, { ...here, latitude: 90.1 }, '{label}的纬度应在-90到90之间'],
  [{ type: 'place' }, '总部', '{label}应为地点'],
]
for (const [type, value, words] of wrong)
  test(`${JSON.stringify(value)} is no ${type.type}: ${words}`, () =>
    assert.equal(v.safeParse(kindOf(type).check(type, '它'), value).issues?.[0].message, words))

test('what a designer begins with is kept as it is, and known again', () => {
  for (const [name, { make }] of Object.entries(presets)) {
    const type = make((n) => `选项${n}`)
    assert.deepEqual(v.parse(kindOf(type).stored, type), type)
    assert.equal(presetOf(type), name)
  }
})

const literals: [type: FieldType, literal: string, words: string][] = [
  [{ type: 'money' }, '1000', '1000'],
  [{ type: 'duration' }, '90', '1小时30分钟'],
  [{ type: 'period', unit: 'days' }, '2.5', '2.5'],
  [{ type: 'choice', options: [{ value: 'a', label: '甲' }] }, 'a', '甲'],
  [{ type: 'reference', to: 'person', many: false }, '7', '#7'],
]
for (const [type, literal, words] of literals)
  test(`a condition with ${literal} on a ${type.type} says ${words}`, () => assert.equal(literalWords(type, literal, speaker), words))

const sums: [type: FieldType, values: unknown[], sum: unknown][] = [
  [{ type: 'money' }, ['12.5', '0.5'], '13'],
  [{ type: 'duration' }, [90, 45], 135],
]
for (const [type, several, sum] of sums)
  test(`several of a ${type.type} come to ${String(sum)}`, () => assert.equal(kindOf(type).sum?.(several), sum))

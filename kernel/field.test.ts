import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedWhen, choice, date, quantity, readValues, text } from './field.ts'

const fields = {
  name: text('名称', { max: 5 }),
  count: quantity('数量', { required: 'posting', places: 0 }),
  due: date('日期', { required: 'never' }),
  note: text('说明', { min: 2, max: 300, required: 'never' }),
}

const table: [
  title: string,
  raw: Record<string, unknown>,
  stage: Parameters<typeof readValues>[2],
  values: Record<string, unknown>,
  wrong: Record<string, string>,
][] = [
  [
    'values come in canonical form',
    { name: ' 纸 ', count: 3, due: '2026-01-31' },
    'posting',
    { name: '纸', count: '3', due: '2026-01-31' },
    {},
  ],
  ['a draft may lack anything', {}, 'draft', {}, {}],
  ['what is required is asked for at its stage', {}, 'submitting', {}, { name: '请填写{label}' }],
  ['and at a later one with more', {}, 'posting', {}, { name: '请填写{label}', count: '请填写{label}' }],
  ['blanks are nothing', { name: '  ', count: '1' }, 'submitting', { count: '1' }, { name: '请填写{label}' }],
  ['nothing is nothing in every shape', { name: null, due: '', count: [] }, 'draft', {}, {}],
  ['too long is said with the limit', { name: '一二三四五六' }, 'draft', {}, { name: '{label}不能超过{max}个字' }],
  ['too short is said with the limit', { note: '好' }, 'draft', {}, { note: '{label}不能少于{min}个字' }],
  ['the least that is asked', { note: ' 好的 ' }, 'draft', { note: '好的' }, {}],
  ['characters beyond 16 bits count once', { note: '𠮷' }, 'draft', {}, { note: '{label}不能少于{min}个字' }],
  ['nothing is not too short', { note: ' ' }, 'draft', {}, {}],
  ['a key nobody declared', { name: '纸', x: 1 }, 'draft', { name: '纸' }, { x: '未知的字段{key}' }],
  ['a day that is none', { due: '2026-02-30' }, 'draft', {}, { due: '{label}不是有效的日期' }],
]
for (const [title, raw, stage, values, wrong] of table)
  test(title, () => {
    const read = readValues(fields, raw, stage)
    assert.deepEqual(read.values, values)
    assert.deepEqual(Object.fromEntries(read.problems.map(({ path, words }) => [path, words])), wrong)
  })

const conditional = {
  way: choice('方式', [
    { value: 'buy', label: '买' },
    { value: 'rent', label: '租' },
  ]),
  thing: askedWhen({ field: 'way', not: ['rent'] }, text('物品')),
  until: askedWhen({ field: 'way', is: ['rent'] }, date('租到')),
}
for (const [title, raw, values, missing] of [
  [
    'what is asked elsewhere only is neither missing nor kept',
    { way: 'buy', thing: '纸', until: '2026-01-31' },
    { way: 'buy', thing: '纸' },
    [],
  ],
  ['what is asked here is missing', { way: 'rent', thing: '纸' }, { way: 'rent' }, ['until']],
  ['as long as nothing is chosen, what is asked but for some choices is asked', { thing: '纸' }, { thing: '纸' }, ['way']],
] as const)
  test(title, () => {
    const read = readValues(conditional, raw, 'submitting')
    assert.deepEqual([read.values, read.problems.map(({ path }) => path)], [values, missing])
  })

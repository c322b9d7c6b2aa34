import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { choice, date, datetime, flag, location, money, person, text, integer } from '../../kernel/field.ts'
import { addDays } from '../../kernel/day.ts'
import { fill } from '../../kernel/refusal.ts'
import { newId } from '../../kernel/id.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { Condition, Either, Where } from '../../domain/tables/view.ts'
import { Conditions } from '../db/conditions.ts'
import { testDatabase } from '../db/testing.ts'
import { createOrganisation } from '../access/people.ts'
import { insert } from '../testing/company.ts'
import { HttpError } from '../httpError.ts'
import { conditionsOf } from './where.ts'

const { database } = await testDatabase()
const never = { required: 'never' } as const
const table: Table = {
  name: 'things',
  title: '东西',
  usualOrder: '最新的在前',
  columns: {
    name: { ...text('名称', never), asked: true },
    size: { ...choice('尺寸', [{ value: 's', label: '小' }, { value: 'l', label: '大' }] as const, never), asked: true }, // prettier-ignore
    price: { ...money('价格', never), asked: true },
    count: { ...integer('个数', never), asked: true },
    day: { ...date('日期', never), asked: true },
    minute: { ...datetime('时间', never), asked: true },
    made: { ...date('创建', never), asked: true, moment: true },
    ready: { ...flag('就绪'), asked: true },
    place: { ...location('区域', never), asked: true },
    holder: { ...person('使用人', never), asked: true },
    label: { ...choice('标签', [{ value: 'new', label: '新' }, { value: 'old', label: '旧' }] as const, never), asked: true, besides: true }, // prettier-ignore
    secret: text('密码', never),
  },
}
const today = '2026-03-10'
const [site, house, room, elsewhere, li, wang] = [newId(), newId(), newId(), newId(), newId(), newId()]
/** One row for each letter; what is not said of it is null. */
const rows: Record<string, Record<string, string | number | boolean>> = {
  a: {
    name: 'Lenovo 联想笔记本（Ｔ１４）',
    size: 's',
    price: '10.50',
    count: 3,
    day: '2026-03-10',
    minute: '2026-03-10 23:59',
    place: site,
    holder: li,
  },
  b: { name: '100%_纯', size: 'l', price: '20', count: 0, day: '2026-03-09', minute: '2026-03-09 00:00', ready: true, place: house },
  c: { name: 'lenovo', price: '10.5', day: '2026-03-17', place: room, holder: wang, made: '2026-03-10 15:59:59.999+00' },
  d: { size: 'l', ready: false, place: elsewhere, made: '2026-03-10 16:00:00+00' },
  e: {},
}

const company = newId()
await database.inTransaction(company, async (tx) => {
  await createOrganisation(tx, { name: '测试公司' })
  await insert(tx, 'location', [
    { id: site, loc_code: 's', loc_name: '园区' },
    { id: house, loc_code: 'h', loc_name: '楼', parent_id: site },
    { id: room, loc_code: 'r', loc_name: '房间', parent_id: house },
    { id: elsewhere, loc_code: 'e', loc_name: '别处' },
  ])
})

const typed = { name: 'text', size: 'text', price: 'numeric', count: 'int', day: 'date', minute: 'text', made: 'timestamptz', ready: 'boolean', place: 'bigint', holder: 'bigint' } // prettier-ignore
const standings = {
  ...Object.fromEntries(Object.keys(typed).map((key) => [key, { sql: `t."${key}"`, tree: key === 'place' ? 'location' : undefined }])),
  label: { sql: '', holds: (label: string) => (label === 'new' ? `t."price" > 15` : `t."price" < 15`) },
}

/** The letters of the rows that a question finds. */
const found = (where: Where): Promise<string> =>
  database.reading(company, async (tx) => {
    const c = new Conditions(tx.orgId)
    const conditions = conditionsOf(c, table, standings, { where, today })
    const columns = Object.entries(typed).map(([key, type]) => `(r.value ->> '${key}')::${type} as "${key}"`)
    const from = `(select r.key as letter, ${columns.join(', ')} from jsonb_each(${c.place(JSON.stringify(rows))}::jsonb) r) t`
    const answer = await tx.query<{ letter: string }>(
      `select t.letter from ${from} where $1::bigint is not null ${conditions.map((each) => `and ${each}`).join(' ')} order by 1`,
      c.values,
      'anew',
    )
    return answer.map(({ letter }) => letter).join('')
  })

const finds: readonly [string, Condition, string][] = [
  ['words anywhere in a text, in any case', { key: 'name', is: 'contains', value: ' LENOVO ' }, 'ac'],
  ['words as they stand, nothing of them a pattern', { key: 'name', is: 'contains', value: '0%_' }, 'b'],
  ['words of full width as they stand', { key: 'name', is: 'contains', value: '（Ｔ１４）' }, 'a'],
  ['words of full width that stand plainly', { key: 'name', is: 'contains', value: '１００％' }, 'b'],
  ['a text as a whole', { key: 'name', is: 'eq', value: 'lenovo' }, 'c'],
  ['what has no text', { key: 'name', is: 'empty' }, 'de'],
  ['what has a text', { key: 'name', is: 'filled' }, 'abc'],
  ['one of several choices', { key: 'size', is: 'in', value: ['s', 'l'] }, 'abd'],
  ['none of the choices, and what has none', { key: 'size', is: 'notIn', value: ['l'] }, 'ace'],
  ['what has no choice', { key: 'size', is: 'empty' }, 'ce'],
  ['an amount, however it is written', { key: 'price', is: 'eq', value: '10.5' }, 'ac'],
  ['amounts with both ends', { key: 'price', is: 'between', value: ['10.5', '20'] }, 'abc'],
  ['amounts from', { key: 'price', is: 'between', value: ['10.51', ''] }, 'b'],
  ['amounts up to, below what the field takes', { key: 'price', is: 'between', value: ['-1', '10.50'] }, 'ac'],
  ['a number that is nought', { key: 'count', is: 'eq', value: '0' }, 'b'],
  ['numbers with a fraction for an end', { key: 'count', is: 'between', value: ['0.5', '3.5'] }, 'a'],
  ['days with both ends', { key: 'day', is: 'between', value: ['2026-03-09', '2026-03-10'] }, 'ab'],
  ['days up to the last there is', { key: 'day', is: 'between', value: ['2026-03-10', '9999-12-31'] }, 'ac'],
  ['today alone', { key: 'day', is: 'last', value: '0' }, 'a'],
  ['the last days with today', { key: 'day', is: 'last', value: '1' }, 'ab'],
  ['the next days with today', { key: 'day', is: 'next', value: '7' }, 'ac'],
  ['days that are not too far ahead', { key: 'day', is: 'next', value: '6' }, 'a'],
  ['minutes by their days', { key: 'minute', is: 'between', value: ['2026-03-09', '2026-03-10'] }, 'ab'],
  ['the minutes of today', { key: 'minute', is: 'last', value: '0' }, 'a'],
  ['moments by the days of the organisation', { key: 'made', is: 'between', value: [today, today] }, 'c'],
  ['moments from a day on', { key: 'made', is: 'between', value: [addDays(today, 1), ''] }, 'd'],
  ['moments up to the last day there is', { key: 'made', is: 'between', value: ['', '9999-12-31'] }, 'cd'],
  ['what is ticked', { key: 'ready', is: 'yes' }, 'b'],
  ['what is not ticked or never was asked', { key: 'ready', is: 'no' }, 'acde'],
  ['a place and all below it', { key: 'place', is: 'in', value: [house] }, 'bc'],
  ['several places and all below them', { key: 'place', is: 'in', value: [room, elsewhere] }, 'cd'],
  ['outside a place, and nowhere', { key: 'place', is: 'notIn', value: [site] }, 'de'],
  ['what stands nowhere', { key: 'place', is: 'empty' }, 'e'],
  ['people', { key: 'holder', is: 'in', value: [li, newId()] }, 'a'],
  ['everything but that of some people', { key: 'holder', is: 'notIn', value: [li] }, 'bcde'],
  ['what stands in no column', { key: 'label', is: 'in', value: ['new'] }, 'b'],
  ['several of what stands in no column', { key: 'label', is: 'in', value: ['new', 'old'] }, 'abc'],
  ['what is not so, where it stands in no column', { key: 'label', is: 'notIn', value: ['new'] }, 'acde'],
]

describe('a condition finds', () => {
  for (const [what, condition, letters] of finds) test(what, async () => assert.equal(await found([condition]), letters))

  test('all of several', async () =>
    assert.equal(
      await found([
        { key: 'price', is: 'filled' },
        { key: 'place', is: 'in', value: [house] },
      ]),
      'bc',
    ))

  test('one of several, beside others that all hold', async () => {
    const either: Either = {
      any: [
        { key: 'holder', is: 'in', value: [li] },
        { key: 'ready', is: 'yes' },
      ],
    }
    assert.equal(await found([either]), 'ab')
    assert.equal(await found([either, { key: 'size', is: 'notIn', value: ['s'] }]), 'b')
  })

  test('everything where nothing is asked', async () => assert.equal(await found([]), 'abcde'))
})

test('a choice that is named over and over is asked for once', () => {
  const again = { key: 'label', is: 'in', value: Array.from({ length: 200 }, () => 'new') } as const
  assert.deepEqual(conditionsOf(new Conditions(company), table, standings, { where: [again], today }), ['(t."price" > 15)'])
})

const refusals: readonly [string, Condition, string][] = [
  ['an unknown column', { key: 'nothing', is: 'empty' }, '没有“nothing”这一列'],
  ['a name that every object has', { key: 'constructor', is: 'empty' }, '没有“constructor”这一列'],
  ['a column that nobody asks of', { key: 'secret', is: 'eq', value: 'x' }, '密码不能这样筛选'],
  ['what a text does not answer', { key: 'name', is: 'between', value: ['a', 'b'] }, '名称不能这样筛选'],
  ['what a choice does not answer', { key: 'size', is: 'contains', value: 's' }, '尺寸不能这样筛选'],
  ['emptiness of what stands in no column', { key: 'label', is: 'empty' }, '标签不能这样筛选'],
  ['a choice that there is not', { key: 'size', is: 'in', value: ['xl'] }, '尺寸请选择列表中的一项'],
  ['no choice', { key: 'size', is: 'in', value: [] }, '请选择要筛选的尺寸'],
  ['a word for a list', { key: 'size', is: 'in', value: 's' }, '请选择要筛选的尺寸'],
  ['what is no id', { key: 'holder', is: 'in', value: ['李明'] }, '使用人编号有误'],
  ['no words', { key: 'name', is: 'contains', value: '  ' }, '请填写名称'],
  ['what is no number', { key: 'price', is: 'eq', value: '1e3' }, '价格应为数字'],
  ['a range without ends', { key: 'price', is: 'between', value: ['', ''] }, '请填写价格的范围'],
  ['a range of three', { key: 'price', is: 'between', value: ['1', '2', '3'] }, '请填写价格的范围'],
  ['a day that there is not', { key: 'day', is: 'between', value: ['2026-02-30', ''] }, '日期不是有效的日期'],
  ['days that are no number', { key: 'day', is: 'last', value: '-1' }, '日期的天数应为0到9999的整数'],
]

describe('a condition is refused for', () => {
  for (const [what, condition, words] of refusals)
    test(what, () =>
      assert.throws(
        () => conditionsOf(new Conditions(company), table, standings, { where: [condition], today }),
        (error) => error instanceof HttpError && error.status === 400 && fill(error.refusal.words, error.refusal.params) === words,
      ),
    )
})

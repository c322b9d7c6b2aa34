import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../kernel/refusal.ts'
import { asset } from '../records/asset.ts'
import { tableOfRecord } from '../records/table.ts'
import type { Condition } from './view.ts'
import { whereWords } from './words.ts'

const speaker = { say: (words: string, params = {}) => fill(words, params), nameOf: (id: string, noun?: string) => `${noun}${id}` }
const wordsOf = (...where: Parameters<typeof whereWords>[1]) => whereWords(tableOfRecord(asset), where, speaker)

const said: readonly [Condition, string][] = [
  [{ key: 'locId', is: 'in', value: ['1', '2'] }, '所在区域 location1、location2'],
  [{ key: 'state', is: 'notIn', value: ['idle'] }, '状态 不是 闲置'],
  [{ key: 'instanceName', is: 'contains', value: '电脑' }, '资产名称 包含“电脑”'],
  [{ key: 'value', is: 'eq', value: '5' }, '原值 等于“5”'],
  [{ key: 'value', is: 'between', value: ['5', '9'] }, '原值 5 至 9'],
  [{ key: 'boughtOn', is: 'between', value: ['2024-01-01', ''] }, '购置日期 从 2024-01-01'],
  [{ key: 'boughtOn', is: 'between', value: ['', '2024-01-01'] }, '购置日期 到 2024-01-01'],
  [{ key: 'createdAt', is: 'last', value: '7' }, '创建时间 最近7天'],
  [{ key: 'dueOn', is: 'next', value: '30' }, '归还日期 未来30天'],
  [{ key: 'holderUid', is: 'empty' }, '使用人 为空'],
  [{ key: 'holderUid', is: 'filled' }, '使用人 不为空'],
]
for (const [condition, words] of said) test(`${words} is said of what is asked`, () => assert.deepEqual(wordsOf(condition), [words]))

test('one of several is said with its or', () =>
  assert.deepEqual(
    wordsOf({
      any: [
        { key: 'holderUid', is: 'empty' },
        { key: 'state', is: 'in', value: ['idle'] },
      ],
    }),
    ['使用人 为空 或 状态 闲置'],
  ))

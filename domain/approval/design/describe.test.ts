import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../../kernel/refusal.ts'
import type { Node } from '../flow/definition.ts'
import type { Condition } from '../form/condition.ts'
import { conditionWords, nodeWords, type Speech } from './describe.ts'
import { all, flow, node, step } from '../testing/sketch.ts'

const speech: Speech = {
  say: (words, params = {}) => fill(words, params),
  labelOf: (path) => ({ amount: '金额', $dept: '申请部门' })[path] ?? path,
  valueOf: (_, value) => (value === '7' ? '行政部' : value),
}

const conditions: [condition: Condition, words: string][] = [
  [{ f: 'amount', op: 'gt', v: '1000' }, '金额大于1000'],
  [{ f: 'amount', op: 'empty' }, '金额为空'],
  [{ f: '$dept', op: 'isDeptIn', v: ['7', '8'] }, '申请部门属于行政部、8'],
  [{ f: '$initiator', op: 'hasRole', v: ['tenant', 'goodsmanager'] }, '$initiator的角色有管理员、资产管理员'],
  [{ f: 'urgent', op: 'eq', v: true }, 'urgent为是'],
  [{ not: { f: 'amount', op: 'lt', v: '5' } }, '不满足：金额小于5'],
  [
    {
      all: [
        { f: 'amount', op: 'ge', v: '5' },
        {
          any: [
            { f: 'a', op: 'eq', v: '1' },
            { f: 'b', op: 'ne', v: '2' },
          ],
        },
      ],
    },
    '金额不小于5，且（a为1，或b不为2）',
  ],
]
for (const [condition, words] of conditions)
  test(`condition in words: ${words}`, () => assert.equal(conditionWords(condition, speech), words))

const notes: [title: string, node: Node, words: string][] = [
  ['one of several', flow([step('a', [{ k: 'deptHead', of: 'initiator', level: 2 }])]).body[0]!, '第2级部门负责人；一人处理即可'],
  ['everybody', flow([all('a', 'ben cat')]).body[0]!, '指定人员；需要所有人同意'],
  ['a fraction', flow([step('a', 'ben', { vote: { mode: 'fraction', num: 2, den: 3 } })]).body[0]!, '指定人员；至少2/3的人同意'],
  ['a delay', flow([node('delay', 'a', { wait: { after: { value: 3, unit: 'days' } } })]).body[0]!, '等待3天'],
  ['until a day', flow([node('delay', 'a', { wait: { until: 'amount' } })]).body[0]!, '等到金额'],
]
for (const [title, given, words] of notes) test(`node in words: ${title}`, () => assert.equal(nodeWords(given, speech), words))

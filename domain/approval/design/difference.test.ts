import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fill } from '../../../kernel/refusal.ts'
import type { Definition } from '../flow/definition.ts'
import { differences } from './difference.ts'
import * as edit from './edit.ts'
import { within } from '../flow/plan.ts'
import { definitions } from '../testing/randomFlows.ts'
import type { DesignSpeech } from './settings.ts'
import { arm, cc, flow, node, par, type Sketch, step, xor } from '../testing/sketch.ts'

const speech: DesignSpeech = {
  say: (words, params = {}) => fill(words, params),
  labelOf: (path) => ({ amount: '金额', place: '区域' })[path] ?? path,
  valueOf: (_, value) => value,
  nameOf: (_, id) => id,
}

/** A row as one line. */
const line = ({ change, subject, label, from, to }: ReturnType<typeof differences>[number]): string =>
  `${change} ${subject}${label && ` ${label}`}: ${from} → ${to}`

const over = (v: string) => ({ f: 'amount', op: 'gt', v })
const body = (changes: { first?: Record<string, unknown>; limit?: string; rest?: Sketch[] } = {}): Sketch[] => [
  step('a', 'ben', changes.first),
  xor('x', arm('big', [step('b', 'cat')], over(changes.limit ?? '1000')), arm('small', [])),
  ...(changes.rest ?? [step('c', 'dan')]),
]
const base = flow(body())
const moved = (id: string, spot: edit.Spot): Definition => edit.moveNode(base, id, spot)

const cases: [title: string, after: Definition, lines: string[]][] = [
  ['nothing', flow(body()), []],
  ['a name', flow(body({ first: { name: '部门审批' } })), ['renamed 部门审批 名称: Na → 部门审批']],
  ['people', flow(body({ first: { assignees: [{ k: 'users', ids: ['ben', 'eve'] }] } })), ['set Na 处理人: ben → ben、eve']],
  [
    'a vote',
    flow(body({ first: { vote: { mode: 'fraction', num: 2, den: 3 } } })),
    ['set Na 多人处理时: 一人处理即可 → 至少2/3的人同意'],
  ],
  ['rights on fields', flow(body({ first: { fields: { amount: 'required' } } })), ['set Na “金额”的权限:  → 必填']],
  [
    'a time limit',
    flow(body({ first: { timeouts: [{ after: { value: 2, unit: 'days' }, act: 'remind', repeat: { every: { value: 4, unit: 'hours' }, max: 3 } }] } })), // prettier-ignore
    ['set Na 时限: 无 → 2天（工作日）后提醒，之后每4小时一次，最多3次'],
  ],
  ['where a rejection leads', flow(body({ first: { onReject: 'initiator' } })), ['set Na 驳回后: 流程结束 → 退回发起人']],
  ['a condition', flow(body({ limit: '500' })), ['set Nx · big 条件: 金额大于1000 → 金额大于500']],
  ['a node that came', flow(body({ rest: [step('c', 'dan'), cc('d', 'eve')] })), ['added Nd:  → “Nc”之后，eve']],
  ['a node that went', flow(body({ rest: [] })), ['removed Nc: dan → ']],
  ['a node moved up', moved('c', { within: null, index: 0 }), ['moved Nc: “Nx”之后 → 流程开头']],
  [
    'a node moved into an arm',
    moved('c', { within: { block: 'x', arm: 'big' }, index: 1 }),
    ['moved Nc: “Nx”之后 → 分支“big”中，“Nb”之后'],
  ],
  ['an arm that came', edit.addArm(base, 'x', 'mid', () => 'mid'), ['added Nx · mid:  → ']],
  ['a branch that dissolved', edit.removeArm(base, 'x', 'small'), ['moved Nb: 分支“big”的开头 → “Na”之后', 'removed Nx: 进入第一个满足条件的分支 → ']],
  ['another kind of branch', edit.changeKind(base, 'x', 'inc'), ['set Nx 分支方式: 进入第一个满足条件的分支 → 进入所有满足条件的分支']],
  [
    'rules of the flow',
    flow(body(), { policy: { dedupe: 'once', summaryFields: ['amount'] } }),
    ['set 流程 重复处理人: 每次都需要审批 → 只审批一次，之后自动通过', 'set 流程 摘要字段: 无 → 金额'],
  ],
] // prettier-ignore
for (const [title, after, lines] of cases) test(`tells ${title}`, () => assert.deepEqual(differences(base, after, speech).map(line), lines))

test('tells the fewest moves, and the order of arms by their priority', () => {
  const before = flow([step('a', 'x'), step('b', 'x'), step('c', 'x'), step('d', 'x')])
  const after = edit.moveNode(before, 'a', { within: null, index: 4 })
  assert.deepEqual(differences(before, after, speech).map(line), ['moved Na: 流程开头 → “Nd”之后'])
  const three = flow([xor('x', arm('p', [], over('1')), arm('q', [], over('2')), arm('r', []))])
  assert.deepEqual(differences(three, edit.moveArm(three, 'x', 'q', -1), speech).map(line), ['moved Nx · p 优先级: 第1位 → 第2位'])
  const sides = flow([par('x', arm('p', []), arm('q', []))])
  assert.deepEqual(differences(sides, edit.moveArm(sides, 'x', 'p', 1), speech), [])
})

test('tells what other kinds of node are set to', () => {
  const before = flow([
    node('delay', 'a', { wait: { after: { value: 1, unit: 'hours' }, calendar: '24x7' } }),
    node('service', 'b', { service: 'sms' }),
    node('subFlow', 'c', { flowKey: 'child' }),
    node('route', 'd', { to: 'e' }),
    step('e', [{ k: 'deptHead', of: { field: 'place' }, level: 2 }]),
  ])
  const after = flow([
    node('delay', 'a', { wait: { until: 'amount' } }),
    node('service', 'b', { service: 'sms', onFail: 'continue' }),
    node('subFlow', 'c', { flowKey: 'child', input: { sum: 'amount' }, wait: false }),
    node('route', 'd', { to: 'e', when: over('9') }),
    step('e', [{ k: 'supervisors', from: 'initiator', upTo: 3, dir: 'down' }, { k: 'locationManager', field: 'place' }]),
  ]) // prettier-ignore
  assert.deepEqual(differences(before, after, speech).map(line), [
    'set Na 等待: 1小时 → 直到“金额”',
    'set Nb 失败时: 记为异常，等待处理 → 继续流程',
    'set Nc 带入: 无 → 金额 → sum',
    'set Nc 等待结果: 是 → 否',
    'set Nd 条件: 总是 → 金额大于9',
    'set Ne 处理人: “区域”的第2级负责人 → 发起人的3级上级（自上而下）、“区域”的区域管理员',
  ])
})

test('any two definitions: the same differ in nothing, every node that is only in one is told', () => {
  fc.assert(
    fc.property(definitions, definitions, (one, other) => {
      assert.deepEqual(differences(one, one, speech), [])
      const rows = differences(one, other, speech)
      const ids = (definition: Definition) => new Set(within(definition.body).map(({ id }) => id))
      const told = (change: string) =>
        new Set(rows.filter((row) => row.change === change && row.subject === row.node).map((row) => row.node))
      assert.deepEqual(told('added'), ids(other).difference(ids(one)))
      assert.deepEqual(told('removed'), ids(one).difference(ids(other)))
    }),
  )
})

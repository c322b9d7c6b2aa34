import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../../kernel/refusal.ts'
import type { ProcessDetail, ProgressRow } from '../operations/process.ts'
import { momentWords } from '../../paper/paper.ts'
import { paperOf } from './paper.ts'

const person = (userName: string) => ({ uid: userName, userName, avatar: null })
const row = (over: Partial<ProgressRow>): ProgressRow => ({
  key: 'k',
  nodeId: null,
  nodeName: '',
  kind: 'approve',
  visit: 1,
  state: 'done',
  reason: '',
  comment: '',
  tally: null,
  startedAt: null,
  endedAt: '2026-11-21T10:10:00.000Z',
  waitSeconds: null,
  arms: [],
  choose: null,
  people: [],
  ...over,
})
const voter = (userName: string, state: ProgressRow['people'][number]['state'], over = {}): ProgressRow['people'][number] => ({
  ...person(userName),
  taskId: null,
  onBehalfOf: null,
  by: null,
  state,
  why: '',
  comment: '',
  signature: null,
  attachments: [],
  at: '2026-11-21T10:10:00.000Z',
  waitSeconds: null,
  read: true,
  urged: 0,
  dueAt: null,
  overdue: false,
  moves: [],
  removable: false,
  ...over,
})

const detail = (form: Record<string, unknown>, progress: ProgressRow[]): ProcessDetail =>
  ({
    process: {
      number: 'SQ202611210001',
      documentCode: 'CL202611210001',
      title: '李明提交的耗材领用',
      status: 'approved',
      isRevoked: false,
      flowName: '耗材领用流程',
      initiator: person('李明'),
      amount: '1234.5',
      createdAt: '2026-11-21T10:03:00.000Z',
      endedAt: '2026-11-21T16:30:00.000Z',
    },
    deptName: '行政部',
    proxy: null,
    revocation: { allowed: false, revokedAt: null, processId: null },
    form: { kind: 'document', documentKind: 'CsOutstockOrder', design: null, values: form },
    progress,
    comments: [{ author: person('王库管'), body: '备好了', at: '2026-11-21T10:20:00.000Z' }],
  }) as unknown as ProcessDetail

const speaker = {
  say: (words: string, params = {}) => fill(words, params),
  nameOf: (id: string) => ({ 1: '一号库', 2: '李明', 3: '复印纸' })[id] ?? '',
}
const printing = { organisation: '晨星', by: '李明', at: '2026-11-22T00:00:00.000Z' }
const form = { from: '1', recipient: '2', reason: '办公', lines: [{ item: '3', quantity: '2' }] }

test('all fields in words, the lines as a table, ids by name', () => {
  const paper = paperOf(detail(form, []), speaker, printing)
  assert.deepEqual(
    paper.facts.map(({ value }) => value),
    ['SQ202611210001', 'CL202611210001', '李明', '行政部', '2026-11-21 18:03', '耗材领用流程', '¥1,234.50', '2026-11-22 00:30'],
  )
  assert.deepEqual(
    paper.fields.map(({ label, value, long }) => [label, value, long]),
    [
      ['领用仓库', '一号库', false],
      ['领用人', '李明', false],
      ['用途', '办公', true],
    ],
  )
  assert.deepEqual(paper.tables, [
    {
      title: '明细',
      columns: [
        { label: '耗材', number: false },
        { label: '数量', number: true },
      ],
      rows: [['复印纸', '2']],
    },
  ])
  assert.equal(paper.foot, '李明打印于2026-11-22 08:00')
})

test('what is hidden from the reader is not in the answer and so not on the paper', () => {
  const { recipient: _, ...shown } = form
  const paper = paperOf(detail({ ...shown, lines: [{ item: '3' }] }, []), speaker, printing)
  assert.ok(!JSON.stringify(paper.fields).includes('领用人'))
  assert.deepEqual(
    paper.tables[0]!.columns.map(({ label }) => label),
    ['耗材'],
  )
})

test('who did what, with signatures; what waits or is expected is not printed', () => {
  const paper = paperOf(
    detail(form, [
      row({ nodeName: '发起', kind: 'start', people: [voter('李明', 'did')] }),
      row({
        nodeName: '部门负责人审批',
        people: [
          voter('赵经理', 'approved', { comment: '同意', signature: 'a/s.png', onBehalfOf: person('钱总') }),
          voter('孙', 'cancelled'),
        ],
      }),
      row({ nodeName: '总监', people: [voter('周', 'rejected', { attachments: ['a/f.pdf'] })] }),
      row({ nodeName: '财务', state: 'active', people: [voter('吴', 'open', { at: null })] }),
      row({ nodeName: '出纳', state: 'expected', people: [voter('郑', 'expected', { at: null })] }),
    ]),
    speaker,
    printing,
  )
  assert.deepEqual(
    paper.decisions.map(({ step, name, verdict, good, comment, signature, files }) => [
      step,
      name,
      verdict,
      good,
      comment,
      signature,
      files,
    ]),
    [
      ['发起', '李明', '发起', undefined, '', undefined, ''],
      ['部门负责人审批', '赵经理（代钱总）', '已同意', true, '同意', 'a/s.png', ''],
      ['总监', '周', '已驳回', false, '', undefined, '1个附件'],
    ],
  )
})

test('how a task was handed on, a line each, also where it still waits', () => {
  const at = '2026-11-21T10:05:00.000Z'
  const move = (kind: string, from: string, to: string, comment = '', by: string | null = null) => ({
    kind,
    from: person(from),
    to: person(to),
    by: by === null ? null : person(by),
    comment,
    at,
  })
  const paper = paperOf(
    detail(form, [
      row({
        nodeName: '部门负责人审批',
        people: [
          voter('孙', 'approved', {
            comment: '同意',
            moves: [move('transfer', '赵', '孙', '我出差'), move('delegate', '孙', '周'), move('return', '周', '孙', '可以')],
          }),
          voter('吴', 'approved', { moves: [move('addSign', '孙', '吴', '请财务看')] }),
        ],
      }),
      row({
        nodeName: '财务',
        state: 'active',
        people: [voter('王', 'open', { at: null, moves: [move('reassign', '吴', '王', '', '管理员')] })],
      }),
    ]),
    speaker,
    printing,
  )
  assert.deepEqual(
    paper.decisions.map(({ name, verdict, moves, comment }) => [name, verdict, moves, comment]),
    [
      [
        '孙',
        '已同意',
        ['赵转交给孙 · 2026-11-21 18:05：我出差', '孙委派给周 · 2026-11-21 18:05', '周交回给孙 · 2026-11-21 18:05：可以'],
        '同意',
      ],
      ['吴', '已同意', ['孙加签 · 2026-11-21 18:05：请财务看'], ''],
      ['王', '待处理', ['管理员把吴的任务改派给王 · 2026-11-21 18:05'], ''],
    ],
  )
})

test('moments are told where the organisation is', () => assert.equal(momentWords('2026-12-31T16:05:59.000Z'), '2027-01-01 00:05'))

test('a step of several people says once how its votes stand', () => {
  const tally = { approved: 1, rejected: 0, total: 3, need: 2 }
  const progress = [
    row({
      nodeName: '会签',
      state: 'active',
      tally,
      people: [voter('王强', 'approved'), voter('李明', 'approved'), voter('赵云', 'open')],
    }),
  ]
  const paper = paperOf(detail({}, progress), speaker, { organisation: '', by: '', at: '2026-11-21T10:10:00.000Z' })
  assert.deepEqual(
    paper.decisions.map(({ step }) => step),
    ['会签\n已同意1 / 需2，还差1', '会签'],
  )
})

test('who applied for somebody else and when it was revoked stand on it', () => {
  const plain = detail(form, [])
  const revocationDetail: ProcessDetail = {
    ...plain,
    process: { ...plain.process, isRevoked: true },
    proxy: person('王库管'),
    revocation: { allowed: false, revokedAt: '2026-11-23T01:00:00.000Z', processId: '9' },
  }
  const paper = paperOf(revocationDetail, speaker, printing)
  assert.deepEqual([paper.status, paper.good], ['已作废', false])
  assert.deepEqual(
    paper.facts.filter(({ label }) => ['代提交人', '作废时间'].includes(label)).map(({ value }) => value),
    ['王库管', '2026-11-23 09:00'],
  )
})

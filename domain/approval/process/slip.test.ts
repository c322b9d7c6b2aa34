import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../../kernel/refusal.ts'
import { documentKind } from '../../documents/all.ts'
import type { ProgressRow } from '../operations/process.ts'
import type { DocumentInfo } from '../../documents/operations.ts'
import { deliveredTemplate } from '../../paper/slipTemplate.ts'
import { documentPaper, type SlipDetails } from './slip.ts'
import { picturesOn } from '../../paper/paper.ts'

const kind = documentKind('CsOutstockOrder')!
const document = {
  code: 'CL202611210001',
  state: 'posted',
  stage: 0,
  fulfilled: null,
  authorName: '王库管',
  createdAt: '2026-11-21T10:03:00.000Z',
  submittedAt: null,
  amount: '12.5',
  processNumber: 'SQ202611210009',
  relatedDocuments: { sources: [{ code: 'CC202611200002' }], followers: [] },
  header: { from: '1', reason: '办公', recipient: null },
  deptId: '9',
  postedAt: '2026-11-21T10:05:00.000Z',
  lines: [
    { lineNo: 1, item: '2', quantity: '3' },
    { lineNo: 2, item: '2', quantity: '1.5' },
  ],
  receipts: [],
  names: { 1: '主库', 2: '打印纸', 9: '行政部' },
  events: [{ action: 'direct', actorName: '王库管', at: '2026-11-21T10:03:00.000Z', details: { direct: true, signature: 'a/s.png' } }],
} as unknown as DocumentInfo
const approval: ProgressRow = {
  nodeName: '部门负责人审批',
  kind: 'approve',
  state: 'done',
  reason: '',
  comment: '',
  endedAt: '2026-11-21T10:04:00.000Z',
  people: [
    {
      userName: '赵经理',
      state: 'approved',
      at: '2026-11-21T10:04:00.000Z',
      comment: '同意',
      signature: 'a/z.png',
      moves: [],
      attachments: [],
    },
  ],
} as never
const speaker = {
  say: (words: string, params = {}) => fill(words, params),
  nameOf: (id: string) => (document.names as Record<string, string>)[id] ?? '',
}
const details: SlipDetails = {
  title: '耗材领用单',
  organisation: '晨星科技',
  by: '王库管',
  at: '2026-11-21T10:30:00.000Z',
  progress: [approval],
  template: deliveredTemplate,
  size: 'A5',
  amountInWords: (amount) => `大写${amount}`,
}
const paper = documentPaper(kind, document, speaker, details)

test('a document is a paper: its head, its lines, its amount and places to sign', () => {
  assert.deepEqual(
    paper.facts.map(({ value }) => value),
    ['CL202611210001', 'SQ202611210009', 'CC202611200002', '王库管', '行政部', '2026-11-21 18:03', '2026-11-21 18:05'],
  )
  assert.equal(paper.status, `已完成 · ${kind.directTitle}`)
  assert.ok(paper.good)
  assert.equal(paper.size, 'A5')
  assert.deepEqual(
    paper.fields.map(({ value }) => value),
    ['主库', '办公'],
  )
  assert.deepEqual(
    paper.tables.map(({ rows, totals }) => [rows, totals]),
    [
      [
        [
          ['打印纸', '3'],
          ['打印纸', '1.5'],
        ],
        ['', '4.5'],
      ],
    ],
  )
  assert.deepEqual([paper.total?.value, paper.total?.words], ['¥12.50', '大写12.5'])
  assert.deepEqual(
    paper.decisions.map(({ name, good, at, signature }) => [name, good, at, signature]),
    [['赵经理', true, '2026-11-21 18:04', 'a/z.png']],
  )
  assert.deepEqual(
    paper.signing.map(({ label, signature }) => [label, signature]),
    [
      ['经办人', undefined],
      ['发放人', undefined],
      ['领用人', 'a/s.png'],
    ],
  )
  assert.deepEqual(picturesOn(paper), ['a/z.png', 'a/s.png'])
})

test('of several who receive it each has a place to sign', () => {
  const receipts = [
    { uid: '5', name: '李明', lineNos: [1], confirmedAt: '2026-11-21T10:06:00.000Z', standIn: null, signature: 'a/l.png', may: null },
    { uid: '6', name: '赵敏', lineNos: [2], confirmedAt: null, standIn: null, signature: null, may: null },
  ]
  const slip = documentPaper(kind, { ...document, receipts }, speaker, details)
  assert.deepEqual(slip.signing.slice(-2), [
    { label: '领用人：李明', signature: 'a/l.png' },
    { label: '领用人：赵敏', signature: undefined },
  ])
  const namedDocument = { ...document, lines: document.lines.map((line, index) => ({ ...line, recipient: String(5 + index) })) }
  assert.deepEqual(
    documentPaper(kind, namedDocument, speaker, details)
      .signing.slice(2)
      .map(({ signature }) => signature),
    [undefined, undefined],
    'where no one confirms, those whom the lines name',
  )
})

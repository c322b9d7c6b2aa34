import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../kernel/refusal.ts'
import { documentKind } from '../documents/all.ts'
import type { DocumentInfo } from '../operations/documents.ts'
import { documentPaper } from './document.ts'
import { picturesOn } from './paper.ts'

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
  header: { from: '1', reason: '办公', recipient: null },
  lines: [{ lineNo: 1, item: '2', quantity: '3' }],
  names: { 1: '主库', 2: '打印纸' },
  events: [{ action: 'direct', actorName: '王库管', at: '2026-11-21T10:03:00.000Z', details: { direct: true, signature: 'a/s.png' } }],
} as unknown as DocumentInfo
const speaker = {
  say: (words: string, params = {}) => fill(words, params),
  nameOf: (id: string) => (document.names as Record<string, string>)[id] ?? '',
}
const paper = documentPaper(
  kind,
  document,
  '耗材领用单',
  speaker,
  { organisation: '晨星科技', by: '王库管', at: '2026-11-21T10:30:00.000Z' },
  'A5',
)

test('a document is a paper: its head, its lines, its amount and places to sign', () => {
  assert.deepEqual(
    paper.facts.map(({ value }) => value),
    ['CL202611210001', '王库管', '2026-11-21 18:03'],
  )
  assert.equal(paper.status, `已完成 · ${kind.direct}`)
  assert.ok(paper.good)
  assert.equal(paper.size, 'A5')
  assert.deepEqual(
    paper.fields.map(({ value }) => value),
    ['主库', '办公'],
  )
  assert.deepEqual(
    paper.tables.map(({ rows }) => rows),
    [[['打印纸', '3']]],
  )
  assert.equal(paper.total?.value, '¥12.50')
  assert.deepEqual(
    paper.signing.map(({ signature }) => signature),
    [undefined, undefined, 'a/s.png'],
  )
  assert.deepEqual(picturesOn(paper), ['a/s.png'])
})

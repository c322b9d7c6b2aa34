import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from '../english/all.ts'
import { moneyInCapitals } from '../rules/moneyCapitals.ts'
import { moneyInEnglish } from '../rules/moneyInEnglish.ts'
import type { VoucherRow } from './voucherOperations.ts'
import { voucherPapers, type VoucherPrintContext } from './voucherPaper.ts'

const line = (account: string, debit: string, credit: string, more: Partial<VoucherRow['lines'][number]> = {}) => ({
  ...{ step: null, account, accountName: null, deptCode: null, deptName: null, costObject: null, debit, credit },
  ...more,
})

const voucher = (lines: VoucherRow['lines'], more: Partial<VoucherRow> = {}): VoucherRow => ({
  ...{ id: '1', code: '2026-02-003', event: 'depreciation', month: '2026-02', total: '184.70', documentCount: 1, foreignNumber: null },
  ...{ isVoided: false, isPushed: false, pushError: null, lines },
  ...more,
})

const context: VoucherPrintContext = {
  ...{ organisation: '青禾智能科技', bookName: '账面', by: '李明', preparedBy: '钱进', at: '2026-03-01T02:00:00Z', size: 'A5' },
  amountInWords: moneyInCapitals,
}
const inLanguage = (language: 'zh' | 'en') => ({
  say: (words: string, params: Readonly<Record<string, string | number>> = {}) => inWords(language, words, params),
})

test('a voucher is one sheet with its number, day, attachments, lines, total in words and places to sign', () => {
  const [paper, ...more] = voucherPapers(
    voucher([
      line('6602', '184.70', '0.00', { accountName: '管理费用', deptName: '销售部', costObject: '智能仓储项目' }),
      line('1602', '0.00', '184.70', { accountName: '累计折旧' }),
    ]),
    inLanguage('zh'),
    context,
  )
  assert.deepEqual(more, [])
  assert.deepEqual(
    paper?.facts.map(({ label, value }) => `${label} ${value}`),
    ['凭证字号 记字第003号', '日期 2026-02-28', '附单据数 1', '账簿 账面', '凭证类型 2026-02 计提折旧', '页次 1/1'],
  )
  assert.deepEqual(paper?.tables[0]?.rows, [
    ['计提折旧', '6602 管理费用 / 销售部 / 智能仓储项目', '¥184.70', ''],
    ['计提折旧', '1602 累计折旧', '', '¥184.70'],
  ])
  assert.deepEqual(paper?.tables[0]?.totals, ['合计', '', '¥184.70', '¥184.70'])
  assert.equal(paper?.total?.words, '人民币（大写）：壹佰捌拾肆元柒角整')
  assert.deepEqual(
    paper?.signing.map(({ label }) => label),
    ['会计主管', '记账', '审核', '制单：钱进'],
  )
})

test('a long voucher goes over several sheets, and what a sheet comes to is carried over to the next', () => {
  const lines = [...Array.from({ length: 10 }, (_, index) => line(`66020${index}`, '0.10', '0.00')), line('1602', '0.00', '1.00')]
  const papers = voucherPapers(voucher(lines, { total: '1.00', foreignNumber: '记-18' }), inLanguage('zh'), context)
  assert.deepEqual(
    papers.map(({ tables: [table], total, facts }) => [
      table?.rows.length,
      table?.rows[0]?.[0] === '承前页' ? table.rows[0].slice(2) : 'begins',
      table?.totals,
      total?.words,
      facts.at(-1)?.value,
    ]),
    [
      [5, 'begins', ['过次页', '', '¥0.50', '¥0.00'], undefined, '1/3'],
      [5, ['¥0.50', '¥0.00'], ['过次页', '', '¥0.90', '¥0.00'], undefined, '2/3'],
      [3, ['¥0.90', '¥0.00'], ['合计', '', '¥1.00', '¥1.00'], '人民币（大写）：壹元整', '3/3'],
    ],
  )
  assert.equal(papers[0]?.facts[0]?.value, '记-18')
  assert.equal(voucherPapers(voucher(lines), inLanguage('zh'), { ...context, size: 'A4' }).length, 1)
})

test('the steps of a disposal are its summaries, in the language of the reader', () => {
  const lines = [
    line('1606', '60.00', '0.00', { step: 'retirement', accountName: '固定资产清理' }),
    line('1601', '0.00', '60.00', { step: 'retirement' }),
  ]
  const [paper] = voucherPapers(voucher(lines, { event: 'disposal', total: '60.00', documentCount: 0 }), inLanguage('en'), {
    ...context,
    amountInWords: moneyInEnglish,
  })
  assert.deepEqual(paper?.tables[0]?.rows[0], ['Carrying amount taken out', '1606 Disposal of fixed assets', '¥60.00', ''])
  const { title, status, facts = [], signing = [], tables: [table] = [] } = paper ?? {}
  const labels = [...facts, ...signing, ...(table?.columns ?? [])].map(({ label }) => label.replace('钱进', ''))
  for (const words of [title, status, ...labels]) assert.doesNotMatch(words ?? '', /[\u4e00-\u9fff]/)
  assert.equal(paper?.facts[2]?.value, '')
  assert.equal(paper?.total?.words, 'Sixty yuan only')
})

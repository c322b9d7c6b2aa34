import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPastedBalances } from './pastedBalances.ts'

test('a table of balances is read as general ledgers print it', () => {
  const read = (...rows: readonly (readonly string[])[]) => readPastedBalances(rows).map(({ account, balance }) => `${account} ${balance}`)
  assert.deepEqual(read(['科目编码', '余额'], ['1601', '6,999.00'], ['1602', '-554.1'], ['', '']), ['1601 6999.00', '1602 -554.10'])
  assert.deepEqual(read(['1601', '固定资产', '6999'], ['1602', '累计折旧', '']), ['1601 6999.00'])
  assert.deepEqual(
    read(
      ['科目', '名称', '方向', '余额'],
      ['1601', '固定资产', '借', '6999'],
      ['1602', '累计折旧', '贷', '554.10'],
      ['1603', '', '平', ''],
    ),
    ['1601 6999.00', '1602 -554.10', '1603 0.00'],
  )
  const ledger = ['科目编码', '科目名称', '期初借方', '期初贷方', '本期借方', '本期贷方', '期末借方', '期末贷方']
  assert.deepEqual(
    read(
      ledger,
      ['1601', '固定资产', '6,000.00', '', '999.00', '', '6,999.00', ''],
      ['1602', '累计折旧', '', '369.40', '', '184.70', '', '554.10'],
    ),
    ['1601 6999.00', '1602 -554.10'],
  )
  assert.deepEqual(read(['合计', '6999'], ['']), [])
  assert.deepEqual(read(['１６０１', '￥6,999'], ['1602 累计折旧', '(554.10)'], ['1603', '300\n200'], ['1604', '300 200 1']), [
    '1601 6999.00',
    '1602 -554.10',
  ])
})

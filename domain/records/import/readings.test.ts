import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { date, money, type quantity } from '../../../kernel/field.ts'
import { isMonthOnly } from '../../../kernel/cell.ts'
import { valueOfCell } from '../columns.ts'
import { Questions } from './questions.ts'
import { Evidence } from './readings.ts'

const column = (field: Parameters<typeof valueOfCell>[0]) =>
  ({ key: 'k', label: field.label, field, required: false, aliases: [] }) as unknown as ConstructorParameters<typeof Evidence>[0]

/** What the cells of a column are read as, and what is asked about them. */
const readAs = (
  field: ReturnType<typeof date> | ReturnType<typeof money> | ReturnType<typeof quantity>,
  cells: readonly string[],
  { header = '列', hasNumbers = false, answers = {} as Record<string, string> } = {},
) => {
  const questions = new Questions(answers)
  const evidence = new Evidence(column(field), { header, above: [], hasNumbers, today: '2026-06-30' })
  for (const cell of cells) evidence.add(cell)
  const { reading, monthOnlyCount, yearOnlyCount } = evidence.read(questions)
  return {
    values: cells.map((cell) => valueOfCell(field, cell, reading)),
    asked: questions.asked.map(({ key, options, answer }) => [key, options.map(({ value }) => value).join(' '), answer]),
    monthOnlyCount,
    yearOnlyCount,
  }
}

const bought = date('购置日期', { notAfter: 'today' })
const due = date('保修到期')

describe('dates', () => {
  const cases: [cells: string[], values: (string | undefined)[], asked: string | undefined][] = [
    [['1/23/23', '2/5/22'], ['2023-01-23', '2022-02-05'], undefined],
    [['31.01.2019', '05.02.2019'], ['2019-01-31', '2019-02-05'], undefined],
    [['01.02.2020'], ['2020-02-01'], undefined],
    [['13/02/2020', '01/02/2020'], ['2020-02-13', '2020-02-01'], undefined],
    [['01/02/2020', '03/04/2020'], [undefined, undefined], 'dmy mdy'],
    [['05/05/2020'], ['2020-05-05'], undefined],
    [['13/02/2020', '02/13/2020'], [undefined, undefined], 'dmy mdy'],
    [['21-1-15', '20-12-31'], ['2021-01-15', '2020-12-31'], undefined],
    [['05/06/07'], [undefined], 'ymd dmy mdy'],
    // A day after today is no day on which something was bought.
    [['11/05/2026', '12/06/2026'], ['2026-05-11', '2026-06-12'], undefined],
    [['1/2/2020', '2020/1/2'], [undefined, '2020-01-02'], 'dmy mdy'],
    [
      ['2019年3月', '2015-06', '2015.06', 'Mar 2019', 'Mar-19'],
      ['2019-03-01', '2015-06-01', '2015-06-01', '2019-03-01', '2019-03-01'],
      undefined,
    ],
    [['2015.1', '2015.9'], [undefined, '2015-09-01'], undefined],
    [['5-Jan-21', '5th March 1998', 'Okt 5, 2020', '5 Mai 2020'], ['2021-01-05', '1998-03-05', '2020-10-05', '2020-05-05'], undefined],
    [['31-Dec-85'], ['1985-12-31'], undefined],
    [["'2021/03/05", '21年3月5日', '2021、3、5', '2021\\3\\5', '2021.3.5.'], Array.from({ length: 5 }, () => '2021-03-05'), undefined],
    [['二〇一九年五月八日', '二零二一年十二月三十一日', '2021年三月'], ['2019-05-08', '2021-12-31', '2021-03-01'], undefined],
    [['202103', '2021.03.', '202113'], ['2021-03-01', '2021-03-01', undefined], undefined],
    [['31/13/2020', '20200230', '1/2'], [undefined, undefined, undefined], undefined],
  ]
  for (const [cells, values, asked] of cases)
    test(cells.join(' | '), () => {
      const read = readAs(bought, cells)
      assert.deepEqual(read.values, values)
      assert.deepEqual(read.asked, asked === undefined ? [] : [['k.order', asked, undefined]])
    })

  test('are read as was answered, for a future day too', () => {
    const answered = (order: string) => readAs(due, ['01/02/2027'], { answers: { 'k.order': order } }).values
    assert.deepEqual([answered('dmy'), answered('mdy'), answered('ymd')], [['2027-02-01'], ['2027-01-02'], [undefined]])
  })

  test('without a day are counted', () => {
    assert.equal(readAs(bought, ['2019年3月', '2019-03-05', '2015-06']).monthOnlyCount, 2)
    assert.equal(isMonthOnly('2019'), false)
  })

  test('of a year alone are its first day, and counted', () => {
    const read = readAs(bought, ['2019', '2021年', '二〇二〇年', '2018年度', '2019-03-05', '1234', '350', '20210'])
    assert.deepEqual(read.values, [
      '2019-01-01',
      '2021-01-01',
      '2020-01-01',
      '2018-01-01',
      '2019-03-05',
      undefined,
      undefined,
      '1955-05-01',
    ])
    assert.deepEqual([read.yearOnlyCount, read.monthOnlyCount, read.asked], [4, 0, []])
  })
})

describe('amounts', () => {
  const value = money('原值')
  const cases: [cells: string[], values: (string | undefined)[], asked: string | undefined, hasNumbers?: boolean][] = [
    [['1.234,56', '12'], ['1234.56', '12'], undefined],
    [['1.234,5', '1.234'], ['1234.5', '1234'], undefined],
    [['￥1,299.00', '12.5万', 'RMB 3', '5元'], ['1299', '125000', '3', '5'], undefined],
    [['1.234'], ['1.234'], '. ,'],
    [['1.234', '3.99'], ['1.234', '3.99'], undefined],
    [['1.234'], ['1.234'], undefined, true],
    [['1,234', '56'], ['1234', '56'], undefined],
    [['12,5', '12.5'], [undefined, '12.5'], '. ,'],
    [["1'234.50", '1 234.50'], ['1234.5', '1234.5'], undefined],
    [['-1.234,56', '(1.234,56)'], ['-1234.56', '-1234.56'], undefined],
    [['€ 299.00元'], [undefined], undefined],
    [['12 台', '一百'], [undefined, undefined], undefined],
  ]
  for (const [cells, values, asked, hasNumbers = false] of cases)
    test(`${cells.join(' | ')}${hasNumbers ? ' in a spreadsheet' : ''}`, () => {
      const read = readAs(value, cells, { hasNumbers })
      assert.deepEqual(read.values, values)
      assert.deepEqual(read.asked, asked === undefined ? [] : [['k.point', asked, undefined]])
    })

  test('in a foreign currency are read once there is a rate, and never before', () => {
    const cells = ['USD 299', '$1,000', '€ 299.00', '100']
    assert.deepEqual(readAs(value, cells), {
      values: [undefined, undefined, undefined, '100'],
      asked: [
        ['k.rate.USD', '', undefined],
        ['k.rate.EUR', '', undefined],
      ],
      monthOnlyCount: 0,
      yearOnlyCount: 0,
    })
    const rates = { 'k.rate.USD': '7.2', 'k.rate.EUR': '7.85' }
    assert.deepEqual(readAs(value, cells, { answers: rates }).values, ['2152.8', '7200', '2347.15', '100'])
    for (const wrong of ['0', '-1', '7,2', 'x', ''])
      assert.equal(readAs(value, ['$1'], { answers: { 'k.rate.USD': wrong } }).values[0], undefined)
  })

  test('in a column of a foreign currency are in it, unless they say yuan', () => {
    const answers = { 'k.rate.USD': '7' }
    assert.deepEqual(readAs(value, ['2', '¥5', '$3'], { header: '原值（万美元）', answers }).values, ['140000', '50000', '210000'])
    assert.deepEqual(readAs(value, ['2'], { header: 'Price (USD)' }).values, [undefined])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDefined } from '../../kernel/assert.ts'
import { addDays } from '../../kernel/day.ts'
import { sum } from '../../kernel/decimal.ts'
import type { Group, Groups } from '../tables/groupOperations.ts'
import type { PaperTable } from '../paper/paper.ts'
import { stockEntryTable } from '../stockBook/entryTable.ts'
import { dashboardPaper } from './dashboardPaper.ts'
import type { AnsweredTile } from './operations.ts'

const say = (words: string, params: Readonly<Record<string, unknown>> = {}) =>
  words.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(params[key]))

type Question = Pick<AnsweredTile, 'shape' | 'by' | 'days'>

const printedTable = (question: Question, groups: Groups, nights: AnsweredTile['answer']['nights'] = []): PaperTable => {
  const answer: AnsweredTile['answer'] = { state: 'answered', inputs: {}, groups, columns: [], rows: [], nights }
  const sheet = { id: '1', title: '领用', width: 2, height: 2, table: stockEntryTable.name, where: [], likeQuery: '' }
  const figures: AnsweredTile['figures'] = [{ key: 'outQuantity', of: 'sum' }]
  const tile: AnsweredTile = { ...sheet, figures, sort: [], columns: [], isKept: true, ...question, answer }
  const context = { organisation: '公司', by: '陈思远', at: '2026-11-30T08:00:00.000Z' }
  const [table] = dashboardPaper('仪表板', [{ table: stockEntryTable, tile }], say, context).tables
  return assertDefined(table, 'a table')
}

const totalOf = (list: readonly Group[]) => ({
  count: list.length,
  figures: [sum(list.flatMap(({ figures: [figure] }) => figure ?? []))],
})
const groupsOf = (list: Group[], others: Groups['others'] = null): Groups => {
  const parts = others ? [...list, { keys: [], ...others }] : list
  return { list, others, total: { groups: list.length + (others?.groups ?? 0), ...totalOf(parts) }, names: {} }
}
const numbersOf = (words: readonly string[]) => words.map((word) => word.replaceAll(',', '')).filter((word) => word !== '')
const assertAddsUp = (parts: readonly string[], total: string | undefined) =>
  assert.equal(sum(numbersOf(parts)), total?.replaceAll(',', ''))

const byDepartment: Question = { shape: 'bar', by: [{ key: 'deptId' }], days: 30 }
const byMonth: Question = { shape: 'stacked', by: [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }], days: 30 }
const months = Array.from({ length: 15 }, (_, at) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`)
const manyCells = Array.from({ length: 43 }, (_, row) => months.map((month, at) => ({ keys: [String(row), month], count: 1, figures: [String(1000 * row + at)] }))).flat() // prettier-ignore

test('groups without a row stand in one row, so that the column comes to its total', () => {
  const list = Array.from({ length: 50 }, (_, at) => ({ keys: [String(at)], count: 1, figures: [String(2000 - at)] }))
  const { rows, totals } = printedTable(byDepartment, groupsOf(list, { groups: 7, count: 9, figures: ['12345'] }))
  assert.equal(rows.length, 41)
  assert.deepEqual(rows.at(-1), ['其他17组', '31,900', '19'])
  assertAddsUp(
    rows.map(([, words = '']) => words),
    totals?.[1],
  )
})

test('a pivot has the latest months; earlier months and further rows stand together, so that everything adds up', () => {
  const { columns, rows, totals } = printedTable(byMonth, groupsOf(manyCells))
  assert.deepEqual(
    columns.map(({ label }) => label).filter((_, at) => at < 2 || at > 11),
    ['部门', '2025-04', '2026-03', '其他3列', '合计'],
  )
  assert.equal(rows.at(-1)?.[0], '其他3行')
  for (const row of [...rows, totals ?? []]) assertAddsUp(row.slice(1, -1), row.at(-1))
  for (const at of columns.keys())
    if (at > 0)
      assertAddsUp(
        rows.map((row) => row[at] ?? ''),
        totals?.[at],
      )
})

test('rows and columns that come to most stand first, whatever their largest cell is', () => {
  const cell = (deptId: string, goodsId: string, figure: string) => ({ keys: [deptId, goodsId], count: 1, figures: [figure] })
  const list = [cell('1', '7', '50'), cell('2', '8', '40'), cell('2', '9', '30'), cell('1', '9', '15')]
  const { columns, rows } = printedTable({ ...byMonth, by: [{ key: 'deptId' }, { key: 'documentCode' }] }, groupsOf(list))
  assert.deepEqual(
    columns.map(({ label }) => label),
    ['部门', '7', '9', '8', '合计'],
  )
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ['70', '65'],
  )
})

test('a pivot of which small groups stand in no cell says no total but of all', () => {
  const { rows, totals } = printedTable(byMonth, groupsOf(manyCells.slice(0, 4), { groups: 2, count: 3, figures: ['1500'] }))
  assert.deepEqual(rows.at(-1), ['其他2组', '', '', '', '', '1,500'])
  assert.equal(rows[0]?.at(-1), '')
  assert.deepEqual(totals, ['合计', '', '', '', '', '1,506'])
})

const nights = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ day: addDays('2026-11-29', at + 1 - count), figure: String(1000 + at) }))
const curve = (days: 30 | 90 | 365) => printedTable({ shape: 'trend', by: [], days }, groupsOf([]), nights(days))

test('a curve of a month is printed night by night, a longer one by the last night of each week or month, and says so', () => {
  assert.equal(curve(30).rows.length, 30)
  const { title, rows } = curve(90)
  assert.deepEqual([title, rows.length, rows.at(-1), rows.at(-2)?.[0]], ['领用（每周最后一晚）', 13, ['2026-11-29', '1,089'], '2026-11-22'])
  const year = curve(365)
  assert.deepEqual([year.title, year.rows.length, year.rows.at(-2)?.[0]], ['领用（每月最后一晚）', 13, '2026-10-31'])
})

test('what is compared is this month and the one before, with rows or without', () => {
  const change: Question = { shape: 'change', by: [{ key: 'movedOn', period: 'month' }], days: 30 }
  const october = [{ keys: ['2026-10-01'], count: 3, figures: ['1800'] }]
  assert.deepEqual(printedTable(change, groupsOf(october)).rows, [
    ['2026-10', '1,800', '3'],
    ['2026-11', '–', '0'],
  ])
  assert.deepEqual(printedTable(change, groupsOf([])).rows, [
    ['2026-10', '–', '0'],
    ['2026-11', '–', '0'],
  ])
})

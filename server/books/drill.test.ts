import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, toFixed } from '../../kernel/decimal.ts'
import { addDays } from '../../kernel/day.ts'
import { closingWorker } from './closing.ts'
import type { Row } from '../testing/desk.ts'
import { faults, furnish, monthName, monthStart, ok, runJobs, stockIn } from './testing/bookCompany.ts'

const sumOf = (rows: readonly Row[], key: string): string =>
  toFixed(
    rows.reduce((sum, row) => add(sum, row[key]), '0'),
    2,
  )
const exactly = (key: string, id: string | null) => (id === null ? { key, is: 'empty' } : { key, is: 'only', value: [id] })

/** A company whose book has two categories, one below the other, an asset that changed its category, a receipt, shares, and a month that was run twice. */
const livedBook = async () => {
  const company = await furnish()
  const { desk, category, place, works, book, enter, start, close } = company
  const notebooks = await ok(desk, 'goods/gscat/save', { catCode: 'C11', catName: '笔记本', catKind: 'asset', parentId: category['id'] })
  const below = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M2', goodsName: '轻薄本', catId: notebooks['id'] })
  const first = await enter({ value: '6999', boughtOn: monthStart(6), instanceCode: 'DR-1' })
  await enter({ value: '1000', boughtOn: monthStart(6), instanceCode: 'DR-2', deptId: works['id'] })
  await enter({ goodsId: below['id'], value: '3600', boughtOn: monthStart(8), instanceCode: 'DR-3' })
  await ok(desk, 'goods/gscostshare/save', { assetCode: 'DR-1', deptId: works['id'], costObject: '项目甲', share: '40' })
  await start()
  await close(3)
  const receipt = { to: place['id'], inServiceOn: monthStart(2) }
  assert.equal((await stockIn(desk, receipt, { model: below['id'], quantity: '2', price: '500' }))['code'], 0)
  assert.equal((await desk.call('goods/gsgoodsinstance/update', { id: first['id'], catId: notebooks['id'] }))['code'], 0)
  await close(2)
  await close(1)
  await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(1), reason: '重算' })
  await runJobs(desk.company.orgId, closingWorker)
  await close(1)
  return company
}

test('the entries behind every figure of the movements add up to it, and so do the shares behind an allocation', async () => {
  const { desk, book, movements } = await livedBook()
  const entriesOf = async (where: readonly Row[]): Promise<Row[]> =>
    (await ok(desk, 'goods/gsvalue/entries', { bookId: book['id'], pageSize: 100, where }))['page']['list']
  const between = (from: string, to: string) => ({ key: 'monthOn', is: 'between', value: [from, to] })
  const [from, lastDay] = [monthStart(2), addDays(monthStart(0), -1)]
  for (const by of ['category', 'department']) {
    const { list } = await movements(2, 1, by)
    assert.ok(list.length >= 2, by)
    for (const { id, opening, movements: kinds, closing } of list) {
      const row = [{ key: 'isTakenBack', is: 'no' }, exactly(by === 'category' ? 'catId' : 'deptId', id)]
      const before = await entriesOf([between('', addDays(from, -1)), ...row])
      const all = await entriesOf([between('', lastDay), ...row])
      for (const key of ['cost', 'depreciation', 'impairment']) {
        assert.equal(sumOf(before, key), opening[key], `${by} opening ${key}`)
        assert.equal(sumOf(all, key), closing[key], `${by} closing ${key}`)
      }
      assert.equal(sumOf(all, 'net'), closing['net'])
      for (const [kind, amounts] of Object.entries<Row>(kinds)) {
        const ofKind = await entriesOf([between(from, lastDay), { key: 'kind', is: 'in', value: [kind] }, ...row])
        for (const key of ['cost', 'depreciation']) assert.equal(sumOf(ofKind, key), amounts[key], `${by} ${kind} ${key}`)
      }
    }
  }
  const span = { bookId: book['id'], from: monthName(3), to: monthName(1) }
  const { list: bearers } = await ok(desk, 'goods/gsvalue/allocations', span)
  for (const [deptId, ofDepartment] of Map.groupBy<string | null, Row>(bearers, (row) => row['deptId'])) {
    const asked = { bookId: book['id'], fromMonth: span.from, toMonth: span.to, pageSize: 100, where: [exactly('deptId', deptId)] }
    const { list } = (await ok(desk, 'goods/gsvalue/allocationLines', asked))['page']
    assert.equal(sumOf(list, 'amount'), sumOf(ofDepartment, 'amount'))
  }
  const pages = []
  for (let pageKey: string | undefined, more = true; more;) {
    const { page } = await ok(desk, 'goods/gsvalue/allocationLines', {
      ...{ bookId: book['id'], fromMonth: span.from, toMonth: span.to, pageSize: 2 },
      ...(pageKey !== undefined && { after: pageKey }),
    })
    pages.push(...page['list'])
    pageKey = page['next'] ?? undefined
    more = pageKey !== undefined
  }
  assert.equal(new Set(pages.map(({ id }) => id)).size, pages.length)
  assert.equal(sumOf(pages, 'amount'), sumOf(bearers, 'amount'))
  assert.deepEqual(await faults(), [])
})

test('an opening is the closing of the month before, by category and by department', async () => {
  const { movements } = await livedBook()
  for (const by of ['category', 'department']) {
    const balances = async (month: number) => {
      const { list, total } = await movements(month, month, by)
      const of = (when: 'opening' | 'closing') =>
        Object.fromEntries(
          [...list, { ...total, id: 'total' }].map((row: Row) => [row['id'], `${row[when]['cost']} ${row[when]['depreciation']}`]),
        )
      return { opening: of('opening'), closing: of('closing') }
    }
    const all = await Promise.all([3, 2, 1].map(balances))
    for (const [index, { closing }] of all.slice(0, -1).entries())
      for (const [id, amounts] of Object.entries(closing)) assert.equal(all[index + 1]?.opening[id] ?? '0.00 0.00', amounts, `${by} ${id}`)
  }
})

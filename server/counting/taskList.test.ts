import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../kernel/day.ts'
import { countTaskStates } from '../../domain/counting/task.ts'
import type { SortOrder, Where } from '../../domain/tables/view.ts'
import { counted } from '../testing/counted.ts'
import { rowsOf } from '../testing/desk.ts'

type Row = ReturnType<typeof JSON.parse>

/** The list of counts, asked and sorted, beside the same rows filtered and sorted here. */
const { found, done, ask, askAs, stockAssets, openTask } = await counted()
const house = await found()
await stockAssets(house, house.a, 2)
await stockAssets(house, house.b, 1)
const keeper = await house.company.hire('keeper', ['goodsmanager'])
for (const [at, name] of ['alpha', 'beta', 'alpha two', 'gamma', 'delta'].entries()) {
  const { id } = await openTask(house, { name, dueDays: 1 + ((at * 2) % 5), scope: at % 2 ? { places: [house.a] } : {} })
  if (at > 2) await done(house.admin, 'goods/gsinventorytask/cancel', { taskId: id })
}
const page = async (body: Row): Promise<Row> => {
  const answer = await askAs(house.admin, 'goods/gsinventorytask/list', body)
  assert.equal(answer.code, 0, JSON.stringify(answer))
  return answer.page
}
/** The newest first. */
const everything: readonly Row[] = (await page({}))['list']
const today = dayAt(Date.now())

const questions: readonly (readonly [title: string, where: Where, holds: (row: Row) => boolean, found: number])[] = [
  ['words in the name', [{ key: 'name', is: 'contains', value: 'ALPHA' }], ({ name }) => name.includes('alpha'), 2],
  ['a number as a whole', [{ key: 'code', is: 'eq', value: everything[1]!['code'] }], ({ code }) => code === everything[1]!['code'], 1],
  ['states', [{ key: 'state', is: 'in', value: ['cancelled'] }], ({ state }) => state === 'cancelled', 2],
  ['but some states', [{ key: 'state', is: 'notIn', value: ['cancelled'] }], ({ state }) => state !== 'cancelled', 3],
  [
    'until when it is to be done',
    [{ key: 'dueOn', is: 'between', value: ['', addDays(today, 2)] }],
    ({ dueOn }) => dueOn <= addDays(today, 2),
    2,
  ],
  ['what was opened today', [{ key: 'openedAt', is: 'last', value: '0' }], () => true, 5],
  ['what is over', [{ key: 'closedAt', is: 'filled' }], ({ closedAt }) => closedAt !== null, 2],
  ['how much is counted', [{ key: 'expected', is: 'eq', value: '2' }], ({ numbers }) => numbers.expected === 2, 2],
  ['whom it was opened by', [{ key: 'openedBy', is: 'in', value: [house.company.admin] }], () => true, 5],
  ['whom it was not opened by', [{ key: 'openedBy', is: 'notIn', value: [house.company.admin] }], () => false, 0],
]
for (const [title, where, holds, count] of questions)
  test(`counts are asked by ${title}`, async () => {
    const { list, totalCount } = await page({ where })
    assert.deepEqual(list, everything.filter(holds))
    assert.deepEqual([list.length, totalCount], [count, count])
  })

const orders: readonly (readonly [key: string, value: (row: Row) => string | number | null])[] = [
  ['name', ({ name }) => name],
  ['expected', ({ numbers }) => numbers.expected],
  ['dueOn', ({ dueOn }) => dueOn],
  ['closedAt', ({ closedAt }) => closedAt],
  ['state', ({ state }) => state],
]
for (const [key, value] of orders)
  for (const descending of [false, true])
    test(`counts are sorted by ${key}${descending ? ', the other way' : ''}, and read on by cursor`, async () => {
      const sort: readonly SortOrder[] = [{ key, descending }]
      const wanted = everything.toSorted((a, b) => {
        const [one, other] = [value(a), value(b)]
        if (one === other) return (BigInt(a.id) < BigInt(b.id) ? -1 : 1) * (descending ? -1 : 1)
        if (one === null || other === null) return one === null ? 1 : -1
        return (one < other ? -1 : 1) * (descending ? -1 : 1)
      })
      const seen: string[] = []
      for (let after: string | undefined, begun = true; begun || after !== undefined; begun = false) {
        const part = await page({ sort, pageSize: 2, after })
        seen.push(...part.list.map(({ id }: Row) => id))
        after = part.next
      }
      assert.deepEqual(
        seen,
        wanted.map(({ id }) => id),
      )
    })

test('a question shows nobody more counts than he has', async () => {
  const token = await house.company.tokenOf(keeper)
  const where = [{ key: 'state', is: 'in', value: ['open', 'cancelled'] }]
  assert.deepEqual((await askAs(token, 'goods/gsinventorytask/list', { where })).page.list, [])
})

test('counts go by number of page as well', async () => {
  const ids = everything.map(({ id }) => id)
  const second = await page({ page: 2, pageSize: 2, order: 'asc' })
  assert.deepEqual(
    second['list'].map(({ id }: Row) => id),
    ids.slice(2, 4),
  )
})

test('counts leave as they are seen, and those alone that are chosen', async () => {
  const columns = ['name', 'code', 'done', 'expected', 'differing', 'accuracy', 'openedByName', 'openedAt', 'dueOn', 'closedAt', 'state']
  const rows = async (body: object) => {
    const answer = await ask({
      path: '/api/goods/gsinventorytask/list/export',
      body: { format: 'csv', columns, ...body },
      token: house.admin,
    })
    const [, ...all] = await rowsOf(answer.bytes)
    return all
  }
  const codesOf = (of: readonly (readonly string[])[]) => of.map(([, code]) => code)
  const all = await rows({})
  assert.deepEqual(codesOf(all), everything.map(({ code }) => code)) // prettier-ignore
  const [name, , done, expected, differing, , , , dueOn, , state] = all.at(-1)!
  const { numbers, ...last } = everything.at(-1)!
  assert.deepEqual(
    [name, done, expected, differing, dueOn, state],
    [last.name, `0 / ${numbers.expected}`, String(numbers.expected), '0', last.dueOn, countTaskStates.open],
  )
  const [first, ...others] = everything
  assert.deepEqual(codesOf(await rows({ ids: [first!.id] })), [first!.code])
  assert.deepEqual(codesOf(await rows({ except: [first!.id], state: 'open' })), others.filter((row) => row.state === 'open').map(({ code }) => code)) // prettier-ignore
})

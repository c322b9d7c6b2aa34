import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import { location } from '../../domain/records/location.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { type Condition, isEither, type SortOrder, type Where } from '../../domain/tables/view.ts'
import { insert } from '../testing/company.ts'
import { desks, type Row } from '../testing/desk.ts'

const at = 'goods/gsgoodsinstance'

/** Lists of records, asked and sorted at random, beside the same rows filtered and sorted here. */
const { app, newDesk } = await desks()
const desk = await newDesk()
const { orgId } = desk.company
const ids = (count: number) => Array.from({ length: count }, () => newId())
const [park, house, room, yard] = ids(4) as [string, string, string, string]
const [pc, monitor] = ids(2) as [string, string]
const above: Record<string, string | null> = { [park]: null, [house]: park, [room]: house, [yard]: null }
const names = ['alpha 2', 'beta', 'alpha 10', '显示器', '办公桌', '重庆']
/** As a Chinese reader looks for them, an outer order of scripts aside. */
const reading = new Intl.Collator('zh-u-co-pinyin-kn')
const isHan = (text: string) => /\p{Script=Han}/u.test(text)
const byReading = (one: string, other: string) => Number(isHan(one)) - Number(isHan(other)) || reading.compare(one, other)
const days = ['2024-01-05', '2024-02-29', '2025-01-01']
const ends = ['2026-01-05', '2028-02-29', '2031-01-01']
const pick = <T>(of: readonly T[], n: number): T => of[n % of.length]!
const orNull = <T>(value: T, n: number, every: number): T | null => (n % every === 0 ? null : value)

type Asset = Record<string, string | null> & { id: string }
const cardOf = (id: string, n: number): Asset => ({
  id,
  instanceCode: `C${String((n * 7919) % 1000).padStart(4, '0')}${n}`,
  instanceName: pick(names, n),
  goodsId: pick([pc, monitor], n >> 1),
  value: orNull(String((n * 37) % 11), n, 5),
  boughtOn: orNull(pick(days, n), n, 3),
  warrantyUntil: orNull(pick(ends, n >> 2), n, 2),
  locId: pick([park, house, room, yard], n),
  condition: pick(['good', 'worn', 'faulty'], n),
  state: 'idle',
})
const put = async (card: Asset): Promise<void> => {
  const { state: _, ...typed } = card
  const answer = await desk.call(`${at}/save`, typed)
  assert.equal(answer['code'], 0, JSON.stringify(answer))
}
const cards = ids(60).map(cardOf)

await app.database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: park, loc_code: 'P', loc_name: '园区', search: '园区' },
    { id: house, loc_code: 'H', loc_name: '楼', parent_id: park, search: '楼' },
    { id: room, loc_code: 'R', loc_name: '房间', parent_id: house, search: '房间' },
    { id: yard, loc_code: 'Y', loc_name: '院子', search: '院子' },
  ])
  await insert(tx, 'model', [
    { id: pc, goods_code: 'M1', goods_name: '电脑', search: '电脑' },
    { id: monitor, goods_code: 'M2', goods_name: '显示器', search: '显示器' },
  ])
})
for (const card of cards) await put(card)

const ask = async (body: Row, path = at): Promise<Row> => {
  const answer = await desk.call(`${path}/list`, body)
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['page']
}

const isBelow = (place: string | null, node: string): boolean => place !== null && (place === node || isBelow(above[place] ?? null, node))
const values = (condition: Condition): string[] => condition.value as string[]
const holds = (row: Asset, condition: Condition): boolean => {
  const value = row[condition.key] ?? null
  const isAmong = () => values(condition).some((one) => (condition.key === 'locId' ? isBelow(value, one) : value === one))
  const comparable = (of: string) => (condition.key === 'value' ? of.padStart(12, '0') : of)
  switch (condition.is) {
    case 'in':
      return isAmong()
    case 'notIn':
      return !isAmong()
    case 'contains':
      return value !== null && value.toLowerCase().includes(String(condition.value).toLowerCase())
    case 'eq':
      return value === condition.value
    case 'between': {
      const [from, to] = values(condition) as [string, string]
      return value !== null && (from === '' || comparable(value) >= comparable(from)) && (to === '' || comparable(value) <= comparable(to))
    }
    case 'empty':
      return value === null
    default:
      return value !== null
  }
}
const plainly = (where: Where, sort: readonly SortOrder[], keyword: string): string[] => {
  const kept = cards.filter(
    (row) =>
      where.every((term) => (isEither(term) ? term.any.some((one) => holds(row, one)) : holds(row, term))) &&
      (keyword === '' || row['instanceName']!.includes(keyword) || (keyword === '电脑' && row['goodsId'] === pc)),
  )
  const order = (a: Asset, b: Asset): number => {
    for (const { key, descending = false } of sort) {
      const [one, other] = [a[key] ?? null, b[key] ?? null]
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      const less = key === 'value' ? Number(one) - Number(other) : key === 'instanceName' ? byReading(one, other) : one < other ? -1 : 1
      return descending ? -less : less
    }
    const older = BigInt(a.id) < BigInt(b.id) ? -1 : 1
    return sort.length > 0 && !sort[0]!.descending ? older : -older
  }
  return kept.toSorted(order).map(({ id }) => id)
}

const oneOf = <T>(...of: readonly T[]) => fc.constantFrom(...of)
const some = (of: readonly string[]) => fc.uniqueArray(oneOf(...of), { minLength: 1, maxLength: 3 })
const range = (of: readonly string[]) => fc.tuple(oneOf('', ...of), oneOf(...of)).map(([from, to]): readonly string[] => [from, to])
const is = <K extends Condition['is']>(key: string, asking: K, value?: fc.Arbitrary<string | readonly string[]>): fc.Arbitrary<Condition> =>
  value ? value.map((said) => ({ key, is: asking, value: said })) : fc.constant({ key, is: asking })
const condition = fc.oneof(
  is('instanceName', 'contains', oneOf('al', 'TA', 'zzz')),
  is('instanceName', 'eq', oneOf('beta', 'omega')),
  is('value', 'between', range(['0', '4', '9'])),
  is('value', 'eq', oneOf('3', '7')),
  is('value', 'empty'),
  is('boughtOn', 'between', range(days)),
  is('boughtOn', 'filled'),
  is('warrantyUntil', 'empty'),
  is('warrantyUntil', 'between', range(ends)),
  is('locId', 'in', some([park, house, room, yard])),
  is('locId', 'notIn', some([house, yard])),
  is('goodsId', 'in', some([pc, monitor])),
  is('condition', 'in', some(['good', 'worn', 'broken'])),
  is('condition', 'notIn', some(['good'])),
  is('state', 'in', some(['idle', 'inUse', 'inRepair'])),
)
const where: fc.Arbitrary<Where> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: condition },
    { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
  ),
  { maxLength: 3 },
)
const sort = fc
  .uniqueArray(oneOf('instanceCode', 'instanceName', 'value', 'boughtOn', 'warrantyUntil', 'createdAt'), { maxLength: 3 })
  .chain((keys) => fc.tuple(...keys.map((key) => fc.boolean().map((descending): SortOrder => ({ key, descending })))))
  // What was made first has the lower id.
  .map((sorting) => sorting.filter(({ key }) => key !== 'createdAt' || sorting.length === 1))

describe('the register', () => {
  test('finds, counts and sorts what is asked for, whatever it is', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(where, sort, oneOf('', '', 'eta', '电脑'), async (asked, sorting, likeQuery) => {
        const page = await ask({ where: asked, sort: sorting, likeQuery, pageSize: 100 })
        const wanted = plainly(asked, sorting, likeQuery)
        assert.deepEqual(
          page['list'].map(({ id }: Row) => id),
          wanted,
        )
        assert.equal(page['totalCount'], wanted.length)
      }),
      { numRuns: 40 },
    )
  })

  test('is read to its end by cursor: each row once, in order, whatever comes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(where, sort, oneOf('', 'eta'), fc.integer({ min: 3, max: 25 }), async (asked, sorting, likeQuery, pageSize) => {
        const before = plainly(asked, sorting, likeQuery)
        const seen: string[] = []
        let after: string | undefined
        for (let number = 0; number < 100; number++) {
          const page = await ask({ where: asked, sort: sorting, likeQuery, pageSize, after })
          seen.push(...page['list'].map(({ id }: Row) => id))
          after = page['next']
          if (after === undefined) break
          const come = cardOf(newId(), cards.length)
          await put(come)
          cards.push(come)
        }
        assert.equal(new Set(seen).size, seen.length, 'no row twice')
        assert.deepEqual(
          seen.filter((id) => before.includes(id)),
          before,
        )
      }),
      { numRuns: 8 },
    )
  })

  test('goes by number as far in another order as by cursor', async () => {
    for (const descending of [false, true]) {
      const sorting = [{ key: 'boughtOn', descending }]
      const all: string[] = []
      for (let page = 1; page <= Math.ceil(cards.length / 7); page++)
        all.push(...(await ask({ sort: sorting, pageSize: 7, page }))['list'].map(({ id }: Row) => id))
      assert.deepEqual(all, plainly([], sorting, ''))
    }
  })

  test('is read by value alone, both ways, to its end', async () => {
    for (const descending of [false, true]) {
      const sorting = [{ key: 'value', descending }]
      const seen: string[] = []
      for (let after: string | undefined, number = 0; number === 0 || after !== undefined; number++) {
        const page = await ask({ sort: sorting, pageSize: 7, after })
        seen.push(...page['list'].map(({ id }: Row) => id))
        after = page['next']
      }
      assert.deepEqual(seen, plainly([], sorting, ''))
    }
  })

  test('takes no cursor but its own', async () => {
    const sorting = [{ key: 'value' }]
    const { next } = await ask({ sort: sorting, pageSize: 5 })
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const [cursor, body] of [
      [next, { sort: [{ key: 'value', descending: true }] }],
      [next, { sort: [{ key: 'boughtOn' }] }],
      [next, {}],
      ['123', { sort: sorting }],
      ['%%%', { sort: sorting }],
      [forged('gsgoodsinstance value', newId(), 'NaN'), { sort: sorting }],
      [forged('gsgoodsinstance value', "1' or true", '1'), { sort: sorting }],
      [forged('gsgoodsinstance value', newId()), { sort: sorting }],
      [forged('gsgoodsinstance value', newId(), { a: 1 }), { sort: sorting }],
      [forged('gsgoods value', newId(), '1'), { sort: sorting }],
      [forged('gsgoodsinstance createdAt', newId(), '2026-02-30 00:00:00+00'), { sort: [{ key: 'createdAt' }] }],
      [forged('gsgoodsinstance createdAt', newId(), '0000-01-01 00:00:00+00'), { sort: [{ key: 'createdAt' }] }],
    ] as const) {
      const answer = await desk.call(`${at}/list`, { ...body, after: cursor })
      assert.equal(answer['msg'], '翻页位置有误', JSON.stringify(answer))
    }
  })

  test('refuses an order that it has not', async () => {
    for (const sorting of [[{ key: 'remark' }], [{ key: 'constructor' }], [{ key: 'value' }, { key: 'value' }]])
      assert.equal((await desk.call(`${at}/list`, { sort: sorting }))['reason'], 'request.malformed')
  })
})

describe('a list of ordinary size', () => {
  const table = (kind: RecordKind) => tableOfRecord(kind)
  test('has the columns of its kind', () => {
    assert.equal(table(location).columns['locName']!.names, true)
    assert.equal(table(asset).columns['value']!.summed, true)
  })

  test('is asked and sorted in the same words', async () => {
    const list = async (body: Row): Promise<string[]> => (await ask(body, 'goods/gsgoodsloc'))['list'].map(({ locCode }: Row) => locCode)
    assert.deepEqual(await list({ where: [{ key: 'parentId', is: 'in', value: [park] }], sort: [{ key: 'locCode' }] }), ['H', 'R'])
    assert.deepEqual(await list({ where: [{ key: 'parentId', is: 'empty' }], sort: [{ key: 'locName', descending: true }] }), ['Y', 'P'])
    const first = await ask({ sort: [{ key: 'locCode' }], pageSize: 3 }, 'goods/gsgoodsloc')
    assert.deepEqual(await list({ sort: [{ key: 'locCode' }], pageSize: 3, after: first['next'] }), ['Y'])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../../kernel/id.ts'
import { consumable } from '../../../domain/records/consumable.ts'
import { type Condition, isEither, type SortOrder, type Where } from '../../../domain/tables/view.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { rowsOf } from '../../testing/desk.ts'
import { recordHandlers } from '../handlers.ts'
import { writeConsumables } from '../import/write.ts'

type Row = ReturnType<typeof JSON.parse>

/** The stock, asked and sorted at random, beside the same rows filtered and sorted here. */
const app = await testApp(recordHandlers, { breaks: ['documents: the moves are the ones that the content asks for'] })
const company = await app.newCompany()
const token = await company.tokenOf(company.admin)
const list = async (body: Row): Promise<Row> => {
  const { json } = await app.ask({ path: '/api/consum/cslocstock/list', body, token })
  assert.equal(json['code'], 0, JSON.stringify(json))
  return json['page']
}

/** The cells of an export as text. */
const exported = async (body: Row): Promise<readonly (readonly string[])[]> =>
  rowsOf((await app.ask({ path: '/api/consum/cslocstock/export', body: { format: 'csv', ...body }, token })).bytes)

const [site, house, yard] = [newId(), newId(), newId()]
const [office, paper, tools] = [newId(), newId(), newId()]
const aboveOf: Readonly<Record<string, string>> = { [house]: site, [paper]: office }
const isBelow = (node: string, top: string): boolean => node === top || (node in aboveOf && isBelow(aboveOf[node]!, top))
const pick = <T>(of: readonly T[], n: number): T => of[n % of.length]!
const cards = Array.from({ length: 30 }, (_, n) => ({
  id: newId(),
  goodsCode: `C${String((n * 17) % 30).padStart(2, '0')}`,
  goodsName: pick(['alpha', 'beta', 'gamma'], n),
  ...(n % 4 > 0 && { catId: pick([office, paper, tools], n) }),
  ...(n % 3 > 0 && { minStock: String((n * 5) % 11) }),
  ...(n % 5 > 0 && { spec: pick(['A4', 'B5'], n) }),
  price: String((n * 7) % 9),
  openingLoc: pick([site, house, yard], n >> 1),
  openingQuantity: String(1 + ((n * 3) % 12)),
}))
const catOf = new Map<string, string | undefined>(cards.map(({ id, catId }) => [id, catId]))

await app.database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: site, loc_code: 'A', loc_name: 'site', search: 'site' },
    { id: house, loc_code: 'B', loc_name: 'house', parent_id: site, search: 'house' },
    { id: yard, loc_code: 'C', loc_name: 'yard', search: 'yard' },
  ])
  await insert(tx, 'category', [
    { id: office, cat_code: 'O', cat_name: '办公', cat_kind: 'consumable', search: '' },
    { id: paper, cat_code: 'P', cat_name: '纸', cat_kind: 'consumable', parent_id: office, search: '' },
    { id: tools, cat_code: 'T', cat_name: '工具', cat_kind: 'consumable', search: '' },
  ])
  await writeConsumables({
    tx,
    kind: consumable,
    author: { uid: company.admin, departmentIds: [] },
    at: Date.now(),
    remark: '期初',
    onProgress: async () => undefined,
    rows: cards.map(({ id, ...values }, rowAt) => ({ rowAt, id, values, more: [] })),
    places: new Map(),
  })
})
/** Everything, as the list answers it unasked: by code. */
const everything: readonly Row[] = (await list({ pageSize: 100 }))['list']
assert.equal(everything.length, cards.length)

const numbers = new Set(['onHand', 'available', 'value', 'minStock', 'unitCost'])
const holds = (row: Row, { key, is, value }: Condition): boolean => {
  const among = (at: string | undefined) => at !== undefined && (value as string[]).some((top) => isBelow(at, top))
  const at = key === 'catId' ? catOf.get(row['goodsId']) : row[key]
  switch (is) {
    case 'in':
      return among(at)
    case 'notIn':
      return !among(at)
    case 'contains':
      return at !== null && at.toLowerCase().includes(String(value).toLowerCase())
    case 'between': {
      const [from, to] = value as [string, string]
      return at !== null && (from === '' || Number(at) >= Number(from)) && (to === '' || Number(at) <= Number(to))
    }
    case 'eq':
      return at !== null && (numbers.has(key) ? Number(at) === Number(value) : at === value)
    case 'yes':
      return at
    case 'no':
      return !at
    case 'empty':
      return at === null
    default:
      return at !== null
  }
}
const plainly = (where: Where, sort: readonly SortOrder[]): string[] =>
  everything
    .filter((row) => where.every((term) => (isEither(term) ? term.any.some((one) => holds(row, one)) : holds(row, term))))
    .toSorted((a, b) => {
      for (const { key, descending } of sort) {
        const [one, other] = [a[key], b[key]]
        if (one === other) continue
        if (one === null || other === null) return one === null ? 1 : -1
        const less = numbers.has(key) ? Number(one) - Number(other) : one < other ? -1 : 1
        if (less !== 0) return descending ? -less : less
      }
      return 0
    })
    .map(({ id }) => id)

const oneOf = <T>(...of: readonly T[]) => fc.constantFrom(...of)
const some = (of: readonly string[]) => fc.uniqueArray(oneOf(...of), { minLength: 1, maxLength: 2 })
const range = fc.tuple(oneOf('', '0', '4'), oneOf('3', '8', '60'))
const is = (key: string, asking: Condition['is'], value?: fc.Arbitrary<string | readonly string[]>): fc.Arbitrary<Condition> =>
  value ? value.map((said) => ({ key, is: asking, value: said })) : fc.constant({ key, is: asking })
const condition = fc.oneof(
  is('goodsName', 'contains', oneOf('AL', 'ta', 'zz')),
  is('goodsCode', 'eq', oneOf('C07', 'X')),
  is('spec', 'empty'),
  is('catId', 'in', some([office, paper, tools])),
  is('catId', 'notIn', some([office, tools])),
  is('locId', 'in', some([site, house, yard])),
  is('locId', 'notIn', some([house, yard])),
  is('onHand', 'between', range),
  is('available', 'eq', oneOf('4', '7')),
  is('value', 'between', range),
  is('minStock', 'filled'),
  is('low', 'yes'),
  is('low', 'no'),
)
const where: fc.Arbitrary<Where> = fc.array(
  fc.oneof(condition, fc.array(condition, { minLength: 2, maxLength: 3 }).map((any) => ({ any }))),
  { maxLength: 3 },
) // prettier-ignore
const sort = fc
  .uniqueArray(oneOf('goodsName', 'locName', 'onHand', 'available', 'value', 'minStock'), { maxLength: 3 })
  .chain((keys) => fc.tuple(...keys.map((key) => fc.boolean().map((descending): SortOrder => ({ key, descending })))))

test('the stock finds, counts and sorts what is asked for, to its end by number of page and by cursor', async () => {
  await fc.assert(
    fc.asyncProperty(where, sort, fc.integer({ min: 3, max: 40 }), fc.boolean(), async (asked, sorting, pageSize, byCursor) => {
      const wanted = plainly(asked, sorting)
      const found: string[] = []
      let after: string | undefined
      for (let page = 1; page === 1 || found.length < wanted.length; page++) {
        const part = await list({ where: asked, sort: sorting, pageSize, ...(byCursor ? after && { after } : { page }) })
        after = part['next']
        assert.equal(part['totalCount'], wanted.length)
        found.push(...part['list'].map(({ id }: Row) => id))
        if (part['list'].length < pageSize) break
      }
      assert.deepEqual(found, wanted)
    }),
    { numRuns: 25 },
  )
})

test('an export has the rows of the question, in its order, and the columns as they stand', async () => {
  const where = [{ key: 'low', is: 'yes' }]
  const sort = [{ key: 'available', descending: true }]
  const rows = (await list({ where, sort, pageSize: 100 }))['list']
  assert.ok(rows.length > 0)
  const catNames = { [office]: '办公', [paper]: '纸', [tools]: '工具' } as Record<string, string>
  assert.deepEqual(await exported({ where, sort, columns: ['goodsName', 'catName', 'low', 'unitCost'] }), [
    ['耗材名称', '耗材分类', '低库存', '单价'],
    ...rows.map((row: Row) => [row['goodsName'], catNames[catOf.get(row['goodsId']) ?? ''] ?? '', '低库存', row['unitCost']]),
  ])
})

test('of the stock leaves what is chosen, or all but that', async () => {
  const [one, other] = everything
  const codes = async (body: Row) => (await exported({ ...body, columns: ['goodsCode'] })).slice(1).map(([code]) => code)
  assert.deepEqual(await codes({ ids: [other!['id'], one!['id'], '1-1'] }), [one!['goodsCode'], other!['goodsCode']])
  assert.equal((await codes({ except: [one!['id']] })).length, everything.length - 1)
})

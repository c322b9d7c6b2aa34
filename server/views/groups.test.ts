import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dayAt } from '../../kernel/day.ts'
import { compare, divide, sum } from '../../kernel/decimal.ts'
import { newId } from '../../kernel/id.ts'
import { allCodes } from '../../domain/access/codes.ts'
import { ownRoleCode } from '../../domain/access/roles.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { asset } from '../../domain/records/asset.ts'
import type { Table } from '../../domain/tables/define.ts'
import {
  type Figure,
  figuresOf,
  groupableKeys,
  type GroupKey,
  hasPeriods,
  lastDayOf,
  type Period,
  periods,
} from '../../domain/tables/grouping.ts'
import { conditionOfGroup } from '../../domain/tables/groupCondition.ts'
import type { Groups } from '../../domain/tables/groupOperations.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { tableNamed, tableNames } from '../../domain/tables/operations.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import type { Row } from '../testing/desk.ts'
import { summables } from './sums.ts'

/** Every grouping of a register beside the same rows groupsOf here. */
const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const token = await company.tokenOf(company.admin)
const call = async (path: string, body: Row, by = token): Promise<Row> => (await ask({ path: `/api/${path}`, body, token: by })).json
const resultOf = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['result'] ?? answer['page']
}
const [site, house, yard, model, office, group] = [newId(), newId(), newId(), newId(), newId(), newId()]
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: site, loc_code: 'A', loc_name: '园区' },
    { id: house, loc_code: 'B', loc_name: '楼', parent_id: site },
    { id: yard, loc_code: 'C', loc_name: '院' },
  ])
  await insert(tx, 'department', [
    { id: office, dept_code: 'D1', dept_name: '行政部' },
    { id: group, dept_code: 'D2', dept_name: '行政一组', parent_id: office },
  ])
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '笔记本' }])
})
const controls = [
  { type: 'whole', min: -100, max: 100 },
  { type: 'text', max: 60, lines: 1 },
  { type: 'choice', options: ['a', 'b'].map((value) => ({ value, label: value })), many: false },
  { type: 'flag' },
  { type: 'date' },
  { type: 'text', max: 2000, lines: 3 },
  { type: 'choice', options: ['a', 'b'].map((value) => ({ value, label: value })), many: true },
]
for (const [at, control] of controls.entries())
  resultOf(await call('records/ownfield/save', { noun: 'asset', label: `字段${at + 1}`, control }))
const pick = <T>(of: readonly T[], n: number): T => of[n % of.length] as T
const cards = Array.from({ length: 40 }, (_, n) => ({
  id: newId(),
  goodsId: model,
  instanceName: pick(['电脑', '显示器', '打印机'], n),
  locId: pick([site, house, yard], n >> 1),
  ...(n % 4 > 0 && { deptId: pick([office, group], n >> 1) }),
  ...(n % 5 > 0 && { value: String((n * 37) % 11) + (n % 2 > 0 ? '.35' : '') }),
  ...(n % 3 > 0 && { boughtOn: pick(['2024-12-29', '2024-12-30', '2025-01-01', '2025-03-31', '2025-04-01', '2026-02-28'], n) }),
  ownValues: {
    ...(n % 2 > 0 && { x1: ((n * 13) % 9) - 4 }),
    ...(n % 6 > 0 && { x2: pick(['甲', 'A_b*.', "'; drop"], n) }),
    ...(n % 7 > 0 && { x3: pick(['a', 'b'], n) }),
    ...(n % 2 > 0 && { x4: n % 4 === 1 }),
    ...(n % 3 > 1 && { x5: pick(['2026-01-04', '2026-01-05'], n) }),
  },
}))
for (const card of cards) resultOf(await call('goods/gsgoodsinstance/save', card))
const table: Table = await database.reading(company.orgId, async (tx) => tableOfRecord(await organisationKind(tx, asset)))

const rowsListed = async (where: Row[], by = token): Promise<Row[]> =>
  resultOf(await call('goods/gsgoodsinstance/list', { where, pageSize: 1000 }, by))['list']
const groupsOf = async (body: Row, by = token): Promise<Groups> =>
  resultOf(await call('table/groups', { table: 'gsgoodsinstance', ...body }, by)) as Groups

const firstDayOf = (day: string, period: Period): string => {
  const [year = '', month = ''] = day.split('-')
  const date = new Date(`${day}T00:00:00Z`)
  if (period === 'week') return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
  if (period === 'month') return `${year}-${month}-01`
  if (period === 'quarter') return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
  return period === 'year' ? `${year}-01-01` : day
}
const plain = (number: string): string => (number.includes('.') ? number.replace(/\.?0+$/, '') : number)
const keyOf = (row: Row, { key, period = 'day' }: GroupKey): string | null => {
  const column = table.columns[key]!
  const value = row[key]
  if (column.control.type === 'flag') return String(value === true)
  if (value === undefined || value === null) return null
  if (hasPeriods(column)) return firstDayOf(column.moment ? dayAt(Date.parse(value)) : value.slice(0, 10), period)
  return column.control.type === 'quantity' || column.control.type === 'money' ? plain(String(value)) : String(value)
}
const figureOf = (rows: readonly Row[], { key, of }: Figure): string | null => {
  const numbers = rows.flatMap((row) => (row[key] === null || row[key] === undefined ? [] : [String(row[key])]))
  const [first] = numbers
  if (first === undefined) return null
  if (of === 'sum') return plain(sum(numbers))
  if (of === 'average') return plain(divide(sum(numbers), String(numbers.length), 6))
  return plain(numbers.reduce((one, next) => (compare(one, next) === (of === 'min' ? 1 : -1) ? next : one), first))
}
const plainly = (rows: readonly Row[], by: readonly GroupKey[], figures: readonly Figure[]) =>
  [...Map.groupBy(rows, (row) => JSON.stringify(by.map((one) => keyOf(row, one))))]
    .map(([key, rowsOfKey]) =>
      JSON.stringify({ keys: JSON.parse(key), count: rowsOfKey.length, figures: figures.map((figure) => figureOf(rowsOfKey, figure)) }),
    )
    .toSorted()

const keys = groupableKeys(table)
const arbitraryBy = fc.uniqueArray(
  fc
    .record({ key: fc.constantFrom(...keys), period: fc.constantFrom(...periods) })
    .map(({ key, period }) => (hasPeriods(table.columns[key]!) ? { key, period } : { key })),
  { maxLength: 3, selector: ({ key }) => key },
)
const numeric = Object.keys(table.columns).flatMap((key) => figuresOf(table.columns[key]!).map((of) => ({ key, of })))
const arbitraryFigures = fc.array(fc.constantFrom(...numeric), { maxLength: 4 })
const arbitraryWhere = fc.constantFrom<Row[]>(
  [],
  [{ key: 'locId', is: 'in', value: [site] }],
  [{ key: 'locId', is: 'only', value: [site] }],
  [{ key: 'deptId', is: 'empty' }],
  [{ key: 'value', is: 'between', value: ['3', ''] }],
  [
    { key: 'x2', is: 'filled' },
    { key: 'x3', is: 'in', value: ['a'] },
  ],
  [{ key: 'instanceName', is: 'eq', value: '没有' }],
)

describe('the register by its columns', () => {
  test('has a column of every sort among them', () => {
    for (const key of ['locId', 'deptId', 'state', 'instanceName', 'value', 'boughtOn', 'createdAt', 'x1', 'x2', 'x3', 'x4', 'x5'])
      assert.ok(keys.includes(key), key)
    for (const key of ['label', 'x6', 'x7', 'pictures', 'remark']) assert.ok(!keys.includes(key), key)
  })

  test('comes to what its rows come to', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBy, arbitraryFigures, arbitraryWhere, async (by, figures, where) => {
        const rows = await rowsListed(where)
        const { list, others: otherGroups, total } = await groupsOf({ asked: { where }, by, figures })
        assert.equal(otherGroups, null)
        assert.deepEqual(list.map((one) => JSON.stringify(one)).toSorted(), plainly(rows, by, figures))
        assert.deepEqual(
          total.figures,
          figures.map((figure) => figureOf(rows, figure)),
        )
        assert.equal(total.count, rows.length)
        assert.equal(total.groups, list.length)
      }),
      { numRuns: 40 },
    )
  })

  test('opens from each group to its rows', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBy, fc.constantFrom(...numeric), async (by, figure) => {
        const { list } = await groupsOf({ by, figures: [figure] })
        for (const one of list.slice(0, 3)) {
          const rows = await rowsListed(by.map((key, at) => conditionOfGroup(table, key, one.keys[at] ?? null)))
          assert.deepEqual({ count: rows.length, figures: [figureOf(rows, figure)] }, { count: one.count, figures: one.figures })
        }
      }),
      { numRuns: 20 },
    )
  })

  test('puts what is beyond the limit together', async () => {
    const by = [{ key: 'instanceCode' }]
    const figures = (['sum', 'average', 'min', 'max'] as const).map((of) => ({ key: 'value', of }))
    const allGroups = await groupsOf({ by, figures })
    const cut = await groupsOf({ by, figures, limit: 7 })
    assert.deepEqual(cut.list, allGroups.list.slice(0, 7))
    assert.deepEqual(cut.total, allGroups.total)
    const remainder = (await rowsListed([])).filter(({ instanceCode }) => !cut.list.some((one) => one.keys[0] === instanceCode))
    assert.deepEqual(cut.others, { groups: 33, count: 33, figures: figures.map((figure) => figureOf(remainder, figure)) })
    assert.equal(compare(cut.list[0]!.figures[0]!, cut.list[6]!.figures[0]!), 1)
  })

  test('names what its groups refer to', async () => {
    const { names } = await groupsOf({ by: [{ key: 'locId' }, { key: 'deptId' }] })
    assert.deepEqual(names, { [site]: '园区', [house]: '楼', [yard]: '院', [office]: '行政部', [group]: '行政一组' })
  })

  test('leaves as a pivot with each figure, whose rows and columns come to what their own groups come to', async () => {
    const by = [{ key: 'locId' }, { key: 'x3' }]
    const figures = (['sum', 'average'] as const).map((of) => ({ key: 'value', of }))
    const body = { table: 'gsgoodsinstance', by, figures, isPivot: true, format: 'csv' }
    const { text } = await ask({ path: '/api/table/groups/export', body, token })
    const [head = [], ...lines] = text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const [places, choices, all] = await Promise.all([groupsOf({ by: by.slice(0, 1), figures }), groupsOf({ by: by.slice(1), figures }), groupsOf({ by, figures })]) // prettier-ignore
    assert.deepEqual(head.slice(-2), ['合计 · 原值（合计）', '合计 · 原值（平均）'])
    assert.equal(head.length, 1 + 2 * (choices.list.length + 1))
    const numbersOf = (group: { figures: readonly (string | null)[] }) => group.figures.map(Number)
    for (const { keys, ...group } of places.list) {
      const line = lines.find(([title]) => title === places.names[keys[0] ?? ''])
      assert.deepEqual(line?.slice(-2).map(Number), numbersOf(group))
    }
    const last = lines.at(-1)?.slice(1).map(Number) ?? []
    assert.deepEqual(last.slice(-2), numbersOf(all.total))
    const sideTotals = choices.list.map((group) => String(numbersOf(group))).toSorted()
    assert.deepEqual(choices.list.map((_, at) => String(last.slice(2 * at, 2 * at + 2))).toSorted(), sideTotals)
  })

  test('is nothing where nothing is there', async () => {
    const emptyCompany = await newCompany()
    const theirs = await emptyCompany.tokenOf(emptyCompany.admin)
    for (const by of [[], [{ key: 'locId' }]])
      assert.deepEqual(await groupsOf({ by, figures: [{ key: 'value', of: 'sum' }] }, theirs), {
        list: [],
        others: null,
        total: { groups: 0, count: 0, figures: [null] },
        names: {},
      })
  })

  for (const [what, body, code, words] of [
    ['a column that there is not', { by: [{ key: 'nothing' }] }, 400, '没有“nothing”这一列'],
    ['a name that every object has', { by: [{ key: 'constructor' }] }, 400, '没有“constructor”这一列'],
    ['a long text', { by: [{ key: 'x6' }] }, 400, '不能汇总字段6'],
    ['several choices', { by: [{ key: 'x7' }] }, 400, '不能汇总字段7'],
    ['what stands in no column', { by: [{ key: 'label' }] }, 400, '不能汇总标签'],
    ['the same column twice', { by: [{ key: 'locId' }, { key: 'locId' }] }, 400, '同一列只能分组一次'],
    ['a figure of what is no number', { by: [], figures: [{ key: 'locId', of: 'sum' }] }, 400, '不能汇总所在区域'],
  ] as const)
    test(`is refused by ${what}`, async () => {
      const answer = await call('table/groups', { table: 'gsgoodsinstance', ...body })
      assert.deepEqual([answer['code'], answer['msg']], [code, words])
    })

  test('is refused by more columns, more groups and questions that the list refuses', async () => {
    const by = ['locId', 'deptId', 'state', 'value'].map((key) => ({ key }))
    for (const body of [{ by }, { by: [], limit: 5000 }, { by: [], asked: { nothing: 1 } }, { by: [], table: 'nothing' }])
      assert.ok([400, 404].includes((await call('table/groups', { table: 'gsgoodsinstance', ...body }))['code']))
  })
})

describe('a reader whose role hides columns', async () => {
  const role = newId()
  resultOf(
    await call('pro/sysrole/save', {
      id: role,
      roleName: '看不到价格',
      description: '',
      codes: allCodes().filter((code) => !/^(?:sysrole|sysuser|sysoperation)/.test(code)),
      scopes: ['all'],
      categoryIds: [],
      hiddenFields: ['value', 'x2', 'x1'],
    }),
  )
  const uid = await company.hire('blind')
  resultOf(await call('pro/sysuser/grantRole', { roleCode: ownRoleCode(role), uids: [uid], granted: true }))
  const theirs = await company.tokenOf(uid)

  test('never groups, counts, adds up or sums by them', async () => {
    for (const body of [
      { by: [{ key: 'value' }] },
      { by: [{ key: 'x2' }] },
      { by: [{ key: 'x1' }] },
      ...(['sum', 'average', 'min', 'max'] as const).flatMap((of) =>
        ['value', 'x1'].map((key) => ({ by: [{ key: 'locId' }], figures: [{ key, of }] })),
      ),
      { by: [{ key: 'locId' }], asked: { where: [{ key: 'value', is: 'between', value: ['1', ''] }] } },
    ]) {
      const answer = await call('table/groups', { table: 'gsgoodsinstance', ...body }, theirs)
      assert.equal(answer['code'], 400, JSON.stringify(body))
    }
    const { total } = await groupsOf({ by: [{ key: 'locId' }] }, theirs)
    assert.equal(total.count, 40)
  })

  test('is told no sum of chosen rows that a hidden column of the register has', async () => {
    const { sums } = resultOf(await call('table/sums', { table: 'gsgoodsinstance', selection: { asked: {} } }, theirs))
    assert.deepEqual(sums, {})
  })
})

test('every table of the product is groupsOf by each of its columns, with each figure', async () => {
  for (const [name, { table: listTable }] of summables) {
    assert.ok(tableNamed(name), name)
    const figures = Object.keys(listTable.columns).flatMap((key) => figuresOf(listTable.columns[key]!).map((of) => ({ key, of })))
    const inputs: Readonly<Record<string, object>> = {
      gsasof: { day: '2026-03-01' },
      gsvalueentry: { bookId: newId() },
      gsvalue: { bookId: newId(), month: '2026-01' },
      gsdisposal: { bookId: newId(), fromMonth: '2026-01', toMonth: '2026-03' },
      gsallocation: { bookId: newId(), fromMonth: '2026-01', toMonth: '2026-03' },
    }
    const bodies = [
      { by: [] },
      ...groupableKeys(listTable).map((key) => ({ by: [{ key, ...(hasPeriods(listTable.columns[key]!) && { period: 'quarter' }) }] })),
    ]
    for (const [at, body] of bodies.entries()) {
      const question = {
        table: name,
        asked: inputs[name] ?? {},
        figures: figures.slice((at * 4) % Math.max(1, figures.length), ((at * 4) % Math.max(1, figures.length)) + 4),
      }
      const answer = await call('table/groups', { ...question, ...body })
      assert.equal(answer['code'], 0, `${name} ${JSON.stringify(body)} ${JSON.stringify(answer)}`)
    }
  }
  assert.deepEqual(tableNames.filter((name) => !summables.has(name)), []) // prettier-ignore
})

test('a period ends on the day before the next begins', () => {
  assert.deepEqual(
    periods.map((period) => lastDayOf('2024-01-01', period)),
    ['2024-01-01', '2024-01-07', '2024-01-31', '2024-03-31', '2024-12-31'],
  )
  assert.equal(lastDayOf('2024-02-01', 'month'), '2024-02-29')
  assert.equal(lastDayOf('2023-10-01', 'quarter'), '2023-12-31')
})

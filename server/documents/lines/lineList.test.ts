import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sum } from '../../../kernel/decimal.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { allCodes } from '../../../domain/access/codes.ts'
import { ownRoleCode } from '../../../domain/access/roles.ts'
import { conditionOfGroup } from '../../../domain/tables/groupCondition.ts'
import { lineTables } from '../../../domain/documents/lineTable.ts'
import type { Groups } from '../../../domain/tables/groupOperations.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { type Row, rowsOf } from '../../testing/desk.ts'

/** The lines of documents about supplies: who sees which, what they come to, and that each group opens its rows. */
const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const keeper = await company.hire('keeper', ['consummanager'])
const staff = await company.hire('staff')
const [storeA, storeB, office, workshop, paper, pens, vendor] = [newId(), newId(), newId(), newId(), newId(), newId(), newId()]
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: storeA, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: storeB, loc_code: 'B', loc_name: '二号库' },
  ])
  await insert(tx, 'department', [
    { id: office, dept_code: 'D1', dept_name: '行政部' },
    { id: workshop, dept_code: 'D2', dept_name: '车间' },
  ])
  await tx.query('update person set dept_id = $3 where org_id = $1 and id = $2', [tx.orgId, staff, workshop])
  await insert(tx, 'supplier', [{ id: vendor, supplier_code: 'S', supplier_name: '晨光' }])
  await insert(tx, 'consumable', [
    { id: paper, goods_code: 'C1', goods_name: 'A4复印纸', unit: '包' },
    { id: pens, goods_code: 'C2', goods_name: '签字笔', unit: '支' },
  ])
})
type DocumentDraft = {
  kind?: string
  state?: string
  store?: Id
  department?: Id
  subject?: Id
  author?: Id
  day: string
  lines: readonly (readonly [item: Id, quantity: string, cost: string, price?: string])[]
}
let count = 0
const write = async (draft: DocumentDraft): Promise<Id> => {
  const { kind = 'CsOutstockOrder', state = 'posted', store = storeA, department, subject, author = company.admin, day, lines } = draft
  const id = newId()
  const isIssue = kind === 'CsOutstockOrder'
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'document', [
      {
        id,
        kind,
        code: `HL${String(count++).padStart(4, '0')}`,
        state,
        author_uid: author,
        dept_id: office,
        subject_uid: subject ?? null,
        loc_ids: `{${store}}`,
        header: JSON.stringify({
          [isIssue ? 'from' : 'to']: store,
          ...(department && { department }),
          ...(!isIssue && { supplier: vendor }),
        }),
        body_hash: '',
        submitted_at: `${day} 08:00+08`,
        posted_at: state === 'posted' ? `${day} 09:00+08` : null,
      },
    ])
    for (const [at, [item, quantity, cost, price]] of lines.entries()) {
      const line = { document_id: id, line_no: at + 1 }
      await insert(tx, 'document_line', [
        { ...line, item_id: item, quantity, data: JSON.stringify({ item, quantity, ...(price && { price }) }) },
      ])
      if (state !== 'posted' && state !== 'reversed') continue
      const place = { item_id: item, item_kind: 'consumable', quantity, cost, stage: 0, ...line }
      const accounts = isIssue
        ? { from_account: `store:${store}`, to_account: 'used' }
        : { from_account: `supplier:${vendor}`, to_account: `store:${store}` }
      await insert(tx, 'move', [{ id: newId(), ...place, ...accounts, business_date: day, actor_uid: author }])
    }
  })
  return id
}
await write({ day: '2026-01-31', department: office, lines: [[paper, '10', '200.125'], [pens, '3', '6']] }) // prettier-ignore
await write({ day: '2026-02-01', department: workshop, lines: [[paper, '4.5', '90']] })
await write({ day: '2026-02-02', subject: staff, lines: [[paper, '2', '40']] })
await write({ day: '2026-02-03', department: office, store: storeB, lines: [[paper, '7', '140']] })
await write({ day: '2026-02-04', department: office, state: 'reversed', lines: [[paper, '100', '2000']] })
await write({ day: '2026-02-05', department: office, state: 'draft', lines: [[paper, '50', '0']] })
await write({ day: '2026-02-06', author: staff, subject: staff, state: 'inApproval', lines: [[paper, '1', '0']] })
await write({ day: '2026-01-05', kind: 'CsInstockOrder', lines: [[paper, '100', '2000', '20.005'], [pens, '10', '20']] }) // prettier-ignore

const tokens = new Map(await Promise.all([company.admin, keeper, staff].map(async (uid) => [uid, await company.tokenOf(uid)] as const)))
const post = async (uid: Id, path: string, body: Row): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens.get(uid) })).json
const resultOf = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['page'] ?? answer['result']
}
const rowsListed = async (uid: Id, where: Row[] = [], more: Row = {}): Promise<Row[]> =>
  resultOf(await post(uid, 'consum/cslines/list', { where, pageSize: 100, ...more }))['list']
const groupsOf = async (uid: Id, body: Row): Promise<Groups> =>
  resultOf(await post(uid, 'table/groups', { table: 'cslines', ...body })) as Groups
const issueTerms = [
  { key: 'kind', is: 'in', value: ['CsOutstockOrder'] },
  { key: 'goodsId', is: 'in', value: [paper] },
  { key: 'movedOn', is: 'filled' },
]
const byDepartmentAndMonth = [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }]
const figures = [
  { key: 'movedQuantity', of: 'sum' },
  { key: 'movedCost', of: 'sum' },
]

describe('lines of documents about supplies', () => {
  test('say what their document says, newest first, and are read to their end by cursor', async () => {
    const rows = await rowsListed(company.admin)
    assert.equal(rows.length, 10)
    const pages: string[] = []
    for (let after: string | undefined; ;) {
      const page: Row = resultOf(await post(company.admin, 'consum/cslines/list', { pageSize: 3, ...(after && { after }) }))
      pages.push(...page['list'].map(({ id }: Row) => id))
      if (!page['next']) break
      after = page['next']
    }
    assert.deepEqual(pages, rows.map(({ id }) => id)) // prettier-ignore
    const [first] = rows.filter(({ kind }) => kind === 'CsInstockOrder').toReversed()
    const { price, amount, supplierId, toId, movedCost, movedOn, names } = first!
    assert.deepEqual([price, amount, movedCost, movedOn], ['20.005', '2000.5', '2000', '2026-01-05'])
    assert.deepEqual([names[supplierId], names[toId], names[first!['goodsId']]], ['晨光', '一号库', 'A4复印纸'])
  })

  test('answer what departments used by month, without what was taken back', async () => {
    const { list, total } = await groupsOf(company.admin, { asked: { where: issueTerms }, by: byDepartmentAndMonth, figures })
    assert.deepEqual(list, [
      { keys: [office, '2026-01-01'], count: 1, figures: ['10', '200.125'] },
      { keys: [office, '2026-02-01'], count: 1, figures: ['7', '140'] },
      { keys: [workshop, '2026-02-01'], count: 2, figures: ['6.5', '130'] },
    ])
    assert.deepEqual(total, { groups: 3, count: 4, figures: ['23.5', '470.125'] })
  })

  test('stand behind each cell', async () => {
    const { list } = await groupsOf(company.admin, { asked: { where: issueTerms }, by: byDepartmentAndMonth, figures })
    for (const {
      keys,
      count,
      figures: [quantity],
    } of list) {
      const where = byDepartmentAndMonth.map((by, at) => conditionOfGroup(lineTables.consumables, by as never, keys[at] ?? null))
      const rows = await rowsListed(company.admin, [...issueTerms, ...where])
      assert.equal(rows.length, count)
      assert.equal(Number(sum(rows.map(({ movedQuantity }) => movedQuantity))), Number(quantity))
    }
  })

  test('are those of the documents that a reader sees', async () => {
    const codesOf = async (uid: Id) => new Set((await rowsListed(uid)).map(({ code }) => code)).size
    assert.equal(await codesOf(company.admin), 8)
    assert.equal(await codesOf(keeper), 6)
    assert.equal(await codesOf(staff), 2)
    const { list } = await groupsOf(keeper, { asked: { where: issueTerms }, by: [{ key: 'deptId' }], figures })
    assert.deepEqual(list.map(({ keys, figures: [quantity] }) => [keys[0], quantity]), [[office, '10'], [workshop, '6.5']]) // prettier-ignore
  })

  test('tell their cost to those who keep the kind alone', async () => {
    assert.ok((await rowsListed(staff)).every(({ movedCost }) => movedCost === null))
    const { total } = await groupsOf(staff, { by: [], figures })
    assert.deepEqual(total.figures, ['2', null])
  })

  test('are exported as they are asked, and so are their groups', async () => {
    const sheet = async (path: string, body: Row) =>
      rowsOf((await ask({ path: `/api/${path}`, body: { format: 'csv', ...body }, token: tokens.get(company.admin) })).bytes)
    const [, ...lines] = await sheet('consum/cslines/export', {
      where: issueTerms,
      columns: ['code', 'kind', 'goodsId', 'deptId', 'movedQuantity'],
    })
    assert.deepEqual(lines[0], ['HL0003', '耗材领用', 'A4复印纸', '行政部', '7'])
    assert.equal(lines.length, 4)
    const groups = await sheet('table/groups/export', { table: 'cslines', asked: { where: issueTerms }, by: byDepartmentAndMonth, figures })
    assert.deepEqual(groups, [
      ['部门', '入账日期（按月）', '条数', '入账数量（合计）', '入账成本（合计）'],
      ['行政部', '2026-01', '1', '10', '200.125'],
      ['行政部', '2026-02', '1', '7', '140'],
      ['车间', '2026-02', '2', '6.5', '130'],
      ['合计', '', '4', '23.5', '470.125'],
    ])
  })

  test('are exported as a pivot where the screen shows one', async () => {
    const pivot = { table: 'cslines', asked: { where: issueTerms }, by: byDepartmentAndMonth, figures, isPivot: true, format: 'csv' }
    const { bytes } = await ask({ path: '/api/table/groups/export', body: pivot, token: tokens.get(company.admin) })
    assert.deepEqual(await rowsOf(bytes), [
      ['部门', ...['2026-01', '2026-02', '合计'].flatMap((side) => [`${side} · 入账数量（合计）`, `${side} · 入账成本（合计）`])],
      ['行政部', '10', '200.125', '7', '140', '17', '340.125'],
      ['车间', '', '', '6.5', '130', '6.5', '130'],
      ['合计', '10', '200.125', '13.5', '270', '23.5', '470.125'],
    ])
  })

  test('leave as groups with those alone who may take them away', async () => {
    const answer = await post(staff, 'table/groups/export', { table: 'cslines', by: [] })
    assert.equal(answer['code'], 403)
  })
})

describe('a reader whose role hides money', async () => {
  const role = newId()
  resultOf(
    await post(company.admin, 'pro/sysrole/save', {
      id: role,
      roleName: '看不到价格',
      description: '',
      codes: allCodes().filter((code) => !/^(?:sysrole|sysuser|sysoperation)/.test(code)),
      scopes: ['all'],
      categoryIds: [],
      hiddenFields: ['value'],
    }),
  )
  const uid = await company.hire('blind')
  resultOf(await post(company.admin, 'pro/sysuser/grantRole', { roleCode: ownRoleCode(role), uids: [uid], granted: true }))
  tokens.set(uid, await company.tokenOf(uid))

  test('learns no price of a line, by no figure, question or order', async () => {
    for (const row of await rowsListed(uid)) assert.deepEqual([row['price'], row['amount'], row['movedCost']], [null, null, null])
    for (const key of ['price', 'amount', 'movedCost']) {
      const bodies = [
        { by: [{ key }] },
        ...['average', 'min', 'max'].map((of) => ({ by: [], figures: [{ key, of }] })),
        { by: [], asked: { where: [{ key, is: 'between', value: ['1', ''] }] } },
      ]
      for (const body of bodies)
        assert.equal((await post(uid, 'table/groups', { table: 'cslines', ...body }))['code'], 400, JSON.stringify(body))
    }
    assert.equal((await post(uid, 'consum/cslines/list', { sort: [{ key: 'amount' }] }))['code'], 400)
    const { bytes } = await ask({ path: '/api/consum/cslines/export', body: { format: 'csv' }, token: tokens.get(uid) })
    assert.doesNotMatch(bytes.toString(), /20\.005|单价|金额|成本/)
  })
})

test('lines are for the person whom they name themselves, and for his department', async () => {
  const [finance, accountant] = [newId(), newId()]
  const id = await write({ day: '2026-03-01', subject: staff, lines: [[pens, '1', '2'], [pens, '5', '10']] }) // prettier-ignore
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'department', [{ id: finance, dept_code: 'D9', dept_name: '财务部' }])
    await insert(tx, 'person', [{ id: accountant, username: `acc${accountant}`, user_name: '钱会计', dept_id: finance }])
    await tx.query(
      `update document_line set data = data || jsonb_build_object('recipient', $3::text) where org_id = $1 and document_id = $2 and line_no = 2`,
      [tx.orgId, id, accountant],
    )
  })
  const rows = (await rowsListed(company.admin)).filter(({ documentId }) => documentId === id)
  assert.deepEqual(
    rows.map(({ subjectUid, deptId }) => [subjectUid, deptId]),
    [
      [accountant, finance],
      [staff, workshop],
    ],
  )
  const ownRows = await rowsListed(company.admin, [{ key: 'subjectUid', is: 'in', value: [accountant] }])
  assert.equal(ownRows.length, 1)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { approval } from '../../domain/approval/flow/templates/define.ts'
import { documentKind, documentKinds } from '../../domain/documents/all.ts'
import { documentOperations } from '../../domain/documents/operations.ts'
import { headerColumns, tableOfDocument } from '../../domain/documents/table.ts'
import type { Where } from '../../domain/tables/view.ts'
import { askForPaper, flows, foundOffice, publishFlow, stock } from '../approval/testing/office.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import { HttpError } from '../httpError.ts'
import { hashOf } from './body.ts'
import { saveDraft, submit } from './engine.ts'
import { type DocumentFilter, listDocuments } from './list.ts'

/** What the header of a kind declares is asked, sorted and shown in its list, as far as its reader sees it. */
const { database, newOrganisation } = await testDatabase()

test('a column of a header never takes the name of something that every row says', () => {
  for (const kind of documentKinds) {
    const row = Object.keys((documentOperations(kind).list.output as unknown as Listed).entries.list.item.entries)
    const own = headerColumns(kind).map(([key]) => key)
    assert.deepEqual(
      own.filter((key) => row.includes(key)),
      [],
      kind.kind,
    )
    assert.ok(own.every((key) => tableOfDocument(kind).columns[key]!.asked))
  }
})
type Listed = { entries: { list: { item: { entries: object } } } }

describe('the headers of some documents', async () => {
  const company = await foundCompany(database, await newOrganisation())
  const [room, supplier, other, department, part] = [newId(), newId(), newId(), newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: room, loc_code: 'A1', loc_name: '一号库一层', parent_id: company.storeA }])
    await insert(tx, 'department', [
      { id: department, dept_code: 'D1', dept_name: '行政部' },
      { id: part, dept_code: 'D2', dept_name: '行政一组', parent_id: department },
    ])
    await insert(tx, 'supplier', [
      { id: supplier, supplier_code: 'S1', supplier_name: '晨光文具' },
      { id: other, supplier_code: 'S2', supplier_name: '得力' },
    ])
  })
  /** One document for each letter. */
  const headers: Record<string, Record<string, string>> = {
    a: { to: company.storeA, supplier, department, boughtOn: '2024-01-10', remark: '首批 A4' },
    b: { to: room, supplier: other, department: part, boughtOn: '2024-03-01' },
    c: { to: company.storeB, supplier, remark: '第二批' },
    d: {},
  }
  const kind = documentKind('GsInstockOrder')!
  const letterOf = new Map<Id, string>()
  for (const [letter, header] of Object.entries(headers)) {
    const id = newId()
    letterOf.set(id, letter)
    await database.inTransaction(company.orgId, (tx) => saveDraft(callOf(tx, company.keeper, []), { kind, id, raw: { header } }))
  }
  const list = (input: DocumentFilter) =>
    database.reading(company.orgId, (tx) => listDocuments(tx, callOf(tx, company.keeper, []).session, kind, input))
  const found = async (input: DocumentFilter) => (await list(input)).list.map(({ id }) => letterOf.get(id)).join('')

  const questions: readonly (readonly [where: Where, letters: string])[] = [
    [[{ key: 'to', is: 'in', value: [company.storeA] }], 'ab'],
    [[{ key: 'to', is: 'notIn', value: [company.storeA] }], 'cd'],
    [[{ key: 'to', is: 'in', value: [room, company.storeB] }], 'bc'],
    [[{ key: 'to', is: 'empty' }], 'd'],
    [[{ key: 'supplier', is: 'in', value: [supplier] }], 'ac'],
    [[{ key: 'department', is: 'in', value: [department] }], 'ab'],
    [[{ key: 'department', is: 'filled' }], 'ab'],
    [[{ key: 'boughtOn', is: 'between', value: ['2024-01-11', ''] }], 'b'],
    [[{ key: 'boughtOn', is: 'last', value: '9' }], ''],
    [[{ key: 'remark', is: 'contains', value: 'a4' }], 'a'],
    [[{ key: 'remark', is: 'empty' }], 'bd'],
    [[{ any: [{ key: 'remark', is: 'contains', value: '第二' }, { key: 'boughtOn', is: 'between', value: ['', '2024-01-31'] }] }], 'ac'], // prettier-ignore
    [[{ key: 'concerns', is: 'in', value: ['author'] }], 'abcd'],
    [[{ key: 'concerns', is: 'notIn', value: ['author'] }], ''],
  ]
  for (const [where, letters] of questions)
    test(`${JSON.stringify(where).replaceAll(/\d{10,}/g, '…')} finds ${letters || 'none'}`, async () => {
      assert.equal([...(await found({ where }))].sort().join(''), letters)
    })

  test('they are sorted by days, page by page', async () => {
    assert.equal(await found({ sort: [{ key: 'boughtOn' }] }), 'abcd')
    assert.equal(await found({ sort: [{ key: 'boughtOn', descending: true }] }), 'badc')
    const first = await list({ sort: [{ key: 'boughtOn' }], pageSize: 1 })
    assert.equal(await found({ sort: [{ key: 'boughtOn' }], pageSize: 2, after: first.next }), 'bc')
  })

  test('they are sorted by moments that some of them have, page by page either way', async () => {
    const moments = { b: '2024-05-01', c: '2024-05-01', d: '2024-04-01' }
    for (const [letter, at] of Object.entries(moments))
      await database.inTransaction(company.orgId, (tx) =>
        tx.query('update document set posted_at = $3 where org_id = $1 and id = $2', [
          tx.orgId,
          [...letterOf].find(([, each]) => each === letter)![0],
          at,
        ]),
      )
    for (const [descending, letters] of [
      [false, 'dbca'],
      [true, 'cbda'],
    ] as const)
      for (const pageSize of [1, 2, 3, 9]) {
        const sort = [{ key: 'postedAt', descending }]
        let walked = ''
        let after: string | undefined
        do {
          const page = await list({ sort, pageSize, after })
          walked += page.list.map(({ id }) => letterOf.get(id)).join('')
          after = page.next
        } while (after)
        assert.equal(walked, letters, `${pageSize} at a time`)
        assert.equal(await found({ sort, pageSize: 1, page: 3 }), letters[2])
      }
  })

  test('what every one of very many says is walked as all of them are, in any order; what few say is the same few', async () => {
    const many = documentKind('CsInstockOrder')!
    await database.inTransaction(company.orgId, (tx) =>
      tx.query(
        `insert into document (org_id, id, kind, code, state, author_uid, header, amount, body_hash, search, created_at, posted_at)
         select $1, n, $2, 'HR' || n, case n % 3 when 0 then 'draft' when 1 then 'withdrawn' else 'returned' end, $3, '{}', case when n % 5 > 0 then n % 7 end,
           $4, case when n % 100 = 0 then '复印纸 a3' else '复印纸' end, timestamptz '2024-05-01' + (n * 7 % 50) * interval '1 day',
           case when n % 3 = 0 then timestamptz '2024-06-01' + (n % 9) * interval '1 day' end
         from generate_series(1, 1100) n`,
        [tx.orgId, many.kind, company.keeper, hashOf(many, { header: {}, lines: [], sourceId: undefined })],
      ),
    )
    const walked = async (asked: DocumentFilter): Promise<Id[]> => {
      const ids: Id[] = []
      let after: string | undefined
      do {
        const page = await database.reading(company.orgId, (tx) =>
          listDocuments(tx, callOf(tx, company.keeper, []).session, many, { ...asked, pageSize: 200, after }),
        )
        ids.push(...page.list.map(({ id }) => id))
        after = page.next
      } while (after)
      return ids
    }
    for (const key of [undefined, 'code', 'state', 'createdAt', 'postedAt', 'amount'])
      for (const descending of [false, true]) {
        const sort = key === undefined ? [] : [{ key, descending }]
        const all = await walked({ sort })
        assert.equal(new Set(all).size, 1100)
        assert.deepEqual(await walked({ sort, likeQuery: '复印纸' }), all, JSON.stringify(sort))
        const few = new Set(Array.from({ length: 11 }, (_, at) => String((at + 1) * 100)))
        assert.deepEqual(
          await walked({ sort, likeQuery: 'a3' }),
          all.filter((id) => few.has(id)),
          JSON.stringify(sort),
        )
      }
  })

  test('a row says what its header says, with the names of what it refers to', async () => {
    const row = (await list({})).list.find(({ id }) => letterOf.get(id) === 'a')!
    assert.deepEqual([row['to'], row['boughtOn'], row['remark']], [company.storeA, '2024-01-10', '首批 A4'])
    assert.deepEqual(row.names, { [company.storeA]: '一号库', [supplier]: '晨光文具', [department]: '行政部' })
  })

  test('what stands in no line of words is not asked', async () => {
    for (const key of ['pictures', 'files']) await assert.rejects(found({ where: [{ key, is: 'filled' }] }), HttpError)
    await assert.rejects(found({ sort: [{ key: 'to' }] }), HttpError)
  })

  test('of a question those that are chosen', async () => {
    const ids = [...letterOf.keys()]
    assert.equal(await found({ chosen: { ids: ids.slice(1, 3) } }), 'cb')
    assert.equal(await found({ where: [{ key: 'to', is: 'filled' }], chosen: { except: ids.slice(0, 1) } }), 'cb')
  })
})

test('what a flow hides from its author his list neither shows nor tells by asking and sorting', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  await publishFlow(database, office, [approval('boss', '审批', [{ k: 'users', ids: [office.boss] }])])
  const open = await askForPaper(database, office, '3')
  const seen = { reason: 'hide', from: 'hide', recipient: 'hide', 'lines.quantity': 'hide' } as const
  await publishFlow(database, office, [approval('boss', '审批', [{ k: 'users', ids: [office.boss] }])], {}, { startFields: seen })
  const hidden = await askForPaper(database, office, '7')
  const kind = documentKind('CsOutstockOrder')!
  const list = (uid: Id, input: DocumentFilter, codes: string[] = [], locations: 'all' | Id[] = []) =>
    database.reading(office.orgId, async (tx) => (await listDocuments(tx, callOf(tx, uid, codes, { locations }).session, kind, input)).list)
  const found = async (...asked: Parameters<typeof list>) =>
    (await list(...asked)).map(({ id }) => (id === open.id ? 'open' : id === hidden.id ? 'hidden' : id))

  const [mine] = await list(office.staff, {})
  assert.deepEqual(
    [mine!.id, mine!['reason'], mine!['from'], mine!.subjectName, mine!.summary, mine!.names],
    [hidden.id, null, null, null, null, {}],
  )
  const tells: readonly DocumentFilter[] = [
    { where: [{ key: 'reason', is: 'contains', value: '办公' }] },
    { where: [{ key: 'from', is: 'in', value: [office.storeA] }] },
    { where: [{ key: 'subjectUid', is: 'in', value: [office.staff] }] },
    { where: [{ key: 'concerns', is: 'in', value: ['subject'] }] },
    { where: [{ key: 'summary', is: 'contains', value: '复印' }] },
    { likeQuery: '复印' },
  ]
  for (const input of tells) {
    assert.deepEqual(await found(office.staff, input), ['open'], JSON.stringify(input))
    const kept = input.where?.some((term) => 'key' in term && term.key === 'concerns') ? [] : ['hidden', 'open']
    assert.deepEqual(await found(office.keeper, input, ['csoutstockorder:post'], [office.storeA]), kept, JSON.stringify(input))
  }
  assert.deepEqual(await found(office.staff, { likeQuery: mine!.code }), ['hidden'])
  assert.equal((await list(office.keeper, {}, ['csoutstockorder:post'], [office.storeA]))[0]!['reason'], '办公')
})

test('what a step hides from whoever decides his list does not tell either, and an author reads his own', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  const fields = { reason: 'hide', 'lines.quantity': 'hide' } as const
  await publishFlow(database, office, [approval('boss', '审批', [{ k: 'users', ids: [office.boss] }], { fields })])
  const kind = documentKind('CsOutstockOrder')!
  const body = { header: { from: office.storeA, recipient: office.boss, reason: '办公' }, lines: [{ item: office.paper, quantity: '7' }] }
  await database.inTransaction(office.orgId, (tx) =>
    submit(callOf(tx, office.staff, ['csoutstockorder:submit']), flows, { kind, id: newId(), raw: body }, {}),
  )
  const reason = { where: [{ key: 'reason', is: 'contains', value: '办公' }] } as const
  const counted = (uid: Id, input: DocumentFilter) =>
    database.reading(
      office.orgId,
      async (tx) => (await listDocuments(tx, callOf(tx, uid, [], { locations: [] }).session, kind, input)).totalCount,
    )
  assert.deepEqual([await counted(office.staff, reason), await counted(office.boss, reason), await counted(office.boss, {})], [1, 0, 1])
})

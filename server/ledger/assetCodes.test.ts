import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { NumberPart } from '../../domain/rules/numbering.ts'
import { counted, type House } from '../testing/counted.ts'
import { enterAssets } from '../records/assetEntry.ts'
import { insert } from '../testing/company.ts'

const { found, done, askAs, stockAssets, database } = await counted()
const year = dayAt(Date.now()).slice(0, 4)

const setRule = (house: House, assetNumbering: readonly NumberPart[] | null) =>
  done(house.admin, 'operation/sysoperation/update', { assetNumbering })
const codesOf = async ({ company }: House, ids: readonly Id[]): Promise<string[]> => {
  const rows = await database.reading(company.orgId, (tx) =>
    tx.query<{ code: string }>('select instance_code as code from asset where org_id = $1 and id = any ($2::bigint[]) order by 1', [
      company.orgId,
      ids,
    ]),
  )
  return rows.map(({ code }) => code)
}
const stock = async (house: House, quantity: number) => codesOf(house, await stockAssets(house, house.a, quantity))
/** Types a code in by hand. */
const enter = (house: House, instanceCode?: string) =>
  done(house.admin, 'goods/gsgoodsinstance/save', { goodsId: house.model, locId: house.a, instanceName: '手工', instanceCode })
const sequence: NumberPart = { kind: 'sequence', digits: 3, restarts: true }

test('codes follow the rule of the organisation, and go on where they were when it is taken back', async () => {
  const house = await found()
  await database.inTransaction(house.company.orgId, async (tx) => {
    const category = newId()
    await insert(tx, 'category', [{ id: category, cat_code: 'PC', cat_name: '电脑', cat_kind: 'asset' }])
    await tx.query('update model set cat_id = $2 where org_id = $1 and id = $3', [house.company.orgId, category, house.model])
  })
  assert.deepEqual(await stock(house, 2), [`ZC${year}000001`, `ZC${year}000002`])
  await setRule(house, [
    { kind: 'code', of: 'category' },
    { kind: 'words', text: '-' },
    { kind: 'code', of: 'place' },
    { kind: 'words', text: '-' },
    sequence,
  ])
  assert.deepEqual(await stock(house, 3), ['PC-A-001', 'PC-A-002', 'PC-A-003'])
  assert.deepEqual(await codesOf(house, await stockAssets(house, house.b, 1)), ['PC-B-001'], 'another place is counted apart')
  await setRule(house, [
    { kind: 'code', of: 'place' },
    { ...sequence, restarts: false },
  ])
  assert.deepEqual(await stock(house, 1), ['A001'])
  assert.deepEqual(await codesOf(house, await stockAssets(house, house.b, 1)), ['B002'], 'all places are counted together')
  assert.equal((await enter(house)).instanceCode, 'A003', 'also of an asset that is entered by itself')
  await setRule(house, null)
  assert.deepEqual(await stock(house, 1), [`ZC${year}000003`])
})

test('codes that people have typed in are passed over, however many there are', async () => {
  const house = await found()
  await setRule(house, [{ kind: 'words', text: 'T' }, sequence])
  for (const code of ['T001', 'T002', 'T004']) await enter(house, code)
  assert.deepEqual(await stock(house, 2), ['T003', 'T005'])
  assert.deepEqual(await stock(house, 1), ['T006'])
  const { orgId, admin } = house.company
  await database.inTransaction(orgId, (tx) =>
    enterAssets(
      tx,
      { documentId: newId(), author: { uid: admin, departmentIds: [] }, at: Date.now(), action: 'takenOver', remark: '期初' },
      Array.from({ length: 2494 }, (_, index) => ({
        id: newId(),
        values: { instanceCode: `T${String(index + 7).padStart(3, '0')}`, instanceName: '旧卡片', goodsId: house.model, locId: house.a },
        to: `store:${house.a}`,
      })),
    ),
  )
  assert.deepEqual(await stock(house, 2), ['T2501', 'T2502'])
})

test('a record whose own code is not fit for codes is named', async () => {
  const house = await found()
  await database.inTransaction(house.company.orgId, (tx) =>
    tx.query(`update location set loc_code = '一号 库' where org_id = $1 and id = $2`, [house.company.orgId, house.a]),
  )
  await setRule(house, [{ kind: 'code', of: 'place' }, sequence])
  const stockIn = { id: newId(), header: { to: house.a }, lines: [{ model: house.model, quantity: '1' }] }
  const answer = await askAs(house.admin, 'goods/gsinstockorder/submit', stockIn)
  assert.equal(answer.reason, 'asset.codeCharacters')
  assert.match(answer.msg, /一号 库001/)
})

test('two assets of one document have two codes, also where their rules meet', async () => {
  const house = await found()
  const { orgId } = house.company
  const [other, category, longer] = [newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'category', [
      { id: category, cat_code: 'A', cat_name: '甲', cat_kind: 'asset' },
      { id: longer, cat_code: 'A1', cat_name: '乙', cat_kind: 'asset' },
    ])
    await insert(tx, 'model', [{ id: other, goods_code: 'M9', goods_name: '显示器', cat_id: longer }])
    await tx.query('update model set cat_id = $2 where org_id = $1 and id = $3', [orgId, category, house.model])
    await tx.query(`insert into number_sequence (org_id, name, last) values ($1, 'assetA#', 100)`, [orgId])
  })
  await setRule(house, [
    { kind: 'code', of: 'category' },
    { ...sequence, digits: 2 },
  ])
  const id = newId()
  const lines = [house.model, other].map((model) => ({ model, quantity: '1' }))
  await done(house.admin, 'goods/gsinstockorder/submit', { id, header: { to: house.a }, lines })
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ item: Id }>('select item_id as item from move where org_id = $1 and document_id = $2', [orgId, id]),
  )
  assert.deepEqual(
    await codesOf(
      house,
      rows.map(({ item }) => item),
    ),
    ['A101', 'A102'],
  )
})

test('twenty who take in at once leave no hole and share no code', async () => {
  const house = await found()
  await setRule(house, [{ kind: 'words', text: 'P' }, sequence])
  const ids = await Promise.all(Array.from({ length: 20 }, () => stockAssets(house, house.a, 3)))
  assert.deepEqual(
    await codesOf(house, ids.flat()),
    Array.from({ length: 60 }, (_, index) => `P${String(index + 1).padStart(3, '0')}`),
  )
})

test('what is no rule is refused in words, and a code that grows too long as well', async () => {
  const house = await found()
  const wrong = await askAs(house.admin, 'operation/sysoperation/update', { assetNumbering: [{ kind: 'words', text: 'ZC' }] })
  assert.match(wrong.msg + JSON.stringify(wrong.details), /编号规则须有且只有一个流水号/)
  await setRule(house, [...Array.from({ length: 4 }, (): NumberPart => ({ kind: 'words', text: 'ABCDEFGHIJKL' })), sequence])
  const header = { to: house.a }
  const answer = await askAs(house.admin, 'goods/gsinstockorder/submit', {
    id: newId(),
    header,
    lines: [{ model: house.model, quantity: '1' }],
  })
  assert.equal(answer.reason, 'asset.codeTooLong')
})

test("the delivered rule that is saved as one's own is the delivered one", async () => {
  const house = await found()
  await stock(house, 1)
  const { assetNumbering } = await setRule(house, [
    { kind: 'words', text: 'ZC' },
    { kind: 'date', form: 'yyyy' },
    { kind: 'sequence', digits: 6, restarts: true },
  ])
  assert.equal(assetNumbering.length, 3)
  assert.deepEqual(await stock(house, 1), [`ZC${year}000002`])
})

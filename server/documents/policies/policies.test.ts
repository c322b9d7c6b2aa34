import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { closeUnposted, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { reverse } from '../reverse.ts'
import { findingsFor } from './findings.ts'

/** What an organisation lays down is asked before a document is submitted, and counted by the transaction that writes it. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, keeper, staff, model, otherModel, paper } = await foundCompany(database, await newOrganisation())
type Raw = Record<string, unknown>
const run = <R>(work: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, work)

/** Documents wait for an approval where `inUse`. */
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
    readerOf: async () => ({ takesPart: true, permissions: {} }),
  }) as unknown as Flows
type SendOptions = { readonly inUse?: boolean; readonly by?: Id; readonly codes?: readonly string[] }
const submits = (name: string, header: Raw, line: Raw, { inUse = false, by = keeper, codes }: SendOptions = {}) =>
  run((tx) =>
    submit(
      callOf(tx, by, codes ?? [`${codeOf(kindNamed(name))}:post`]),
      flows(inUse),
      { kind: kindNamed(name), id: newId(), raw: { header, lines: [line] } },
      {},
    ),
  )
/** Ends what is in approval: no flow of a test does. */
const endApprovals = () =>
  run(async (tx) => {
    const open = await tx.query<{ id: Id }>(`select id from document where org_id = $1 and state = 'inApproval'`, [orgId])
    for (const { id } of open) await closeUnposted(tx, id, { state: 'rejected', actor: keeper, atMs: tx.now() })
  })
const isRefusal = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
const pieces = async (goodsId: Id, quantity: string): Promise<Id[]> => {
  const { id } = await submits('GsInstockOrder', { to: storeA }, { model: goodsId, quantity, price: '1000' })
  const rows = await run((tx) =>
    tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2 order by 1', [orgId, id]),
  )
  return rows.map((row) => row.id)
}
const findings = (name: string, header: Raw, line: Raw, { by = keeper, codes = [`${codeOf(kindNamed(name))}:save`] }: SendOptions = {}) =>
  run((tx) => findingsFor(callOf(tx, by, codes), { kind: name, header, lines: [line] }))

test('a purchase stops where idle pieces would do, of the model or of its category, and goes on with a reason', async () => {
  const computers = newId()
  await run(async (tx) => {
    await insert(tx, 'category', [{ id: computers, cat_code: 'PC', cat_name: '电脑', cat_kind: 'asset' }])
    await tx.query('update model set cat_id = $2 where org_id = $1', [orgId, computers])
  })
  const order = { model, quantity: '1', price: '5000' }
  assert.equal((await findings('GsPurchaseOrder', {}, order)).list.length, 0)
  const [first = ''] = await pieces(model, '2')
  await pieces(otherModel, '1')
  const { list } = await findings('GsPurchaseOrder', {}, order)
  assert.equal(list.length, 1)
  assert.deepEqual(list[0]?.idle?.places, [{ name: '一号库', free: 3 }])
  assert.deepEqual(
    list[0]?.idle?.pieces.map(({ same }) => same),
    [true, true, false],
  )
  assert.equal(list[0]?.idle?.price, '5000')
  assert.match(list[0]?.words ?? '', /还有3件闲置（同型号2件），在一号库 3/)
  await assert.rejects(submits('GsPurchaseOrder', { reason: '新人' }, order), isRefusal('policy.idle'))
  assert.equal((await submits('GsPurchaseOrder', { reason: '新人', idleReason: '配置不够' }, order)).state, 'posted')

  const issueDocument = await submits(
    'GsOutstockOrder',
    { recipient: staff, reason: '办公', avoidedPrice: '5000' },
    { model, quantity: '1', assets: [first] },
  )
  const readSavings = () =>
    run((tx) => tx.query('select asset_id as asset, price from pool_saving where org_id = $1 order by at, price desc', [orgId]))
  assert.deepEqual(await readSavings(), [{ asset: first, price: '5000' }])
  await run((tx) => reverse(callOf(tx, keeper, []), kindNamed('GsOutstockOrder'), issueDocument.id, '弄错了'))
  assert.deepEqual(await readSavings(), [
    { asset: first, price: '5000' },
    { asset: first, price: '-5000' },
  ])
})

test('a standard limits what a person has: by number, by price, and not by what is due to be replaced', async () => {
  const screens = newId()
  const post = newId()
  await run(async (tx) => {
    await insert(tx, 'category', [{ id: screens, cat_code: 'MN', cat_name: '显示设备', cat_kind: 'asset' }])
    await tx.query('update model set cat_id = $2, price = 1200 where org_id = $1 and id = $3', [orgId, screens, otherModel])
    await tx.query(`update asset set cat_id = $2 where org_id = $1 and goods_id = $3`, [orgId, screens, otherModel])
    await tx.query(`update person set position = '设计师' where org_id = $1 and id = $2`, [orgId, staff])
    await insert(tx, 'standard', [
      { id: newId(), standard_name: '通用', cat_id: screens, pieces: 0 },
      { id: post, standard_name: '设计师显示器', cat_id: screens, position: '设计师', pieces: 2, life_months: 36 },
    ])
  })
  const assets = await pieces(otherModel, '3')
  await run((tx) => tx.query('update asset set cat_id = $2 where org_id = $1 and id = any ($3::bigint[])', [orgId, screens, assets]))
  const issue = (asset: Id, more: Raw = {}) =>
    submits('GsOutstockOrder', { recipient: staff, reason: '办公', ...more }, { model: otherModel, quantity: '1', assets: [asset] })
  await issue(assets[0] ?? '')
  await issue(assets[1] ?? '')
  await assert.rejects(issue(assets[2] ?? ''), isRefusal('policy.standard'))
  const header = { recipient: staff, reason: '办公' }
  const line = { model: otherModel, quantity: '1' }
  const { list } = await findings('GsOutstockOrder', header, line, { by: staff })
  assert.match(list[0]?.words ?? '', /“设计师显示器”最多2件，已有2件，加上本次共3件/)
  const foreign = await findings('GsOutstockOrder', header, line, { by: newId() })
  assert.equal(foreign.list[0]?.words, '超出“设计师显示器”；请说明原因')
  await run((tx) => tx.query(`update asset set bought_on = '2015-01-01' where org_id = $1 and id = $2`, [orgId, assets[0]]))
  assert.equal((await issue(assets[2] ?? '')).state, 'posted')
  await run((tx) => tx.query('update standard set price = 1000 where org_id = $1 and id = $2', [orgId, post]))
  assert.match(
    (await findings('GsOutstockOrder', header, line, { by: staff })).list.at(-1)?.words ?? '',
    /单价¥1,200\.00超过配置标准“设计师显示器”的¥1,000\.00/,
  )
})

test('an allowance counts what is asked for in the month; of two requests at once one is too many', async () => {
  const office = newId()
  await run(async (tx) => {
    await insert(tx, 'department', [{ id: office, dept_code: 'D1', dept_name: '办公室' }])
    await tx.query('update person set dept_id = $2 where org_id = $1', [orgId, office])
    await insert(tx, 'allowance', [{ id: newId(), allowance_name: '每人用纸', per: 'person', goods_id: paper, quantity: 5 }])
  })
  const ask = (quantity: string, more: Raw = {}) =>
    submits(
      'CsOutstockOrder',
      { from: storeA, recipient: staff, reason: '打印', ...more },
      { item: paper, quantity },
      { inUse: true, by: staff, codes: [] },
    )
  await submits('CsInstockOrder', { to: storeA }, { item: paper, quantity: '100', price: '1' })
  await ask('2')
  const results = await Promise.allSettled([ask('2'), ask('2')])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  await assert.rejects(ask('2'), (error) => error instanceof RefusalError && error.message.includes('本月已领4，加上本次共6'))
  assert.equal((await ask('2', { excessReason: '月底投标' })).state, 'inApproval')
  assert.equal(
    (await findings('CsOutstockOrder', { from: storeA, recipient: staff }, { item: paper, quantity: '1' }, { by: staff })).list[0]?.policy,
    'allowance',
  )
})

test('an allowance of a department counts the people below it together', async () => {
  const house = newId()
  const room = newId()
  const colleague = newId()
  await run(async (tx) => {
    await insert(tx, 'department', [{ id: house, dept_code: 'D2', dept_name: '总部' }])
    await insert(tx, 'department', [{ id: room, dept_code: 'D3', dept_name: '前台', parent_id: house }])
    await insert(tx, 'person', [{ id: colleague, username: `c${colleague}`, user_name: '赵敏', dept_id: room }])
    await tx.query('delete from allowance where org_id = $1', [orgId])
    await tx.query('update person set dept_id = $2 where org_id = $1 and id = $3', [orgId, house, staff])
    await insert(tx, 'allowance', [{ id: newId(), allowance_name: '总部用纸', per: 'department', dept_id: house, quantity: 8 }])
  })
  const base = { from: storeA, reason: '打印' }
  const send = (recipient: Id, quantity: string) =>
    submits('CsOutstockOrder', { ...base, recipient }, { item: paper, quantity }, { inUse: true, by: recipient, codes: [] })
  await assert.rejects(send(colleague, '3'), (error) => error instanceof RefusalError && error.message.includes('每部门每月8，本月已领6'))
  assert.equal((await send(colleague, '2')).state, 'inApproval')
  await endApprovals()
  assert.equal((await findings('CsOutstockOrder', { from: storeA, recipient: colleague }, { item: paper, quantity: '8' })).list.length, 0)
})

test('an organisation that does not want the pool first buys without a reason', async () => {
  await run((tx) => tx.query(`update organisation set settings = settings || '{"poolFirst": false}' where org_id = $1`, [orgId]))
  const line = { model: otherModel, quantity: '1', price: '10' }
  const { list } = await findings('GsPurchaseOrder', { reason: '更换' }, line)
  await run((tx) => tx.query(`update organisation set settings = settings - 'poolFirst' where org_id = $1`, [orgId]))
  assert.deepEqual(
    list.filter(({ policy }) => policy === 'poolFirst'),
    [],
  )
  const { list: again } = await findings('GsPurchaseOrder', { reason: '更换' }, line)
  assert.equal(again.filter(({ policy }) => policy === 'poolFirst').length, 1)
})

test('an allowance counts a line for the person whom it names', async () => {
  const [colleague, item] = [newId(), newId()]
  await run(async (tx) => {
    await insert(tx, 'person', [{ id: colleague, username: `n${colleague}`, user_name: '周宁' }])
    await insert(tx, 'consumable', [{ id: item, goods_code: 'C9', goods_name: '硒鼓', unit: '个' }])
    await insert(tx, 'allowance', [{ id: newId(), allowance_name: '每人硒鼓', per: 'person', goods_id: item, quantity: 2 }])
  })
  await submits('CsInstockOrder', { to: storeA }, { item, quantity: '20', price: '1' })
  const ask = (quantity: string, more: Raw = {}) =>
    submits('CsOutstockOrder', { from: storeA, recipient: staff, reason: '打印' }, { item, quantity, ...more }, { inUse: true, codes: [] })
  await ask('2', { recipient: colleague })
  assert.equal((await ask('2')).state, 'inApproval')
  await assert.rejects(ask('1', { recipient: colleague }), isRefusal('policy.allowance'))
  await endApprovals()
})

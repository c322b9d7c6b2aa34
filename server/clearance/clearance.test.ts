import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { clearancePaper } from '../../domain/clearance/paper.ts'
import { fill } from '../../kernel/refusal.ts'
import { testDatabase } from '../db/testing.ts'
import { submit } from '../documents/engine.ts'
import type { Flows } from '../documents/flows.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import { type ClearanceOrder, clearPerson } from './clear.ts'
import { returnedLines, standingOf } from './standing.ts'

/** A person who leaves is cleared in one act, with a paper that says what came back and what is still open. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, storeB, keeper, staff, model, paper } = await foundCompany(database, await newOrganisation())
const run = <R>(work: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, work)
const flows = { requireStarter: async () => {}, installed: async () => false } as unknown as Flows
const codes = [
  'GsInstockOrder',
  'GsOutstockOrder',
  'GsBorrowOrder',
  'GsReturnOrder',
  'GsRevertOrder',
  'CsInstockOrder',
  'CsOutstockOrder',
  'CsReturnOrder',
].map((kind) => `${kind.toLowerCase()}:post`)
const submits = (name: string, header: Record<string, unknown>, line: Record<string, unknown>) =>
  run((tx) => submit(callOf(tx, keeper, codes), flows, { kind: kindNamed(name), id: newId(), raw: { header, lines: [line] } }, {}))
const [office, successor] = [newId(), newId()]
await run(async (tx) => {
  await insert(tx, 'person', [{ id: successor, username: `s${successor}`, user_name: '赵敏' }])
  await insert(tx, 'department', [{ id: office, dept_code: 'D1', dept_name: '办公室', manager_uid: staff }])
  await tx.query('update location set manager_uid = $3 where org_id = $1 and id = $2', [orgId, storeB, staff])
})
const { id: bought } = await submits('GsInstockOrder', { to: storeA }, { model, quantity: '2', price: '1' })
const [one, two] = (
  await run((tx) =>
    tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2 order by 1', [orgId, bought]),
  )
).map(({ id }) => id)
await submits('GsOutstockOrder', { recipient: staff, reason: '办公' }, { model, quantity: '1', assets: [one] })
await submits('GsBorrowOrder', { borrower: staff, dueOn: '2099-01-01', reason: '演示' }, { model, quantity: '1', assets: [two] })
await submits('CsInstockOrder', { to: storeA }, { item: paper, quantity: '10', price: '1' })
await submits('CsOutstockOrder', { from: storeA, recipient: staff, reason: '打印' }, { item: paper, quantity: '3' })

const clear = (order: Partial<ClearanceOrder>) =>
  run((tx) => clearPerson(callOf(tx, keeper, codes), flows, { uid: staff, withSupplies: true, closesAccount: true, ...order }))
const readState = () => run((tx) => standingOf(tx, staff, 'zh'))
const isRefusal = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

test('it asks for what it needs, and nothing is done by halves', async () => {
  const { holdings, acts } = await readState()
  assert.deepEqual(
    holdings.map(({ key, count }) => [key, count]),
    [
      ['assets', 1],
      ['loans', 1],
      ['supplies', 1],
      ['places', 1],
      ['departments', 1],
    ],
  )
  assert.deepEqual(acts, [])
  await assert.rejects(clear({ storeId: storeA }), isRefusal('clearance.successor'))
  await assert.rejects(clear({ successorUid: successor }), isRefusal('clearance.store'))
  await assert.rejects(clear({ uid: keeper, successorUid: successor, storeId: storeA }), isRefusal('clearance.self'))
  await assert.rejects(clear({ successorUid: staff, storeId: storeA }), isRefusal('clearance.successor'))
  assert.equal((await readState()).holdings.length, 5)
})

test('one act brings everything back, passes on what is led, closes the account, and the paper says so', async () => {
  assert.equal((await clear({ successorUid: successor, storeId: storeA, note: '本周五离职' })).documents, 3)
  const now = await readState()
  assert.deepEqual([now.holdings, now.person.isDisabled], [[], true])
  assert.deepEqual(
    now.acts[0]?.documents.map(({ kind, state, lines }) => [kind, state, lines]),
    [
      ['GsReturnOrder', 'posted', 1],
      ['GsRevertOrder', 'posted', 1],
      ['CsReturnOrder', 'posted', 1],
    ],
  )
  const heads = await run((tx) =>
    tx.query(
      `select (select manager_uid from department where org_id = $1 and id = $2) as head, (select manager_uid from location where org_id = $1 and id = $3) as keeper,
         (select successor_uid from wf_handover where org_id = $1 and uid = $4) as successor`,
      [orgId, office, storeB, staff],
    ),
  )
  assert.deepEqual(heads, [{ head: successor, keeper: successor, successor }])
  const lines = await run((tx) => returnedLines(tx, staff))
  const {
    tables,
    facts,
    status,
    signing: boxes,
  } = clearancePaper(
    now,
    lines,
    { say: (words, params = {}) => fill(words, params) },
    { organisation: '某公司', by: '王库管', at: '2026-01-05T00:00:00Z' },
  )
  assert.equal(status, '已清退')
  assert.equal(tables.length, 1)
  assert.deepEqual(
    tables[0]?.rows.map(([, name, quantity, title, , state]) => [name, quantity, title, state]),
    [
      ['笔记本电脑', '1', '资产退库', '已完成'],
      ['笔记本电脑', '1', '资产归还', '已完成'],
      ['复印纸', '3', '耗材退库', '已完成'],
    ],
  )
  assert.ok(facts.some(({ label, value }) => label === '接替人' && value === '赵敏'))
  assert.equal(boxes.length, 6)
})

test('what is left behind by who has left already is cleared the same way', async () => {
  assert.deepEqual((await clear({ closesAccount: true })).documents, 0)
  assert.equal((await readState()).acts.length, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import { testDatabase } from '../db/testing.ts'
import { describeDocument } from './describe.ts'
import { requireVisible, submit } from './engine.ts'
import type { Flows } from './flows.ts'
import { reverse } from './reverse.ts'

const { database, newOrganisation } = await testDatabase()
const company = await foundCompany(database, await newOrganisation())
const { orgId, keeper, staff, storeA, model, paper } = company
const stranger = newId()
await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: stranger, username: `s${stranger}`, user_name: '周宁' }]))
const flows = {
  requireStarter: async () => {},
  installed: async () => false,
  readerOf: async () => ({ takesPart: false, permissions: {} }),
} as unknown as Flows

const send = async (kindName: string, header: object, lines: readonly object[], sourceId?: Id) => {
  const kind = documentKind(kindName)!
  return database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, keeper, [`${codeOf(kind)}:post`]),
      flows,
      { kind, id: newId(), raw: { header: { ...header }, lines: lines.map((line) => ({ ...line })), sourceId } },
      {},
    ),
  )
}
const relatedOf = (kindName: string, id: Id, uid = keeper, codes: readonly string[] = everyCode) =>
  database.reading(orgId, async (tx) => {
    const kind = documentKind(kindName)!
    const call = callOf(tx, uid, codes)
    const { sources, followers } = (await describeDocument(call, kind, await requireVisible(call, flows, kind, id))).relatedDocuments
    return [sources.map(({ code }) => code), followers.map(({ code }) => code)]
  })
const everyCode = ['GsPurchaseOrder', 'GsInstockOrder', 'GsBorrowOrder', 'GsRevertOrder', 'CsPurchaseOrder', 'CsInstockOrder'].map(
  (name) => `${codeOf(documentKind(name)!)}:post`,
)

for (const [order, delivery, line] of [
  ['GsPurchaseOrder', 'GsInstockOrder', { model, quantity: '3', price: '1' }],
  ['CsPurchaseOrder', 'CsInstockOrder', { item: paper, quantity: '3', price: '1' }],
] as const)
  test(`${order} and the deliveries that fulfil it name each other`, async () => {
    const purchase = await send(order, { reason: '补货' }, [line])
    const first = await send(delivery, { to: storeA }, [{ ...line, quantity: '1', sourceLine: 1 }], purchase.id)
    const second = await send(delivery, { to: storeA }, [{ ...line, quantity: '2', sourceLine: 1 }], purchase.id)
    assert.deepEqual(await relatedOf(order, purchase.id), [[], [second.code, first.code]])
    assert.deepEqual(await relatedOf(delivery, first.id), [[purchase.code], []])
  })

const receiveAsset = async (): Promise<Id> => {
  const { id } = await send('GsInstockOrder', { to: storeA }, [{ model, quantity: '1', price: '1' }])
  const [move] = await database.reading(orgId, (tx) =>
    tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2', [orgId, id]),
  )
  return move!.item_id
}
const lend = (asset: Id, borrower = staff) =>
  send('GsBorrowOrder', { borrower, dueOn: '2099-01-01', reason: '出差' }, [{ model, quantity: '1', assets: [asset] }])
const giveBack = (asset: Id) => send('GsRevertOrder', { to: storeA }, [{ asset }])

test('a loan and the return of its pieces name each other, each loan of a piece its own return', async () => {
  const asset = await receiveAsset()
  const [firstLoan, firstReturn] = [await lend(asset), await giveBack(asset)]
  const [secondLoan, secondReturn] = [await lend(asset), await giveBack(asset)]
  assert.deepEqual(await relatedOf('GsBorrowOrder', firstLoan.id), [[], [firstReturn.code]])
  assert.deepEqual(await relatedOf('GsBorrowOrder', secondLoan.id), [[], [secondReturn.code]])
  assert.deepEqual(await relatedOf('GsRevertOrder', firstReturn.id), [[firstLoan.code], []])
  assert.deepEqual(await relatedOf('GsRevertOrder', secondReturn.id), [[secondLoan.code], []])
})

test('a return that was reversed is no follower; the one that took its place is', async () => {
  const asset = await receiveAsset()
  const loan = await lend(asset)
  const wrong = await giveBack(asset)
  await database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, everyCode), documentKind('GsRevertOrder')!, wrong.id, '误操作'))
  const right = await giveBack(asset)
  assert.deepEqual(await relatedOf('GsBorrowOrder', loan.id), [[], [right.code]])
})

test('a document that the reader does not see is not named to him', async () => {
  const asset = await receiveAsset()
  const loan = await lend(asset)
  await giveBack(asset)
  assert.deepEqual(await relatedOf('GsBorrowOrder', loan.id, staff, []), [[], []])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { NotFound } from '../../httpError.ts'
import { requireVisible, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { giveUp } from './givingUp.ts'
import { describeDocument } from '../describe.ts'
import { listDocuments } from '../list.ts'
import { reverse } from '../reverse.ts'

/** What is still open of a document and no one will fulfil: purchases that never arrive whole, requests that are not waited for. */
const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const flows = { installed: async () => false } as unknown as Flows
const codes = ['CsPurchaseOrder', 'CsInstockOrder', 'GsOutstockOrder', 'GsInstockOrder'].flatMap((kind) =>
  ['post', 'save', 'list', 'submit'].map((verb) => `${kind.toLowerCase()}:${verb}`),
)
type Line = Record<string, unknown>

const founded = async () => {
  const company = await foundCompany(database, await newOrganisation())
  const { orgId, keeper, storeA, paper, model } = company
  const li = newId()
  await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: li, username: `li${li}`, user_name: '李娜' }]))
  const as = (uid: Id) => (uid === keeper ? codes : [])
  const send = (kind: string, header: Line, line: Line, sourceId?: Id) =>
    database.inTransaction(orgId, (tx) =>
      submit(callOf(tx, keeper, codes), flows, { kind: documentKind(kind)!, id: newId(), raw: { header, lines: [line], sourceId } }, {}),
    )
  const buy = async () => (await send('CsPurchaseOrder', { reason: '办公' }, { item: paper, quantity: '10', price: '20' })).id
  const arrive = (of: Id, quantity: string) =>
    send('CsInstockOrder', { to: storeA }, { item: paper, quantity, price: '20', sourceLine: 1 }, of)
  const wait = async (recipient: Id) =>
    (await send('GsOutstockOrder', { recipient, reason: '办公' }, { model, quantity: '1', rest: 'wait' })).id
  const takeIn = () => send('GsInstockOrder', { to: storeA }, { model, quantity: '1', price: '1' })
  const stop = (kind: string, id: Id, reason?: string, uid: Id = keeper) =>
    database.inTransaction(orgId, (tx) => giveUp(callOf(tx, uid, as(uid)), documentKind(kind)!, id, reason))
  const look = (kind: string, id: Id, uid: Id = keeper) =>
    database.reading(orgId, async (tx) => {
      const call = callOf(tx, uid, as(uid))
      const of = documentKind(kind)!
      const { fulfilled, ahead, lines, may } = await describeDocument(call, of, await requireVisible(call, flows, of, id))
      const open = await listDocuments(tx, callOf(tx, keeper, codes).session, of, { state: 'posted', open: true })
      const row = (await listDocuments(tx, callOf(tx, keeper, codes).session, of, {})).list.find((each) => each.id === id)
      assert.equal(row?.fulfilled, fulfilled)
      const [line] = lines
      return {
        fulfilled,
        ahead,
        done: line!.doneQuantity,
        givenUp: line!.givenUp,
        may: may.giveUp,
        open: open.list.some((each) => each.id === id),
      }
    })
  const told = (uid: Id) =>
    database.reading(orgId, async (tx) =>
      (
        await tx.query<{ title: string; content: string }>(
          'select title, content from message where org_id = $1 and uid = $2 order by seq',
          [orgId, uid],
        )
      ).map(({ title, content }) => `${title}|${content}`),
    )
  const takeBack = (kind: string, id: Id) =>
    database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, codes), documentKind(kind)!, id, '错'))
  return { ...company, li, buy, arrive, wait, takeIn, stop, look, told, takeBack }
}
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
const sound = async () =>
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ count }) => count > 0),
    [],
  )

test('a purchase that will not arrive whole leaves the open ones, with a reason; nothing more arrives of it', async () => {
  const { buy, arrive, stop, look, takeBack } = await founded()
  const order = await buy()
  const first = await arrive(order, '4')
  assert.deepEqual(await look('CsPurchaseOrder', order), { fulfilled: 'some', ahead: null, done: '4', givenUp: '0', may: true, open: true })
  await assert.rejects(stop('CsPurchaseOrder', order), refusedWith('why-given-up'))
  for (let time = 0; time < 2; time++) await stop('CsPurchaseOrder', order, '供应商停产')
  const over = { fulfilled: 'over', ahead: null, done: '4', givenUp: '6', may: false, open: false }
  assert.deepEqual(await look('CsPurchaseOrder', order), over)
  await assert.rejects(arrive(order, '1'), refusedWith('more-than-open'))
  await sound()
  await takeBack('CsInstockOrder', first.id)
  assert.deepEqual(await look('CsPurchaseOrder', order), { ...over, fulfilled: 'none', done: '0', may: true, open: true })
  await stop('CsPurchaseOrder', order, '供应商停产')
  assert.equal((await look('CsPurchaseOrder', order)).givenUp, '10')
  await sound()
})

test('what has arrived whole, or is not in the books, has nothing to give up', async () => {
  const { buy, arrive, stop, look, takeBack, staff } = await founded()
  const order = await buy()
  await arrive(order, '10')
  await stop('CsPurchaseOrder', order, '不要了')
  assert.equal((await look('CsPurchaseOrder', order)).fulfilled, 'all')
  const other = await buy()
  await assert.rejects(stop('CsPurchaseOrder', other, '不要了', staff), (error) => error instanceof NotFound)
  await takeBack('CsPurchaseOrder', other)
  await assert.rejects(stop('CsPurchaseOrder', other, '不要了'), refusedWith('nothing-open'))
})

test('whoever waits may wait no more, without a reason, and whoever is next hears of what is there', async () => {
  const { wait, takeIn, stop, look, told, staff, li } = await founded()
  const first = await wait(staff)
  const second = await wait(li)
  await takeIn()
  const came = '您等候的笔记本电脑到了，请联系管理员领取|'
  assert.deepEqual([(await told(staff)).includes(came), (await told(li)).includes(came)], [true, false])
  await stop('GsOutstockOrder', first, undefined, staff)
  assert.deepEqual([(await look('GsOutstockOrder', first)).fulfilled, (await look('GsOutstockOrder', second)).ahead], ['over', 0])
  assert.equal((await told(li)).includes(came), true)
  await stop('GsOutstockOrder', second, '改用平板')
  assert.equal((await told(li)).includes('您申请的笔记本电脑 ×1，余下的不再发放|改用平板'), true)
  await sound()
})

test('of giving up and an arrival at the same moment one comes first, and the sum holds', async () => {
  const { buy, arrive, stop } = await founded()
  for (let round = 0; round < 10; round++) {
    const order = await buy()
    await Promise.allSettled([arrive(order, '7'), stop('CsPurchaseOrder', order, '停产'), arrive(order, '3')])
  }
  await sound()
})

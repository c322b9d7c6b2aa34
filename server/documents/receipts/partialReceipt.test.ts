import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany } from '../../testing/company.ts'
import { advance } from './advance.ts'
import { postApproved, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'

/** Of what was approved for him a receiver confirms what he has; the rest goes back, or is still to come. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, keeper, staff, model, paper } = await foundCompany(database, await newOrganisation())
const flowsOf = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
    readerOf: async () => ({ takesPart: true, permissions: {} }),
  }) as unknown as Flows
type Raw = Record<string, unknown>

const submitOrder = (name: string, header: Raw, line: Raw, inUse = false) =>
  database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, keeper, [`${codeOf(kindNamed(name))}:post`]),
      flowsOf(inUse),
      { kind: kindNamed(name), id: newId(), raw: { header, lines: [line] } },
      {},
    ),
  )
await database.inTransaction(orgId, (tx) =>
  tx.query(`update organisation set settings = settings || '{"confirmIssue": true}' where org_id = $1`, [orgId]),
)
const newPieces = async (count: number): Promise<Id[]> => {
  const { id } = await submitOrder('GsInstockOrder', { to: storeA }, { model, quantity: String(count), price: '1' })
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ item: Id }>('select item_id as item from move where org_id = $1 and document_id = $2 order by item_id', [orgId, id]),
  )
  return rows.map(({ item }) => item)
}
const approveIssue = async (name: string, header: Raw, line: Raw): Promise<Id> => {
  const { id } = await submitOrder(name, header, line, true)
  await database.inTransaction(orgId, (tx) => postApproved(tx, id, keeper, tx.now()))
  return id
}
const confirmPart = (name: string, id: Id, part: PartialReceipt) =>
  database.inTransaction(orgId, (tx) => advance(callOf(tx, staff, [], { locations: [] }), kindNamed(name), { id, key: 'received', part }))
const standingOf = (assets: readonly Id[]) =>
  database.reading(orgId, async (tx) => {
    const rows = await tx.query<{ id: Id; state: string; isReserved: boolean }>(
      `select a.id, a.state, exists (select from reservation r where r.org_id = $1 and r.item_id = a.id) as "isReserved"
       from asset a where a.org_id = $1 and a.id = any ($2::bigint[])`,
      [orgId, assets],
    )
    return assets.map((id) => rows.find((row) => row.id === id)).map((row) => `${row?.state}${row?.isReserved ? ' reserved' : ''}`)
  })
const lineOf = async (id: Id) => {
  const [line] = await database.reading(orgId, (tx) =>
    tx.query<{ quantity: string; doneQuantity: string; givenUp: string; isWaiting: boolean }>(
      `select quantity, done_quantity as "doneQuantity", given_up as "givenUp", waits_since is not null as "isWaiting"
       from document_line where org_id = $1 and document_id = $2`,
      [orgId, id],
    ),
  )
  return line
}
const messagesOf = (uid: Id, id: Id) =>
  database.reading(orgId, (tx) =>
    tx.query<{ title: string; content: string }>(
      `select title, content from message where org_id = $1 and uid = $2 and link like '%' || $3 || '%' and content <> '' order by id`,
      [orgId, uid, id],
    ),
  )
const refusedAs = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

suite('a part of what was handed over', () => {
  test('pieces: what he has is his, what he has not stays in the store and is free; once, however often it is sent', async () => {
    const assets = await newPieces(3)
    const [first = '', , third = ''] = assets
    const id = await approveIssue('GsOutstockOrder', { recipient: staff, reason: '办公' }, { model, quantity: '3', assets })
    const part: PartialReceipt = { lines: [{ lineNo: 1, assets: [first, third] }], rest: 'drop', reason: '少了一台' }
    for (let time = 0; time < 2; time++) assert.equal((await confirmPart('GsOutstockOrder', id, part)).state, 'posted')
    assert.deepEqual(await standingOf(assets), ['inUse', 'idle', 'inUse'])
    assert.deepEqual(await lineOf(id), { quantity: '3', doneQuantity: '3', givenUp: '0', isWaiting: false })
    const events = await database.reading(orgId, (tx) =>
      tx.query(
        'select action, actor_uid as actor, details from document_event where org_id = $1 and document_id = $2 order by seq desc limit 2',
        [orgId, id],
      ),
    )
    assert.deepEqual(events, [
      { action: 'post', actor: staff, details: { stage: 'received' } },
      { action: 'receivePart', actor: staff, details: { reason: '少了一台', rest: 'drop', missing: [{ lineNo: 1, quantity: '1' }] } },
    ])
    const [notice] = await messagesOf(keeper, id)
    assert.match(notice?.title ?? '', /没有领齐.*不再发放/)
    assert.equal(notice?.content, '少了一台')
  })

  test('supplies: the rest stays in the stock, and waits to be issued where he wants it', async () => {
    await submitOrder('CsInstockOrder', { to: storeA }, { item: paper, quantity: '10', price: '1' })
    const id = await approveIssue('CsOutstockOrder', { from: storeA, recipient: staff, reason: '打印' }, { item: paper, quantity: '4' })
    await confirmPart('CsOutstockOrder', id, { lines: [{ lineNo: 1, quantity: '3' }], rest: 'wait', reason: '还差一包' })
    const balances = await database.reading(orgId, (tx) =>
      tx.query('select account, on_hand as "onHand", reserved from balance where org_id = $1 and item_id = $2 order by account desc', [
        orgId,
        paper,
      ]),
    )
    assert.deepEqual(
      balances.filter(({ account }) => /^(store|consumed)/.test(String(account))),
      [
        { account: `store:${storeA}`, onHand: '7', reserved: '0' },
        { account: `consumed:${staff}`, onHand: '3', reserved: '0' },
      ],
    )
    assert.deepEqual(await lineOf(id), { quantity: '4', doneQuantity: '3', givenUp: '0', isWaiting: true })
  })

  test('what a keeper said of the rest before holds for all of it', async () => {
    const assets = await newPieces(2)
    const line = { model, quantity: '3', assets, rest: 'drop' }
    const id = await approveIssue('GsOutstockOrder', { recipient: staff, reason: '办公' }, line)
    await confirmPart('GsOutstockOrder', id, { lines: [{ lineNo: 1, assets: assets.slice(0, 1) }], rest: 'wait', reason: '缺一台' })
    assert.deepEqual(await lineOf(id), { quantity: '3', doneQuantity: '3', givenUp: '0', isWaiting: false })
  })

  test('nothing at all, more than was handed, all of it, and kinds without parts are refused', async () => {
    const assets = await newPieces(2)
    const [foreign = ''] = await newPieces(1)
    const id = await approveIssue('GsOutstockOrder', { recipient: staff, reason: '办公' }, { model, quantity: '2', assets })
    const withAssets = (pieces: readonly Id[]): PartialReceipt => ({
      lines: [{ lineNo: 1, assets: [...pieces] }],
      rest: 'wait',
      reason: '缺',
    })
    await assert.rejects(confirmPart('GsOutstockOrder', id, withAssets([])), refusedAs('nothing-received'))
    await assert.rejects(confirmPart('GsOutstockOrder', id, withAssets([foreign])), refusedAs('not-handed'))
    await assert.rejects(confirmPart('GsOutstockOrder', id, withAssets(assets)), refusedAs('nothing-missing'))
    assert.deepEqual(await standingOf(assets), ['idle reserved', 'idle reserved'])
    await confirmPart('GsOutstockOrder', id, withAssets(assets.slice(0, 1)))
  })
})

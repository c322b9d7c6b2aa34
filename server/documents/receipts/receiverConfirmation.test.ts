import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, uploadedFile } from '../../testing/company.ts'
import { advance } from './advance.ts'
import { postApproved, requireVisible, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { describeDocument } from '../describe.ts'
import { listReceipts } from '../list.ts'
import { reverse } from '../reverse.ts'

/** What was approved is handed over only once its receiver has confirmed it, where the organisation wants that. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, keeper, staff, model, paper } = await foundCompany(database, await newOrganisation())
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
    readerOf: async () => ({ takesPart: true, permissions: {} }),
  }) as unknown as Flows
type Raw = Record<string, unknown>
const kindOf = (name: string) => documentKind(name)!
const sent = (name: string, header: Raw, line: Raw, { inUse = false, direct = false } = {}) =>
  database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, keeper, [`${codeOf(kindOf(name))}:post`]),
      flows(inUse),
      { kind: kindOf(name), id: newId(), raw: { header, lines: [line] } },
      { direct: direct ? {} : undefined },
    ),
  )
const wanted = (confirmIssue: boolean) =>
  database.inTransaction(orgId, (tx) =>
    tx.query('update organisation set settings = settings || $2::jsonb where org_id = $1', [
      orgId,
      JSON.stringify({ confirmIssue, directIssue: true }),
    ]),
  )
const piece = async (): Promise<Id> => {
  const { id } = await sent('GsInstockOrder', { to: storeA }, { model, quantity: '1', price: '1' })
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2', [orgId, id]),
  )
  return row!.item_id
}
const issue = kindOf('GsOutstockOrder')
const asked = (asset: Id, recipient = staff) =>
  sent('GsOutstockOrder', { recipient, reason: '办公' }, { model, quantity: '1', assets: [asset] }, { inUse: true })
const approved = (id: Id, by = keeper) => database.inTransaction(orgId, (tx) => postApproved(tx, id, by, tx.now()))
const confirm = (uid: Id, id: Id, kind = issue, signature?: string) =>
  database.inTransaction(orgId, (tx) => advance(callOf(tx, uid, [], { locations: [] }), kind, { id, key: 'received', signature }))
const standing = async (asset: Id) => {
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ state: string; holder: Id | null; kept: boolean }>(
      `select a.state, a.holder_uid as holder, exists (select from reservation r where r.org_id = $1 and r.item_id = a.id) as kept
       from asset a where a.org_id = $1 and a.id = $2`,
      [orgId, asset],
    ),
  )
  return row!
}
const waits = (uid: Id, item?: Id) =>
  database.reading(orgId, async (tx) =>
    (await listReceipts(tx, callOf(tx, uid, [], { locations: [] }).session, { pageSize: 100, item })).list.map(({ id }) => id),
  )

test('it is kept for its receiver, who is told and finds it; his word puts it into the books, with his signature, once', async () => {
  await wanted(true)
  const asset = await piece()
  const { id } = await asked(asset)
  await approved(id)
  assert.deepEqual(await standing(asset), { state: 'idle', holder: null, kept: true })
  assert.deepEqual([await waits(staff), await waits(staff, asset), await waits(staff, newId())], [[id], [id], []])
  const told = await database.reading(orgId, (tx) =>
    tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2 and title like '%领到后请确认'`, [orgId, staff]),
  )
  assert.equal(told.length, 1)
  await assert.rejects(confirm(keeper, id), (error) => error instanceof RefusalError && error.refusal.reason === 'not-the-receiver')
  const signature = await database.inTransaction(orgId, (tx) => uploadedFile(tx, staff))
  for (let time = 0; time < 2; time++) assert.equal((await confirm(staff, id, issue, signature)).state, 'posted')
  assert.deepEqual(await standing(asset), { state: 'inUse', holder: staff, kept: false })
  assert.deepEqual(await waits(staff), [])
  const info = await database.reading(orgId, async (tx) => {
    const call = callOf(tx, staff, [])
    return describeDocument(call, issue, await requireVisible(call, flows(false), issue, id))
  })
  assert.deepEqual(info.events.at(-1)!.details, { stage: 'received', signature })
  const history = await database.reading(orgId, (tx) =>
    tx.query('select action from asset_event where org_id = $1 and document_id = $2', [orgId, id]),
  )
  assert.deepEqual(history, [{ action: 'GsOutstockOrder' }])
})

test('what is not fetched is taken back and free again', async () => {
  await wanted(true)
  const asset = await piece()
  const { id } = await asked(asset)
  await approved(id)
  const takenBack = () => database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, []), issue, id, '没有来领'))
  assert.equal(await takenBack(), 'reversed')
  assert.deepEqual(await standing(asset), { state: 'idle', holder: null, kept: false })
  await assert.rejects(confirm(staff, id), (error) => error instanceof RefusalError && error.refusal.reason === 'stage-not-due')
})

test('supplies wait as pieces do', async () => {
  await wanted(true)
  await sent('CsInstockOrder', { to: storeA }, { item: paper, quantity: '10', price: '1' })
  const { id } = await sent(
    'CsOutstockOrder',
    { from: storeA, recipient: staff, reason: '打印' },
    { item: paper, quantity: '3' },
    { inUse: true },
  )
  await approved(id)
  const held = () =>
    database.reading(orgId, (tx) =>
      tx.query('select on_hand from balance where org_id = $1 and item_id = $2 and account = $3', [orgId, paper, `consumed:${staff}`]),
    )
  assert.deepEqual(await held(), [])
  await confirm(staff, id, kindOf('CsOutstockOrder'))
  assert.deepEqual(await held(), [{ on_hand: '3' }])
})

const atOnce: readonly [string, boolean, () => Promise<Id>, (asset: Id) => Promise<unknown>][] = [
  ['where the organisation does not want it', false, piece, async (asset) => approved((await asked(asset)).id)],
  ['where the receiver himself ends the approval', true, piece, async (asset) => approved((await asked(asset)).id, staff)],
  [
    'what a keeper issues at once',
    true,
    piece,
    (asset) =>
      sent(
        'GsOutstockOrder',
        { recipient: staff, reason: '办公' },
        { model, quantity: '1', assets: [asset] },
        { inUse: true, direct: true },
      ),
  ],
]
for (const [name, confirmIssue, made, act] of atOnce)
  test(`nothing waits: ${name}`, async () => {
    await wanted(confirmIssue)
    const asset = await made()
    await act(asset)
    assert.deepEqual(await standing(asset), { state: 'inUse', holder: staff, kept: false })
  })

test('what the books would refuse is refused when it is approved, and not when the receiver confirms', async () => {
  await wanted(true)
  const asset = await piece()
  const { id } = await asked(asset)
  const withNothingLeft = database.inTransaction(orgId, async (tx) => {
    await tx.query('delete from reservation where org_id = $1 and item_id = $2', [orgId, asset])
    await tx.query('update balance set on_hand = 0, reserved = 0 where org_id = $1 and item_id = $2', [orgId, asset])
    return postApproved(tx, id, keeper, tx.now())
  })
  await assert.rejects(withNothingLeft, RefusalError)
  await approved(id)
  assert.equal((await standing(asset)).kept, true, 'trying it left the piece kept')
  await confirm(staff, id)
  assert.equal((await standing(asset)).holder, staff)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { testDatabase } from '../db/testing.ts'
import { listAssets } from '../records/assetList.ts'
import { callOf, foundCompany, insert } from '../testing/company.ts'
import { submit } from './engine.ts'
import type { Flows } from './flows.ts'

/** Where an asset stands after it came into a person's hands, and which store it belongs to all the while. */
const { database, newOrganisation } = await testDatabase()
const company = await foundCompany(database, await newOrganisation())
const { orgId, storeA, storeB, keeper, staff, model } = company
const [desk, attic, settled, twoDesks] = [newId(), newId(), newId(), newId()]
await database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: desk, loc_code: 'D', loc_name: '研发区' },
    { id: attic, loc_code: 'E', loc_name: '阁楼' },
  ])
  await insert(tx, 'person', [
    { id: settled, username: `settled${settled}`, user_name: '有工位' },
    { id: twoDesks, username: `two${twoDesks}`, user_name: '两个工位' },
  ])
  await insert(tx, 'location_user', [
    { loc_id: desk, uid: settled, kind: 'user' },
    { loc_id: desk, uid: twoDesks, kind: 'user' },
    { loc_id: attic, uid: twoDesks, kind: 'user' },
    { loc_id: attic, uid: staff, kind: 'manager' },
  ])
})

const noFlows = { requireStarter: async () => {}, installed: async () => false } as unknown as Flows

const done = (kindName: string, header: Record<string, unknown>, line: Record<string, unknown>) =>
  database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, keeper, [`${kindName.toLowerCase()}:post`]),
      noFlows,
      { kind: documentKind(kindName)!, id: newId(), raw: { header, lines: [line] } },
      {},
    ),
  )

const newAsset = async (): Promise<Id> => {
  const { id } = await done('GsInstockOrder', { to: storeA }, { model, quantity: '1', price: '1' })
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2', [orgId, id]),
  )
  return row!.item_id
}

const standsIn = async (asset: Id) =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{ loc_id: Id | null; home_id: Id }>('select loc_id, home_id from asset where org_id = $1 and id = $2', [orgId, asset]),
    )
  )[0]

type Step = (asset: Id) => Promise<unknown>
const issue =
  (recipient: Id, place?: Id): Step =>
  (asset) =>
    done('GsOutstockOrder', { recipient, reason: '办公', ...(place && { place }) }, { model, quantity: '1', assets: [asset] })
const lend =
  (borrower: Id): Step =>
  (asset) =>
    done('GsBorrowOrder', { borrower, dueOn: '2099-01-01', reason: '出差' }, { model, quantity: '1', assets: [asset] })
const giveBack =
  (to: Id): Step =>
  (asset) =>
    done('GsReturnOrder', { to, reason: '不用了' }, { asset })

const cases: readonly [string, readonly Step[], Id | null, Id][] = [
  ['issued to somebody with a place of his own', [issue(settled)], desk, storeA],
  ['issued to somebody whose place nobody knows', [issue(staff)], null, storeA],
  ['issued to somebody who is at home in two places', [issue(twoDesks)], null, storeA],
  ['issued to a place that the form names', [issue(settled, attic)], attic, storeA],
  ['lent', [lend(settled)], desk, storeA],
  ['lent to somebody whose place nobody knows', [lend(staff)], null, storeA],
  ['given back to another store', [issue(settled), giveBack(storeB)], storeB, storeB],
]
for (const [name, steps, place, home] of cases)
  test(`${name}`, async () => {
    const asset = await newAsset()
    for (const step of steps) await step(asset)
    assert.deepEqual(await standsIn(asset), { loc_id: place, home_id: home })
  })

test('the keeper of the store it belongs to keeps sight of what stands nowhere, in lists and in search; others do not see it', async () => {
  const asset = await newAsset()
  await issue(staff)(asset)
  const [code] = await database.reading(orgId, (tx) =>
    tx.query<{ code: string }>('select instance_code as code from asset where org_id = $1 and id = $2', [orgId, asset]),
  )
  const found = (locations: readonly Id[], input: Record<string, unknown>) =>
    database.reading(orgId, async (tx) => {
      const page = await listAssets(callOf(tx, keeper, [], { locations }), { ...input, pageSize: 100 })
      return page.list.filter(({ id }) => id === asset).map((row) => row['restricted'] === true)
    })
  for (const input of [{}, { likeQuery: code!.code }, { state: 'inUse' }, { sidx: 'instanceCode', order: 'asc' }]) {
    assert.deepEqual(await found([storeA], input), [false], JSON.stringify(input))
    assert.deepEqual(await found([storeB], input), [], JSON.stringify(input))
  }
  assert.deepEqual(await found([storeA], { locId: storeA }), [], 'whoever counts the store does not look for it')
})

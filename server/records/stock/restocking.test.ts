import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { submit } from '../../documents/engine.ts'
import type { Flows } from '../../documents/flows.ts'
import { giveUp } from '../../documents/posting/givingUp.ts'
import { restockingOf } from './restocking.ts'

/** What is to be bought: what runs low, up to the most that is wanted, less what is on order. */
const { database, newOrganisation } = await testDatabase()
const flows = { installed: async () => false } as unknown as Flows

test('what runs low is bought up to the most, less what is on its way, at the last price from the last supplier', async () => {
  const { orgId, keeper, storeA, storeB, staff, paper, pens } = await foundCompany(database, await newOrganisation())
  const [supplier, site] = [newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await tx.query('update consumable set min_stock = 10, max_stock = 50 where org_id = $1 and id = $2', [orgId, paper])
    await tx.query('update consumable set min_stock = 5, price = 2 where org_id = $1 and id = $2', [orgId, pens])
    await insert(tx, 'location', [{ id: site, loc_code: 'S', loc_name: '园区' }])
    await tx.query('update location set parent_id = $3 where org_id = $1 and id = $2', [orgId, storeA, site])
    await insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S1', supplier_name: '晨光' }])
  })
  const send = async (kindName: string, header: object, line: object): Promise<Id> => {
    const kind = documentKind(kindName)!
    return (
      await database.inTransaction(orgId, (tx) =>
        submit(
          callOf(tx, keeper, [`${codeOf(kind)}:post`]),
          flows,
          { kind, id: newId(), raw: { header: header as never, lines: [line as never] } },
          {},
        ),
      )
    ).id
  }
  const wanted = (input: { locId?: Id } = {}, locations: 'all' | Id[] = 'all') =>
    database.reading(orgId, async (tx) => {
      const { supplier, lines } = await restockingOf(callOf(tx, keeper, [], { locations }), input)
      return [supplier?.name, ...lines.map(({ id, quantity, price }) => [id === paper ? 'paper' : 'pens', quantity, price])]
    })
  await send('CsInstockOrder', { to: storeA, supplier }, { item: paper, quantity: '12', price: '18.5' })
  await send('CsInstockOrder', { to: storeB }, { item: paper, quantity: '30', price: '20' })
  await send('CsInstockOrder', { to: storeA, supplier }, { item: pens, quantity: '5', price: '1.5' })
  assert.deepEqual(await wanted(), [undefined])
  await send('CsOutstockOrder', { from: storeA, recipient: staff, reason: '用' }, { item: paper, quantity: '8' })
  await send('CsOutstockOrder', { from: storeA, recipient: staff, reason: '用' }, { item: pens, quantity: '5' })
  assert.deepEqual(await wanted(), ['晨光', ['paper', '46', '20'], ['pens', '5', '1.5']])
  assert.deepEqual(await wanted({ locId: storeB }), [undefined])
  assert.deepEqual(await wanted({ locId: site }), await wanted({ locId: storeA }), 'a place and what is below it')
  assert.deepEqual(await wanted({}, [storeB]), [undefined])
  const order = await send('CsPurchaseOrder', { reason: '补货', supplier }, { item: paper, quantity: '40', price: '19' })
  assert.deepEqual(await wanted(), ['晨光', ['paper', '6', '19'], ['pens', '5', '1.5']])
  await send('CsPurchaseOrder', { reason: '补货', supplier }, { item: paper, quantity: '10', price: '19' })
  assert.deepEqual(await wanted(), ['晨光', ['pens', '5', '1.5']])
  await database.inTransaction(orgId, (tx) =>
    giveUp(callOf(tx, keeper, ['cspurchaseorder:post']), documentKind('CsPurchaseOrder')!, order, '停产'),
  )
  assert.deepEqual(await wanted(), ['晨光', ['paper', '36', '19'], ['pens', '5', '1.5']])
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval, headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { testDatabase } from '../../db/testing.ts'
import { submit } from '../../documents/engine.ts'
import { callOf } from '../../testing/company.ts'
import {
  act,
  askForPaper,
  assertSound,
  flows,
  foundOffice,
  type Loose,
  type Office,
  paperLeft,
  publishFlow,
  stateOf,
  stock,
} from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()

const does = (office: Office, processId: Id, uid: Id, action: Loose) => act(database, office, processId, uid, action)
const waits = async (office: Office, processId: Id): Promise<string[]> =>
  openTasks(await stateOf(database, office, processId)).map(({ step }) => step.node)

suite('what was approved and is raised later', () => {
  test('supplies: sixty instead of one go back to the head, who approved one', async () => {
    const office = await foundOffice(database, await newOrganisation())
    await stock(database, office, '100')
    const keeper = approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }], { fields: { 'lines.quantity': 'required' } })
    await publishFlow(database, office, [headOfDepartment(), keeper])
    const { processId } = await askForPaper(database, office, '1')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'approve', patch: { lines: [{ item: office.paper, quantity: '60' }] } })
    assert.deepEqual(await waits(office, processId!), ['head'])
    assert.equal(await paperLeft(database, office), '100')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'approve' })
    assert.equal(await paperLeft(database, office), '40')
    await assertSound(database, office)
  })

  test('purchases: a dearer price is asked again, and the amount that follows from it decides how high it goes', async () => {
    const office = await foundOffice(database, await newOrganisation(), ['cspurchase'])
    const id = newId()
    const body = { header: { reason: '办公' }, lines: [{ item: office.paper, quantity: '10', price: '10' }] }
    const { processId } = await database.inTransaction(office.orgId, (tx) =>
      submit(callOf(tx, office.staff, ['cspurchaseorder:submit']), flows, { kind: documentKind('CsPurchaseOrder')!, id, raw: body }, {}),
    )
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, {
      t: 'approve',
      patch: { lines: [{ item: office.paper, quantity: '10', price: '1000' }] },
    })
    assert.deepEqual(await waits(office, processId!), ['head'])
    assert.equal((await stateOf(database, office, processId!)).form['amount'], '10000')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'approve' })
    assert.deepEqual(await waits(office, processId!), ['upper'])
    await assertSound(database, office)
  })

  test('less is handed out at once', async () => {
    const office = await foundOffice(database, await newOrganisation())
    await stock(database, office, '100')
    const { processId } = await askForPaper(database, office, '3')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, {
      t: 'approve',
      patch: { lines: [{ item: office.paper, quantity: '3', given: '2', rest: 'drop' }] },
    })
    assert.equal(await paperLeft(database, office), '98')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { installFlow } from '../approval/design/install.ts'
import { flows, foundOffice } from '../approval/testing/office.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf } from '../testing/company.ts'
import { submit } from './engine.ts'

/** What employees may ask for about a piece that they do not hold. */
const { database, newOrganisation } = await testDatabase()

test('anybody reports a broken piece that somebody else has; only its holder gives it away', async () => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const sent = (kindName: string, uid: Id, verb: 'post' | 'submit', body: object) =>
    database.inTransaction(office.orgId, (tx) =>
      submit(
        callOf(tx, uid, [`${kindName.toLowerCase()}:${verb}`], verb === 'post' ? {} : { locations: [] }),
        flows,
        { kind: documentKind(kindName)!, id: newId(), raw: body },
        {},
      ),
    )
  await sent('GsInstockOrder', office.keeper, 'post', { header: { to: office.storeA }, lines: [{ model: office.model, quantity: '2' }] })
  const pieces = await database.reading(office.orgId, (tx) => tx.query<{ id: Id }>('select id from asset where org_id = $1', [tx.orgId]))
  const [held, idle] = pieces.map(({ id }) => id)
  await sent('GsOutstockOrder', office.keeper, 'post', {
    header: { recipient: office.boss, reason: '会议室' },
    lines: [{ model: office.model, quantity: '1', assets: [held] }],
  })
  for (const key of ['repairorderFlow', 'transorderFlow'])
    await database.inTransaction(office.orgId, (tx) => installFlow(tx, key, office.admin))

  for (const asset of [held, idle]) {
    const { processId } = await sent('GsRepairOrder', office.staff, 'submit', { header: { reason: '投影不亮' }, lines: [{ asset }] })
    assert.ok(processId)
  }
  await assert.rejects(
    sent('GsTransOrder', office.staff, 'submit', { header: { receiver: office.staff, reason: '给我' }, lines: [{ asset: held }] }),
    (error: unknown) => error instanceof RefusalError && error.refusal.reason === 'not-yours',
  )
})

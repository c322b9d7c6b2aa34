import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetManagerRole, consumableManagerRole } from '../../domain/rules/constants.ts'
import { roleCodeOf } from '../../domain/access/roles.ts'
import { newId } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { foundCompany, insert } from '../testing/company.ts'
import { keepersOf } from './keepers.ts'

const { database, newOrganisation } = await testDatabase()

test('who keeps by a role of the organisation itself is told like who has the delivered one, and of what that role keeps alone', async () => {
  const { orgId, storeA, keeper, staff } = await foundCompany(database, await newOrganisation())
  const role = newId()
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'role', [{ id: role, role_code: `own_${role}`, role_name: '库房', role_type: 1, codes: ['gsoutstockorder:post'] }])
    await insert(tx, 'location_user', [{ loc_id: storeA, uid: staff, kind: 'manager' }])
    await insert(tx, 'person_role', [{ uid: staff, role_id: role }])
  })
  const told = (word: typeof assetManagerRole | typeof consumableManagerRole) =>
    database.reading(orgId, async (tx) => [...(await keepersOf(tx, [storeA], word))(storeA)].toSorted())
  assert.deepEqual(await told(assetManagerRole), [staff])
  assert.deepEqual(await told(consumableManagerRole), [keeper, staff].toSorted())
  await database.inTransaction(orgId, (tx) => tx.query('update role set deleted_at = now() where org_id = $1 and id = $2', [orgId, role]))
  assert.deepEqual(await told(assetManagerRole), [keeper, staff].toSorted())
  assert.notEqual(roleCodeOf(assetManagerRole, orgId), '')
})

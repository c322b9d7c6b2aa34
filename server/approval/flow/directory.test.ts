import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { type Fact, factKey } from '../../../domain/approval/flow/directory.ts'
import { testDatabase } from '../../db/testing.ts'
import { insert } from '../../testing/company.ts'
import { foundOffice, type Office } from '../testing/office.ts'
import { loadFacts } from './directory.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 4 })

/** An office with a department under its own, an accountant in each, and one who has left. */
const openOffice = async () => {
  const office = await foundOffice(database, await newOrganisation())
  const [below, accountant, second, leaver, guest] = [newId(), newId(), newId(), newId(), newId()]
  await database.inTransaction(office.orgId, async (tx) => {
    await insert(tx, 'department', [{ id: below, dept_code: 'D2', dept_name: '下级部', parent_id: office.department }])
    const people = [
      [accountant, office.department, 'active'],
      [second, below, 'active'],
      [leaver, office.department, 'disabled'],
    ] as const
    await insert(
      tx,
      'person',
      people.map(([id, dept, state]) => ({ id, username: `p${id}`, user_name: '人', dept_id: dept, position: '会计', state })),
    )
    await insert(tx, 'person', [{ id: guest, username: `g${guest}`, user_name: '客' }])
    await insert(tx, 'person_department', [{ uid: guest, dept_id: office.department }])
  })
  return { office, below, accountant, second, leaver, guest }
}

const factOf = async (office: Office, fact: Fact): Promise<unknown> => {
  const directory = await database.reading(office.orgId, (tx) => loadFacts(tx, [fact], { processId: '0', flowKey: 'f' }))
  return directory[factKey(fact)]
}

const sortIds = (ids: readonly Id[]): Id[] => ids.toSorted()

test('who has a position, in the organisation and in one department; a leaver has none', async () => {
  const { office, accountant, second } = await openOffice()
  assert.deepEqual(sortIds((await factOf(office, { k: 'position', name: '会计', dept: null })) as Id[]), sortIds([accountant, second]))
  assert.deepEqual(await factOf(office, { k: 'position', name: '会计', dept: office.department }), [accountant])
  assert.deepEqual(await factOf(office, { k: 'position', name: '出纳', dept: null }), [])
})

test('everybody of a department, by their main one or another, and of those below where it is asked', async () => {
  const { office, accountant, second, guest } = await openOffice()
  const own = [office.boss, office.second, office.staff, accountant, guest]
  const members = async (below: boolean) => (await factOf(office, { k: 'members', dept: office.department, below })) as Id[]
  assert.deepEqual(sortIds(await members(false)), sortIds(own))
  assert.deepEqual(sortIds(await members(true)), sortIds([...own, second]))
  assert.deepEqual(await factOf(office, { k: 'members', dept: newId(), below: true }), [])
})

test('how many tasks wait for somebody', async () => {
  const { office } = await openOffice()
  assert.equal(await factOf(office, { k: 'load', user: office.boss }), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { roleCodeOf } from '../../../domain/access/roles.ts'
import type { Node, Rule } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { disablePerson, leaverJob } from '../../access/people.ts'
import type { Database } from '../../db/pool.ts'
import { testDatabase } from '../../db/testing.ts'
import { insert } from '../../testing/company.ts'
import { leaverWorker } from './leavers.ts'
import { handOver } from './standIns.ts'
import { act, askForPaper, assertSound, documents, foundOffice, type Office, publishFlow, stateOf, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()
const worker = leaverWorker(documents)

type Cast = Office & { readonly heir: Id }

/** An office whose administrator has the role for it, and a person who can take over. */
const founded = async (): Promise<Cast> => {
  const office = { ...(await foundOffice(database, await newOrganisation())), heir: newId() }
  await database.inTransaction(office.orgId, async (tx) => {
    const tenant = newId()
    await insert(tx, 'person', [{ id: office.heir, username: `heir${office.heir}`, user_name: '孙接' }])
    await insert(tx, 'role', [{ id: tenant, role_code: roleCodeOf('tenant', tx.orgId), role_name: '管理员', role_type: 1 }])
    await insert(tx, 'person_role', [{ uid: office.admin, role_id: tenant }])
  })
  await stock(database, office, '10')
  return office
}

const people = (...ids: Id[]): Rule[] => [{ k: 'users', ids }]

/** Does the waiting job, as the process would; true while it asks to look once more. */
const look = (office: Office, uid: Id): Promise<boolean> =>
  database.inTransaction(office.orgId, async (tx) => {
    const open = () =>
      tx.query<{ id: Id; body: Record<string, unknown> }>(
        'select id, body from job where org_id = $1 and kind = $2 and key = $3 and done_at is null',
        [tx.orgId, leaverJob, uid],
      )
    const [job] = await open()
    if (!job || !('run' in worker)) throw new Error('no job waits')
    await tx.query('update job set done_at = now() where org_id = $1 and id = $2', [tx.orgId, job.id])
    await worker.run(tx, { orgId: tx.orgId, id: job.id, kind: leaverJob, key: uid, body: job.body, attempts: 1 })
    return (await open()).length > 0
  })

const leave = (office: Office, uid: Id): Promise<void> => database.inTransaction(office.orgId, (tx) => disablePerson(tx, uid, office.admin))

const waitingFor = async (office: Office, processId: Id): Promise<Id[]> =>
  openTasks(await stateOf(database, office, processId)).map(({ task }) => task.user)

type Case = {
  readonly title: string
  readonly flow: (cast: Cast) => Node[]
  readonly before?: (cast: Cast, processId: Id) => Promise<unknown>
  readonly initiator?: (cast: Cast) => Id
  readonly waits: (cast: Cast) => Id[]
  readonly suspended?: boolean
}
const byBoss = ({ boss }: Cast): Node[] => [approval('one', '主管', people(boss))]

const cases: readonly Case[] = [
  { title: 'without a successor it goes to who administers the flow', flow: byBoss, waits: ({ admin }) => [admin] },
  {
    title: 'a successor comes first',
    flow: byBoss,
    before: (cast) => database.inTransaction(cast.orgId, (tx) => handOver(tx, cast.boss, cast.heir)),
    waits: ({ heir }) => [heir],
  },
  {
    title: 'in a vote in turn the place of the leaver is kept',
    flow: ({ boss, second }) => [approval('one', '依次', people(boss, second), { vote: { mode: 'seq' } })],
    waits: ({ admin }) => [admin],
  },
  {
    title: 'where anybody may decide and the heir already may, the others go on',
    flow: ({ boss, admin }) => [approval('one', '或签', people(boss, admin))],
    waits: ({ boss, admin }) => [boss, admin],
  },
  {
    title: 'where nobody may take over, the flow is suspended',
    flow: ({ boss }) => [approval('one', '主管', people(boss), { onSelf: 'skip' })],
    initiator: ({ admin }) => admin,
    waits: ({ boss }) => [boss],
    suspended: true,
  },
  {
    title: 'what the leaver delegated stays with the delegate, and comes back to the heir',
    flow: byBoss,
    before: (cast, processId) => act(database, cast, processId, cast.boss, { t: 'delegate', to: cast.second }),
    waits: ({ second }) => [second],
  },
]
for (const { title, flow, before, initiator, waits, suspended = false } of cases)
  test(title, async () => {
    const cast = await founded()
    await publishFlow(database, cast, flow(cast))
    const { processId } = await askForPaper(database, cast, '1', { uid: (initiator ?? (({ staff }) => staff))(cast) })
    await before?.(cast, processId!)
    await leave(cast, cast.boss)
    await look(cast, cast.boss)
    assert.deepEqual(await waitingFor(cast, processId!), waits(cast))
    const state = await stateOf(database, cast, processId!)
    assert.equal(state.suspended, suspended)
    assert.equal(
      state.steps.some(({ tasks }) => tasks.some(({ owner }) => owner === cast.boss)),
      false,
    )
    await assertSound(database, cast, suspended ? undefined : processId!)
  })

test('whoever is back in service keeps their tasks', async () => {
  const cast = await founded()
  await publishFlow(database, cast, byBoss(cast))
  const { processId } = await askForPaper(database, cast, '1')
  await leave(cast, cast.boss)
  await database.inTransaction(cast.orgId, (tx) =>
    tx.query("update person set state = 'active' where org_id = $1 and id = $2", [tx.orgId, cast.boss]),
  )
  assert.equal(await look(cast, cast.boss), false)
  assert.deepEqual(await waitingFor(cast, processId!), [cast.boss])
})

test('what still comes to a leaver at the very moment is found by the second look, the last one', async () => {
  const cast = await founded()
  await publishFlow(database, cast, byBoss(cast))
  const processId = await database.inTransaction(cast.orgId, async (tx) => {
    // Decided while the leaver is still in service, and committed after the first look.
    const within: Database = { ...database, inTransaction: (_, run) => run(tx) }
    const asked = await askForPaper(within, cast, '1')
    await leave(cast, cast.boss)
    assert.equal(await look(cast, cast.boss), true)
    return asked.processId
  })
  assert.deepEqual(await waitingFor(cast, processId!), [cast.boss])
  assert.equal(await look(cast, cast.boss), false)
  assert.deepEqual(await waitingFor(cast, processId!), [cast.admin])
})

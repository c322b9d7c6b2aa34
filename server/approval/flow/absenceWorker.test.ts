import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import type { Rule } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { insert } from '../../testing/company.ts'
import { awayWorker } from './absenceWorker.ts'
import { awayJob } from './awayAsk.ts'
import { deleteDelegation, saveDelegation } from './standIns.ts'
import { act, askForPaper, assertSound, documents, foundOffice, type Office, publishFlow, stateOf, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()
const worker = awayWorker(documents)

const users = (...ids: Id[]): Rule[] => [{ k: 'users', ids }]
const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  await publishFlow(database, office, [approval('a', '一审', users(office.boss), { vote: { mode: 'all' } })])
  return office
}
const asked = async (office: Office): Promise<Id> => (await askForPaper(database, office, '1')).processId!
const holders = async (office: Office, id: Id) =>
  openTasks(await stateOf(database, office, id)).map(({ task }) => [task.user, task.onBehalfOf])

type Given = Parameters<typeof saveDelegation>[2]
const away = (office: Office, given: Partial<Given> = {}): Promise<Id> =>
  database.inTransaction(office.orgId, (tx) =>
    saveDelegation(tx, office.boss, {
      agent: office.second,
      flowKeys: [],
      from: '2020-01-01T00:00:00.000Z',
      to: null,
      moves: true,
      ...given,
    }),
  )
/** Does the jobs that are due, as the process would. */
const work = (office: Office): Promise<number> =>
  database.inTransaction(office.orgId, async (tx) => {
    const due = await tx.query<{ id: Id; key: string; body: Record<string, unknown> }>(
      'select id, key, body from job where org_id = $1 and kind = $2 and done_at is null and due_at <= now() order by id',
      [tx.orgId, awayJob],
    )
    for (const { id, key, body } of due) {
      await tx.query('update job set done_at = now() where org_id = $1 and id = $2', [tx.orgId, id])
      if ('run' in worker) await worker.run(tx, { orgId: tx.orgId, id, kind: awayJob, key, body, attempts: 1 })
    }
    return due.length
  })

suite('away', () => {
  test('what waits already goes to the agent where that is wanted, and what he has not decided comes back', async () => {
    const office = await opened()
    const [waiting, decided] = [await asked(office), await asked(office)]
    const id = await away(office)
    assert.equal(await work(office), 1)
    assert.deepEqual(await holders(office, waiting), [[office.second, office.boss]])
    const later = await asked(office)
    assert.deepEqual(await holders(office, later), [[office.second, office.boss]])
    await act(database, office, decided, office.second, { t: 'approve' })
    await database.inTransaction(office.orgId, (tx) => deleteDelegation(tx, office.boss, id))
    await work(office)
    for (const one of [waiting, later]) assert.deepEqual(await holders(office, one), [[office.boss, undefined]])
    assert.equal((await stateOf(database, office, decided)).status, 'approved')
    for (const one of [waiting, decided, later]) await assertSound(database, office, one)
    const [told] = await database.reading(office.orgId, (tx) =>
      tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by id desc limit 1', [
        tx.orgId,
        office.boss,
      ]),
    )
    assert.match(told!.title, /^代理结束，交还给您/)
  })

  test('without the wish nothing moves; another agent gets it from the first one, by way of who is away', async () => {
    const office = await opened()
    const waiting = await asked(office)
    const id = await away(office, { moves: false })
    await work(office)
    assert.deepEqual(await holders(office, waiting), [[office.boss, undefined]])
    await away(office, { id })
    await work(office)
    await away(office, { id, agent: office.keeper })
    await work(office)
    assert.deepEqual(await holders(office, waiting), [[office.keeper, office.boss]])
    await assertSound(database, office, waiting)
  })

  test('only the flows named, only while the time lasts, never to the applicant himself', async () => {
    const office = await opened()
    const waiting = await asked(office)
    await database.inTransaction(office.orgId, (tx) =>
      insert(tx, 'wf_flow', [
        { flow_key: 'other', document_kind: 'GsOutstockOrder', name: '另一个', module_code: 'gs_goods', icon: 'file', color: 'blue' },
      ]),
    )
    await away(office, { flowKeys: ['other'] })
    await work(office)
    assert.deepEqual(await holders(office, waiting), [[office.boss, undefined]])
    const barred = await opened()
    await publishFlow(database, barred, [approval('a', '一审', users(barred.boss), { onSelf: 'skip' })])
    const own = (await askForPaper(database, barred, '1', { uid: barred.second })).processId!
    await away(barred)
    await work(barred)
    assert.deepEqual(await holders(barred, own), [[barred.boss, undefined]])
  })

  test('the end of a time is waited for, and asked for again where it is prolonged', async () => {
    const office = await opened()
    const to = new Date(Date.now() + 3_600_000).toISOString()
    const id = await away(office, { to })
    const dueOf = async () =>
      (
        await database.reading(office.orgId, (tx) =>
          tx.query<{ due_at: string }>(`select due_at from job where org_id = $1 and kind = $2 and key like '%/back' and done_at is null`, [
            tx.orgId,
            awayJob,
          ]),
        )
      ).map((row) => row.due_at)
    assert.deepEqual(await dueOf(), [to])
    await away(office, { id, to: null })
    assert.deepEqual(await dueOf(), [])
  })
})

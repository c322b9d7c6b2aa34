import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Id } from '../../kernel/id.ts'
import { approval } from '../../domain/approval/templates/define.ts'
import { openTasks } from '../../domain/approval/state.ts'
import { auditDatabase } from '../ledger/audit.ts'
import { testDatabase } from '../db/testing.ts'
import type { Job } from '../jobs/jobs.ts'
import { processStatistic } from './statistics.ts'
import { rebuild, statisticWorker } from './statisticsFold.ts'
import { act, askForPaper, foundOffice, type Office, publishFlow, stateOf, stock } from './testing.ts'

const { database, newOrganisation } = await testDatabase({ breaks: ['ledger: what is reserved is the sum of the reservations'] })

const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  await publishFlow(database, office, [
    approval('head', '部门负责人审批', [{ k: 'users', ids: [office.boss] }]),
    approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }]),
  ])
  return office
}
const asked = async (office: Office): Promise<Id> => (await askForPaper(database, office, '1')).instanceId!
const jobsOf = (office: Office) =>
  database.reading(office.orgId, (tx) =>
    tx.query<Job>('select id, kind, key, body, attempts from job where org_id = $1 and kind = $2 order by id', [
      office.orgId,
      statisticWorker.kind,
    ]),
  )
const run = async (office: Office, jobs: readonly Job[]): Promise<void> => {
  for (const job of jobs) await database.inTransaction(office.orgId, (tx) => statisticWorker.run(tx, { ...job, orgId: office.orgId }))
}
const kept = (office: Office) =>
  database.reading(office.orgId, (tx) =>
    tx.query('select * from wf_stat_day where org_id = $1 order by flow_key, node_id, day', [office.orgId]),
  )
const statistic = (office: Office, more: { flowKey?: string; from?: string; to?: string } = {}) =>
  database.reading(office.orgId, (tx) => processStatistic(tx, { flowKey: undefined, from: undefined, to: undefined, ...more }))

suite('the figures that are kept', () => {
  test('invariant 45: are those counted anew, whenever and however often the jobs come', async () => {
    const office = await opened()
    let turn = 7
    const next = (n: number): number => (turn = (turn * 48_271) % 2_147_483_647) % n
    const instances: Id[] = []
    for (let i = 0; i < 40; i++) {
      if (instances.length < 6 || next(5) === 0) instances.push(await asked(office))
      const id = instances[next(instances.length)]!
      const [open] = openTasks(await stateOf(database, office, id))
      const actions = [
        { t: 'approve' },
        { t: 'approve' },
        { t: 'reject', comment: '不行' },
        { t: 'rollBack', to: 'START', comment: '改' },
        { t: 'takeBack' },
      ] as const
      await act(database, office, id, open?.task.user ?? office.boss, actions[next(actions.length)]!).catch(() => undefined)
      if (next(3) === 0) {
        const jobs = await jobsOf(office)
        await run(
          office,
          jobs.filter((_, at) => (at + i) % 2 === 0),
        )
      }
    }
    await Promise.all([run(office, await jobsOf(office)), run(office, await jobsOf(office))])
    const once = await kept(office)
    assert.ok(once.length >= 3)
    await database.inTransaction(office.orgId, rebuild)
    assert.deepEqual(await kept(office), once)
    const findings = await auditDatabase(database)
    const figures = () =>
      findings.filter(({ check, orgId }) => check.includes('figures') && orgId === office.orgId).map(({ count }) => count)
    assert.deepEqual(figures(), [0])
  })

  test('answer how flows went, by flow, step and day', async () => {
    const office = await opened()
    const [first, second, third] = [await asked(office), await asked(office), await asked(office)]
    await act(database, office, first, office.boss, { t: 'approve' })
    await act(database, office, first, office.keeper, { t: 'approve' })
    await act(database, office, second, office.boss, { t: 'rollBack', to: 'START', comment: '改' })
    await run(office, await jobsOf(office))
    const answer = await statistic(office)
    assert.deepEqual(
      [answer.total, answer.running, answer.approved, answer.returned, answer.rejected, answer.overdueTasks],
      [3, 1, 1, 1, 0, 0],
    )
    const [flow] = answer.flows
    assert.deepEqual([flow!.flowName, flow!.total, flow!.approved, flow!.returned], ['耗材领用流程', 3, 1, 1])
    assert.deepEqual(
      answer.nodes.map(({ nodeName, tasks, returned, returnRate, waits }) => [nodeName, tasks, returned, returnRate, waits]).toSorted(),
      [
        ['发放', 1, 0, 0, [1, 0, 0, 0, 0, 0]],
        ['部门负责人审批', 2, 1, 0.5, [2, 0, 0, 0, 0, 0]],
      ],
    )
    assert.deepEqual(
      answer.days.map(({ started, approved, returned }) => [started, approved, returned]),
      [[3, 1, 1]],
    )
    assert.equal((await statistic(office, { to: '2020-01-01' })).total, 0)
    assert.equal((await statistic(office, { flowKey: 'gsoutstock' })).total, 0)
    assert.equal((await stateOf(database, office, third)).status, 'running')
  })

  test('the audit notices a figure that is wrong', async () => {
    const office = await opened()
    await asked(office)
    await run(office, await jobsOf(office))
    const faults = async () =>
      (await auditDatabase(database)).find(({ check, orgId }) => check.includes('figures') && orgId === office.orgId)!.count
    assert.equal(await faults(), 0)
    const spoil = (by: number) =>
      database.inTransaction(office.orgId, (tx) =>
        tx.query('update wf_stat_day set started = started + $2 where org_id = $1', [office.orgId, by]),
      )
    await spoil(1)
    assert.equal(await faults(), 1)
    await spoil(-1)
  })
})

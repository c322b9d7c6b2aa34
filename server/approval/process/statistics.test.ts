import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import type { Id } from '../../../kernel/id.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { testDatabase } from '../../db/testing.ts'
import type { Job } from '../../jobs/jobs.ts'
import { openLog } from '../../log.ts'
import { processStatistic } from './statistics.ts'
import { foldAll, foldDue, rebuild, statisticWorker } from './statisticsFold.ts'
import { act, askForPaper, foundOffice, type Office, publishFlow, stateOf, stock } from '../testing/office.ts'

const { url, database, newOrganisation } = await testDatabase({ breaks: ['ledger: what is reserved is the sum of the reservations'] })

const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  await publishFlow(database, office, [
    approval('head', '部门负责人审批', [{ k: 'users', ids: [office.boss] }]),
    approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }]),
  ])
  return office
}
const asked = async (office: Office): Promise<Id> => (await askForPaper(database, office, '1')).processId!
/** Counts what waits, or only so many commands of it. */
const count = (office: Office, atMost?: number) => database.inTransaction(office.orgId, (tx) => foldDue(tx, atMost))
/** Commands that are not counted yet. */
const waiting = (office: Office) =>
  database.reading(office.orgId, (tx) => tx.query('select from wf_stat_due where org_id = $1', [office.orgId]))
const kept = (office: Office) =>
  database.reading(office.orgId, (tx) =>
    tx.query('select * from wf_stat_day where org_id = $1 order by flow_key, node_id, day', [office.orgId]),
  )
const keptSpans = async (office: Office) =>
  (
    await database.reading(office.orgId, (tx) =>
      tx.query<{ place: string; spans: string[] }>(
        `select concat_ws(' ', flow_key, node_id, uid, day) as place,
                array(select d.o || '-' || d.d from unnest(opened, decided) as d (o, d) order by 1) as spans
         from wf_stat_person where org_id = $1 order by 1`,
        [office.orgId],
      ),
    )
  ).map(({ place, spans }) => [place, spans])
const statistic = (office: Office, more: { flowKey?: string; from?: string; to?: string; initiator?: Id } = {}) =>
  database.reading(office.orgId, (tx) => processStatistic(tx, { flowKey: undefined, from: undefined, to: undefined, ...more }))

suite('the figures that are kept', () => {
  test('invariant 45: are those counted anew, whenever and however often they are counted', async () => {
    const office = await opened()
    let turn = 7
    const next = (n: number): number => (turn = (turn * 48_271) % 2_147_483_647) % n
    const processes: Id[] = []
    for (let i = 0; i < 40; i++) {
      if (processes.length < 6 || next(5) === 0) processes.push(await asked(office))
      const id = processes[next(processes.length)]!
      const [open] = openTasks(await stateOf(database, office, id))
      const actions = [
        { t: 'approve' },
        { t: 'approve' },
        { t: 'reject', comment: '不行' },
        { t: 'rollBack', to: 'START', comment: '改' },
        { t: 'takeBack' },
      ] as const
      await act(database, office, id, open?.task.user ?? office.boss, actions[next(actions.length)]!).catch(() => undefined)
      if (next(3) === 0) await count(office, 1 + next(4))
    }
    await Promise.all([count(office), count(office), count(office)])
    while (await count(office, 3));
    assert.equal((await waiting(office)).length, 0)
    const once = await kept(office)
    const spans = await keptSpans(office)
    assert.ok(once.length >= 3 && spans.length >= 2)
    await database.inTransaction(office.orgId, rebuild)
    assert.deepEqual(await kept(office), once)
    assert.deepEqual(await keptSpans(office), spans)
    const findings = await auditDatabase(database)
    const figures = () =>
      findings.filter(({ check, orgId }) => check.includes('figures') && orgId === office.orgId).map(({ count }) => count)
    assert.deepEqual(figures(), [0])
  })

  test('a log that cannot be counted holds up none of the others, and organisations that are closed wait', async (t) => {
    const [office, closed] = [await opened(), await opened()]
    const [sound, broken] = [await asked(office), await asked(office)]
    await asked(closed)
    const setState = (state: string) =>
      database.inTransaction(closed.orgId, (tx) => tx.query('update organisation set state = $2 where org_id = $1', [tx.orgId, state]))
    await setState('disabled')
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    t.after(() => owner.end())
    await owner.query("select set_config('app.org', $1, false)", [office.orgId])
    const named = [office.orgId, broken]
    const log = (await owner.query('select events from wf_event where org_id = $1 and instance_id = $2', named)).rows[0]
    const setLog = (events: string) =>
      owner.query('update wf_event set events = $3 where org_id = $1 and instance_id = $2', [...named, events])
    await setLog('[{"t": "Ended"}]')

    await foldAll(database, openLog('silent'))
    const jobs = await database.reading(office.orgId, (tx) =>
      tx.query<Job>('select id, kind, key, body, attempts from job where org_id = $1 and kind = $2', [tx.orgId, statisticWorker.kind]),
    )
    assert.deepEqual(jobs.map(({ key }) => key).toSorted(), [sound, broken].toSorted())
    assert.equal((await statistic(office)).total, 0)
    const work = (key: Id) =>
      database.inTransaction(office.orgId, (tx) =>
        statisticWorker.run(tx, { orgId: office.orgId, id: '1', kind: statisticWorker.kind, key, body: {}, attempts: 1 }),
      )
    await work(sound)
    await assert.rejects(work(broken))
    assert.equal((await statistic(office)).total, 1)
    await setLog(JSON.stringify(log.events))
    await work(broken)
    assert.equal((await statistic(office)).total, 2)

    assert.deepEqual([(await waiting(office)).length, (await waiting(closed)).length], [0, 1])
    await setState('active')
    await foldAll(database, openLog('silent'))
    assert.deepEqual([(await waiting(closed)).length, (await statistic(closed)).total], [0, 1])
  })

  test('answer how flows went, by flow, step and day', async () => {
    const office = await opened()
    const [first, second, third] = [await asked(office), await asked(office), await asked(office)]
    await act(database, office, first, office.boss, { t: 'approve' })
    await act(database, office, first, office.keeper, { t: 'approve' })
    await act(database, office, second, office.boss, { t: 'rollBack', to: 'START', comment: '改' })
    await count(office)
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
    const { people, ...own } = await statistic(office, { initiator: office.staff })
    const { people: approvers, ...all } = answer
    assert.deepEqual(own, all, 'who initiated everything has the same figures, counted from the logs')
    assert.deepEqual([people, approvers.length], [[], 2], 'and is not told how long other people take')
    assert.deepEqual([own.total, (await statistic(office, { initiator: office.staff, to: '2020-01-01' })).total], [3, 0])
    const nobody = await statistic(office, { initiator: office.boss })
    assert.deepEqual([nobody.total, nobody.running, nobody.overdueTasks, nobody.days, nobody.flows, nobody.nodes], [0, 0, 0, [], [], []])
    assert.equal((await statistic(office, { to: '2020-01-01' })).total, 0)
    assert.equal((await statistic(office, { flowKey: 'gsoutstock' })).total, 0)
    assert.equal((await stateOf(database, office, third)).status, 'running')
  })

  test('say who takes how long over which step, in working time, and who keeps something waiting', async () => {
    const office = await opened()
    await asked(office)
    const china = (text: string) => Date.parse(`${text}:00+08:00`) / 1000
    // Ten decisions of Monday 2026-03-16, of 1 to 10 hours of work; the last two came the Friday before.
    const decided = [10, 11, 12, 13, 14, 15, 16, 17].map((hour) => [china('2026-03-16T09:00'), china(`2026-03-16T${hour}:00`)] as const)
    const slow = [
      [china('2026-03-13T17:00'), china('2026-03-16T17:00')],
      [china('2026-03-13T09:00'), china('2026-03-16T10:00')],
    ] as const
    const all = [...decided, ...slow]
    await database.inTransaction(office.orgId, (tx) =>
      tx.query(
        `insert into wf_stat_person (org_id, flow_key, node_id, uid, day, opened, decided) values ($1, 'csoutstock', 'keeper', $2, '2026-03-16', $3, $4)`,
        [office.orgId, office.keeper, all.map(([from]) => from), all.map(([, to]) => to)],
      ),
    )
    const at = (Math.floor(Date.now() / 1000) + 40 * 86_400) * 1000
    const answer = await database.reading(office.orgId, (tx) =>
      processStatistic(tx, { flowKey: undefined, from: '2026-03-01', to: '2026-03-31' }, at),
    )
    const [waiting, keeper] = answer.people
    assert.deepEqual(
      [keeper!.userName, keeper!.nodeName, keeper!.flowName, keeper!.tasks, keeper!.medianSeconds, keeper!.p90Seconds, keeper!.open],
      ['王库管', '发放', '耗材领用流程', 10, 5 * 3600, 9 * 3600, 0],
    )
    assert.deepEqual([waiting!.userName, waiting!.nodeName, waiting!.tasks, waiting!.open], ['赵经理', '部门负责人审批', 0, 1])
    assert.ok(waiting!.longestOpenSeconds! > 20 * 9 * 3600 && waiting!.longestOpenSeconds! < 32 * 9 * 3600)
    await database.inTransaction(office.orgId, (tx) => tx.query('delete from wf_stat_person where org_id = $1', [office.orgId]))
  })

  test('the audit notices a figure that is wrong', async () => {
    const office = await opened()
    await asked(office)
    await count(office)
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

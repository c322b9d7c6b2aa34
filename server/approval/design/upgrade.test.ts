import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Node } from '../../../domain/approval/flow/definition.ts'
import { approval, consumableManagers, headOfDepartment } from '../../../domain/approval/flow/templates/define.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations as calls } from '../../../domain/approval/operations/flows.ts'
import { testDatabase } from '../../db/testing.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { openLog } from '../../log.ts'
import { callOf } from '../../testing/company.ts'
import { flowHandlers } from './handlers.ts'
import { lockProcess } from '../flow/store.ts'
import {
  act,
  askForPaper,
  assertSound,
  documents,
  documentState,
  foundOffice,
  type Office,
  publishFlow,
  stateOf,
  stock,
} from '../testing/office.ts'
import { movedInTheCall } from './upgrade.ts'
import { upgradeWorker } from './upgradeWork.ts'
import { until } from '../../testing/until.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 12 })
const handlers = flowHandlers(documents)
const log = openLog('silent')
const flowKey = 'csoutstock'

const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '1000')
  return office
}
const ask = async <O extends Operation>(office: Office, operation: O, input: unknown): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation === operation)!
  const run = operation.reads ? database.reading : database.inTransaction
  const answer = await run(office.orgId, (tx) =>
    handler.run(callOf(tx, office.admin, []) as never, v.parse(operation.input, input) as never),
  )
  return v.parse(operation.output, answer) as OutputOf<O>
}
const upgrade = (office: Office, more: object = {}) => ask(office, calls.upgrade, { flowKey, ...more })
const survey = async (office: Office, more: object = {}) => (await upgrade(office, { dryRun: true, ...more })).survey!
const progress = async (office: Office) => (await ask(office, calls.upgradeProgress, { flowKey })).upgrade!
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
const applied = async (office: Office, count: number): Promise<Id[]> => {
  const ids: Id[] = []
  for (let n = 0; n < count; n++) ids.push((await askForPaper(database, office, '1')).processId!)
  return ids
}
const versionsOf = (office: Office) =>
  database.reading(office.orgId, (tx) =>
    tx.query<{ version: number; status: string; n: number }>(
      'select version, status, count(*)::int as n from wf_instance where org_id = $1 group by version, status order by version, status',
      [office.orgId],
    ),
  )
/** Lets the jobs of this process run until the upgrade is over. */
const finish = async (office: Office) => {
  const jobs = startJobs(database, log, [upgradeWorker(documents)])
  await until('the upgrade is over', async () => (await progress(office)).finishedAt !== null)
  await jobs.stop()
  return progress(office)
}

const head: Node = headOfDepartment()
const keeper = (more: Parameters<typeof approval>[3] = {}): Node =>
  approval('keeper', '耗材管理员发放', [{ k: 'locationManager', field: 'from' }, consumableManagers], more)
const second: Node = approval('second', '复核', [consumableManagers])
const boss: Node = approval('chief', '主管审批', [{ k: 'deptHead', of: 'initiator', level: 1 }])

suite('a dry run', () => {
  test('says of every process how it would move, and why', async () => {
    const office = await opened()
    const [first, other] = (await applied(office, 3)) as [Id, Id, Id]
    await act(database, office, first, office.boss, { t: 'approve' })
    // The head is called otherwise, a step came before the keeper, the keeper became a person who handles.
    await publishFlow(database, office, [boss, second, { ...(keeper() as object), t: 'handle', settle: undefined, onSelf: undefined, onReject: undefined } as unknown as Node]) // prettier-ignore
    const found = await survey(office)
    assert.deepEqual(found.counts, { ok: 0, warning: 0, needsMapping: 2, impossible: 1 })
    assert.deepEqual(
      found.groups.map((group) => [group.class, group.count, group.reasons.map(({ words }) => words)]),
      [
        ['impossible', 1, ['“耗材管理员发放”的类型已改变', '已经过的“部门负责人审批”在新版本中没有对应', '新增的“主管审批”在当前环节之前，不会经过', '新增的“复核”在当前环节之前，不会经过']],
        ['needsMapping', 2, ['正在进行的环节“部门负责人审批”在新版本中没有对应']],
      ],
    ) // prettier-ignore
    assert.deepEqual(
      found.renamable.map(({ nodeId, nodeName, count, candidates }) => [nodeId, nodeName, count, candidates.map((one) => one.nodeName)]),
      [['head', '部门负责人审批', 2, ['主管审批', '复核']]],
    )
    assert.deepEqual(
      found.versions.map(({ version, running, differences }) => [version, running, differences.map(({ change, subject, label }) => `${change} ${subject}${label}`)]),
      [[1, 3, ['set 流程重复处理人', 'added 主管审批', 'added 复核', 'removed 部门负责人审批']]],
    ) // prettier-ignore
    const mapped = await survey(office, { mapping: { head: 'chief' } })
    assert.deepEqual(mapped.counts, { ok: 2, warning: 0, needsMapping: 0, impossible: 1 })
    assert.deepEqual(mapped.active, [{ nodeId: 'chief', nodeName: '主管审批', count: 2 }, { nodeId: 'keeper', nodeName: '耗材管理员发放', count: 1 }]) // prettier-ignore
    const sparing = await upgrade(office, { dryRun: true, notReached: 'keeper', mapping: { head: 'chief' } })
    assert.deepEqual([sparing.total, sparing.survey!.counts.ok], [2, 2])
    assert.equal((await stateOf(database, office, other)).version, 1)
    assert.equal((await ask(office, calls.upgradeProgress, { flowKey })).upgrade, null)
  })
})

suite('a few processes are moved in the call', () => {
  test('with mapping; what cannot move stays and says why; asking again takes it up', async () => {
    const office = await opened()
    const [first, other] = (await applied(office, 2)) as [Id, Id]
    await act(database, office, first, office.boss, { t: 'approve' })
    await publishFlow(database, office, [boss, second])
    const done = await upgrade(office, { mapping: { head: 'chief' } })
    assert.deepEqual([done.finished, done.total, done.moved, done.refused], [true, 2, 1, 1])
    assert.deepEqual(
      done.items.map(({ processId, moves, words }) => [processId, moves, words]),
      [
        [first, false, '正在进行的环节“耗材管理员发放”在新版本中没有对应'],
        [other, true, null],
      ],
    )
    assert.deepEqual((await stateOf(database, office, other)).steps.map(({ node }) => node), ['chief']) // prettier-ignore
    const { moved, refused, left, items, reasons } = await progress(office)
    assert.deepEqual([moved, refused, left, items.length, reasons.map(({ count }) => count)], [1, 1, 0, 1, [1]])
    const again = await upgrade(office, { mapping: { keeper: 'second' } })
    assert.deepEqual([again.total, again.moved], [1, 1])
    assert.equal((await upgrade(office)).total, 0)
    await assertSound(database, office)
  })

  test('a step is asked anew, and approvals given there stand', async () => {
    const office = await opened()
    await publishFlow(database, office, [
      approval('both', '会签', [{ k: 'users', ids: [office.boss, office.keeper] }], { vote: { mode: 'all' } }),
    ])
    const [processId] = (await applied(office, 1)) as [Id]
    await act(database, office, processId, office.boss, { t: 'approve' })
    await publishFlow(database, office, [
      approval('both', '会签', [{ k: 'users', ids: [office.boss, office.second] }], { vote: { mode: 'all' } }),
    ])
    assert.equal((await upgrade(office, { reenter: ['both'] })).moved, 1)
    const { steps } = await stateOf(database, office, processId)
    assert.deepEqual(
      steps[0]!.tasks.map(({ user, status }) => [user, status]),
      [
        [office.boss, 'approved'],
        [office.second, 'open'],
      ],
    )
    await assertSound(database, office)
  })

  test('everything goes back to the initiators where that was asked for', async () => {
    const office = await opened()
    const { processId, id } = await askForPaper(database, office, '1')
    await publishFlow(database, office, [head, second, keeper()])
    assert.equal((await upgrade(office, { returnAll: true })).moved, 1)
    const { status, version } = await stateOf(database, office, processId!)
    assert.deepEqual([status, version, await documentState(database, office, id)], ['returned', 2, 'returned'])
    await assertSound(database, office)
  })
})

test('a few of which somebody works on one at this moment: the call does not wait, and the job moves that one', async () => {
  const office = await opened()
  const [busy] = (await applied(office, 3)) as [Id, Id, Id]
  await publishFlow(database, office, [head, keeper(), second])
  await database.inTransaction(office.orgId, async (tx) => {
    await lockProcess(tx, { processId: busy }, randomUUID())
    const answer = await upgrade(office)
    assert.deepEqual([answer.finished, answer.total, answer.moved, answer.refused], [false, 3, 2, 0])
    const { left, moved, finishedAt } = await progress(office)
    assert.deepEqual([left, moved, finishedAt], [1, 2, null])
  })
  const { left, moved, total } = await finish(office)
  assert.deepEqual([left, moved, total], [0, 3, 3])
  assert.deepEqual(await versionsOf(office), [{ version: 2, status: 'running', n: 3 }])
})

const many = movedInTheCall + 5

suite('many processes are moved by a job', () => {
  test('each on its own; one that was approved meanwhile stays; a second upgrade is refused; others are left alone', async () => {
    const [office, neighbour] = [await opened(), await opened()]
    const ids = await applied(office, many)
    await applied(neighbour, 2)
    for (const one of [office, neighbour]) await publishFlow(database, one, [head, keeper()], { batchApprove: false })
    const begun = await upgrade(office)
    assert.deepEqual([begun.finished, begun.total, begun.moved], [false, many, 0])
    await assert.rejects(upgrade(office), refusedWith('approval.upgradeRunning'))
    assert.equal((await upgrade(neighbour)).moved, 2)
    const ready = ids[3]!
    for (const uid of [office.boss, office.keeper]) await act(database, office, ready, uid, { t: 'approve' })
    const { total, moved, refused, left, items, cancelled } = await finish(office)
    assert.deepEqual([total, moved, refused, left, cancelled], [many, many - 1, 1, 0, false])
    assert.deepEqual(
      items.map(({ processId, words }) => [processId, words]),
      [[ready, '流程已经结束']],
    )
    assert.deepEqual(await versionsOf(office), [
      { version: 1, status: 'approved', n: 1 },
      { version: 2, status: 'running', n: many - 1 },
    ])
    await assertSound(database, office)
  })

  test('it may be stopped: what was moved stays moved', async () => {
    const office = await opened()
    await applied(office, many)
    await publishFlow(database, office, [head, keeper()], { batchApprove: false })
    const { upgradeId } = await upgrade(office)
    const stopped = (await ask(office, calls.cancelUpgrade, { id: upgradeId })).upgrade!
    assert.deepEqual([stopped.cancelled, stopped.left, stopped.finishedAt !== null], [true, many, true])
    const jobs = startJobs(database, log, [upgradeWorker(documents)])
    assert.equal((await ask(office, calls.cancelUpgrade, { id: upgradeId })).upgrade!.left, many)
    assert.equal((await upgrade(office)).finished, false)
    await until('the next one is over', async () => (await progress(office)).finishedAt !== null)
    await jobs.stop()
    assert.equal((await progress(office)).moved, many)
  })

  test('killed in the middle it goes on where it was', async () => {
    const office = await opened()
    await applied(office, many)
    await publishFlow(database, office, [head, keeper()], { batchApprove: false })
    await upgrade(office)
    // A person works on the last processes, so that the server stands in the middle of the work when it dies.
    let released = false
    const held = database.inTransaction(office.orgId, async (tx) => {
      const last = 'select id from wf_instance where org_id = $1 order by id desc limit 20'
      await tx.query(`select 1 from wf_instance where org_id = $1 and id in (${last}) for update`, [office.orgId])
      for (; !released; await sleep(100)) await tx.query('select 1')
    })
    const child = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
      env: { ...process.env, CHILD_DATABASE: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await until('it is in the middle', async () => (await progress(office)).moved >= many - 20)
    child.kill('SIGKILL')
    await once(child, 'exit')
    released = true
    await held
    const before = await progress(office)
    assert.deepEqual([before.finishedAt, before.moved + before.left], [null, many])
    // The lease of the dead process is over.
    await database.inTransaction(office.orgId, (tx) =>
      tx.query(`update job set lease_until = now() where org_id = $1 and kind = 'workflow.upgrade' and done_at is null`, [office.orgId]),
    )
    const { moved, refused, left } = await finish(office)
    assert.deepEqual([moved, refused, left], [many, 0, 0])
    assert.deepEqual(await versionsOf(office), [{ version: 2, status: 'running', n: many }])
    await assertSound(database, office)
  })

  test('sent twice at once one of them begins', async () => {
    const office = await opened()
    await applied(office, many)
    await publishFlow(database, office, [head, keeper()], { batchApprove: false })
    const both = await Promise.allSettled([upgrade(office), upgrade(office)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.ok(both.some((one) => one.status === 'rejected' && refusedWith('approval.upgradeRunning')(one.reason)))
    assert.equal((await finish(office)).moved, many)
  })
})

/** Another process that does the same jobs. */
const childSource = `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../db/pool.ts'))}
  import { startJobs } from ${JSON.stringify(join(import.meta.dirname, '../../jobs/jobs.ts'))}
  import { openLog } from ${JSON.stringify(join(import.meta.dirname, '../../log.ts'))}
  import { documents } from ${JSON.stringify(join(import.meta.dirname, '../../routes.ts'))}
  import { upgradeWorker } from ${JSON.stringify(join(import.meta.dirname, 'upgradeWork.ts'))}
  startJobs(openDatabase({ url: process.env.CHILD_DATABASE, poolSize: 4 }), openLog('silent'), [upgradeWorker(documents)])
`

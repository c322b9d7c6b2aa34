import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import type { Definition, Node, SubFlow } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { withQuery, testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import type { Job } from '../../jobs/jobs.ts'
import { callOf } from '../../testing/company.ts'
import { progressFor } from '../process/detail.ts'
import { outsideKey } from './key.ts'
import { saveDraft } from '../design/install.ts'
import { readProcess } from './store.ts'
import { startProcess } from './run.ts'
import { childWorkers } from './subflows.ts'
import { childJobs, startChildAgain } from './subflowsAsk.ts'
import { act, documents, foundOffice, type Office, stateOf } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase()
const workers = new Map(childWorkers(documents).map((worker) => [worker.kind, worker]))

/** Installs a flow of the office's own that needs no document. */
const install = (office: Office, key: string, body: Node[], more: { automatic?: boolean; startFields?: Definition['startFields'] } = {}) =>
  database.inTransaction(office.orgId, async (tx) => {
    const definition = {
      schema: 1,
      key,
      version: 1,
      name: key,
      form: { kind: 'custom', formKey: 'f', formVersion: 1 },
      policy: {
        dedupe: 'none',
        withdraw: 'anyTime',
        takeBack: true,
        batchApprove: true,
        admins: [],
        title: '{initiator}的{flow}',
        summaryFields: [],
        automatic: more.automatic ?? false,
      },
      startFields: more.startFields ?? {},
      body,
    }
    await tx.query(
      `insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, 'f', '表单', $2, $3) on conflict do nothing`,
      [tx.orgId, formBody, office.admin],
    )
    await tx.query(
      `insert into wf_form_version (org_id, form_key, version, name, body, published_by) values ($1, 'f', 1, '表单', $2, $3) on conflict do nothing`,
      [tx.orgId, formBody, office.admin],
    )
    await tx.query(
      `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key, state) values ($1, $2, $2, 'custom', 'file', 'blue', 'f', 1)`,
      [tx.orgId, key],
    )
    await tx.query('insert into wf_definition (org_id, flow_key, version, body) values ($1, $2, 1, $3)', [tx.orgId, key, definition])
    await tx.query('update wf_flow set active_version = 1, state = 2 where org_id = $1 and flow_key = $2', [tx.orgId, key])
  })

test('what is passed between the forms is held against both before publishing, and the step is named', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await install(office, 'one', [approval('one', '同意', by(office.boss))])
  await install(office, 'four', [approval('one', '同意', by(office.boss))])
  const findings = async (more: Partial<SubFlow>, revision: number) => {
    const saved = await database.inTransaction(office.orgId, (tx) =>
      saveDraft(tx, {
        flowKey: 'four',
        revision,
        body: { name: '四', body: [approval('a', '审批', by(office.boss)), childOf('one', more)] },
        byUid: office.admin,
      }),
    )
    return saved.findings.flatMap(({ node, reason: { reason, params } }) =>
      node === 'child' ? [`${reason} ${params['node']} ${params['field']}`] : [],
    )
  }
  assert.deepEqual(await findings({ input: { item: 'what' }, output: { price: 'cost' } }, 0), [])
  assert.deepEqual(await findings({ input: { nowhere: 'what' }, output: { price: 'gone' } }, 1), [
    'approval.publish.childField 采购 nowhere',
    'approval.publish.childField 采购 gone',
  ])
  assert.deepEqual(await findings({ input: { item: 'gone' }, output: {} }, 2), ['approval.publish.noField 采购 gone'])
})

test('a flow that others start names them where its form begins to demand what they do not pass', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await install(office, 'one', [approval('one', '同意', by(office.boss))])
  await install(office, 'two', [childOf('one', { input: { item: 'what', price: 'cost' }, output: {} })])
  await install(office, 'three', [childOf('one', { input: { item: 'what', gone: 'what' }, output: {} })])
  await install(office, 'four', [approval('one', '同意', by(office.boss))])
  const { findings } = await database.inTransaction(office.orgId, (tx) =>
    saveDraft(tx, {
      flowKey: 'one',
      revision: 0,
      body: { name: '一', startFields: { price: 'required' }, body: [approval('a', '审批', by(office.boss))] },
      byUid: office.admin,
    }),
  )
  assert.deepEqual(
    findings.map(({ level, reason: { reason, params } }) => [level, reason, params['flow'], params['field']].join(' ')),
    ['warning approval.publish.callerDemand three price', 'warning approval.publish.callerField three gone'],
  )
})

/** A parent whose table has a row for each thing to buy; a step starts one flow for each. */
const openedByRow = async (more: Partial<SubFlow> = {}): Promise<{ office: Office; parent: Id }> => {
  const office = await foundOffice(database, await newOrganisation(), [])
  await install(office, 'buying', [approval('buy', '询价', by(office.keeper))])
  await install(office, 'list', [
    childOf('buying', { input: { item: 'rows.name' }, output: {}, each: { table: 'rows', settle: 'waitAll' }, ...more }),
    approval('last', '确认', by(office.second)),
  ])
  const rows = ['椅子', '桌子', '灯'].map((name) => ({ name }))
  const { processId } = await database.inTransaction(office.orgId, (tx) =>
    startProcess({ tx, documents, actor: { uid: office.staff, admin: false } }, { flowKey: 'list', form: { what: '添置', rows } }),
  )
  return { office, parent: processId }
}
const places = (office: Office, parent: Id) =>
  database.reading(office.orgId, (tx) =>
    tx.query<{ item: number; child_id: Id; form: Record<string, string> }>(
      `select c.item, c.child_id, i.state -> 'form' as form from wf_child c left join wf_instance i on i.org_id = c.org_id and i.id = c.child_id
       where c.org_id = $1 and c.parent_id = $2 order by c.item`,
      [office.orgId, parent],
    ),
  )
const progressOf = async (office: Office, parent: Id) => {
  const call = (tx: Tx) => callOf(tx, office.staff, [])
  const rows = await database.reading(office.orgId, async (tx) => progressFor(call(tx), await readProcess(tx, { processId: parent })))
  return rows.find(({ kind }) => kind === 'subFlow')!
}

test('a sub-flow for each row: all start with their row, the parent waits for all, and progress counts them', async () => {
  const { office, parent } = await openedByRow()
  await work(office)
  const children = await places(office, parent)
  assert.deepEqual(
    children.map(({ item, form }) => [item, form['item']]),
    [
      [0, '椅子'],
      [1, '桌子'],
      [2, '灯'],
    ],
  )
  for (const { child_id: child } of children.slice(0, 2)) await act(database, office, child, office.keeper, { t: 'approve' })
  await work(office)
  await work(office)
  const row = await progressOf(office, parent)
  assert.equal(row.reason, '已结束2/3')
  assert.deepEqual(
    row.children!.map((link) => [link!.open, link!.status]),
    [
      [true, 'approved'],
      [true, 'approved'],
      [true, 'running'],
    ],
  )
  await act(database, office, children[2]!.child_id, office.keeper, { t: 'reject', comment: '不买' })
  await work(office)
  assert.equal((await stateOf(database, office, parent)).status, 'rejected')
  assert.equal((await progressOf(office, parent)).reason, '已结束3/3，1项未通过')
  assert.ok(mostLocked <= 1)
})

test('a first no ends the others where the step says so, each by itself', async () => {
  const { office, parent } = await openedByRow({ each: { table: 'rows', settle: 'early' } })
  await work(office)
  const [first, ...rest] = await places(office, parent)
  await act(database, office, first!.child_id, office.keeper, { t: 'reject', comment: '不买' })
  await work(office)
  assert.equal((await stateOf(database, office, parent)).status, 'rejected')
  for (const { child_id: child } of rest) assert.equal((await stateOf(database, office, child)).status, 'terminated')
  assert.ok(mostLocked <= 1)
})

test('each that cannot start is an incident of its own, which goes when that one is tried again', async () => {
  const { office, parent } = await openedByRow()
  const flow = (state: 2 | 3) =>
    database.inTransaction(office.orgId, (tx) =>
      tx.query("update wf_flow set state = $2 where org_id = $1 and flow_key = 'buying'", [office.orgId, state]),
    )
  await flow(3)
  await work(office)
  const open = () =>
    database.reading(office.orgId, (tx) =>
      tx.query<{ id: Id; item: number; step_id: string }>(
        'select id, item, step_id from wf_incident where org_id = $1 and instance_id = $2 and resolved_at is null order by item',
        [office.orgId, parent],
      ),
    )
  const incidents = await open()
  assert.deepEqual(
    incidents.map(({ item }) => item),
    [0, 1, 2],
  )
  await flow(2)
  const { id, step_id: step } = incidents[1]!
  await database.inTransaction(office.orgId, (tx) => startChildAgain(tx, { incidentId: id, parentId: parent, step, byUid: office.admin }))
  await work(office)
  assert.deepEqual(
    (await open()).map(({ item }) => item),
    [0, 2],
  )
  assert.deepEqual(
    (await places(office, parent)).map(({ child_id: child }) => child !== null),
    [false, true, false],
  )
  for (const one of await open())
    await database.inTransaction(office.orgId, (tx) =>
      startChildAgain(tx, { incidentId: one.id, parentId: parent, step, byUid: office.admin }),
    )
  await work(office)
  for (const { child_id: child } of await places(office, parent)) await act(database, office, child, office.keeper, { t: 'approve' })
  await work(office)
  assert.deepEqual(
    openTasks(await stateOf(database, office, parent)).map(({ step: at }) => at.node),
    ['last'],
  )
})

const text = (key: string) => ({ t: 'field', key, label: key, required: false, control: { type: 'text', max: 100, lines: 1 } })
const rowsTable = { t: 'table', key: 'rows', label: '明细', columns: [text('name')], min: 0, max: 50 }
const formBody = { schema: 1, items: [...['what', 'item', 'price', 'cost'].map(text), rowsTable] }

const by = (uid: Id) => [{ k: 'users' as const, ids: [uid] }]
const childOf = (flowKey: string, more: Partial<SubFlow> = {}): SubFlow => ({
  t: 'subFlow',
  id: 'child',
  name: '采购',
  flowKey,
  initiator: 'initiator',
  input: { item: 'what' },
  output: { price: 'cost' },
  wait: true,
  onReject: 'end',
  ...more,
})

/** A parent flow whose second step starts the child flow; the child asks the keeper, who may write the cost. */
const opened = async (more: Partial<SubFlow> = {}): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation(), [])
  await install(office, 'buying', [{ ...approval('buy', '询价', by(office.keeper)), fields: { cost: 'write' } }])
  await install(office, 'wish', [
    approval('head', '同意', by(office.boss)),
    childOf('buying', more),
    { ...approval('last', '确认', by(office.second)), onReject: 'initiator' },
  ])
  return office
}
const wished = async (office: Office): Promise<Id> => {
  const { processId } = await database.inTransaction(office.orgId, (tx) =>
    startProcess({ tx, documents, actor: { uid: office.staff, admin: false } }, { flowKey: 'wish', form: { what: '椅子', price: '' } }),
  )
  await act(database, office, processId, office.boss, { t: 'approve' })
  return processId
}

/** Does every job of flows that is due; how many processes each transaction locked at most is in `mostLocked`. */
let mostLocked = 0
const work = async (office: Office): Promise<void> => {
  for (;;) {
    const jobs = await database.reading(office.orgId, (tx) =>
      tx.query<Job>(
        'select id, kind, key, body, attempts from job where org_id = $1 and kind = any ($2) and done_at is null and due_at <= now() order by id',
        [office.orgId, Object.values(childJobs)],
      ),
    )
    if (jobs.length === 0) return
    for (const job of jobs)
      await database.inTransaction(office.orgId, async (tx) => {
        const locked = new Set<string>()
        await workers.get(job.kind)!.run(watching(tx, locked), { ...job, orgId: office.orgId })
        mostLocked = Math.max(mostLocked, locked.size)
        await tx.query('update job set done_at = now() where org_id = $1 and id = $2 and due_at <= now()', [office.orgId, job.id])
      })
  }
}
/** Notes the processes that statements lock or insert. */
const watching = (tx: Tx, locked: Set<string>): Tx =>
  withQuery(tx, (text, values = []) => {
    if (/from wf_instance[^]*for update|insert into wf_instance/.test(text)) locked.add(String(values[1]))
    return tx.query(text, values)
  })
const children = (office: Office, parentId: Id) =>
  database.reading(office.orgId, async (tx) =>
    (
      await tx.query<{ child_id: Id | null }>('select child_id from wf_child where org_id = $1 and parent_id = $2 order by seq', [
        office.orgId,
        parentId,
      ])
    ).map((row) => row.child_id),
  )
const started = async (office: Office, parentId: Id): Promise<Id> => {
  await work(office)
  const [child] = await children(office, parentId)
  assert.ok(child)
  return child
}
const holders = async (office: Office, id: Id) => openTasks(await stateOf(database, office, id)).map(({ task }) => task.user)
const status = async (office: Office, id: Id) => (await stateOf(database, office, id)).status

suite('a flow that starts another', () => {
  test('gives it what it needs, waits, and takes back what came of it', async () => {
    const office = await opened()
    const parent = await wished(office)
    assert.deepEqual(await children(office, parent), [null])
    const child = await started(office, parent)
    const state = await stateOf(database, office, child)
    assert.deepEqual([state.form, state.initiator], [{ item: '椅子' }, office.staff])
    assert.deepEqual([await holders(office, parent), await holders(office, child)], [[], [office.keeper]])
    const seenBy = (uid: Id) =>
      database.reading(office.orgId, async (tx) => {
        const rows = await progressFor(callOf(tx, uid, []), await readProcess(tx, { processId: parent }))
        return rows.find(({ kind }) => kind === 'subFlow')!.childProcessId
      })
    assert.deepEqual([await seenBy(office.staff), await seenBy(office.boss)], [child, undefined])
    await act(database, office, child, office.keeper, { t: 'approve', patch: { cost: '99' } })
    await work(office)
    assert.equal((await stateOf(database, office, parent)).form.price, '99')
    assert.deepEqual(await holders(office, parent), [office.second])
    assert.equal(mostLocked, 1, 'no transaction locks two processes')
  })

  test('starts it once, however often the job comes', async () => {
    const office = await opened()
    const parent = await wished(office)
    const child = await started(office, parent)
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update job set done_at = null where org_id = $1 and kind = $2', [office.orgId, childJobs.start]),
    )
    await work(office)
    assert.deepEqual(await children(office, parent), [child])
  })

  for (const [onReject, then] of [
    ['end', 'rejected'],
    ['initiator', 'returned'],
    ['continue', 'running'],
  ] as const)
    test(`a rejected child with "${onReject}" leaves the parent ${then}`, async () => {
      const office = await opened({ onReject })
      const parent = await wished(office)
      await act(database, office, await started(office, parent), office.keeper, { t: 'reject', comment: '太贵' })
      await work(office)
      assert.equal(await status(office, parent), then)
    })

  test('goes on at once where it does not wait, whatever becomes of the child', async () => {
    const office = await opened({ wait: false })
    const parent = await wished(office)
    assert.deepEqual(await holders(office, parent), [office.second])
    const child = await started(office, parent)
    await act(database, office, child, office.keeper, { t: 'reject', comment: '不买' })
    await work(office)
    assert.equal(await status(office, parent), 'running')
  })

  test('a child that ends as it starts answers too', async () => {
    const office = await foundOffice(database, await newOrganisation(), [])
    await install(office, 'note', [], { automatic: true })
    await install(office, 'wish', [
      approval('head', '同意', by(office.boss)),
      childOf('note', { output: {} }),
      approval('last', '确认', by(office.second)),
    ])
    const parent = await wished(office)
    await work(office)
    assert.deepEqual(await holders(office, parent), [office.second])
  })

  for (const [what, end, then] of [
    ['withdrawn', (office: Office, id: Id) => act(database, office, id, office.staff, { t: 'withdraw' }), 'withdrawn'],
    ['terminated', (office: Office, id: Id) => act(database, office, id, office.admin, { t: 'terminate', reason: '重复' }), 'terminated'],
  ] as const) {
    test(`a parent that is ${what} ends its child`, async () => {
      const office = await opened()
      const parent = await wished(office)
      const child = await started(office, parent)
      await end(office, parent)
      await work(office)
      assert.deepEqual([await status(office, parent), await status(office, child)], [then, 'terminated'])
    })
    test(`a parent that is ${what} before its child began never gets one`, async () => {
      const office = await opened()
      const parent = await wished(office)
      await end(office, parent)
      await work(office)
      assert.deepEqual(await children(office, parent), [null])
    })
  }

  test('a parent that is rolled back ends its child and starts another when it comes there again', async () => {
    const office = await opened()
    await install(office, 'both', [
      approval('first', '同意', by(office.boss)),
      {
        t: 'branch',
        id: 'par',
        name: '并行',
        kind: 'par',
        arms: [
          { id: 'a', name: '甲', body: [childOf('buying')] },
          { id: 'b', name: '乙', body: [approval('beside', '会审', by(office.second))] },
        ],
      },
    ])
    const { processId: parent } = await database.inTransaction(office.orgId, (tx) =>
      startProcess({ tx, documents, actor: { uid: office.staff, admin: false } }, { flowKey: 'both', form: { what: '桌子' } }),
    )
    await act(database, office, parent, office.boss, { t: 'approve' })
    const child = await started(office, parent)
    await act(database, office, parent, office.second, { t: 'rollBack', to: 'first', comment: '再看看' })
    await work(office)
    assert.equal(await status(office, child), 'terminated')
    await act(database, office, parent, office.boss, { t: 'approve' })
    await work(office)
    const both = await children(office, parent)
    assert.equal(both.length, 2)
    assert.equal(await status(office, both[1]!), 'running')
  })

  test('a child that cannot start is an incident; tried again it goes on', async () => {
    const office = await opened()
    const parent = await wished(office)
    const switched = (state: 2 | 3) =>
      database.inTransaction(office.orgId, (tx) =>
        tx.query(`update wf_flow set state = $2 where org_id = $1 and flow_key = 'buying'`, [office.orgId, state]),
      )
    await switched(3)
    await work(office)
    const [incident] = await database.reading(office.orgId, (tx) =>
      tx.query<{ id: Id; reason: string; step_id: string }>(
        `select id, reason, step_id from wf_incident where org_id = $1 and instance_id = $2 and kind = 'child' and resolved_at is null`,
        [office.orgId, parent],
      ),
    )
    assert.equal(incident!.reason, 'approval.notInstalled')
    await switched(2)
    await database.inTransaction(office.orgId, (tx) =>
      startChildAgain(tx, { incidentId: incident!.id, parentId: parent, step: incident!.step_id, byUid: office.admin }),
    )
    const child = await started(office, parent)
    await act(database, office, child, office.keeper, { t: 'approve' })
    await work(office)
    assert.deepEqual(await holders(office, parent), [office.second])
  })

  test('an answer to a suspended parent waits until it goes on', async () => {
    const office = await opened()
    const parent = await wished(office)
    const child = await started(office, parent)
    await act(database, office, parent, office.admin, { t: 'suspend', reason: '核对' })
    await act(database, office, child, office.keeper, { t: 'approve' })
    await work(office)
    await act(database, office, parent, office.admin, { t: 'resume' })
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update job set due_at = now() where org_id = $1 and done_at is null', [office.orgId]),
    )
    await work(office)
    assert.deepEqual(await holders(office, parent), [office.second])
  })
})

test('a flow that cannot be a child is refused at publishing', async () => {
  const office = await foundOffice(database, await newOrganisation())
  const leaf = [approval('one', '同意', by(office.boss))]
  await install(office, 'one', leaf)
  await install(office, 'two', [childOf('one', { input: {}, output: {} })], { automatic: true })
  await install(office, 'three', [childOf('two', { input: {}, output: {} })], { automatic: true })
  await install(office, 'four', leaf)
  await install(office, 'back', [childOf('four', { input: {}, output: {} })], { automatic: true })
  const cases: [flowKey: string, ...reasons: string[]][] = [
    ['one'],
    [outsideKey(office.orgId, 'one')],
    ['two'],
    ['three', 'approval.publish.childDepth'],
    ['back', 'approval.publish.childCircle'],
    [outsideKey(office.orgId, 'four'), 'approval.publish.childCircle'],
    ['csoutstock', 'approval.publish.childDocument'],
    ['nobody', 'approval.publish.noChild'],
  ]
  let revision = 0
  for (const [flowKey, ...reasons] of cases) {
    const body = [...leaf, childOf(flowKey, { input: {}, output: {} })]
    const saved = await database.inTransaction(office.orgId, (tx) =>
      saveDraft(tx, { flowKey: 'four', revision, body: { name: '四', body }, byUid: office.admin }),
    )
    revision = saved.revision
    const found = saved.findings.filter(({ level, node }) => level === 'error' && node === 'child').map(({ reason }) => reason.reason)
    assert.deepEqual(found, reasons, flowKey)
  }
})

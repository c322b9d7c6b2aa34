import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { delegationOperations } from '../../../domain/approval/operations/delegations.ts'
import { incidentOperations } from '../../../domain/approval/operations/incidents.ts'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { flowTrial } from '../../../domain/approval/operations/trial.ts'
import { isKnownCode, codesOf } from '../../../domain/access/codes.ts'
import { roleWords } from '../../../domain/access/roles.ts'
import { Forbidden, NotFound } from '../../httpError.ts'
import type { App } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, insert } from '../../testing/company.ts'
import { draftNodesMax } from '../../../domain/approval/flow/definition.ts'
import { flowTemplates } from '../../../domain/approval/flow/templates/all.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { flowHandlers } from '../design/handlers.ts'
import { processHandlers } from './handlers.ts'
import {
  act,
  askForPaper,
  assertSound,
  documents,
  documentState,
  foundOffice,
  type Office,
  paperLeft,
  publishFlow,
  stateOf,
  stock,
  writingNothing,
} from '../testing/office.ts'
import { rebuild } from './statisticsFold.ts'
import { timerWorker } from '../flow/timers.ts'

const { database, newOrganisation } = await testDatabase({
  poolSize: 8,
  breaks: ['ledger: what is reserved is the sum of the reservations'],
})
const handlers = [...processHandlers(documents), ...flowHandlers(documents)]
const calls = { ...processOperations, ...taskOperations, ...incidentOperations, ...delegationOperations, flowTrial, ...flowOperations }
const operations: readonly Operation[] = Object.values(calls)
const everything = codesOf(roleWords)
const offices: Office[] = []
const opened = async (installed?: string[]): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation(), installed)
  offices.push(office)
  await stock(database, office, '10')
  return office
}

/** Asks as the door would: input read by the schema, the answer held against its own. */
const ask = async <O extends Operation>(
  office: Office,
  uid: Id,
  operation: O,
  input: unknown = {},
  codes: ReadonlySet<FunctionCode> = codesOf([]),
): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation === operation)
  assert.ok(handler, `${operation.name} is answered`)
  const read = v.parse(operation.input, input) as never
  const call = (tx: Tx) => ({ ...callOf(tx, uid, codes), app: { database } as App })
  const run = operation.reads ? database.reading : database.inTransaction
  const answer = handler.signedIn
    ? await run(office.orgId, (tx) => handler.run(call(tx), read))
    : await handler.run(call({ orgId: office.orgId } as Tx), read)
  const told = v.safeParse(operation.output, answer)
  assert.ok(
    told.success,
    `${operation.name} answers as declared: ${told.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('; ')}`,
  )
  return told.output as OutputOf<O>
}
const refusedWith = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof RefusalError, String(error))
  assert.equal(error.refusal.reason, reason)
  return true
}
const allowed = (detail: OutputOf<typeof calls.process>): string[] =>
  Object.entries(detail.actions)
    .filter(([, possibility]) => possibility.allowed)
    .map(([action]) => action)
    .toSorted()

test('every call is answered and asks for codes that exist', () => {
  assert.deepEqual(
    operations.filter((operation) => !handlers.some((handler) => handler.operation === operation)).map(({ name }) => name),
    [],
  )
  for (const { name, access } of operations)
    if (Array.isArray(access)) for (const code of access) assert.ok(isKnownCode(code), `${name} ${code}`)
})

suite('the drawing of a flow', () => {
  const branched = [
    approval('head', '部门负责人审批', [{ k: 'deptHead', of: 'initiator', level: 1 }]),
    {
      t: 'branch' as const,
      id: 'size',
      name: '按数量',
      kind: 'xor' as const,
      arms: [
        {
          id: 'much',
          name: '大额',
          when: {
            all: [
              { f: 'amount', op: 'ge' as const, v: '100' },
              { f: '$dept', op: 'isDeptIn' as const, v: '0' },
            ],
          },
          body: [],
        },
        { id: 'little', name: '其他', body: [approval('keeper', '库管', [{ k: 'role', id: 'consummanager', scope: 'org' }])] },
      ],
    },
  ]

  test('who takes part sees the nodes, the conditions in words and how it stands; others do not', async () => {
    const office = await opened()
    const size = branched[1] as Extract<(typeof branched)[number], { t: 'branch' }>
    const arms = size.arms.map((arm) =>
      arm.id === 'much' ? { ...arm, when: { all: [arm.when!.all[0]!, { ...arm.when!.all[1]!, v: office.department }] } } : arm,
    )
    await publishFlow(database, office, [branched[0]!, { ...size, arms }])
    const { processId } = await askForPaper(database, office, '3')
    const drawing = await ask(office, office.boss, calls.diagram, { processId: processId! })
    assert.deepEqual(
      drawing.nodes.map(({ id, kind, note, inside }) => [id, kind, note, inside]),
      [
        ['head', 'approve', '第1级部门负责人；一人处理即可', null],
        ['size', 'branch', '', null],
        ['keeper', 'approve', '角色成员；一人处理即可', { block: 'size', arm: 'little' }],
      ],
    )
    assert.deepEqual(drawing.nodes[1]!.arms, [
      { id: 'much', name: '大额', when: '金额不小于100，且申请部门属于行政部' },
      { id: 'little', name: '其他', when: '' },
    ])
    assert.deepEqual(
      drawing.progress.map(({ nodeId, state }) => [nodeId, state]),
      [
        [null, 'done'],
        ['head', 'active'],
        ['keeper', 'expected'],
        [null, 'expected'],
      ],
    )
    await assert.rejects(ask(office, office.second, calls.diagram, { processId: processId! }), NotFound)
    await assert.rejects(ask(office, office.second, calls.diagram, {}), NotFound)
  })

  test('a flow in use is drawn for everybody, without what the form hides', async () => {
    const office = await opened()
    await publishFlow(database, office, branched)
    const flowKey = `csoutstock${office.orgId.slice(-5)}`
    const drawing = await ask(office, office.second, calls.diagram, { flowKey })
    assert.deepEqual([drawing.process, drawing.progress, drawing.nodes.length], [null, [], 3])
    await database.inTransaction(office.orgId, (tx) =>
      tx.query(
        `update wf_definition set body = jsonb_set(body, '{startFields}', '{"amount": "hide"}') where org_id = $1 and flow_key = 'csoutstock'`,
        [office.orgId],
      ),
    )
    await publishFlow(database, office, branched)
    const hidden = await ask(office, office.second, calls.diagram, { flowKey })
    assert.equal(hidden.nodes[1]!.arms[0]!.when, '')
    await ask(office, office.admin, calls.switchFlow, { flowKey, state: 3 }, everything)
    await assert.rejects(ask(office, office.second, calls.diagram, { flowKey }), refusedWith('approval.notInstalled'))
  })
})

suite('one request from both sides', () => {
  test('the approver sees everything on one screen and acts; the applicant follows', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '3')
    const counts = await ask(office, office.boss, calls.counts)
    assert.deepEqual(counts, { toDo: 1, overdue: 0, running: 0, returned: 0, copies: 0 })
    assert.equal((await ask(office, office.staff, calls.counts)).running, 1)
    const applications = await ask(office, office.staff, calls.processes, { page: 1, pageSize: 1 })
    assert.equal(applications.totalCount, 1)
    assert.equal(applications.list[0]!.id, processId)
    assert.deepEqual(
      applications.list[0]!.currentSteps[0]!.people.map(({ userName }) => userName),
      ['赵经理'],
    )
    assert.equal(applications.list[0]!.flowKey, `csoutstock${office.orgId.slice(-5)}`)
    const tasks = await ask(office, office.boss, calls.tasks, { status: 1, type: 'assignee' })
    assert.equal(tasks.totalCount, 1)
    const [task] = tasks.list
    assert.deepEqual([task!.batch, task!.read, task!.formRev, task!.initiator.userName], [true, false, 1, '李明'])

    const detail = await ask(office, office.boss, calls.task, { id: task!.id })
    assert.equal(detail.task?.id, task!.id)
    assert.deepEqual(
      allowed(detail),
      ['addSign', 'approve', 'comment', 'copy', 'delegate', 'reject', 'rollBack', 'transfer', 'updateForm'].toSorted(),
    )
    assert.equal(detail.actions.withdraw.words, '只有发起人可以这样做')
    assert.deepEqual(detail.rollBackTo, [{ nodeId: 'START', nodeName: '发起人' }])
    assert.equal(detail.form.documentKind, 'CsOutstockOrder')
    assert.equal(detail.form.values['reason'], '办公')
    assert.equal(detail.form.names[office.paper], '复印纸')
    assert.deepEqual(
      detail.progress.map(({ nodeName, state, people }) => [nodeName, state, people.map(({ userName }) => userName).join()]),
      [
        ['发起', 'done', '李明'],
        ['部门负责人审批', 'active', '赵经理'],
        ['耗材管理员发放', 'expected', '王库管'],
        ['结束', 'expected', ''],
      ],
    )
    assert.equal(detail.progress[1]!.people[0]!.why, '第1级部门负责人')

    await ask(office, office.boss, calls.markRead, { processId, taskId: task!.id })
    await ask(office, office.boss, calls.markRead, { processId, taskId: task!.id })
    assert.equal((await ask(office, office.boss, calls.tasks, {})).list[0]!.read, true)
    assert.equal((await ask(office, office.boss, calls.approve, { taskId: task!.id, formRev: 1, comment: '同意' })).statusName, '审批中')
    assert.equal((await ask(office, office.boss, calls.tasks, { status: '2' })).list[0]!.statusName, '已同意')
    const [keeping] = (await ask(office, office.keeper, calls.tasks, { likeQuery: '耗材' })).list
    assert.equal(keeping!.batch, true)
    const keeper = await ask(office, office.keeper, calls.task, { id: keeping!.id })
    assert.deepEqual(keeper.form.permissions, {
      from: 'required',
      'lines.given': 'write',
      'lines.instead': 'write',
      'lines.rest': 'write',
      'lines.note': 'write',
    })
    await ask(office, office.keeper, calls.approve, {
      taskId: keeping!.id,
      formRev: 1,
      patch: { lines: [{ item: office.paper, quantity: '3', given: '2', rest: 'drop' }] },
    })
    const end = await ask(office, office.staff, calls.process, { id: processId })
    assert.equal(end.process.statusName, '已通过')
    assert.deepEqual(allowed(end), ['comment', 'copy'])
    assert.equal(await paperLeft(database, office), '8')
  })

  test('the list says whom an application waits for since when, and with what words it came back', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    const mine = async () => {
      const [{ waitsSince, refusal }] = (await ask(office, office.staff, calls.processes, { scope: 'mine' })).list as [ProcessRow]
      return { waits: waitsSince !== null, refusal: refusal && `${refusal.by?.userName}: ${refusal.comment}` }
    }
    const first = async (uid: string) => (await ask(office, uid, calls.tasks, {})).list[0]!
    assert.deepEqual(await mine(), { waits: true, refusal: null })
    const asked = await first(office.boss)
    assert.equal((await ask(office, office.staff, calls.process, { id: processId })).process.waitsSince, asked.openedAt)
    await ask(office, office.boss, calls.approve, { taskId: asked.id, formRev: 1, comment: '同意' })
    const { id } = await first(office.keeper)
    assert.deepEqual(
      (await ask(office, office.keeper, calls.task, { id })).rollBackTo.map(({ nodeName }) => nodeName),
      ['发起人', '部门负责人审批'],
    )
    await ask(office, office.keeper, calls.rollBack, { taskId: id, nodeId: 'START', comment: '请写明用途' })
    assert.deepEqual(await mine(), { waits: true, refusal: '王库管: 请写明用途' })
    const back = await ask(office, office.boss, calls.process, { id: processId })
    assert.deepEqual(
      back.progress.filter(({ people }) => people.some(({ state }) => state === 'returned')).map(({ nodeName }) => nodeName),
      ['耗材管理员发放'],
    )
    assert.ok(back.progress.some(({ kind, comment }) => kind === 'return' && comment === '请写明用途'))
  })

  test('who has no part in it finds nothing; who manages flows finds all', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '1')
    await assert.rejects(ask(office, office.second, calls.process, { id: processId }), NotFound)
    await assert.rejects(ask(office, office.second, calls.progress, { documentId: id }), NotFound)
    await assert.rejects(ask(office, office.second, calls.processes, { scope: 'all' }), Forbidden)
    assert.equal((await ask(office, office.second, calls.processes)).totalCount, 0)
    assert.equal((await ask(office, office.admin, calls.processes, { scope: 'all', status: 'running' }, everything)).totalCount, 1)
    const seen = await ask(office, office.admin, calls.process, { id: processId }, everything)
    assert.deepEqual(allowed(seen), ['comment', 'copy', 'reassign', 'suspend', 'terminate', 'updateForm', 'urge'])
    assert.equal((await ask(office, office.staff, calls.progress, { documentId: id })).process.id, processId)
  })

  test('before asking one sees the way and the form', async () => {
    const office = await opened()
    const form = await ask(office, office.staff, calls.applyForm, { flowKey: `csoutstock${office.orgId.slice(-5)}` })
    assert.deepEqual(form.departments, [{ deptId: office.department, deptName: '行政部' }])
    const { progress, installed } = await ask(office, office.staff, calls.preview, {
      flowKey: 'csoutstock',
      form: { from: office.storeA, lines: [] },
    })
    assert.equal(installed, true)
    assert.deepEqual(
      progress.map(({ nodeName, people }) => [nodeName, people.map(({ userName }) => userName).join()]),
      [
        ['发起', '李明'],
        ['部门负责人审批', '赵经理'],
        ['耗材管理员发放', '王库管'],
        ['结束', ''],
      ],
    )
    assert.deepEqual(await ask(office, office.staff, calls.preview, { flowKey: 'outstock' }), {
      installed: false,
      progress: [],
      refusal: null,
    })
    await assert.rejects(ask(office, office.staff, calls.applyForm, { flowKey: 'outstock' }), NotFound)
  })

  test('copies, comments, urging and withdrawing', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '1')
    await ask(office, office.staff, calls.copy, { processId, uids: [office.second], comment: '请知悉' })
    const copies = await ask(office, office.second, calls.copies, { read: false })
    assert.deepEqual([copies.totalCount, copies.list[0]!.by?.userName, copies.list[0]!.comment], [1, '李明', '请知悉'])
    assert.equal((await ask(office, office.second, calls.counts)).copies, 1)
    assert.equal((await ask(office, office.second, calls.process, { id: processId })).unreadCopy, true)
    await ask(office, office.second, calls.markRead, { processId })
    assert.equal((await ask(office, office.second, calls.process, { id: processId })).unreadCopy, false)
    assert.equal((await ask(office, office.second, calls.counts)).copies, 0)
    await ask(office, office.second, calls.comment, { processId, body: '已阅', mentions: [office.boss] })
    await assert.rejects(
      ask(office, office.second, calls.comment, { processId, body: '?', mentions: [newId()] }),
      refusedWith('approval.unknownPerson'),
    )
    const { comments } = await ask(office, office.boss, calls.process, { id: processId })
    assert.deepEqual(
      comments.map(({ author, body, mentions, mine, removable }) => [author.userName, body, mentions[0]!.userName, mine, removable]),
      [['周红', '已阅', '赵经理', false, false]],
    )
    const removableFor = async (uid: Id, codes?: ReadonlySet<FunctionCode>) =>
      (await ask(office, uid, calls.process, { id: processId }, codes)).comments.map(({ removable }) => removable)
    assert.deepEqual([await removableFor(office.second), await removableFor(office.admin, everything)], [[true], [true]])
    await assert.rejects(
      ask(office, office.boss, calls.deleteComment, { processId, commentId: comments[0]!.id }),
      refusedWith('approval.notYourComment'),
    )
    await ask(office, office.second, calls.deleteComment, { processId, commentId: comments[0]!.id })
    await ask(office, office.staff, calls.urge, { processId })
    await assert.rejects(ask(office, office.staff, calls.urge, { processId }), refusedWith('approval.urgedAlready'))
    assert.equal((await ask(office, office.boss, calls.tasks)).list[0]!.urged, true)
    await ask(office, office.staff, calls.withdraw, { processId })
    assert.equal(await documentState(database, office, id), 'withdrawn')
    assert.equal((await ask(office, office.staff, calls.processes, { status: 'ended' })).totalCount, 1)
  })

  test('a returned request is submitted again by its document', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '1')
    const [task] = (await ask(office, office.boss, calls.tasks)).list
    await ask(office, office.boss, calls.rollBack, { taskId: task!.id, nodeId: 'START', comment: '说明用途' })
    assert.equal((await ask(office, office.staff, calls.counts)).returned, 1)
    const detail = await ask(office, office.staff, calls.process, { id: processId })
    assert.deepEqual(
      allowed(detail),
      ['comment', 'copy', 'resubmit', 'updateForm', 'withdraw'].filter((action) => action !== 'updateForm'),
    )
    assert.equal(detail.form.unnamed, 'write')
    await act(database, office, processId!, office.admin, { t: 'updateForm', patch: { reason: '年会' } })
    const again = (formRev: number) => ask(office, office.staff, calls.resubmit, { processId, formRev, comment: '已说明' })
    await assert.rejects(again(1), refusedWith('approval.staleForm'))
    assert.equal((await again(2)).status, 'running')
    assert.equal(await documentState(database, office, id), 'inApproval')
    const { progress } = await ask(office, office.staff, calls.process, { id: processId })
    assert.equal(progress.find(({ kind }) => kind === 'resubmit')?.comment, '已说明')
  })
})

test('nobody signs with what a colleague wrote', async () => {
  const office = await opened()
  await askForPaper(database, office, '1')
  const [task] = (await ask(office, office.boss, calls.tasks)).list
  const [own, others] = ['a/20260101/own.png', 'a/20260101/others.png']
  const file = (path: string, uploaded_by: Id) => ({
    id: newId(),
    path,
    name: path,
    mime: 'image/png',
    size_bytes: 1,
    sha256: '',
    uploaded_by,
  })
  await database.inTransaction(office.orgId, (tx) => insert(tx, 'file', [file(own, office.boss), file(others, office.second)]))
  const decide = (call: typeof calls.approve | typeof calls.reject, signature: string) =>
    ask(office, office.boss, call, { taskId: task!.id, formRev: task!.formRev, comment: '好', signature })
  for (const signature of [others, 'a/20260101/none.png'])
    for (const call of [calls.approve, calls.reject]) await assert.rejects(decide(call, signature), refusedWith('file.notYours'))
  await decide(calls.approve, own)
  assert.deepEqual((await ask(office, office.boss, calls.tasks)).list, [])
})

suite('many at once', () => {
  test('a batch approves what asks for nothing else and says why the rest stays', async () => {
    const office = await opened()
    for (const quantity of ['1', '2', '3']) await askForPaper(database, office, quantity)
    const { list } = await ask(office, office.boss, calls.tasks)
    const items = list.map(({ id, formRev }) => ({ taskId: id, formRev }))
    const answer = await ask(office, office.boss, calls.batchApprove, { items: [...items, { taskId: newId(), formRev: 1 }] })
    assert.deepEqual([answer.approved, answer.refused], [3, 1])
    const talkative = { comment: 'always', signature: false, attachment: false } as const
    await publishFlow(database, office, [approval('a', '审批', [{ k: 'users', ids: [office.boss] }], { require: talkative })])
    await askForPaper(database, office, '1')
    const [task] = (await ask(office, office.boss, calls.tasks)).list
    assert.equal(task!.batch, false)
    const refused = await ask(office, office.boss, calls.batchApprove, { items: [{ taskId: task!.id, formRev: 1 }], comment: '同意' })
    assert.deepEqual(
      refused.items.map(({ reason }) => reason),
      ['approval.batchNeedsInput'],
    )
  })

  test('a page goes on where the last one ended, whatever arrives meanwhile', async () => {
    const office = await opened()
    for (let n = 0; n < 5; n++) await askForPaper(database, office, '1')
    const first = await ask(office, office.boss, calls.tasks, { pageSize: 2 })
    await askForPaper(database, office, '1')
    const second = await ask(office, office.boss, calls.tasks, { pageSize: 2, after: first.next })
    const third = await ask(office, office.boss, calls.tasks, { pageSize: 2, after: second.next })
    const ids = [first, second, third].flatMap(({ list }) => list.map(({ id }) => id))
    assert.equal(new Set(ids).size, 5)
    assert.deepEqual([first.totalCount, second.totalCount], [5, 6])
    await assert.rejects(ask(office, office.boss, calls.tasks, { after: `2026-02-30T00:00:00.000Z_${ids[0]}` }), /翻页位置有误/)
    const own = await ask(office, office.staff, calls.processes, { pageSize: 4 })
    const more = await ask(office, office.staff, calls.processes, { pageSize: 4, after: own.next })
    assert.deepEqual([own.list.length, more.list.length, more.next], [4, 2, undefined])
  })

  test('who leaves hands over what he holds and what will come', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    const moved = await ask(
      office,
      office.admin,
      calls.handOver,
      { uid: office.boss, successorUid: office.second, reason: '离职' },
      everything,
    )
    assert.deepEqual(moved, { moved: 1, refused: [] })
    assert.equal((await ask(office, office.second, calls.tasks)).list[0]!.processId, processId)
    const back = await ask(office, office.admin, calls.reassign, { fromUid: office.second, toUid: office.boss, reason: '返聘' }, everything)
    assert.equal(back.moved, 1)
  })
})

suite('flows of an organisation', () => {
  test('a flow is installed once, switched off and on, and listed with the key that clients know', async () => {
    const office = await opened([])
    const suffix = office.orgId.slice(-5)
    const list = (await ask(office, office.admin, calls.flows, {}, everything)).list
    assert.deepEqual([list.length, list.every(({ installed }) => !installed)], [flowTemplates.length, true])
    for (let n = 0; n < 2; n++) await ask(office, office.admin, calls.install, { flowKey: `outstock${suffix}` }, everything)
    const installed = await ask(office, office.staff, calls.installedFlows, { page: 1, pageSize: 10000, state: 2, moduleCode: 'gs_goods' })
    assert.deepEqual(
      installed.list.map(({ flowKey, flowName, formEntity, version }) => [flowKey, flowName, formEntity.formKey, version]),
      [[`outstock${suffix}`, '资产领用流程', 'GsoutstockorderPedit', 1]],
    )
    assert.equal((await ask(office, office.staff, calls.installedFlows, { state: '2', moduleCode: 'cs_consum' })).totalCount, 0)
    await ask(office, office.admin, calls.switchFlow, { flowKey: 'outstock', state: 3 }, everything)
    assert.equal((await ask(office, office.staff, calls.installedFlows, { state: 2 })).totalCount, 0)
    assert.deepEqual(
      (await ask(office, office.staff, calls.categories)).list.map(({ catCode, flowCount }) => [catCode, flowCount]),
      [
        ['gs_goods', 0],
        ['cs_consum', 0],
        ['oa', 0],
      ],
    )
  })

  test('a draft is checked, published as the next version, and running processes are moved on demand', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    const { body, versions } = await ask(office, office.admin, calls.definition, { flowKey: 'csoutstock' }, everything)
    assert.deepEqual(
      versions.map(({ version, running }) => [version, running]),
      [[1, 1]],
    )
    const keeper = (body['body'] as { id: string }[]).find(({ id }) => id === 'keeper')!
    const next = { ...body, body: [...(body['body'] as object[]), { ...keeper, id: 'second', name: '复核', fields: {} }] }
    const bad = await ask(
      office,
      office.admin,
      calls.saveDefinition,
      { flowKey: 'csoutstock', revision: 0, body: { ...next, body: [{ t: 'approve' }] } },
      everything,
    )
    assert.equal(bad.problems.length, 1)
    const drawn = await ask(office, office.admin, calls.definition, { flowKey: 'csoutstock', version: 'draft' }, everything)
    assert.deepEqual(drawn.problems, bad.problems)
    await assert.rejects(
      ask(office, office.admin, calls.publishDefinition, { flowKey: 'csoutstock', revision: 1 }, everything),
      refusedWith('approval.definition.malformed'),
    )
    await assert.rejects(
      ask(office, office.admin, calls.saveDefinition, { flowKey: 'csoutstock', revision: 7, body: next }, everything),
      refusedWith('changed-meanwhile'),
    )
    // What the designer could not open again is not kept.
    const many = Array.from({ length: draftNodesMax + 1 }, (_, i) => ({ ...keeper, id: `many${i}` }))
    await assert.rejects(
      ask(office, office.admin, calls.saveDefinition, { flowKey: 'csoutstock', revision: 1, body: { ...next, body: many } }, everything),
      refusedWith('approval.definition.tooManyNodes'),
    )
    const { revision } = await ask(
      office,
      office.admin,
      calls.saveDefinition,
      { flowKey: 'csoutstock', revision: 1, body: next },
      everything,
    )
    assert.deepEqual(
      await ask(office, office.admin, calls.publishDefinition, { flowKey: 'csoutstock', revision, note: '增加复核' }, everything),
      { version: 2 },
    )
    const dry = await ask(office, office.admin, calls.upgrade, { flowKey: 'csoutstock', dryRun: true }, everything)
    assert.deepEqual([dry.moved, dry.items.map(({ moves, from }) => [moves, from])], [0, [[true, 1]]])
    assert.equal((await ask(office, office.admin, calls.upgrade, { flowKey: 'csoutstock' }, everything)).moved, 1)
    assert.equal((await stateOf(database, office, processId!)).version, 2)
    const { progress } = await ask(office, office.staff, calls.progress, { processId })
    assert.deepEqual(progress.map(({ nodeName }) => nodeName).slice(1, 4), ['部门负责人审批', '耗材管理员发放', '复核'])
  })

  test('a draft is tried as if somebody else applied, and nothing is kept', async () => {
    const office = await opened()
    const { body } = await ask(office, office.admin, calls.definition, { flowKey: 'csoutstock' }, everything)
    const big = { id: 'big', name: '大额', when: { f: 'amount', op: 'gt', v: '1000' }, body: [approval('chief', '总经理', [{ k: 'users', ids: [office.admin] }])] } // prettier-ignore
    const branch = { t: 'branch', id: 'size', name: '金额', kind: 'xor', arms: [big, { id: 'small', name: '其他', body: [] }] }
    const draft = { ...body, body: [...(body['body'] as object[]), branch] }
    const way = async (form: object, initiatorUid?: Id): Promise<[string, string[]][]> => {
      const { progress } = await ask(
        office,
        office.admin,
        calls.flowTrial,
        { flowKey: 'csoutstock', body: draft, form, initiatorUid },
        everything,
      )
      return progress.map(({ nodeName, people }) => [nodeName, people.map(({ uid }) => uid)])
    }
    assert.deepEqual((await way({ amount: '5000' }, office.staff)).slice(1, -1), [
      ['部门负责人审批', [office.boss]],
      ['耗材管理员发放', [office.keeper]],
      ['总经理', [office.admin]],
    ])
    assert.deepEqual((await way({ amount: '10' }, office.staff)).map(([name]) => name).includes('总经理'), false)
    await assert.rejects(
      ask(
        office,
        office.admin,
        calls.flowTrial,
        { flowKey: 'csoutstock', body: { ...draft, body: [{ ...branch, arms: [big] }] } },
        everything,
      ),
      refusedWith('approval.publish.arms'),
    )
    const { revision } = await ask(office, office.admin, calls.definition, { flowKey: 'csoutstock', version: 'draft' }, everything)
    assert.equal(revision, 0)
  })

  test('a trial walks every arm, takes the people away and names what can end it; publishing names it too', async () => {
    const office = await opened()
    await database.inTransaction(office.orgId, (tx) =>
      tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [office.orgId, office.second]),
    )
    const { body } = await ask(office, office.admin, calls.definition, { flowKey: 'csoutstock' }, everything)
    const dead = { ...approval('dead', '已离职的人', [{ k: 'users', ids: [office.second] }]), onEmpty: 'reject' }
    const arm = (id: string, v: string, steps: object[]) => ({ id, name: `超过${v}`, when: { f: 'amount', op: 'gt', v }, body: steps })
    const branch = { t: 'branch', id: 'size', name: '金额', kind: 'xor', arms: [arm('big', '1000', [dead]), arm('bigger', '2000', []), { id: 'small', name: '其他', body: [] }] } // prettier-ignore
    const draft = { ...body, body: [...(body['body'] as object[]), branch] }
    const trial = await ask(
      office,
      office.admin,
      calls.flowTrial,
      { flowKey: 'csoutstock', body: draft, initiatorUid: office.staff },
      everything,
    )
    assert.deepEqual(
      trial.paths.map(({ arms, answers, end }) => [
        arms.map(({ name }) => name),
        answers.find(({ label }) => label === '金额')?.value,
        end,
      ]),
      [[['超过1000'], '1001', 'rejected']],
    )
    assert.deepEqual(trial.unreached, [{ nodeId: 'size', armId: 'bigger', name: '超过2000', why: 'unknown' }])
    assert.deepEqual(
      trial.absences.map(({ nodeId, follows, people }) => [nodeId, follows, people.map(({ uid }) => uid)]),
      [
        ['head', 'people', [office.admin]],
        ['keeper', 'people', [office.admin]],
        ['dead', 'rejected', []],
      ],
    )
    const said = '“已离职的人”现在找不到处理人：申请会直接被驳回，到此结束'
    assert.deepEqual(
      trial.problems.filter(({ nodeId }) => nodeId === 'dead' || nodeId === 'size').map(({ nodeId, words }) => [nodeId, words]),
      [['dead', said]],
    )
    const { problems } = await ask(
      office,
      office.admin,
      calls.saveDefinition,
      { flowKey: 'csoutstock', revision: 0, body: draft },
      everything,
    )
    assert.ok(problems.some(({ nodeId, words, level }) => nodeId === 'dead' && words === said && level === 'warning'))
  })

  test('two agents for one time are refused, one after the other are not', async () => {
    const office = await opened()
    const from = '2026-03-01T00:00:00.000Z'
    const { id } = await ask(office, office.boss, calls.saveDelegation, { agentUid: office.second, from, to: '2026-03-10T00:00:00.000Z' })
    await assert.rejects(
      ask(office, office.boss, calls.saveDelegation, { agentUid: office.keeper, from: '2026-03-05T00:00:00.000Z' }),
      refusedWith('approval.delegationOverlaps'),
    )
    await ask(office, office.boss, calls.saveDelegation, {
      agentUid: office.keeper,
      from: '2026-03-10T00:00:00.000Z',
      flowKeys: [`csoutstock${office.orgId.slice(-5)}`],
    })
    await assert.rejects(
      ask(office, office.boss, calls.saveDelegation, { id, agentUid: office.second, from, flowKeys: ['nothing12345'] }),
      refusedWith('approval.notInstalled'),
    )
    const { list } = await ask(office, office.boss, calls.delegations)
    assert.deepEqual(
      list.map(({ agent, from: start, to }) => [agent.userName, start, to]),
      [
        ['王库管', '2026-03-10T00:00:00.000Z', null],
        ['周红', from, '2026-03-10T00:00:00.000Z'],
      ],
    )
    await assert.rejects(ask(office, office.second, calls.deleteDelegation, { id }), NotFound)
    await ask(office, office.boss, calls.deleteDelegation, { id })
  })

  test('what the books refuse is on the list of incidents until it is dealt with', async () => {
    const office = await opened()
    await publishFlow(database, office, writingNothing(office))
    const { id, processId } = await askForPaper(database, office, '8')
    await act(database, office, processId!, office.boss, { t: 'approve' })
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select ledger_release($1, $2)', [office.orgId, id])
      await tx.query('update balance set reserved = 5 where org_id = $1', [office.orgId])
    })
    await act(database, office, processId!, office.keeper, { t: 'approve' })
    const { list } = await ask(office, office.admin, calls.incidents, {}, everything)
    assert.deepEqual(
      list.map(({ words, process }) => [words, process?.statusName]),
      [['复印纸库存不足：需要8包，可用5包', '待入账']],
    )
    const detail = await ask(office, office.staff, calls.process, { id: processId })
    assert.match(detail.progress.find(({ kind }) => kind === 'post')!.comment, /^复印纸库存不足：需要8包/)
    const again = await ask(office, office.admin, calls.incidentRetry, { id: list[0]!.id }, everything)
    assert.deepEqual([again.status, again.refusal?.words], ['posting', list[0]!.words], 'a retry that changes nothing says why')
    assert.equal(
      (await ask(office, office.admin, calls.incidentCancel, { id: list[0]!.id, reason: '缺货' }, everything)).status,
      'terminated',
    )
    assert.equal((await ask(office, office.admin, calls.incidents, {}, everything)).totalCount, 0)
  })

  test('whoever may not read an application is told by no command that it is there', async () => {
    const office = await opened()
    const { processId: id } = await askForPaper(database, office, '1')
    const processId = id!
    for (const attempt of [
      () => ask(office, office.second, calls.process, { id: processId }),
      () => ask(office, office.second, calls.comment, { processId, body: '你好' }),
      () => ask(office, office.second, calls.urge, { processId }),
      () => ask(office, office.second, calls.withdraw, { processId }),
      () => ask(office, office.second, calls.copy, { processId, uids: [office.staff] }),
    ])
      await assert.rejects(attempt(), NotFound)
  })

  test('figures add up', async () => {
    const office = await opened()
    const a = await askForPaper(database, office, '1')
    await askForPaper(database, office, '1')
    await act(database, office, a.processId!, office.boss, { t: 'reject', comment: '不需要' })
    await database.inTransaction(office.orgId, rebuild)
    const figures = await ask(office, office.admin, calls.statistic, {}, everything)
    assert.deepEqual([figures.total, figures.running, figures.rejected, figures.averageSeconds], [2, 1, 1, null])
    assert.deepEqual(
      figures.nodes.map(({ nodeName, tasks }) => [nodeName, tasks]),
      [['部门负责人审批', 1]],
    )
  })
})

test('a step that nobody decides in time is passed by the clock, once', async () => {
  const office = await opened()
  const timeout = { after: { value: 1, unit: 'minutes' }, calendar: '24x7', act: 'pass' } as const
  await publishFlow(database, office, [approval('a', '审批', [{ k: 'users', ids: [office.boss] }], { timeouts: [timeout] })])
  const { processId } = await askForPaper(database, office, '1')
  const [task] = (await ask(office, office.boss, calls.tasks)).list
  assert.ok(task!.dueAt)
  const jobs = () =>
    database.reading(office.orgId, (tx) =>
      tx.query<{ id: Id; kind: string; key: string; body: Record<string, unknown> }>(
        'select id, kind, key, body from job where org_id = $1 and kind = $2',
        [office.orgId, timerWorker(documents).kind],
      ),
    )
  const [job] = await jobs()
  const worker = timerWorker(documents)
  const fire = () => database.inTransaction(office.orgId, (tx) => worker.run(tx, { orgId: office.orgId, attempts: 1, ...job! }))
  await fire()
  await fire()
  assert.equal((await stateOf(database, office, processId!)).status, 'approved')
  assert.deepEqual(await jobs(), [])
  assert.equal((await ask(office, office.boss, calls.tasks, { status: 2 })).totalCount, 0)
})

test('after all this every process is sound', async () => {
  for (const office of offices) await assertSound(database, office)
})

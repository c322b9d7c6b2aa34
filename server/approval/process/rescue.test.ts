import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import type { Id } from '../../../kernel/id.ts'
import type { Rule } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import { rescueOperations as calls } from '../../../domain/approval/operations/rescue.ts'
import type { App } from '../../call.ts'
import { testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import { callOf } from '../../testing/company.ts'
import { rescueHandlers } from './rescue.ts'
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

const { database, newOrganisation } = await testDatabase({
  breaks: [
    'ledger: what is reserved is the sum of the reservations',
    'approval: the columns beside the state say the same',
    'approval: a running flow waits for somebody in service or about to be replaced, for a time, or for help',
  ],
})
const handlers = rescueHandlers(documents)

const ask = async <O extends Operation>(office: Office, operation: O, input: unknown, commandId = randomUUID()): Promise<OutputOf<O>> => {
  const handler = handlers.find((one) => one.operation === operation)!
  const read = v.parse(operation.input, input) as never
  const call = (tx: Tx) => ({
    ...callOf(tx, office.admin, ['workflow:list', 'workflow:reassign']),
    commandId,
    app: { database } as App,
    inTransaction: (run: never) => database.inTransaction(office.orgId, run),
  })
  const answer = handler.signedIn
    ? await database.reading(office.orgId, (tx) => handler.run(call(tx), read))
    : await handler.run(call({ orgId: office.orgId } as Tx), read)
  return v.parse(operation.output, answer) as OutputOf<O>
}

const users = (...ids: Id[]): Rule[] => [{ k: 'users', ids }]
const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  await publishFlow(database, office, [approval('a', '一审', users(office.boss)), approval('b', '二审', users(office.second))])
  return office
}
const asked = async (office: Office): Promise<Id> => (await askForPaper(database, office, '1')).processId!
const leave = (office: Office, uid: Id) =>
  database.inTransaction(office.orgId, (tx) =>
    tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [tx.orgId, uid]),
  )
const waits = async (office: Office, id: Id) => openTasks(await stateOf(database, office, id)).map(({ task }) => task.user)
const titles = (office: Office, uid: Id) =>
  database.reading(office.orgId, async (tx) =>
    (await tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by id', [tx.orgId, uid])).map(
      ({ title }) => title.split('：')[0],
    ),
  )
const reason = '卡住了'

suite('what waits for nobody', () => {
  test('is listed with why, each application once, narrowed by cause, and gone when it goes on', async () => {
    const office = await opened()
    const [left, nobody, returned, fine] = [await asked(office), await asked(office), await asked(office), await asked(office)]
    await act(database, office, returned, office.boss, { t: 'rollBack', to: 'START', comment: 'x' })
    await act(database, office, nobody, office.boss, { t: 'approve' })
    await act(database, office, fine, office.boss, { t: 'approve' })
    // As a fault would leave it.
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update wf_instance set stuck = true where org_id = $1 and id = $2', [tx.orgId, nobody]),
    )
    await leave(office, office.boss)
    await leave(office, office.staff)
    const rows = async (input: object = {}) =>
      (await ask(office, calls.stuck, input)).list.map(({ process, cause, words }) => [process.id, cause, words])
    assert.deepEqual(await rows(), [
      [returned, 'initiatorLeft', '发起人已停用：李明'],
      [nobody, 'nobody', '没有处理人'],
      [left, 'left', '处理人已停用：赵经理'],
    ])
    assert.deepEqual(await rows({ cause: 'left' }), [[left, 'left', '处理人已停用：赵经理']])
    assert.equal((await ask(office, calls.stuck, { cause: 'posting' })).totalCount, 0)
    const first = await ask(office, calls.stuck, { pageSize: 1 })
    assert.equal(first.totalCount, 3)
    assert.deepEqual(
      (await ask(office, calls.stuck, { pageSize: 2, after: first.next })).list.map(({ process }) => process.id),
      [nobody, left],
    )
    await ask(office, calls.rescue, { items: [{ processId: left }], act: 'skip', reason })
    assert.deepEqual(await rows({ cause: 'left' }), [])
  })

  test('several are rescued one by one; what cannot be says why, and what is sent twice is done once', async () => {
    const office = await opened()
    const ids = [await asked(office), await asked(office)]
    const over = await asked(office)
    await act(database, office, over, office.staff, { t: 'withdraw' })
    const items = [...ids, over].map((processId) => ({ processId }))
    const commandId = randomUUID()
    for (const round of [1, 2]) {
      const answer = await ask(office, calls.rescue, { items, act: 'skip', reason }, commandId)
      assert.deepEqual(
        answer.items.map(({ done, reason: why }) => [done, why]),
        [
          [true, null],
          [true, null],
          [false, 'approval.stepGone'],
        ],
        `round ${round}`,
      )
      for (const id of ids) assert.deepEqual(await waits(office, id), [office.second])
    }
    assert.deepEqual((await titles(office, office.staff)).slice(-2), ['管理员跳过了一个环节', '管理员跳过了一个环节'])
    assert.equal((await titles(office, office.boss)).at(-1), '管理员已处理，无需您再审批')
    for (const id of ids) await assertSound(database, office, id)
  })

  test('each act does what it says', async () => {
    const office = await opened()
    const rescue = async (input: object) => {
      const processId = await asked(office)
      const { items } = await ask(office, calls.rescue, { items: [{ processId }], reason, ...input })
      assert.deepEqual(items[0]!.words, null)
      await assertSound(database, office, processId)
      return { processId, holders: await waits(office, processId), status: (await stateOf(database, office, processId)).status }
    }
    assert.deepEqual((await rescue({ act: 'again' })).holders, [office.boss])
    assert.deepEqual((await rescue({ act: 'jump', nodeId: 'b' })).holders, [office.second])
    assert.deepEqual((await rescue({ act: 'hand', toUid: office.second })).holders, [office.second])
    const back = await rescue({ act: 'sendBack' })
    assert.equal(back.status, 'returned')
    assert.equal((await rescue({ act: 'terminate' })).status, 'terminated')
    await leave(office, office.boss)
    assert.deepEqual((await rescue({ act: 'again' })).holders, [office.admin])
  })

  test('somebody who left is acted for by the administrator alone, and the log says both', async () => {
    const office = await opened()
    const processId = await asked(office)
    const forBoss = { items: [{ processId }], act: 'actFor', verdict: 'approve', reason }
    assert.equal((await ask(office, calls.rescue, forBoss)).items[0]!.reason, 'approval.nobodyLeft')
    await leave(office, office.boss)
    const { steps, passesOver } = await ask(office, calls.options, { processId })
    assert.equal(passesOver, true)
    assert.deepEqual(
      steps.map(({ nodeName, stuck, jumpTo, sendBackTo, left, rejects }) => [
        nodeName,
        stuck,
        jumpTo.map(({ nodeId, back }) => [nodeId, back]),
        sendBackTo,
        left.map(({ person }) => person.uid),
        rejects,
      ]),
      [['一审', true, [['b', false]], [], [office.boss], true]],
    )
    assert.equal((await ask(office, calls.rescue, forBoss)).done, 1)
    const [row] = await database.reading(office.orgId, (tx) =>
      tx.query<{ assignee_uid: Id; on_behalf_of: Id; status: number }>(
        'select assignee_uid, on_behalf_of, status from wf_task where org_id = $1 and instance_id = $2 order by id limit 1',
        [tx.orgId, processId],
      ),
    )
    assert.deepEqual(row, { assignee_uid: office.admin, on_behalf_of: office.boss, status: 2 })
    assert.deepEqual(await waits(office, processId), [office.second])
  })

  test('what the books refuse goes back to its author', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '1')
    await act(database, office, processId!, office.boss, { t: 'approve' })
    // A person takes the paper past the reservation.
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select ledger_release($1, $2)', [office.orgId, id])
      await tx.query('update balance set reserved = 10 where org_id = $1 and item_id = $2', [office.orgId, office.paper])
    })
    await act(database, office, processId!, office.second, { t: 'approve' })
    const stuck = await ask(office, calls.stuck, {})
    assert.deepEqual(
      stuck.list.map(({ cause, process }) => [cause, process.id]),
      [['posting', processId]],
    )
    await ask(office, calls.rescue, { items: [{ processId: processId! }], act: 'sendBack', reason })
    assert.equal((await stateOf(database, office, processId!)).status, 'returned')
    assert.equal(await documentState(database, office, id), 'returned')
    assert.equal((await ask(office, calls.stuck, {})).totalCount, 0)
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import type { App, OneByOne } from '../../call.ts'
import { testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import { callOf } from '../../testing/company.ts'
import { approveMany, handOverAll, moveTasks, takeBackMany } from './batches.ts'
import { act, askForPaper, assertSound, documents, foundOffice, type Office, stateOf, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ breaks: ['ledger: what is reserved is the sum of the reservations'] })

const callBy = (office: Office, uid: Id, commandId: string, codes: string[] = []): OneByOne => ({
  ...callOf({ orgId: office.orgId } as Tx, uid, codes),
  app: { database } as App,
  commandId,
  inTransaction: (run) => database.inTransaction(office.orgId, run),
})

const waiting = async (count: number) => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  const items: { taskId: Id; formRev: number; processId: Id }[] = []
  for (let i = 0; i < count; i++) {
    const { processId } = await askForPaper(database, office, '1')
    const [open] = openTasks(await stateOf(database, office, processId!))
    items.push({ taskId: open!.task.id, formRev: 1, processId: processId! })
  }
  return { office, items }
}
const asked = (items: { taskId: Id; formRev: number }[]) => items.map(({ taskId, formRev }) => ({ taskId, formRev }))

suite('many tasks, one transaction each', () => {
  test('one that somebody works on is told so, and the others are done meanwhile', async () => {
    const { office, items } = await waiting(3)
    const [first, held, last] = items
    let letGo = (): void => undefined
    const holding = new Promise<void>((done) => (letGo = done))
    let locked = (): void => undefined
    const isLocked = new Promise<void>((done) => (locked = done))
    const holder = database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select 1 from wf_instance where org_id = $1 and id = $2 for update', [office.orgId, held!.processId])
      locked()
      await holding
    })
    await isLocked
    const answer = await approveMany(callBy(office, office.boss, randomUUID()), documents, asked(items), undefined)
    assert.deepEqual(
      answer.items.map(({ approved, reason }) => [approved, reason]),
      [
        [true, null],
        [false, 'server.locked'],
        [true, null],
      ],
    )
    for (const { processId } of [first!, last!]) assert.equal((await stateOf(database, office, processId)).decided, true)
    letGo()
    await holder
    await assertSound(database, office)
  })

  test('while one waits, the locks of those before it are gone', async () => {
    const { office, items } = await waiting(2)
    const [first, held] = items
    let outcome: 'free' | 'locked' | undefined
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select 1 from wf_instance where org_id = $1 and id = $2 for update', [office.orgId, held!.processId])
      const batch = approveMany(callBy(office, office.boss, randomUUID()), documents, asked(items), undefined)
      while (!(await stateOf(database, office, first!.processId)).decided);
      outcome = await database
        .inTransaction(office.orgId, (other) =>
          other.query('select 1 from wf_instance where org_id = $1 and id = $2 for update nowait', [office.orgId, first!.processId]),
        )
        .then(
          () => 'free' as const,
          () => 'locked' as const,
        )
      await batch
    })
    assert.equal(outcome, 'free')
  })

  test('sent again with the same id it is answered the same and done once', async () => {
    const { office, items } = await waiting(3)
    const commandId = randomUUID()
    const cutOff = await approveMany(callBy(office, office.boss, commandId), documents, asked(items.slice(0, 2)), '同意')
    const whole = await approveMany(callBy(office, office.boss, commandId), documents, asked(items), '同意')
    assert.deepEqual([cutOff.approved, whole.approved, whole.refused], [2, 3, 0])
    const [counted] = await database.reading(office.orgId, (tx) =>
      tx.query<{ n: number }>('select count(*)::int as n from wf_event where org_id = $1 and actor = $2', [office.orgId, office.boss]),
    )
    assert.equal(counted!.n, 3)
    const other = await approveMany(callBy(office, office.boss, randomUUID()), documents, asked(items), '同意')
    assert.deepEqual(
      other.items.map(({ reason }) => reason),
      items.map(() => 'approval.taskGone'),
    )
    await assertSound(database, office)
  })

  test('where the line breaks after COMMIT nothing is said of it; sent again, it was done', async () => {
    const { office, items } = await waiting(3)
    const call = callBy(office, office.boss, randomUUID())
    let commits = 0
    const broken: OneByOne = {
      ...call,
      inTransaction: async (run) => {
        const result = await call.inTransaction(run)
        if (++commits === 3) throw new Error('Connection terminated unexpectedly')
        return result
      },
    }
    await assert.rejects(approveMany(broken, documents, asked(items), undefined), /terminated/)
    assert.deepEqual(
      (await approveMany(call, documents, asked(items), undefined)).items.map(({ approved }) => approved),
      [true, true, true],
    )
    await assertSound(database, office)
  })

  test('sent several times at once it is answered yes to each and done once', async () => {
    const { office, items } = await waiting(4)
    const commandId = randomUUID()
    const sent = () => approveMany(callBy(office, office.boss, commandId), documents, asked(items), undefined)
    const answers = await Promise.all([sent(), sent(), sent()])
    assert.deepEqual(
      answers.map(({ approved }) => approved),
      [4, 4, 4],
    )
    await assertSound(database, office)
  })

  test('approvals are taken back, except where somebody has decided after them', async () => {
    const { office, items } = await waiting(3)
    await approveMany(callBy(office, office.boss, randomUUID()), documents, asked(items), undefined)
    await act(database, office, items[1]!.processId, office.keeper, { t: 'approve' })
    const commandId = randomUUID()
    const undo = () =>
      takeBackMany(
        callBy(office, office.boss, commandId),
        documents,
        items.map(({ taskId }) => taskId),
      )
    const answer = await undo()
    assert.deepEqual([answer.undone, answer.refused, answer.items[1]!.reason], [2, 1, 'approval.ended'])
    assert.deepEqual(await undo(), answer)
    for (const { processId } of [items[0]!, items[2]!])
      assert.deepEqual(
        openTasks(await stateOf(database, office, processId)).map(({ task }) => task.user),
        [office.boss],
      )
    const foreign = await takeBackMany(callBy(office, office.second, randomUUID()), documents, [items[0]!.taskId])
    assert.equal(foreign.undone, 0)
    await assertSound(database, office)
  })

  test('what somebody holds moves process by process; what cannot move stays and says why', async () => {
    const { office, items } = await waiting(2)
    await act(database, office, items[0]!.processId, office.boss, { t: 'addSign', users: [office.second], where: 'with' })
    const codes = ['workflow:reassign']
    const moved = await moveTasks(callBy(office, office.admin, randomUUID(), codes), documents, {
      fromUid: office.boss,
      toUid: office.second,
      reason: '出差',
    })
    assert.deepEqual([moved.moved, moved.refused.map(({ processId }) => processId)], [1, [items[0]!.processId]])
    const handed = await handOverAll(callBy(office, office.admin, randomUUID(), codes), documents, {
      uid: office.second,
      successor: office.keeper,
      reason: '离职',
    })
    assert.deepEqual([handed.moved, handed.refused], [2, []])
    const commandId = randomUUID()
    const back = (limit: number) => {
      const call = callBy(office, office.admin, commandId, codes)
      let left = limit
      const broken: OneByOne = {
        ...call,
        inTransaction: (run) => (left-- > 0 ? call.inTransaction(run) : Promise.reject(new Error('read ECONNRESET'))),
      }
      return moveTasks(broken, documents, { fromUid: office.keeper, toUid: office.second, reason: '回来' })
    }
    await assert.rejects(back(2))
    assert.deepEqual(await back(9), { moved: 2, refused: [] })
    assert.deepEqual(await back(9), { moved: 2, refused: [] })
    await assertSound(database, office)
  })
})

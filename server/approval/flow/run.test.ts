import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Approve, Rule } from '../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { testDatabase } from '../../db/testing.ts'
import { command, retryPosting } from './run.ts'
import {
  act,
  askForPaper,
  assertSound,
  documents,
  documentState,
  foundOffice,
  type Loose,
  type Office,
  paperLeft,
  publishFlow,
  stateOf,
  stock,
  writingNothing,
} from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({
  poolSize: 12,
  breaks: ['ledger: what is reserved is the sum of the reservations'],
})
const offices: Office[] = []
const opened = async (installed?: string[]): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation(), installed)
  offices.push(office)
  await stock(database, office, '10')
  return office
}
const does = (office: Office, processId: Id, uid: Id, action: Loose, commandId?: string) =>
  act(database, office, processId, uid, action, commandId)
const refusedWith = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof RefusalError, String(error))
  assert.equal(error.refusal.reason, reason)
  return true
}
const holders = async (office: Office, processId: Id): Promise<Id[]> =>
  openTasks(await stateOf(database, office, processId)).map(({ task }) => task.user)

const messagesOf = (office: Office, uid: Id) =>
  database.reading(office.orgId, (tx) =>
    tx.query<{ title: string; link: string }>('select title, link from message where org_id = $1 and uid = $2 order by id', [
      office.orgId,
      uid,
    ]),
  )

suite('from asking to having', () => {
  test('the head agrees, the keeper hands out, the document is in the books', async () => {
    const office = await opened()
    const { id, processId, state } = await askForPaper(database, office, '3')
    assert.equal(state, 'inApproval')
    assert.deepEqual(await holders(office, processId!), [office.boss])
    await does(office, processId!, office.boss, { t: 'approve', comment: '同意' })
    assert.deepEqual(await holders(office, processId!), [office.keeper])
    assert.equal(await paperLeft(database, office), '10')
    const done = await does(office, processId!, office.keeper, { t: 'approve' })
    assert.equal(done.status, 'approved')
    assert.equal(await documentState(database, office, id), 'posted')
    assert.equal(await paperLeft(database, office), '7')
    const [asked] = await messagesOf(office, office.boss)
    assert.match(asked!.title, /^待审批：李明提交的耗材领用/)
    assert.match(asked!.link, /^\/pages\/flow\/formApprove\?taskId=\d+$/)
    assert.deepEqual(
      (await messagesOf(office, office.staff)).map(({ title }) => title),
      ['已通过：耗材领用'],
    )
  })

  test('the keeper hands out less than was asked for', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '3')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, {
      t: 'approve',
      patch: { lines: [{ item: office.paper, quantity: '3', given: '2', rest: 'drop' }] },
    })
    assert.equal(await documentState(database, office, id), 'posted')
    assert.equal(await paperLeft(database, office), '8')
  })

  test('where there is not enough the keeper is told at once, and says what becomes of the rest', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '12')
    await does(office, processId!, office.boss, { t: 'approve' })
    await assert.rejects(does(office, processId!, office.keeper, { t: 'approve' }), refusedWith('not-enough-stock'))
    const lines = [{ item: office.paper, quantity: '12', given: '10', rest: 'wait' }]
    await does(office, processId!, office.keeper, { t: 'approve', patch: { lines } })
    assert.equal(await documentState(database, office, id), 'posted')
    assert.equal(await paperLeft(database, office), '0')
  })

  test('the head may not write what is the keeper’s to write', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '3')
    await assert.rejects(
      does(office, processId!, office.boss, { t: 'approve', patch: { lines: [{ item: office.paper, quantity: '9' }] } }),
      refusedWith('approval.fieldNotWritable'),
    )
  })

  test('a rejection needs words, ends the flow and frees what was reserved', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '10')
    await assert.rejects(does(office, processId!, office.boss, { t: 'reject' }), refusedWith('approval.commentRequired'))
    assert.equal((await does(office, processId!, office.boss, { t: 'reject', comment: '不需要' })).status, 'rejected')
    assert.equal(await documentState(database, office, id), 'rejected')
    await askForPaper(database, office, '10')
  })

  test('a withdrawn request can be asked for again and is another process', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '3')
    await assert.rejects(does(office, processId!, office.second, { t: 'withdraw' }), refusedWith('approval.initiatorOnly'))
    await does(office, processId!, office.staff, { t: 'withdraw' })
    assert.equal(await documentState(database, office, id), 'withdrawn')
    const again = await askForPaper(database, office, '4', { id })
    assert.notEqual(again.processId, processId)
    assert.equal(again.state, 'inApproval')
  })

  test('a request sent back is changed and goes straight to where it was', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '3')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'rollBack', to: 'START', comment: '请少领' })
    assert.equal(await documentState(database, office, id), 'returned')
    assert.deepEqual(await holders(office, processId!), [])
    const again = await askForPaper(database, office, '1', { id })
    assert.equal(again.processId, processId)
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'approve' })
    assert.equal(await paperLeft(database, office), '9')
  })

  test('a request sent back that its author or an administrator changes keeps nothing from others and is submitted again', async () => {
    const office = await opened()
    const { id, processId } = await askForPaper(database, office, '10')
    await does(office, processId!, office.boss, { t: 'rollBack', to: 'START', comment: '写明用途' })
    await does(office, processId!, office.admin, { t: 'updateForm', patch: { reason: '年会' } })
    const other = await askForPaper(database, office, '10')
    await does(office, other.processId!, office.staff, { t: 'withdraw' })
    assert.equal((await askForPaper(database, office, '10', { id })).processId, processId)
    assert.equal(await documentState(database, office, id), 'inApproval')
  })

  test('the head’s own request goes to an administrator where nobody is above', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1', { uid: office.boss })
    assert.deepEqual(await holders(office, processId!), [office.admin])
  })

  test('who left hands his work to his successor, who is away to his agent', async () => {
    const office = await opened()
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [office.orgId, office.boss])
      await tx.query('insert into wf_handover (org_id, uid, successor_uid) values ($1, $2, $3)', [office.orgId, office.boss, office.second])
      await tx.query(
        `insert into wf_delegation (org_id, id, principal_uid, agent_uid, valid) values ($1, $2, $3, $4, tstzrange(now() - interval '1 day', null))`,
        [office.orgId, newId(), office.keeper, office.admin],
      )
    })
    const { processId } = await askForPaper(database, office, '1')
    assert.deepEqual(await holders(office, processId!), [office.second])
    await does(office, processId!, office.second, { t: 'approve' })
    assert.deepEqual(await holders(office, processId!), [office.admin])
    assert.equal((await does(office, processId!, office.admin, { t: 'approve' })).status, 'approved')
  })
})

suite('the books say no', () => {
  test('the approval is kept, an incident says why, and trying again later posts once', async () => {
    const office = await opened()
    await publishFlow(database, office, writingNothing(office))
    const { id, processId } = await askForPaper(database, office, '8')
    await does(office, processId!, office.boss, { t: 'approve' })
    // A person takes the paper past the reservation.
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select ledger_release($1, $2)', [office.orgId, id])
      await tx.query('update balance set reserved = 5 where org_id = $1 and item_id = $2', [office.orgId, office.paper])
    })
    const done = await does(office, processId!, office.keeper, { t: 'approve' })
    assert.equal(done.status, 'posting')
    assert.equal(await documentState(database, office, id), 'inApproval')
    const incidents = () =>
      database.reading(office.orgId, (tx) =>
        tx.query<{ reason: string; params: { free: string }; resolution: string | null }>(
          'select reason, params, resolution from wf_incident where org_id = $1 and instance_id = $2',
          [office.orgId, processId],
        ),
      )
    assert.deepEqual(
      (await incidents()).map(({ reason, params, resolution }) => [reason, params.free, resolution]),
      [['not-enough-stock', '5', null]],
    )
    const retry = () =>
      database.inTransaction(office.orgId, (tx) => retryPosting(tx, documents, processId!, { uid: office.admin, admin: true }))
    assert.equal((await retry()).status, 'posting')
    await database.inTransaction(office.orgId, (tx) => tx.query('update balance set reserved = 0 where org_id = $1', [office.orgId]))
    assert.equal((await retry()).status, 'approved')
    assert.equal(await paperLeft(database, office), '2')
    assert.deepEqual(
      (await incidents()).map(({ resolution }) => resolution),
      ['approved'],
    )
    await assert.rejects(retry(), refusedWith('approval.notPosting'))
  })

  test('giving up ends the flow and frees the document', async () => {
    const office = await opened()
    await publishFlow(database, office, writingNothing(office))
    const { id, processId } = await askForPaper(database, office, '8')
    await does(office, processId!, office.boss, { t: 'approve' })
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select ledger_release($1, $2)', [office.orgId, id])
      await tx.query('update balance set reserved = 5 where org_id = $1', [office.orgId])
    })
    await does(office, processId!, office.keeper, { t: 'approve' })
    await does(office, processId!, office.admin, { t: 'terminate', reason: '缺货' })
    assert.equal(await documentState(database, office, id), 'rejected')
  })
})

suite('at the same moment', () => {
  test('the same approval sent five times at once is done once', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '3')
    await does(office, processId!, office.boss, { t: 'approve' })
    const commandId = randomUUID()
    const state = await stateOf(database, office, processId!)
    const { task } = openTasks(state)[0]!
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        database.inTransaction(office.orgId, (tx) =>
          command(
            { tx, documents, actor: { uid: office.keeper, admin: false } },
            { taskId: task.id },
            { t: 'approve', taskId: task.id, formRev: 1 },
            { commandId },
          ),
        ),
      ),
    )
    assert.deepEqual(answers.map(({ repeated }) => repeated).toSorted(), [false, true, true, true, true])
    assert.ok(answers.every(({ status }) => status === 'approved'))
    assert.equal(await paperLeft(database, office), '7')
  })

  test('the same approval with five names is done once and refused four times', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '3')
    const { task } = openTasks(await stateOf(database, office, processId!))[0]!
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        database.inTransaction(office.orgId, (tx) =>
          command(
            { tx, documents, actor: { uid: office.boss, admin: false } },
            { taskId: task.id },
            { t: 'approve', taskId: task.id, formRev: 1 },
          ),
        ),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const answer of answers) if (answer.status === 'rejected') refusedWith('approval.taskGone')(answer.reason)
  })

  test('the same request sent five times at once is one process', async () => {
    const office = await opened()
    const id = newId()
    const commandId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForPaper(database, office, '3', { id, commandId })))
    assert.equal(new Set(answers.map(({ processId }) => processId)).size, 1)
  })

  const together: Approve[] = [approval('both', '会签', [{ k: 'users', ids: [] }], { vote: { mode: 'all' } })]
  const countersigned = async (): Promise<{ office: Office; processId: Id }> => {
    const office = await opened()
    const people: Rule[] = [{ k: 'users', ids: [office.boss, office.second, office.keeper] }]
    await publishFlow(
      database,
      office,
      together.map((node) => ({ ...node, assignees: people })),
    )
    const { processId } = await askForPaper(database, office, '1')
    return { office, processId: processId! }
  }

  test('the last two votes fall at once: both count, the document posts once', async () => {
    for (let round = 0; round < 5; round++) {
      const { office, processId } = await countersigned()
      await does(office, processId, office.boss, { t: 'approve' })
      const [a, b] = await Promise.all([
        does(office, processId, office.second, { t: 'approve' }),
        does(office, processId, office.keeper, { t: 'approve' }),
      ])
      assert.deepEqual([a.status, b.status].toSorted(), ['approved', 'running'])
      assert.equal(await paperLeft(database, office), '9')
    }
  })

  test('voters at once wait for each other and need not try again', async () => {
    const { office, processId } = await countersigned()
    const tasks = openTasks(await stateOf(database, office, processId))
    let tries = 0
    await Promise.all(
      tasks.map(({ task }) =>
        database.inTransaction(office.orgId, (tx) => {
          tries++
          const action = { t: 'approve', taskId: task.id, formRev: 1 } as const
          return command({ tx, documents, actor: { uid: task.user, admin: false } }, { processId }, action)
        }),
      ),
    )
    assert.equal(tries, tasks.length)
    assert.equal((await stateOf(database, office, processId)).status, 'approved')
  })

  test('approving against withdrawing: one of them wins and the document agrees', async () => {
    for (let round = 0; round < 8; round++) {
      const office = await opened()
      const { id, processId } = await askForPaper(database, office, '1')
      await does(office, processId!, office.boss, { t: 'approve' })
      const [approved, withdrawn] = await Promise.allSettled([
        does(office, processId!, office.keeper, { t: 'approve' }),
        does(office, processId!, office.staff, { t: 'withdraw' }),
      ])
      assert.notEqual(approved.status, withdrawn.status)
      const { status } = await stateOf(database, office, processId!)
      assert.equal(status, approved.status === 'fulfilled' ? 'approved' : 'withdrawn')
      assert.equal(await documentState(database, office, id), status === 'approved' ? 'posted' : 'withdrawn')
    }
  })

  test('handing a task on against deciding it: it is decided once', async () => {
    for (let round = 0; round < 8; round++) {
      const office = await opened()
      const { processId } = await askForPaper(database, office, '1')
      const { task } = openTasks(await stateOf(database, office, processId!))[0]!
      const results = await Promise.allSettled([
        does(office, processId!, office.boss, { t: 'approve' }),
        does(office, processId!, office.admin, { t: 'reassign', tasks: { ids: [task.id] }, to: office.second, reason: '出差' }),
      ])
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    }
  })

  test('who approves another form than he saw is told so', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '3')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.admin, { t: 'updateForm', patch: { lines: [{ item: office.paper, quantity: '2' }] } })
    await assert.rejects(does(office, processId!, office.keeper, { t: 'approve', formRev: 1 }), refusedWith('approval.staleForm'))
    await does(office, processId!, office.keeper, { t: 'approve', formRev: 2 })
    assert.equal(await paperLeft(database, office), '8')
  })
})

suite('what people do to tasks', () => {
  test('transfer, delegation and its return, added and removed signers, copies, comments keep the lists in step', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    await does(office, processId!, office.boss, { t: 'transfer', to: office.second })
    assert.deepEqual(await holders(office, processId!), [office.second])
    await does(office, processId!, office.second, { t: 'delegate', to: office.keeper })
    await does(office, processId!, office.keeper, { t: 'returnDelegation', comment: '看过了' })
    await does(office, processId!, office.second, { t: 'addSign', users: [office.boss], where: 'before' })
    assert.deepEqual(await holders(office, processId!), [office.boss])
    await assertSound(database, office)
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.second, { t: 'copy', users: [office.admin], comment: '请知悉' })
    await does(office, processId!, office.admin, { t: 'markRead', taskId: undefined })
    await does(office, processId!, office.staff, { t: 'comment', body: '麻烦尽快', mentions: [office.second] })
    await does(office, processId!, office.staff, { t: 'urge' })
    await does(office, processId!, office.second, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'rollBack', to: 'head', comment: '请再看' })
    await assertSound(database, office)
    assert.deepEqual(await holders(office, processId!), [office.boss])
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.boss, { t: 'takeBack', taskId: await lastDecided(office, processId!, office.boss) })
    assert.deepEqual(await holders(office, processId!), [office.boss])
    await does(office, processId!, office.admin, { t: 'suspend', reason: '核对' })
    await assert.rejects(does(office, processId!, office.boss, { t: 'approve' }), refusedWith('approval.suspended'))
    await does(office, processId!, office.admin, { t: 'resume' })
    await does(office, processId!, office.boss, { t: 'approve' })
    assert.equal((await does(office, processId!, office.keeper, { t: 'approve' })).status, 'approved')
  })

  const lastDecided = async (office: Office, processId: Id, uid: Id): Promise<Id> =>
    (
      await database.reading(office.orgId, (tx) =>
        tx.query<{ id: Id }>(
          'select id from wf_task where org_id = $1 and instance_id = $2 and assignee_uid = $3 and status = 2 order by decided_at desc limit 1',
          [office.orgId, processId, uid],
        ),
      )
    )[0]!.id

  test('an added signer is removed again', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    await does(office, processId!, office.boss, { t: 'addSign', users: [office.second], where: 'before' })
    const added = openTasks(await stateOf(database, office, processId!)).map(({ task }) => task.id)
    await does(office, processId!, office.boss, { t: 'removeSign', taskIds: added })
    assert.deepEqual(await holders(office, processId!), [office.boss])
    await assertSound(database, office)
  })

  test('a vote that was given stands when the request comes back directly', async () => {
    const office = await opened()
    const people: Rule[] = [{ k: 'users', ids: [office.boss, office.second, office.keeper] }]
    await publishFlow(database, office, [approval('all', '会签', people, { vote: { mode: 'all' }, resubmit: 'direct' })])
    const { id, processId } = await askForPaper(database, office, '1')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.second, { t: 'rollBack', to: 'START', comment: '说明用途' })
    await askForPaper(database, office, '1', { id })
    assert.deepEqual(await holders(office, processId!), [office.second, office.keeper])
    await assertSound(database, office)
  })

  test('whoever rolled back finds it among what he has done', async () => {
    const office = await opened()
    const { processId } = await askForPaper(database, office, '1')
    await does(office, processId!, office.boss, { t: 'approve' })
    await does(office, processId!, office.keeper, { t: 'rollBack', to: 'head', comment: '请再看' })
    const rows = await database.reading(office.orgId, (tx) =>
      tx.query<{ status: number; assignee_uid: Id }>(
        'select status, assignee_uid from wf_task where org_id = $1 and instance_id = $2 order by id',
        [office.orgId, processId],
      ),
    )
    assert.deepEqual(
      rows.map(({ status, assignee_uid }) => [assignee_uid, status]),
      [
        [office.boss, 2],
        [office.keeper, 4],
        [office.boss, 1],
      ],
    )
  })
})

test('after all this the log of every process folds to its state, the work lists agree, nobody is stuck', async () => {
  for (const office of offices) await assertSound(database, office)
})

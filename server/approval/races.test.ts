import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Id } from '../../kernel/id.ts'
import { Refused } from '../../kernel/refusal.ts'
import type { Action } from '../../domain/approval/command.ts'
import type { Branch, Node, Rule } from '../../domain/approval/definition.ts'
import { isEnded, openTasks } from '../../domain/approval/state.ts'
import { approval, copying } from '../../domain/approval/templates/define.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf } from '../testing/company.ts'
import { command } from './run.ts'
import { readInstance } from './store.ts'
import { askForPaper, assertSound, documents, foundOffice, type Office, publishFlow, stateOf, stock } from './testing.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 10 })

/** A flow with everything that people can get into each other's way in. */
const flowFor = (office: Office): Node[] => {
  const people = (...ids: Id[]): Rule[] => [{ k: 'users', ids }]
  const beside: Branch = {
    t: 'branch',
    id: 'beside',
    name: '并行',
    kind: 'par',
    arms: [
      {
        id: 'left',
        name: '甲',
        body: [
          approval('left1', '会签', people(office.boss, office.second), {
            vote: { mode: 'all' },
            onReject: 'previous',
            resubmit: 'direct',
          }),
        ],
      },
      {
        id: 'right',
        name: '乙',
        body: [
          approval('right1', '依次', people(office.keeper, office.second), { vote: { mode: 'seq' }, onReject: { node: 'first' } }),
          copying('told', '抄送', people(office.boss)),
        ],
      },
    ],
  }
  return [
    approval('first', '或签', people(office.boss, office.keeper), { onReject: 'initiator', resubmit: 'direct' }),
    beside,
    approval('last', '票签', people(office.boss, office.second, office.admin), {
      vote: { mode: 'fraction', num: 2, den: 3 },
      onReject: 'initiator',
    }),
  ]
}

type Move = { readonly who: number; readonly what: number; readonly which: number; readonly whom: number }

/** Turns numbers into a command on what is open; some of them make no sense, and are refused. */
const actionOf = (office: Office, state: Awaited<ReturnType<typeof stateOf>>, move: Move): { uid: Id; action: Action } => {
  const people = [office.boss, office.second, office.keeper, office.admin, office.staff]
  const open = openTasks(state)
  const { step, task } = open[move.which % Math.max(1, open.length)] ?? {}
  const uid = move.who < 7 && task ? task.user : people[move.who % people.length]!
  const whom = people[move.whom % people.length]!
  const taskId = task?.id ?? '1'
  const { formRev } = state
  const comment = '意见'
  const passed = state.passed[move.which % Math.max(1, state.passed.length)]
  const decided = passed?.tasks?.find(({ status }) => status === 'approved')
  const actions: { uid: Id; action: Action }[] = [
    { uid, action: { t: 'approve', taskId, formRev } },
    { uid, action: { t: 'approve', taskId, formRev } },
    { uid, action: { t: 'approve', taskId, formRev } },
    { uid, action: { t: 'reject', taskId, formRev, comment } },
    { uid, action: { t: 'rollBack', taskId, to: passed?.node ?? 'START', comment } },
    { uid, action: { t: 'claim', taskId } },
    { uid, action: { t: 'unclaim', taskId } },
    { uid, action: { t: 'transfer', taskId, to: whom } },
    { uid, action: { t: 'delegate', taskId, to: whom } },
    { uid, action: { t: 'returnDelegation', taskId } },
    { uid, action: { t: 'addSign', taskId, users: [whom], where: (['before', 'with', 'after'] as const)[move.whom % 3]! } },
    { uid, action: { t: 'removeSign', taskIds: step?.tasks.filter(({ addedBy }) => addedBy).map(({ id }) => id) ?? [] } },
    { uid: decided?.user ?? uid, action: { t: 'takeBack', taskId: decided?.id ?? taskId } },
    { uid: office.staff, action: { t: 'resubmit', formRev } },
    { uid: office.staff, action: { t: 'resubmit', formRev } },
    { uid: office.admin, action: { t: 'reassign', tasks: { user: uid }, to: whom, reason: '改派' } },
    { uid: office.admin, action: { t: 'suspend', reason: '核对' } },
    { uid: office.admin, action: { t: 'resume' } },
    { uid, action: { t: 'copy', users: [whom] } },
    { uid, action: { t: 'comment', body: '看看', mentions: [whom] } },
  ]
  return actions[move.what % actions.length]!
}

/** A returned request is submitted again by its document's own call. */
const give = async (office: Office, instanceId: Id, uid: Id, action: Action): Promise<void> => {
  try {
    const actor = { uid, admin: uid === office.admin }
    await database.inTransaction(office.orgId, async (tx) => {
      if (action.t !== 'resubmit') return command(tx, documents, { instanceId }, actor, action)
      const { head } = await readInstance(tx, { instanceId })
      return documents.submit(callOf(tx, office.staff, ['csoutstockorder:submit']), head.documentId!, {})
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

/** Everybody says yes until it is over: whatever happened before, it ends. */
const finish = async (office: Office, instanceId: Id): Promise<void> => {
  for (let round = 0; round < 40; round++) {
    const state = await stateOf(database, office, instanceId)
    if (isEnded(state)) return
    if (state.suspended) await give(office, instanceId, office.admin, { t: 'resume' })
    if (state.status === 'returned') await give(office, instanceId, office.staff, { t: 'resubmit', formRev: state.formRev })
    for (const { task } of openTasks(state)) {
      if (task.owner) await give(office, instanceId, task.user, { t: 'returnDelegation', taskId: task.id })
      else await give(office, instanceId, task.user, { t: 'approve', taskId: task.id, formRev: state.formRev })
    }
  }
  assert.fail(`instance ${instanceId} does not end: ${JSON.stringify(await stateOf(database, office, instanceId))}`)
}

test('whatever several people do at once, the lists agree with the log, nobody is stuck and the document posts at most once', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '1000')
  await publishFlow(database, office, flowFor(office))
  const move = fc.record({ who: fc.nat(9), what: fc.nat(19), which: fc.nat(4), whom: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }), async (rounds) => {
      const { instanceId } = await askForPaper(database, office, '1')
      for (const round of rounds) {
        const state = await stateOf(database, office, instanceId!)
        if (isEnded(state)) break
        const given = round.map((one) => actionOf(office, state, one))
        await Promise.all(given.map(({ uid, action }) => give(office, instanceId!, uid, action)))
        await assertSound(database, office, instanceId!)
      }
    }),
    { numRuns: Number(process.env.ZAICE_RACES ?? 40) },
  )
  const live = await database.reading(office.orgId, (tx) =>
    tx.query<{ id: Id }>(`select id from wf_instance where org_id = $1 and status in ('running', 'returned')`, [office.orgId]),
  )
  for (const { id } of live) await finish(office, id)
  await assertSound(database, office)
})

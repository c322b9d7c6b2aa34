import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { type Action, type Command, systemActor } from '../../../domain/approval/flow/command.ts'
import { decide } from '../../../domain/approval/flow/decide.ts'
import type { Branch, Definition, Node, Rule } from '../../../domain/approval/flow/definition.ts'
import { fold } from '../../../domain/approval/flow/evolve.ts'
import { isEnded, openTasks, type State } from '../../../domain/approval/flow/state.ts'
import { approval, copyStep } from '../../../domain/approval/flow/templates/define.ts'
import { openDatabase } from '../../db/pool.ts'
import { withQuery, testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { openLog } from '../../log.ts'
import { callOf } from '../../testing/company.ts'
import { digestOf } from '../../testing/foreigner.ts'
import { NotFound } from '../../httpError.ts'
import { command, withFacts } from './run.ts'
import { readProcess, timerJob } from './store.ts'
import { askForPaper, assertSound, documents, foundOffice, type Office, publishFlow, stateOf, stock } from '../testing/office.ts'
import { timerWorker } from './timers.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 10 })

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
          copyStep('told', '抄送', people(office.boss)),
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
const give = async (office: Office, processId: Id, uid: Id, action: Action): Promise<void> => {
  try {
    const actor = { uid, admin: uid === office.admin }
    await database.inTransaction(office.orgId, async (tx) => {
      if (action.t !== 'resubmit') return command({ tx, documents, actor }, { processId }, action)
      const { head } = await readProcess(tx, { processId })
      return documents.submit(callOf(tx, office.staff, ['csoutstockorder:submit']), head.documentId!, {})
    })
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
  }
}

/** Everyone says yes until it is over: whatever happened before, it ends. */
const finish = async (office: Office, processId: Id): Promise<void> => {
  for (let round = 0; round < 40; round++) {
    const state = await stateOf(database, office, processId)
    if (isEnded(state)) return
    if (state.suspended) await give(office, processId, office.admin, { t: 'resume' })
    if (state.status === 'returned') await give(office, processId, office.staff, { t: 'resubmit', formRev: state.formRev })
    for (const { task } of openTasks(state)) {
      if (task.owner) await give(office, processId, task.user, { t: 'returnDelegation', taskId: task.id })
      else await give(office, processId, task.user, { t: 'approve', taskId: task.id, formRev: state.formRev })
    }
  }
  assert.fail(`process ${processId} does not end: ${JSON.stringify(await stateOf(database, office, processId))}`)
}

test('invariant 43: whatever several people do at once, the lists agree with the log, nobody is stuck and the document posts at most once', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '1000')
  await publishFlow(database, office, flowFor(office))
  const move = fc.record({ who: fc.nat(9), what: fc.nat(19), which: fc.nat(4), whom: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }), async (rounds) => {
      const { processId } = await askForPaper(database, office, '1')
      for (const round of rounds) {
        const state = await stateOf(database, office, processId!)
        if (isEnded(state)) break
        const given = round.map((one) => actionOf(office, state, one))
        await Promise.all(given.map(({ uid, action }) => give(office, processId!, uid, action)))
        await assertSound(database, office, processId!)
      }
    }),
    { numRuns: Number(process.env.ZAICE_RACES ?? 12) },
  )
  const live = await database.reading(office.orgId, (tx) =>
    tx.query<{ id: Id }>(`select id from wf_instance where org_id = $1 and status in ('running', 'returned')`, [office.orgId]),
  )
  for (const { id } of live) await finish(office, id)
  await assertSound(database, office)
})

// the model: two connections against the core alone

type Given = { readonly uid: Id; readonly action: Action }
type Outcome = { readonly accepted: readonly boolean[]; readonly state: unknown }

/** Two server processes, each with one connection. */
const sides = [0, 1].map(() => openDatabase({ url, poolSize: 1 }))
after(() => Promise.all(sides.map((side) => side.close())))

/** Gives one command on each connection and lets their statements go one at a time, in the order that `picks` names. */
const together = async (office: Office, processId: Id, given: readonly Given[], picks: readonly number[]): Promise<boolean[]> => {
  const held: (() => void)[] = []
  const gated = (tx: Tx): Tx =>
    withQuery(tx, async (text, values) => {
      await new Promise<void>((go) => held.push(go))
      return tx.query(text, values)
    })
  const one = async ({ uid, action }: Given, side: number): Promise<boolean> => {
    try {
      await sides[side]!.inTransaction(office.orgId, (tx) =>
        command({ tx: gated(tx), documents, actor: { uid, admin: uid === office.admin } }, { processId }, action),
      )
      return true
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return false
    }
  }
  let over = false
  const all = Promise.all(given.map(one)).finally(() => (over = true))
  for (let n = 0; !over; n++) {
    // No one is held while both are answered by the database, or the one waits there for the lock of the other.
    if (held.length > 0) held.splice(picks[n % picks.length]! % held.length, 1)[0]!()
    await sleep(1)
  }
  return all
}

/** What the core says of the same commands, one after the other. */
const oneAfterTheOther = async (office: Office, processId: Id, definition: Definition, from: State, given: readonly Given[]) => {
  let state = from
  const accepted: boolean[] = []
  const give = (tx: Tx, actor: string, action: Action) =>
    withFacts(tx, { processId, definition }, (directory, ids) => {
      const head = {
        commandId: randomUUID(),
        actor,
        admin: actor === office.admin,
        at: new Date().toISOString(),
        via: 'mobile' as const,
        ids,
      }
      return decide(definition, state, { ...action, ...head } as Command, directory)
    })
  await database.reading(office.orgId, async (tx) => {
    for (const { uid, action } of given) {
      const decision = await give(tx, uid, action)
      accepted.push('events' in decision)
      if (!('events' in decision)) continue
      state = fold(decision.events, state)
      if (!decision.events.some(({ t }) => t === 'PostingRequested')) continue
      const posted = await give(tx, systemActor, { t: 'postingDone', receipt: null })
      assert.ok('events' in posted)
      state = fold(posted.events, state)
    }
  })
  return { accepted, state }
}

/** A state whose new ids are numbered as they come, so that two of them can be compared. */
const comparable = (state: State, known: string): unknown => {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(inOrder(state)).replaceAll(/"(\d{12,})"/g, (whole, id: string) => {
    if (known.includes(whole)) return whole
    if (!numbers.has(id)) numbers.set(id, `#${numbers.size}`)
    return `"${numbers.get(id)}"`
  })
  return JSON.parse(text)
}
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}

test('invariant 43: two commands on two connections, statement by statement in any order, are one after the other in one of two orders', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '1000')
  await publishFlow(database, office, flowFor(office))
  const [{ body: definition } = { body: undefined }] = await database.reading(office.orgId, (tx) =>
    tx.query<{ body: Definition }>(
      `select d.body from wf_definition d join wf_flow f on f.org_id = d.org_id and f.flow_key = d.flow_key and f.active_version = d.version
       where d.org_id = $1 and d.flow_key = 'csoutstock'`,
      [office.orgId],
    ),
  )
  const people = JSON.stringify([office.boss, office.second, office.keeper, office.admin, office.staff])
  const move = fc.record({ who: fc.nat(9), what: fc.nat(19), which: fc.nat(4), whom: fc.nat(9) })
  const round = fc.record({ moves: fc.tuple(move, move), picks: fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }) })
  let contended = 0
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 4, maxLength: 10 }), async (rounds) => {
      const { processId } = await askForPaper(database, office, '1')
      for (const { moves, picks } of rounds) {
        const before = await stateOf(database, office, processId!)
        if (isEnded(before)) break
        if (before.status === 'returned') {
          await give(office, processId!, office.staff, { t: 'resubmit', formRev: before.formRev })
          continue
        }
        const given = moves.map((one) => inside(office, actionOf(office, before, one)))
        const accepted = await together(office, processId!, given, picks)
        const real: Outcome = {
          accepted,
          state: comparable(await stateOf(database, office, processId!), `${people}${JSON.stringify(before)}`),
        }
        const orders: Outcome[] = []
        for (const order of [given, given.toReversed()]) {
          const model = await oneAfterTheOther(office, processId!, definition!, before, order)
          orders.push({
            accepted: order === given ? model.accepted : model.accepted.toReversed(),
            state: comparable(model.state, `${people}${JSON.stringify(before)}`),
          })
        }
        if (JSON.stringify(orders[0]) !== JSON.stringify(orders[1])) contended++
        assert.ok(
          orders.some((order) => JSON.stringify(order) === JSON.stringify(real)),
          JSON.stringify({ given, real, orders }),
        )
        await assertSound(database, office, processId!)
      }
    }),
    { numRuns: Number(process.env.ZAICE_RACES ?? 10) },
  )
  assert.ok(contended > 0, 'some commands got into the way of each other')
})

/** What a participant may do depends on rows that another command writes; those who were in it from the start may do it anyway. */
const inside = (office: Office, { uid, action }: Given): Given => ({
  uid: action.t === 'copy' || action.t === 'comment' ? office.staff : uid,
  action: action.t === 'resubmit' ? { t: 'suspend', reason: '核对' } : action,
})

test('invariant 44: the clocks of several processes fire a timer once for each step, kind and repetition', async (t) => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  const people = (uid: Id): Rule[] => [{ k: 'users', ids: [uid] }]
  const hours = (value: number) => ({ value, unit: 'hours' as const })
  await publishFlow(database, office, [
    approval('first', '初审', people(office.boss), {
      timeouts: [
        { after: hours(1), calendar: '24x7', act: 'remind', repeat: { every: hours(1), max: 2 } },
        { after: hours(9), calendar: '24x7', act: 'pass' },
      ],
    }),
    approval('last', '复审', people(office.second), { timeouts: [{ after: hours(1), calendar: '24x7', act: 'reject' }] }),
  ])
  const clocked: Id[] = []
  for (let n = 0; n < 12; n++) clocked.push((await askForPaper(database, office, '1')).processId!)

  const servers = [0, 1, 2].map(() => startJobs(database, openLog('silent'), [timerWorker(documents)]))
  t.after(() => Promise.all(servers.map((jobs) => jobs.stop())))
  // All these clocks strike at once, also those that a person is just being told of, again and again until none of them is set.
  for (const which of ['%:0:_', '%']) {
    const named = [office.orgId, timerJob, which]
    const strike = () =>
      database.inTransaction(office.orgId, (tx) =>
        tx.query(
          `update job set due_at = now() - interval '1 minute', lease_until = null
           where org_id = $1 and kind = $2 and key like $3 and done_at is null`,
          named,
        ),
      )
    // Counted apart: a strike that waited for a clock to be done does not see the one that was set by it.
    const left = () =>
      database.reading(office.orgId, (tx) =>
        tx.query('select from job where org_id = $1 and kind = $2 and key like $3 and done_at is null limit 1', named),
      )
    while ((await left()).length > 0) {
      await strike()
      for (const jobs of servers) jobs.wake()
      await sleep(5)
    }
  }
  await Promise.all(servers.map((jobs) => jobs.stop()))
  const fired = await database.reading(office.orgId, (tx) =>
    tx.query<{ timer: string; times: number }>(
      `select e ->> 'timer' as timer, count(*)::int as times from wf_event w, jsonb_array_elements(w.events) e
       where w.org_id = $1 and e ->> 't' = 'TimerFired' group by e ->> 'timer' order by 1`,
      [office.orgId],
    ),
  )
  // Every process was reminded of three times, passed by the clock, and then rejected by it: no timer fired in one twice.
  assert.deepEqual(
    fired,
    ['first#1:0:0', 'first#1:0:1', 'first#1:0:2', 'first#1:1:0', 'last#1:0:0'].map((timer) => ({ timer, times: clocked.length })),
  )
  await assertSound(database, office)
})

test('invariant 46: whatever is done in one organisation, by its own ids or by those of another, nothing of the other changes', async () => {
  const [office, other] = [await foundOffice(database, await newOrganisation()), await foundOffice(database, await newOrganisation())]
  for (const one of [office, other]) {
    await stock(database, one, '1000')
    await publishFlow(database, one, flowFor(one))
  }
  const foreign = (await askForPaper(database, other, '1')).processId!
  const theirs = await stateOf(database, other, foreign)
  const digest = await digestOf(url, other.orgId)
  assert.ok(Object.keys(digest).length > 20)
  const move = fc.record({ who: fc.nat(9), what: fc.nat(19), which: fc.nat(4), whom: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(move, fc.boolean()), { minLength: 1, maxLength: 8 }), async (moves) => {
      const { processId } = await askForPaper(database, office, '1')
      for (const [one, astray] of moves) {
        const state = await stateOf(database, office, processId!)
        const { uid, action } = actionOf(office, astray ? theirs : state, one)
        await give(office, processId!, uid, action)
        const actor = { uid: office.admin, admin: true }
        for (const target of [{ processId: foreign }, { taskId: openTasks(theirs)[0]!.task.id }])
          await assert.rejects(
            database.inTransaction(office.orgId, (tx) => command({ tx, documents, actor }, target, action)),
            NotFound,
          )
      }
    }),
    { numRuns: Number(process.env.ZAICE_RACES ?? 6) },
  )
  assert.deepEqual(await digestOf(url, other.orgId), digest)
})

test('flowable#1487, flowable#2124, cibseven#234, warm-flow skip: two last votes at once are both counted, in the vote and at the join', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  const people = (...ids: Id[]): Rule[] => [{ k: 'users', ids }]
  const arm = (id: string, ...ids: Id[]) => ({ id, name: id, body: [approval(`${id}1`, id, people(...ids), { vote: { mode: 'all' } })] })
  const shapes: [title: string, body: Node[]][] = [
    ['one vote', [approval('both', '会签', people(office.boss, office.second), { vote: { mode: 'all' } })]],
    ['two arms', [{ t: 'branch', id: 'p', name: '并行', kind: 'par', arms: [arm('l', office.boss), arm('r', office.second)] }]],
  ]
  for (const [title, body] of shapes) {
    await publishFlow(database, office, body)
    for (const picks of [[0], [1], [0, 1], [1, 0], [1, 1, 0]]) {
      const { processId } = await askForPaper(database, office, '1')
      const { formRev, ...state } = await stateOf(database, office, processId!)
      const given = openTasks(state as State).map(({ task }): Given => ({
        uid: task.user,
        action: { t: 'approve', taskId: task.id, formRev },
      }))
      assert.deepEqual(await together(office, processId!, given, picks), [true, true], title)
      assert.equal((await stateOf(database, office, processId!)).status, 'approved')
    }
  }
  await assertSound(database, office)
})

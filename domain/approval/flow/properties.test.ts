import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSeated } from './arrival.ts'
import { toBpmn } from '../design/bpmn.ts'
import { fromBpmn } from '../design/bpmnReading.ts'
import { type Action, type Command, systemActor } from './command.ts'
import { type Definition, type Node, type NodeId, isHuman, parseDefinition } from './definition.ts'
import type { UserId } from '../form/form.ts'
import type { Event } from './event.ts'
import { fold } from './evolve.ts'
import { type Preview, previewRest, previewStart } from './preview.ts'
import { canPublish, publishFindings } from '../design/publish.ts'
import { type Law, type Turn, lawsOfAsking } from '../testing/laws.ts'
import { offersFor, removableSigns, rollBackTargets } from './offer.ts'
import { companies, definitions, initiator, people } from '../testing/randomFlows.ts'
import { chosenFor, inPlaceOfInitiator, isThere, moveOn, outsideAnswer } from '../testing/randomMoves.ts'
import { type Company, type Rehearsal, answerFact, ask, commandOf, give, keep, pending, rehearse } from '../testing/rehearsal.ts'
import { type State, type Step, type StepId, type Task, type TaskId, findTask, isEnded, isLive, openTasks } from './state.ts'
import { type Directory, type Fact, factKey } from './directory.ts'
import { tallyOf } from './vote.ts'

/** Random walks per run; the nightly setting is 20000. PROPERTY_SEED repeats a run, PROPERTY_SHRINK=off reports the first failure as it is. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 400)

/** More ids than any command uses. */
const manyIds = Array.from({ length: 2000 }, (_, i) => `~${i}`)

class Violation extends Error {
  readonly n: number

  constructor(n: number, detail: string) {
    super(`invariant ${n}: ${detail}`)
    this.n = n
  }
}

// laws of every state and every accepted command

const laws: Law[] = [
  ...lawsOfAsking,
  {
    n: 1,
    title: 'ended: no active step, block or timer',
    holds: ({ state }) =>
      !isEnded(state) || [state.steps, state.timers, state.held, Object.keys(state.blocks)].every(({ length }) => length === 0),
  },
  {
    n: 2,
    title: 'running: someone has something to do, or the outside has',
    holds: ({ state }) =>
      state.status !== 'running' || state.steps.some(({ waitsFor, tasks }) => waitsFor !== 'people' || tasks.some(isOpen)),
  },
  {
    n: 3,
    title: 'returned: nothing is active',
    holds: ({ state }) => state.status !== 'returned' || (state.steps.length === 0 && state.timers.length === 0),
  },
  {
    n: 4,
    title: 'every active step of people has an open task',
    holds: ({ state }) => state.steps.every(({ waitsFor, tasks }) => waitsFor !== 'people' || tasks.some(isOpen)),
  },
  {
    n: 5,
    title: 'a step lies only in active arms of active blocks',
    holds: ({ r, state }) =>
      state.steps.every(({ node }) => armsAround(r.definition, node).every(({ block, arm }) => state.blocks[block]?.[arm] === 'active')),
  },
  {
    n: 6,
    title: 'sequential: at most one main task is open',
    holds: ({ state }) =>
      state.steps.every(({ vote, tasks }) => vote.mode !== 'seq' || tasks.filter((task) => isOpen(task) && !task.sign).length <= 1),
  },
  {
    n: 7,
    title: 'one live task per person and step',
    holds: ({ state }) =>
      state.steps.every(({ tasks }) =>
        isUnique(tasks.filter((task) => task.status === 'open' || task.status === 'waiting').map(({ user }) => user)),
      ),
  },
  { n: 8, title: 'a node is active at most once', holds: ({ state }) => isUnique(state.steps.map(({ node }) => node)) },
  {
    n: 9,
    title: 'an active block has an active arm',
    holds: ({ state }) => Object.values(state.blocks).every((arms) => Object.values(arms).includes('active')),
  },
  {
    n: 10,
    title: 'exclusive takes one arm, parallel all, inclusive at least one',
    holds: ({ r, events }) =>
      events.every((event) => {
        if (event.t !== 'BlockEntered') return true
        const block = nodesOf(r.definition).find(({ id }) => id === event.block)
        const taken = Object.keys(event.arms).length
        if (block?.t !== 'branch') return false
        return block.kind === 'xor' ? taken === 1 : block.kind === 'par' ? taken === block.arms.length : taken >= 1
      }),
  },
  {
    n: 11,
    title: 'an arm is active exactly while a step is inside',
    holds: ({ r, state }) => {
      const inside = new Set(state.steps.flatMap(({ node }) => armsAround(r.definition, node).map(({ block, arm }) => `${block}/${arm}`)))
      return Object.entries(state.blocks).every(([block, arms]) =>
        Object.entries(arms).every(([arm, status]) => (status === 'active') === inside.has(`${block}/${arm}`)),
      )
    },
  },
  {
    n: 12,
    title: 'posted exactly once, and then approved',
    holds: ({ state, log }) => log.filter(({ t }) => t === 'Posted').length === (state.status === 'approved' ? 1 : 0),
  },
  {
    n: 13,
    title: 'ended at most once',
    holds: ({ state, log }) => log.filter(({ t }) => t === 'Ended').length === (isEnded(state) ? 1 : 0),
  },
  {
    n: 14,
    title: 'an end absorbs everything but comments, copies and reading',
    holds: ({ before, state, events }) =>
      !before ||
      !isEnded(before) ||
      (state.status === before.status && events.every(({ t }) => /^(Commented|CommentDeleted|Copied|CopyRead)$/.test(t))),
  },
  { n: 15, title: 'rev is the number of events', holds: ({ state, log }) => state.rev === log.length },
  {
    n: 17,
    title: 'one final verdict per task',
    holds: ({ events, log }) =>
      events.every((event) => {
        if (event.t !== 'TaskDecided' && event.t !== 'TaskCancelled') return true
        return log.filter((one) => (one.t === 'TaskDecided' || one.t === 'TaskCancelled') && one.task === event.task).length === 1
      }),
  },
  {
    n: 18,
    title: 'what may not be written never changes',
    holds: ({ before, state, command }) =>
      !before || before.form['fixed'] === state.form['fixed'] || (command.t === 'updateForm' && ['admin', 'boss'].includes(command.actor)),
  },
  {
    n: 19,
    title: 'initiator, flow and document never change',
    holds: ({ before, state }) =>
      !before ||
      (before.initiator === state.initiator &&
        before.flowKey === state.flowKey &&
        before.docRef === state.docRef &&
        before.dept === state.dept),
  },
  { n: 22, title: 'an accepted command has events', holds: ({ events }) => events.length > 0 },
  {
    n: 24,
    title: 'only the assignee or his agent decides',
    holds: ({ r, before, events, command }) =>
      events.every((event) => {
        if (event.t !== 'TaskDecided') return true
        if (event.auto === 'timeout') return command.actor === systemActor
        if (command.t === 'actFor') return event.by === 'admin' && r.company.users[event.onBehalfOf!]?.active === false
        const task = before && findTask(before, event.task)?.task
        return task !== undefined && (event.by === task.user || r.company.users[task.user]?.agent === event.by)
      }),
  },
  {
    n: 27,
    title: 'a passed step has the votes, counted anew from the log',
    holds: ({ events, log }) => leavings(events, 'passed').every((event) => event.why === 'skipped' || enough(ballotOf(log, event.step))),
  },
  {
    n: 28,
    title: 'a rejected step could not have passed any more',
    holds: ({ events, log }) => leavings(events, 'rejected').every((event) => hopeless(ballotOf(log, event.step))),
  },
  {
    n: 29,
    title: 'a rollback touches only its region',
    holds: ({ r, before, state, events }) =>
      rollbacks(events).every(({ to, from }) => {
        const region = regionByPosition(r.definition, before!, to)
        const left = before!.steps.find(({ id }) => id === from)!
        const outside = before!.steps.filter(({ node }) => !region.has(node))
        return (
          region.has(left.node) &&
          outside.every((step) => state.steps.includes(step)) &&
          before!.passed.every((one) => region.has(one.node) || state.passed.includes(one))
        )
      }),
  },
  {
    n: 30,
    title: 'after a rollback its target is the only active node of the region',
    holds: ({ r, before, state, events }) =>
      rollbacks(events).every(({ to }) => {
        const region = regionByPosition(r.definition, before!, to)
        const active = [...state.steps.map(({ node }) => node), ...Object.keys(state.blocks)].filter((node) => region.has(node))
        return active.length === 1 && active[0] === to
      }),
  },
  {
    n: 31,
    title: 'approvals in the region are void',
    holds: ({ r, before, state, events }) =>
      rollbacks(events).every(({ to }) => {
        const region = regionByPosition(r.definition, before!, to)
        return state.passed.every(({ node }) => !region.has(node)) && Object.keys(state.taken).every((node) => !region.has(node))
      }),
  },
  {
    n: 32,
    title: 'a rollback target is asked, never passed by itself',
    holds: ({ state, events }) =>
      rollbacks(events).every(({ to }) =>
        state.steps.some(({ node, forced, tasks }) => node === to && forced && tasks.every(({ auto }) => auto === undefined)),
      ),
  },
  { n: 33, title: 'every command ends', holds: ({ events }) => events.length < 3000 },
  {
    n: 39,
    title: 'the initiator has no vote where he is skipped, unless forced',
    holds: ({ r, state }) =>
      state.steps.every(({ node, forced, tasks }) => {
        const at = nodesOf(r.definition).find(({ id }) => id === node)!
        return (
          at.t !== 'approve' ||
          at.onSelf !== 'skip' ||
          forced ||
          tasks.every(({ user, onBehalfOf }) => user !== initiator && onBehalfOf !== initiator)
        )
      }),
  },
  {
    n: 40,
    title: 'an agent never decides on his own request',
    holds: ({ state, events }) =>
      events.every((event) => event.t !== 'TaskDecided' || event.onBehalfOf === undefined || event.by !== state.initiator) &&
      state.steps.every(({ tasks }) =>
        tasks.every(({ user, onBehalfOf, owner }) => onBehalfOf === undefined || owner !== undefined || user !== state.initiator),
      ),
  },
  {
    n: 44,
    title: 'a timer is set and fires at most once per step, kind and repetition',
    holds: ({ log, state, events }) =>
      events.every(
        (event) => event.t !== 'TimerFired' || log.filter((one) => one.t === 'TimerFired' && one.timer === event.timer).length === 1,
      ) &&
      isUnique([...state.timers, ...state.held].map(({ id }) => id)) &&
      [...state.timers, ...state.held].every(({ step }) => state.steps.some(({ id }) => id === step)),
  },
  {
    n: 45,
    title: 'whoever is jumped to is asked, and nothing beside or before it is touched',
    holds: ({ r, before, state, events }) =>
      events.every((event) => {
        if (event.t !== 'Rescued' || event.to === null || !isHuman(nodesOf(r.definition).find(({ id }) => id === event.to)!)) return true
        const closed = new Set(regionByPosition(r.definition, before!, outermost(r.definition, event.node, event.to)))
        return (
          state.steps.some(({ node, forced, tasks }) => node === event.to && forced && tasks.every(({ auto }) => auto === undefined)) &&
          before!.steps.every((step) => closed.has(step.node) || state.steps.includes(step)) &&
          before!.passed.every((one) => closed.has(one.node) || state.passed.includes(one))
        )
      }),
  },
  {
    n: 46,
    title: 'nobody else stands behind a number that was raised, unless the step lets it be',
    holds: ({ r, before, state, command, events }) => {
      const patch = events.find((event) => event.t === 'FormPatched')
      if (!before || patch?.t !== 'FormPatched' || !(Number(patch.patch['amount']) > Number(before.form['amount']))) return true
      if (!['approve', 'updateForm', 'resubmit'].includes(command.t)) return true
      const nodes = before.steps
        .filter(({ tasks }) =>
          tasks.some((task) => (command.t === 'approve' ? task.id === command.taskId : isOpen(task) && task.user === command.actor)),
        )
        .map(({ node }) => node)
      if (nodes.some((id) => humanOf(r.definition, id).raise === 'allow')) return true
      const decides = ({ node }: { node: NodeId }) => nodesOf(r.definition).find(({ id }) => id === node)?.t === 'approve'
      return (
        state.passed
          .filter(decides)
          .every(({ by }) => Object.entries(by).every(([user, rev]) => user === command.actor || rev >= patch.rev)) &&
        state.steps
          .filter(decides)
          .every(({ tasks }) =>
            tasks.every(
              (task) => task.status !== 'approved' || task.auto === 'timeout' || task.user === command.actor || task.formRev! >= patch.rev,
            ),
          )
      )
    },
  },
  {
    n: 47,
    title: 'a step that is skipped has no verdict more than before, and is passed',
    holds: ({ before, state, events, command }) =>
      command.t !== 'skip' ||
      (before!.steps.some(({ id }) => id === command.step) &&
        !state.steps.some(({ id }) => id === command.step) &&
        events.every((event) => event.t !== 'TaskDecided' || event.auto !== undefined)),
  },
]

/** Of a node and the one that is jumped to: where what is closed begins. */
function outermost(definition: Definition, from: NodeId, to: NodeId): NodeId {
  const positions = positionsOf(definition)
  const [a, b] = [positions.get(from)!.path, positions.get(to)!.path]
  const depth = b.length - 1
  const start = [...b.slice(0, depth), Math.min(a[depth]!, b[depth]!)]
  return [...positions].find(([, { path }]) => path.join() === start.join())![0]
}

// questions asked at the end of a walk, on copies

const endings: { n: number; title: string; ask: (r: Rehearsal, pick: number) => void }[] = [
  {
    n: 16,
    title: 'the log folds to the state',
    ask: (r) => assert.deepEqual(asStored(fold(logOf(r))), r.state),
  },
  {
    n: 25,
    title: 'migration to the same body keeps the work list',
    ask: (r) => {
      const before = openTasks(r.state!).map(({ task }) => task.id)
      if (!migrated(r)) return
      assert.deepEqual(
        openTasks(r.state!).map(({ task }) => task.id),
        before,
      )
    },
  },
  {
    n: 34,
    title: 'the preview is the path that is then really taken',
    ask: (r) => {
      if (r.state!.status !== 'running' || r.state!.suspended) return
      const preview = previewRest(r.definition, r.state!, directoryOf(r))
      assert.ok('expected' in preview)
      if (preview.expected.some((event) => event.t === 'StepEntered' && event.why === 'unchosen')) return
      const from = logOf(r).length
      approveAll(r, 'returned')
      assert.deepEqual(pathOf(preview.expected), pathOf(logOf(r).slice(from)))
    },
  },
  {
    n: 35,
    title:
      'direct resubmission of an unchanged form asks again exactly who was to decide, had said no, or was to sign when another said no',
    ask: (r, pick) => {
      if (r.state!.status !== 'running' || r.state!.suspended) return
      const direct = openTasks(r.state!).filter(({ step, task }) => !task.owner && humanOf(r.definition, step.node).resubmit === 'direct')
      const chosen = direct[pick % Math.max(1, direct.length)]
      if (!chosen) return
      const noes = r.state!.steps.flatMap(({ node, tasks }) =>
        tasks.filter(({ status }) => status === 'rejected').map(({ user }) => `${node}:${user}`),
      )
      const seats = [...pending(r), ...noes, ...overtaken(r)].sort()
      // The person who left or is away meanwhile has a person come in his place.
      const away = seats
        .map((seat) => r.company.users[seat.split(':')[1]!])
        .some((user) => user && (!user.active || user.agent !== undefined))
      if (away) return
      const back = give(r, chosen.task.user, { t: 'rollBack', taskId: chosen.task.id, to: 'START', comment: 'c' })
      assert.ok('events' in back)
      assert.equal(r.state!.status, 'returned')
      const again = give(r, inPlaceOfInitiator(r), { t: 'resubmit', formRev: r.state!.formRev })
      assert.ok('events' in again)
      if (r.state!.formRev > 1 && again.events.some((event) => event.t === 'Resubmitted' && event.fellBack)) return
      assert.deepEqual(pending(r), seats)
    },
  },
  {
    n: 36,
    title: 'agreement everywhere ends every reachable state in at most two passes',
    ask: (r) => {
      const from = logOf(r).length
      approveAll(r)
      if (hasNobody(r)) return
      assert.ok(isEnded(r.state!), `still ${r.state!.status}`)
      const entered = logOf(r)
        .slice(from)
        .filter(({ t }) => t === 'StepEntered').length
      assert.ok(entered <= 2 * nodesOf(r.definition).length, `${entered} steps`)
    },
  },
  {
    n: 37,
    title: 'a transfer there and back is neutral for the vote',
    ask: (r, pick) => {
      if (r.state!.status !== 'running' || r.state!.suspended) return
      const comesHimself = ({ step, task }: { step: Step; task: Task }): boolean =>
        isThere(r, task.user) && r.company.users[task.user]?.agent === undefined && !isSeated(step, task.user, task.id)
      const open = openTasks(r.state!).filter((each) => !each.task.owner && comesHimself(each))
      const chosen = open[pick % Math.max(1, open.length)]
      if (!chosen || (chosen.task.user === initiator && barsInitiator(r.definition, chosen.step.node))) return
      const votes = (): unknown =>
        r.state!.steps.map((step) => [step.id, tallyOf(step), step.tasks.map(({ id, user, status }) => [id, user, status])])
      const before = votes()
      assert.ok('events' in give(r, chosen.task.user, { t: 'transfer', taskId: chosen.task.id, to: 'newcomer' }))
      assert.ok('events' in give(r, 'newcomer', { t: 'transfer', taskId: chosen.task.id, to: chosen.task.user }))
      assert.deepEqual(votes(), before)
    },
  },
  {
    n: 38,
    title: 'independent approvals in parallel arms may come in any order',
    ask: (r) => {
      const { state, definition } = r
      if (state!.status !== 'running' || state!.suspended || definition.policy.dedupe !== 'none') return
      const open = openTasks(state!).filter(({ task }) => !task.owner)
      const first = open[0]
      const second = open.find(({ step }) => step.id !== first?.step.id)
      if (!first || !second) return
      const after = (order: { task: Task }[]): unknown => {
        const copy = copyOf(r)
        for (const { task } of order) if (findTask(copy.state!, task.id)) approveOne(copy, task.id)
        return [copy.state!.status, pending(copy), Object.entries(copy.state!.blocks).sort()]
      }
      assert.deepEqual(after([first, second]), after([second, first]))
    },
  },
  {
    n: 41,
    title: 'after a migration, agreement everywhere still ends it',
    ask: (r) => {
      if (!migrated(r)) return
      approveAll(r)
      assert.ok(isEnded(r.state!) || hasNobody(r))
    },
  },
  {
    n: 71,
    title: 'whoever looks at it, what is to come and what he can do is told without a fault',
    ask: (r, pick) => {
      assert.ok('expected' in previewRest(r.definition, r.state!, directoryOf(r)))
      const tasks = openTasks(r.state!).map(({ task }) => task.id)
      for (const actor of [
        ...openTasks(r.state!)
          .slice(0, 2)
          .map(({ task }) => task.user),
        people[pick % people.length]!,
        'admin',
      ]) {
        const taskId = openTasks(r.state!).find(({ task }) => task.user === actor)?.task.id
        const head = commandOf(r, actor, { t: 'urge' }, { ids: manyIds })
        answered(r, (directory) => offersFor({ definition: r.definition, state: r.state! }, head, taskId, directory))
        removableSigns(r.definition, r.state!, head)
      }
      for (const taskId of tasks) rollBackTargets(r.definition, r.state!, taskId)
    },
  },
  {
    n: 72,
    title: 'an added signer who is still asked is removed by who holds the vote he stands by, and by nobody who handed it on',
    ask: (r, pick) => {
      if (r.state!.status !== 'running' || r.state!.suspended) return
      const signs = r.state!.steps.flatMap(({ tasks }) =>
        tasks.flatMap((task) => {
          const by = tasks.find(({ id }) => id === (task.sign?.parent ?? task.beside))
          return isLive(task) && !task.claimed && by && by.status !== 'cancelled' ? [{ task, by }] : []
        }),
      )
      const found = signs[pick % Math.max(1, signs.length)]
      if (!found) return
      const { task, by } = found
      const holder = by.owner ?? by.user
      const remove = (actor: UserId) => decideHere(r, commandOf(r, actor, { t: 'removeSign', taskIds: [task.id] }))
      for (const other of people) {
        const decision = remove(other)
        assert.equal('events' in decision, other === holder, `${other} removes ${task.user} added by ${task.addedBy}, held by ${holder}`)
      }
    },
  },
  {
    n: 42,
    title: 'a definition survives JSON and BPMN, and random ones pass the publish checks',
    ask: ({ definition }) => {
      const again = parseDefinition(JSON.parse(JSON.stringify(definition)))
      assert.ok('definition' in again)
      assert.deepEqual(again.definition, definition)
      const drawn = toBpmn(definition)
      assert.ok('process' in drawn)
      assert.deepEqual(fromBpmn(drawn.process, { ...definition, key: 'other', body: [] }), { definition, findings: [] })
      const findings = publishFindings(definition)
      assert.ok(canPublish(findings), JSON.stringify(findings.filter(({ level }) => level === 'error')))
    },
  },
]

// the walk

/** The kinds of events that any walk made. */
const reached = new Set<string>()

const move = fc.tuple(fc.nat(119), fc.nat(999), fc.nat(999))
const walk = fc.property(
  definitions,
  companies,
  fc.constantFrom('5', '50', '500', '5000'),
  fc.array(move, { minLength: 5, maxLength: 40, size: 'max' }),
  (definition, company, amount, moves) => {
    const r = rehearse(definition, structuredClone(company))
    const form = { amount, note: '', fixed: 'x', person: 'u5', place: 'l', items: [{ n: '1' }, { n: '2' }] }
    const start = { t: 'start', dept: 'd', docRef: { type: 'd', id: '1' }, form, title: 't' } as const
    const preview = previewStart(definition, { ...commandOf(r, initiator, start), ...start }, directoryOf(r))
    take(r, initiator, start)
    if (!r.state) return
    checkPreview(copyOf(r), preview)
    for (const [what, a, b] of moves) {
      moveOn(r, what, a, b, (on, { actor, action }) => take(on, actor, action))
    }
    for (const { n, ask: question } of endings) {
      try {
        question(copyOf(r), moves.length)
      } catch (error) {
        throw new Violation(n, `${error instanceof Error ? error.message : String(error)}\n${historyOf(r)}`)
      }
    }
  },
)

const outcome = fc.check(walk, {
  numRuns: runs,
  endOnFailure: process.env['PROPERTY_SHRINK'] === 'off',
  // The quick run walks the same ways each time; a long one looks for new ones unless a seed is named.
  ...(process.env['PROPERTY_SEED'] || !process.env['PROPERTY_RUNS'] ? { seed: Number(process.env['PROPERTY_SEED'] ?? 1) } : {}),
})
const failed = outcome.errorInstance
const report = (): string =>
  `seed ${outcome.seed}, path ${outcome.counterexamplePath}: ${JSON.stringify(outcome.counterexample)}\n${String(failed)}`

const onTheWay = [
  { n: 20, title: 'the same input gives the same answer' },
  { n: 21, title: 'nothing given is changed' },
  { n: 23, title: 'a repeated decision is refused' },
  { n: 26, title: 'a refused command changes nothing' },
]
for (const { n, title } of [...laws, ...endings, ...onTheWay].sort((a, b) => a.n - b.n))
  test(`invariant ${n}: ${title}`, () =>
    assert.ok(!(failed instanceof Violation) || failed.n !== n, failed instanceof Violation && failed.n === n ? report() : ''))

test('no walk ends in a fault', () => assert.ok(!outcome.failed || failed instanceof Violation, report()))

test('the walks reach what they are about', { skip: runs < 400 }, () => {
  const rare = [
    'RolledBack',
    'Returned',
    'Resubmitted',
    'TakenBack',
    'SignAdded',
    'TaskClaimed',
    'TaskUnclaimed',
    'TimerFired',
    'Posted',
    'Migrated',
    'SignRemoved',
    'Rescued',
    'AskedAgain',
  ]
  assert.deepEqual(
    rare.filter((t) => !reached.has(t)),
    [],
  )
})

/** What comes back of a value that PostgreSQL keeps as jsonb: its keys by length and then by bytes, in whatever order they were given. */
function asStored<T>(value: T): T {
  const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number =>
    Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b))
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
  ) as T
}

/** Gives a command and holds every law against what it did. */
function take(r: Rehearsal, actor: UserId, action: Action): boolean {
  r.now += 60_000
  const command = commandOf(r, actor, action)
  const before = r.state && freeze(r.state)
  const snapshot = actor === systemActor ? undefined : JSON.stringify(before)
  const decision = decideHere(r, command)
  if (snapshot !== undefined && JSON.stringify(before) !== snapshot) throw new Violation('events' in decision ? 21 : 26, command.t)
  if (!('events' in decision)) {
    if (r.state !== before) throw new Violation(26, command.t)
    return false
  }
  const again = decideHere(r, command)
  if (JSON.stringify(decision) !== JSON.stringify(again)) throw new Violation(20, JSON.stringify([command.t, decision, again]))
  const { events } = decision
  keep(r, command, events)
  for (const event of events) reached.add(event.t)
  const turn: Turn = { r, before, command, events, state: r.state!, log: logOf(r) }
  for (const { n, holds } of laws) if (!holds(turn)) throw new Violation(n, `${command.t} by ${actor}\n${historyOf(r)}`)
  if (command.t === 'approve' || command.t === 'reject' || command.t === 'timerFired' || command.t === 'postingDone')
    if ('events' in decideHere(r, command)) throw new Violation(23, command.t)
  r.state = asStored(r.state!)
  r.entries.push(asStored(r.entries.pop()!))
  return true
}

function decideHere(r: Rehearsal, command: Command): ReturnType<typeof ask> {
  try {
    return ask(r, command)
  } catch (error) {
    if (error instanceof TypeError && /read only|not extensible|Cannot (add|delete|assign)/.test(error.message))
      throw new Violation(21, error.message)
    throw error
  }
}

/** Agrees to everything until nothing is left, in the order the engine guesses. */
function approveAll(r: Rehearsal, until?: State['status']): void {
  for (let i = 0; i < 3000 && !isEnded(r.state!) && r.state!.status !== until && !hasNobody(r); i++) {
    const state = r.state!
    if (state.suspended) accept(r, 'admin', { t: 'resume' })
    else if (state.status === 'posting') accept(r, systemActor, { t: 'postingDone', receipt: null })
    else if (state.status === 'returned') accept(r, inPlaceOfInitiator(r), { t: 'resubmit', formRev: state.formRev })
    else {
      const step = state.steps[0]!
      const task = step.tasks.find((one) => isOpen(one) && isThere(r, one.user))
      if (task) approveOne(r, task.id)
      else accept(r, systemActor, outsideAnswer(step, 1))
    }
  }
}

/** Returned because no one was found: agreement cannot help. */
function hasNobody(r: Rehearsal): boolean {
  const returned = logOf(r).findLast(({ t }) => t === 'Returned')
  return r.state!.status === 'returned' && returned?.t === 'Returned' && returned.why === 'system'
}

function approveOne(r: Rehearsal, taskId: string): void {
  const { task } = findTask(r.state!, taskId)!
  if (task.owner) accept(r, task.user, { t: 'returnDelegation', taskId })
  const actor = findTask(r.state!, taskId)!.task.user
  const plain = give(r, actor, { t: 'approve', taskId, formRev: r.state!.formRev, comment: 'c' })
  if ('refusal' in plain && plain.refusal.reason === 'approval.chooseNext')
    accept(r, actor, { t: 'approve', taskId, formRev: r.state!.formRev, comment: 'c', ...chosenFor(r.definition, 'chosen') })
  else assert.ok('events' in plain, JSON.stringify(plain))
}

function accept(r: Rehearsal, actor: UserId, action: Action): void {
  const decision = give(r, actor, action)
  assert.ok('events' in decision, `${action.t}: ${JSON.stringify(decision)}`)
}

/** Moves to the next version, which is the same; false where nothing is to be moved. */
function migrated(r: Rehearsal): boolean {
  if (r.state!.status !== 'running') return false
  accept(r, 'admin', { t: 'migrate', to: { ...r.definition, version: r.definition.version + 1 }, mapping: {} })
  return true
}

/** Before the start, too, the preview is the path. */
function checkPreview(r: Rehearsal, preview: Preview): void {
  assert.ok('expected' in preview)
  if (preview.expected.some((event) => event.t === 'StepEntered' && event.why === 'unchosen')) return
  approveAll(r, 'returned')
  const [guessed, real] = [pathOf(preview.expected), pathOf(logOf(r))].map((path) => JSON.stringify(path))
  const ids = preview.expected.flatMap((event) => (event.t === 'StepEntered' ? event.tasks.map(({ id }) => id) : []))
  if (guessed !== real || !isUnique(ids)) throw new Violation(34, `${guessed}\n${real}`)
}

function pathOf(events: Event[]): unknown {
  return events.flatMap((event) => (event.t === 'StepEntered' ? [[event.node, event.tasks.map(({ user, auto }) => [user, auto])]] : []))
}

// counted anew, from the log alone

type Ballot = { mode: string; n: number; num: number; den: number; yes: number; no: number; open: number; veto?: true }

function ballotOf(log: Event[], step: StepId): Ballot {
  const votes = new Map<string, { sign?: Task['sign']; verdict: 'yes' | 'no' | 'open' | 'gone' }>()
  const weights = new Map<string, number>()
  const enter = (task: Task): void => {
    weights.set(task.id, task.weight ?? 1)
    const verdict =
      task.status === 'approved'
        ? 'yes'
        : task.status === 'rejected' || task.status === 'vetoed'
          ? 'no'
          : task.status === 'cancelled'
            ? 'gone'
            : 'open'
    votes.set(task.id, { ...(task.sign ? { sign: task.sign } : {}), verdict })
  }
  let vote: Record<string, unknown> = {}
  for (const event of log) {
    if (event.t === 'StepEntered' && event.step === step) {
      vote = event.vote
      event.tasks.forEach(enter)
    } else if (event.t === 'SignAdded' && event.step === step) event.tasks.forEach(enter)
    else if (event.t === 'SignRemoved') for (const id of event.tasks) votes.delete(id)
    // Whoever left, and for whom nobody is there, has no vote.
    else if (event.t === 'TaskCancelled' && event.why === 'left') votes.delete(event.task)
    else if (event.t === 'TaskCancelled' && event.why === 'claimed' && votes.has(event.task)) votes.get(event.task)!.verdict = 'gone'
    else if (event.t === 'TaskUnclaimed' && votes.has(event.task))
      for (const { task } of event.reopened) votes.set(task, { verdict: 'open' })
    else if (event.t === 'TakenBack' && event.tasks && votes.has(event.task)) {
      votes.clear()
      event.tasks.forEach(enter)
    } else if (event.t === 'TaskDecided' && votes.has(event.task)) {
      const decided = votes.get(event.task)!
      decided.verdict = event.verdict === 'approve' ? 'yes' : 'no'
      if (decided.sign && event.verdict === 'reject') votes.get(decided.sign.parent)!.verdict = 'no'
    }
  }
  const signsOpen = new Set([...votes.values()].flatMap(({ sign, verdict }) => (sign && verdict === 'open' ? [sign.parent] : [])))
  const mains = [...votes]
    .filter(([, { sign, verdict }]) => !sign && verdict !== 'gone')
    .map(([id, { verdict }]) => ({ id, verdict: verdict === 'yes' && signsOpen.has(id) ? 'open' : verdict }))
  const count = (verdict: string): number =>
    mains.filter((one) => one.verdict === verdict).reduce((total, { id }) => total + (weights.get(id) ?? 1), 0)
  return { mode: 'or', n: 0, num: 0, den: 1, ...vote, yes: count('yes'), no: count('no'), open: count('open') } as Ballot
}

/** Would `yes` approvals do? Products instead of divisions. */
function suffices({ mode, n, num, den }: Ballot, yes: number, total: number): boolean {
  if (mode === 'or') return yes >= 1
  if (mode === 'atLeast') return yes >= n || yes === total
  if (mode === 'fraction' || mode === 'weight') return yes >= 1 && yes * den >= total * num
  return yes === total
}

function enough(ballot: Ballot): boolean {
  const total = ballot.yes + ballot.no + ballot.open
  return total === 0 || (suffices(ballot, ballot.yes, total) && !(ballot.veto && ballot.no > 0))
}

function hopeless(ballot: Ballot): boolean {
  const total = ballot.yes + ballot.no + ballot.open
  return (
    total === 0 ||
    (ballot.veto === true && ballot.no > 0) ||
    (ballot.mode === 'or' ? ballot.no > 0 && ballot.yes === 0 : !suffices(ballot, ballot.yes + ballot.open, total))
  )
}

function leavings(events: Event[], result: string): Extract<Event, { t: 'StepLeft' }>[] {
  return events.filter((event): event is Extract<Event, { t: 'StepLeft' }> => event.t === 'StepLeft' && event.outcome === result)
}

function rollbacks(events: Event[]): Extract<Event, { t: 'RolledBack' }>[] {
  return events.filter((event) => event.t === 'RolledBack')
}

/** The region by comparing positions, as lists of numbers, instead of walking the tree. */
function regionByPosition(definition: Definition, state: State, target: NodeId): Set<NodeId> {
  const positions = positionsOf(definition)
  const goal = positions.get(target)!
  let depth = goal.path.length - 1
  const region = new Set<NodeId>()
  for (;;) {
    for (const [id, { path }] of positions) {
      const same = path.length > depth && goal.path.slice(0, depth).every((part, i) => part === path[i])
      const later = depth === goal.path.length - 1 ? path[depth]! >= goal.path[depth]! : path[depth]! > goal.path[depth]!
      if (same && later) region.add(id)
    }
    if (depth === 0 || Object.hasOwn(state.blocks, goal.blocks[depth / 2 - 1]!)) return region
    depth -= 2
  }
}

/** index, arm, index, arm, … index of every node, with the blocks around it from outside. */
function positionsOf(definition: Definition): Map<NodeId, { path: number[]; blocks: NodeId[] }> {
  const found = new Map<NodeId, { path: number[]; blocks: NodeId[] }>()
  const visit = (nodes: Node[], path: number[], blocks: NodeId[]): void =>
    nodes.forEach((node, i) => {
      found.set(node.id, { path: [...path, i], blocks })
      if (node.t === 'branch') node.arms.forEach((one, j) => visit(one.body, [...path, i, j], [...blocks, node.id]))
    })
  visit(definition.body, [], [])
  return found
}

function armsAround(definition: Definition, id: NodeId): { block: NodeId; arm: string }[] {
  const look = (nodes: Node[], around: { block: NodeId; arm: string }[]): { block: NodeId; arm: string }[] | undefined => {
    for (const node of nodes) {
      if (node.id === id) return around
      if (node.t !== 'branch') continue
      for (const one of node.arms) {
        const inside = look(one.body, [...around, { block: node.id, arm: one.id }])
        if (inside) return inside
      }
    }
    return undefined
  }
  return look(definition.body, [])!
}

function nodesOf(definition: Definition): Node[] {
  const all = (nodes: Node[]): Node[] =>
    nodes.flatMap((node) => [node, ...(node.t === 'branch' ? node.arms.flatMap(({ body }) => all(body)) : [])])
  return all(definition.body)
}

/** Who was asked to sign for a vote when another said no to it, and has no other seat in that step. */
function overtaken(r: Rehearsal): string[] {
  const asked = new Set<TaskId>()
  let state: State | undefined
  for (const event of logOf(r)) {
    if (event.t === 'TaskCancelled' && event.keep && findTask(state!, event.task)?.task.status === 'open') asked.add(event.task)
    state = fold([event], state)
  }
  return r.state!.steps.flatMap(({ node, tasks }) => {
    const seated = tasks.filter(({ status }) => status !== 'cancelled')
    for (const task of tasks.filter(({ id }) => asked.has(id)))
      if (![task.user, task.owner, task.onBehalfOf].some((user) => user !== undefined && isSeated({ tasks: seated }, user)))
        seated.push({ ...task, status: 'open' })
    return seated.filter(({ id }) => asked.has(id)).map(({ user }) => `${node}:${user}`)
  })
}

function humanOf(definition: Definition, id: NodeId): Extract<Node, { resubmit: string }> {
  const node = nodesOf(definition).find((one) => one.id === id)!
  assert.ok(isHuman(node))
  return node
}

/** What led there, one line per command. */
function historyOf(r: Rehearsal): string {
  return r.entries.map(({ actor, events }) => `${actor}: ${events.map((event) => JSON.stringify(event)).join(' ')}`).join('\n')
}

function barsInitiator(definition: Definition, id: NodeId): boolean {
  const node = humanOf(definition, id)
  return node.t === 'approve' && node.onSelf !== 'allow'
}

function isOpen({ status }: Task): boolean {
  return status === 'open'
}
function isUnique(values: string[]): boolean {
  return new Set(values).size === values.length
}
function logOf(r: Rehearsal): Event[] {
  return r.entries.flatMap(({ events }) => events)
}
function copyOf(r: Rehearsal): Rehearsal {
  return { ...r, company: { ...r.company, users: { ...r.company.users } }, entries: [...r.entries] }
}
/** Every fact of the company at once. */
function directoryOf(r: Rehearsal): Directory {
  return new Proxy<Directory>({}, { get: (_target, key) => (typeof key === 'string' ? factByKey(r.company, key) : undefined) })
}

/** Asks again with the facts that were missing. */
function answered<A extends object>(r: Rehearsal, question: (directory: Directory) => A | { need: Fact[] }): A {
  let directory: Directory = {}
  for (;;) {
    const answer = question(directory)
    if (!('need' in answer)) return answer
    const facts = answer.need.filter((fact) => fact.k !== 'ids')
    directory = { ...directory, ...Object.fromEntries(facts.map((fact) => [factKey(fact), answerFact(r.company, fact)])) }
  }
}

function factByKey(company: Company, key: string): ReturnType<typeof answerFact> | undefined {
  const [k, a = '', b = ''] = key.split('|')
  const dept = b === '' ? null : b
  switch (k) {
    case 'user':
      return answerFact(company, { k, user: a })
    case 'role':
      return answerFact(company, { k, role: a, dept })
    case 'deptHead':
      return answerFact(company, { k, dept: a, level: Number(b) })
    case 'supervisors':
      return answerFact(company, { k, user: a, dept })
    case 'measures':
    case 'bookedFields':
    case 'administrators':
      return answerFact(company, { k })
    case 'locationManager':
      return answerFact(company, { k, location: a })
    case 'position':
      return answerFact(company, { k, name: a, dept })
    case 'members':
      return answerFact(company, { k, dept: a, below: b === 'true' })
    case 'load':
      return answerFact(company, { k, user: a })
    default:
      return undefined
  }
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
  return value
}

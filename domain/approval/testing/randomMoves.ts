import { type Action, systemActor } from '../flow/command.ts'
import { type Definition, type Node, type NodeId, isHuman } from '../flow/definition.ts'
import type { Form, UserId } from '../form/form.ts'
import { within } from '../flow/plan.ts'
import { canPublish, publishFindings } from '../design/publish.ts'
import { initiator, people } from './randomFlows.ts'
import type { Rehearsal } from './rehearsal.ts'
import { type Step, type Task, isLive, openTasks } from '../flow/state.ts'

/** Random commands for the properties of the core: whatever people, clocks and the outside do, in any order. */

export type Move = { actor: UserId; action: Action }

/** Carries a move out; false where it is refused. */
export type Take = (r: Rehearsal, move: Move) => boolean

/** Three numbers that a move is made of. */
type Dice = { a: number; b: number }

/** Does something that mostly makes sense, where there is something of the kind to do. No one who left acts. */
export const moveOn = (r: Rehearsal, what: number, a: number, b: number, take: Take): void => {
  const move = pressing(r, what, { a, b }) ?? moves[what % moves.length]!(r, { a, b }, take)
  if (move && isThere(r, move.actor)) take(r, move)
}

/** What the person who is outside answers a step that waits for it. */
export const outsideAnswer = (step: Step, b: number): Action => {
  if (step.waitsFor === 'timer') return { t: 'timerFired', timer: `${step.id}:0:0` }
  if (step.waitsFor === 'service')
    return b % 4 === 0 ? { t: 'serviceFailed', step: step.id, error: 'x' } : { t: 'serviceDone', step: step.id }
  const item = step.children?.indexOf(null)
  return { t: 'childEnded', step: step.id, outcome: b % 4 === 0 ? 'rejected' : 'approved', form: {}, ...(item !== undefined && { item }) }
}

export const chosenFor = (definition: Definition, user: UserId): { chosenNext?: Record<NodeId, UserId[]> } => {
  const nodes = within(definition.body).filter((node) => isHuman(node) && node.assignees.some(({ k }) => k === 'chosenByPrevious'))
  return nodes.length === 0 ? {} : { chosenNext: Object.fromEntries(nodes.map(({ id }) => [id, [user]])) }
}

/** Who may act for an initiator who left: his successor, else an administrator. */
export const inPlaceOfInitiator = (r: Rehearsal): UserId => {
  const { active, successor } = r.company.users[initiator] ?? { active: true }
  if (active) return initiator
  return successor !== undefined && isThere(r, successor) ? successor : 'admin'
}

export const isThere = (r: Rehearsal, user: UserId): boolean => r.company.users[user]?.active !== false

const amounts = ['5', '50', '500', '5000']
const comment = 'c'

/** What is rarely open is done more often than by chance. */
const pressing = (r: Rehearsal, what: number, { a, b }: Dice): Move | undefined => {
  const state = r.state!
  if (state.status === 'returned' && what < 60) {
    const patch: Form | undefined =
      b % 3 === 0
        ? { amount: amounts[a % 4]! }
        : b % 3 === 1
          ? { nobody: people[a % people.length]! }
          : b % 17 === 0
            ? { fixed: 'y' }
            : undefined
    return { actor: inPlaceOfInitiator(r), action: { t: 'resubmit', formRev: state.formRev, ...(patch ? { patch } : {}) } }
  }
  if (state.status === 'posting')
    return {
      actor: systemActor,
      action: b % 3 === 0 ? { t: 'postingFailed', error: { reason: 'x', words: 'x', params: {} } } : { t: 'postingDone', receipt: null },
    }
  if (state.suspended && what < 60) return { actor: 'admin', action: { t: 'resume' } }
  const tasks = state.steps.flatMap((one) => one.tasks)
  const claimed = tasks.find((one) => one.claimed)
  if (claimed && b % 3 === 0) return { actor: claimed.user, action: { t: 'unclaim', taskId: claimed.id } }
  if (openTasks(state).length > 0) return undefined
  const waiting = state.steps.find(({ waitsFor }) => waitsFor !== 'people')
  return waiting && what < 80 ? { actor: systemActor, action: outsideAnswer(waiting, b) } : undefined
}

type Chooser = (r: Rehearsal, dice: Dice, take: Take) => Move | undefined

const one = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const person = (n: number): UserId => people[n % people.length]!

/** An open task and who acts on it: its holder, at times an agent or anyone. */
const held = (r: Rehearsal, { a, b }: Dice): { step: Step; task: Task; actor: UserId } | undefined => {
  const found = one(openTasks(r.state!), a)
  if (!found) return undefined
  const agent = r.company.users[found.task.user]?.agent
  const actor = a % 13 === 0 ? person(b) : agent !== undefined && b % 2 === 0 ? agent : found.task.user
  return { ...found, actor }
}

const onTask =
  (make: (found: { step: Step; task: Task }, dice: Dice, r: Rehearsal) => Action): Chooser =>
  (r, dice) => {
    const found = held(r, dice)
    return found && { actor: found.actor, action: make(found, dice, r) }
  }

const approve = onTask(({ task }, { b }, r) => {
  const patch: { patch?: Form } = b % 7 === 0 ? { patch: { amount: amounts[b % 4]! } } : b % 29 === 0 ? { patch: { fixed: 'z' } } : {}
  const chosenNext = b % 2 === 0 ? chosenFor(r.definition, person(b)) : {}
  const sign = b % 19 === 0 ? { sign: [person(b)] } : {}
  return { t: 'approve', taskId: task.id, formRev: r.state!.formRev, comment, ...patch, ...chosenNext, ...sign }
})

const reject = onTask(({ task }, { b }, r) => ({
  t: 'reject',
  taskId: task.id,
  formRev: r.state!.formRev,
  comment,
  resubmit: b % 2 === 0 ? 'direct' : 'restart',
}))

const rollBack = onTask(({ step, task }, { b }, r) => {
  const targets = [...r.state!.passed.map(({ node }) => node), 'START', step.node]
  return {
    t: 'rollBack',
    taskId: task.id,
    to: targets[b % targets.length]!,
    comment,
    ...(b % 2 === 0 ? { resubmit: 'direct' as const } : {}),
  }
})

const addSign = onTask(({ task }, { a, b }) => ({
  t: 'addSign',
  taskId: task.id,
  users: [person(b), person(a)].slice(0, 1 + (a % 2)),
  where: (['before', 'with', 'after'] as const)[b % 3]!,
}))

const transfer = onTask(({ task }, { b }) => ({ t: 'transfer', taskId: task.id, to: person(b) }))
const delegate = onTask(({ task }, { b }) => ({ t: 'delegate', taskId: task.id, to: person(b) }))

const removeSign: Chooser = (r, { a, b }) => {
  const signs = r.state!.steps.flatMap(({ tasks }) => tasks).filter((task) => task.addedBy !== undefined && isLive(task))
  const sign = one(signs, a)
  return sign && { actor: b % 5 === 0 ? person(a) : sign.addedBy!, action: { t: 'removeSign', taskIds: [sign.id] } }
}

const takeBack: Chooser = (r, { b }) => {
  const { steps, passed } = r.state!
  const tasks = [...steps.flatMap((step) => step.tasks), ...passed.flatMap((left) => left.tasks ?? [])]
  const own = one(
    tasks.filter(({ status, auto }) => status === 'approved' && !auto),
    b,
  )
  return own && { actor: own.user, action: { t: 'takeBack', taskId: own.id } }
}

const timer: Chooser = (r, { b }) => {
  const found = one(r.state!.timers, b)
  return found && { actor: systemActor, action: { t: 'timerFired', timer: found.id } }
}

const outside: Chooser = (r, { b }) => {
  const waiting = r.state!.steps.filter(({ waitsFor }) => waitsFor === 'service' || waitsFor === 'child')
  const found = one(waiting, b)
  return found && { actor: systemActor, action: outsideAnswer(found, b) }
}

/** A person goes, comes back, or is away for a while; the person who goes leaves his tasks to others at once. */
const comesOrGoes: Chooser = (r, { a, b }, take) => {
  const [who, other] = [person(b), person(a)]
  if (b % 4 < 2) {
    if (isThere(r, who)) leave(r, who, a % 3 === 0 ? undefined : other, take)
    return undefined
  }
  const was = r.company.users[who]
  const agent = b % 4 === 2 && who !== other ? other : undefined
  r.company.users[who] = { active: true, ...(agent === undefined ? {} : { agent }) }
  // What waits already may go to the agent, and comes back from him.
  const stands = agent ?? was?.agent
  return stands === undefined || a % 2 === 0
    ? undefined
    : { actor: systemActor, action: { t: 'standIn', principal: who, agent: stands, back: agent === undefined } }
}

/** What is done for the person who goes out of service: each task goes to his successor or an administrator, else the flow is suspended. */
const leave = (r: Rehearsal, who: UserId, successor: UserId | undefined, take: Take): void => {
  r.company.users[who] = { active: false, ...(successor === undefined ? {} : { successor }) }
  if (r.state?.status !== 'running') return
  const heirs = [...(successor === undefined ? [] : [successor]), ...r.definition.policy.admins]
  const attempt = (action: Action): boolean => take(r, { actor: 'admin', action })
  const give = (tasks: Extract<Action, { t: 'reassign' }>['tasks']): boolean =>
    heirs.some((to) => attempt({ t: 'reassign', tasks, to, reason: 'left' }))
  let stuck = false
  const live = r.state.steps.flatMap((step) => step.tasks.filter(isLive).map((task) => ({ step, task })))
  for (const { step, task } of live.filter((each) => each.task.user === who)) {
    if (give({ ids: [task.id] })) continue
    stuck ||= !(step.vote.mode === 'or' && step.tasks.some((other) => isLive(other) && other.user !== who))
  }
  if (live.some(({ task }) => task.owner === who && task.user !== who)) give({ user: who })
  if (stuck && !r.state.suspended) attempt({ t: 'suspend', reason: 'left' })
}

/** What an administrator does for a process that may be stuck. */
const rescue: Chooser = (r, { a, b }) => {
  const { steps, passed, formRev } = r.state!
  const reason = 'x'
  const step = one(steps, a)
  if (!step) return { actor: 'admin', action: { t: 'sendBack', to: 'START', reason } }
  const targets = [...within(r.definition.body).map(({ id }) => id), ...passed.map(({ node }) => node)]
  const to = targets[b % targets.length]!
  const task = step.tasks.find(({ status }) => status === 'open')
  const actions: Action[] = [
    { t: 'skip', step: step.id, reason },
    { t: 'jump', step: step.id, to, reason },
    { t: 'jump', step: step.id, to: step.node, reason },
    { t: 'sendBack', step: step.id, to: a % 3 === 0 ? 'START' : to, reason },
    { t: 'actFor', taskId: task?.id ?? '0', formRev, verdict: a % 2 === 0 ? 'approve' : 'reject', reason },
  ]
  return { actor: 'admin', action: actions[(a + b) % actions.length]! }
}

/** The next version: the same, a step renamed, of another kind, gone, or one more before it. */
const migrate: Chooser = (r, { a, b }) => {
  const { definition } = r
  const nodes = within(definition.body)
  const id = one(nodes, a)?.id
  const version = definition.version + 1
  const fresh = `m${version}`
  const mapping = b % 5 === 1 && id !== undefined ? { [id]: fresh } : {}
  const changed =
    id === undefined || b % 5 === 0
      ? definition.body
      : changedAt(definition.body, id, (node) => {
          if (b % 5 === 1) return [{ ...node, id: fresh }]
          if (b % 5 === 2) return [{ t: 'cc', id: node.id, name: node.name, assignees: [{ k: 'initiator' }], fields: {} }]
          if (b % 5 === 3) return isHuman(node) ? [{ ...node, id: fresh, name: fresh }, node] : [node]
          return []
        })
  // What refers to a node that is gone refers to nothing.
  const ids = new Set(within(changed).map((node) => node.id))
  const body = changedAll(changed, (node) => withTargets(node, (target) => mapping[target] ?? target, ids))
  const reenter = b % 3 === 0 ? one(r.state!.steps, a)?.node : undefined
  const options = reenter !== undefined && ids.has(reenter) ? { reenter: [reenter] } : b % 11 === 0 ? { returnAll: true } : {}
  const to = { ...definition, version, body }
  return canPublish(publishFindings(to)) ? { actor: 'admin', action: { t: 'migrate', to, mapping, options } } : undefined
}

const changedAt = (nodes: Node[], id: NodeId, change: (node: Node) => Node[]): Node[] =>
  nodes.flatMap((node) => {
    if (node.id === id) return change(node)
    return node.t === 'branch' ? [{ ...node, arms: node.arms.map((arm) => ({ ...arm, body: changedAt(arm.body, id, change) })) }] : [node]
  })

const changedAll = (nodes: Node[], change: (node: Node) => Node): Node[] =>
  nodes.map((node) =>
    change(node.t === 'branch' ? { ...node, arms: node.arms.map((arm) => ({ ...arm, body: changedAll(arm.body, change) })) } : node),
  )

const withTargets = (node: Node, rename: (id: NodeId) => NodeId, ids: Set<NodeId>): Node => {
  if (node.t === 'route') {
    const to = rename(node.to)
    return ids.has(to) ? { ...node, to } : { t: 'cc', id: node.id, name: node.name, assignees: [{ k: 'initiator' }], fields: {} }
  }
  if (node.t !== 'approve' || typeof node.onReject === 'string') return node
  const target = rename(node.onReject.node)
  return { ...node, onReject: ids.has(target) ? { node: target } : 'initiator' }
}

const moves: Chooser[] = [
  ...Array.from({ length: 30 }, () => approve),
  ...Array.from({ length: 8 }, () => reject),
  ...Array.from({ length: 8 }, () => rollBack),
  ...Array.from({ length: 7 }, () => transfer),
  ...Array.from({ length: 4 }, () => delegate),
  ...Array.from({ length: 3 }, () => onTask(({ task }) => ({ t: 'returnDelegation', taskId: task.id }))),
  ...Array.from({ length: 11 }, () => addSign),
  ...Array.from({ length: 3 }, () => removeSign),
  ...Array.from({ length: 4 }, () => onTask(({ task }) => ({ t: 'claim', taskId: task.id }))),
  ...Array.from({ length: 6 }, () => takeBack),
  ...Array.from({ length: 4 }, () => timer),
  outside,
  outside,
  ...Array.from({ length: 6 }, () => rescue),
  ...Array.from({ length: 5 }, () => comesOrGoes),
  (_r, { a, b }) => ({ actor: 'admin', action: { t: 'reassign', tasks: { user: person(b) }, to: person(a), reason: 'moved' } }),
  (r, { a, b }) => {
    const ids = openTasks(r.state!).map(({ task }) => task.id)
    return { actor: 'admin', action: { t: 'reassign', tasks: { ids: ids.slice(a % 3, (a % 3) + 1) }, to: person(b), reason: 'moved' } }
  },
  (r, { a, b }) => {
    const patch: Form = b % 3 === 0 ? { amount: amounts[a % 4]! } : b % 3 === 1 ? { nobody: person(a), person: person(b) } : { fixed: 'w' }
    const actor = b % 2 === 0 ? 'admin' : (held(r, { a, b })?.actor ?? 'admin')
    return { actor, action: { t: 'updateForm', formRev: r.state!.formRev, patch } }
  },
  (r, dice, take) => (dice.b % 2 === 0 ? { actor: 'admin', action: { t: 'suspend', reason: 'x' } } : migrate(r, dice, take)),
  migrate,
  (_r, { b }) => ({ actor: initiator, action: { t: 'copy', users: [person(b)] } }),
  (_r, { b }) => ({ actor: person(b), action: { t: 'markRead' } }),
  () => ({ actor: initiator, action: { t: 'urge' } }),
  () => ({ actor: initiator, action: { t: 'comment', body: 'x' } }),
  (_r, { a }) =>
    a % 2 === 0 ? { actor: initiator, action: { t: 'withdraw' } } : { actor: 'admin', action: { t: 'terminate', reason: 'x' } },
]

import { assertDefined } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { HumanNode } from './definition.ts'
import type { UserId } from '../form/form.ts'
import { type Run, all, fact } from './run.ts'
import { type Step, type Task, type TaskId, type AssignmentReason, isLive } from './state.ts'

/**
 * How a named person comes to a step: a person who left is replaced by the successor, a person who is away by the agent, no one comes twice, and
 * the initiator never where deciding on oneself is forbidden. It is the same whether a rule, a colleague, the clock or an administrator names.
 */

/** A person at a step: who, the principal, and why. `auto` marks an approval that is already given. */
export type Seat = { user: UserId; onBehalfOf?: UserId; why: AssignmentReason; auto?: 'duplicate' | 'kept' }

/** Who really comes for some people, one for each who has anyone. */
export const present = (run: Run, candidates: Seat[]): Seat[] =>
  all(candidates, (candidate) => {
    const present = activeOne(run, candidate)
    return present && withAgent(run, present)
  }).filter((seat) => seat !== undefined)

/** The successor of someone who left, and of a successor who left; no one where the chain ends or turns in a circle. */
export const activeOne = (run: Run, candidate: Seat): Seat | undefined => {
  let { user } = candidate
  const seenUsers = new Set([user])
  for (;;) {
    const { active, successor } = fact(run, { k: 'user', user })
    if (active) return user === candidate.user ? candidate : { ...candidate, user, why: { ...candidate.why, insteadOf: candidate.user } }
    if (successor === undefined || seenUsers.has(successor)) return undefined
    seenUsers.add((user = successor))
  }
}

/** The person who can really act for `user` now: himself, or his successor; undefined where no one is left. */
export const activeUser = (run: Run, user: UserId): UserId | undefined => activeOne(run, namedSeat(user))?.user

/** Whether a human is in a step already: asked, represented, or heard. `except` is a task that he would have instead. */
export const isSeated = (step: Pick<Step, 'tasks'>, user: UserId, except?: TaskId): boolean =>
  step.tasks.some(
    ({ id, status, user: holder, owner, onBehalfOf, by }) =>
      id !== except && status !== 'cancelled' && (holder === user || owner === user || onBehalfOf === user || by === user),
  )

/** Of the tasks that are out, those that come back: no one who has a seat by then gets another, be it himself, by an agent or by a helper. */
export const comingBack = (tasks: readonly Task[], isOut: (task: Task) => boolean): ReadonlySet<TaskId> => {
  const back = new Set<TaskId>()
  const seatedTasks = tasks.filter(({ status }) => status !== 'cancelled')
  for (const task of tasks.filter(isOut)) {
    if ([task.user, task.owner, task.onBehalfOf].some((user) => user !== undefined && isSeated({ tasks: seatedTasks }, user))) continue
    back.add(task.id)
    seatedTasks.push({ ...task, status: 'waiting' })
  }
  return back
}

export const isSelfBarred = (node: HumanNode): boolean => node.t === 'approve' && node.onSelf !== 'allow'

/** Where a person would come to; `except` is the task that the person would have. */
type Arrival = { step: Pick<Step, 'tasks'>; node: HumanNode; except?: Task }

/** Who comes to a step when a person names `user`; refused where no one may. */
export const arrive = (run: Run, { step, node, except }: Arrival, user: UserId): Seat => {
  if (user === except?.user || isSeated(step, user, except?.id)) refuseThere(node)
  if (isSelfBarredFor(run, node, user)) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  const [seat] = present(run, [namedSeat(user)])
  if (!seat) return refuse('approval.inactive', '所选人员已停用')
  if (seat.user === except?.user || isSeated(step, seat.user, except?.id)) refuseThere(node)
  if (isBarred(run, node, seat)) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  return seat
}

/** The first of several who may come; the person who is away comes himself where his agent may not. */
export const firstToArrive = (run: Run, { step, node, except }: Arrival, users: readonly UserId[]): Seat | undefined => {
  const activeUsers = all(users, (user) => activeOne(run, namedSeat(user))).filter((active) => active !== undefined)
  const agents = all(activeUsers, (user) => withAgent(run, user))
  const isFree = (seat: Seat): boolean => seat.user !== except?.user && !isSeated(step, seat.user, except?.id) && !isBarred(run, node, seat)
  return agents.find(isFree) ?? activeUsers.find(isFree)
}

/**
 * The tasks of a step that comes back, each with a person who is there: the successor or agent of its person, else an administrator
 * of the flow, else one of the organisation.
 * What was delegated to a person who left is its owner's again. Where no one is free, those who are in the step decide without him,
 * and no one signs for him.
 */
export const reseatTasks = (run: Run, node: HumanNode, tasks: Task[], comesBack: (task: Task) => boolean): Task[] => {
  const askedTasks = tasks.filter((task) => isLive(task) && comesBack(task))
  all(
    askedTasks.flatMap(({ user, owner }) => [user, ...(owner === undefined ? [] : [owner])]),
    (user) => activeOne(run, namedSeat(user)),
  )
  let seatedTasks = tasks
  for (const { id } of askedTasks) {
    const task = assertDefined(
      seatedTasks.find((task) => task.id === id),
      'the task that is asked',
    )
    const now = comesBackTo(run, node, { tasks: seatedTasks }, task)
    const ownTasks = now ? [now] : []
    seatedTasks = seatedTasks.flatMap((task) => (task.id === id ? ownTasks : [task]))
  }
  return seatedTasks.filter((task) => {
    const { sign } = task
    return !sign || !isLive(task) || seatedTasks.some(({ id }) => id === sign.parent)
  })
}

/** The task as it comes back; nothing where no one is left to have it and others decide. */
const comesBackTo = (run: Run, node: HumanNode, step: Pick<Step, 'tasks'>, task: Task): Task | undefined => {
  const { owner, ...own } = task
  const { onBehalfOf: _represented, ...forHimself } = own
  const isActive = (user: UserId): boolean => fact(run, { k: 'user', user }).active
  const { admins } = run.definition.policy
  if (owner !== undefined) {
    if (!isActive(task.user)) return comesBackTo(run, node, step, { ...own, user: owner })
    if (isActive(owner)) return task
    const heir =
      activeUser(run, owner) === task.user ? task.user : firstToArrive(run, { step, node, except: task }, [owner, ...admins])?.user
    return heir === undefined || heir === task.user ? forHimself : { ...forHimself, owner: heir }
  }
  if (isActive(task.user)) {
    const seat = task.onBehalfOf === undefined ? withAgent(run, namedSeat(task.user)) : undefined
    if (!seat?.onBehalfOf || isSeated(step, seat.user, task.id) || isBarred(run, node, seat)) return task
    return { ...task, user: seat.user, onBehalfOf: seat.onBehalfOf }
  }
  const hasOthers = step.tasks.some(
    (otherTask) => otherTask.id !== task.id && !otherTask.sign && (isLive(otherTask) || otherTask.status === 'approved'),
  )
  const arrival = { step, node, except: task }
  const free = firstToArrive(run, arrival, [task.user, ...admins]) ?? firstToArrive(run, arrival, fact(run, { k: 'administrators' }))
  const seat = free ?? (task.sign || hasOthers ? undefined : lastSeat(run))
  if (!seat) return undefined
  const behalf = seat.onBehalfOf === undefined ? {} : { onBehalfOf: seat.onBehalfOf }
  return { ...forHimself, user: seat.user, ...behalf, why: { ...task.why, insteadOf: task.user } }
}

/** Administrators who are there, though the request is their own, before those who left. */
const lastSeat = (run: Run): Seat | undefined => {
  const { admins } = run.definition.policy
  const [administrator] = all([...admins, ...fact(run, { k: 'administrators' })], (user) => activeOne(run, namedSeat(user))).filter(
    (seat) => seat !== undefined,
  )
  const [first] = admins
  return administrator ?? (first === undefined ? undefined : namedSeat(first))
}

const namedSeat = (user: UserId): Seat => ({ user, why: { rule: 'users' } })

/** One hop: the agent of an agent is not asked. An agent who left or who would decide on his own request is none. */
const withAgent = (run: Run, seatGiven: Seat): Seat => {
  const { agent } = fact(run, { k: 'user', user: seatGiven.user })
  if (agent === undefined || agent === run.state.initiator || agent === seatGiven.user) return seatGiven
  return fact(run, { k: 'user', user: agent }).active ? { ...seatGiven, user: agent, onBehalfOf: seatGiven.user } : seatGiven
}

const isSelfBarredFor = (run: Run, node: HumanNode, user: UserId): boolean => isSelfBarred(node) && user === run.state.initiator

const isBarred = (run: Run, node: HumanNode, { user, onBehalfOf }: Seat): boolean =>
  isSelfBarredFor(run, node, user) || (onBehalfOf !== undefined && isSelfBarredFor(run, node, onBehalfOf))

const refuseThere = (node: HumanNode): never => refuse('approval.alreadyThere', '对方已在“{node}”环节中', { node: node.name })

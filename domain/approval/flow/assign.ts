import { refuse } from '../../../kernel/refusal.ts'
import { type Seat, activeOne, present } from './arrival.ts'
import type { HumanNode, Node, Rule } from './definition.ts'
import type { EntryWhy } from './event.ts'
import { type DeptId, idsAt, type UserId } from '../form/form.ts'
import { humansBefore, placeOf } from './plan.ts'
import { type Run, all, fact } from './run.ts'
import type { WhyRule } from './state.ts'
import { hasToFillIn } from './fillIn.ts'

/** Who decides, or what happens where no one does. */
export type Assignment = { seats: Seat[]; nobody?: 'pass' | 'reject'; why?: EntryWhy }

/** The most people a step may have. */
export const seatsMax = 200

/**
 * Who decides at a node, by a fixed pipeline: rules → replace those who left by their successors → agents of those away (one hop,
 * never the initiator) → each once → the initiator himself → the one with the fewest tasks, where one is picked → no one left → approvals
 * already given. A forced entry skips no one, and no
 * step that has something to fill in passes by itself.
 */
export const seat = (run: Run, node: HumanNode, isForced: boolean): Assignment => {
  const candidates = candidatesOf(run, node, node.assignees)
  const presentSeats = distinct(present(run, candidates))
  const { seats, skipped } = withoutInitiator(run, node, presentSeats, isForced)
  if (seats.length > 0) {
    const seatsFound = seats.slice(0, seatsMax)
    const askedSeats = node.pick === 'leastLoaded' && seatsFound.length > 1 ? leastLoaded(run, seatsFound) : seatsFound
    return { seats: withDuplicates(run, node, askedSeats, isForced) }
  }
  if (skipped && !hasToFillIn(run, node)) return { seats: [], nobody: 'pass', why: 'self' }
  return nobodyLeft(run, node, isForced)
}

/** Who a copy goes to: the rules, successors for those who left, each once. */
export const copiedSeats = (run: Run, node: Node & { t: 'cc' }): Seat[] =>
  distinct(
    all(candidatesOf(run, node, node.assignees), (candidate) => activeOne(run, candidate)).filter((candidate) => candidate !== undefined),
  ).slice(0, seatsMax)

/** Nodes where a choice by `by` is open: the rule asks for people and none were named. */
export const unchosenSeats = (run: Run, node: HumanNode, rule: 'chosenByInitiator' | 'chosenByPrevious'): boolean =>
  node.assignees.some(({ k }) => k === rule) && !run.state.chosen[node.id]?.length

type Resolvers = { [K in Rule['k']]: (run: Run, rule: Extract<Rule, { k: K }>, node: Node) => UserId[] }

const resolvers: Resolvers = {
  users: (_run, rule) => rule.ids,
  role: (run, rule) => fact(run, { k: 'role', role: rule.id, dept: rule.scope === 'initiatorDept' ? run.state.dept : null }),
  deptHead: (run, rule) => {
    const depts = rule.of === 'initiator' ? [run.state.dept] : idsAt(run.state.form, rule.of.field)
    return all(depts, (dept) => fact(run, { k: 'deptHead', dept, level: rule.level })).filter((head) => head !== null)
  },
  supervisors: (run, rule) => {
    const chain = fact(run, { k: 'supervisors', user: run.state.initiator, dept: run.state.dept })
    const part = rule.upTo === 'top' ? chain : chain.slice(0, rule.upTo)
    return rule.dir === 'up' ? part : part.toReversed()
  },
  chosenByInitiator: (run, _rule, node) => run.state.chosen[node.id] ?? [],
  chosenByPrevious: (run, _rule, node) => run.state.chosen[node.id] ?? [],
  field: (run, rule) => idsAt(run.state.form, rule.path),
  initiator: (run) => [run.state.initiator],
  locationManager: (run, rule) =>
    all(idsAt(run.state.form, rule.field), (location) => fact(run, { k: 'locationManager', location })).flat(),
  assetCustodian: (run, rule) =>
    all(idsAt(run.state.form, rule.field), (asset) => fact(run, { k: 'assetCustodian', asset })).filter((user) => user !== null),
  warehouseKeeper: (run, rule) =>
    all(idsAt(run.state.form, rule.field), (warehouse) => fact(run, { k: 'warehouseKeeper', warehouse })).flat(),
  position: (run, rule) => fact(run, { k: 'position', name: rule.name, dept: rule.scope === 'initiatorDept' ? run.state.dept : null }),
  members: (run, rule) => all(departmentsOf(run, rule.of), (dept) => fact(run, { k: 'members', dept, below: rule.below })).flat(),
}

/** The departments whose people a rule asks. */
const departmentsOf = (run: Run, circle: Extract<Rule, { k: 'members' }>['of']): DeptId[] => {
  if (circle === 'initiator') return [run.state.dept]
  return 'dept' in circle ? [circle.dept] : idsAt(run.state.form, circle.field)
}

/** The one of several with the fewest open tasks, the first of those who have as few. */
const leastLoaded = (run: Run, seats: Seat[]): Seat[] => {
  const loads = all(seats, ({ user }) => fact(run, { k: 'load', user }))
  const place = loads.indexOf(Math.min(...loads))
  return seats.slice(place, place + 1)
}

const candidatesOf = (run: Run, node: Node, rules: Rule[]): Seat[] =>
  all(rules, (rule) => {
    const resolve = resolvers[rule.k] as (run: Run, rule: Rule, node: Node) => UserId[]
    const level = rule.k === 'deptHead' ? { level: rule.level } : {}
    return resolve(run, rule, node).map((user): Seat => ({ user, why: { rule: rule.k, ...level } }))
  }).flat()

export const distinct = (seats: Seat[]): Seat[] => {
  const seenUsers = new Set<UserId>()
  return seats.filter(({ user }) => !seenUsers.has(user) && seenUsers.add(user))
}

const isInitiator = (run: Run, candidate: Seat): boolean =>
  candidate.user === run.state.initiator || candidate.onBehalfOf === run.state.initiator

const withoutInitiator = (run: Run, node: HumanNode, seats: Seat[], isForced: boolean): { seats: Seat[]; skipped: boolean } => {
  if (node.t !== 'approve' || node.onSelf === 'allow' || !seats.some((seat) => isInitiator(run, seat))) return { seats, skipped: false }
  if (node.onSelf === 'skip') {
    const otherSeats = seats.filter((seat) => !isInitiator(run, seat))
    return otherSeats.length > 0 || !isForced ? { seats: otherSeats, skipped: true } : { seats, skipped: false }
  }
  const instead = present(run, superiorsOf(run, node.onSelf)).filter((seat) => !isInitiator(run, seat))
  return { seats: distinct(seats.flatMap((seat) => (isInitiator(run, seat) ? instead.slice(0, 1) : [seat]))), skipped: false }
}

/** Above the initiator, nearest first; at most two levels of heads, so that a head's own request goes one up. */
const superiorsOf = (run: Run, superior: 'manager' | 'deptHead'): Seat[] => {
  const { initiator, dept } = run.state
  const rule: WhyRule = superior === 'manager' ? 'selfManager' : 'selfDeptHead'
  const users =
    superior === 'manager'
      ? fact(run, { k: 'supervisors', user: initiator, dept })
      : all([1, 2], (level) => fact(run, { k: 'deptHead', dept, level })).filter((head) => head !== null)
  return users.map((user) => ({ user, why: { rule } }))
}

/**
 * The last resort is always someone: the flow's admins who are there, otherwise those of the organisation, otherwise all admins, who at
 * least can hand it on.
 */
const nobodyLeft = (run: Run, node: HumanNode, isForced: boolean): Assignment => {
  if (run.guessing && (unchosenSeats(run, node, 'chosenByInitiator') || unchosenSeats(run, node, 'chosenByPrevious')))
    return { seats: [], nobody: 'pass', why: 'unchosen' }
  if (run.command.t === 'approve' && !run.guessing && unchosenSeats(run, node, 'chosenByPrevious'))
    return refuse('approval.chooseNext', '请选择“{node}”的处理人', { node: node.name })
  if (!isForced && node.onEmpty === 'reject') return { seats: [], nobody: 'reject', why: 'empty' }
  if (!isForced && node.onEmpty === 'pass' && !hasToFillIn(run, node)) return { seats: [], nobody: 'pass', why: 'empty' }
  const namedUsers = typeof node.onEmpty === 'object' ? node.onEmpty.users : []
  const admins = run.definition.policy.admins
  const groups: (() => Seat[])[] = [
    () => toSeats(namedUsers, 'onEmpty'),
    () => toSeats(admins, 'admins'),
    () => toSeats(fact(run, { k: 'administrators' }), 'admins'),
  ]
  for (const group of groups) {
    const presentGroup = distinct(present(run, group()))
    const otherSeats =
      node.t === 'approve' && node.onSelf !== 'allow' ? presentGroup.filter((seat) => !isInitiator(run, seat)) : presentGroup
    if (otherSeats.length > 0) return { seats: otherSeats.slice(0, seatsMax), why: 'empty' }
  }
  if (node.t === 'approve' && node.onSelf === 'skip' && !isForced && !hasToFillIn(run, node))
    return { seats: [], nobody: 'pass', why: 'self' }
  return lastResort(run)
}

/** Admins who are there, though the request is their own, before those who left. */
const lastResort = (run: Run): Assignment => {
  const { admins } = run.definition.policy
  const everyone = toSeats([...admins, ...fact(run, { k: 'administrators' })], 'admins')
  const presentSeats = distinct(present(run, everyone))
  const seats = presentSeats.length > 0 ? presentSeats.slice(0, seatsMax) : toSeats(admins, 'admins')
  return seats.length > 0 ? { seats, why: 'empty' } : { seats: [], nobody: 'reject', why: 'empty' }
}

const toSeats = (users: UserId[], rule: WhyRule): Seat[] => users.map((user) => ({ user, why: { rule } }))

/** Marks those who already approved this very form, here or at another step; never where the step wants something from them. */
const withDuplicates = (run: Run, node: HumanNode, seats: Seat[], isForced: boolean): Seat[] => {
  if (node.t !== 'approve' || isForced || wantsSomething(run, node)) return seats
  const dedupe = node.dedupe ?? run.definition.policy.dedupe
  const { passed, taken, formRev, kept } = run.state
  const before = dedupe === 'consecutive' ? humansBefore(run.plan, node.id, { passed, taken }) : undefined
  const isDuplicate = (user: UserId): boolean =>
    dedupe !== 'none' &&
    passed.some(
      (earlier) =>
        earlier.by[user] === formRev && (!before || before.includes(earlier.node)) && placeOf(run.plan, earlier.node).node.t === 'approve',
    )
  return seats.map((seat) => {
    if (kept[node.id]?.includes(seat.user)) return { ...seat, auto: 'kept' }
    return isDuplicate(seat.user) ? { ...seat, auto: 'duplicate' } : seat
  })
}

const wantsSomething = (run: Run, node: HumanNode): boolean =>
  node.require.comment === 'always' || node.require.signature || node.require.attachment || hasToFillIn(run, node)

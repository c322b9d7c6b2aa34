import * as v from 'valibot'
import { isRecord } from '../../../kernel/isRecord.ts'
import { weighsMoreThan } from '../../../kernel/jsonBounds.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import { calendarSchema, durationSchema } from '../../calendar/deadline.ts'
import { positionLength } from '../../rules/position.ts'
import { comparisonsMax, conditionSchema, hasTooManyComparisons } from '../form/condition.ts'
import { fieldPermissionSchema, formRefSchema, pathSchema as path } from '../form/form.ts'
import { plainTitle } from './title.ts'

const id = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
const person = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const permissions = v.optional(v.record(path, fieldPermissionSchema), {})
const calendar = v.optional(calendarSchema, 'workdays')

export type NodeId = string
export type ArmId = string
/** What the approval is about; posted once when the last approval falls. */
export type DocRef = { type: string; id: string }

// -------------------------------------------------------------------------------------------------------------- people

const range = v.optional(v.union([v.literal('any'), v.strictObject({ users: v.array(person) }), v.strictObject({ role: person })]), 'any')
/** Who one may choose from. */
export type Range = v.InferOutput<typeof range>

const rule = v.variant('k', [
  v.strictObject({ k: v.literal('users'), ids: v.array(person) }),
  v.strictObject({ k: v.literal('role'), id: person, scope: v.optional(v.picklist(['org', 'initiatorDept']), 'org') }),
  v.strictObject({
    k: v.literal('deptHead'),
    of: v.optional(v.union([v.literal('initiator'), v.strictObject({ field: path })]), 'initiator'),
    /** 1 is the head of the department itself, 2 of the one above. */
    level: v.optional(count(1, 20), 1),
  }),
  v.strictObject({
    k: v.literal('supervisors'),
    from: v.optional(v.literal('initiator'), 'initiator'),
    upTo: v.optional(v.union([count(1, 20), v.literal('top')]), 1),
    dir: v.optional(v.picklist(['up', 'down']), 'up'),
  }),
  v.strictObject({ k: v.literal('chosenByInitiator'), range, multi: v.optional(v.boolean(), true) }),
  v.strictObject({ k: v.literal('chosenByPrevious'), range, multi: v.optional(v.boolean(), true) }),
  v.strictObject({ k: v.literal('field'), path }),
  v.strictObject({ k: v.literal('initiator') }),
  v.strictObject({ k: v.literal('locationManager'), field: path }),
  v.strictObject({ k: v.literal('assetCustodian'), field: path }),
  v.strictObject({ k: v.literal('warehouseKeeper'), field: path }),
  /** Who has a position, in the organisation or in the department that it is asked for. */
  v.strictObject({
    k: v.literal('position'),
    name: v.pipe(v.string(), v.maxLength(positionLength), v.excludes('|')),
    scope: v.optional(v.picklist(['org', 'initiatorDept']), 'org'),
  }),
  /** Everybody of a department; `below` adds the departments under it. */
  v.strictObject({
    k: v.literal('members'),
    of: v.optional(
      v.union([v.literal('initiator'), v.strictObject({ dept: v.pipe(v.string(), v.maxLength(64)) }), v.strictObject({ field: path })]),
      'initiator',
    ),
    below: v.optional(v.boolean(), false),
  }),
])
/** Who is asked. */
export type Rule = v.InferOutput<typeof rule>

const people = v.optional(v.pipe(v.array(person), v.maxLength(500)), [])
const circle = v.strictObject({ users: people, depts: people, roles: people })
/** Some people: named one by one, by department with all below it, or by role (its word, or the code of the organisation's own). */
export type Circle = v.InferOutput<typeof circle>

const starters = v.strictObject({ only: v.optional(circle), except: v.optional(circle) })
/** Who may start a flow: everyone or only a circle, and never who is in the other one. */
export type Starters = v.InferOutput<typeof starters>

// ------------------------------------------------------------------------------------------------------ steps of people

const veto = v.optional(v.literal(true))

const vote = v.variant('mode', [
  v.strictObject({ mode: v.literal('or') }),
  v.strictObject({ mode: v.literal('all') }),
  v.strictObject({ mode: v.literal('seq') }),
  v.strictObject({ mode: v.literal('atLeast'), n: count(1, 200), veto }),
  v.strictObject({ mode: v.literal('fraction'), num: count(1, 1000), den: count(1, 1000), veto }),
  v.strictObject({
    mode: v.literal('weight'),
    /** How much the votes of some people weigh; those of others weigh one. */
    weights: v.pipe(v.array(v.strictObject({ user: v.pipe(v.string(), v.maxLength(64)), weight: count(1, 100) })), v.maxLength(200)),
    num: count(1, 1000),
    den: count(1, 1000),
    veto,
  }),
])
/**
 * A fraction needs ceil(voters × num / den) approvals, at least one; a weighted vote the same of all weights. With `veto` one no is a no of
 * all.
 */
export type Vote = v.InferOutput<typeof vote>

const timeout = v.strictObject({
  after: durationSchema,
  calendar,
  act: v.picklist(['remind', 'pass', 'reject', 'transferToManager']),
  /** Repeats the act, at most `max` times more. */
  repeat: v.optional(v.strictObject({ every: durationSchema, max: count(1, 100) })),
})
export type Timeout = v.InferOutput<typeof timeout>

const dedupe = v.picklist(['none', 'consecutive', 'once'])
/** Approve at most once: never skip, skip when the previous approval step was his, skip when any earlier one was. */
export type Dedupe = v.InferOutput<typeof dedupe>

const raise = v.picklist(['ask', 'refuse', 'allow'])
/** Those who approved less are asked again, or it is refused, or it is let be. */
export type Raise = v.InferOutput<typeof raise>

const work = {
  id,
  name,
  /** The union, in order. */
  assignees: v.array(rule),
  vote: v.optional(vote, { mode: 'or' }),
  /** Of those who were found only the one with the fewest open tasks is asked. */
  pick: v.optional(v.literal('leastLoaded')),
  onEmpty: v.optional(v.union([v.picklist(['pass', 'reject', 'admins']), v.strictObject({ users: v.array(person) })]), 'admins'),
  /** How the initiator comes back after a return: from the top, or to where it was. */
  resubmit: v.optional(v.picklist(['restart', 'direct', 'approverChooses']), 'restart'),
  ops: v.optional(
    v.strictObject({
      transfer: v.optional(v.boolean(), true),
      delegate: v.optional(v.boolean(), true),
      addSign: v.optional(v.boolean(), true),
      rollback: v.optional(v.union([v.boolean(), v.array(id)]), true),
      cc: v.optional(v.boolean(), true),
    }),
    {},
  ),
  require: v.optional(
    v.strictObject({
      comment: v.optional(v.picklist(['never', 'onReject', 'always']), 'onReject'),
      signature: v.optional(v.boolean(), false),
      attachment: v.optional(v.boolean(), false),
    }),
    {},
  ),
  /** A path that is not named is 'read'. */
  fields: permissions,
  /** What follows when numbers that others have approved are raised here, or rows added; without it they are asked again. */
  raise: v.optional(raise),
  timeouts: v.optional(v.array(timeout), []),
}

const approve = v.strictObject({
  t: v.literal('approve'),
  ...work,
  settle: v.optional(v.picklist(['early', 'waitAll']), 'early'),
  onSelf: v.optional(v.picklist(['allow', 'skip', 'manager', 'deptHead']), 'allow'),
  /** Overrides the policy of the flow. */
  dedupe: v.optional(dedupe),
  onReject: v.optional(v.union([v.picklist(['end', 'initiator', 'previous']), v.strictObject({ node: id })]), 'end'),
})
/** Where people decide. */
export type Approve = v.InferOutput<typeof approve>

const handle = v.strictObject({ t: v.literal('handle'), ...work })
/** Where people do something and report it done: no rejection, no skipping. */
export type Handle = v.InferOutput<typeof handle>

const cc = v.strictObject({ t: v.literal('cc'), id, name, assignees: v.array(rule), fields: permissions })
export type Cc = v.InferOutput<typeof cc>

// ------------------------------------------------------------------------------------------------------- other steps

const delay = v.strictObject({
  t: v.literal('delay'),
  id,
  name,
  wait: v.union([v.strictObject({ after: durationSchema, calendar }), v.strictObject({ until: path })]),
})
/** Waits a time, or until the day or moment in a form field. */
export type Delay = v.InferOutput<typeof delay>

const failure = v.picklist(['incident', 'continue', 'reject'])
/** What follows when the outside fails: a person of authority decides, the flow goes on, or back to the initiator. */
export type Failure = v.InferOutput<typeof failure>

const deadline = v.strictObject({ after: durationSchema, calendar, act: v.optional(failure, 'incident') })
export type Deadline = v.InferOutput<typeof deadline>

const service = v.strictObject({
  t: v.literal('service'),
  id,
  name,
  service: text,
  wait: v.optional(v.boolean(), true),
  onFail: v.optional(failure, 'incident'),
  /** How long the flow waits at most, all tries included; without it, until a person answers. */
  deadline: v.optional(deadline),
  /** What the answer may write. */
  fields: permissions,
})
/** Asks the outside for something. It is answered by serviceDone or serviceFailed unless `wait` is false. */
export type Service = v.InferOutput<typeof service>

const subFlow = v.strictObject({
  t: v.literal('subFlow'),
  id,
  name,
  flowKey: text,
  initiator: v.optional(v.union([v.literal('initiator'), v.strictObject({ field: path })]), 'initiator'),
  /** Paths of the child to paths of the parent. */
  input: v.optional(v.record(path, path), {}),
  /** Paths of the parent to paths of the child. */
  output: v.optional(v.record(path, path), {}),
  wait: v.optional(v.boolean(), true),
  onReject: v.optional(v.picklist(['end', 'initiator', 'continue']), 'end'),
  /** Starts one flow for each row of a table, whose columns `input` may name, and brings nothing back; all must end, or a no settles it early. */
  each: v.optional(v.strictObject({ table: path, settle: v.optional(v.picklist(['early', 'waitAll']), 'waitAll') })),
})
/** Starts another flow. */
export type SubFlow = v.InferOutput<typeof subFlow>

const route = v.strictObject({ t: v.literal('route'), id, name, to: id, when: v.optional(conditionSchema) })
/** Jumps forward to a later node of the same sequence, always or when the condition holds. */
export type Route = v.InferOutput<typeof route>

const arm = { id, name, when: v.optional(conditionSchema) }
export type Arm = v.InferOutput<v.StrictObjectSchema<typeof arm, undefined>> & { body: Node[] }
const branch = { t: v.literal('branch'), id, name, kind: v.picklist(['xor', 'inc', 'par']) }
/** The last arm of an exclusive or inclusive branch is the default and has no condition; arms of a parallel branch have none. */
export type Branch = v.InferOutput<v.StrictObjectSchema<typeof branch, undefined>> & { arms: Arm[] }

export type Node = Approve | Handle | Cc | Branch | Delay | Service | SubFlow | Route
export type HumanNode = Approve | Handle

/** A kind of step; that of a branch is the way it branches. */
export type NodeKind = Exclude<Node['t'], 'branch'> | Branch['kind']
export const nodeKindOf = (step: Node): NodeKind => (step.t === 'branch' ? step.kind : step.t)

/** What a kind of step is called, and a step that no one has named yet. */
export const nodeKindNames: Readonly<Record<NodeKind, string>> = {
  approve: '审批',
  handle: '办理',
  cc: '抄送',
  xor: '条件分支',
  par: '并行分支',
  inc: '包容分支',
  delay: '延时',
  service: '外部服务',
  subFlow: '子流程',
  route: '跳转',
}

const node: v.GenericSchema<unknown, Node> = v.lazy(() =>
  v.variant('t', [
    approve,
    handle,
    cc,
    v.strictObject({ ...branch, arms: v.array(v.strictObject({ ...arm, body: v.array(node) })) }),
    delay,
    service,
    subFlow,
    route,
  ]),
)

// ------------------------------------------------------------------------------------------------------------ the whole

const policy = v.strictObject({
  dedupe: v.optional(dedupe, 'none'),
  withdraw: v.optional(v.picklist(['never', 'beforeFirstDecision', 'anyTime']), 'anyTime'),
  takeBack: v.optional(v.boolean(), true),
  batchApprove: v.optional(v.boolean(), true),
  /** After a resubmission from the top, who had approved this form is not asked again, unless one of these fields changed. */
  keepApprovals: v.optional(v.strictObject({ unlessChanged: v.array(path) })),
  admins: v.optional(v.array(person), []),
  /** Absent for everyone. */
  starters: v.optional(starters),
  /** Who may apply in the name of others; absent for nobody. */
  proxies: v.optional(circle),
  /** The title of an instance with `{flow}`, `{initiator}` and `{field}` places. */
  title: v.optional(v.string(), plainTitle),
  /** Shown in lists. */
  summaryFields: v.optional(v.pipe(v.array(path), v.maxLength(3)), []),
  /** True where a flow without any human step is meant. */
  automatic: v.optional(v.boolean(), false),
})
export type Policy = v.InferOutput<typeof policy>

const definition = v.strictObject({
  schema: v.literal(1),
  key: text,
  version: count(1, 1_000_000),
  name,
  form: formRefSchema,
  policy: v.optional(policy, {}),
  /** What the initiator may fill in at start and resubmission; a path that is not named is 'write'. */
  startFields: permissions,
  body: v.array(node),
})
/**
 * A flow as an immutable, versioned JSON tree: sequences of nodes, where a branch owns its arms. There are no free edges,
 * so "earlier", "joined" and "beside" follow from position alone.
 */
export type Definition = v.InferOutput<typeof definition>

/** What a published flow may have. */
export const nodesMax = 200
/** What a draft may have on the way there; a definition with more is not read at all, so that others do not wait for it. */
export const draftNodesMax = 2 * nodesMax

const memberOf = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined)

/** True where JSON, not checked yet, has more nodes and arms than a draft may have. */
const hasTooManyNodes = (input: unknown): boolean => {
  let count = 0
  const bodies: unknown[] = [memberOf(input, 'body')]
  while (bodies.length > 0) {
    const body = bodies.pop()
    if (!Array.isArray(body)) continue
    count += body.length
    if (count > draftNodesMax) return true
    for (const node of body) {
      const arms = memberOf(node, 'arms')
      if (!Array.isArray(arms)) continue
      count += arms.length
      if (count > draftNodesMax) return true
      for (const arm of arms) bodies.push(memberOf(arm, 'body'))
    }
  }
  return false
}

export const isHuman = (node: Node): node is HumanNode => node.t === 'approve' || node.t === 'handle'

/** All values of a definition together, those in lists and records included: what a draft of that many nodes needs with people named at each. */
const valuesMax = 40_000

/** True where JSON has more values than that. */
const hasTooManyValues = (json: unknown): boolean => weighsMoreThan(json, valuesMax, (value) => Object.keys(value).length)

/** Why JSON has more in it than is read while others wait; undefined where it has not. */
export const excessOf = (input: unknown): Refusal | undefined => {
  if (hasTooManyNodes(input)) return refusal('approval.definition.tooManyNodes', '流程最多{max}个环节', { max: nodesMax })
  if (hasTooManyValues(input)) return refusal('approval.definition.tooLarge', '流程定义过大，请减少环节或其中指定的人员')
  if (hasTooManyComparisons(input))
    return refusal('approval.definition.manyConditions', '流程定义的条件太多，最多{max}项', { max: comparisonsMax })
  return undefined
}

/** Reads a definition from JSON, fills what may be left out, refuses what does not fit and says where. */
export const parseDefinition = (input: unknown): { definition: Definition } | { refusal: Refusal } => {
  const excess = excessOf(input)
  if (excess) return { refusal: excess }
  const parseResult = v.safeParse(definition, input)
  if (parseResult.success) return { definition: parseResult.output }
  const issue = parseResult.issues[0]
  return { refusal: refusal('approval.definition.malformed', '流程定义的“{path}”不符合格式', { path: v.getDotPath(issue) ?? '' }) }
}

import * as v from 'valibot'
import type { Refusal } from '../../../kernel/refusal.ts'
import { fill, refusal } from '../../../kernel/refusal.ts'
import type { Calendar, Duration } from '../../calendar/deadline.ts'
import { type Condition, conditionSchema } from '../form/condition.ts'
import { type FieldPermissions, type Form, type FormRef, type Path, pathSchema as path, type UserId } from '../form/form.ts'
import type { Starters } from './starters.ts'
import { plainTitle } from './title.ts'

/**
 * A flow as an immutable, versioned JSON tree: sequences of nodes, where a branch owns its arms. There are no free edges,
 * so "earlier", "joined" and "beside" follow from position alone.
 */
export type Definition = {
  schema: 1
  key: string
  version: number
  name: string
  form: FormRef
  policy: Policy
  /** What the initiator may fill in at start and resubmission; a path that is not named is 'write'. */
  startFields: FieldPermissions
  body: Node[]
}

export type NodeId = string
export type ArmId = string
/** What the approval is about; posted once when the last approval falls. */
export type DocRef = { type: string; id: string }

export type Policy = {
  dedupe: Dedupe
  withdraw: 'never' | 'beforeFirstDecision' | 'anyTime'
  takeBack: boolean
  batchApprove: boolean
  /** After a resubmission from the top, whoever had approved this form is not asked again, unless one of these fields changed. */
  keepApprovals?: { unlessChanged: Path[] }
  admins: UserId[]
  /** Who may start it; absent for everybody. */
  starters?: Starters
  /** The title of a process with `{flow}`, `{initiator}` and `{field}` places. */
  title: string
  /** At most three paths shown in lists. */
  summaryFields: Path[]
  /** True where a flow without any human step is meant. */
  automatic: boolean
}

/** Approve at most once: never skip, skip when the previous approval step was his, skip when any earlier one was. */
export type Dedupe = 'none' | 'consecutive' | 'once'
export type Node = Approve | Handle | Cc | Branch | Delay | Service | SubFlow | Route
export type HumanNode = Approve | Handle

/** Where people decide. */
export type Approve = Work & {
  t: 'approve'
  settle: 'early' | 'waitAll'
  onSelf: 'allow' | 'skip' | 'manager' | 'deptHead'
  /** Overrides the policy of the flow. */
  dedupe?: Dedupe
  onReject: 'end' | 'initiator' | 'previous' | { node: NodeId }
}

/** Where people do something and report it done: no rejection, no skipping. */
export type Handle = Work & { t: 'handle' }

type Work = {
  id: NodeId
  name: string
  /** The union, in order. */
  assignees: Rule[]
  vote: Vote
  onEmpty: 'pass' | 'reject' | 'admins' | { users: UserId[] }
  /** How the initiator comes back after a return: from the top, or to where it was. */
  resubmit: 'restart' | 'direct' | 'approverChooses'
  ops: { transfer: boolean; delegate: boolean; addSign: boolean; rollback: boolean | NodeId[]; cc: boolean }
  require: { comment: 'never' | 'onReject' | 'always'; signature: boolean; attachment: boolean }
  fields: FieldPermissions
  /** What follows when numbers that others have approved are raised here, or rows added; without it they are asked again. */
  raise?: Raise
  timeouts: Timeout[]
}

/** Those who approved less are asked again, or it is refused, or it is let be. */
export type Raise = 'ask' | 'refuse' | 'allow'

/** A fraction needs ceil(voters × num / den) approvals, at least one. */
export type Vote =
  | { mode: 'or' }
  | { mode: 'all' }
  | { mode: 'seq' }
  | { mode: 'atLeast'; n: number }
  | { mode: 'fraction'; num: number; den: number }

export type Timeout = {
  after: Duration
  calendar: Calendar
  act: 'remind' | 'pass' | 'reject' | 'transferToManager'
  /** Repeats the act, at most `max` times more. */
  repeat?: { every: Duration; max: number }
}

export type Cc = { t: 'cc'; id: NodeId; name: string; assignees: Rule[]; fields: FieldPermissions }

/** The last arm of an exclusive or inclusive branch is the default and has no condition; arms of a parallel branch have none. */
export type Branch = { t: 'branch'; id: NodeId; name: string; kind: 'xor' | 'inc' | 'par'; arms: Arm[] }
export type Arm = { id: ArmId; name: string; when?: Condition; body: Node[] }

/** Waits a time, or until the day or moment in a form field. */
export type Delay = { t: 'delay'; id: NodeId; name: string; wait: { after: Duration; calendar: Calendar } | { until: Path } }

/** What follows when the outside fails: somebody of authority decides, the flow goes on, or back to the initiator. */
export type Failure = 'incident' | 'continue' | 'reject'
export type Deadline = { after: Duration; calendar: Calendar; act: Failure }

/** Asks the outside for something. It is answered by serviceDone or serviceFailed unless `wait` is false. */
export type Service = {
  t: 'service'
  id: NodeId
  name: string
  service: string
  wait: boolean
  onFail: Failure
  /** How long the flow waits at most, all tries included; without it, until somebody answers. */
  deadline?: Deadline
  /** What the answer may write. */
  fields: FieldPermissions
}

/** Starts another flow; `input` maps child paths to parent paths, `output` parent paths to child paths. */
export type SubFlow = {
  t: 'subFlow'
  id: NodeId
  name: string
  flowKey: string
  initiator: 'initiator' | { field: Path }
  input: { [childPath: Path]: Path }
  output: { [parentPath: Path]: Path }
  wait: boolean
  onReject: 'end' | 'initiator' | 'continue'
  /** Starts one flow for each row of a table, whose columns `input` may name, and brings nothing back; all must end, or a no settles it early. */
  each?: { table: Path; settle: 'early' | 'waitAll' }
}

/** Jumps forward to a later node of the same sequence, always or when the condition holds. */
export type Route = { t: 'route'; id: NodeId; name: string; to: NodeId; when?: Condition }

export type Rule =
  | { k: 'users'; ids: UserId[] }
  | { k: 'role'; id: string; scope: 'org' | 'initiatorDept' }
  /** Level 1 is the head of the department itself, 2 of the one above. */
  | { k: 'deptHead'; of: 'initiator' | { field: Path }; level: number }
  | { k: 'supervisors'; from: 'initiator'; upTo: number | 'top'; dir: 'up' | 'down' }
  | { k: 'chosenByInitiator'; range: Range; multi: boolean }
  | { k: 'chosenByPrevious'; range: Range; multi: boolean }
  | { k: 'field'; path: Path }
  | { k: 'initiator' }
  | { k: 'locationManager'; field: Path }
  | { k: 'assetCustodian'; field: Path }
  | { k: 'warehouseKeeper'; field: Path }
/** Whom one may choose from. */
export type Range = 'any' | { users: UserId[] } | { role: string }

export const isHuman = (node: Node): node is HumanNode => node.t === 'approve' || node.t === 'handle'

/** The title of a process: places are `{flow}`, `{initiator}` (his name) and the plain fields of the form. */
export const titleOf = (definition: Definition, form: Form, initiator: string): string => {
  const fields = Object.entries(form).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : []))
  return fill(definition.policy.title, { ...Object.fromEntries(fields), flow: definition.name, initiator })
}

/** Reads a definition from JSON, fills what may be left out, refuses what does not fit and says where. */
export const parseDefinition = (input: unknown): { definition: Definition } | { refusal: Refusal } => {
  const parsed = v.safeParse(definitionSchema, input)
  if (parsed.success) return { definition: parsed.output }
  const issue = parsed.issues[0]
  return { refusal: refusal('approval.definition.malformed', '流程定义的“{path}”不符合格式', { path: v.getDotPath(issue) ?? '' }) }
}

const id = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
const person = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

const permissions = v.optional(v.record(path, v.picklist(['hide', 'read', 'write', 'required'])), {})
const dedupe = v.picklist(['none', 'consecutive', 'once'])
const duration = v.strictObject({ value: count(1, 100_000), unit: v.picklist(['minutes', 'hours', 'days']) })
const calendar = v.optional(v.picklist(['24x7', 'workdays']), 'workdays')
const failure = v.picklist(['incident', 'continue', 'reject'])
const range = v.optional(v.union([v.literal('any'), v.strictObject({ users: v.array(person) }), v.strictObject({ role: person })]), 'any')

const rule = v.variant('k', [
  v.strictObject({ k: v.literal('users'), ids: v.array(person) }),
  v.strictObject({ k: v.literal('role'), id: person, scope: v.optional(v.picklist(['org', 'initiatorDept']), 'org') }),
  v.strictObject({
    k: v.literal('deptHead'),
    of: v.optional(v.union([v.literal('initiator'), v.strictObject({ field: path })]), 'initiator'),
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
])

const vote = v.variant('mode', [
  v.strictObject({ mode: v.literal('or') }),
  v.strictObject({ mode: v.literal('all') }),
  v.strictObject({ mode: v.literal('seq') }),
  v.strictObject({ mode: v.literal('atLeast'), n: count(1, 200) }),
  v.strictObject({ mode: v.literal('fraction'), num: count(1, 1000), den: count(1, 1000) }),
])

const timeout = v.strictObject({
  after: duration,
  calendar,
  act: v.picklist(['remind', 'pass', 'reject', 'transferToManager']),
  repeat: v.optional(v.strictObject({ every: duration, max: count(1, 100) })),
})

const work = {
  id,
  name,
  assignees: v.array(rule),
  vote: v.optional(vote, { mode: 'or' }),
  onEmpty: v.optional(v.union([v.picklist(['pass', 'reject', 'admins']), v.strictObject({ users: v.array(person) })]), 'admins'),
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
  fields: permissions,
  raise: v.optional(v.picklist(['ask', 'refuse', 'allow'])),
  timeouts: v.optional(v.array(timeout), []),
}

const node: v.GenericSchema<unknown, Node> = v.lazy(() =>
  v.variant('t', [
    v.strictObject({
      t: v.literal('approve'),
      ...work,
      settle: v.optional(v.picklist(['early', 'waitAll']), 'early'),
      onSelf: v.optional(v.picklist(['allow', 'skip', 'manager', 'deptHead']), 'allow'),
      dedupe: v.optional(dedupe),
      onReject: v.optional(v.union([v.picklist(['end', 'initiator', 'previous']), v.strictObject({ node: id })]), 'end'),
    }),
    v.strictObject({ t: v.literal('handle'), ...work }),
    v.strictObject({ t: v.literal('cc'), id, name, assignees: v.array(rule), fields: permissions }),
    v.strictObject({
      t: v.literal('branch'),
      id,
      name,
      kind: v.picklist(['xor', 'inc', 'par']),
      arms: v.array(v.strictObject({ id, name, when: v.optional(conditionSchema), body: v.array(node) })),
    }),
    v.strictObject({
      t: v.literal('delay'),
      id,
      name,
      wait: v.union([v.strictObject({ after: duration, calendar }), v.strictObject({ until: path })]),
    }),
    v.strictObject({
      t: v.literal('service'),
      id,
      name,
      service: text,
      wait: v.optional(v.boolean(), true),
      onFail: v.optional(failure, 'incident'),
      deadline: v.optional(v.strictObject({ after: duration, calendar, act: v.optional(failure, 'incident') })),
      fields: permissions,
    }),
    v.strictObject({
      t: v.literal('subFlow'),
      id,
      name,
      flowKey: text,
      initiator: v.optional(v.union([v.literal('initiator'), v.strictObject({ field: path })]), 'initiator'),
      input: v.optional(v.record(path, path), {}),
      output: v.optional(v.record(path, path), {}),
      wait: v.optional(v.boolean(), true),
      onReject: v.optional(v.picklist(['end', 'initiator', 'continue']), 'end'),
      each: v.optional(v.strictObject({ table: path, settle: v.optional(v.picklist(['early', 'waitAll']), 'waitAll') })),
    }),
    v.strictObject({ t: v.literal('route'), id, name, to: id, when: v.optional(conditionSchema) }),
  ]),
)

const people = v.optional(v.pipe(v.array(person), v.maxLength(500)), [])
const circle = v.strictObject({ users: people, depts: people, roles: people })

const definitionSchema: v.GenericSchema<unknown, Definition> = v.strictObject({
  schema: v.literal(1),
  key: text,
  version: count(1, 1_000_000),
  name,
  form: v.variant('kind', [
    v.strictObject({ kind: v.literal('document'), docType: text }),
    v.strictObject({ kind: v.literal('custom'), formKey: text, formVersion: count(1, 1_000_000) }),
  ]),
  policy: v.optional(
    v.strictObject({
      dedupe: v.optional(dedupe, 'none'),
      withdraw: v.optional(v.picklist(['never', 'beforeFirstDecision', 'anyTime']), 'anyTime'),
      takeBack: v.optional(v.boolean(), true),
      batchApprove: v.optional(v.boolean(), true),
      keepApprovals: v.optional(v.strictObject({ unlessChanged: v.array(path) })),
      admins: v.optional(v.array(person), []),
      starters: v.optional(v.strictObject({ only: v.optional(circle), except: v.optional(circle) })),
      title: v.optional(v.string(), plainTitle),
      summaryFields: v.optional(v.pipe(v.array(path), v.maxLength(3)), []),
      automatic: v.optional(v.boolean(), false),
    }),
    {},
  ),
  startFields: permissions,
  body: v.array(node),
})

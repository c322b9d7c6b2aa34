import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { Branch, Definition, Delay, Node, NodeId, Route, Vote } from '../flow/definition.ts'
import type { Duration } from '../../calendar/deadline.ts'
import type { Condition, Literal } from '../form/condition.ts'
import { within } from '../flow/plan.ts'

/**
 * A process of BPMN 2.0 as plain data: what a file of it says, without its XML. What BPMN has no words for stands as JSON in `settings`,
 * an extension of ours that other tools keep and do not read.
 */
export type BpmnProcess = { id: string; name: string; settings?: string; elements: BpmnElement[]; flows: BpmnFlow[] }

export type BpmnElement = {
  id: string
  /** As BPMN has it, without prefix: 'userTask'. */
  type: string
  name: string
  settings?: string
  /** Several people work on it, one after the other or at once; `until` ends it before all have. 'other' is one we do not have. */
  loop?: { sequential: boolean; until?: string } | 'other'
  /** The kinds of its events, without prefix: 'timerEventDefinition'. */
  events?: string[]
  timer?: BpmnTimer
  /** The process that a call activity calls. */
  calls?: string
  /** The flow that a gateway takes where no condition holds. */
  otherwise?: string
}

/** A duration of ISO 8601, or an expression that gives a day. */
export type BpmnTimer = { duration: string } | { date: string }
export type BpmnFlow = { id: string; from: string; to: string; name: string; condition?: string; settings?: string }

/** What a node is in BPMN. */
export const bpmnTypes = {
  approve: 'userTask',
  handle: 'userTask',
  cc: 'sendTask',
  delay: 'intermediateCatchEvent',
  service: 'serviceTask',
  subFlow: 'callActivity',
  route: 'exclusiveGateway',
} as const satisfies Record<Exclude<Node['t'], 'branch'>, string>

export const gatewayTypes = {
  xor: 'exclusiveGateway',
  inc: 'inclusiveGateway',
  par: 'parallelGateway',
} as const satisfies Record<Branch['kind'], string>

export const startId = 'process.start'
export const endId = 'process.end'
/** Where the arms of a branch come together. */
export const joinId = (branch: NodeId): string => `${branch}.join`
/** Where a jump comes in before a node, so that no gateway takes it for one of its arms. */
export const mergeId = (node: NodeId): string => `${node}.merge`

/** A definition as a process; refused where the tree itself is not whole, so that there is no way through it to draw. */
export const toBpmn = (definition: Definition): { process: BpmnProcess } | { refusal: Refusal } => {
  const broken = brokenPlace(definition)
  if (broken) return { refusal: refusal('approval.bpmn.broken', '“{node}”的结构不完整，请先改正再导出', { node: broken.name }) }
  const { body, name, ...settings } = definition
  const out: Out = { elements: [], flows: [], merges: new Set(within(body).flatMap((node) => (node.t === 'route' ? [node.to] : []))) }
  out.elements.push({ id: startId, type: 'startEvent', name: '' })
  const last = drawSequence(out, body, [leave(out, { from: startId })])
  out.elements.push({ id: endId, type: 'endEvent', name: '' })
  arrive(last, endId)
  const { elements, flows } = out
  return { process: { id: 'process', name: shownText(name), settings: asJson({ ...settings, name }), elements, flows } }
}

/** A text as an attribute of XML can hold it. */
export const shownText = (text: string): string => text.toWellFormed().replaceAll(unwritable, ' ')

/** A condition as an expression that people of other tools can read. It is never read back: the exact one is in the settings. */
export const conditionText = (condition: Condition): string => {
  if ('all' in condition) return grouped(condition.all, ' and ')
  if ('any' in condition) return grouped(condition.any, ' or ')
  if ('not' in condition) return `not(${conditionText(condition.not)})`
  const { op, v, quantifier } = condition
  const f = quantifier ? `${quantifier}(${condition.f})` : condition.f
  if (isSigned(op)) return shownText(`${f} ${signs[op]} ${literal(v)}`)
  return shownText(op === 'empty' ? `${f} = null` : `${op}(${f}, ${literal(v)})`)
}

/** What others see of a node's settings besides its name, and may therefore have changed. */
export const visibleOf = (node: Node): Pick<BpmnElement, 'loop' | 'timer' | 'calls'> => {
  switch (node.t) {
    case 'approve':
    case 'handle':
      return { loop: loopOf(node.vote) }
    case 'delay':
      return { timer: timerOf(node.wait) }
    case 'subFlow':
      return { calls: shownText(node.flowKey), ...(node.each && { loop: { sequential: false } }) }
    default:
      return {}
  }
}

type Out = Pick<BpmnProcess, 'elements' | 'flows'> & { merges: Set<NodeId> }

/** Draws the nodes behind some open flows; answers the flows that then are open. */
const drawSequence = (out: Out, nodes: Node[], from: BpmnFlow[]): BpmnFlow[] =>
  nodes.reduce((open, node) => {
    if (!out.merges.has(node.id)) return drawNode(out, node, open)
    out.elements.push({ id: mergeId(node.id), type: gatewayTypes.xor, name: '' })
    arrive(open, mergeId(node.id))
    return drawNode(out, node, [leave(out, { from: mergeId(node.id) })])
  }, from)

const drawNode = (out: Out, node: Node, open: BpmnFlow[]): BpmnFlow[] => {
  arrive(open, node.id)
  if (node.t === 'branch') return drawBranch(out, node)
  const { id, name, ...rest } = node
  const element: BpmnElement = {
    id,
    type: bpmnTypes[node.t],
    name: shownText(name),
    settings: asJson({ ...rest, name }),
    ...visibleOf(node),
  }
  out.elements.push(element)
  if (node.t === 'delay') element.events = ['timerEventDefinition']
  return [node.t === 'route' ? drawRoute(out, element, node) : leave(out, { from: id })]
}

const drawBranch = (out: Out, { id, name, kind, arms }: Branch): BpmnFlow[] => {
  const gateway: BpmnElement = { id, type: gatewayTypes[kind], name: shownText(name), settings: asJson({ t: 'branch', name }) }
  out.elements.push(gateway)
  const ends = arms.flatMap((arm, index) => {
    const first = leave(out, {
      from: id,
      name: shownText(arm.name),
      ...guard(arm.when),
      settings: asJson({ arm: arm.id, name: arm.name, when: arm.when }),
    })
    if (kind !== 'par' && index === arms.length - 1) gateway.otherwise = first.id
    return drawSequence(out, arm.body, [first])
  })
  out.elements.push({ id: joinId(id), type: gatewayTypes[kind], name: '' })
  arrive(ends, joinId(id))
  return [leave(out, { from: joinId(id) })]
}

/** One flow jumps, the other goes on to the next node; without a condition the other is never taken. */
const drawRoute = (out: Out, element: BpmnElement, { id, to, when }: Route): BpmnFlow => {
  const jump = leave(out, { from: id, ...guard(when), settings: asJson({ jump: true, when }) })
  arrive([jump], mergeId(to))
  const onwards = leave(out, { from: id, ...(when ? {} : { condition: 'false' }) })
  element.otherwise = (when ? onwards : jump).id
  return onwards
}

const guard = (when: Condition | undefined): { condition?: string } => (when ? { condition: conditionText(when) } : {})

/** A new flow that leads nowhere yet. */
const leave = ({ flows }: Out, flow: Partial<BpmnFlow> & { from: string }): BpmnFlow => {
  const open = { id: `flow.${flows.length + 1}`, to: '', name: '', ...flow }
  flows.push(open)
  return open
}

const arrive = (open: BpmnFlow[], path: string): void => {
  for (const flow of open) flow.to = path
}

const brokenPlace = ({ body }: Definition): Node | undefined => {
  const nodes = within(body)
  const seen = new Set<NodeId>()
  const isBroken = (node: Node): boolean =>
    seen.size === seen.add(node.id).size ||
    (node.t === 'branch' && (node.arms.length < 2 || new Set(node.arms.map(({ id }) => id)).size < node.arms.length))
  const jumpsNowhere = (sequence: Node[]): Node | undefined => {
    for (const [index, node] of sequence.entries()) {
      if (node.t === 'route' && !sequence.slice(index + 1).some(({ id }) => id === node.to)) return node
      const inside = node.t === 'branch' ? node.arms.map((arm) => jumpsNowhere(arm.body)).find(Boolean) : undefined
      if (inside) return inside
    }
    return undefined
  }
  return nodes.find(isBroken) ?? jumpsNowhere(body)
}

const loopOf = (vote: Vote): NonNullable<BpmnElement['loop']> => {
  switch (vote.mode) {
    case 'or':
      return { sequential: false, until: 'approvals >= 1' }
    case 'all':
      return { sequential: false }
    case 'seq':
      return { sequential: true }
    case 'atLeast':
      return { sequential: false, until: `approvals >= ${vote.n}` }
    case 'weight':
    case 'fraction':
      return { sequential: false, until: `approvals * ${vote.den} >= voters * ${vote.num}` }
  }
}

const timerOf = (wait: Delay['wait']): BpmnTimer =>
  'until' in wait ? { date: `\${${wait.until}}` } : { duration: durationText(wait.after) }

const durationText = ({ value, unit }: Duration): string => ({ minutes: `PT${value}M`, hours: `PT${value}H`, days: `P${value}D` })[unit]

const signs = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', in: 'in' } as const
const isSigned = (op: string): op is keyof typeof signs => op in signs

const grouped = (parts: Condition[], link: string): string => `(${parts.map(conditionText).join(link)})`

const literal = (value: Literal | undefined): string => {
  if (Array.isArray(value)) return `(${value.map(literal).join(', ')})`
  return typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? JSON.stringify(value) : String(value ?? null)
}

/** JSON that holds nothing that XML treats in a way of its own. */
const asJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g

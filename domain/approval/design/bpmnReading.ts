import { keysOf } from '../../../kernel/keysOf.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { assertDefined, entryOf, firstOf, lastOf } from '../../../kernel/assert.ts'
import { type Params, type Refusal, refusal } from '../../../kernel/refusal.ts'
import {
  type BpmnElement,
  type BpmnFlow,
  type BpmnProcess,
  type BpmnTimer,
  bpmnTypes,
  conditionText,
  gatewayTypes,
  shownText,
  visibleOf,
} from './bpmn.ts'
import {
  type Arm,
  type Branch,
  type Definition,
  type Delay,
  type Node,
  type Vote,
  isHuman,
  nodeKindNames,
  nodesMax,
  parseDefinition,
} from '../flow/definition.ts'
import { blankNode, unset } from './edit.ts'
import { depthMax } from './publish.ts'
import type { PublishFinding } from './publishFinding.ts'

/**
 * A process as a definition. Whatever stands in our own settings and was not changed since is exactly that; the rest is what BPMN says,
 * with findings where people must fill in. Refuses what does not reduce to blocks, naming the element. `base` says what the process
 * does not: the form, the policy, what may be written at start.
 */
export const fromBpmn = (
  process: BpmnProcess,
  base: Definition,
): { definition: Definition; findings: PublishFinding[] } | { refusal: Refusal } => {
  try {
    const reader: BpmnReader = {
      process,
      graph: graphOf(process),
      ids: new Set(['START']),
      elements: new Map(),
      arms: new Map(),
      jumps: new Map(),
    }
    const { nodes, stop } = readSequence(reader, reader.graph.start, 0)
    if (stop !== theEnd) throw unbalanced(entryOf(reader.graph.vertices, stop).element)
    const settings = settingsOf(process)
    const head = { ...base, ...settings, name: nameOf(process, settings, base.name) }
    const parsed = parseDefinition({ ...head, body: withTargets(reader, nodes) })
    if ('refusal' in parsed) return parsed
    const findings: PublishFinding[] = []
    return { definition: { ...parsed.definition, body: parsed.definition.body.map((node) => asShown(reader, node, findings)) }, findings }
  } catch (error) {
    if (error instanceof Irreducible) return { refusal: error.refusal }
    throw error
  }
}

/** More than any process that people can still read. */
export const elementsMax = 2000

class Irreducible extends Error {
  readonly refusal: Refusal

  constructor(reason: string, words: string, params: Params = {}) {
    super(words)
    this.refusal = refusal(`approval.bpmn.${reason}`, words, params)
  }
}

type Json = Record<string, unknown>
type BpmnReader = {
  process: BpmnProcess
  graph: Graph
  /** Ids of nodes that are taken. */
  ids: Set<string>
  /** What each node and arm was read from. */
  elements: Map<string, BpmnElement>
  arms: Map<string, BpmnFlow>
  /** Where the flows of routes lead, by the id of the element. */
  jumps: Map<string, BpmnFlow>
}

// the graph: every vertex but gateways has one way in and one way out, every gateway splits or joins

type Vertex = {
  id: string
  element: BpmnElement
  /** The arms or the join of a gateway. */
  gate?: Branch['kind']
  in: number
  out: BpmnFlow[]
}
type Graph = { start: string; vertices: Map<string, Vertex>; jumps: Map<string, BpmnFlow> }

/** All ends are one. */
const theEnd = '#end'

const graphOf = (process: BpmnProcess): Graph => {
  const { elements, flows } = process
  const start = checkWhole(process)
  const jumps = new Map(elements.flatMap((element) => jumpOf(element, flows)).map((flow) => [flow.from, flow]))
  const ends = new Set(elements.filter(({ type }) => type === 'endEvent').map(({ id }) => id))
  const vertices = new Map<string, Vertex>()
  for (const element of elements) {
    const { id } = element
    const gate = jumps.has(id) ? undefined : gates[element.type]
    const ways = flows.filter((flow) => flow.from === id && flow !== jumps.get(id))
    const ins = flows.filter((flow) => flow.to === id && flow !== jumps.get(flow.from)).length
    checkPlace(element, { ins, outs: ways.length, splits: gate !== undefined })
    if (ends.has(id)) continue
    const out = ways.length > 0 ? ways : [{ id: '', from: id, to: theEnd, name: '' }]
    vertices.set(id, {
      id,
      element,
      ...(gate ? { gate } : {}),
      in: ins,
      out: out.map((flow) => (ends.has(flow.to) ? { ...flow, to: theEnd } : flow)),
    })
  }
  for (const vertex of [...vertices.values()]) if (vertex.in > 1 && (!vertex.gate || vertex.out.length > 1)) mergeBefore(vertices, vertex)
  const ways = [...vertices.values()].flatMap(({ out }) => out).filter(({ to }) => to === theEnd).length
  vertices.set(theEnd, { id: theEnd, element: { id: theEnd, type: 'endEvent', name: '' }, in: ways, out: [] })
  const graph = { start: start.id, vertices, jumps }
  checkReached(graph)
  return graph
}

/** Answers the start. */
const checkWhole = ({ elements, flows }: BpmnProcess): BpmnElement => {
  if (elements.length + flows.length > elementsMax) throw new Irreducible('tooLarge', '文件过大，最多{max}个元素', { max: elementsMax })
  for (const element of elements) checkElement(element)
  const byId = new Map(elements.map((element) => [element.id, element]))
  const doubled = elements.find((element) => byId.get(element.id) !== element)
  if (doubled) throw new Irreducible('doubledId', '“{element}”的编号“{id}”重复', { element: nameIn(doubled), id: doubled.id })
  const loose = flows.find(({ from, to }) => !byId.has(from) || !byId.has(to))
  if (loose) throw new Irreducible('looseFlow', '连线“{flow}”没有连到环节上', { flow: nameIn(loose) })
  const [start, second] = elements.filter(({ type }) => type === 'startEvent')
  if (!start) throw new Irreducible('noStart', '流程没有开始事件')
  if (!second) return start
  throw new Irreducible('severalStarts', '流程有多个开始事件：“{first}”和“{second}”', { first: nameIn(start), second: nameIn(second) })
}

const checkPlace = (element: BpmnElement, { ins, outs, splits }: { ins: number; outs: number; splits: boolean }): void => {
  const params = { element: nameIn(element) }
  const { type } = element
  if (type === 'endEvent' && outs > 0) throw new Irreducible('afterEnd', '结束事件“{element}”后面不能再有连线', params)
  if (type === 'startEvent' && ins > 0) throw new Irreducible('beforeStart', '开始事件“{element}”前面不能有连线', params)
  if (type !== 'startEvent' && ins === 0) throw new Irreducible('unreached', '“{element}”前面没有连线，走不到', params)
  if (!splits && outs > 1) throw new Irreducible('severalOut', '“{element}”有多条出线，请改用网关', params)
}

const gates: Readonly<Record<string, Branch['kind']>> = Object.fromEntries(keysOf(gatewayTypes).map((kind) => [gatewayTypes[kind], kind]))

/** What may follow where arms of a kind come together: whatever waits for exactly those that were taken. */
const joins: Readonly<Record<Branch['kind'], readonly Branch['kind'][]>> = { xor: ['xor', 'inc'], inc: ['inc'], par: ['par', 'inc'] }

const checkElement = (element: BpmnElement): void => {
  const { type, events = [], loop } = element
  const isTimer = type === 'intermediateCatchEvent' && events.join() === 'timerEventDefinition'
  const isKnown = isTimer || gates[type] || tasks[type] || type === 'startEvent' || type === 'endEvent'
  if (!isKnown || (events.length > 0 && !isTimer))
    throw new Irreducible('unknownElement', '“{element}”是{type}，没有对应的环节', {
      element: nameIn(element),
      type: [type, ...events].join(' '),
    })
  if (loop === 'other') throw new Irreducible('loopMarker', '“{element}”带有循环标记，不能导入', { element: nameIn(element) })
}

/** Kinds of nodes that elements become which are not ours. */
const tasks: Readonly<Record<string, Exclude<Node['t'], 'branch' | 'route'>>> = {
  userTask: 'approve',
  task: 'approve',
  manualTask: 'handle',
  sendTask: 'cc',
  serviceTask: 'service',
  callActivity: 'subFlow',
  intermediateCatchEvent: 'delay',
}

/** The flow by which one of our routes jumps. */
const jumpOf = (element: BpmnElement, flows: BpmnFlow[]): BpmnFlow[] => {
  if (element.type !== bpmnTypes.route || settingsOf(element)['t'] !== 'route') return []
  const out = flows.filter(({ from }) => from === element.id)
  const jump = out.find((flow) => settingsOf(flow)['jump'] === true)
  return jump && out.length === 2 ? [jump] : []
}

/** Ways that come together at an element come together in a gateway before it. */
const mergeBefore = (vertices: Map<string, Vertex>, vertex: Vertex): void => {
  const id = `#${vertex.id}`
  for (const otherVertex of vertices.values())
    otherVertex.out = otherVertex.out.map((flow) => (flow.to === vertex.id ? { ...flow, to: id } : flow))
  const out = [{ id: '', from: id, to: vertex.id, name: '' }]
  vertices.set(id, { id, element: vertex.element, gate: vertex.gate ?? 'xor', in: vertex.in, out })
  vertex.in = 1
}

/** Everything can be reached, and nothing leads back. */
const checkReached = ({ start, vertices }: Graph): void => {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string): void => {
    state.set(id, 'open')
    for (const { to } of entryOf(vertices, id).out) {
      if (state.get(to) === 'open')
        throw new Irreducible('circle', '“{element}”在循环中，流程不能往回连', { element: nameIn(entryOf(vertices, to).element) })
      if (!state.has(to)) visit(to)
    }
    state.set(id, 'done')
  }
  visit(start)
  for (const { id, element, in: ways } of vertices.values())
    if (!state.has(id) && ways > 0) throw new Irreducible('unreached', '“{element}”前面没有连线，走不到', { element: nameIn(element) })
}

// the reduction to blocks

/** A way up to where it meets others, with how many flows it comes there. */
type Way = { nodes: RawNode[]; stop: string; flows: number }
/** A node before it is parsed. */
type RawNode = Json & { id: string }

const readSequence = (reader: BpmnReader, from: string, depth: number): Way => {
  const { vertices, jumps } = reader.graph
  const nodes: RawNode[] = []
  for (let current = from, flows = 1; ;) {
    const vertex = entryOf(vertices, current)
    if (current === theEnd || (vertex.in > 1 && vertex.in > flows)) return { nodes, stop: current, flows }
    flows = 1
    if (vertex.gate && vertex.out.length > 1) {
      const block = readBlock(reader, vertex, vertex.gate, depth)
      nodes.push(block.node)
      ;({ stop: current, flows } = block)
      continue
    }
    if (!vertex.gate && vertex.element.type !== 'startEvent') nodes.push(readNode(reader, vertex.element, jumps.get(current)))
    current = firstOf(vertex.out).to
  }
}

const readBlock = (reader: BpmnReader, { element, out }: Vertex, kind: Branch['kind'], depth: number) => {
  if (depth >= depthMax) throw new Irreducible('tooDeep', '“{element}”的分支嵌套超过{max}层', { element: nameIn(element), max: depthMax })
  const id = idFor(reader, element)
  const arms = inOrder(element, kind, out).map((flow) => ({ flow, way: readSequence(reader, flow.to, depth + 1) }))
  const { stop } = firstOf(arms).way
  const { gate: join } = entryOf(reader.graph.vertices, stop)
  const isJoined = stop === theEnd || (join !== undefined && joins[kind].includes(join))
  if (!isJoined || arms.some(({ way }) => way.stop !== stop)) throw unbalanced(element)
  const settings = settingsOf(element)
  const usedIds = new Set<string>()
  const node = {
    t: 'branch',
    id,
    name: nameOf(element, settings['t'] === 'branch' ? settings : {}, nodeKindNames[kind]),
    kind,
    arms: arms.map(({ flow, way }, index) => {
      const own = settingsOf(flow)
      const arm = [own['arm'], flow.id, `arm${index + 1}`].find((one): one is string => isFree(one, usedIds)) ?? `arm${usedIds.size + 1}_`
      usedIds.add(arm)
      reader.arms.set(`${id}/${arm}`, flow)
      const { when } = own
      return { id: arm, name: nameOf(flow, own, ''), ...(when === undefined ? {} : { when }), body: way.nodes }
    }),
  }
  for (const [index, arm] of node.arms.entries()) if (arm.name === '') arm.name = `${armName}${index + 1}`
  return { node, stop, flows: arms.reduce((sum, { way }) => sum + way.flows, 0) }
}

const unbalanced = (element: BpmnElement): Irreducible =>
  new Irreducible('unbalanced', '“{element}”分出的各路没有在同一个对应的网关汇合', { element: nameIn(element) })

/** The default arm is the last one. */
const inOrder = ({ otherwise }: BpmnElement, kind: Branch['kind'], out: BpmnFlow[]): BpmnFlow[] => {
  if (kind === 'par') return out
  const unguarded = out.filter(({ condition }) => !condition)
  const last = out.find(({ id }) => id === otherwise) ?? (unguarded.length === 1 ? firstOf(unguarded) : lastOf(out))
  return [...out.filter((flow) => flow !== last), last]
}

const readNode = (reader: BpmnReader, element: BpmnElement, jump: BpmnFlow | undefined): RawNode => {
  const id = idFor(reader, element)
  if (jump) reader.jumps.set(id, jump)
  const settings = settingsOf(element)
  if (jump || Object.entries(bpmnTypes).some(([kind, type]) => kind === settings['t'] && type === element.type))
    return { ...settings, id, name: nameOf(element, settings, id), ...(jump ? { when: settingsOf(jump)['when'] } : {}) }
  const kind = assertDefined(tasks[element.type], `the kind of ${element.type}`)
  const blank = blankNode(kind, nameOf(element, {}, nodeKindNames[kind]), () => id)
  return isHuman(blank) ? { ...blank, assignees: [] } : { ...blank }
}

/** The id of the element where it can be one of ours. */
const idFor = (reader: BpmnReader, element: BpmnElement): string => {
  let id = element.id
  for (let n = 1; !isFree(id, reader.ids); n++) id = `n${n}`
  reader.ids.add(id)
  reader.elements.set(id, element)
  if (reader.ids.size > nodesMax + 1) throw new Irreducible('tooMany', '流程最多{max}个环节', { max: nodesMax })
  return id
}

const isFree = (id: unknown, usedIds: ReadonlySet<string>): boolean =>
  typeof id === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(id) && !usedIds.has(id)

/** Jumps lead to the first node behind where their flow ends. */
const withTargets = (reader: BpmnReader, nodes: RawNode[]): Json[] =>
  nodes.map((node, index) => {
    if (node['t'] === 'branch') {
      const arms = node['arms'] as { body: RawNode[] }[]
      return { ...node, arms: arms.map((arm) => ({ ...arm, body: withTargets(reader, arm.body) })) }
    }
    const jump = reader.jumps.get(node.id)
    if (!jump) return node
    const target = nodes.slice(index + 1).find(({ id }) => leadsTo(reader, jump.to, entryOf(reader.elements, id).id))
    if (!target)
      throw new Irreducible('jump', '“{element}”只能跳转到同一路径上后面的环节', {
        element: nameIn(entryOf(reader.elements, node.id)),
      })
    return { ...node, to: target.id }
  })

const leadsTo = ({ graph: { vertices } }: BpmnReader, from: string, to: string): boolean => {
  for (let current = from; ;) {
    if (current === to || current === `#${to}`) return true
    const vertex = vertices.get(current)
    if (!vertex?.gate || vertex.out.length !== 1) return false
    current = firstOf(vertex.out).to
  }
}

// what the file shows goes before what the settings say

const asShown = (reader: BpmnReader, node: Node, findings: PublishFinding[]): Node => {
  const element = entryOf(reader.elements, node.id)
  if (node.t === 'branch') return branchAsShown(reader, element, node, findings)
  const drawn = visibleOf(node)
  if (isHuman(node)) return isSame(drawn.loop, element.loop) ? node : { ...node, vote: voteOf(element) }
  if (node.t === 'delay') return isSame(drawn.timer, element.timer) ? node : { ...node, wait: waitOf(element) }
  if (node.t === 'subFlow') return drawn.calls === element.calls ? node : { ...node, flowKey: brief(element.calls) || unset }
  if (node.t !== 'route') return node
  const jump = entryOf(reader.jumps, node.id)
  const { when, ...always } = node
  if (element.otherwise === jump.id || (!jump.condition && !when)) return always
  if (when && conditionText(when) === jump.condition) return node
  throw new Irreducible('condition', '“{element}”的条件“{condition}”不能识别', {
    element: nameIn(element),
    condition: brief(jump.condition),
  })
}

const branchAsShown = (reader: BpmnReader, element: BpmnElement, node: Branch, findings: PublishFinding[]): Branch => {
  const find = (reason: string, words: string, params: Params): void =>
    void findings.push({
      level: 'warning',
      node: node.id,
      reason: refusal(`approval.bpmn.${reason}`, words, { node: node.name, ...params }),
    })
  const arms = node.arms.map((arm, index): Arm => {
    const flow = entryOf(reader.arms, `${node.id}/${arm.id}`)
    const body = arm.body.map((inner) => asShown(reader, inner, findings))
    const { when, ...open } = arm
    if (when && conditionText(when) === flow.condition && node.kind !== 'par') return { ...arm, body }
    if (flow.condition && node.kind !== 'par')
      find('foreignCondition', '“{node}”中分支“{arm}”的条件“{condition}”不能识别，请重新设置', {
        arm: arm.name,
        condition: brief(flow.condition),
      })
    if (node.kind !== 'par' && index === node.arms.length - 1 && flow.id !== element.otherwise && flow.condition)
      find('madeDefault', '“{node}”没有默认分支，“{arm}”成为默认分支', { arm: arm.name })
    return { ...open, body }
  })
  return { ...node, arms }
}

const voteOf = ({ loop }: BpmnElement): Vote => {
  if (loop === undefined || loop === 'other') return { mode: 'or' }
  if (loop.sequential) return { mode: 'seq' }
  const [, n] = /^approvals >= (\d{1,3})$/.exec(loop.until ?? '') ?? []
  if (n === undefined || Number(n) < 1 || Number(n) > 200) return { mode: 'all' }
  return n === '1' ? { mode: 'or' } : { mode: 'atLeast', n: Number(n) }
}

const waitOf = (element: BpmnElement): Delay['wait'] => {
  const wait = element.timer && waitFrom(element.timer)
  if (!wait) throw new Irreducible('timer', '“{element}”的等待时间不能识别', { element: nameIn(element) })
  return wait
}

const waitFrom = (timer: BpmnTimer): Delay['wait'] | undefined => {
  if ('date' in timer) {
    const [, until] = /^\$\{([$A-Za-z_][\w$]*(?:\.[A-Za-z_][\w$]*){0,3})\}$/.exec(timer.date) ?? []
    return until === undefined ? undefined : { until }
  }
  const [duration, days = '0', hours = '0', minutes = '0'] =
    /^P(?=.)(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,5})M)?)?$/.exec(timer.duration) ?? []
  const [d, h, m] = [Number(days), Number(hours), Number(minutes)]
  const total = (d * 24 + h) * 60 + m
  if (duration === undefined || total === 0) return undefined
  const after = lengthOf(d, h, m)
  return after.value > 100_000 ? undefined : { after, calendar: '24x7' }
}

/** A length in the largest unit that it is a whole number of. */
const lengthOf = (days: number, hours: number, minutes: number): Extract<Delay['wait'], { after: unknown }>['after'] => {
  if (hours + minutes === 0) return { value: days, unit: 'days' }
  if (minutes === 0) return { value: days * 24 + hours, unit: 'hours' }
  return { value: (days * 24 + hours) * 60 + minutes, unit: 'minutes' }
}

/** Our settings of an element, a flow or the whole; none where there are none. */
const settingsOf = ({ settings, ...rest }: { settings?: string; id: string; name: string }): Json => {
  if (settings === undefined) return {}
  try {
    const read: unknown = JSON.parse(settings)
    if (isRecord(read)) return read
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Irreducible('settings', '“{element}”的扩展设置已损坏', { element: nameIn(rest) })
}

/** The exact name where the one that is shown was not changed. */
const nameOf = ({ name }: { name: string }, settings: Json, otherwise: string): string => {
  const exact = settings['name']
  if (typeof exact === 'string' && shownText(exact) === name) return exact
  return brief(name) || otherwise
}

const nameIn = ({ id, name }: { id: string; name: string }): string => brief(name) || id.slice(0, 60)
const brief = (text = ''): string => shownText(text).trim().slice(0, 60).trim().toWellFormed()
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Before their number, what arms without a name are called. */
const armName = '分支'

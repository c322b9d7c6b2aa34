import { assertDefined, entryOf } from '../../../kernel/assert.ts'
import type { Arm, ArmId, Branch, Definition, Node, NodeId } from './definition.ts'
import type { Condition } from '../form/condition.ts'

/** One node of a drawing: the definition without its rules, in words. In the order of the definition; `inside` is the arm around it. */
export type DiagramNode = {
  id: NodeId
  kind: Node['t']
  name: string
  /** Who is asked and how they vote, or what it waits for. */
  note: string
  inside: { block: NodeId; arm: ArmId } | null
  branch: Branch['kind'] | null
  /** With their conditions in words; the default arm and parallel arms have none. */
  arms: { id: ArmId; name: string; when: string }[]
  /** Where a forward route leads. */
  to: NodeId | null
}

/** A rectangle of the drawing, its corner and size in units of one pixel. */
export type DiagramBox = {
  /** A node's id, `armKey`, 'START' or 'END'. */
  key: string
  kind: Node['t'] | 'start' | 'end' | 'arm'
  node?: DiagramNode
  arm?: DiagramNode['arms'][number]
  x: number
  y: number
  width: number
  height: number
}
/** A line through `points`; it is as far as what has the state `key`: the box it leads to, or the end of an arm or of all. */
export type DiagramLine = { key: string; points: { x: number; y: number }[] }
export type DiagramLayout = { width: number; height: number; boxes: DiagramBox[]; lines: DiagramLine[] }

/** `plan`: nothing runs; `returned`: was there and will be again; `closed`: ended from outside; `skipped`: it does not come past. */
export type DiagramState = 'plan' | 'expected' | 'active' | 'done' | 'returned' | 'rejected' | 'closed' | 'skipped' | 'incident'
/** What the states are read off: rows of the progress, in order. */
export type NodePassing = { nodeId: NodeId | null; state: 'done' | 'active' | 'rejected' | 'closed' | 'incident' | 'expected' }

export const armKey = (block: NodeId, arm: ArmId): string => `${block}/${arm}`
const endOf = (arm: string): string => `${arm}/END`

/** The definition as a list for drawing. `noteOf` and `whenOf` say in words what stands in a node and a condition. */
export const diagramNodes = (
  definition: Definition,
  noteOf: (node: Node) => string,
  whenOf: (condition: Condition, arm: Arm) => string,
): DiagramNode[] => {
  const drawn = (node: Node, inside: DiagramNode['inside']): DiagramNode[] => {
    const arms = node.t === 'branch' ? node.arms : []
    return [
      {
        id: node.id,
        kind: node.t,
        name: node.name,
        note: noteOf(node),
        inside,
        branch: node.t === 'branch' ? node.kind : null,
        arms: arms.map((arm) => ({ id: arm.id, name: arm.name, when: arm.when ? whenOf(arm.when, arm) : '' })),
        to: node.t === 'route' ? node.to : null,
      },
      ...arms.flatMap((arm) => arm.body.flatMap((inner) => drawn(inner, { block: node.id, arm: arm.id }))),
    ]
  }
  return definition.body.flatMap((node) => drawn(node, null))
}

/** Places every node: sequences from top to bottom, arms side by side, whatever is inside an arm in its own column. */
export const layOut = (nodes: readonly DiagramNode[]): DiagramLayout => {
  const root = treeOf(nodes)
  const width = Math.max(widthOf(root), boxSize.width)
  const diagram: DiagramDrawing = { boxes: [], lines: [] }
  const centre = width / 2
  addBox(diagram, { key: 'START', kind: 'start' }, { centre, y: 0, size: endSize })
  const bottom = placeSequence(diagram, root, centre, endSize.height)
  diagram.lines.push({ key: endOf(''), points: [{ x: centre, y: bottom }, { x: centre, y: bottom + gap.y }] }) // prettier-ignore
  addBox(diagram, { key: 'END', kind: 'end' }, { centre, y: bottom + gap.y, size: endSize })
  return { width, height: bottom + gap.y + endSize.height, ...diagram }
}

/** How every box and every end of an arm stands, by key; without a status nothing runs. */
export const diagramStates = (
  nodes: readonly DiagramNode[],
  progress: readonly NodePassing[],
  status: keyof typeof endStates | undefined,
): Map<string, DiagramState> => {
  const states = new Map<string, DiagramState>()
  const root = treeOf(nodes)
  if (status === undefined) {
    for (const { id, arms } of nodes) {
      states.set(id, 'plan')
      for (const arm of arms) states.set(armKey(id, arm.id), 'plan').set(endOf(armKey(id, arm.id)), 'plan')
    }
    return states.set('START', 'plan').set('END', 'plan').set(endOf(''), 'plan')
  }
  const stateOfNode = (node: DiagramNode) => passedState(progress, node.id, status)
  states.set('START', status === 'returned' ? 'active' : 'done')
  stateSequence(states, root, stateOfNode, status === 'returned' ? 'expected' : 'done')
  const end = endStates[status]
  return states.set('END', end).set(endOf(''), lastLineState(end))
}

/** The line into the end, by how the end looks. */
const lastLineState = (end: DiagramState): DiagramState => {
  if (end === 'incident') return 'done'
  return stoppedStates.has(end) ? 'skipped' : end
}

/** The box to look at first: what waits now, otherwise where it ended or begins. */
export const currentKey = (layout: DiagramLayout, states: ReadonlyMap<string, DiagramState>): string => {
  const waits = (kind: 'active' | 'incident') =>
    layout.boxes.find((box) => box.kind !== 'branch' && box.kind !== 'arm' && states.get(box.key) === kind)?.key
  const last = layout.boxes.findLast((box) => ['rejected', 'closed'].includes(states.get(box.key) ?? ''))?.key
  return waits('active') ?? waits('incident') ?? (states.get('END') === 'done' ? 'END' : last) ?? 'START'
}

export const boxSize = { width: 216, height: 64 }
export const armSize = { width: 216, height: 48 }
const branchSize = { width: 176, height: 32 }
const endSize = { width: 120, height: 40 }
const gap = { x: 28, y: 32 }

type Tree = { node: DiagramNode; arms: { arm: DiagramNode['arms'][number]; body: Tree[] }[] }
type DiagramDrawing = { boxes: DiagramBox[]; lines: DiagramLine[] }
type Size = { width: number; height: number }

const endStates = {
  running: 'expected',
  returned: 'expected',
  posting: 'incident',
  approved: 'done',
  rejected: 'rejected',
  withdrawn: 'closed',
  terminated: 'closed',
} as const satisfies Record<string, DiagramState>

const treeOf = (nodes: readonly DiagramNode[]): Tree[] => {
  const inside = Map.groupBy(nodes, (node) => (node.inside ? armKey(node.inside.block, node.inside.arm) : ''))
  const sequence = (key: string): Tree[] =>
    (inside.get(key) ?? []).map((node) => ({ node, arms: node.arms.map((arm) => ({ arm, body: sequence(armKey(node.id, arm.id)) })) }))
  return sequence('')
}

const sizeOf = (kind: DiagramNode['kind']): Size => (kind === 'branch' ? branchSize : boxSize)

const widthOf = (sequence: Tree[]): number => Math.max(0, ...sequence.map(blockWidth))

const blockWidth = ({ node, arms }: Tree): number =>
  Math.max(sizeOf(node.kind).width, arms.reduce((sum, { body }) => sum + armWidth(body), 0) + gap.x * Math.max(0, arms.length - 1))

const armWidth = (body: Tree[]): number => Math.max(armSize.width, widthOf(body))

const addBox = (
  diagram: DiagramDrawing,
  box: Pick<DiagramBox, 'key' | 'kind' | 'node' | 'arm'>,
  { centre, y, size }: { readonly centre: number; readonly y: number; readonly size: Size },
): void => {
  diagram.boxes.push({ ...box, x: centre - size.width / 2, y, ...size })
}

/** Draws a sequence below `top`; answers where it ends. */
const placeSequence = (diagram: DiagramDrawing, sequence: Tree[], centre: number, top: number): number =>
  sequence.reduce((y, item) => {
    const { node, arms } = item
    const size = sizeOf(node.kind)
    diagram.lines.push({ key: node.id, points: [{ x: centre, y }, { x: centre, y: y + gap.y }] }) // prettier-ignore
    addBox(diagram, { key: node.id, kind: node.kind, node }, { centre, y: y + gap.y, size })
    const bottom = y + gap.y + size.height
    return arms.length === 0 ? bottom : placeArms(diagram, item, centre, bottom)
  }, top)

const placeArms = (diagram: DiagramDrawing, item: Tree, centre: number, top: number): number => {
  const { node, arms } = item
  const total = arms.reduce((sum, { body }) => sum + armWidth(body), 0) + gap.x * (arms.length - 1)
  const armTop = top + gap.y
  let leftEdge = centre - total / 2
  const columns = arms.map(({ arm, body }) => {
    const key = armKey(node.id, arm.id)
    const middle = leftEdge + armWidth(body) / 2
    leftEdge += armWidth(body) + gap.x
    diagram.lines.push({ key, points: bent({ x: centre, y: top }, { x: middle, y: armTop }, top + gap.y / 2) })
    addBox(diagram, { key, kind: 'arm', node, arm }, { centre: middle, y: armTop, size: armSize })
    return { key, middle, bottom: placeSequence(diagram, body, middle, armTop + armSize.height) }
  })
  const bottom = Math.max(...columns.map((column) => column.bottom)) + gap.y
  for (const { key, middle, bottom: end } of columns)
    diagram.lines.push({ key: endOf(key), points: bent({ x: middle, y: end }, { x: centre, y: bottom }, bottom - gap.y / 2) })
  return bottom
}

type DiagramPoint = DiagramLine['points'][number]

/** Down, across at `turn`, and down again. */
const bent = (from: DiagramPoint, to: DiagramPoint, turn: number): DiagramLine['points'] =>
  from.x === to.x ? [from, to] : [from, { x: from.x, y: turn }, { x: to.x, y: turn }, to]

const passedState = (progress: readonly NodePassing[], id: NodeId, status: keyof typeof endStates): DiagramState => {
  const rows = progress.filter(({ nodeId }) => nodeId === id)
  const last = rows.findLast(({ state }) => state !== 'expected')?.state
  const isRepeated = rows.some(({ state }) => state === 'expected')
  if (last === undefined) return isRepeated ? 'expected' : 'skipped'
  if (last === 'active' || last === 'incident') return last
  if (isRepeated) return 'returned'
  return last === 'closed' && endStates[status] === 'expected' ? 'returned' : last
}

/** Where the way has come to before a node: past it, still ahead, or not on it. */
type Reach = 'done' | 'expected' | 'skipped'
const reach: Readonly<Record<DiagramState, Reach>> = {
  plan: 'skipped',
  done: 'done',
  active: 'expected',
  returned: 'expected',
  incident: 'expected',
  expected: 'expected',
  rejected: 'skipped',
  closed: 'skipped',
  skipped: 'skipped',
}

/** States of a sequence; `before` is how far the way has come when it begins. Answers the states that the progress names in it. */
const stateSequence = (
  states: Map<string, DiagramState>,
  sequence: Tree[],
  stateOfNode: (node: DiagramNode) => DiagramState,
  before: Reach,
): DiagramState[] => {
  const rowStates: DiagramState[] = []
  let way = before
  for (const { node, arms } of sequence) {
    if (node.kind === 'route') {
      states.set(node.id, way)
      continue
    }
    if (node.kind === 'branch') {
      rowStates.push(...stateBranch(states, { node, arms }, stateOfNode, way))
    } else {
      const state = stateOfNode(node)
      states.set(node.id, state)
      rowStates.push(state)
    }
    const state = entryOf(states, node.id)
    if (state !== 'skipped') way = reach[state]
  }
  return rowStates
}

const stateBranch = (
  states: Map<string, DiagramState>,
  { node, arms }: Pick<Tree, 'node' | 'arms'>,
  stateOfNode: (node: DiagramNode) => DiagramState,
  before: Reach,
): DiagramState[] => {
  const inner = arms.map(({ body }) => stateSequence(states, body, stateOfNode, before))
  const all = inner.flat()
  const isTaken = all.some((state) => state !== 'skipped')
  // An arm that asks no one leaves no trace: a parallel one is taken with the others, the default one where no other is.
  const isTraceless = (armStates: DiagramState[], index: number) =>
    armStates.length === 0 && (node.branch === 'par' ? isTaken || before !== 'skipped' : !isTaken && index === arms.length - 1)
  const followed = all.some((state) => visitedStates.has(state)) ? 'done' : before
  for (const [index, armStates] of inner.entries()) {
    const { arm } = assertDefined(arms[index], 'the arm of its states')
    const key = armKey(node.id, arm.id)
    const reachedStates = armStates.filter((state) => state !== 'skipped')
    const follows = isTraceless(armStates, index) ? followed : 'skipped'
    states.set(key, reachedStates.length === 0 ? follows : armBegin(reachedStates))
    states.set(endOf(key), reachedStates.length === 0 ? follows : armEnd(reachedStates))
  }
  const ownState = inner.some(isTraceless) ? before : 'skipped'
  states.set(node.id, isTaken ? strongest(all) : ownState)
  return all
}

/** How the way into an arm looks, by what was reached in it. */
const armBegin = (reachedStates: readonly DiagramState[]): DiagramState => {
  if (reachedStates.some((state) => visitedStates.has(state))) return 'done'
  return reachedStates.includes('returned') ? 'returned' : 'expected'
}

/** How the way out of an arm looks. */
const armEnd = (reachedStates: readonly DiagramState[]): DiagramState => {
  if (reachedStates.every((state) => state === 'done')) return 'done'
  return reachedStates.some((state) => stoppedStates.has(state)) ? 'skipped' : 'expected'
}

const stoppedStates: ReadonlySet<DiagramState> = new Set(['rejected', 'closed'])
/** What is entered now or was left for good. */
const visitedStates: ReadonlySet<DiagramState> = new Set(['active', 'incident', 'done', 'rejected', 'closed'])
const weights: readonly DiagramState[] = ['active', 'incident', 'rejected', 'returned', 'expected', 'closed', 'done']
const strongest = (all: DiagramState[]): DiagramState => weights.find((state) => all.includes(state)) ?? 'skipped'

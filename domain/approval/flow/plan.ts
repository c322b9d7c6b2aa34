import { type ArmId, type Definition, type HumanNode, type Node, type NodeId, isHuman } from './definition.ts'

/** A definition with every node's place looked up. Derived, so it may be dropped and made again at any time. */
export type Plan = { root: Sequence; places: Map<NodeId, Place> }
/** The body of the flow, or of an arm of a block. */
export type Sequence = { nodes: Node[] } & ({ block?: undefined; arm?: undefined } | { block: NodeId; arm: ArmId })
export type Place = { node: Node; sequence: Sequence; index: number }

export const planOf = (definition: Definition): Plan => {
  const cachedPlan = plans.get(definition)
  if (cachedPlan) return cachedPlan
  const plan: Plan = { root: { nodes: definition.body }, places: new Map() }
  addSequence(plan, plan.root)
  plans.set(definition, plan)
  return plan
}

/** The place of a node that must exist: ids in a state come from its own definition. */
export const placeOf = (plan: Plan, id: NodeId): Place => {
  const place = plan.places.get(id)
  if (!place) throw new Error(`no node ${id} in the definition`)
  return place
}

export const humanAt = (plan: Plan, id: NodeId): HumanNode => {
  const { node } = placeOf(plan, id)
  if (!isHuman(node)) throw new Error(`node ${id} asks nobody`)
  return node
}

/** All nodes of some sequences with everything inside them, outer before inner. */
export const within = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => (node.t === 'branch' ? [node, ...node.arms.flatMap((arm) => within(arm.body))] : [node]))

/**
 * The region of a node: itself and all that comes after it in its own sequence, with everything inside, then all that comes after
 * the block around it, and so on outwards; while that block still runs, nothing after it has been visited. Arms beside it are never
 * part of it.
 */
export const regionOf = (plan: Plan, target: NodeId): Set<NodeId> => {
  const region = new Set<NodeId>()
  let place = placeOf(plan, target)
  let from = place.index
  for (;;) {
    for (const node of within(place.sequence.nodes.slice(from))) region.add(node.id)
    const { block } = place.sequence
    if (block === undefined) return region
    place = placeOf(plan, block)
    from = place.index + 1
  }
}

/** The blocks around a node, the innermost first. */
export const blocksAround = (plan: Plan, id: NodeId): { block: NodeId; arm: ArmId }[] => {
  const enclosing: { block: NodeId; arm: ArmId }[] = []
  for (let { sequence } = placeOf(plan, id); sequence.block !== undefined; sequence = placeOf(plan, sequence.block).sequence)
    enclosing.push({ block: sequence.block, arm: sequence.arm })
  return enclosing
}

/** Where a node lies in its own sequence, and the blocks around it in theirs, from inside outwards. */
export const placesAround = (plan: Plan, id: NodeId): Place[] => {
  const place = placeOf(plan, id)
  const { block } = place.sequence
  return block === undefined ? [place] : [place, ...placesAround(plan, block)]
}

/** What of a flow was gone through: the steps left with success, and what each branch and route chose. */
type Way = { passed: readonly { node: NodeId }[]; taken: Readonly<Record<NodeId, readonly string[]>> }

/** The human nodes whose decision came directly before a node: one, or one of each way that met there; without a way, on any. */
export const humansBefore = (plan: Plan, id: NodeId, way?: Way): NodeId[] => {
  const nodesFound: NodeId[] = []
  let { sequence, index } = placeOf(plan, id)
  for (;;) {
    if (!lastHumans(sequence.nodes.slice(0, index), way, nodesFound) || sequence.block === undefined) return nodesFound
    ;({ sequence, index } = placeOf(plan, sequence.block))
  }
}

const plans = new WeakMap<Definition, Plan>()

const addSequence = (plan: Plan, sequence: Sequence): void => {
  for (const [index, node] of sequence.nodes.entries()) {
    plan.places.set(node.id, { node, sequence, index })
    if (node.t === 'branch') for (const arm of node.arms) addSequence(plan, { nodes: arm.body, block: node.id, arm: arm.id })
  }
}

/** Collects into `found` whose decisions came last; true where some way leads past without any, so that what came before counts too. */
const lastHumans = (nodes: Node[], way: Way | undefined, nodesFound: NodeId[]): boolean => {
  for (const node of nodes.toReversed()) {
    if (isHuman(node) && (!way || way.passed.some((passedNode) => passedNode.node === node.id))) {
      nodesFound.push(node.id)
      return false
    }
    if (node.t !== 'branch') continue
    const arms = node.arms.filter(({ id }) => !way || way.taken[node.id]?.includes(id))
    const past = arms.map(({ body }) => lastHumans(body, way, nodesFound))
    if (arms.length > 0 && !past.includes(true)) return false
  }
  return true
}

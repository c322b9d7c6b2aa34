import { assertDefined, firstOf } from '../../../kernel/assert.ts'
import type { Approve, Arm, ArmId, Branch, Definition, Delay, Handle, Node, NodeId, Service } from '../flow/definition.ts'
import { within } from '../flow/plan.ts'
import { headStep, work } from '../flow/work.ts'

/**
 * Changes of a definition while it is designed. Each answers a new definition, or the very one that it was given where nothing may
 * change; what is named must be there. Nodes and arms keep their ids for good, because running processes stand at them.
 */

/** The body of the flow (null), or the body of an arm. */
export type SequenceRef = { block: NodeId; arm: ArmId } | null
/** Before the node at `index`; the length of the sequence means its end. */
export type Spot = { within: SequenceRef; index: number }
/** Stands where a flow, a service or a target is still to be chosen; nothing is called so. */
export const unset = 'UNSET'
/** Makes a text that has not been an id yet, for instance a random one: ids of earlier versions must not come back. */
export type MakeId = () => string

/** A node of a kind with the settings that most of its kind have. */
export const blankNode = (kind: Exclude<Node['t'], 'branch'>, name: string, makeId: MakeId): Node => blanks[kind](makeId(), name)

/** A branch of two empty arms: a condition (or a side) and the default arm (or another side). */
export const blankBranch = (kind: Branch['kind'], names: BranchNames, makeId: MakeId): Branch => ({
  t: 'branch',
  id: makeId(),
  name: names.branch,
  kind,
  arms: [
    { id: makeId(), name: names.arm(1), body: [] },
    { id: makeId(), name: kind === 'par' ? names.arm(2) : names.rest, body: [] },
  ],
})
export type BranchNames = { branch: string; arm: (n: number) => string; rest: string }

export const sequenceAt = (definition: Definition, ref: SequenceRef): Node[] =>
  ref === null ? definition.body : armOf(definition, ref.block, ref.arm).body

export const nodeOf = (definition: Definition, id: NodeId): Node => {
  const node = within(definition.body).find((one) => one.id === id)
  if (!node) throw new Error(`no node ${id} in the definition`)
  return node
}

export const armOf = (definition: Definition, block: NodeId, arm: ArmId): Arm => {
  const armFound = branchOf(definition, block).arms.find(({ id }) => id === arm)
  if (!armFound) throw new Error(`no arm ${arm} in the branch ${block}`)
  return armFound
}

/** Where a node stands. */
export const spotOf = (definition: Definition, id: NodeId): Spot => {
  const find = (nodes: Node[], ref: SequenceRef): Spot | undefined => {
    const index = nodes.findIndex((node) => node.id === id)
    if (index >= 0) return { within: ref, index }
    for (const node of nodes)
      if (node.t === 'branch')
        for (const arm of node.arms) {
          const place = find(arm.body, { block: node.id, arm: arm.id })
          if (place) return place
        }
    return undefined
  }
  const spot = find(definition.body, null)
  if (!spot) throw new Error(`no node ${id} in the definition`)
  return spot
}

export const insertNode = (definition: Definition, { within: ref, index }: Spot, node: Node): Definition =>
  withSequence(definition, ref, (nodes) => nodes.toSpliced(index, 0, node))

/** Puts a branch at a spot; the `around` nodes that follow go into its first arm. */
export const insertBranch = (definition: Definition, { within: ref, index }: Spot, branch: Branch, around = 0): Definition =>
  withSequence(definition, ref, (nodes) => {
    const first = firstOf(branch.arms)
    const body = [...first.body, ...nodes.slice(index, index + around)]
    return nodes.toSpliced(index, around, { ...branch, arms: [{ ...first, body }, ...branch.arms.slice(1)] })
  })

/** Takes a node away, with everything inside it. */
export const removeNode = (definition: Definition, id: NodeId): Definition =>
  withSequence(definition, spotOf(definition, id).within, (nodes) => nodes.filter((node) => node.id !== id))

/** The node with the same id and kind takes its place. */
export const replaceNode = (definition: Definition, node: Node): Definition =>
  withSequence(definition, spotOf(definition, node.id).within, (nodes) =>
    nodes.map((otherNode) => (otherNode.id === node.id ? node : otherNode)),
  )

/** False into itself, and where it stands already. */
export const canMove = (definition: Definition, id: NodeId, { within: ref, index }: Spot): boolean => {
  const from = spotOf(definition, id)
  if (sameSequence(from.within, ref)) return index !== from.index && index !== from.index + 1
  return ref === null || !within([nodeOf(definition, id)]).some((node) => node.id === ref.block)
}

/** Takes a node to a spot that is counted with the node still in its old place. */
export const moveNode = (definition: Definition, id: NodeId, spot: Spot): Definition => {
  if (!canMove(definition, id, spot)) return definition
  const from = spotOf(definition, id)
  const index = sameSequence(from.within, spot.within) && from.index < spot.index ? spot.index - 1 : spot.index
  return insertNode(removeNode(definition, id), { within: spot.within, index }, nodeOf(definition, id))
}

/** The spot one step up (-1) or down (1) in the node's own sequence, where there is one. */
export const spotBeside = (definition: Definition, id: NodeId, step: -1 | 1): Spot | undefined => {
  const { within: ref, index } = spotOf(definition, id)
  const next = step < 0 ? index - 1 : index + 2
  return next < 0 || next > sequenceAt(definition, ref).length ? undefined : { within: ref, index: next }
}

/** The same with ids of its own; what refers to nodes inside the copy refers to their copies. */
export const copyNode = (node: Node, makeId: MakeId): Node => {
  const ids = new Map(within([node]).map(({ id }) => [id, makeId()]))
  return withIds(node, ids, makeId)
}

/** Adds an arm as the last but the default one; of a parallel branch as the last. */
export const addArm = (definition: Definition, block: NodeId, name: string, makeId: MakeId): Definition =>
  withArms(definition, block, (arms, { kind }) =>
    arms.toSpliced(kind === 'par' ? arms.length : arms.length - 1, 0, { id: makeId(), name, body: [] }),
  )

/**
 * Takes an arm away with what is in it. Where one would be left, the branch dissolves and what the other arm did takes its place. Where
 * the default arm goes, the one before it becomes the default.
 */
export const removeArm = (definition: Definition, block: NodeId, arm: ArmId): Definition => {
  const branch = branchOf(definition, block)
  const remainingArms = branch.arms.filter(({ id }) => id !== arm)
  if (remainingArms.length > 1) return withArms(definition, block, () => ordered(branch.kind, remainingArms))
  return withSequence(definition, spotOf(definition, block).within, (nodes) =>
    nodes.flatMap((node) => (node.id === block ? remainingArms.flatMap(({ body }) => body) : [node])),
  )
}

/** Moves an arm one place to the left (-1) or right (1), which is its priority; the default arm stays the last. */
export const moveArm = (definition: Definition, block: NodeId, arm: ArmId, step: -1 | 1): Definition => {
  const { arms, kind } = branchOf(definition, block)
  const from = arms.findIndex(({ id }) => id === arm)
  const moved = arms[from]
  const last = kind === 'par' ? arms.length - 1 : arms.length - 2
  if (!moved || from > last || from + step < 0 || from + step > last) return definition
  return withArms(definition, block, () => arms.toSpliced(from, 1).toSpliced(from + step, 0, moved))
}

/** A copy of an arm with its condition stands beside it. */
export const copyArm = (definition: Definition, block: NodeId, arm: ArmId, makeId: MakeId): Definition =>
  withArms(definition, block, (arms, { kind }) => {
    const index = arms.findIndex(({ id }) => id === arm)
    const original = assertDefined(arms[index], `the arm ${arm}`)
    const copy: Arm = { ...original, id: makeId(), body: original.body.map((node) => copyNode(node, makeId)) }
    return arms.toSpliced(kind !== 'par' && index === arms.length - 1 ? index : index + 1, 0, copy)
  })

/** Changes the name or the condition of an arm. */
export const changeArm = (definition: Definition, block: NodeId, arm: ArmId, change: Partial<Pick<Arm, 'name' | 'when'>>): Definition =>
  withArms(definition, block, (arms) =>
    arms.map((otherArm) => (otherArm.id === arm ? withoutNothing({ ...otherArm, ...change }) : otherArm)),
  )

/** Another kind of branching with the same arms: parallel ones lose their conditions. */
export const changeKind = (definition: Definition, block: NodeId, kind: Branch['kind']): Definition => {
  const branch = branchOf(definition, block)
  return branch.kind === kind ? definition : replaceNode(definition, { ...branch, kind, arms: ordered(kind, branch.arms) })
}

// -------------------------------------------------------------------------------------------------------------- pieces

const branchOf = (definition: Definition, id: NodeId): Branch => {
  const node = nodeOf(definition, id)
  if (node.t !== 'branch') throw new Error(`node ${id} is no branch`)
  return node
}

const sameSequence = (first: SequenceRef, second: SequenceRef): boolean => first?.block === second?.block && first?.arm === second?.arm

const withSequence = (definition: Definition, ref: SequenceRef, change: (nodes: Node[]) => Node[]): Definition => {
  const inside = (nodes: Node[]): Node[] =>
    nodes.map((node) =>
      node.t !== 'branch'
        ? node
        : {
            ...node,
            arms: node.arms.map((arm) => ({
              ...arm,
              body: ref?.block === node.id && ref.arm === arm.id ? change(arm.body) : inside(arm.body),
            })),
          },
    )
  return { ...definition, body: ref === null ? change(definition.body) : inside(definition.body) }
}

const withArms = (definition: Definition, block: NodeId, change: (arms: Arm[], branch: Branch) => Arm[]): Definition => {
  const branch = branchOf(definition, block)
  return replaceNode(definition, { ...branch, arms: change(branch.arms, branch) })
}

/** Arms as their kind wants them: the default one, and parallel ones, without a condition. */
const ordered = (kind: Branch['kind'], arms: readonly Arm[]): Arm[] =>
  arms.map((arm, index) => (kind === 'par' || index === arms.length - 1 ? withoutNothing({ ...arm, when: undefined }) : arm))

type Loosely<T> = { [K in keyof T]: T[K] | undefined }

const withoutNothing = ({ when, ...arm }: Loosely<Arm>): Arm => ({ ...(arm as Arm), ...(when === undefined ? {} : { when }) })

const withIds = (node: Node, ids: ReadonlyMap<NodeId, NodeId>, makeId: MakeId): Node => {
  const idFor = (id: NodeId): NodeId => ids.get(id) ?? id
  const id = idFor(node.id)
  switch (node.t) {
    case 'branch':
      return {
        ...node,
        id,
        arms: node.arms.map((arm) => ({ ...arm, id: makeId(), body: arm.body.map((node) => withIds(node, ids, makeId)) })),
      }
    case 'route':
      return { ...node, id, to: idFor(node.to) }
    case 'approve':
      return { ...withRollback(node, id, idFor), onReject: typeof node.onReject === 'object' ? { node: idFor(node.onReject.node) } : node.onReject } // prettier-ignore
    case 'handle':
      return withRollback(node, id, idFor)
    default:
      return { ...node, id }
  }
}

const withRollback = <N extends Approve | Handle>(node: N, id: NodeId, idFor: (id: NodeId) => NodeId): N => ({
  ...node,
  id,
  ops: { ...node.ops, rollback: Array.isArray(node.ops.rollback) ? node.ops.rollback.map(idFor) : node.ops.rollback },
})

const blanks: { [K in Exclude<Node['t'], 'branch'>]: (id: NodeId, name: string) => Extract<Node, { t: K }> } = {
  approve: headStep,
  handle: (id, name) => ({ ...work(id, name, []), t: 'handle' }),
  cc: (id, name) => ({ t: 'cc', id, name, assignees: [], fields: {} }),
  delay: (id, name): Delay => ({ t: 'delay', id, name, wait: { after: { value: 1, unit: 'days' }, calendar: 'workdays' } }),
  service: (id, name): Service => {
    const deadline = { after: { value: 3, unit: 'days' }, calendar: 'workdays', act: 'incident' } as const
    return { t: 'service', id, name, service: unset, wait: true, onFail: 'incident', deadline, fields: {} }
  },
  subFlow: (id, name) => ({
    t: 'subFlow',
    id,
    name,
    flowKey: unset,
    initiator: 'initiator',
    input: {},
    output: {},
    wait: true,
    onReject: 'end',
  }),
  route: (id, name) => ({ t: 'route', id, name, to: unset }),
}

import { createContext, use } from 'react'
import type { Arm, Branch, Definition, Node, NodeId } from '../../../../domain/approval/flow/definition.ts'
import { armKey, type DiagramState } from '../../../../domain/approval/flow/diagram.ts'
import { replaceNode, type SequenceRef, type Spot } from '../../../../domain/approval/design/edit.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import type { DesignSpeech } from '../../../../domain/approval/design/settings.ts'
import type { FlowProblem } from '../../../../domain/approval/operations/flows.ts'
import type { FormField } from '../../../../domain/approval/form/filling.ts'
import { newUuid } from '../../../../kernel/id.ts'

/** What is chosen in the drawing: a node's id, `armKey`, or the start. */
export type ChosenNode = string | undefined
export const startKey = 'START'

/** A flow on show and, unless it is only for reading, what may be done with it. */
export type Design = {
  readonly definition: Definition
  readonly fields: readonly FormField[]
  /** The own fields of what the form refers to, which conditions ask as well. */
  readonly ownFields: readonly FormField[]
  readonly speech: DesignSpeech
  readonly problems: readonly FlowProblem[]
  readonly chosen: ChosenNode
  readonly choose: (key: ChosenNode) => void
  /** Undefined where it is only read. `merging` names an edit that goes on, as typing does. */
  readonly edit: ((next: Definition, mergeKey?: string) => void) | undefined
  /** How nodes and arms stand after a trial. */
  readonly states: ReadonlyMap<string, DiagramState> | undefined
  /** What was copied here last. */
  readonly copied: Node | undefined
  readonly copy: (node: Node) => void
}

export const DesignContext = createContext<Design | undefined>(undefined)

export const useDesign = (): Design => {
  const design = use(DesignContext)
  if (!design) throw new Error('no design around')
  return design
}

/** Nodes and arms get ids that no version had before. */
export const newNodeId = (): string => `n${newUuid().replaceAll('-', '').slice(0, 12)}`

export type SelectedPart = { node: Node } | { branch: Branch; arm: Arm } | 'start' | undefined

/** What a key names, where it is still there. */
export const find = (definition: Definition, key: ChosenNode): SelectedPart => {
  if (key === undefined) return undefined
  if (key === startKey) return 'start'
  for (const node of within(definition.body)) {
    if (node.id === key) return { node }
    if (node.t === 'branch') for (const arm of node.arms) if (armKey(node.id, arm.id) === key) return { branch: node, arm }
  }
  return undefined
}

/** A spot as a text for attributes, and back. */
export const spotKey = ({ within: ref, index }: Spot): string => `${sequenceKey(ref)}@${index}`
export const spotOfKey = (key: string): Spot => {
  const [sequence = '', index] = key.split('@')
  const [block = '', arm] = sequence.split('/')
  return { within: arm === undefined ? null : { block, arm }, index: Number(index) }
}
const sequenceKey = (ref: SequenceRef): string => (ref === null ? '' : armKey(ref.block, ref.arm))

export const problemsAt = (problems: readonly FlowProblem[], node: NodeId): readonly FlowProblem[] =>
  problems.filter(({ nodeId }) => nodeId === node)

/** The node with other settings, without those that are undefined; `merging` makes typing in one of them one step. */
export const useReplace = <N extends Node>(node: N): ((change: Loosely<N>, mergeKey?: string) => void) => {
  const { definition, edit } = useDesign()
  return (change, mergeKey) => {
    const next = Object.fromEntries(Object.entries({ ...node, ...change }).filter(([, value]) => value !== undefined)) as N
    edit?.(replaceNode(definition, next), mergeKey && `${node.id}.${mergeKey}`)
  }
}
type Loosely<N> = { [K in keyof N]?: N[K] | undefined }

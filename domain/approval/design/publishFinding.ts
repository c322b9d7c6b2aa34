import { type Params, type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { Node, NodeId } from '../flow/definition.ts'

/** Something wrong, or merely odd, with a definition; `node` says where. Errors forbid publishing. */
export type PublishFinding = { level: 'error' | 'warning'; node: NodeId | null; reason: Refusal }

/** A finding about a node, or about the flow as a whole. */
export const at = (
  node: Node | null,
  level: PublishFinding['level'],
  reason: string,
  words: string,
  params: Params = {},
): PublishFinding => ({
  level,
  node: node?.id ?? null,
  reason: refusal(`approval.publish.${reason}`, words, node ? { node: node.name, ...params } : params),
})

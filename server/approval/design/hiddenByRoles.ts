import { conditionsOf } from '../../../domain/approval/design/publish.ts'
import { at, type PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import { pathsOf } from '../../../domain/approval/form/condition.ts'
import type { FormField } from '../../../domain/approval/form/filling.ts'
import { ownKeyAt } from '../../../domain/records/ownFields/ownPath.ts'
import { keysHiddenByRoles } from '../../access/hidden.ts'
import type { Tx } from '../../db/tx.ts'

/** Names conditions on own fields that a role hides: who sees which way an application takes can tell something of what stands there. */
export const roleFindings = async (tx: Tx, { body }: Definition, fields: readonly FormField[]): Promise<PublishFinding[]> => {
  const comparisons = within(body).flatMap((node) =>
    conditionsOf(node).flatMap((condition) => pathsOf(condition).map((path) => ({ node, path }))),
  )
  const keys = [...new Set(comparisons.flatMap(({ path }) => ownKeyAt(path) ?? []))]
  if (keys.length === 0) return []
  const hiddenKeys = await keysHiddenByRoles(tx, keys)
  return comparisons.flatMap(({ node, path }) => {
    const field = fields.find((candidate) => candidate.path === path)
    return field && hiddenKeys.has(ownKeyAt(path) ?? '')
      ? [at(node, 'warning', 'toldByWay', '有的角色看不到“{field}”，但可以从走哪个分支猜到它', { field: field.field.label })]
      : []
  })
}

import type { FieldPermissions, Path } from '../form/form.ts'
import type { Definition, Node, NodeId } from './definition.ts'

/**
 * The definition as one decision sees it: `paths` follow from the rest of the form, so every step may write them and none asks for them.
 */
export const withFreed = (definition: Definition, paths: readonly Path[]): Definition => {
  if (paths.length === 0) return definition
  const freedPermissions = Object.fromEntries(paths.map((path) => [path, 'write' as const]))
  const fields = (permissions: FieldPermissions): FieldPermissions => ({ ...permissions, ...freedPermissions })
  return {
    ...definition,
    startFields: fields(definition.startFields),
    body: mapNodes(definition.body, (node) => ('fields' in node ? { ...node, fields: fields(node.fields) } : node)),
  }
}

/** The definition in which what comes back from a child stands under the parent's own keys. */
export const withOwnOutput = (definition: Definition, id: NodeId, keys: readonly string[]): Definition => ({
  ...definition,
  body: mapNodes(definition.body, (node) =>
    node.t === 'subFlow' && node.id === id ? { ...node, output: Object.fromEntries(keys.map((key) => [key, key])) } : node,
  ),
})

/** The nodes, those inside of branches too, each as `change` makes it. */
export const mapNodes = (nodes: readonly Node[], change: (node: Node) => Node): Node[] =>
  nodes.map((node) =>
    node.t === 'branch' ? { ...node, arms: node.arms.map((arm) => ({ ...arm, body: mapNodes(arm.body, change) })) } : change(node),
  )

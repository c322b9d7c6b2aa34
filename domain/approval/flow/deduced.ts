import { type FieldPermissions, type Path, permissionOf } from '../form/form.ts'
import { type FormDesign, formulaReads } from '../form/formDesign.ts'
import type { Definition } from './definition.ts'
import { mapNodes } from './freed.ts'

/** What each computed field is computed from. */
export type FormulaReads = ReadonlyMap<Path, readonly Path[]>

/** The computed fields, not hidden themselves, from which a hidden field could be worked out, each with the hidden one. */
export const deducedPaths = (fields: FieldPermissions, reads: FormulaReads): Map<Path, Path> => {
  const found = new Map<Path, Path>()
  const isHidden = (path: Path): boolean => permissionOf(fields, path, 'read') === 'hide'
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const [path, sources] of reads) {
      const source = found.has(path) || isHidden(path) ? undefined : sources.find((one) => isHidden(one) || found.has(one))
      if (source !== undefined) found.set(path, found.get(source) ?? source)
    }
  }
  return found
}

/** The definition in which a computed field is hidden from each reader from whom a field is hidden that it is computed from. */
export const withDeducedHidden = (definition: Definition, design: FormDesign | undefined): Definition => {
  const before = closed.get(definition)
  if (before && before.design === design) return before.definition
  const reads: FormulaReads = design ? formulaReads(design) : new Map()
  const made = reads.size === 0 ? definition : withHidden(definition, reads)
  closed.set(definition, { design, definition: made })
  return made
}

const withHidden = (definition: Definition, reads: FormulaReads): Definition => {
  const fields = (permissions: FieldPermissions): FieldPermissions => {
    const deduced = [...deducedPaths(permissions, reads).keys()]
    return deduced.length === 0 ? permissions : { ...permissions, ...Object.fromEntries(deduced.map((path) => [path, 'hide' as const])) }
  }
  return {
    ...definition,
    startFields: fields(definition.startFields),
    body: mapNodes(definition.body, (node) => ('fields' in node ? { ...node, fields: fields(node.fields) } : node)),
  }
}

const closed = new WeakMap<Definition, { readonly design: FormDesign | undefined; readonly definition: Definition }>()

import { type FieldPermissions, type Path, permissionOf } from '../form/form.ts'
import { type FormDesign, formulaReads } from '../form/formDesign.ts'
import type { Definition } from './definition.ts'
import { mapNodes } from './freed.ts'

/** What each computed field is computed from. */
export type FormulaReads = ReadonlyMap<Path, readonly Path[]>

/** The computed fields, not hidden themselves, from which a hidden field could be worked out, each with the hidden one. */
export const deducedPaths = (fields: FieldPermissions, reads: FormulaReads): Map<Path, Path> => {
  const pathsFound = new Map<Path, Path>()
  const isHidden = (path: Path): boolean => permissionOf(fields, path, 'read') === 'hide'
  for (let size = -1; size !== pathsFound.size;) {
    size = pathsFound.size
    for (const [path, sources] of reads) {
      const source =
        pathsFound.has(path) || isHidden(path) ? undefined : sources.find((source) => isHidden(source) || pathsFound.has(source))
      if (source !== undefined) pathsFound.set(path, pathsFound.get(source) ?? source)
    }
  }
  return pathsFound
}

/** The definition in which a computed field is hidden from each reader who may not see one of the fields it is computed from. */
export const withDeducedHidden = (definition: Definition, design: FormDesign | undefined): Definition => {
  const before = closedDefinitions.get(definition)
  if (before && before.design === design) return before.definition
  const reads: FormulaReads = design ? formulaReads(design) : new Map()
  const completed = reads.size === 0 ? definition : withHidden(definition, reads)
  closedDefinitions.set(definition, { design, definition: completed })
  return completed
}

const withHidden = (definition: Definition, reads: FormulaReads): Definition => {
  const fields = (permissions: FieldPermissions): FieldPermissions => {
    const deducedList = [...deducedPaths(permissions, reads).keys()]
    return deducedList.length === 0
      ? permissions
      : { ...permissions, ...Object.fromEntries(deducedList.map((path) => [path, 'hide' as const])) }
  }
  return {
    ...definition,
    startFields: fields(definition.startFields),
    body: mapNodes(definition.body, (node) => ('fields' in node ? { ...node, fields: fields(node.fields) } : node)),
  }
}

const closedDefinitions = new WeakMap<Definition, { readonly design: FormDesign | undefined; readonly definition: Definition }>()

import { entryOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ForeignDepartment } from './foreign.ts'

/** Departments, each after the one above it. Refuses in words those that are above each other. */
export const parentsFirst = (departments: readonly ForeignDepartment[]): ForeignDepartment[] => {
  const byId = new Map(departments.map((department) => [department.id, department]))
  const ordered = new Set<string>()
  for (const department of [...departments].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const way: ForeignDepartment[] = []
    for (let ancestor: ForeignDepartment | undefined = department; ancestor && !ordered.has(ancestor.id);) {
      const first = way.indexOf(ancestor)
      if (first >= 0) refuse('directory.circle', '部门互为上级：{names}', { names: way.slice(first).map(nameOf).join(' → ') })
      way.push(ancestor)
      ancestor = ancestor.parentId === undefined || ancestor.parentId === ancestor.id ? undefined : byId.get(ancestor.parentId)
    }
    for (const { id } of way.toReversed()) ordered.add(id)
  }
  return [...ordered].map((id) => entryOf(byId, id))
}

const nameOf = ({ name, id }: ForeignDepartment): string => name ?? id

/** How many may leave at once before an administrator is asked whether it is so. */
export const isMassLeaving = (leaving: number, inService: number): boolean => leaving > leavingUnasked && leaving * 10 > inService * 3

const leavingUnasked = 2

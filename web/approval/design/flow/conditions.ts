import type { Condition, Literal, Quantifier } from '../../../../domain/approval/form/condition.ts'
import type { Path } from '../../../../domain/approval/form/form.ts'
import type { Field, FieldType } from '../../../../kernel/field.ts'
import type { ComparisonKind } from '../../../../kernel/fields/kind.ts'
import { kindOf, optionsOf, refersTo } from '../../../../kernel/fields/kinds.ts'

export type Comparison = { f: Path; op: ComparisonKind; v?: Literal; quantifier?: Quantifier }
/** Comparisons in groups: with `outer` any, one group whose comparisons all hold is enough; with all, in each group one. */
export type Groups = { outer: 'any' | 'all'; groups: Comparison[][] }

/** A condition as groups of comparisons; undefined where it is nested in another way. Nothing is one empty group. */
export const groupsOf = (condition: Condition | undefined): Groups | undefined => {
  if (condition === undefined) return { outer: 'any', groups: [[]] }
  const comparison = comparisonOf(condition)
  if (comparison) return { outer: 'any', groups: [[comparison]] }
  if ('not' in condition || 'f' in condition) return undefined
  const outer = 'any' in condition ? 'any' : 'all'
  const parts = 'any' in condition ? condition.any : condition.all
  const flat = parts.map(comparisonOf)
  // A single level reads best as one group of "and".
  if (outer === 'all' && flat.every((part) => part !== undefined)) return { outer: 'any', groups: [flat] }
  const groups = parts.map((part): Comparison[] | undefined => {
    const alone = comparisonOf(part)
    if (alone) return [alone]
    const inner = outer === 'any' ? 'all' : 'any'
    const inside = partsJoinedBy(inner, part)?.map(comparisonOf)
    return inside?.every((part) => part !== undefined) ? inside : undefined
  })
  return groups.every((group) => group !== undefined) ? { outer, groups } : undefined
}

const partsJoinedBy = (quantifier: 'all' | 'any', condition: Condition): readonly Condition[] | undefined => {
  if (quantifier === 'all') return 'all' in condition ? condition.all : undefined
  return 'any' in condition ? condition.any : undefined
}

/** The condition that groups make; undefined where nothing is compared yet. */
export const conditionOf = ({ outer, groups }: Groups): Condition | undefined => {
  const inner = outer === 'any' ? 'all' : 'any'
  const parts = groups.filter((group) => group.length > 0).map((group): Condition => joinConditions(inner, group.map(plain)))
  return parts.length === 0 ? undefined : joinConditions(outer, parts)
}

/** The comparisons that make sense for a field, the most usual first. */
export const operatorsFor = (path: Path, { control }: Field): readonly ComparisonKind[] => {
  if (path === '$dept') return ['isDeptIn', 'eq', 'ne']
  if (path === '$initiator') return ['hasRole', 'in', 'ne']
  return kindOf(control).comparisons(control)
}

/** How it is entered what a field is compared with: of a period its length, of what is chosen one or `many`. */
export const comparedControl = (control: FieldType, many: boolean): FieldType => {
  const comparedControl = (kindOf(control).compared?.(control) ?? control) as FieldType
  return optionsOf(comparedControl) || refersTo(comparedControl) ? ({ ...comparedControl, many } as FieldType) : comparedControl
}

/** Whether a comparison takes several values, one, or none. */
export const valuesTaken = (op: ComparisonKind): 'none' | 'one' | 'many' => {
  if (op === 'empty' || op === 'filled') return 'none'
  return op === 'in' || op === 'isDeptIn' || op === 'hasRole' ? 'many' : 'one'
}

/** Whether a comparison says all that it has to. */
export const isComplete = ({ op, v }: Comparison): boolean => valuesTaken(op) === 'none' || (v !== undefined && v !== '' && (!Array.isArray(v) || v.length > 0)) // prettier-ignore

const joinConditions = (link: 'any' | 'all', parts: Condition[]): Condition => {
  const [first, ...others] = parts
  if (first && others.length === 0) return first
  return link === 'any' ? { any: parts } : { all: parts }
}

const opposite: Readonly<Record<Quantifier, Quantifier>> = { any: 'all', all: 'any' }

/** Of how many things a comparison holds where nothing is said: what is empty is so of all, everything else of any. */
const usualQuantifier = ({ op }: Pick<Comparison, 'op'>): Quantifier => (op === 'empty' ? 'all' : 'any')

/** Of how many things a comparison must hold. */
export const quantifierOf = (comparison: Comparison): Quantifier => comparison.quantifier ?? usualQuantifier(comparison)

/** The comparison of so many things; the usual number is left out. */
export const withQuantifier = (comparison: Comparison, quantifier: Quantifier): Comparison => {
  const { quantifier: _, ...plainComparison } = comparison
  return quantifier === usualQuantifier(comparison) ? plainComparison : { ...plainComparison, quantifier }
}

/** All are filled where none is empty. */
const plain = ({ f, op, v, quantifier }: Comparison): Condition => {
  if (op === 'filled') return { not: { f, op: 'empty', ...(quantifier && { quantifier: opposite[quantifier] }) } }
  return { f, op, ...(v === undefined || op === 'empty' ? {} : { v }), ...(quantifier && { quantifier }) }
}

const comparisonOf = (condition: Condition): Comparison | undefined => {
  if ('f' in condition) return condition
  if (!('not' in condition) || !('f' in condition.not) || condition.not.op !== 'empty') return undefined
  const { f, quantifier } = condition.not
  return { f, op: 'filled', ...(quantifier && { quantifier: opposite[quantifier] }) }
}

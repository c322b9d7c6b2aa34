import { type Condition, stepsOfCondition } from './condition.ts'
import type { Path } from './form.ts'
import { type Formula, operandsOf, partsOf, partSteps } from './formula.ts'

/** What an item of a form takes to be evaluated: in a table for each of its `rows`. */
export type CostedItem = {
  readonly path: Path
  readonly rows: number
  readonly conditions: readonly Condition[]
  readonly formulas: readonly Formula[]
}

/** What entering one cell takes of the budget of rules, what its formula or its condition takes besides, and what checking a value takes. */
export const cellSteps = 30
export const computedSteps = 150
export const checkedSteps = 150

/** What a form takes where all its rows are filled in, and its costliest item; `rowsOf` says how many rows a table may have. */
export const costOfForm = (items: readonly CostedItem[], rowsOf: (table: string) => number): { steps: number; costliest: Path } => {
  const added = new Set<Path>()
  let [steps, most, costliest] = [0, -1, '']
  for (const { path, rows, conditions, formulas } of items) {
    const countAt = (path: Path): number => (path.includes('.') ? rowsOf(tableAt(path)) : 1)
    const conditional = conditions.reduce((total, condition) => total + computedSteps + stepsOfCondition(condition, countAt), 0)
    const computed = formulas.reduce((total, formula) => total + computedSteps + partsOf(formula).length * partSteps, 0)
    const sums = formulas.flatMap(operandsOf).filter((path) => path.includes('.') && !added.has(path))
    for (const path of sums) added.add(path)
    const summed = sums.reduce((total, index) => total + rowsOf(tableAt(index)) * partSteps, 0)
    const cost = rows * (cellSteps + conditional + computed) + summed
    steps += cost
    if (cost > most) [most, costliest] = [cost, path]
  }
  return { steps, costliest }
}

const tableAt = (path: Path): string => path.split('.')[0] ?? path

import { RefusalError, refusal } from './refusal.ts'

/**
 * The work that rules which people write (patterns, formulas, conditions, repeats) may take, in steps of some ten nanoseconds each.
 * A request has one budget for all its rules; where there is no request, an evaluation has one of its own.
 */
export class RuleBudget {
  readonly #granted: number
  #steps: number
  /** What searches for samples of applications may take besides. */
  #searches: RuleBudget | undefined

  constructor(steps: number) {
    this.#granted = steps
    this.#steps = steps
  }

  get steps(): number {
    return this.#steps
  }

  /** What was taken off, searches included. */
  get spentSteps(): number {
    return this.#granted - this.#steps + (this.#searches?.spentSteps ?? 0)
  }

  get searches(): RuleBudget {
    this.#searches ??= new RuleBudget(evaluationSteps)
    return this.#searches
  }

  /** Takes steps off; refuses in words, with the name of the rule's field, where there are not enough. */
  spend(steps: number, field: string): void {
    if (steps > this.#steps) throw new RefusalError(tooExpensive(field))
    this.#steps -= steps
  }
}

/** All rules of a request together. */
export const requestSteps = 4_000_000

/** One evaluation, during which nothing else runs: some 15 milliseconds. */
export const evaluationSteps = 1_500_000

/** What the rules of one form may take where all its rows are filled in: a request evaluates a form several times. */
export const formSteps = 700_000

/** What is said of the rule that a budget does not reach for. */
export const tooExpensive = (field: string) => refusal('rule.tooExpensive', '“{field}”的规则计算量过大，请减少行数或简化规则', { field })

/** True for the refusal of a budget that had no steps left. */
export const isTooExpensive = (error: unknown): boolean => error instanceof RefusalError && error.refusal.reason === 'rule.tooExpensive'

/** Takes steps off what the evaluation that runs and the request may take. One check outside of both is small by itself. */
export const spendSteps = (steps: number, field: string): void => {
  evaluation?.spend(steps, field)
  if (!isSearching) budgetOfRequest()?.spend(steps, field)
}

/** Runs one evaluation, which has to be done when `work` returns, under a budget of its own besides that of the request. */
export const withinBudget = <T>(work: () => T, steps = evaluationSteps): T => {
  if (evaluation) return work()
  evaluation = new RuleBudget(steps)
  try {
    return work()
  } finally {
    evaluation = undefined
  }
}

/**
 * Runs a search that may give up: `otherwise` is its answer where the steps for searches are used up, all searches of a request together.
 * What it takes is not taken from the rest of the request.
 */
export const searchWithinBudget = <T>(work: () => T, otherwise: T): T => {
  if (evaluation) return work()
  evaluation = budgetOfRequest()?.searches ?? new RuleBudget(evaluationSteps)
  isSearching = true
  try {
    return work()
  } catch (error) {
    if (isTooExpensive(error)) return otherwise
    throw error
  } finally {
    evaluation = undefined
    isSearching = false
  }
}

/** Says where the budget of the request that runs is found; a process that answers requests says it once. */
export const bindRequestBudget = (find: () => RuleBudget | undefined): void => {
  budgetOfRequest = find
}

/** Set only while an evaluation or a search is on the stack, so that nothing else can run meanwhile. */
let evaluation: RuleBudget | undefined
let isSearching = false
let budgetOfRequest: () => RuleBudget | undefined = () => undefined

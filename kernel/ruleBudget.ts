import { Refused, refusal } from './refusal.ts'

/**
 * The work that rules which people write (patterns, formulas, conditions, repeats) may take, in steps of some ten nanoseconds each.
 * A request has one budget for all its rules; where there is no request, an evaluation has one of its own.
 */
export class RuleBudget {
  #steps: number

  constructor(steps: number = requestSteps) {
    this.#steps = steps
  }

  get steps(): number {
    return this.#steps
  }

  /** Takes steps off; refuses in words, with the name of the rule's field, where there are not enough. */
  spend(steps: number, field: string): void {
    if (steps > this.#steps) throw new Refused(tooExpensive(field))
    this.#steps -= steps
  }
}

/** Some 30 milliseconds, all rules of a request together. */
export const requestSteps = 3_000_000

/** What the rules of one form may take where all its rows are filled in: a request evaluates a form several times. */
export const formSteps = 300_000

/** What is said of the rule that a budget does not reach for. */
export const tooExpensive = (field: string) =>
  refusal('rule.tooExpensive', '“{field}”的规则计算量过大，请减少行数或简化规则', { field })

/** True for the refusal of a budget that had no steps left. */
export const isTooExpensive = (error: unknown): boolean => error instanceof Refused && error.refusal.reason === 'rule.tooExpensive'

/** Takes steps off the budget of the request, or of the evaluation that runs. One check outside of both is small by itself. */
export const spendSteps = (steps: number, field: string): void => (budgetOfRequest() ?? evaluation)?.spend(steps, field)

/** Runs one evaluation, which has to be done when `work` returns, under the budget of the request or one of its own. */
export const withinBudget = <T>(work: () => T): T => {
  if (evaluation || budgetOfRequest()) return work()
  evaluation = new RuleBudget()
  try {
    return work()
  } finally {
    evaluation = undefined
  }
}

/** Says where the budget of the request that runs is found; a process that answers requests says it once. */
export const bindRequestBudget = (find: () => RuleBudget | undefined): void => {
  budgetOfRequest = find
}

/** Set only while `withinBudget` is on the stack, so that nothing else can run meanwhile. */
let evaluation: RuleBudget | undefined
let budgetOfRequest: () => RuleBudget | undefined = () => undefined

import { AsyncLocalStorage } from 'node:async_hooks'
import { bindRequestBudget, requestSteps, RuleBudget } from '../kernel/ruleBudget.ts'

const budgets = new AsyncLocalStorage<RuleBudget>()
bindRequestBudget(() => budgets.getStore())

/** Answers one request with a budget of its own for all that people's rules make it work out, whatever else is answered meanwhile. */
export const withRequestBudget = <T>(work: () => T): T => budgets.run(new RuleBudget(requestSteps), work)

/** What the rules of the request that runs have taken so far. */
export const spentSteps = (): number => budgets.getStore()?.spentSteps ?? 0

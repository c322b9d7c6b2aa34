import type { Operation } from '../../domain/operations/define.ts'
import type { Answered, Ask, TestApp } from './app.ts'

/**
 * Asks as a person, in a session in which no write was let through yet: such a write may have ended it, or given it another role. What is
 * asked of a session that is over is asked again in a new one.
 */
export const askInFreshSession = (ask: TestApp['ask'], openSession: () => Promise<string>) => {
  let token: string | undefined
  return async (operation: Pick<Operation, 'reads'>, request: Ask): Promise<Answered> => {
    const former = token
    const first = former === undefined ? undefined : await ask({ ...request, token: former })
    const isAnswered = first !== undefined && first.status !== 401
    if (!isAnswered) token = await openSession()
    const answer = isAnswered ? first : await ask({ ...request, token })
    if (operation.reads !== true && answer.status < 400) token = undefined
    return answer
  }
}

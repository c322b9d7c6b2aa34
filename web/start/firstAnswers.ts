import { currentUser, resources } from '../../domain/access/sessionOperations.ts'
import { cache, learnFrom } from '../cache.ts'
import { earlyQuestions, type Question, takeEarlyAnswer } from './earlyAnswers.ts'
import { keepAnswer, keptAnswer } from './keptAnswers.ts'
import { menuQuery, userQuery } from '../session/entranceQueries.ts'
import { session } from '../session/session.ts'

/** So long a start that has nothing to show waits, once its code is there, for what was asked before. */
const waitMs = 1000

/**
 * Lays what was asked before the code was there where the first screen looks for it, so that it is drawn once. Where the answers of last time
 * can be shown, nothing is waited for: what comes later changes them.
 */
export const layFirstAnswers = async (): Promise<void> => {
  const questions = earlyQuestions()
  const hasKept = questions.some(({ name, input }) => keptAnswer([name, input]) !== undefined)
  if (questions.length === 0 || !(await areAnswered(hasKept ? 0 : waitMs))) return
  await Promise.all(questions.map(layAnswer))
}

const areAnswered = (withinMs: number): Promise<boolean> =>
  Promise.race([
    Promise.resolve(globalThis.earlyAsking?.answers).then((answers) => answers !== undefined),
    new Promise<boolean>((resolve) => setTimeout(resolve, withinMs, false)),
  ])

const layAnswer = async (question: Question): Promise<void> => {
  if (question.name === resources.name) return cache.prefetchQuery(menuQuery(session()))
  if (question.name === currentUser.name) return cache.prefetchQuery(userQuery(session()))
  const box = await takeEarlyAnswer(question)
  if (!box) return
  const key = [question.name, question.input] as const
  learnFrom(box.answer)
  keepAnswer(key, box.answer)
  cache.setQueryData(key, box.answer)
}

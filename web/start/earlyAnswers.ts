import { session } from '../session/session.ts'
import { languageCode } from '../words.ts'

/** A question by the name of its operation, and what it was answered. */
export type Question = { readonly name: string; readonly input: unknown }
export type AnswerBox = { readonly answer: unknown }

/** What start/earlyQuestions.ts leaves behind. */
type EarlyAsking = {
  readonly token: string
  readonly language: string
  readonly questions: readonly Question[]
  readonly answers: Promise<readonly (AnswerBox | null)[] | undefined>
}

declare global {
  var earlyAsking: EarlyAsking | undefined
}

/** After this an answer that no one has taken is old. */
const freshMs = 10_000

const keyOf = ({ name, input }: Question): string => JSON.stringify([name, input])
const takenKeys = new Set<string>()

/** What was asked before the code was there, and is still to be taken by whom it was asked for. */
export const earlyQuestions = (): readonly Question[] => {
  const early = globalThis.earlyAsking
  if (!early || performance.now() > freshMs || early.token !== session().token || early.language !== languageCode()) return []
  return early.questions.filter((question) => !takenKeys.has(keyOf(question)))
}

/** The answer to a question that was asked before the code was there, once; undefined where it was not, or was not answered. */
export const takeEarlyAnswer = async (question: Question): Promise<AnswerBox | undefined> => {
  const key = keyOf(question)
  if (!earlyQuestions().some((candidate) => keyOf(candidate) === key)) return undefined
  takenKeys.add(key)
  const { questions, answers } = globalThis.earlyAsking ?? {}
  const place = questions?.findIndex((candidate) => keyOf(candidate) === key) ?? -1
  return (await answers)?.[place] ?? undefined
}

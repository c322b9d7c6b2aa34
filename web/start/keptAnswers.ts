import { currentUser, resources } from '../../domain/access/sessionOperations.ts'
import { togetherAtMost } from '../../domain/operations/together.ts'
import { onNewPerson, session, storeAside, stored } from '../session/session.ts'
import { language, languageCode } from '../words.ts'

/** A question as the query cache knows it: the operation's name and what it was asked with. */
type Question = readonly [name: string, input: unknown]
type Answers = Readonly<Record<string, unknown>>

/** What a question of the first screen was answered last, to the same person in the same view and language. */
export const keptAnswer = (question: Question): unknown => own()[JSON.stringify(question)]

/** Keeps an answer for the next start, until the session ends. */
export const keepAnswer = (question: Question, answer: unknown): void => {
  answers = { ...own(), [JSON.stringify(question)]: answer }
  writing ??= setTimeout(write, writeAfterMs)
}

/** Not while the screen that the answers are for is being drawn. */
const writeAfterMs = 1000
let writing: ReturnType<typeof setTimeout> | undefined
let answers: Answers = {}
let answeredTo = ''
onNewPerson(() => {
  answeredTo = ''
})

const write = (): void => {
  writing = undefined
  const answersToKeep = own()
  if (Object.keys(answersToKeep).length === 0) return
  storeAside('first_screen', { answeredTo, answers: answersToKeep }, 0)
  storeAside('first_questions', { language: languageCode(), questions: questionsOf(answersToKeep) }, 0)
}

/** What the next start asks before its code is there (start/earlyQuestions.ts): who is signed in, the menu, and what is kept. */
const questionsOf = (answersToAsk: Answers): readonly { readonly name: string; readonly input: unknown }[] =>
  [[currentUser.name, {}], [resources.name, {}], ...Object.keys(answersToAsk).map((key): Question => JSON.parse(key))]
    .slice(0, togetherAtMost)
    .map(([name, input]) => ({ name: String(name), input }))

const own = (): Answers => {
  const { uid, operationId, roles } = session()
  const askedBy = [operationId, uid, language(), ...roles.map(({ roleCode }) => roleCode)].join(' ')
  if (answeredTo !== askedBy) {
    const storedScreen = stored<{ answeredTo: string; answers: Answers }>('first_screen')
    answers = storedScreen?.answeredTo === askedBy ? storedScreen.answers : {}
    answeredTo = askedBy
  }
  return answers
}

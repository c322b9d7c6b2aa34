/** A question on show: yes or no, or one of several. */
export type Question =
  | {
      readonly type: 'confirm'
      readonly title: string
      readonly text: string | undefined
      readonly yes: string
      readonly no: string | undefined
      readonly danger: boolean
      readonly answer: (isYes: boolean) => void
    }
  | {
      readonly type: 'choose'
      readonly title: string
      readonly choices: readonly Choosable[]
      readonly answer: (value: string | undefined) => void
    }

export type Choosable<V extends string = string> = { value: V; label: string; text?: string; danger?: boolean; chosen?: boolean }

/** Puts a question behind those that wait. */
export const pose = (question: Question): void => {
  queue = [...queue, question]
  for (const listener of listeners) listener()
}

/** The person who was asked has gone: every question is answered with no. */
export const dropQuestions = (): void => {
  for (const question of queue) answerQuestion(question, undefined)
}

/** The question on show; for the one place that draws it. */
export const shownQuestion = (): Question | undefined => queue[0]
export const onQuestion = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Answers the question on show and shows the next. */
export const answerQuestion = (question: Question, answer: boolean | string | undefined): void => {
  queue = queue.filter((queued) => queued !== question)
  if (question.type === 'confirm') question.answer(answer === true)
  else question.answer(typeof answer === 'string' ? answer : undefined)
  for (const listener of listeners) listener()
}

let queue: readonly Question[] = []
const listeners = new Set<() => void>()

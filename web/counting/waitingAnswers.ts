import { isRecord } from '../../kernel/isRecord.ts'
import { ownAnswers, type OwnLine, selfCountAnswer } from '../../domain/counting/selfCountOperations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { type Action, isWaiting } from '../outbox/action.ts'

/** A piece as its holder has answered; `waits` where this device still has to send that. */
export type ShownLine = OwnLine & { readonly waits: boolean }

/** An answer as the outbox keeps it. */
type OwnAnswerInput = InputOf<typeof selfCountAnswer>['answers'][number]

/** The pieces of a count with the answers that wait in the outbox of this device. */
export const linesWithWaiting = (taskId: string, lines: readonly OwnLine[], actions: readonly Action[]): ShownLine[] => {
  const answerByItem = new Map(actions.flatMap((action) => answersOf(taskId, action)).map((answer) => [answer.itemId, answer]))
  return lines.map((line) => {
    const answer = answerByItem.get(line.itemId)
    return answer
      ? { ...line, answer: answer.answer, note: answer.note ?? null, proof: proofOf(answer), waits: true }
      : { ...line, waits: false }
  })
}

const answersOf = (taskId: string, action: Action): readonly OwnAnswerInput[] => {
  const { input } = action
  const isOfTask = isWaiting(action) && action.operation === selfCountAnswer.name && isRecord(input) && input['taskId'] === taskId
  return isOfTask && Array.isArray(input['answers']) ? input['answers'].filter(isAnswer) : []
}

const isAnswer = (value: unknown): value is OwnAnswerInput =>
  isRecord(value) && typeof value['itemId'] === 'string' && Object.hasOwn(ownAnswers, String(value['answer']))

const proofOf = (answer: OwnAnswerInput): OwnLine['proof'] => {
  if (answer.file !== undefined) return 'photo'
  return answer.scanned === undefined ? 'tick' : 'scan'
}

import * as v from 'valibot'
import { type OwnLine, selfCountAnswer } from '../../domain/counting/selfCountOperations.ts'
import { type Action, isWaiting } from '../outbox/action.ts'

/** A piece as its holder has answered; `waits` where this device still has to send that. */
export type ShownLine = OwnLine & { readonly waits: boolean }

type OwnAnswerInput = v.InferOutput<typeof selfCountAnswer.input>['answers'][number]

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
  if (!isWaiting(action) || action.operation !== selfCountAnswer.name) return []
  const { success, output } = v.safeParse(selfCountAnswer.input, action.input)
  return success && output.taskId === taskId ? output.answers : []
}

const proofOf = ({ file, scanned }: OwnAnswerInput): OwnLine['proof'] => {
  if (file !== undefined) return 'photo'
  return scanned === undefined ? 'tick' : 'scan'
}

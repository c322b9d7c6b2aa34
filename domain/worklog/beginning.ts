import type { Day } from '../../kernel/day.ts'
import type { OutputOf } from '../operations/define.ts'
import type { logOperations } from './operations.ts'
import { periodOf, spanOf } from './period.ts'

/** What a log is begun with. */
export type LogBeginning = OutputOf<typeof logOperations.begin>

/**
 * What a log of the period of a day is begun with, by answers that were given earlier: as it was answered for that period, else a blank log of
 * the newest answer. Where a deadline or another log of that period is known to the server alone, neither is named.
 */
export const beginningFrom = (answers: readonly LogBeginning[], day: Day): LogBeginning | undefined => {
  const periodKeyIn = ({ template }: LogBeginning) => periodOf(template.period, day)
  const [newest] = answers
  const answer = answers.find((otherAnswer) => otherAnswer.periodKey === periodKeyIn(otherAnswer))
  if (answer || !newest) return answer
  const periodKey = periodKeyIn(newest)
  const span = spanOf(newest.template.period, periodKey)
  return { ...newest, periodKey, from: span?.from ?? null, to: span?.to ?? null, until: null, existing: null }
}

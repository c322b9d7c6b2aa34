import type { Logger } from 'pino'
import { currentWork } from './currentWork.ts'

const slowMs = 1000

/** How many statements of this process were slow, and the log that is told of them. */
export const slowStatements: { count: number; log: Pick<Logger, 'warn'> | undefined } = { count: 0, log: undefined }

/** Notes how long a statement took from being sent to its answer, waiting in its flight included. The text of a statement has no values. */
export const noteStatement = (text: string, ms: number): void => {
  if (ms < slowMs) return
  slowStatements.count += 1
  slowStatements.log?.warn(
    { statement: text.replace(/\s+/g, ' ').slice(0, 500), ms: Math.round(ms), ...currentWork() },
    'A statement was slow',
  )
}

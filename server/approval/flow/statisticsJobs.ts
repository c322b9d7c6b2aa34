import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue } from '../../jobs/jobs.ts'

/** The kind of the jobs that count what has happened; the key is a process, or empty to count everything anew. */
export const statisticJob = 'workflow.statistic'

/** Asks for the counting of what some commands on a process did. The figures are not written by the commands: those of one flow would wait for each other. */
export const countLater = (tx: Tx, processId: Id): Promise<void> => enqueue(tx, { kind: statisticJob, key: processId })

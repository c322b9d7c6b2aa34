import { leaverWorker } from './approval/leavers.ts'
import { timerWorker } from './approval/timers.ts'
import { upgradeWorker } from './approval/upgradeWork.ts'
import type { Worker } from './jobs/jobs.ts'
import { documents } from './routes.ts'

/** Everything that is done later, by kind. */
export const workers: readonly Worker[] = [timerWorker(documents), leaverWorker(documents), upgradeWorker(documents)]

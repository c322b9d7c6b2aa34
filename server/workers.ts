import { deadlineWorker } from './approval/deadlines.ts'
import { awayWorker } from './approval/away.ts'
import { leaverWorker } from './approval/leavers.ts'
import { searchWorker } from './approval/search.ts'
import { serviceWorker } from './approval/servicesJob.ts'
import { statisticWorker } from './approval/statisticsFold.ts'
import { childWorkers } from './approval/subflows.ts'
import { timerWorker } from './approval/timers.ts'
import { upgradeWorker } from './approval/upgradeWork.ts'
import type { Worker } from './jobs/jobs.ts'
import { recordSearchWorker } from './records/search.ts'
import { reminderWorker } from './reminders/daily.ts'
import { documents } from './routes.ts'
import type { Settings } from './settings.ts'

/** Everything that is done later, by kind. */
export const workers: readonly Worker[] = [
  timerWorker(documents),
  deadlineWorker,
  awayWorker(documents),
  leaverWorker(documents),
  upgradeWorker(documents),
  ...childWorkers(documents),
  statisticWorker,
  searchWorker,
  recordSearchWorker,
  reminderWorker,
]

/** What asks others and may have to wait for them; it has a lane of its own, so that nothing else waits. */
export const outsideWorkers = ({ serviceReach }: Settings): readonly Worker[] => [serviceWorker(documents, serviceReach)]

import type { Handler } from '../call.ts'
import { blankHandlers } from './blanks.ts'
import { dueHandlers } from './dueLabels.ts'
import { jobHandlers } from './jobs.ts'
import { lookingHandlers } from './labelReads.ts'
import { printerHandlers } from './printers.ts'
import { stationHandlers } from './stations.ts'
import { templateHandlers } from './templates.ts'

export const labelHandlers: readonly Handler[] = [
  ...templateHandlers,
  ...printerHandlers,
  ...stationHandlers,
  ...lookingHandlers,
  ...dueHandlers,
  ...jobHandlers,
  ...blankHandlers,
]

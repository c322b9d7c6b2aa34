import type { Handler } from '../call.ts'
import { lineHandlers } from './lines.ts'
import { packHandler } from './pack.ts'
import { planHandlers } from './plans.ts'
import { progressHandler } from './progress.ts'
import { pushHandler } from './push.ts'
import { taskHandlers } from './tasks.ts'

export const countingHandlers: readonly Handler[] = [
  ...planHandlers,
  ...taskHandlers,
  pushHandler,
  packHandler,
  progressHandler,
  ...lineHandlers,
]

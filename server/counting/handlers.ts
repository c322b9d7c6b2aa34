import type { Handler } from '../call.ts'
import { assetCountsHandler } from './countsOfAsset.ts'
import { correctionHandlers } from './settlement/corrections.ts'
import { decidingHandlers } from './settlement/deciding.ts'
import { countExportHandler } from './exportHandler.ts'
import { lineHandlers } from './lines.ts'
import { packHandler } from './pack.ts'
import { planHandlers } from './plans.ts'
import { progressHandler } from './progress.ts'
import { pushHandler } from './push.ts'
import { reportHandlers } from './report.ts'
import { ownCountHandlers } from './self.ts'
import { settlingHandlers } from './settlement/settling.ts'
import { sheetHandlers } from './sheet.ts'
import { signingHandlers } from './signingHandlers.ts'
import { taskHandlers } from './tasks.ts'
import { unansweredHandlers } from './unansweredLines.ts'
import { unknownHandlers } from './settlement/unknowns.ts'

export const countingHandlers: readonly Handler[] = [
  ...planHandlers,
  ...taskHandlers,
  countExportHandler,
  pushHandler,
  packHandler,
  progressHandler,
  ...lineHandlers,
  ...decidingHandlers,
  ...unknownHandlers,
  ...settlingHandlers,
  ...sheetHandlers,
  ...signingHandlers,
  ...reportHandlers,
  ...ownCountHandlers,
  ...unansweredHandlers,
  ...correctionHandlers,
  assetCountsHandler,
]

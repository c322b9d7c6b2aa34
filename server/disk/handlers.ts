import type { Handler } from '../call.ts'
import { changingHandlers } from './nodeChanges.ts'
import { fetchingHandlers } from './downloadRoutes.ts'
import { linkHandlers } from './links.ts'
import { lookHandlers } from './previews.ts'
import { nodeHandlers } from './nodes.ts'
import { shareHandlers } from './shares.ts'
import { uploadHandlers } from './uploads.ts'

export const diskHandlers: readonly Handler[] = [
  ...nodeHandlers,
  ...changingHandlers,
  ...uploadHandlers,
  ...shareHandlers,
  ...linkHandlers,
  ...lookHandlers,
  ...fetchingHandlers,
]

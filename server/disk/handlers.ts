import type { Handler } from '../call.ts'
import { changingHandlers } from './changing.ts'
import { fetchingHandlers } from './fetching.ts'
import { linkHandlers } from './links.ts'
import { lookHandlers } from './looking.ts'
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

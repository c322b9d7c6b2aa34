import type { Handler } from '../call.ts'
import { feedHandlers } from './feeds.ts'
import { lookingHandlers } from './looking.ts'
import { writingHandlers } from './writing.ts'

export const agendaHandlers: readonly Handler[] = [...lookingHandlers, ...writingHandlers, ...feedHandlers]

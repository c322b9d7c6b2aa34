import type { Handler } from '../call.ts'
import { feedHandlers } from './feeds.ts'
import { lookingHandlers } from './eventReads.ts'
import { writingHandlers } from './eventWrites.ts'

export const agendaHandlers: readonly Handler[] = [...lookingHandlers, ...writingHandlers, ...feedHandlers]

import type { Handler } from '../call.ts'
import { printerHandlers } from './printers.ts'
import { templateHandlers } from './templates.ts'

export const labelHandlers: readonly Handler[] = [...templateHandlers, ...printerHandlers]

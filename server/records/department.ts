import type { RecordHooks } from './hooks.ts'

export const departmentHooks: RecordHooks = { whenEmpty: { sortOrder: 0 } }

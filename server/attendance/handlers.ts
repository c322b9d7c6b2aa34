import type { Handler } from '../call.ts'
import { groupHandlers } from './groups.ts'
import { importHandlers } from './importHandlers.ts'
import { placeHandlers } from './places.ts'
import { punchHandlers } from './punching.ts'
import { rosterHandlers } from './roster.ts'
import { shiftHandlers } from './shifts.ts'
import { statisticsHandlers } from './statistics.ts'

export const attendanceHandlers: readonly Handler[] = [
  ...punchHandlers,
  ...importHandlers,
  ...statisticsHandlers,
  ...placeHandlers,
  ...shiftHandlers,
  ...groupHandlers,
  ...rosterHandlers,
]

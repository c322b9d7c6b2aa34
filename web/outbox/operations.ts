import { attendanceOperations } from '../../domain/attendance/operations.ts'
import { allDocumentOperations } from '../../domain/documents/operations.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { selfCountAnswer } from '../../domain/counting/selfCountOperations.ts'
import { logOperations } from '../../domain/worklog/operations.ts'

const keptOperations: readonly Operation[] = [
  ...allDocumentOperations,
  attendanceOperations.punch,
  selfCountAnswer,
  logOperations.send,
  logOperations.update,
]

/** What may be kept and sent later, by its name. Known to the build as a whole, so that the checks of its input stay out of the browser. */
export const operationNamed = (name: string): Operation | undefined => keptOperations.find((candidate) => candidate.name === name)

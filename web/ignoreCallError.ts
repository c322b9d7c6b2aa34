import { CallError } from './call.ts'

/** Ends a write whose failure was toasted already; an error of any other kind is a defect and goes on. */
export const ignoreCallError = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
}

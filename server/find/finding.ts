import type { FindAnswer, Fit } from '../../domain/find/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { SignedIn } from '../call.ts'

/** What finding needs to know of a call. */
export type FindContext = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** A record with how it is shown. */
export type FindResult = { readonly row: RecordRow; readonly found: FindAnswer }

/** How well a code fits what was looked for: as a whole, by its beginning, or otherwise. */
export const fitOf = (code: string, sought: string): Fit => {
  if (code === sought) return 0
  return code.startsWith(sought) ? 1 : 2
}

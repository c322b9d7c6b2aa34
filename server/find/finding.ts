import type { FindAnswer } from '../../domain/find/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { SignedIn } from '../call.ts'

/** What finding needs to know of a call. */
export type FindContext = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** A record with how it is shown. */
export type FindResult = { readonly row: RecordRow; readonly found: FindAnswer }

import type { Day } from '../../kernel/day.ts'
import type { SourceOccurrence } from '../../domain/agenda/source.ts'
import type { SignedIn } from '../call.ts'

/** What fills a person's agenda from one day until before another, as far as the caller may see it. */
export type SourceReader = (call: Pick<SignedIn, 'tx' | 'session' | 'at'>, from: Day, to: Day) => Promise<readonly SourceOccurrence[]>

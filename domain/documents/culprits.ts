import type { Id } from '../../kernel/id.ts'
import type { RefusalError } from '../../kernel/refusal.ts'

/** Refusals that speak of one line; any other is about all of them. */
const aboutOne: ReadonlySet<string> = new Set([
  'not-enough-stock',
  'asset-reserved',
  'asset-held',
  'asset-elsewhere',
  'moved-since-seen',
  'unknown-asset',
  'unknown-reference',
  'already-there',
  'serial-taken',
  'serial-twice',
  'asset-twice',
  'already-asked',
  'incomplete',
])

/** The things that a refused document was refused for, as far as it says so; undefined where it is about all of it. */
export const itemsRefused = ({ refusal, details }: RefusalError): ReadonlySet<Id> | undefined =>
  aboutOne.has(refusal.reason)
    ? new Set(Array.isArray(details) ? details.flatMap((detail) => (typeof detail?.item === 'string' ? [detail.item] : [])) : [])
    : undefined

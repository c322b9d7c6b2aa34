import type { Minute } from '../../kernel/day.ts'

/** What an application that was approved writes for its author: a punch that he could not make, or time off. */
export type Entry =
  | { readonly book: 'punch'; readonly at: Minute }
  | { readonly book: 'leave'; readonly kind: string; readonly from: Minute; readonly to: Minute }

import { pageSizes } from '../../domain/tables/view.ts'
import { lastOf } from '../../kernel/assert.ts'

/** How many rows the next page asks for. */
export const nextPageSize = (pagesLoaded: number): number => pageSizes[pagesLoaded] ?? lastOf(pageSizes)

/** Whether the next page is asked for: what is left below is less than three screens, or less than a fling passes. */
export const isMoreWanted = (
  { scrollTop, clientHeight, scrollHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
  rowHeightPx: number,
): boolean => clientHeight > 0 && scrollHeight - scrollTop - clientHeight < Math.max(3 * clientHeight, 100 * rowHeightPx)

/** Enough for the first screen and the next. */
const firstPageSize = 60
const mostPerPage = 480

/** How many rows the next page asks for: twice as many as the last, so that whoever goes far down waits seldom. */
export const nextPageSize = (pagesLoaded: number): number => Math.min(mostPerPage, firstPageSize * 2 ** Math.min(pagesLoaded, 10))

/** Whether the next page is asked for: what is left below is less than three screens, or less than a fling passes. */
export const isMoreWanted = (
  { scrollTop, clientHeight, scrollHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
  rowHeightPx: number,
): boolean => clientHeight > 0 && scrollHeight - scrollTop - clientHeight < Math.max(3 * clientHeight, 100 * rowHeightPx)

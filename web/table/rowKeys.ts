/** Whether a letter is a letter there. A checkbox takes none. */
export const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox')

/** Whether it stands in something that lies over the list and has keys of its own. */
export const liesOver = (target: HTMLElement): boolean =>
  target.closest('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') !== null

/** Whether nothing there has keys of its own: the page, or what only a screen put the focus on. */
export const isIdle = (target: HTMLElement): boolean => target.tabIndex < 0 && target.closest('a,button') === null

/** A window of its own. */
export const openAside = (href: string): void => void open(`#${href}`, '_blank')

type Place = {
  /** So many rows are a page. */
  readonly page: number
  readonly rows: number
  /** Whether the key was pressed in the table, or nowhere: elsewhere arrows belong to what stands there. */
  readonly inside: boolean
}

/** How far a key moves the cursor; undefined where it does not. */
export const stepOf = (key: string, { page, rows, inside }: Place): number | undefined => {
  if (key === 'j' || key === 'J') return 1
  if (key === 'k' || key === 'K') return -1
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows, End: rows }
  return inside ? steps[key] : undefined
}

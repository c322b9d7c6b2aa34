/** Whether a person is typing into something, where a letter is a letter. */
const isTyping = (target: EventTarget | null): boolean => {
  const { isContentEditable = false, tagName = '' } = (target ?? {}) as Partial<HTMLElement>
  return isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)
}

/** The search of the screen on show, where it has one. */
const searchOnShow = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=search]')].find((box) => box.offsetParent !== null)

export type KeyWish = 'find' | 'search' | 'keys'

/** What a key asks for anywhere in the app: Ctrl K the finder, `/` the search of the screen, `?` the list of keys. */
export const wishOf = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): KeyWish | undefined => {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? 'find' : undefined
  if (altKey || isTyping(target)) return undefined
  return wishes[key]
}
const wishes: Readonly<Record<string, KeyWish>> = { '/': 'search', '?': 'keys' }

/** Puts the cursor into the search of the screen; whether there is one. */
export const searchHere = (): boolean => {
  const box = searchOnShow()
  box?.focus()
  box?.select()
  return box !== undefined
}

import type { KeyboardEvent } from 'react'

/** What marks a row that a picker's keys go through; rows of a List need no mark. */
export const pickMark = { 'data-pick': '' } as const

/**
 * Keys in a picker: arrows go from the search box through its rows, Enter in the box chooses the first of what was searched for, and a letter
 * typed on a row goes on in the box. `search`: what the rows on the screen answer.
 */
export const movePick = (event: KeyboardEvent<HTMLElement>, search: string): void => {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const box = currentTarget.querySelector<HTMLInputElement>('input[type=search]')
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-pick], [role=listitem] > button')]
  const index = rows.findIndex((row) => row === target)
  if (target !== box && index === -1) return
  const isMove = key === 'ArrowDown' || key === 'ArrowUp'
  if (isMove) {
    event.preventDefault()
    const to = key === 'ArrowDown' ? index + 1 : index - 1
    if (to < 0) box?.focus()
    else rows[Math.min(to, rows.length - 1)]?.focus()
  } else if (key === 'Enter' && target === box && search !== '' && box?.value.trim() === search) {
    event.preventDefault()
    rows[0]?.click()
  } else if (index !== -1 && key.length === 1 && key !== ' ') box?.focus()
}

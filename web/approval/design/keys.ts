import { useEffect, useEffectEvent } from 'react'
import { useScreen } from '../../screen.ts'
import type { DraftState } from './useDraft.ts'

/** Keys on this screen while it is shown, but for those in what lies over it. `press` answers whether the key was meant for it. */
export const useKeys = (press: (event: KeyboardEvent, target: Element) => boolean): void => {
  const { shown } = useScreen()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || event.defaultPrevented || target.closest('[role=dialog],[role=listbox]')) return
    if (press(event, target)) event.preventDefault()
  })
  useEffect(() => {
    if (!shown) return
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shown])
}

/** Whether a person is typing there: a text takes back its own letters. */
export const isTyping = (target: Element): boolean => target.closest('input,textarea,select') !== null

/** Ctrl or ⌘ with Z, Shift+Z or Y. */
export const pressStep = (event: KeyboardEvent, { undo, redo }: Pick<DraftState<unknown>, 'undo' | 'redo'>): boolean => {
  const key = event.key.toLowerCase()
  if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return false
  const step = key === 'y' || event.shiftKey ? redo : undo
  step?.()
  return true
}

import type { Busy } from './Button.tsx'
import { toast } from './toast.ts'

/** How a button answers where something stands in its way. Words are told to a finger, too: what is disabled by the browser answers none. */
export const held = (...by: readonly (Busy | undefined)[]) => {
  const why = by.find((each) => typeof each === 'string')
  return why === undefined
    ? { disabled: by.some(Boolean) }
    : { type: 'button' as const, title: why, onClick: () => toast(why), 'aria-disabled': true }
}

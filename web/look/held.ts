import { toast } from './toast.ts'

/** True while something is under way; words where nothing can be begun: why. */
export type Busy = boolean | string

/** How a button answers where something stands in its way. Words are told to a finger, too: what is disabled by the browser answers none. */
export const held = (...by: readonly (Busy | undefined)[]) => {
  const why = by.find((each) => typeof each === 'string')
  return why === undefined
    ? { disabled: by.some(Boolean) }
    : { type: 'button' as const, title: why, onClick: () => toast(why), 'aria-disabled': true }
}

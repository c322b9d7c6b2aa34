import { toast } from './overlays/toast.ts'

/** True while something is under way; words where nothing can be begun: why. */
export type Busy = boolean | string

/** How a button answers where something stands in its way. Words are told to a finger, too: what is disabled by the browser answers none. */
export const holdButton = (...reasons: readonly (Busy | undefined)[]) => {
  const reason = reasons.find((candidate) => typeof candidate === 'string')
  return reason === undefined
    ? { disabled: reasons.some(Boolean) }
    : { type: 'button' as const, title: reason, onClick: () => toast(reason), 'aria-disabled': true }
}

/** What was done to something in steps that can be taken back: as it was before each, and after. */
export type History<T> = { readonly past: readonly Step<T>[]; readonly future: readonly Step<T>[] }
type Step<T> = { readonly before: T; readonly after: T }

export const noHistory: History<never> = { past: [], future: [] }

const stepsAtMost = 200

/** One more step; what was taken back before it is gone. */
export const recorded = <T>({ past }: History<T>, before: T, after: T): History<T> =>
  before === after ? { past, future: [] } : { past: [...past.slice(1 - stepsAtMost), { before, after }], future: [] }

/** The last step went on by itself: what was looked for is found. It stays one step. */
export const continued = <T>({ past, future }: History<T>, before: T, after: T): History<T> => {
  const last = past.at(-1)
  return last?.after === before ? { past: [...past.slice(0, -1), { before: last.before, after }], future } : { past: [], future: [] }
}

/** One step back from what stands now; undefined where there is none, or where another person has changed it since. */
export const undone = <T>({ past, future }: History<T>, now: T): { history: History<T>; to: T } | undefined => {
  const last = past.at(-1)
  return last?.after === now ? { history: { past: past.slice(0, -1), future: [last, ...future] }, to: last.before } : undefined
}

/** The step that was taken back last, once more. */
export const redone = <T>({ past, future }: History<T>, now: T): { history: History<T>; to: T } | undefined => {
  const [next, ...others] = future
  return next?.before === now ? { history: { past: [...past, next], future: others }, to: next.after } : undefined
}

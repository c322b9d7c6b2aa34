/** What was done and undone while something is designed, a flow or a form. `merging` names the edit that the next one of the same name continues, as typing does. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[]; merging: string | undefined }

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], merging: undefined })

/** An edit that changes nothing leaves no trace. */
export const edited = <T>(history: History<T>, next: T, merging?: string): History<T> => {
  if (next === history.now) return history
  const continues = merging !== undefined && merging === history.merging
  return { past: continues ? history.past : [...history.past, history.now].slice(-stepsMax), now: next, future: [], merging }
}

export const undone = <T>(history: History<T>): History<T> => {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], merging: undefined }
}

export const redone = <T>(history: History<T>): History<T> => {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.now], now: next, future, merging: undefined }
}

/** Every step as it is when something else has changed below all of them. */
export const rebased = <T>({ past, now, future, merging }: History<T>, onto: (step: T) => T): History<T> => ({
  past: past.map(onto),
  now: onto(now),
  future: future.map(onto),
  merging,
})

const stepsMax = 200

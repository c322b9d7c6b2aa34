import { newUuid } from '../../../kernel/id.ts'

const key = 'zaice.device'

/** What this device is known by: two people who punch with one device are marked. Anew where the browser keeps nothing. */
export const deviceId = (): string => {
  try {
    const kept = localStorage.getItem(key)
    if (kept) return kept
    const made = newUuid()
    localStorage.setItem(key, made)
    return made
  } catch {
    return (own ??= newUuid())
  }
}
let own: string | undefined

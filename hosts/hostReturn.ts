import { newUuid } from '../kernel/id.ts'

/** The secret of this window for a way out to a chat; the person who comes back with what the chat said shows it. */
export const markLeaving = (): string => {
  const browser = newUuid()
  sessionStorage.setItem(key, browser)
  return browser
}

/** The secret that this window has left with, once; empty where it never left: what stands in its address was brought by another person. */
export const takeReturn = (): string => {
  const browser = sessionStorage.getItem(key) ?? ''
  sessionStorage.removeItem(key)
  return browser
}

const key = 'zaice.led'

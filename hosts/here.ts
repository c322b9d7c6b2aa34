import { browser } from './browser/browser.ts'
import type { Ask, Half, Host } from './host.ts'

/** What carries the app now. The shell does not know it: what a host needs is never part of the first load. */
export let host: Host = browser

/** Said once, before the first screen that asks is drawn. */
export const carriedBy = async (half: Half, ask: Ask): Promise<Host> => {
  host = await half(browser, ask)
  return host
}

import { browser } from './browser/browser.ts'
import type { Host } from './host.ts'

/** The host that carries the app now. The shell fetches this on demand, so that what a host needs is never part of the first load. */
export const host: Host = browser

import type { Host } from './host.ts'

/** Whether the page is in the container of a host, by how that calls itself. Part of the first load; the rest is fetched there alone. */
export const isCarried = (): boolean => 'ZaiceShell' in globalThis || /DingTalk|wxwork|Lark/i.test(navigator.userAgent)

/** What carries the page, where that is more than a browser: the little that the shell asks, without fetching what a browser can. */
export const hostBeside = (): Host | undefined => carrier
export const keepHost = (host: Host): void => {
  carrier = host
}
let carrier: Host | undefined

import { carriedBy } from './here.ts'
import type { Ask, Half, Host } from './host.ts'
import { keepHost } from './start.ts'

/** The halves beside the browser, and how each knows that the page is in its container. */
const halves: readonly (readonly [isHere: () => boolean, load: () => Promise<{ readonly half: Half }>])[] = [
  [() => 'ZaiceShell' in globalThis, () => import('./native/native.ts')],
  [() => /DingTalk/i.test(navigator.userAgent), () => import('./dingtalk/dingtalk.ts')],
  [() => /wxwork\//i.test(navigator.userAgent), () => import('./wecom/wecom.ts')],
  [() => /Lark\//i.test(navigator.userAgent), () => import('./feishu/feishu.ts')],
]

/** Lets the half take over whose container this is. */
export const startHost = async (ask: Ask): Promise<Host | undefined> => {
  const [, load] = halves.find(([isHere]) => isHere()) ?? []
  if (!load) return undefined
  const { half } = await load()
  const host = await carriedBy(half, ask)
  keepHost(host)
  return host
}

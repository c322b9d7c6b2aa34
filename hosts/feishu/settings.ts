import type { HostStore } from '../workplace.ts'

/** A store app has many organisations and a ticket that is pushed; a custom app is its own organisation's and needs none. */
export const feishuAppKinds = ['store', 'custom'] as const

/** As the app is entered at Feishu. `url` takes the place of all addresses of Feishu: a gateway, which passes its pages on as well. */
export type FeishuSettings = {
  readonly appId: string
  readonly appSecret: string
  readonly appKind: (typeof feishuAppKinds)[number]
  /** What callbacks are sealed and signed with. */
  readonly encryptKey: string
  readonly verificationToken: string
  readonly url?: string | undefined
}

/** `keeping` is of this chat alone; `now` in milliseconds. */
export type FeishuParts = { readonly keeping: HostStore; readonly fetch: typeof fetch; readonly now: () => number }

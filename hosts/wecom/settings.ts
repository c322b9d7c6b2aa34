import type { Keeping } from '../workplace.ts'

/** As the app is entered at WeCom. `url` takes the place of all addresses of WeCom: a gateway, which passes its pages on as well. */
export type WecomSettings = {
  readonly suiteId: string
  readonly suiteSecret: string
  /** Our own corp id as a provider. */
  readonly providerId: string
  readonly token: string
  readonly aesKey: string
  readonly url?: string | undefined
}

/** `keeping` is of this chat alone; `now` in milliseconds. */
export type WecomParts = { readonly keeping: Keeping; readonly fetch: typeof fetch; readonly now: () => number }

import type { HostStore } from '../workplace.ts'

/** As the app is entered at WeCom. `url` takes the place of all addresses of WeCom: a gateway, which passes its pages on as well. */
export type WecomSettings = {
  readonly suiteId: string
  readonly suiteSecret: string
  /** Our own corp id as a provider. */
  readonly providerId: string
  /** By which the provider asks for the licences of members; without it nothing is asked. */
  readonly providerSecret?: string | undefined
  /** The suite of kind 登录授权, which signs people in on a desk; it has the same callback address, token and key. */
  readonly loginSuite?: Suite | undefined
  /** The app is not published at WeCom yet: organisations install it as a test. */
  readonly isUnpublished?: boolean | undefined
  readonly token: string
  readonly aesKey: string
  readonly url?: string | undefined
}

export type Suite = { readonly suiteId: string; readonly suiteSecret: string }

/** `keeping` is of this chat alone; `now` in milliseconds. */
export type WecomParts = { readonly keeping: HostStore; readonly fetch: typeof fetch; readonly now: () => number }

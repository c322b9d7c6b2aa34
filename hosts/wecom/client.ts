import type { Answer } from './answer.ts'
import { faultBy, faultRow } from '../faultTable.ts'
import { type HostStore, WorkplaceFault } from '../workplace.ts'
import { wecomFaults } from './faults.ts'
import type { Suite, WecomParts, WecomSettings } from './settings.ts'

/** Asks WeCom with the right token, a new one where the one that was kept is over. `body` is sent as JSON; without one it is a GET. */
export type WecomClient = {
  readonly keeping: HostStore
  readonly now: () => number
  /** As the app that it is, for all organisations. */
  readonly asSuite: (path: string, given?: WecomRequest) => Promise<Answer>
  /** As the suite that signs people in on a desk; the app itself where the operator has entered none. */
  readonly asLoginSuite: (path: string, given?: WecomRequest) => Promise<Answer>
  /** As the provider, about licences; undefined where the operator has not entered its secret. */
  readonly asProvider: ((path: string, given?: WecomRequest) => Promise<Answer>) | undefined
  /** As the app within one organisation. */
  readonly asCorp: (corpId: string, path: string, given?: WecomRequest) => Promise<Answer>
}
type WecomRequest = { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown }
type IssuedToken = { readonly value: string; readonly seconds: number }

export const askingOf = (settings: WecomSettings, { keeping, fetch, now }: WecomParts): WecomClient => {
  const send = senderTo(settings.url ?? 'https://qyapi.weixin.qq.com', fetch)

  const withToken = async (key: string, make: () => Promise<IssuedToken>, ask: (token: string) => Promise<Answer>): Promise<Answer> => {
    const token = await keeping.readOrMake(key, make)
    try {
      return await ask(token)
    } catch (error) {
      if (!(error instanceof WorkplaceFault && isTokenOver(error.code))) throw error
    }
    // Another process may have a new one by now.
    if ((await keeping.read(key)) === token) await keeping.forget(key)
    return ask(await keeping.readOrMake(key, make))
  }

  const suiteToken = (suite: Suite, ticketAt: string) => async (): Promise<IssuedToken> => {
    const ticket = await keeping.read(ticketAt)
    // It comes by itself, every ten minutes.
    if (ticket === undefined) throw new WorkplaceFault('again', 'ticket', 'WeCom has sent no suite ticket yet.', 60)
    const body = { suite_id: suite.suiteId, suite_secret: suite.suiteSecret, suite_ticket: ticket }
    const answer = await send('service/get_suite_token', {}, body)
    return { value: String(answer['suite_access_token']), seconds: lasting(answer) }
  }

  const as =
    (key: string, parameter: string, make: () => Promise<IssuedToken>) =>
    (path: string, { query, body }: WecomRequest = {}): Promise<Answer> =>
      withToken(key, make, (token) => send(path, { [parameter]: token, ...query }, body))

  const asSuite = as('suiteToken', 'suite_access_token', suiteToken(settings, ticketKey))
  const { loginSuite, providerSecret } = settings
  const providerToken = async (): Promise<IssuedToken> => {
    const body = { corpid: settings.providerId, provider_secret: providerSecret }
    const answer = await send('service/get_provider_token', {}, body)
    return { value: String(answer['provider_access_token']), seconds: lasting(answer) }
  }

  const corpToken = (corpId: string) => async (): Promise<IssuedToken> => {
    const permanent = await keeping.read(permanentKey(corpId))
    if (permanent === undefined) throw new WorkplaceFault('withdrawn', 'permanent', `Nothing is granted by ${corpId}.`)
    const answer = await asSuite('service/get_corp_token', { body: { auth_corpid: corpId, permanent_code: permanent } })
    return { value: String(answer['access_token']), seconds: lasting(answer) }
  }

  return {
    keeping,
    now,
    asSuite,
    asLoginSuite: loginSuite ? as('loginSuiteToken', 'suite_access_token', suiteToken(loginSuite, loginTicketKey)) : asSuite,
    asProvider: providerSecret === undefined ? undefined : as('providerToken', 'provider_access_token', providerToken),
    asCorp: (corpId, path, request) => as(tokenKey(corpId), 'access_token', corpToken(corpId))(path, request),
  }
}

const senderTo =
  (base: string, fetch: WecomParts['fetch']) =>
  async (path: string, query: Readonly<Record<string, string>>, body: unknown): Promise<Answer> => {
    const answered = await fetch(`${base}/cgi-bin/${path}?${new URLSearchParams(query)}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response): Promise<unknown> => (response.ok ? response.json() : response.status))
      // Nothing of the address: it holds the token.
      .catch(() => undefined)
    if (typeof answered !== 'object' || answered === null)
      throw new WorkplaceFault('again', String(answered ?? 'network'), `WeCom did not answer ${path} (${answered ?? 'network'}).`, 5)
    const answer = answered as Answer
    // Where all went well some calls leave the code away.
    const code = answer['errcode'] ?? 0
    if (code !== 0) throw faultOf(path, String(code), String(answer['errmsg'] ?? ''))
    return answer
  }

/** Written by the person who hears of them. */
export const ticketKey = 'ticket'
export const loginTicketKey = 'ticket/login'
export const permanentKey = (corpId: string): string => `permanent/${corpId}`
export const tokenKey = (corpId: string): string => `token:${corpId}`

/** How long something is kept that ends by itself: it is over a while before, so that no one asks with one that ends on the way. */
export const lasting = (answer: Answer): number => Math.max(60, Number(answer['expires_in'] ?? 7200) - 300)

/** Is it one that says no in this way? */
export const isFault = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof WorkplaceFault && codes.some((code) => String(code) === error.code)

const faultOf = (path: string, code: string, message: string): WorkplaceFault => {
  const words = `WeCom said ${code} to ${path}: ${message.slice(0, 200)}`
  const row = faultRow(wecomFaults, code)
  return row ? faultBy(row, code, words) : new WorkplaceFault('refused', code, words)
}

const isTokenOver = (code: string): boolean => faultRow(wecomFaults, code)?.becomes === 'token'

const timeoutMs = 10_000

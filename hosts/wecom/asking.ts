import { type Keeping, WorkplaceFault } from '../workplace.ts'
import type { WecomParts, WecomSettings } from './settings.ts'

/** What WeCom answered, which said that it went well. */
export type Answer = Readonly<Record<string, unknown>>

/** Asks WeCom with the right token, a new one where the one that was kept is over. `body` is sent as JSON; without one it is a GET. */
export type Asking = {
  readonly keeping: Keeping
  readonly now: () => number
  /** As the app that it is, for all organisations. */
  readonly asSuite: (path: string, given?: Given) => Promise<Answer>
  /** As the app within one organisation. */
  readonly asCorp: (corpId: string, path: string, given?: Given) => Promise<Answer>
}
type Given = { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown }

export const askingOf = (settings: WecomSettings, { keeping, fetch, now }: WecomParts): Asking => {
  const base = settings.url ?? 'https://qyapi.weixin.qq.com'

  const send = async (path: string, query: Readonly<Record<string, string>>, body: unknown): Promise<Answer> => {
    const answered = await fetch(`${base}/cgi-bin/${path}?${new URLSearchParams(query)}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => (response.ok ? ((await response.json()) as unknown) : response.status))
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

  const withToken = async (
    key: string,
    make: () => Promise<{ value: string; seconds: number }>,
    ask: (token: string) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await ask(await keeping.readOrMake(key, make))
    } catch (error) {
      if (!(error instanceof WorkplaceFault && tokenIsOver.has(error.code))) throw error
      await keeping.forget(key)
      return await ask(await keeping.readOrMake(key, make))
    }
  }

  const suiteToken = async () => {
    const ticket = await keeping.read(ticketKey)
    // It comes by itself, every ten minutes.
    if (ticket === undefined) throw new WorkplaceFault('again', 'ticket', 'WeCom has sent no suite ticket yet.', 60)
    const answer = await send(
      'service/get_suite_token',
      {},
      { suite_id: settings.suiteId, suite_secret: settings.suiteSecret, suite_ticket: ticket },
    )
    return { value: String(answer['suite_access_token']), seconds: lasting(answer) }
  }

  const asSuite: Asking['asSuite'] = (path, { query, body } = {}) =>
    withToken('suiteToken', suiteToken, (token) => send(path, { suite_access_token: token, ...query }, body))

  const corpToken = (corpId: string) => async () => {
    const permanent = await keeping.read(permanentKey(corpId))
    if (permanent === undefined) throw new WorkplaceFault('withdrawn', 'permanent', `Nothing is granted by ${corpId}.`)
    const answer = await asSuite('service/get_corp_token', { body: { auth_corpid: corpId, permanent_code: permanent } })
    return { value: String(answer['access_token']), seconds: lasting(answer) }
  }

  const asCorp: Asking['asCorp'] = (corpId, path, { query, body } = {}) =>
    withToken(tokenKey(corpId), corpToken(corpId), (token) => send(path, { access_token: token, ...query }, body))

  return { keeping, now, asSuite, asCorp }
}

/** Both are written by whoever hears of them. */
const ticketKey = 'ticket'
export const permanentKey = (corpId: string): string => `permanent/${corpId}`
export const tokenKey = (corpId: string): string => `token:${corpId}`

/** How long something is kept that ends by itself: it is over a while before, so that nobody asks with one that ends on the way. */
export const lasting = (answer: Answer): number => Math.max(60, Number(answer['expires_in'] ?? 7200) - 300)

/** Is it one that says no in this way? */
export const isFault = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof WorkplaceFault && codes.some((code) => String(code) === error.code)

const faultOf = (path: string, code: string, message: string): WorkplaceFault => {
  const words = `WeCom said ${code} to ${path}: ${message.slice(0, 200)}`
  const afterSeconds = againAfterSeconds[code]
  if (afterSeconds !== undefined) return new WorkplaceFault('again', code, words, afterSeconds)
  return new WorkplaceFault(withdrawn.has(code) ? 'withdrawn' : 'refused', code, words)
}

/** Busy; asked too often, of all calls or of one; too much at once; a ticket that the next one takes the place of. */
const againAfterSeconds: Readonly<Record<string, number>> = { '-1': 5, '45009': 60, '45033': 5, '40085': 60 }
/** The permanent code opens nothing any more. */
const withdrawn: ReadonlySet<string> = new Set(['40079', '40084', '48004'])
/** Tokens of a corp and of the suite, wrong or over. */
const tokenIsOver: ReadonlySet<string> = new Set(['40014', '42001', '40001', '40082', '42009'])

const timeoutMs = 10_000

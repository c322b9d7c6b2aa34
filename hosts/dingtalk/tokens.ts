import * as v from 'valibot'
import { type HostStore, WorkplaceFault } from '../workplace.ts'
import { type DingTalkClient, TokenOver } from './client.ts'

export type SuiteKeys = { readonly suiteKey: string; readonly suiteSecret: string }

/** What DingTalk lets us in by, asked for once and kept for all processes until shortly before it ends. */
export type Tokens = {
  /** Asks as the suite, or in the name of an organisation; once more with a new token where the kept one is no longer taken. */
  readonly asSuite: <T>(ask: (token: string) => Promise<T>) => Promise<T>
  readonly asCorp: <T>(corpId: string, ask: (token: string) => Promise<T>) => Promise<T>
  /** What pages of an organisation are signed with. */
  readonly jsapiTicket: (corpId: string) => Promise<string>
  /** Who opened a code of the sign-in page, and by which organisation. */
  readonly userToken: (code: string) => Promise<{ readonly token: string; readonly corpId: string | undefined }>
}

const secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))
const tokenAnswer = v.object({ accessToken: secret, expireIn: v.number() })
const ticketAnswer = v.object({ jsapiTicket: secret, expireIn: v.number() })
const userAnswer = v.object({ accessToken: secret, corpId: v.nullish(v.string()) })

/** Before its end a token is asked for anew, so that none ends on its way. */
const beforeEndSeconds = 300

export const tokensOf = ({ suiteKey, suiteSecret }: SuiteKeys, client: DingTalkClient, store: HostStore): Tokens => {
  const suiteTicket = async (): Promise<string> => {
    const ticket = await store.read('ticket')
    if (ticket === undefined) throw new WorkplaceFault('again', 'no ticket', '钉钉尚未推送应用凭证', 60)
    return ticket
  }
  const newToken = async (path: string, body: object) => {
    const { accessToken, expireIn } = await client.new({ path, answer: tokenAnswer, body }).catch(waitForTicket)
    return { value: accessToken, seconds: Math.max(60, expireIn - beforeEndSeconds) }
  }
  const suiteToken = () =>
    store.readOrMake('suiteToken', async () =>
      newToken('/v1.0/oauth2/suiteAccessToken', { suiteKey, suiteSecret, suiteTicket: await suiteTicket() }),
    )
  const corpToken = (corpId: string) =>
    store.readOrMake(`corpToken:${corpId}`, async () =>
      newToken('/v1.0/oauth2/corpAccessToken', { suiteKey, suiteSecret, authCorpId: corpId, suiteTicket: await suiteTicket() }),
    )
  const askWithToken = async <T>(key: string, token: () => Promise<string>, ask: (token: string) => Promise<T>): Promise<T> => {
    const first = await unlessQuotaSpent(token)
    try {
      return await ask(first)
    } catch (error) {
      if (!(error instanceof TokenOver)) throw error
    }
    // Another process may have a new one by now.
    if ((await store.read(key)) === first) await store.forget(key)
    return unlessQuotaSpent(async () => ask(await token()))
  }
  const asCorp: Tokens['asCorp'] = (corpId, ask) => askWithToken(`corpToken:${corpId}`, () => corpToken(corpId), ask)
  return {
    asSuite: (ask) => askWithToken('suiteToken', suiteToken, ask),
    asCorp,
    jsapiTicket: (corpId) =>
      store.readOrMake(`jsapiTicket:${corpId}`, async () => {
        const { jsapiTicket, expireIn } = await asCorp(corpId, (token) =>
          client.new({ path: '/v1.0/oauth2/jsapiTickets', answer: ticketAnswer, token, body: {} }),
        )
        return { value: jsapiTicket, seconds: Math.max(60, expireIn - beforeEndSeconds) }
      }),
    userToken: async (code) => {
      const body = { clientId: suiteKey, clientSecret: suiteSecret, code, grantType: 'authorization_code' }
      const { accessToken, corpId } = await unlessQuotaSpent(() =>
        client.new({ path: '/v1.0/oauth2/userAccessToken', answer: userAnswer, body }),
      )
      return { token: accessToken, corpId: corpId || undefined }
    },
  }
}

/** A ticket that is over is followed by another one. */
const waitForTicket = (error: unknown): never => {
  const isOld = error instanceof WorkplaceFault && error.kind === 'refused' && /ticket|^40085$/i.test(error.code)
  throw isOld ? new WorkplaceFault('again', error.code, '钉钉尚未推送应用凭证', 300) : error
}

/** A new token that is not taken either is no one's fault that asking again at once would mend. */
const unlessQuotaSpent = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof TokenOver) {
      const words = '钉钉不接受应用的凭证'
      throw new WorkplaceFault('again', 'token', words, { afterSeconds: 300, advice: words, mendedBy: 'operator' })
    }
    throw error
  }
}

import * as v from 'valibot'
import { type HostStore, WorkplaceFault } from '../workplace.ts'
import { type FeishuAsking, FeishuTokenOver } from './client.ts'
import type { FeishuSettings } from './settings.ts'

/** What Feishu lets us in by, asked for once and kept for all processes until shortly before it ends. */
export type FeishuTokens = {
  /** Asks in the name of an organisation; once more with a new token where the kept one is no longer taken. */
  readonly asCorp: <T>(corpId: string, ask: (token: string) => Promise<T>) => Promise<T>
  /** What pages of an organisation are signed with. */
  readonly jsapiTicket: (corpId: string) => Promise<string>
  /** In the name of the person who opened a code. */
  readonly personToken: (code: string) => Promise<string>
}

export const ticketPlace = 'ticket'

const secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(8000))
const appAnswer = v.object({ app_access_token: secret, expire: v.number() })
const corpAnswer = v.object({ tenant_access_token: secret, expire: v.number() })
const ticketAnswer = v.object({ data: v.object({ ticket: secret, expire_in: v.number() }) })
const personAnswer = v.object({ access_token: secret })

/** Before its end a token is asked for anew, so that none ends on its way. */
const beforeEndSeconds = 300
const expiringToken = (value: string, seconds: number) => ({ value, seconds: Math.max(60, seconds - beforeEndSeconds) })

export const feishuTokens = (settings: FeishuSettings, client: FeishuAsking, store: HostStore): FeishuTokens => {
  const { appId, appSecret, appKind } = settings
  const app = { app_id: appId, app_secret: appSecret }

  /** The ticket comes by a callback; Feishu pushes it again where it is asked, which is enough once a minute. */
  const awaitTicket = async (): Promise<never> => {
    await store
      .readOrMake('ticketAsked', async () => {
        await client({ path: '/auth/v3/app_ticket/resend', answer: v.object({}), body: app })
        return { value: 'asked', seconds: 60 }
      })
      .catch(() => undefined)
    throw new WorkplaceFault('again', '10012', '飞书尚未推送应用凭证', 60)
  }
  const appToken = (): Promise<string> =>
    store.readOrMake('appToken', async () => {
      const ticket = await store.read(ticketPlace)
      if (ticket === undefined) return awaitTicket()
      const { app_access_token: token, expire } = await client({
        path: '/auth/v3/app_access_token',
        answer: appAnswer,
        body: { ...app, app_ticket: ticket },
      }).catch((error: unknown) => {
        if (error instanceof WorkplaceFault && error.code === '10012') return awaitTicket()
        throw error
      })
      return expiringToken(token, expire)
    })
  const corpToken = (corpId: string): Promise<string> =>
    store.readOrMake(`corpToken:${corpId}`, async () => {
      const { tenant_access_token: token, expire } =
        appKind === 'custom'
          ? await client({ path: '/auth/v3/tenant_access_token/internal', answer: corpAnswer, body: app })
          : await onceMore(store, 'appToken', appToken, (appAccess) =>
              client({
                path: '/auth/v3/tenant_access_token',
                answer: corpAnswer,
                body: { app_access_token: appAccess, tenant_key: corpId },
              }),
            )
      return expiringToken(token, expire)
    })
  const asCorp: FeishuTokens['asCorp'] = (corpId, ask) => onceMore(store, `corpToken:${corpId}`, () => corpToken(corpId), ask)
  return {
    asCorp,
    jsapiTicket: (corpId) =>
      store.readOrMake(`jsapiTicket:${corpId}`, async () => {
        const { data } = await asCorp(corpId, (token) => client({ path: '/jssdk/ticket/get', answer: ticketAnswer, token, body: {} }))
        return expiringToken(data.ticket, data.expire_in)
      }),
    personToken: async (code) => {
      const body = { grant_type: 'authorization_code', client_id: appId, client_secret: appSecret, code }
      return (await client({ path: '/authen/v2/oauth/token', answer: personAnswer, body })).access_token
    },
  }
}

/** With the kept token; where Feishu takes it no longer once with a new one, which another process may have got meanwhile. */
const onceMore = async <T>(
  store: HostStore,
  place: string,
  tokenOf: () => Promise<string>,
  ask: (token: string) => Promise<T>,
): Promise<T> => {
  const first = await tokenOf()
  try {
    return await ask(first)
  } catch (error) {
    if (!(error instanceof FeishuTokenOver)) throw error
  }
  if ((await store.read(place)) === first) await store.forget(place)
  return ask(await tokenOf())
}

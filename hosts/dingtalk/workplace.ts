import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type HostStore, type Workplace, type WorkplaceCorp, WorkplaceFault } from '../workplace.ts'
import { askingOf, placesOf } from './client.ts'
import { directoryOf } from './directory.ts'
import { agentOf, type DingtalkAccess, grantOf } from './grant.ts'
import { heard } from './callback.ts'
import { whoInside, whoOutside } from './member.ts'
import { notify } from './notify.ts'
import { pageSignature, type SignatureWay, signatureWays } from './signature.ts'
import { tokensOf } from './tokens.ts'
import { text } from './values.ts'

export type DingtalkSettings = {
  readonly suiteId: string
  readonly suiteKey: string
  readonly suiteSecret: string
  /** What callbacks are signed and sealed with. */
  readonly token: string
  readonly aesKey: string
  /** A stand-in or a gateway that answers for all of DingTalk. */
  readonly url?: string | undefined
  readonly signature: SignatureWay
}

const permanent = v.object({ permanent_code: text, auth_corp_info: v.object({ corpid: text }) })

type DingtalkParts = {
  readonly keeping: HostStore
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly wait?: (ms: number) => Promise<unknown>
}

/** DingTalk, as an app of a third party that organisations install. */
export const dingtalk = (settings: DingtalkSettings, { keeping, fetch: fetchIt, now, wait = sleep }: DingtalkParts): Workplace => {
  const places = placesOf(settings.url)
  const client = askingOf(places, fetchIt)
  const access: DingtalkAccess = { client, keeping, tokens: tokensOf(settings, client, keeping) }
  return {
    name: 'dingtalk',
    title: '钉钉',
    hear: (request) => heard(settings, request, now()),
    installAddress: ({ redirect, state }) => {
      const page = settings.url === undefined ? 'https://appcenter.dingtalk.com/' : `${places.signIn}/install`
      return Promise.resolve(addressOf(page, { suiteId: settings.suiteId, redirect, state }))
    },
    exchange: (authCode) => exchange(access, settings.suiteKey, authCode),
    signInAddress: (_, { redirect, state }) =>
      addressOf(`${places.signIn}/oauth2/auth`, {
        client_id: settings.suiteKey,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'openid corpid',
        prompt: 'consent',
        state,
      }),
    signsInAtDesk: true,
    whoIs: async (code, corpId) => (corpId && (await whoInside(access, code, corpId))) || (await whoOutside(access, code, corpId)),
    corp: (corpId): WorkplaceCorp => ({
      grant: () => grantOf(access, corpId),
      directory: directoryOf(corpId, access),
      signatures: (url) => signaturesOf(access, { corpId, url, now, usual: settings.signature }),
      notify: (notice) => notify(access, corpId, notice, wait),
    }),
  }
}

const addressOf = (page: string, query: Readonly<Record<string, string>>): string => {
  const address = new URL(page)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** The grant behind the code that an administrator brings back from the installation. */
const exchange = async (access: DingtalkAccess, suiteKey: string, authCode: string) => {
  const { client, tokens } = access
  const { permanent_code: permanentCode, auth_corp_info: corp } = await tokens.asSuite((token) =>
    client.old({
      path: '/service/get_permanent_code',
      answer: permanent,
      query: { suite_access_token: token },
      body: { tmp_auth_code: authCode },
    }),
  )
  const body = { suite_key: suiteKey, auth_corpid: corp.corpid, permanent_code: permanentCode }
  await tokens.asSuite((token) =>
    client.old({ path: '/service/activate_suite', answer: v.object({}), query: { suite_access_token: token }, body }),
  )
  const grant = await grantOf(access, corp.corpid)
  if (grant === undefined) throw new WorkplaceFault('withdrawn', 'no grant', '组织没有授权此应用')
  return { ...grant, permanentCode }
}

type SignedPage = { readonly corpId: string; readonly url: string; readonly now: () => number; readonly usual: SignatureWay }

/** One for each way to sign, the usual one first. */
const signaturesOf = async (access: DingtalkAccess, { corpId, url, now, usual }: SignedPage) => {
  const [ticket, agentId] = [await access.tokens.jsapiTicket(corpId), await agentOf(access, corpId)]
  const [timestamp, nonce] = [now(), randomBytes(8).toString('hex')]
  const ways = signatureWays.toSorted((a, b) => Number(b === usual) - Number(a === usual))
  return ways.map((way) => {
    const signature = pageSignature(way, { ticket, nonce, timestamp, url })
    return { use: 'config' as const, corpId, agentId, timestamp, nonceStr: nonce, signature }
  })
}

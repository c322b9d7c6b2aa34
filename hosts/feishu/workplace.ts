import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type Member, type PageSignature, type Workplace, type WorkplaceCorp, WorkplaceFault } from '../workplace.ts'
import { feishuAsking, feishuPlaces, unless } from './client.ts'
import { feishuDirectory } from './directory.ts'
import { hear } from './callback.ts'
import { administratorsOf, grantOf } from './grant.ts'
import { notify, settleCard } from './messages.ts'
import type { FeishuParts, FeishuSettings } from './settings.ts'
import { feishuTokens } from './tokens.ts'

const text = v.pipe(v.string(), v.maxLength(2000))
const person = v.object({
  data: v.object({
    open_id: v.pipe(text, v.nonEmpty()),
    tenant_key: v.pipe(text, v.nonEmpty()),
    name: v.nullish(text),
    avatar_url: v.nullish(text),
    mobile: v.nullish(text),
  }),
})

/** Codes that are over, used, or no code of this app's. */
const spentCodes = ['20003', '20004', '20024', '20065', '20005', '99991668', '99991677']

/** Feishu, where the app is one of its store or an organisation's own. Organisations are known by their tenant key, people by their open id. */
export const feishu = (settings: FeishuSettings, { keeping, fetch: fetchIt, now }: FeishuParts): Workplace => {
  const places = feishuPlaces(settings.url)
  const client = feishuAsking(places, fetchIt)
  const tokens = feishuTokens(settings, client, keeping)
  const access = { client, tokens }
  const sender = { appId: settings.appId, places, asking: client, tokens, keeping }

  const signatureOf = async (corpId: string, url: string): Promise<PageSignature> => {
    const ticket = await tokens.jsapiTicket(corpId)
    const [timestamp, nonceStr] = [now(), randomBytes(8).toString('hex')]
    const signature = pageSignature({ ticket, nonceStr, timestamp, url })
    return { use: 'config', corpId, agentId: settings.appId, timestamp, nonceStr, signature }
  }
  const corpAt = (corpId: string): WorkplaceCorp => ({
    grant: () => grantOf(settings.appId, access, corpId),
    directory: feishuDirectory(corpId, client, tokens),
    signatures: async (url) => [await signatureOf(corpId, url)],
    notify: (notice) => notify(sender, corpId, notice),
    settleCard: (card) => settleCard(sender, corpId, card),
  })

  return {
    name: 'feishu',
    title: '飞书',
    hear: (request) => hear(settings, request),
    installAddress: () => Promise.resolve(`${places.store}/app/${settings.appId}`),
    // Feishu hands out no code with an installation: it tells of it, and lets us in by the organisation's key.
    exchange: () => Promise.reject(new WorkplaceFault('refused', 'no code', '飞书拒绝了请求')),
    signInAddress: (_, { redirect, state }) => {
      const query = { client_id: settings.appId, redirect_uri: redirect, response_type: 'code', state }
      return `${places.signIn}/open-apis/authen/v1/authorize?${new URLSearchParams(query)}`
    },
    signsInAtDesk: true,
    opensCodesAnywhere: true,
    whoIs: async (code) => {
      const token = await unless(tokens.personToken(code), ({ code }) => spentCodes.includes(code))
      if (token === undefined) return undefined
      const { data } = await client({ path: '/authen/v1/user_info', answer: person, token })
      const isAdministrator = (await unless(administratorsOf(access, data.tenant_key), () => true))?.includes(data.open_id) === true
      return memberOf(data, isAdministrator)
    },
    corp: corpAt,
  }
}

/** What Feishu's script is shown that a page may use it; the address as it is, without its fragment. */
export const pageSignature = ({ ticket, nonceStr, timestamp, url }: PageProof): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.split('#')[0]}`)
    .digest('hex')
type PageProof = { readonly ticket: string; readonly nonceStr: string; readonly timestamp: number; readonly url: string }

const memberOf = (personRead: v.InferOutput<typeof person>['data'], isAdministrator: boolean): Member => {
  const phone = personRead.mobile?.replace(/^(\+?86-?)/, '')
  return {
    corpId: personRead.tenant_key,
    personId: personRead.open_id,
    ...(personRead.name && { name: personRead.name }),
    ...(personRead.avatar_url && { avatar: personRead.avatar_url }),
    isAdministrator,
    ...(phone && /^1\d{10}$/.test(phone) && { phone }),
  }
}

import type { Member, Workplace } from '../workplace.ts'
import { askingOf, isFault } from './client.ts'
import { directoryOf } from './directory.ts'
import { administratorsOf, exchange, grantOf } from './grant.ts'
import { hear } from './callback.ts'
import { memberLicenceOf } from './memberLicence.ts'
import { notify, settleCard } from './notices.ts'
import { orderOf } from './orders.ts'
import type { WecomParts, WecomSettings } from './settings.ts'
import { signaturesOf } from './signatures.ts'

/**
 * WeCom, where the app is a third party's. Organisations and people have the ids that it made for us (open_userid), and no names: those are
 * shown by its own script alone.
 */
export const wecom = (settings: WecomSettings, parts: WecomParts): Workplace => {
  const client = askingOf(settings, parts)
  const pageOf = (host: string, path: string, query: Readonly<Record<string, string>>) =>
    `${settings.url ?? host}${path}?${new URLSearchParams(query)}`
  return {
    name: 'wecom',
    title: '企业微信',
    hear: (request) => hear(settings, request),
    leadsBack: true,
    installAddress: async ({ redirect, state }) => {
      const answer = await client.asSuite('service/get_pre_auth_code')
      const code = String(answer['pre_auth_code'])
      await client.asSuite('service/set_session_info', {
        body: { pre_auth_code: code, session_info: { auth_type: settings.isUnpublished ? 1 : 0 } },
      })
      return pageOf('https://open.work.weixin.qq.com', '/3rdapp/install', {
        suite_id: settings.suiteId,
        pre_auth_code: code,
        redirect_uri: redirect,
        state,
      })
    },
    exchange: (authCode) => exchange(client, authCode),
    signInAddress: (where, { redirect, state }) =>
      where === 'desk'
        ? pageOf('https://login.work.weixin.qq.com', '/wwlogin/sso/login', {
            login_type: 'ServiceApp',
            appid: settings.loginSuite?.suiteId ?? settings.suiteId,
            redirect_uri: redirect,
            state,
          })
        : `${pageOf('https://open.weixin.qq.com', '/connect/oauth2/authorize', {
            appid: settings.suiteId,
            redirect_uri: redirect,
            response_type: 'code',
            scope: 'snsapi_base',
            state,
          })}#wechat_redirect`,
    signsInAtDesk: settings.loginSuite !== undefined,
    opensCodesAnywhere: true,
    hidesNames: true,
    whoIs: async (code, _, where = 'client') => {
      const ask = where === 'desk' ? client.asLoginSuite : client.asSuite
      const answer = await ask('service/auth/getuserinfo3rd', { query: { code } }).catch((error: unknown) => {
        if (isFault(error, 40029, 41008, 42003)) return undefined
        throw error
      })
      return answer && memberOf(answer, (corpId) => administratorsOf(client, corpId))
    },
    corp: (corpId) => ({
      grant: () => grantOf(client, corpId),
      directory: directoryOf(client, corpId),
      signatures: (url) => signaturesOf(client, corpId, url),
      notify: (notice) => notify(client, corpId, notice),
      settleCard: (card) => settleCard(client, corpId, card),
      order: (orderId) => orderOf(client, orderId),
      memberLicence: () => memberLicenceOf(client, settings.suiteId, corpId),
    }),
  }
}

/** In both shapes that WeCom has answered in. Who is in no organisation has an openid alone. */
const memberOf = async (
  answer: Readonly<Record<string, unknown>>,
  administrators: (corpId: string) => Promise<readonly string[]>,
): Promise<Member | undefined> => {
  const corpId = answer['corpid'] ?? answer['CorpId']
  const personId = answer['open_userid'] || (answer['userid'] ?? answer['UserId'])
  if (typeof corpId !== 'string' || typeof personId !== 'string' || corpId === '' || personId === '') return undefined
  return { corpId, personId, isAdministrator: (await administrators(corpId)).includes(personId) }
}

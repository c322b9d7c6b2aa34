import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type Grant, type HostStore, type Member, type Workplace, type WorkplaceCorp, WorkplaceFault } from '../workplace.ts'
import { askingOf, placesOf } from './asking.ts'
import { directoryOf } from './directory.ts'
import { heard } from './hearing.ts'
import { messageOf, receiversAtMost } from './notice.ts'
import { pageSignature, type SignatureWay, signatureWays } from './signature.ts'
import { tokensOf } from './tokens.ts'

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

const text = v.pipe(v.string(), v.maxLength(2000))
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(200))

const authInfo = v.object({
  authCorpInfo: v.nullish(v.object({ corpId: v.nullish(text), corpName: v.nullish(text), corpLogoUrl: v.nullish(text) })),
  authAppInfo: v.nullish(
    v.object({ agentList: v.nullish(v.array(v.object({ agentId: v.nullish(id), adminList: v.nullish(v.array(id)) }))) }),
  ),
  authUserInfo: v.nullish(v.object({ userId: v.nullish(id) })),
})
const permanent = v.object({ permanent_code: text, auth_corp_info: v.object({ corpid: text }) })
const whoAnswer = v.object({ userid: id, name: v.nullish(text), sys_level: v.nullish(v.number()) })
/** The call of today says it in `result`, the one of old beside the code. */
const signedIn = v.union([v.object({ result: whoAnswer }), whoAnswer])
const ownUser = v.object({ unionId: text, nick: v.nullish(text), avatarUrl: v.nullish(text), mobile: v.nullish(text) })
const byUnion = v.object({ result: v.object({ userid: id, contact_type: v.nullish(v.number()) }) })
const details = v.object({ result: v.object({ name: v.nullish(text), avatar: v.nullish(text) }) })
const administrators = v.object({ result: v.array(v.object({ userid: id, sys_level: v.nullish(v.number()) })) })
/** Who administers all of it; others administer a part. */
const mainLevel = 1
const sent = v.object({ task_id: v.nullish(id) })
const ids = v.nullish(v.array(id), [])
const sendResult = v.object({ send_result: v.object({ invalid_user_id_list: ids, failed_user_id_list: ids }) })
/** DingTalk sends by and by: by then it mostly knows who it could not reach. */
const resultAfterMs = 1500

/** Codes that are over, used, or no one's. */
const spentCodes = ['40078', '40029', '42003', '42008', '41007', '60121', 'invalidParameter.code.invalid', 'invalidCode', '40035']
/** Installed anew the app has another number; a notice under the old one is refused. */
const agentSeconds = 600
const agentCodes = ['40056', '41011', '52019']

/** DingTalk, as an app of a third party that organisations install. */
export const dingtalk = (
  settings: DingtalkSettings,
  {
    keeping,
    fetch: fetchIt,
    now,
    wait = sleep,
  }: {
    readonly keeping: HostStore
    readonly fetch: typeof fetch
    readonly now: () => number
    readonly wait?: (ms: number) => Promise<unknown>
  },
): Workplace => {
  const places = placesOf(settings.url)
  const client = askingOf(places, fetchIt)
  const tokens = tokensOf(settings, client, keeping)

  const grantOf = async (corpId: string): Promise<Grant | undefined> => {
    const answer = await unlessWithdrawn(
      tokens.asSuite((token) => client.new({ path: '/v1.0/oauth2/apps/authInfo', answer: authInfo, token, query: { authCorpId: corpId } })),
    )
    if (answer === undefined) return undefined
    const agent = answer.authAppInfo?.agentList?.[0]
    const { corpName, corpLogoUrl } = answer.authCorpInfo ?? {}
    const authoriserId = answer.authUserInfo?.userId
    return {
      corpId,
      corpName: corpName || corpId,
      ...(agent?.agentId && { agentId: agent.agentId }),
      ...(corpLogoUrl && { logo: corpLogoUrl }),
      ...(authoriserId && { byPersonId: authoriserId }),
      administratorIds: agent?.adminList ?? (await administratorsOf(corpId)),
    }
  }
  const administratorsOf = async (corpId: string): Promise<string[]> => {
    const answer = await tokens.asCorp(corpId, (token) =>
      client.old({ path: '/topapi/user/listadmin', answer: administrators, token, body: {} }),
    )
    return answer.result.filter(({ sys_level: level }) => level === mainLevel).map(({ userid }) => userid)
  }
  /** The app has another number in each organisation. */
  const agentOf = (corpId: string): Promise<string> =>
    keeping.readOrMake(`agentId:${corpId}`, async () => {
      const grant = await grantOf(corpId)
      if (!grant?.agentId) throw new WorkplaceFault('withdrawn', 'no agent', '组织没有授权此应用')
      return { value: grant.agentId, seconds: agentSeconds }
    })

  /** Inside the client: the code was given to a page of this organisation. */
  const whoInside = async (code: string, corpId: string): Promise<Member | undefined> => {
    const answer = await unlessSpent(
      tokens.asCorp(corpId, (token) => client.old({ path: '/topapi/v2/user/getuserinfo', answer: signedIn, token, body: { code } })),
    )
    if (answer === undefined) return undefined
    const { userid, name, sys_level: level } = 'result' in answer ? answer.result : answer
    return { corpId, personId: userid, ...(name && { name }), isAdministrator: level === mainLevel }
  }
  /** From the page of DingTalk's where a person signs in by a QR code, and chooses the organisation. */
  const whoOutside = async (code: string, agentWanted: string | undefined): Promise<Member | undefined> => {
    const user = await unlessSpent(tokens.userToken(code))
    const corpId = user?.corpId ?? agentWanted
    if (user === undefined || corpId === undefined || (agentWanted !== undefined && corpId !== agentWanted)) return undefined
    const { unionId, nick, avatarUrl, mobile } = await client.new({ path: '/v1.0/contact/users/me', answer: ownUser, token: user.token })
    const userRead = await unlessSpent(
      tokens.asCorp(corpId, (token) =>
        client.old({ path: '/topapi/user/getbyunionid', answer: byUnion, token, body: { unionid: unionId } }),
      ),
    )
    // A person outside who the organisation merely knows is none of its people.
    if (userRead === undefined || userRead.result.contact_type === 1) return undefined
    const personId = userRead.result.userid
    const userDetail = await tokens.asCorp(corpId, (token) =>
      client.old({ path: '/topapi/v2/user/get', answer: details, token, body: { userid: personId, language: 'zh_CN' } }),
    )
    const name = userDetail.result.name || nick
    const avatar = userDetail.result.avatar || avatarUrl
    return {
      corpId,
      personId,
      ...(name && { name }),
      ...(avatar && { avatar }),
      isAdministrator: (await administratorsOf(corpId)).includes(personId),
      ...(mobile && /^1\d{10}$/.test(mobile) && { phone: mobile }),
    }
  }

  /**
   * Who notices did not reach, as far as DingTalk knows a moment later. Who it sent nothing because he had the same already is reached, and so is
   * the person who it says nothing of: the notice is under way and stands in the app.
   */
  const unreachedOf = async (corpId: string, tasks: readonly string[]): Promise<string[]> => {
    if (tasks.length > 0) await wait(resultAfterMs)
    const results = await Promise.all(
      tasks.map((task_id) => {
        const ask = async () => {
          const body = { agent_id: await agentOf(corpId), task_id }
          return tokens.asCorp(corpId, (token) =>
            client.old({ path: '/topapi/message/corpconversation/getsendresult', answer: sendResult, token, body }),
          )
        }
        return unless(ask(), () => true)
      }),
    )
    return results.flatMap((result) => [
      ...(result?.send_result.invalid_user_id_list ?? []),
      ...(result?.send_result.failed_user_id_list ?? []),
    ])
  }

  const corpAt = (corpId: string): WorkplaceCorp => ({
    grant: () => grantOf(corpId),
    directory: directoryOf(corpId, client, tokens),
    signatures: async (url) => {
      const [ticket, agentId] = [await tokens.jsapiTicket(corpId), await agentOf(corpId)]
      const [timestamp, nonce] = [now(), randomBytes(8).toString('hex')]
      const ways = signatureWays.toSorted((a, b) => Number(b === settings.signature) - Number(a === settings.signature))
      return ways.map((way) => {
        const signature = pageSignature(way, { ticket, nonce, timestamp, url })
        return { use: 'config', corpId, agentId, timestamp, nonceStr: nonce, signature }
      })
    },
    notify: async (notice) => {
      const msg = messageOf(notice, corpId)
      const tasks: string[] = []
      for (let start = 0; start < notice.personIds.length; start += receiversAtMost) {
        const userid_list = notice.personIds.slice(start, start + receiversAtMost).join(',')
        const send = async () => {
          const body = { agent_id: await agentOf(corpId), userid_list, msg }
          return tokens.asCorp(corpId, (token) =>
            client.old({ path: '/topapi/message/corpconversation/asyncsend_v2', answer: sent, token, body }),
          )
        }
        let answer = await unless(send(), ({ code }) => agentCodes.includes(code))
        if (answer === undefined) {
          await keeping.forget(`agentId:${corpId}`)
          answer = await send()
        }
        if (answer.task_id) tasks.push(answer.task_id)
      }
      return { unreached: await unreachedOf(corpId, tasks) }
    },
  })

  return {
    name: 'dingtalk',
    title: '钉钉',
    hear: (request) => heard(settings, request, now()),
    installAddress: ({ redirect, state }) => {
      const address = new URL(settings.url === undefined ? 'https://appcenter.dingtalk.com/' : `${places.signIn}/install`)
      for (const [name, value] of Object.entries({ suiteId: settings.suiteId, redirect, state })) address.searchParams.set(name, value)
      return Promise.resolve(address.href)
    },
    exchange: async (authCode) => {
      const { permanent_code: permanentCode, auth_corp_info: corp } = await tokens.asSuite((token) =>
        client.old({
          path: '/service/get_permanent_code',
          answer: permanent,
          query: { suite_access_token: token },
          body: { tmp_auth_code: authCode },
        }),
      )
      const body = { suite_key: settings.suiteKey, auth_corpid: corp.corpid, permanent_code: permanentCode }
      await tokens.asSuite((token) =>
        client.old({ path: '/service/activate_suite', answer: v.object({}), query: { suite_access_token: token }, body }),
      )
      const grant = await grantOf(corp.corpid)
      if (grant === undefined) throw new WorkplaceFault('withdrawn', 'no grant', '组织没有授权此应用')
      return { ...grant, permanentCode }
    },
    signInAddress: (_, { redirect, state }) => {
      const address = new URL(`${places.signIn}/oauth2/auth`)
      const query = {
        client_id: settings.suiteKey,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'openid corpid',
        prompt: 'consent',
        state,
      }
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      return address.href
    },
    signsInAtDesk: true,
    whoIs: async (code, corpId) => (corpId && (await whoInside(code, corpId))) || (await whoOutside(code, corpId)),
    corp: corpAt,
  }
}

const unlessSpent = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, (fault) => spentCodes.includes(fault.code))
const unlessWithdrawn = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, ({ kind }) => kind === 'withdrawn')
const unless = async <T>(request: Promise<T>, isNothing: (fault: WorkplaceFault) => boolean): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof WorkplaceFault && isNothing(error)) return undefined
    throw error
  }
}

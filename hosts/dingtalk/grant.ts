import * as v from 'valibot'
import { type Grant, type HostStore, WorkplaceFault } from '../workplace.ts'
import { type DingTalkClient, unless } from './client.ts'
import type { Tokens } from './tokens.ts'
import { id, text } from './values.ts'

/** By which organisations are asked: the client, the tokens that open it, the store that remembers. */
export type DingtalkAccess = { readonly client: DingTalkClient; readonly tokens: Tokens; readonly keeping: HostStore }

const authInfo = v.object({
  authCorpInfo: v.nullish(v.object({ corpId: v.nullish(text), corpName: v.nullish(text), corpLogoUrl: v.nullish(text) })),
  authAppInfo: v.nullish(
    v.object({ agentList: v.nullish(v.array(v.object({ agentId: v.nullish(id), adminList: v.nullish(v.array(id)) }))) }),
  ),
  authUserInfo: v.nullish(v.object({ userId: v.nullish(id) })),
})
const administrators = v.object({ result: v.array(v.object({ userid: id, sys_level: v.nullish(v.number()) })) })

/** Who administers all of it; others administer a part. */
export const mainLevel = 1
/** Installed anew the app has another number. */
const agentSeconds = 600

/** What an organisation allowed the app; nothing once it is withdrawn. */
export const grantOf = async (access: DingtalkAccess, corpId: string): Promise<Grant | undefined> => {
  const { client, tokens } = access
  const answer = await unless(
    tokens.asSuite((token) => client.new({ path: '/v1.0/oauth2/apps/authInfo', answer: authInfo, token, query: { authCorpId: corpId } })),
    ({ kind }) => kind === 'withdrawn',
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
    administratorIds: agent?.adminList ?? (await administratorsOf(access, corpId)),
  }
}

export const administratorsOf = async ({ client, tokens }: DingtalkAccess, corpId: string): Promise<string[]> => {
  const answer = await tokens.asCorp(corpId, (token) =>
    client.old({ path: '/topapi/user/listadmin', answer: administrators, token, body: {} }),
  )
  return answer.result.filter(({ sys_level: level }) => level === mainLevel).map(({ userid }) => userid)
}

/** The app has another number in each organisation. */
export const agentOf = (access: DingtalkAccess, corpId: string): Promise<string> =>
  access.keeping.readOrMake(agentKey(corpId), async () => {
    const grant = await grantOf(access, corpId)
    if (!grant?.agentId) throw new WorkplaceFault('withdrawn', 'no agent', '组织没有授权此应用')
    return { value: grant.agentId, seconds: agentSeconds }
  })

export const forgetAgent = ({ keeping }: DingtalkAccess, corpId: string): Promise<void> => keeping.forget(agentKey(corpId))

const agentKey = (corpId: string): string => `agentId:${corpId}`

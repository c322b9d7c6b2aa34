import * as v from 'valibot'
import type { Member } from '../workplace.ts'
import { unless } from './client.ts'
import { administratorsOf, type DingtalkAccess, mainLevel } from './grant.ts'
import { id, text } from './values.ts'

const whoAnswer = v.object({ userid: id, name: v.nullish(text), sys_level: v.nullish(v.number()) })
/** The call of today says it in `result`, the one of old beside the code. */
const signedIn = v.union([v.object({ result: whoAnswer }), whoAnswer])
const ownUser = v.object({ unionId: text, nick: v.nullish(text), avatarUrl: v.nullish(text), mobile: v.nullish(text) })
const byUnion = v.object({ result: v.object({ userid: id, contact_type: v.nullish(v.number()) }) })
const details = v.object({ result: v.object({ name: v.nullish(text), avatar: v.nullish(text) }) })

/** Codes that are over, used, or no one's. */
const spentCodes = ['40078', '40029', '42003', '42008', '41007', '60121', 'invalidParameter.code.invalid', 'invalidCode', '40035']
const unlessSpent = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, (fault) => spentCodes.includes(fault.code))

/** Inside the client: the code was given to a page of this organisation. */
export const whoInside = async ({ client, tokens }: DingtalkAccess, code: string, corpId: string): Promise<Member | undefined> => {
  const answer = await unlessSpent(
    tokens.asCorp(corpId, (token) => client.old({ path: '/topapi/v2/user/getuserinfo', answer: signedIn, token, body: { code } })),
  )
  if (answer === undefined) return undefined
  const { userid, name, sys_level: level } = 'result' in answer ? answer.result : answer
  return { corpId, personId: userid, ...(name && { name }), isAdministrator: level === mainLevel }
}

/** From the page of DingTalk's where a person signs in by a QR code, and chooses the organisation. */
export const whoOutside = async (access: DingtalkAccess, code: string, corpWanted: string | undefined): Promise<Member | undefined> => {
  const { client, tokens } = access
  const user = await unlessSpent(tokens.userToken(code))
  const corpId = user?.corpId ?? corpWanted
  if (user === undefined || corpId === undefined || (corpWanted !== undefined && corpId !== corpWanted)) return undefined
  const { unionId, nick, avatarUrl, mobile } = await client.new({ path: '/v1.0/contact/users/me', answer: ownUser, token: user.token })
  const personId = await memberIdOf(access, corpId, unionId)
  if (personId === undefined) return undefined
  const { result } = await tokens.asCorp(corpId, (token) =>
    client.old({ path: '/topapi/v2/user/get', answer: details, token, body: { userid: personId, language: 'zh_CN' } }),
  )
  const name = result.name || nick
  const avatar = result.avatar || avatarUrl
  return {
    corpId,
    personId,
    ...(name && { name }),
    ...(avatar && { avatar }),
    isAdministrator: (await administratorsOf(access, corpId)).includes(personId),
    ...(mobile && /^1\d{10}$/.test(mobile) && { phone: mobile }),
  }
}

/** The id of a user in an organisation; nothing for a person outside who the organisation merely knows. */
const memberIdOf = async ({ client, tokens }: DingtalkAccess, corpId: string, unionId: string): Promise<string | undefined> => {
  const answer = await unlessSpent(
    tokens.asCorp(corpId, (token) => client.old({ path: '/topapi/user/getbyunionid', answer: byUnion, token, body: { unionid: unionId } })),
  )
  return answer === undefined || answer.result.contact_type === 1 ? undefined : answer.result.userid
}

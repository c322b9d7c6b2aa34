import type { OutputOf } from '../domain/operations/define.ts'
import type { TokenAnswer } from '../domain/access/signInOperations.ts'
import { dingtalkCalls, feishuCalls, wecomCalls } from '../domain/workplaces/hostOperations.ts'
import type { Ask, Host, HostIdentity } from './host.ts'
import type { WorkplaceName } from './workplace.ts'

const calls = { dingtalk: dingtalkCalls.getLoginUser, wecom: wecomCalls.getLoginUser, feishu: feishuCalls.getLoginUser } as const

/**
 * Asks our server whose a chat's code is: of its page where people sign in on a desk, or of one of its clients, which say how they sign in by
 * themselves.
 */
export const recognisedBy = async (
  ask: Ask,
  chat: WorkplaceName,
  environment: {
    readonly code: string
    readonly corpId?: string | undefined
    /** Where the code came with the address of the page: what shows that this browser was led out for it. */
    readonly led?: { readonly state: string; readonly browser: string }
  },
  signsInAs?: Host['signsInAs'],
): Promise<HostIdentity> => {
  const { code, led, corpId } = environment
  const input = { code, ...led, ...(corpId !== undefined && { corpId }) }
  return recognisedOf(await ask(calls[chat], input, { ...signsInAs, ...(signsInAs && { autoLogin: '1' }) }))
}

const recognisedOf = ({
  new_uid: uid,
  old_uid: uidBefore,
  corpId,
  old_corpId: corpIdBefore,
  installation: _,
  ...answer
}: OutputOf<(typeof calls)['dingtalk']>): HostIdentity => ({
  uid: uid ?? undefined,
  corpId: corpId ?? undefined,
  before: { uid: uidBefore ?? undefined, corpId: corpIdBefore ?? undefined },
  ...(answer.access_token !== undefined && { answer: answer as TokenAnswer }),
})

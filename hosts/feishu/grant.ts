import * as v from 'valibot'
import { type Grant, WorkplaceFault } from '../workplace.ts'
import { type FeishuAsking, unless } from './client.ts'
import type { FeishuTokens } from './tokens.ts'

export type FeishuAccess = { readonly client: FeishuAsking; readonly tokens: FeishuTokens }

const text = v.pipe(v.string(), v.maxLength(2000))
const tenant = v.object({
  data: v.object({ tenant: v.object({ name: v.nullish(text), avatar: v.nullish(v.object({ avatar_origin: v.nullish(text) })) }) }),
})
const administrators = v.object({ data: v.object({ user_list: v.nullish(v.array(v.object({ open_id: text })), []) }) })

/** What an organisation granted us; undefined where it withdrew that. */
export const grantOf = async (appId: string, access: FeishuAccess, corpId: string): Promise<Grant | undefined> => {
  const { client, tokens } = access
  const ask = tokens.asCorp(corpId, (token) => client({ path: '/tenant/v2/tenant/query', answer: tenant, token }))
  try {
    const tenantRead = (await unlessNotGranted(ask))?.data.tenant
    const administratorIds = await administratorsOf(access, corpId)
    const [byPersonId] = administratorIds
    return {
      corpId,
      corpName: tenantRead?.name || corpId,
      agentId: appId,
      ...(tenantRead?.avatar?.avatar_origin && { logo: tenantRead.avatar.avatar_origin }),
      ...(byPersonId !== undefined && { byPersonId }),
      administratorIds,
    }
  } catch (error) {
    if (error instanceof WorkplaceFault && error.kind === 'withdrawn') return undefined
    throw error
  }
}

/** Who may manage the app in an organisation; no one where it does not show that. */
export const administratorsOf = async ({ client, tokens }: FeishuAccess, corpId: string): Promise<string[]> => {
  const ask = tokens.asCorp(corpId, (token) => client({ path: '/user/v4/app_admin_user/list', answer: administrators, token }))
  return ((await unlessNotGranted(ask))?.data.user_list ?? []).map(({ open_id: personId }) => personId)
}

/** A permission that the organisation did not give leaves out what it would have shown. */
const unlessNotGranted = <T>(request: Promise<T>): Promise<T | undefined> => unless(request, ({ code }) => code === '99991672')

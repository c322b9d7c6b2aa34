import { createHash } from 'node:crypto'
import { assertDefined } from '../../kernel/assert.ts'
import { type Grant, type WorkplaceOrder, WorkplaceFault } from '../workplace.ts'
import type { Agent, Answer } from './answer.ts'
import { type WecomClient, isFault, permanentKey, tokenKey } from './client.ts'

/**
 * A code opens once; who comes with it again within the ten minutes that it lives, by an event told twice or a page loaded again, gets what is
 * granted now.
 */
export const exchange = async (client: WecomClient, authCode: string): Promise<Grant> => {
  const { keeping } = client
  const opened = `opened:${createHash('sha256').update(authCode).digest('hex')}`
  const answer = await client.asSuite('service/get_permanent_code', { body: { auth_code: authCode } }).catch((error: unknown) => {
    if (isFault(error, 40078)) return undefined
    throw error
  })
  if (!answer) {
    const corpId = await keeping.read(opened)
    const granted = corpId === undefined ? undefined : await grantOf(client, corpId)
    if (granted) return granted
    throw new WorkplaceFault('refused', '40078', 'This code of an installation is over.')
  }
  const grant = readGrant(answer)
  await keeping.write(permanentKey(grant.corpId), grant.permanentCode!)
  await keeping.write(opened, grant.corpId, codeSeconds)
  // What was kept belongs to an installation before this one.
  await Promise.all([tokenKey(grant.corpId), agentKey(grant.corpId), administratorsKey(grant.corpId)].map(keeping.forget))
  return completed(client, grant, answer)
}

/** What stands granted; undefined where nothing is. */
export const grantOf = async (client: WecomClient, corpId: string): Promise<Grant | undefined> => {
  const permanentCode = await client.keeping.read(permanentKey(corpId))
  if (permanentCode === undefined) return undefined
  try {
    const answer = await authInfo(client, corpId, permanentCode)
    return await completed(client, { ...readGrant(answer), permanentCode }, answer)
  } catch (error) {
    if (error instanceof WorkplaceFault && error.kind === 'withdrawn') return undefined
    throw error
  }
}

/** Our number in the organisation, which notices and signatures need. */
export const agentOf = async (client: WecomClient, corpId: string): Promise<string> => {
  const agentId = await client.keeping.read(agentKey(corpId))
  if (agentId !== undefined) return agentId
  const grant = await grantOf(client, corpId)
  if (grant?.agentId === undefined) throw new WorkplaceFault('withdrawn', 'agent', `Nothing is granted by ${corpId}.`)
  return grant.agentId
}

/** Who administers the app there; no one where it is not installed. Asked again after some minutes. */
export const administratorsOf = async (client: WecomClient, corpId: string): Promise<readonly string[]> => {
  if ((await client.keeping.read(permanentKey(corpId))) === undefined) return []
  const stored = await client.keeping.readOrMake(administratorsKey(corpId), async () => ({
    value: JSON.stringify(await askAdministrators(client, corpId)),
    seconds: 300,
  }))
  return JSON.parse(stored) as string[]
}

/** What the organisation lets us see of its people. */
export type Scope = {
  /** Each member let us in for themselves. */
  readonly byMembers: boolean
  /** The address book may be edited: its list of ids may be read whole. */
  readonly isWhole: boolean
  /** People who it shows besides those of its departments. */
  readonly personIds: readonly string[]
}

export const scopeOf = async (client: WecomClient, corpId: string): Promise<Scope> => {
  const permanentCode = await client.keeping.read(permanentKey(corpId))
  if (permanentCode === undefined) throw new WorkplaceFault('withdrawn', 'permanent', `Nothing is granted by ${corpId}.`)
  const agent = agentIn(await authInfo(client, corpId, permanentCode))
  const privilege = agent?.privilege
  return {
    byMembers: agent?.auth_mode === 1,
    isWhole: privilege?.level === wholeLevel,
    personIds: [...new Set([...(privilege?.allow_user ?? []), ...(privilege?.extra_user ?? [])])],
  }
}

const authInfo = (client: WecomClient, corpId: string, permanentCode: string): Promise<Answer> =>
  client.asSuite('service/get_auth_info', { body: { auth_corpid: corpId, permanent_code: permanentCode } })

/** A suite of today holds one app. */
const agentIn = (answer: Answer): Agent | undefined => answer.auth_info?.agent?.[0]

const readGrant = (answer: Answer): Grant => {
  const corp = assertDefined(answer.auth_corp_info, 'auth_corp_info')
  const user = answer.auth_user_info
  const agent = agentIn(answer)
  const permanentCode = answer['permanent_code']
  const by = user?.open_userid || user?.userid
  return {
    corpId: corp.corpid,
    corpName: corp.corp_name ?? corp.corpid,
    ...(agent && { agentId: String(agent.agentid) }),
    ...(typeof permanentCode === 'string' && { permanentCode }),
    ...(corp.corp_square_logo_url && { logo: corp.corp_square_logo_url }),
    ...(by && { byPersonId: by }),
  }
}

const completed = async (client: WecomClient, grant: Grant, answer: Answer): Promise<Grant> => {
  if (grant.agentId === undefined) return grant
  await client.keeping.write(agentKey(grant.corpId), grant.agentId)
  const [administratorIds, order] = await Promise.all([
    askAdministrators(client, grant.corpId, grant.agentId),
    trialOf(client, grant.corpId, answer),
  ])
  return { ...grant, administratorIds, ...(order && { order }) }
}

const askAdministrators = async (client: WecomClient, corpId: string, agentId?: string): Promise<string[]> => {
  const body = { auth_corpid: corpId, agentid: Number(agentId ?? (await agentOf(client, corpId))) }
  const answer = await client.asSuite('service/get_admin_list', { body }).catch((error: unknown) => {
    // Where members let us in themselves there are none.
    if (error instanceof WorkplaceFault && error.kind === 'refused') return { admin: [] }
    throw error
  })
  const listed = answer.admin ?? []
  // 0 may send messages only; 1 manages the app.
  return listed.filter(({ auth_type }) => auth_type !== 0).map(({ userid, open_userid }) => open_userid || userid)
}

/**
 * The trial that WeCom lends with an installation. What is bought comes as an order by itself. When a trial began no one says: it is the moment
 * when we first heard of it.
 */
const trialOf = async (client: WecomClient, corpId: string, answer: Answer): Promise<WorkplaceOrder | undefined> => {
  const edition = answer.edition_info?.agent?.[0]
  if (!edition || !trialStatus.has(edition.app_status)) return undefined
  const orderId = `trial:${corpId}:${edition.edition_id}`
  const begun = await client.keeping.readOrMake(`begun:${orderId}`, async () => ({ value: String(client.now()), seconds: yearsSeconds }))
  const startMs = Number(begun)
  return {
    orderId,
    title: edition.edition_name ?? edition.edition_id,
    isTrial: true,
    isVoid: false,
    startMs,
    endMs: edition.app_status === unlimitedTrial ? startMs + yearsSeconds * 1000 : (edition.expired_time ?? 0) * 1000,
    price: '0',
    edition: edition.edition_id,
  }
}

const agentKey = (corpId: string): string => `agent:${corpId}`
const administratorsKey = (corpId: string): string => `administrators:${corpId}`
const codeSeconds = 600
const wholeLevel = 3
/** Runs, is over, has no end. */
const trialStatus: ReadonlySet<number> = new Set([1, 2, 5])
const unlimitedTrial = 5
const yearsSeconds = 10 * 365 * 86_400

import { inWords } from '../../domain/english/all.ts'
import {
  dingtalkCalls,
  feishuCalls,
  type hostOperations,
  hostTitles,
  type HostName,
  type Installation,
  wecomCalls,
} from '../../domain/workplaces/hostOperations.ts'
import {
  workplaceColleague,
  workplaceConnect,
  workplaceList,
  workplaceNotices,
  workplaceSignatures,
  workplaceSignInAddress,
  workplaceStanding,
  workplaceSynchronise,
} from '../../domain/workplaces/operations.ts'
import { type WorkplaceQuery, meant } from '../../domain/workplaces/workplaceQuery.ts'
import { installationState, ownAddress } from '../../domain/workplaces/installation.ts'
import type { Member, PageSignature, Workplace, WorkplaceName } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import { firstOf, assertDefined } from '../../kernel/assert.ts'
import { refuse, RefusalError } from '../../kernel/refusal.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import { tokenAnswer } from '../access/identity.ts'
import { flowsFor } from '../approval/flow/rows.ts'
import { type Call, handle, handlePublic, type Handler, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { foreignOf } from '../directory/links.ts'
import { startSync, syncStanding } from '../directory/syncing.ts'
import { Forbidden } from '../httpError.ts'
import { alarmOf } from './alarms.ts'
import { type Corp, corpOfOrganisation, newState, readCorp, takeInstallState, takeSignInState, workplaceOf } from './corps.ts'
import { tryAgainNow, waitingEvents } from './inbox.ts'
import { takeGrant } from './installing.ts'
import { readMemberLicence } from './memberLicence.ts'
import { askHost, cameAs, corpOfMember, enterByChat, memberOf } from './signIn.ts'

type AnswerContext = { readonly call: Call; readonly workplace: Workplace; readonly said: ReturnType<typeof meant> }

const namesOf: Readonly<Record<HostName, WorkplaceName>> = { dingding: 'dingtalk', workweixin: 'wecom', feishu: 'feishu' }

/** The chat that is asked for; an installation that is not connected to it says so. */
const workplaceFor = ({ app }: Call, name: WorkplaceName, title: string): Workplace =>
  app.workplaces.get(name) ?? refuse('host.none', '尚未接入{host}，请用账号登录', { host: title })

const askLimit: Limit = { name: 'workplace-ask', attempts: 600, windowSeconds: 600, lockSeconds: 120 }

/** Where people reach us: as set, or as the person who asks has reached us. */
const originOf = ({ app, headers }: Call): string => {
  const origin = String(headers['origin'] ?? '')
  return new URL(app.settings.publicUrl ?? (URL.canParse(origin) ? origin : `http://${String(headers['host'] ?? 'localhost')}`)).origin
}

/** As it is signed: without its fragment. */
const ownPage = (call: Call, address: string | undefined): string =>
  ownAddress(originOf(call), address ?? '') ?? refuse('workplace.address', '只能使用本系统的网址')

/** Where a chat leads back to: with the screen that its fragment names. */
const ownPlace = (call: Call, address: string | undefined): string => {
  ownPage(call, address)
  return assertDefined(address, 'the address')
}

// ------------------------------------------------------------------------------------------------------ installation

/** Who looks at an installation: anyone who knows what it is called, one of the organisation, or who administers it. */
type Viewer = 'anybody' | 'member' | 'administrator'

const lookingBySession = ({ session }: Call, corp: Corp | undefined): Viewer => {
  if (!session || !corp || session.orgId !== corp.organisation) return 'anybody'
  return session.codes.has('sysoperation:update') ? 'administrator' : 'member'
}

const lookingAs = ({ isAdministrator }: Member): Viewer => (isAdministrator ? 'administrator' : 'member')

const standingOf = async (call: Call, name: WorkplaceName, corpId: string | undefined, viewer?: Viewer): Promise<Installation> => {
  const corp = corpId === undefined ? undefined : await readCorp(call.app.database, name, corpId)
  return installationOf(call, corp, viewer ?? lookingBySession(call, corp))
}

/** How many a person brings is no one else's business once they are here; what went wrong is the administrators'. */
const installationOf = async (
  { app: { database }, language }: Pick<Call, 'app' | 'language'>,
  corp: Corp | undefined,
  viewer: Viewer,
): Promise<Installation> => {
  const orgId = corp?.granted ? corp.organisation : null
  const sync = corp && orgId !== null ? await database.reading(orgId, (tx) => syncStanding(tx, corp.chat)) : undefined
  const state = installationState(corp, sync)
  const isCounted = viewer !== 'anybody' || state === 'synchronising'
  return {
    state,
    finished: state === 'ready',
    corpId: corp?.since ? corp.corpId : '',
    corpName: corp?.since ? corp.corpName : '',
    phase: sync?.phase ?? '',
    done: isCounted ? (sync?.done ?? 0) : 0,
    total: isCounted ? (sync?.total ?? 0) : 0,
    failure: sync?.failure && viewer === 'administrator' ? inWords(language, sync.failure.words, sync.failure.params) : '',
  }
}

/** With the word of the chat that an administrator allowed it, or as a person who the chat knows as an administrator of an organisation that has it. */
const install = async ({ call, workplace, said }: AnswerContext): Promise<Installation> => {
  const { database } = call.app
  const { name } = workplace
  if (said.authCode !== undefined) {
    await attempt(database, installLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    const state = said.state === undefined ? undefined : await takeInstallState(database, name, said.state)
    if (said.state !== undefined && !state) refuse('host.code', '登录已过期，请重新打开应用')
    // The person who allows it for an organisation of ours is one of its administrators; a stranger who was led here is not.
    if (state?.organisation && administratorsOrganisation(call) !== state.organisation) throw new Forbidden()
    const authCode = said.authCode
    const grant = await askHost(() => workplace.exchange(authCode))
    await takeGrant(call.app, workplace, grant, { atMs: await momentOf(call, name, grant.corpId), into: state?.organisation ?? null })
    return standingOf(call, name, grant.corpId, 'administrator')
  }
  const member = await memberOf(call, workplace, { code: said.code, corpId: said.corpId })
  if (!member.isAdministrator) refuse('workplace.administrator', '请让企业管理员安装应用')
  const corp = await readCorp(database, name, member.corpId)
  if (!corp?.granted || corp.organisation === null) {
    const grant = await askHost(() => workplace.corp(member.corpId).grant())
    if (grant)
      await takeGrant(call.app, workplace, { byPersonId: member.personId, ...grant }, { atMs: await momentOf(call, name, member.corpId) })
  } else await syncAgain(call, corp)
  return standingOf(call, name, member.corpId, lookingAs(member))
}

const installLimit: Limit = { name: 'workplace-install', attempts: 30, windowSeconds: 600, lockSeconds: 600 }

/** When something was granted that the chat has just said to us and not told: its clock may be a little behind ours. */
const momentOf = async ({ app: { database } }: Call, name: WorkplaceName, corpId: string): Promise<number> =>
  Math.max((await readCorp(database, name, corpId))?.grantedMs ?? 0, database.now() - skewMs)
const skewMs = 120_000

/** What came to nothing is tried again at once. */
const syncAgain = async ({ app: { database } }: Call, corp: Corp): Promise<void> => {
  await tryAgainNow(database, corp.chat, corp.corpId)
  const { organisation } = corp
  if (organisation === null || !corp.granted || !corp.running) return
  await database.inTransaction(organisation, async (tx) => {
    const sync = await syncStanding(tx, corp.chat)
    if (!sync || sync.phase === 'failed') await startSync(tx, corp.chat)
  })
}

const retry = async ({ call, workplace, said }: AnswerContext): Promise<Installation> => {
  const { database } = call.app
  const tooOften = '操作过于频繁，请稍后再试'
  await attempt(database, retryLimit, `${networkOf(call.ip)} ${said.corpId ?? ''}`, tooOften)
  const corp = said.corpId === undefined ? undefined : await readCorp(database, workplace.name, said.corpId)
  if (corp) {
    await attempt(database, restartLimit, `${corp.chat} ${corp.corpId}`, tooOften)
    await syncAgain(call, corp)
  }
  return standingOf(call, workplace.name, said.corpId)
}

const retryLimit: Limit = { name: 'workplace-retry', attempts: 10, windowSeconds: 60, lockSeconds: 60 }
/** The person who asks for it, an installation is begun again once a minute. */
const restartLimit: Limit = { name: 'workplace-restart', attempts: 1, windowSeconds: 60, lockSeconds: 60 }

/** For an administrator of the organisation. `anew`: from the beginning also where it is under way. */
const synchronise = async ({ call, workplace }: AnswerContext, { anew = false } = {}): Promise<Installation> => {
  const orgId = administratorsOrganisation(call)
  const { database } = call.app
  const corp = await database.inTransaction(orgId, async (tx) => {
    const corp = await corpOfOrganisation(tx)
    if (!corp || corp.chat !== workplace.name) return refuse('workplace.notConnected', '组织尚未接入{title}', { title: workplace.title })
    await startSync(tx, corp.chat, { anew })
    return corp
  })
  return installationOf(call, corp, 'administrator')
}

const administratorsOrganisation = ({ session }: Call): Id => {
  if (!session?.codes.has('sysoperation:update')) throw new Forbidden()
  return session.orgId
}

// ------------------------------------------------------------------------------------------------------------- calls

const loginUser = async ({ call, workplace, said }: AnswerContext, input: LoginInput) => {
  const { database } = call.app
  const place = said.state === undefined ? 'client' : await takeSignInState(database, workplace.name, said.state, input.browser ?? '')
  if (place === undefined) return refuse('host.code', '登录已过期，请重新打开应用')
  const notInstalled = await standingWithoutApp(call, workplace, said.corpId)
  if (notInstalled) return { new_uid: null, ...(await cameAs(call, workplace, input)), ...notInstalled }
  const member = await memberOf(call, workplace, { code: said.code ?? said.authCode, corpId: said.corpId, place }).catch(
    (error: unknown) => {
      // On a desk the code alone says whose organisation it is; one that has not installed the app opens none.
      if (said.corpId === undefined && error instanceof RefusalError && error.refusal.reason === 'host.withdrawn') return undefined
      throw error
    },
  )
  if (!member)
    return {
      new_uid: null,
      ...(await cameAs(call, workplace, input)),
      corpId: null,
      installation: await installationOf(call, undefined, 'anybody'),
    }
  const [corp, old] = await Promise.all([corpOfMember(call, workplace, member), cameAs(call, workplace, input)])
  const standingNow = { ...old, corpId: member.corpId, installation: await installationOf(call, corp, lookingAs(member)) }
  const { organisation } = corp ?? { organisation: null }
  if (!corp?.granted || !corp.running || organisation === null) return { new_uid: null, ...standingNow }
  const { token, identity } = await enterByChat(call, workplace, { ...corp, organisation }, { member, deviceId: input.device_id })
  return { new_uid: identity['X-UID'], ...standingNow, ...tokenAnswer(token, identity) }
}

/**
 * An organisation that has not installed the app, or has it no longer: the chat opens none of its codes, and its people are led to where it is
 * installed. Undefined where it is here, or where only the code says which organisation it is.
 */
const standingWithoutApp = async (call: Call, workplace: Workplace, corpId: string | undefined) => {
  if (corpId === undefined || workplace.opensCodesAnywhere) return undefined
  const corp = await readCorp(call.app.database, workplace.name, corpId)
  return corp?.granted ? undefined : { corpId, installation: await installationOf(call, corp, 'anybody') }
}

type LoginInput = {
  readonly browser?: string | undefined
  readonly device_id?: string | undefined
  readonly old_uid?: Id | undefined
  readonly old_corpId?: string | undefined
}

const corpGrant = async ({ call, workplace, said }: AnswerContext) => {
  const corp = said.corpId === undefined ? undefined : await readCorp(call.app.database, workplace.name, said.corpId)
  const viewer = lookingBySession(call, corp)
  const { state } = await installationOf(call, corp, viewer)
  const shownCorp = corp?.since ? corp : undefined
  const inside = viewer === 'anybody' ? undefined : shownCorp
  return {
    corpId: shownCorp?.corpId ?? said.corpId ?? '',
    corpName: shownCorp?.corpName ?? '',
    logo: shownCorp?.logo ?? '',
    agentId: inside?.agentId ?? '',
    state,
    since: inside?.since ?? null,
  }
}

const signaturesFor = async (
  call: Call,
  workplace: Workplace,
  corpId: string | undefined,
  url: string | undefined,
): Promise<PageSignature[]> => {
  const page = ownPage(call, url)
  const corp = corpId === undefined ? undefined : await readCorp(call.app.database, workplace.name, corpId)
  if (!corp?.granted || !corp.running) return refuse('workplace.notInstalled', '企业尚未安装应用')
  return [...(await askHost(() => workplace.corp(corp.corpId).signatures(page)))]
}

const preAuthCode = async ({ call, workplace, said }: AnswerContext) => {
  const redirect = ownPlace(call, said.url)
  const state = await newState(call.app.database, workplace.name, { t: 'install', organisation: null })
  const installUrl = await askHost(() => workplace.installAddress({ redirect, state }))
  return { preAuthCode: new URL(installUrl).searchParams.get('pre_auth_code') ?? '', installUrl, state }
}

/** Answers a call of the contract by the chat whose path it has. */
const answerWith = <O extends (typeof hostOperations)[number]>(
  operation: O,
  run: (context: AnswerContext, input: LoginInput) => Promise<unknown>,
): Handler =>
  handlePublic(operation, async (call, input) => {
    const workplace = workplaceFor(call, namesOf[operation.host], hostTitles[operation.host])
    await attempt(call.app.database, askLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    return run({ call, workplace, said: meant(input as WorkplaceQuery) }, input as LoginInput) as never
  })

const contractHandlers: readonly Handler[] = [
  answerWith(dingtalkCalls.getLoginUser, loginUser),
  answerWith(dingtalkCalls.getCorpGrantInfo, corpGrant),
  answerWith(dingtalkCalls.install, install),
  answerWith(dingtalkCalls.retryOut, retry),
  answerWith(dingtalkCalls.validInstallFinish, ({ call, workplace, said }) => standingOf(call, workplace.name, said.corpId)),
  answerWith(dingtalkCalls.getServiceWinStatus, async () => ({ opened: false, status: 0 })),
  answerWith(dingtalkCalls.getUserInfoAndPhone, async ({ call, workplace, said }) => {
    const {
      personId,
      name = '',
      avatar = '',
      phone = '',
      isAdministrator,
    } = await memberOf(call, workplace, {
      code: said.code,
      corpId: said.corpId,
    })
    return { personId, name, avatar, phone, isAdministrator }
  }),
  answerWith(wecomCalls.getSignature, async ({ call, workplace, said }) => {
    const signatures = await signaturesFor(call, workplace, said.corpId, said.url)
    const { use: _, ...first } = firstOf(signatures)
    return { ...first, signatures }
  }),
  answerWith(wecomCalls.getLoginUser, loginUser),
  answerWith(wecomCalls.getPreAuthCode, preAuthCode),
  answerWith(wecomCalls.getCorpGrantInfo, corpGrant),
  answerWith(wecomCalls.updateDingProcessTmp, async ({ call }) => {
    const { session } = call
    if (!session) throw new Forbidden()
    return { flows: await call.app.database.reading(session.orgId, (tx) => flowsFor(tx, session, { state: 2 })) }
  }),
  answerWith(wecomCalls.install, install),
  answerWith(wecomCalls.retryOut, retry),
  answerWith(wecomCalls.syncDingOrgManual, (context) => synchronise(context)),
  answerWith(wecomCalls.resetAsyncOrgDing, (context) => synchronise(context, { anew: true })),
  answerWith(wecomCalls.validInstallFinish, ({ call, workplace, said }) => standingOf(call, workplace.name, said.corpId)),
  answerWith(feishuCalls.getLoginUser, loginUser),
  answerWith(feishuCalls.getCorpGrantInfo, corpGrant),
  answerWith(feishuCalls.install, install),
  answerWith(feishuCalls.retryOut, retry),
  answerWith(feishuCalls.validInstallFinish, ({ call, workplace, said }) => standingOf(call, workplace.name, said.corpId)),
]

const wherePeopleComeFrom = ({ app, language }: Pick<Call, 'app' | 'language'>) =>
  [...app.workplaces.values()].map(({ name, title }) => ({ name, title: inWords(language, title) }))

const standingForAdministrator = async (call: SignedIn) => {
  const { tx, app } = call
  const [corp, settings] = await Promise.all([
    corpOfOrganisation(tx),
    onlyRow(
      tx.query<{ notices: boolean; chats: boolean }>(
        `select coalesce((settings ->> 'chatNotices')::boolean, true) as notices, coalesce((settings ->> 'chatsInHosts')::boolean, true) as chats
         from organisation where org_id = $1`,
        [tx.orgId],
      ),
    ),
  ])
  const available = wherePeopleComeFrom(call).map((source) => ({
    ...source,
    connects: app.workplaces.get(source.name)?.leadsBack === true,
  }))
  if (!corp) return { available, connected: null, ...settings }
  const [installation, events, sync, alarm, memberLicence] = await Promise.all([
    installationOf(call, corp, 'administrator'),
    waitingEvents(tx, corp.chat, corp.corpId),
    syncStanding(tx, corp.chat),
    alarmOf(tx, corp),
    readMemberLicence(tx, corp),
  ])
  const title = available.find(({ name }) => name === corp.chat)?.title ?? corp.chat
  const connection = {
    name: corp.chat,
    title,
    since: corp.since,
    installation,
    syncedAt: sync?.endedAt ?? null,
    ...events,
    alarm: alarm === null ? '' : inWords(call.language, alarm),
    memberLicence,
  }
  return { available, connected: connection, ...settings }
}

export const workplaceHandlers: readonly Handler[] = [
  ...contractHandlers,

  handlePublic(workplaceList, async (call) => ({
    workplaces: wherePeopleComeFrom(call).filter(({ name }) => call.app.workplaces.get(name)?.signsInAtDesk === true),
  })),
  handlePublic(workplaceSignInAddress, async (call, { name, where, redirect, browser }) => {
    const workplace = workplaceFor(call, name, name)
    await attempt(call.app.database, askLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    if (where === 'desk' && !workplace.signsInAtDesk)
      refuse('workplace.desk', '尚未开通{title}扫码登录，请在{title}里打开应用', { title: workplace.title })
    const page = ownPlace(call, redirect)
    const state = await newState(call.app.database, name, { t: 'signIn', browser, place: where })
    return { address: workplace.signInAddress(where, { redirect: page, state }), state }
  }),
  handlePublic(workplaceSignatures, async (call, { name, corpId, url }) => {
    const workplace = workplaceFor(call, name, name)
    await attempt(call.app.database, askLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
    return { signatures: await signaturesFor(call, workplace, corpId, url) }
  }),

  handle(workplaceColleague, async ({ tx }, { name, uid }) => {
    const corp = await workplaceOf(tx)
    if (corp?.name !== name) return null
    const personId = (await foreignOf(tx, name, [uid])).get(uid)
    return personId === undefined ? null : { corpId: corp.corpId, personId }
  }),
  handle(workplaceStanding, standingForAdministrator),
  handle(workplaceSynchronise, async (call) => {
    const corp = await corpOfOrganisation(call.tx)
    if (!corp) refuse('workplace.none', '组织尚未接入工作平台')
    else await startSync(call.tx, corp.chat)
    return standingForAdministrator(call)
  }),
  handle(workplaceNotices, async (call, { on, chats }) => {
    await call.tx.query(`update organisation set settings = settings || $2::jsonb where org_id = $1`, [
      call.tx.orgId,
      JSON.stringify({ ...(on !== undefined && { chatNotices: on }), ...(chats !== undefined && { chatsInHosts: chats }) }),
    ])
    return standingForAdministrator(call)
  }),
  handle(workplaceConnect, async (call, { name, redirect }) => {
    const workplace = workplaceFor(call, name, name)
    if (!workplace.leadsBack) refuse('workplace.market', '请在{title}的应用市场开通', { title: workplace.title })
    if (await corpOfOrganisation(call.tx)) refuse('workplace.connectedAlready', '组织已经接入一个工作平台')
    const page = ownPlace(call, redirect)
    const state = await newState(call.app.database, name, { t: 'install', organisation: call.tx.orgId })
    return { address: await askHost(() => workplace.installAddress({ redirect: page, state })) }
  }),
]

import { randomBytes } from 'node:crypto'
import { assertDefined } from '../../../kernel/assert.ts'
import { pageSignature } from '../signature.ts'
import { isPersonShown, isShown, type StandInCompany, type StandInDepartment, type StandInPerson } from './companies.ts'

/** What the stand-in knows and keeps; times in milliseconds. */
export type World = {
  readonly suite: {
    readonly suiteId: string
    readonly suiteKey: string
    readonly suiteSecret: string
    readonly token: string
    readonly aesKey: string
  }
  readonly companies: Map<string, StandInCompany>
  /** The tickets that still open; the newest last. */
  tickets: string[]
  /** Tokens, and whose they are: the suite's, or an organisation's. */
  readonly tokens: Map<string, { readonly corpId?: string; readonly person?: string; endMs: number }>
  readonly codes: Map<
    string,
    { readonly corpId: string; readonly personId: string; readonly use: 'inside' | 'outside'; readonly endMs: number }
  >
  readonly jsapiTickets: Map<string, string>
  /** Work notices that people were really sent. */
  readonly notices: SentNotice[]
  /** Of each sending who it could not reach. */
  readonly tasks: Map<string, readonly string[]>
  /** Every call, by its path. */
  readonly asked: string[]
  /** What befalls the next calls to the API. */
  readonly trouble: {
    limited: number
    busy: number
    broken: number
    slowMs: number
    /** The organisations have used up the calls of this month. */
    isQuotaSpent: boolean
    /** The address that asks is not on the list of the app. */
    isAddressRefused: boolean
  }
  readonly tokenSeconds: number
  readonly now: () => number
}

export type SentNotice = {
  readonly corpId: string
  readonly personId: string
  readonly atMs: number
  readonly title: string
  readonly text: string
  readonly button: string
  readonly link: string
}

export type StandInRequest = {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}
export type Answer = { readonly status: number; readonly body: unknown }

const ok = (body: object): Answer => ({
  status: 200,
  body: { errcode: 0, errmsg: 'ok', request_id: randomBytes(6).toString('hex'), ...body },
})
const refuseOld = (errcode: number, errmsg: string): Answer => ({
  status: 200,
  body: { errcode, errmsg, request_id: randomBytes(6).toString('hex') },
})
const fine = (body: object): Answer => ({ status: 200, body })
const refuseNew = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, requestid: randomBytes(6).toString('hex') },
})

const newToken = (world: World, owner: { corpId?: string; person?: string }): Answer => {
  const token = randomBytes(16).toString('hex')
  world.tokens.set(token, { ...owner, endMs: world.now() + world.tokenSeconds * 1000 })
  return fine({ accessToken: token, expireIn: world.tokenSeconds })
}

const isSuite = ({ suite, tickets }: World, { body }: StandInRequest): Answer | undefined => {
  if (body['suiteKey'] !== suite.suiteKey || body['suiteSecret'] !== suite.suiteSecret)
    return refuseNew(400, 'invalidSuiteKeyOrSuiteSecret', '不合法的suiteKey或suiteSecret')
  return tickets.includes(String(body['suiteTicket'])) ? undefined : refuseNew(400, 'invalidSuiteTicket', '不存在的suiteTicket')
}

type Call = (world: World, request: StandInRequest) => Answer

/** Calls of api.dingtalk.com. */
const newCalls: Readonly<Record<string, Call>> = {
  '/v1.0/oauth2/suiteAccessToken': (world, request) => isSuite(world, request) ?? newToken(world, {}),
  '/v1.0/oauth2/corpAccessToken': (world, request) => {
    const wrong = isSuite(world, request)
    if (wrong) return wrong
    const corpId = String(request.body['authCorpId'])
    return world.companies.get(corpId)?.installed ? newToken(world, { corpId }) : refuseNew(400, 'corp.unauthorized', '企业未授权')
  },
  '/v1.0/oauth2/apps/authInfo': (world, request) => {
    if (!tokenOf(world, request)) return refuseNew(401, 'InvalidAuthentication', '不合法的access_token')
    const company = world.companies.get(request.query.get('authCorpId') ?? '')
    if (!company?.installed) return refuseNew(400, 'corp.unauthorized', '企业未授权')
    const { agentId, byPersonId } = company.installed
    const adminList = [...company.people.values()].filter(({ isAdmin }) => isAdmin).map(({ userid }) => userid)
    return fine({
      authCorpInfo: { corpId: company.corpId, corpName: company.name, corpLogoUrl: '', authLevel: 1 },
      authAppInfo: { agentList: [{ agentId, agentName: '在册', appId: 1, adminList }] },
      authUserInfo: { userId: byPersonId },
    })
  },
  '/v1.0/oauth2/jsapiTickets': (world, request) => {
    const corpId = tokenOf(world, request)?.corpId
    if (!corpId) return refuseNew(401, 'InvalidAuthentication', '不合法的access_token')
    const ticket = world.jsapiTickets.get(corpId) ?? randomBytes(32).toString('hex')
    world.jsapiTickets.set(corpId, ticket)
    return fine({ jsapiTicket: ticket, expireIn: 7200 })
  },
  '/v1.0/oauth2/userAccessToken': (world, request) => {
    if (request.body['clientId'] !== world.suite.suiteKey || request.body['clientSecret'] !== world.suite.suiteSecret)
      return refuseNew(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
    const code = spend(world, String(request.body['code']), 'outside')
    if (!code) return refuseNew(400, 'invalidParameter.code.invalid', '不存在的临时授权码')
    const token = randomBytes(16).toString('hex')
    world.tokens.set(token, { person: `${code.corpId}/${code.personId}`, endMs: world.now() + world.tokenSeconds * 1000 })
    return fine({ accessToken: token, refreshToken: randomBytes(16).toString('hex'), expireIn: world.tokenSeconds, corpId: code.corpId })
  },
  '/v1.0/contact/users/me': (world, request) => {
    const [corpId = '', personId = ''] = tokenOf(world, request)?.person?.split('/') ?? []
    const company = world.companies.get(corpId)
    const person = company?.people.get(personId)
    if (!company || !person) return refuseNew(401, 'InvalidAuthentication', '不合法的access_token')
    const { unionid: unionId, name: nick, mobile } = person
    return fine({ unionId, nick, avatarUrl: '', openId: `open-${personId}`, ...(company.showsMobile && { mobile, stateCode: '86' }) })
  },
}

/** Calls of oapi.dingtalk.com, in the name of the organisation whose token it is. */
const oldCalls: Readonly<Record<string, (company: StandInCompany, request: StandInRequest, world: World) => Answer>> = {
  '/auth/scopes': ({ scope }) =>
    ok({
      auth_user_field: ['name', 'avatar'],
      condition_field: [],
      auth_org_scopes: { authed_user: scope.people, authed_dept: scope.departments },
    }),
  '/topapi/v2/user/getuserinfo': (company, { body }, world) => {
    const code = spend(world, String(body['code']), 'inside', company.corpId)
    const person = code && company.people.get(code.personId)
    if (!person) return refuseOld(40078, '不存在的临时授权码')
    const { userid, unionid, name, isAdmin } = person
    return ok({ result: { userid, unionid, associated_unionid: '', name, device_id: 'standin', sys: isAdmin, sys_level: isAdmin ? 1 : 0 } })
  },
  '/topapi/v2/user/get': (company, { body }) => {
    const person = company.people.get(String(body['userid']))
    if (!person) return refuseOld(60121, '找不到该用户')
    return isPersonShown(company, person) ? ok({ result: userAnswer(company, person) }) : refuseOld(50002, '企业员工不在授权范围')
  },
  '/topapi/user/getbyunionid': (company, { body }) => {
    const person = [...company.people.values()].find(({ unionid }) => unionid === body['unionid'])
    return person ? ok({ result: { contact_type: 0, userid: person.userid } }) : refuseOld(60121, '找不到该用户')
  },
  '/topapi/user/listadmin': (company) =>
    ok({ result: [...company.people.values()].filter(({ isAdmin }) => isAdmin).map(({ userid }) => ({ userid, sys_level: 1 })) }),
  '/topapi/v2/user/list': (company, { body }) => {
    const [id, cursor, size] = [Number(body['dept_id']), Number(body['cursor']), Number(body['size'])]
    if (!(size >= 1 && size <= 100)) return refuseOld(400002, '无效的参数')
    const denial = unseenDepartment(company, id)
    if (denial) return denial
    const members = [...company.people.values()].filter(({ departments }) => departments.includes(id))
    const list = members.slice(cursor, cursor + size).map((person) => userAnswer(company, person))
    const hasMore = cursor + size < members.length
    return ok({ result: { has_more: hasMore, ...(hasMore && { next_cursor: cursor + size }), list } })
  },
  '/topapi/v2/department/listsub': (company, { body }) => {
    const id = Number(body['dept_id'] ?? 1)
    const denial = unseenDepartment(company, id)
    if (denial) return denial
    const children = [...company.departments.values()].filter(({ parentId }) => parentId === id)
    return ok({
      result: children.map(({ id: dept_id, parentId: parent_id, name }) => ({ dept_id, parent_id, name, create_dept_group: false })),
    })
  },
  '/topapi/v2/department/get': (company, { body }) => {
    const id = Number(body['dept_id'])
    const department = company.departments.get(id)
    return unseenDepartment(company, id) ?? ok({ result: detailsOf(assertDefined(department, `the department ${id}`)) })
  },
  '/topapi/message/corpconversation/asyncsend_v2': (company, { body }, world) => sendNotice(company, body, world),
  '/topapi/message/corpconversation/getsendresult': (_, { body }, world) => sendResult(body, world),
}

const detailsOf = ({ id, parentId, name, order, managers }: StandInDepartment) => ({
  dept_id: id,
  parent_id: parentId,
  name,
  order,
  dept_manager_userid_list: managers,
})

const unseenDepartment = (company: StandInCompany, id: number): Answer | undefined => {
  if (id !== 1 && !company.departments.has(id)) return refuseOld(60003, '部门不存在')
  return isShown(company, id) ? undefined : refuseOld(50004, '企业部门不在授权范围')
}

const userAnswer = (company: StandInCompany, { userid, unionid, name, title, mobile, jobNumber, departments, isAdmin }: StandInPerson) => ({
  userid,
  unionid,
  name,
  avatar: '',
  title,
  job_number: jobNumber,
  dept_id_list: departments,
  ...(company.showsMobile && { mobile, state_code: '86' }),
  active: true,
  admin: isAdmin,
  boss: false,
  leader_in_dept: departments.map((dept_id) => ({ dept_id, leader: company.departments.get(dept_id)?.managers.includes(userid) ?? false })),
})

/** As many bytes as a notice may have, people that one call may name, and notices that a person gets on one day. */
const [noticeBytes, receiversAtOnce, perDay] = [2048, 1000, 100]

const sendNotice = (company: StandInCompany, body: StandInRequest['body'], world: World): Answer => {
  if (String(body['agent_id']) !== String(company.installed?.agentId)) return refuseOld(40056, '不合法的agentid')
  const receivers = String(body['userid_list'] ?? '')
    .split(',')
    .filter(Boolean)
  const { msg } = body as { msg?: { msgtype?: string; action_card?: Record<string, string> } }
  if (receivers.length === 0 || receivers.length > receiversAtOnce) return refuseOld(40032, '不合法的UserID列表长度')
  if (Buffer.byteLength(JSON.stringify(msg ?? '')) > noticeBytes) return refuseOld(41101, '数据内容过长')
  const card = msg?.action_card
  if (msg?.msgtype !== 'action_card' || !card?.['title'] || !card['markdown'] || !card['single_url'])
    return refuseOld(40008, '不合法的消息类型')
  const today = Math.floor(world.now() / 86_400_000)
  for (const personId of receivers) {
    if (!company.people.has(personId)) continue
    const had = world.notices.filter(
      (notice) => notice.corpId === company.corpId && notice.personId === personId && Math.floor(notice.atMs / 86_400_000) === today,
    )
    // The same words on one day are dropped without a word, and so is what is too much.
    if (had.length >= perDay || had.some(({ text, title }) => text === card['markdown'] && title === card['title'])) continue
    world.notices.push({
      corpId: company.corpId,
      personId,
      atMs: world.now(),
      title: card['title'],
      text: card['markdown'],
      button: card['single_title'] ?? '',
      link: card['single_url'],
    })
  }
  const task = String(Math.floor(Math.random() * 1e9))
  world.tasks.set(
    task,
    receivers.filter((personId) => !company.people.has(personId)),
  )
  return ok({ task_id: Number(task) })
}

const sendResult = (body: StandInRequest['body'], world: World): Answer => {
  const invalid = world.tasks.get(String(body['task_id']))
  if (invalid === undefined) return refuseOld(34012, '任务不存在')
  return ok({ send_result: { invalid_user_id_list: invalid, forbidden_user_id_list: [], failed_user_id_list: [] } })
}

/** A code opens once, in its place, for five minutes. */
const spend = ({ codes, now }: World, code: string, use: 'inside' | 'outside', corpId?: string) => {
  const codeIssued = codes.get(code)
  if (!codeIssued || codeIssued.use !== use || codeIssued.endMs <= now() || (corpId !== undefined && codeIssued.corpId !== corpId))
    return undefined
  codes.delete(code)
  return codeIssued
}

const tokenOf = ({ tokens, now }: World, { headers, query }: StandInRequest) => {
  const tokenIssued = tokens.get(String(headers['x-acs-dingtalk-access-token'] ?? query.get('access_token') ?? ''))
  return tokenIssued && tokenIssued.endMs > now() ? tokenIssued : undefined
}

/** What DingTalk answers to a call; undefined where there is no such call. */
export const answerTo = (world: World, request: StandInRequest): Answer | undefined => {
  const { path } = request
  const [ofNew, ofOld] = [newCalls[path], oldCalls[path]]
  if (!ofNew && !ofOld) return undefined
  world.asked.push(path)
  if (world.trouble.broken > 0) {
    world.trouble.broken -= 1
    return { status: 502, body: '<html>Bad Gateway</html>' }
  }
  if (world.trouble.isAddressRefused)
    return ofNew
      ? refuseNew(403, 'Forbidden.AccessDenied.IpNotInWhiteList', 'ip不在白名单内')
      : { status: 200, body: { errcode: 88, sub_code: '60020', errmsg: 'ding talk error', sub_msg: '访问ip不在白名单之中' } }
  if (world.trouble.isQuotaSpent)
    return ofNew
      ? refuseNew(403, 'Forbidden.AccessDenied.ApiCountLimitForOrg', '本月api调用量已超过限制 10001次 额度10000次')
      : refuseOld(90020, '本月api调用量已超过限制 10001次 额度10000次')
  if (world.trouble.limited > 0) {
    world.trouble.limited -= 1
    return ofNew
      ? refuseNew(403, 'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi', 'Open API QPS limit')
      : {
          status: 200,
          body: { errcode: 88, sub_code: '90018', errmsg: 'ding talk error', sub_msg: '您的服务器调用钉钉开放平台接口的请求已被限流' },
        }
  }
  if (world.trouble.busy > 0) {
    world.trouble.busy -= 1
    return ofNew ? refuseNew(500, 'ServiceUnavailable', 'system busy') : refuseOld(-1, '系统繁忙')
  }
  if (ofNew) return ofNew(world, request)
  const token = tokenOf(world, request)
  if (!token) return refuseOld(40014, '不合法的access_token')
  const company = world.companies.get(token.corpId ?? '')
  return company?.installed && ofOld ? ofOld(company, request, world) : refuseOld(40079, '不存在的授权信息')
}

/** Whether a page shows what DingTalk's script takes. */
export const isRightSignature = ({ jsapiTickets, companies }: World, card: Readonly<Record<string, unknown>>): boolean => {
  const corpId = String(card['corpId'])
  const ticket = jsapiTickets.get(corpId)
  const [nonce, timestamp, url] = [String(card['nonceStr']), Number(card['timeStamp']), String(card['url'])]
  return (
    ticket !== undefined &&
    String(companies.get(corpId)?.installed?.agentId) === String(card['agentId']) &&
    pageSignature('sha256', { ticket, nonce, timestamp, url }) === card['signature']
  )
}

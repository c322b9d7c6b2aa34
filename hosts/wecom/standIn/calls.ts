import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { assertDefined, entryOf } from '../../../kernel/assert.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import { pageSignature } from '../signatures.ts'
import type { Suite, WecomSettings } from '../settings.ts'
import { type Corp, type IssuedSecret, give, isLicensed, type Message, openedBy, type Person, type World } from './world.ts'

/** Tickets that were sent to each suite, by its id, the newest last. */
export type Tickets = ReadonlyMap<string, readonly string[]>

export type CallParts = { readonly world: World; readonly settings: StandInSettings; readonly tickets: Tickets }
type CallRequest = { readonly path: string; readonly query: URLSearchParams; readonly body: Record<string, unknown> }

/** What is asked at `/cgi-bin/…`, answered as the documents say. */
export const answerCall = (parts: CallParts, request: CallRequest): object => {
  const { refusals } = parts.world.mood
  if (refusals.calls > 0) {
    refusals.calls--
    return refuseCall(refusals.code, refusalWords[refusals.code] ?? 'system busy')
  }
  if (request.path === 'service/get_provider_token') return giveProviderToken(parts, request)
  if (request.path === 'service/get_suite_token') return giveSuiteToken(parts, request)
  return answerProvider(parts, request) ?? answerSuite(parts, request) ?? answerCorp(parts, request)
}

const giveProviderToken = ({ world, settings }: CallParts, { body }: CallRequest): object => {
  if (body['corpid'] !== settings.providerId || body['provider_secret'] !== settings.providerSecret)
    return refuseCall(40091, 'invalid provider_secret')
  return { provider_access_token: give(world, { kind: 'provider', corpId: '' }, tokenSeconds), expires_in: tokenSeconds }
}

const giveSuiteToken = ({ world, settings, tickets }: CallParts, { body }: CallRequest): object => {
  const isLogin = body['suite_id'] === settings.loginSuite.suiteId
  if (!isLogin && body['suite_id'] !== settings.suiteId) return refuseCall(40083, 'invalid suite id')
  const { suiteId, suiteSecret } = isLogin ? settings.loginSuite : settings
  if (body['suite_secret'] !== suiteSecret) return refuseCall(40080, 'invalid suite secret')
  // The one before the newest still opens.
  if (!tickets.get(suiteId)?.slice(-2).includes(String(body['suite_ticket']))) return refuseCall(40085, 'invalid suite ticket')
  const token = give(world, { kind: isLogin ? 'loginSuite' : 'suite', corpId: '' }, tokenSeconds)
  return { suite_access_token: token, expires_in: tokenSeconds }
}

const answerProvider = ({ world, settings }: CallParts, { path, query, body }: CallRequest): object | undefined => {
  const answer = providerCalls[path]
  if (!answer) return undefined
  const token = query.get('provider_access_token')
  if (!openedBy(world, 'provider', token)) return refuseToken(world, token)
  const corp = world.corps.get(String(body['corpid']))
  if (!corp?.installed) return refuseCall(701015, 'no authorization')
  return answer(corp, body, settings)
}

const answerSuite = ({ world }: CallParts, { path, query, body }: CallRequest): object | undefined => {
  const answer = suiteCalls[path]
  if (!answer) return undefined
  const token = query.get('suite_access_token')
  const isLogin = openedBy(world, 'loginSuite', token) !== undefined
  // The suite that only signs people in is no one's app.
  if (isLogin && path !== whoPath) return refuseCall(48002, 'api forbidden')
  if (!isLogin && !openedBy(world, 'suite', token))
    return world.given.has(String(token))
      ? refuseCall(42009, 'suite_access_token expired')
      : refuseCall(40082, 'invalid suite_access_token')
  return answer(world, query, body)
}

const answerCorp = ({ world }: CallParts, { path, query, body }: CallRequest): object => {
  const answer = corpCalls[path]
  if (!answer) return refuseCall(404, `no such call: ${path}`)
  const token = query.get('access_token')
  const secret = openedBy(world, 'corp', token)
  if (!secret) return refuseToken(world, token)
  const corp = entryOf(world.corps, secret.corpId)
  if (!isInstalled(corp)) return refuseCall(48004, 'invalid auth')
  return answer(world, corp, query, body)
}

const refuseToken = (world: World, token: string | null): object =>
  world.given.has(String(token)) ? refuseCall(42001, 'access_token expired') : refuseCall(40014, 'invalid access_token')

type InstalledCorp = Corp & { readonly installed: NonNullable<Corp['installed']> }
const isInstalled = (corp: Corp): corp is InstalledCorp => corp.installed !== undefined

/** The settings of the stand-in, where nothing is left away. */
export type StandInSettings = WecomSettings & { readonly loginSuite: Suite; readonly providerSecret: string }
const whoPath = 'service/auth/getuserinfo3rd'
const refusalWords: Readonly<Record<number, string>> = {
  45009: 'api freq out of limit',
  60020: 'not allow to access from your ip',
  48002: 'api forbidden',
}

type SuiteCall = (world: World, query: URLSearchParams, body: Record<string, unknown>) => object
const suiteCalls: Readonly<Record<string, SuiteCall>> = {
  'service/get_pre_auth_code': (world) =>
    acceptCall({ pre_auth_code: give(world, { kind: 'preAuth', corpId: '' }, 1200), expires_in: 1200 }),
  'service/set_session_info': (world, _, body) => {
    const code = String(body['pre_auth_code'])
    const secret = openedBy(world, 'preAuth', code)
    if (!secret) return refuseCall(42007, 'pre_auth_code expired')
    const session = body['session_info']
    world.given.set(code, { ...secret, isTest: isRecord(session) && session['auth_type'] === 1 })
    return acceptCall()
  },
  'service/get_permanent_code': (world, _, body) => {
    const code = openedBy(world, 'authCode', body['auth_code'], true)
    const corp = code && world.corps.get(code.corpId)
    if (!corp) return refuseCall(40078, 'invalid auth_code')
    const by = assertDefined(code.personId, 'the person of the code')
    const installed = {
      permanentCode: randomBytes(32).toString('base64url'),
      agentId: 1_000_000 + corp.people.size,
      by,
      trialEndsMs: world.now() + 15 * 86_400_000,
    }
    corp.installed = installed
    return {
      permanent_code: installed.permanentCode,
      ...authInfo({ ...corp, installed }),
      auth_user_info: { ...idsOf(by), name: by },
    }
  },
  'service/get_corp_token': (world, _, body) => {
    const corp = grantedCorp(world, body)
    if (!corp) return refuseCall(40084, 'invalid permanent_code')
    // Without a code: that is success.
    return { access_token: give(world, { kind: 'corp', corpId: corp.id }, tokenSeconds), expires_in: tokenSeconds }
  },
  'service/get_auth_info': (world, _, body) => {
    const corp = grantedCorp(world, body)
    return corp ? acceptCall(authInfo(corp)) : refuseCall(40084, 'invalid permanent_code')
  },
  'service/get_admin_list': (world, _, body) => {
    const corp = world.corps.get(String(body['auth_corpid']))
    if (!corp?.installed) return refuseCall(48004, 'invalid auth')
    return acceptCall({ admin: corp.administrators.map((id) => ({ ...idsOf(id), auth_type: 1 })) })
  },
  'service/get_order': (world, _, body) => {
    const order = world.orders.get(String(body['orderid']))
    if (!order) return refuseCall(84101, 'order not exist')
    return acceptCall({
      orderid: order.id,
      order_status: order.status,
      order_type: 0,
      paid_corpid: order.corpId,
      edition_id: order.editionId,
      edition_name: order.editionName,
      price: order.fen,
      user_count: 0,
      order_period: Math.round((order.endMs - order.beginMs) / 86_400_000),
      order_time: seconds(order.beginMs),
      paid_time: order.status === 0 ? 0 : seconds(order.beginMs),
      begin_time: seconds(order.beginMs),
      end_time: seconds(order.endMs),
    })
  },
  [whoPath]: (world, query) => {
    const isLogin = openedBy(world, 'loginSuite', query.get('suite_access_token')) !== undefined
    const code = openedBy(world, isLogin ? 'deskCode' : 'code', query.get('code'), true)
    if (!code) return refuseCall(40029, 'invalid code')
    if (code.personId === undefined) return acceptCall({ openid: 'oAAAAAAA' })
    const corp = world.corps.get(code.corpId)
    if (!isLogin && corp && !isLicensed(world, corp, code.personId)) return refuseCall(701016, 'account is not active or expired')
    return acceptCall({ corpid: code.corpId, ...idsOf(code.personId) })
  },
}

/** Asked as the provider, about one organisation. */
type ProviderCall = (corp: Corp, body: Record<string, unknown>, settings: StandInSettings) => object
const providerCalls: Readonly<Record<string, ProviderCall>> = {
  'license/get_app_license_info': ({ licences }, body, { suiteId }) =>
    body['suite_id'] === suiteId
      ? acceptCall({
          license_status: 1,
          trail_info: { start_time: seconds(licences.trialEndsMs - 90 * 86_400_000), end_time: seconds(licences.trialEndsMs) },
          license_check_time: seconds(licences.trialEndsMs),
        })
      : refuseCall(40083, 'invalid suite id'),
  'license/get_auto_active_status': ({ licences }) =>
    licences.bought === 0
      ? refuseCall(701015, 'no order of the corp')
      : acceptCall({ auto_active_status: licences.isAssignedByItself ? 1 : 0 }),
  'license/set_auto_active_status': ({ licences }, body) => {
    if (licences.bought === 0) return refuseCall(701015, 'no order of the corp')
    licences.isAssignedByItself = body['auto_active_status'] === 1
    return acceptCall()
  },
}

type CorpCall = (world: World, corp: InstalledCorp, query: URLSearchParams, body: Record<string, unknown>) => object
const corpCalls: Readonly<Record<string, CorpCall>> = {
  'department/list': (_, corp) => acceptCall({ department: [...corp.departments.values()].map(departmentOut) }),
  'department/simplelist': (_, corp) =>
    acceptCall({ department_id: [...corp.departments.values()].map(({ id, parent, order }) => ({ id, parentid: parent, order })) }),
  'department/get': (_, corp, query) => {
    const department = corp.departments.get(Number(query.get('id')))
    return department ? acceptCall({ department: departmentOut(department) }) : refuseCall(60123, 'invalid party id')
  },
  'user/list': (_, corp, query) => {
    const department = Number(query.get('department_id'))
    if (!corp.departments.has(department)) return refuseCall(60123, 'invalid party id')
    return acceptCall({ userlist: [...corp.people.values()].filter(({ departments }) => departments.includes(department)).map(personOut) })
  },
  'user/list_id': (_, corp, __, body) => {
    if (corp.level !== 3) return refuseCall(48002, 'api forbidden')
    const all = [...corp.people.values()].flatMap(({ id, departments }) =>
      departments.map((department) => ({ open_userid: id, department })),
    )
    const from = Number(body['cursor'] ?? 0)
    const to = from + Math.min(10_000, Number(body['limit'] ?? 10_000))
    return acceptCall({ next_cursor: to < all.length ? String(to) : '', dept_user: all.slice(from, to) })
  },
  'user/get': (_, corp, query) => {
    const person = corp.people.get(query.get('userid') ?? '')
    return person ? acceptCall(personOut(person)) : refuseCall(60111, 'userid not found')
  },
  get_jsapi_ticket: (world, corp) => ticket(world, corp, 'config', 400),
  'ticket/get': (world, corp) => ticket(world, corp, 'agentConfig', 100),
  'message/send': (world, corp, _, body) => send(world, corp, body),
  'message/update_template_card': (world, corp, _, body) => {
    const response = String(body['response_code'])
    const cards = world.messages.flatMap(({ corpId, card }) => (corpId === corp.id && card ? [card] : []))
    const task = cards.find(({ responses }) => responses.has(response))?.taskId
    if (task === undefined) return refuseCall(42013, 'invalid response_code')
    for (const card of cards)
      if (card.taskId === task) {
        card.responses.delete(response)
        card.settled = v.parse(settledButton, body['button']).replace_name
      }
    return acceptCall({ invaliduser: [] })
  },
}

const send = (world: World, corp: InstalledCorp, body: Record<string, unknown>): object => {
  if (Number(body['agentid']) !== corp.installed.agentId) return refuseCall(40056, 'invalid agentid')
  const people = String(body['touser']).split('|')
  const present = people.filter((id) => corp.people.get(id)?.isDisabled === false)
  const licensedIds = present.filter((id) => isLicensed(world, corp, id))
  const unlicensedIds = present.filter((id) => !licensedIds.includes(id))
  if (present.length === 0) return refuseCall(81013, 'user & party & tag all invalid')
  const response = randomBytes(12).toString('base64url')
  const content = contentOf(world, corp, body, response)
  if ('errcode' in content) return content
  for (const personId of licensedIds) {
    const message: Message = { corpId: corp.id, personId, ...content, ...(content.card && { card: { ...content.card } }) }
    // The same again is dropped where that was asked for.
    if (body['enable_duplicate_check'] !== 1 || !world.messages.some((otherMessage) => isSameMessage(otherMessage, message)))
      world.messages.push(message)
  }
  return acceptCall({
    invaliduser: people
      .filter((id) => !present.includes(id))
      .join('|')
      .toLowerCase(),
    unlicenseduser: unlicensedIds.join('|').toLowerCase(),
    msgid: response,
    ...(content.card && { response_code: response }),
  })
}

type Content = Omit<Message, 'corpId' | 'personId'>
type CallRefusal = ReturnType<typeof refuseCall>

/** What each receiver is sent: a card with buttons, or a text; a refusal where it is not as the documents want it. */
const contentOf = (world: World, corp: Corp, body: Record<string, unknown>, response: string): Content | CallRefusal => {
  const shownText = body['enable_id_trans'] === 1 ? (text: string) => withNames(corp, text) : (text: string) => text
  if (body['template_card'] !== undefined) {
    const card = v.parse(templateCard, body['template_card'])
    const isTaken = world.messages.some(({ corpId, card: sentCard }) => corpId === corp.id && sentCard?.taskId === card.task_id)
    if (!/^[\w@-]{1,128}$/.test(card.task_id) || isTaken) return refuseCall(42014, 'taskid has existed or empty or exceed max len')
    if (card.button_list.length < 1 || card.button_list.length > 6) return refuseCall(40016, 'invalid button size')
    return {
      title: shownText(card.main_title.title),
      text: shownText(card.sub_title_text),
      link: card.card_action.url,
      card: { taskId: card.task_id, buttons: card.button_list, responses: new Set([response]) },
    }
  }
  if (!v.is(textCard, body['textcard'])) return refuseCall(40039, 'invalid url')
  const { title, description, url } = body['textcard']
  return { title: shownText(title), text: shownText(description), link: url }
}

const isSameMessage = (other: Message, message: Message): boolean =>
  other.corpId === message.corpId &&
  other.personId === message.personId &&
  other.title === message.title &&
  other.text === message.text &&
  other.link === message.link

/** Names in the place of their marks; one of an id that is not there stays as it is. */
const withNames = (corp: Corp, text: string): string =>
  text
    .replace(/\$userName=([\w-]+)\$/g, (mark, id: string) => corp.people.get(id)?.name ?? mark)
    .replace(/\$departmentName=(\d+)\$/g, (mark, id: string) => corp.departments.get(Number(id))?.name ?? mark)

const templateCard = v.object({
  main_title: v.object({ title: v.string() }),
  sub_title_text: v.string(),
  card_action: v.object({ url: v.string() }),
  task_id: v.string(),
  button_list: v.array(
    v.union([
      v.object({ text: v.string(), type: v.literal(1), url: v.pipe(v.string(), v.startsWith('http')) }),
      v.object({ text: v.string(), type: v.optional(v.literal(0)), key: v.string() }),
    ]),
  ),
})
const textCard = v.object({ title: v.string(), description: v.string(), url: v.pipe(v.string(), v.startsWith('http')) })
const settledButton = v.object({ replace_name: v.string() })

const ticket = (world: World, corp: Corp, kind: 'config' | 'agentConfig', mostPerHour: number): object => {
  const secrets = [...world.given.values()].filter(
    (secret) => secret.kind === kind && secret.corpId === corp.id && secret.endsMs > world.now() + 3_600_000,
  )
  if (secrets.length >= mostPerHour) return refuseCall(45009, 'api freq out of limit')
  return acceptCall({ ticket: give(world, { kind, corpId: corp.id }, tokenSeconds), expires_in: tokenSeconds })
}

/** Whether a page may do what it says it was signed for: what the client's own script asks of WeCom. */
export const checkSignature = (world: World, request: Record<string, unknown>): object => {
  const isFor = (secret: IssuedSecret) =>
    secret.kind === request['use'] && secret.corpId === request['corpId'] && secret.endsMs > world.now()
  const page = { url: String(request['url']), nonceStr: String(request['nonceStr']), timestamp: Number(request['timestamp']) }
  const isRight = [...world.given].some(([value, grant]) => isFor(grant) && pageSignature(value, page) === request['signature'])
  return isRight ? { errMsg: 'ok' } : { errMsg: 'invalid signature', errcode: 40093 }
}

const grantedCorp = (world: World, body: Record<string, unknown>): InstalledCorp | undefined => {
  const corp = world.corps.get(String(body['auth_corpid']))
  return corp && isInstalled(corp) && corp.installed.permanentCode === body['permanent_code'] ? corp : undefined
}

const authInfo = (corp: InstalledCorp) => ({
  auth_corp_info: { corpid: corp.id, corp_name: corp.name, corp_type: 'verified', corp_user_max: 10_000 },
  auth_info: {
    agent: [
      {
        agentid: corp.installed.agentId,
        name: '在册',
        auth_mode: 0,
        privilege: { level: corp.level, allow_party: [1], allow_user: [], extra_party: [], extra_user: [], extra_tag: [] },
      },
    ],
  },
  edition_info: {
    agent: [
      {
        agentid: corp.installed.agentId,
        edition_id: 'trial',
        edition_name: '试用版',
        app_status: 1,
        user_limit: 0,
        expired_time: seconds(corp.installed.trialEndsMs),
      },
    ],
  },
})

const departmentOut = ({ id, parent, order, leaders }: { id: number; parent: number; order: number; leaders: string[] }) => ({
  id,
  name: String(id),
  parentid: parent,
  order,
  department_leader: leaders,
})

const personOut = ({ id, departments, isDisabled }: Person) => ({
  ...idsOf(id),
  name: id,
  department: departments,
  main_department: departments[0],
  status: isDisabled ? 2 : 1,
})

const idsOf = (id: string) => ({ userid: id, open_userid: id })
const seconds = (ms: number): number => Math.floor(ms / 1000)
const acceptCall = (answer: object = {}) => ({ errcode: 0, errmsg: 'ok', ...answer })
const refuseCall = (errcode: number, errmsg: string) => ({ errcode, errmsg })
const tokenSeconds = 7200

import { randomBytes } from 'node:crypto'
import { pageSignature } from '../workplace.ts'
import {
  type Card,
  type Department,
  isDepartmentShown,
  isPersonShown,
  issuePass,
  type Pass,
  passOf,
  type Person,
  type Tenant,
  type World,
} from './world.ts'

/** A call as it came. `path` below `/open-apis`. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly token: string | undefined
}
export type Answer = { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> }

const ok = (body: object = {}): Answer => ({ status: 200, body: { code: 0, msg: 'success', ...body } })
const refuseCall = (code: number, msg: string, status = 400): Answer => ({ status, body: { code, msg } })

const tokenSeconds = 7200
const perPageAtMost = 50

/** What Feishu answers; undefined where it has no such call. */
export const answerTo = (world: World, call: Call): Answer | undefined => {
  world.asked.push(`${call.method} ${call.path}`)
  const { trouble } = world
  if (trouble.calls > 0) {
    trouble.calls -= 1
    return trouble.code === 99991400
      ? { ...refuseCall(99991400, 'request trigger frequency limit', 429), headers: { 'x-ogw-ratelimit-reset': '7' } }
      : refuseCall(trouble.code, 'stand-in')
  }
  const open = openCalls[call.path]
  if (open) return open(world, call)
  if (call.path === '/authen/v1/user_info') return personInfo(world, call)
  return tenantAnswer(world, call)
}

/** Calls that need no token. */
const openCalls: Readonly<Record<string, (world: World, call: Call) => Answer>> = {
  '/auth/v3/app_ticket/resend': ({ app }, { body }) => (isApp(app, body) ? ok() : refuseCall(10003, 'invalid param')),
  '/auth/v3/app_access_token': (world, { body }) => {
    if (body['app_id'] !== world.app.appId) return refuseCall(10003, 'invalid param')
    if (body['app_secret'] !== world.app.appSecret) return refuseCall(10014, 'app secret invalid')
    const ticket = body['app_ticket']
    if (typeof ticket !== 'string' || ticket === '' || !world.tickets.includes(ticket)) return refuseCall(10012, 'app_ticket invalid')
    return ok({ app_access_token: issuePass(world, { kind: 'app', key: '', personId: '' }, 'a-', tokenSeconds), expire: tokenSeconds })
  },
  '/auth/v3/tenant_access_token': (world, { body }) => {
    if (!passOf(world, 'app', body['app_access_token'])) return refuseCall(99991664, 'Invalid app access token')
    const key = String(body['tenant_key'])
    if (!world.tenants.get(key)?.isInstalled) return refuseCall(10013, 'the app is not installed in the tenant')
    return ok({ tenant_access_token: issuePass(world, { kind: 'tenant', key, personId: '' }, 't-', tokenSeconds), expire: tokenSeconds })
  },
  '/authen/v2/oauth/token': (world, { body }) => {
    if (body['client_id'] !== world.app.appId || body['client_secret'] !== world.app.appSecret)
      return refuseCall(20002, 'client secret invalid')
    const value = String(body['code'])
    const pass = world.passes.get(value)
    if (!pass || pass.kind !== 'code') return refuseCall(20003, 'The authorization code is not found.')
    if (pass.endsMs <= world.now()) return refuseCall(20004, 'The authorization code has expired.')
    world.passes.delete(value)
    return ok({
      access_token: issuePass(world, { ...pass, kind: 'user' }, 'u-', tokenSeconds),
      expires_in: tokenSeconds,
      token_type: 'Bearer',
    })
  },
}

const isApp = ({ appId, appSecret }: World['app'], body: Call['body']): boolean =>
  body['app_id'] === appId && body['app_secret'] === appSecret

const personInfo = (world: World, { token }: Call): Answer => {
  const pass = passOf(world, 'user', token)
  const person = pass && world.tenants.get(pass.key)?.people.get(pass.personId)
  if (!pass || !person) return refuseCall(99991668, 'Invalid access token for authorization')
  return ok({
    data: {
      open_id: person.id,
      union_id: `on_${person.id.slice(3)}`,
      name: person.name,
      avatar_url: '',
      mobile: person.mobile,
      tenant_key: pass.key,
    },
  })
}

const tenantAnswer = (world: World, call: Call): Answer | undefined => {
  if (call.token === undefined) return refuseCall(99991661, 'Missing access token for authorization')
  const pass = passOf(world, 'tenant', call.token)
  const tenant = pass && world.tenants.get(pass.key)
  if (!tenant) return refuseCall(99991663, 'Invalid access token for authorization')
  if (!tenant.isInstalled || !tenant.isRunning) return refuseCall(99991662, 'The app is not in use in the tenant')
  const fixedCall = tenantCalls[call.path]
  if (fixedCall) return fixedCall(world, tenant, call)
  const department = /^\/contact\/v3\/departments\/([\w-]+)(\/children)?$/.exec(call.path)
  if (department) return department[2] ? childrenOf(tenant, department[1] ?? '', call) : departmentAnswer(tenant, department[1] ?? '')
  const person = /^\/contact\/v3\/users\/([\w-]+)$/.exec(call.path)
  if (person) return personAnswer(tenant, person[1] ?? '')
  const message = /^\/im\/v1\/messages\/([\w-]+)$/.exec(call.path)
  return message && call.method === 'PATCH' ? changeMessage(world, tenant, message[1] ?? '', call) : undefined
}

type TenantCall = (world: World, tenant: Tenant, call: Call) => Answer
const tenantCalls: Readonly<Record<string, TenantCall>> = {
  '/tenant/v2/tenant/query': (_, { name, key, isTold }) =>
    isTold
      ? ok({ data: { tenant: { name, tenant_key: key } } })
      : refuseCall(99991672, 'Access denied. One of the following scopes is required'),
  '/user/v4/app_admin_user/list': (_, { administrators, isTold }) =>
    isTold
      ? ok({ data: { user_list: administrators.map((open_id) => ({ open_id })) } })
      : refuseCall(99991672, 'Access denied. One of the following scopes is required'),
  '/jssdk/ticket/get': (world, { key }) =>
    ok({ data: { ticket: issuePass(world, { kind: 'jsapi', key, personId: '' }, '', tokenSeconds), expire_in: tokenSeconds } }),
  '/contact/v3/scopes': (_, tenant, { query }) => {
    const top = [...tenant.departments.values()].filter(({ parent }) => parent === '0').map(({ id }) => id)
    const solo = [...tenant.people.values()].filter(({ departments }) => departments.includes('0')).map(({ id }) => id)
    const { departments, people } = tenant.scope ?? { departments: top, people: solo }
    return pageOfAll(departments, query, (items, page) => ({ department_ids: items, user_ids: page === 0 ? people : [] }))
  },
  '/contact/v3/departments/batch': (_, tenant, { query }) => {
    const ids = query.getAll('department_ids')
    if (ids.length > perPageAtMost) return refuseCall(40001, 'param error')
    return ok({ data: { items: ids.flatMap((id) => shownDepartment(tenant, id) ?? []).map(departmentBody) } })
  },
  '/contact/v3/users/batch': (_, tenant, { query }) => {
    const ids = query.getAll('user_ids')
    if (ids.length > perPageAtMost) return refuseCall(40001, 'param error')
    return ok({
      data: {
        items: ids
          .flatMap((id) => tenant.people.get(id) ?? [])
          .filter((person) => isPersonShown(tenant, person))
          .map(personBody),
      },
    })
  },
  '/contact/v3/users/find_by_department': (_, tenant, { query }) => {
    const id = query.get('department_id') ?? ''
    if (!isDepartmentShown(tenant, id)) return refuseCall(40004, 'no dept authority error', 403)
    return pageOfAll(
      [...tenant.people.values()].filter(({ departments }) => departments.includes(id)),
      query,
      (items) => ({ items: items.map(personBody) }),
    )
  },
  '/im/v1/messages': (world, tenant, { query, body }) => {
    if (query.get('receive_id_type') !== 'open_id') return refuseCall(99992402, 'field validation failed')
    const person = tenant.people.get(String(body['receive_id']))
    if (!person) return refuseCall(230034, 'The receive_id is invalid')
    if (!isPersonShown(tenant, person)) return refuseCall(230013, 'Bot has NO availability to this user')
    const card = cardIn(body['content'])
    if (!card || body['msg_type'] !== 'interactive') return refuseCall(230001, 'Your request contains an invalid request parameter')
    const mark = `${tenant.key} ${String(body['uuid'] ?? randomBytes(8).toString('hex'))}`
    const id = world.marks.get(mark) ?? sendCard(world, tenant, person.id, card)
    world.marks.set(mark, id)
    return ok({ data: { message_id: id } })
  },
  '/message/v4/batch_send/': (world, tenant, { body }) => {
    const ids = Array.isArray(body['open_ids']) ? body['open_ids'].map(String) : []
    const card = cardIn(JSON.stringify(body['card']))
    if (ids.length === 0 || ids.length > 200 || !card) return refuseCall(11242, 'invalid param')
    const invalid = ids.filter((id) => !tenant.people.has(id))
    for (const id of ids) if (tenant.people.has(id)) sendCard(world, tenant, id, card)
    return ok({ data: { message_id: `bm-${randomBytes(8).toString('hex')}`, invalid_open_ids: invalid } })
  },
}

const departmentBody = ({ id, parent, name, order, leader }: Department) => ({
  open_department_id: id,
  parent_department_id: parent,
  name,
  order: String(order),
  ...(leader && { leader_user_id: leader }),
})
const personBody = ({ id, name, mobile, departments, isFrozen }: Person) => ({
  open_id: id,
  union_id: `on_${id.slice(3)}`,
  name,
  mobile,
  department_ids: departments,
  status: { is_frozen: isFrozen, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false },
})

const shownDepartment = (tenant: Tenant, id: string): Department | undefined =>
  isDepartmentShown(tenant, id) ? tenant.departments.get(id) : undefined

const departmentAnswer = (tenant: Tenant, id: string): Answer => {
  const department = shownDepartment(tenant, id)
  return department ? ok({ data: { department: departmentBody(department) } }) : refuseCall(40004, 'no dept authority error', 403)
}

const personAnswer = (tenant: Tenant, id: string): Answer => {
  const person = tenant.people.get(id)
  if (!person) return refuseCall(41012, 'user id invalid error')
  return isPersonShown(tenant, person) ? ok({ data: { user: personBody(person) } }) : refuseCall(41050, 'no user authority error')
}

const childrenOf = (tenant: Tenant, id: string, { query }: Call): Answer => {
  if (!isDepartmentShown(tenant, id)) return refuseCall(40004, 'no dept authority error', 403)
  const below = (departmentId: string): Department[] => {
    const direct = [...tenant.departments.values()].filter(({ parent }) => parent === departmentId)
    return query.get('fetch_child') === 'true' ? direct.flatMap((child) => [child, ...below(child.id)]) : direct
  }
  return pageOfAll(below(id), query, (items) => ({ items: items.map(departmentBody) }))
}

const pageOfAll = <T>(all: readonly T[], query: URLSearchParams, bodyOf: (items: readonly T[], first: number) => object): Answer => {
  const size = Number(query.get('page_size') ?? 10)
  const isScope = size === 100
  if (!(size >= 1 && size <= perPageAtMost) && !isScope) return refuseCall(40011, 'page size is invalid')
  const first = Number(query.get('page_token') ?? 0)
  if (!Number.isInteger(first)) return refuseCall(40012, 'page token is invalid error')
  const isMore = first + size < all.length
  return ok({
    data: { ...bodyOf(all.slice(first, first + size), first), has_more: isMore, ...(isMore && { page_token: String(first + size) }) },
  })
}

const cardIn = (content: unknown): Card | undefined => {
  if (typeof content !== 'string' || Buffer.byteLength(content) > 30_000) return undefined
  const card: Partial<Card> = JSON.parse(content)
  return card.header && card.card_link && card.elements
    ? { header: card.header, card_link: card.card_link, elements: card.elements }
    : undefined
}

const sendCard = (world: World, { key }: Tenant, personId: string, card: Card): string => {
  const id = `om_${randomBytes(12).toString('hex')}`
  world.messages.push({ id, key, personId, card, isChanged: false })
  return id
}

const changeMessage = (world: World, { key }: Tenant, id: string, { body }: Call): Answer => {
  const message = world.messages.find((message) => message.id === id && message.key === key)
  const card = cardIn(body['content'])
  if (!message) return refuseCall(230011, 'The message was recalled')
  if (!card) return refuseCall(230001, 'Your request contains an invalid request parameter')
  message.card = card
  message.isChanged = true
  return ok()
}

/** Whether a page shows what Feishu's script takes. */
export const isRightSignature = (world: World, card: Readonly<Record<string, unknown>>): boolean => {
  const [nonceStr, timestamp, url] = [String(card['nonceStr']), Number(card['timestamp']), String(card['url'])]
  const isFresh = (pass: Pass): boolean => pass.kind === 'jsapi' && pass.endsMs > world.now()
  return (
    card['appId'] === world.app.appId &&
    [...world.passes].some(([ticket, pass]) => isFresh(pass) && pageSignature({ ticket, nonceStr, timestamp, url }) === card['signature'])
  )
}

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { bodySignature, sealText } from '../seal.ts'
import type { FeishuSettings } from '../settings.ts'
import { answerTo, isRightSignature } from './calls.ts'
import { choicePage, homePage, tenantPage } from './pages.ts'
import { addDepartment, addPerson, addTenant, issuePass, newWorld, type Tenant, type World } from './world.ts'

/** `app` answers the address of our app without a slash at its end, once it listens. Milliseconds for `now`. */
type Options = { readonly app: () => string; readonly port?: number; readonly now?: () => number }

export type StandIn = {
  readonly url: string
  readonly settings: FeishuSettings
  /** The settings of the operator that lead the app here. */
  readonly environment: Readonly<Record<string, string>>
  readonly world: World
  /** What a person does, as on its page; settles when the app has been told. Answers an id of what was made, or ''. */
  readonly act: (what: Act, input?: Readonly<Record<string, string>>) => Promise<string>
  readonly stop: () => Promise<void>
}

const codeSeconds = 300

/**
 * Feishu as its documents say: its calls, its events, the page where people sign in. It knows two organisations. For tests, and to walk through an
 * installation with; it listens on this machine only.
 */
export const startStandIn = async ({ app, port = 0, now = Date.now }: Options): Promise<StandIn> => {
  const world = newWorld(now)
  addTenant(world, '飞书演示一', 70, 9)
  addTenant(world, '飞书演示二', 8, 2)
  const push = pushTo(world, () => `${app()}/api/workplaces/feishu/callback`)
  const act: StandIn['act'] = async (what, input = {}) => (await acts[what]?.({ world, push, input })) ?? ''

  const server = createServer(
    (request, response) => void answerRequest({ world, act, app }, request, response).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  // Until the app listens no one hears the first ticket.
  const ticker = setInterval(() => void tickUntilHeard(), 1000).unref()
  const tickUntilHeard = async (): Promise<void> => {
    if (app() === '' || world.tickets.length > 0) return
    await act('ticket').catch(() => undefined)
  }
  return {
    url,
    settings: { ...world.app, appKind: 'store', url },
    environment: {
      FEISHU_APP_ID: world.app.appId,
      FEISHU_APP_SECRET: world.app.appSecret,
      FEISHU_ENCRYPT_KEY: world.app.encryptKey,
      FEISHU_VERIFICATION_TOKEN: world.app.verificationToken,
      FEISHU_URL: url,
    },
    world,
    act,
    stop: async () => {
      clearInterval(ticker)
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

type StandInParts = Pick<StandIn, 'world' | 'act'> & Pick<Options, 'app'>

const answerRequest = async ({ world, act, app }: StandInParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://stand.in')
  const { pathname: path, searchParams: query } = url
  const text = await bodyOf(request)
  const say = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    response.writeHead(status, { 'content-type': 'application/json', ...open, ...headers })
    response.end(JSON.stringify(body))
  }
  const lead = (to: string) => void response.writeHead(303, { location: to }).end()
  const page = (html: string) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  if (request.method === 'OPTIONS') return say(200, {})
  const isJson = String(request.headers['content-type'] ?? '').includes('json')
  const body = isJson && text !== '' ? JSON.parse(text) : {}
  const form = new URLSearchParams(isJson ? '' : text)
  if (path === '/standIn/code') return say(200, { code: codeFor(world, String(body.corpId), String(body.personId)) })
  if (path === '/standIn/signature') return say(200, { isRight: isRightSignature(world, body) })
  if (path === '/standIn/act') {
    await act(form.get('what') ?? '', Object.fromEntries(form))
    return lead(form.get('back') ?? '/')
  }
  if (path === '/open-apis/authen/v1/authorize') return authorize({ world, request, query, form, lead, page })
  if (path === '/client/web_app/open') return lead(query.get('lk_target_url') ?? app())
  if (path === '/tenant') {
    const tenant = world.tenants.get(query.get('corpId') ?? '')
    return tenant ? page(tenantPage(world, app(), tenant)) : lead('/')
  }
  if (path.startsWith('/open-apis/')) {
    const token = /^Bearer (.+)$/.exec(String(request.headers['authorization'] ?? ''))?.[1]
    const callAnswer = answerTo(world, { method: request.method ?? 'GET', path: path.slice('/open-apis'.length), query, body, token })
    return callAnswer ? say(callAnswer.status, callAnswer.body, callAnswer.headers) : say(404, { code: 404, msg: 'not found' })
  }
  return page(homePage(world, app()))
}

type Event = { readonly type: string; readonly key: string; readonly fields: object; readonly isOld?: boolean }
type Push = (event: Event) => Promise<number>

/** Sealed and signed as Feishu does; told three times where no one answers. Answers the status of the last answer. */
const pushTo =
  (world: World, address: () => string): Push =>
  async ({ type, key, fields, isOld = false }) => {
    const { appId, verificationToken: token } = world.app
    const id = randomBytes(16).toString('hex')
    const event = isOld
      ? {
          ts: String(world.now() / 1000),
          uuid: id,
          token,
          type: 'event_callback',
          event: { app_id: appId, tenant_key: key, type, ...fields },
        }
      : {
          schema: '2.0',
          header: { event_id: id, event_type: type, create_time: String(world.now()), token, app_id: appId, tenant_key: key },
          event: fields,
        }
    return deliver(world, address(), JSON.stringify(event))
  }

/** For a test as well: a text as Feishu would send it. */
export const signedRequest = (world: World, text: string) => {
  const body = JSON.stringify({ encrypt: sealText(world.app.encryptKey, text) })
  const [timestamp, nonce] = [String(Math.floor(world.now() / 1000)), randomBytes(5).toString('hex')]
  const signature = bodySignature(world.app.encryptKey, { timestamp, nonce, body })
  return { body, headers: { 'x-lark-request-timestamp': timestamp, 'x-lark-request-nonce': nonce, 'x-lark-signature': signature } }
}

const deliver = async (world: World, address: string, text: string): Promise<number> => {
  const { body, headers } = signedRequest(world, text)
  let status = 0
  for (let tries = 0; tries < 3 && status !== 200; tries += 1)
    status = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }).then(
      (response) => response.status,
      () => 0,
    )
  return status
}

type ActRequest = { readonly world: World; readonly push: Push; readonly input: Readonly<Record<string, string>> }
export type Act = string

/** Everything that can happen at Feishu, by its name in `POST /standIn/act`. */
const acts: Readonly<Record<string, (request: ActRequest) => Promise<string | void>>> = {
  ticket: async ({ world, push }) => {
    const ticket = randomBytes(16).toString('hex')
    const status = await push({ type: 'app_ticket', key: '', fields: { app_ticket: ticket }, isOld: true })
    if (status === 200) world.tickets = [...world.tickets.slice(-1), ticket]
  },
  install: async (request) => {
    const tenant = tenantIn(request)
    tenant.isInstalled = true
    const [open_id] = tenant.administrators
    await request.push({ type: 'app_open', key: tenant.key, fields: { applicants: [{ open_id }], installer: { open_id } }, isOld: true })
  },
  uninstall: async (request) => {
    const tenant = tenantIn(request)
    tenant.isInstalled = false
    for (const [value, { key }] of request.world.passes) if (key === tenant.key) request.world.passes.delete(value)
    await request.push({ type: 'app_uninstalled', key: tenant.key, fields: {}, isOld: true })
  },
  stop: async (request) => {
    const tenant = tenantIn(request)
    tenant.isRunning = false
    await request.push({ type: 'app_status_change', key: tenant.key, fields: { status: 'stop_by_tenant' }, isOld: true })
  },
  resume: async (request) => {
    const tenant = tenantIn(request)
    tenant.isRunning = true
    await request.push({ type: 'app_status_change', key: tenant.key, fields: { status: 'start_by_tenant' }, isOld: true })
  },
  join: async (request) => {
    const tenant = tenantIn(request)
    const department = request.input['department'] ?? [...tenant.departments.keys()][0] ?? '0'
    const { id } = addPerson(tenant, request.input['name'] ?? '新同事', [department])
    await request.push({ type: 'contact.user.created_v3', key: tenant.key, fields: { object: { open_id: id } } })
    return id
  },
  move: async (request) => {
    const tenant = tenantIn(request)
    const { personId = '', department = '0' } = request.input
    const person = tenant.people.get(personId)
    if (!person) return
    person.departments = [department]
    await request.push({ type: 'contact.user.updated_v3', key: tenant.key, fields: { object: { open_id: personId } } })
  },
  leave: async (request) => {
    const tenant = tenantIn(request)
    const { personId = '' } = request.input
    tenant.people.delete(personId)
    await request.push({ type: 'contact.user.deleted_v3', key: tenant.key, fields: { object: { open_id: personId } } })
  },
  addDepartment: async (request) => {
    const tenant = tenantIn(request)
    const { id } = addDepartment(tenant, request.input['name'] ?? '新部门', request.input['parent'] ?? '0')
    await request.push({ type: 'contact.department.created_v3', key: tenant.key, fields: { object: { open_department_id: id } } })
    return id
  },
  scope: async (request) => {
    const tenant = tenantIn(request)
    const { department } = request.input
    tenant.scope = department === undefined ? undefined : { departments: [department], people: [...tenant.administrators] }
    await request.push({ type: 'contact.scope.updated_v3', key: tenant.key, fields: { added: {}, removed: {} } })
  },
  buy: async (request) => {
    const tenant = tenantIn(request)
    const order_id = randomBytes(8).toString('hex')
    const pay_time = String(Math.floor(request.world.now() / 1000))
    const plan = { price_plan_id: 'price_pro500', price_plan_type: 'per_year', seats: 1, buy_count: 1, buy_type: 'buy' }
    await request.push({
      type: 'order_paid',
      key: tenant.key,
      fields: { order_id, ...plan, pay_time, order_pay_price: 299_900 },
      isOld: true,
    })
    return order_id
  },
  press: async (request) => {
    const tenant = tenantIn(request)
    const message = request.world.messages.find(({ id }) => id === request.input['message'])
    const actions = message?.card.elements.flatMap((element) => element.actions ?? []) ?? []
    const action = actions.find(({ value }) => value?.['button'] === request.input['button'])
    if (!message || !action) return
    await request.push({
      type: 'card.action.trigger',
      key: tenant.key,
      fields: {
        operator: { open_id: message.personId },
        action: { tag: 'button', value: action.value },
        context: { open_message_id: message.id },
      },
    })
  },
  endTokens: async ({ world }) => {
    for (const [value, { kind }] of world.passes) if (kind !== 'code') world.passes.delete(value)
  },
  trouble: async ({ world, input }) => {
    world.trouble.code = Number(input['code'])
    world.trouble.calls = Number(input['calls'] ?? 1)
  },
}

const tenantIn = ({ world, input }: ActRequest): Tenant => {
  const tenant = world.tenants.get(input['corpId'] ?? '')
  if (!tenant) throw new Error('No such tenant.')
  return tenant
}

/** A code for a person who opens the app in the client, or on the page where people sign in. */
export const codeFor = (world: World, key: string, personId: string): string =>
  world.tenants.get(key)?.people.has(personId) ? issuePass(world, { kind: 'code', key, personId }, '', codeSeconds) : ''

type AuthorizeRequest = {
  readonly world: World
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly lead: (to: string) => void
  readonly page: (html: string) => void
}

/** The page of a desk: who one is stands in the form; it leads back with a code. */
const authorize = ({ world, request, query, form, lead, page }: AuthorizeRequest): void => {
  const redirect = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== world.app.appId || !URL.canParse(redirect)) return page('client_id')
  if (request.method !== 'POST') return page(choicePage(world, request.url ?? '/'))
  const back = new URL(redirect)
  back.searchParams.set('code', codeFor(world, form.get('corpId') ?? '', form.get('personId') ?? ''))
  back.searchParams.set('state', query.get('state') ?? '')
  lead(back.href)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

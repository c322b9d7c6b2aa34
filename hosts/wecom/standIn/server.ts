import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Act, carryOut, isAct } from './acts.ts'
import { type Callbacks, openCallbacks } from './callbacks.ts'
import { answerCall, checkSignature, type StandInSettings, type Tickets } from './calls.ts'
import { answerVisit } from './door.ts'
import { corpPage, homePage, personPage, wordsPage } from './pages.ts'
import { addCorp, give, newWorld, type World } from './world.ts'

/** `app` answers the address of our app without a slash at its end, once it listens. Milliseconds for `now`. */
type Options = { readonly app: () => string; readonly port?: number; readonly now?: () => number }

export type StandIn = {
  readonly url: string
  readonly settings: StandInSettings
  /** The settings of the operator that lead the app here. */
  readonly environment: Readonly<Record<string, string>>
  readonly world: World
  /** What a person does, as on its page; settles when the app has been told. Answers an id of what was made, or ''. */
  readonly act: (what: Act, fields?: Readonly<Record<string, string>>) => Promise<string>
  readonly stop: () => Promise<void>
}

/**
 * WeCom as its documents say: an organisation that installs, people who open the app, press buttons, come, move and leave, orders; tokens that
 * end, codes that open once, limits, no names. It is started beside the app, listens on this machine only, and nothing of ours is in it but what
 * seals and signs.
 */
export const startStandIn = async ({ app, port = 0, now = Date.now }: Options): Promise<StandIn> => {
  const world = newWorld(now)
  addCorp(world, { name: '企业微信演示一', people: 24, departments: 6 })
  addCorp(world, { name: '企业微信演示二', people: 8, departments: 2, level: 3 })
  const settings = newSettings()
  const tickets = new Map<string, string[]>()
  const callbacks = openCallbacks({ world, settings, tickets, app })
  const act: StandIn['act'] = (what, fields = {}) => carryOut({ world, ...callbacks }, what, fields)
  const parts: RequestParts = { world, settings, tickets, app, act, event: callbacks.event }
  const server = createServer((request, response) => {
    answerRequest(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stopTickets = sendTickets(callbacks.newTicket)
  return {
    url,
    settings: { ...settings, url },
    environment: environmentOf(settings, url),
    world,
    act,
    stop: async () => {
      const ticketsStopped = stopTickets()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await ticketsStopped
    },
  }
}

const newSettings = (): StandInSettings => ({
  suiteId: 'wwsuite0000standin',
  suiteSecret: randomBytes(24).toString('base64url'),
  providerId: 'wwprovider00standin',
  providerSecret: randomBytes(24).toString('base64url'),
  loginSuite: { suiteId: 'wwlogin0000standin', suiteSecret: randomBytes(24).toString('base64url') },
  token: randomBytes(12).toString('hex'),
  aesKey: `${randomBytes(32).toString('hex').slice(0, 42)}A`,
})

const environmentOf = (settings: StandInSettings, url: string): StandIn['environment'] => ({
  WECOM_SUITE_ID: settings.suiteId,
  WECOM_SUITE_SECRET: settings.suiteSecret,
  WECOM_PROVIDER_ID: settings.providerId,
  WECOM_PROVIDER_SECRET: settings.providerSecret,
  WECOM_LOGIN_SUITE_ID: settings.loginSuite.suiteId,
  WECOM_LOGIN_SUITE_SECRET: settings.loginSuite.suiteSecret,
  WECOM_TOKEN: settings.token,
  WECOM_AES_KEY: settings.aesKey,
  WECOM_URL: url,
})

/** Sends a ticket every ten minutes, and at the start until the app takes it. Answers how to stop. */
const sendTickets = (send: () => Promise<boolean>): (() => Promise<void>) => {
  let isOver = false
  let wake = () => {}
  const loop = (async () => {
    while (!isOver) {
      const isTaken = await send().catch(() => false)
      await Promise.race([sleep(isTaken ? 600_000 : 1000, undefined, { ref: false }), new Promise<void>((resolve) => (wake = resolve))])
    }
  })()
  return () => {
    isOver = true
    wake()
    return loop
  }
}

type RequestParts = {
  readonly world: World
  readonly settings: StandInSettings
  readonly tickets: Tickets
  readonly app: () => string
  readonly act: StandIn['act']
  readonly event: Callbacks['event']
}

const answerRequest = async (parts: RequestParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { world, settings, tickets } = parts
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://stand.in')
  const text = await bodyOf(request)
  if (world.mood.slowMs > 0) await sleep(world.mood.slowMs)
  const form = new URLSearchParams(request.method === 'POST' ? text : '')
  if (request.method === 'OPTIONS') return writeJson(response, {})
  if (path.startsWith('/cgi-bin/')) {
    const call = { path: path.slice('/cgi-bin/'.length), query, body: text === '' ? {} : JSON.parse(text) }
    return writeJson(response, answerCall({ world, settings, tickets }, call))
  }
  switch (path) {
    case '/':
      return writeHtml(response, homePage(world, parts.app()))
    case '/corp':
    case '/person':
      return writeCorp(parts, path, query, response)
    case '/standIn/act': {
      const what = form.get('what') ?? ''
      if (!isAct(what)) return writeHtml(response, wordsPage('不认识的操作'), 400)
      await parts.act(what, Object.fromEntries(form))
      return lead(response, form.get('back') ?? '/')
    }
    case '/standIn/code':
    case '/stand-in/code': {
      const fields = request.method === 'POST' ? fieldsOf(text) : query
      return writeJson(response, { code: codeFor(world, fields.get('corpId') ?? '', fields.get('personId') ?? '') })
    }
    case '/standIn/name':
      return writeJson(response, { name: nameAt(world, query) })
    case '/standIn/signature':
      return writeJson(response, checkSignature(world, JSON.parse(text)))
    default: {
      const answer = await answerVisit(parts, { path, query, form, cookie: request.headers.cookie })
      return 'to' in answer ? lead(response, answer.to) : writeHtml(response, answer.page, answer.status)
    }
  }
}

const writeCorp = ({ world, app }: RequestParts, path: '/corp' | '/person', query: URLSearchParams, response: ServerResponse): void => {
  const corp = world.corps.get(query.get('corpId') ?? '')
  if (!corp) return writeHtml(response, wordsPage('没有这家企业'), 404)
  if (path === '/corp') return writeHtml(response, corpPage(world, app(), corp, query.get('q') ?? ''))
  const person = corp.people.get(query.get('personId') ?? '')
  return writeHtml(response, person ? personPage(world, app(), corp, person) : wordsPage('没有这个人'))
}

/** What `ww-open-data` shows in the place of an id. */
const nameAt = (world: World, query: URLSearchParams): string | undefined => {
  const corp = world.corps.get(query.get('corpId') ?? '')
  const id = query.get('openid') ?? ''
  return query.get('type') === 'departmentName' ? corp?.departments.get(Number(id))?.name : corp?.people.get(id)?.name
}

/** The fields of a body, which is JSON or a form. */
const fieldsOf = (text: string): URLSearchParams => new URLSearchParams(text.startsWith('{') ? JSON.parse(text) : text)

const writeJson = (response: ServerResponse, value: object): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
  })
  response.end(JSON.stringify(value))
}

const writeHtml = (response: ServerResponse, page: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(page)
}

const lead = (response: ServerResponse, to: string): void => {
  response.writeHead(303, { location: to })
  response.end()
}

const codeFor = (world: World, corpId: string, personId: string): string => give(world, { kind: 'code', corpId, personId }, 300)

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

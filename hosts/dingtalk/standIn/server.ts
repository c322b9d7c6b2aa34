import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DingtalkSettings } from '../workplace.ts'
import { type Acts, actsOf } from './acts.ts'
import { type Answer, answerTo, isRightSignature, type SentNotice, type World } from './calls.ts'
import { type StandInCompany, standInCompanies } from './companies.ts'
import { installPage, signInPage, standInPage } from './page.ts'
import { type Manner, openPushes, type Pushes } from './pushes.ts'

/**
 * A stand-in of DingTalk, as its documents say: its calls, its pushes, the page where people sign in. It knows two organisations, one of them
 * of ten thousand people. For tests, and to walk through an installation with; it holds no one's data.
 */
export type StandIn = {
  readonly url: string
  /** What the product is to be set to. */
  readonly environment: Record<string, string>
  readonly settings: DingtalkSettings
  readonly companies: ReadonlyMap<string, StandInCompany>
  readonly notices: readonly SentNotice[]
  readonly asked: readonly string[]
  readonly outcomes: readonly string[]
  readonly manner: Manner
  readonly trouble: World['trouble']
  /** What administrators do, and what time does. */
  readonly act: Acts
  readonly settle: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type StandInOptions = {
  /** Our address, without a slash at its end. */
  readonly app: () => string
  readonly port?: number
  readonly tokenSeconds?: number
  readonly now?: () => number
}

const ticketEveryMs = 10 * 60_000

export const startStandIn = async ({ app, port = 0, tokenSeconds = 7200, now = Date.now }: StandInOptions): Promise<StandIn> => {
  const world = newWorld(tokenSeconds, now)
  const pushes = openPushes(world, () => `${app()}/api/workplaces/dingtalk/callback`)
  const act = actsOf(world, pushes.tell)
  const server = createServer((request, response) => {
    void answerRequest({ world, pushes, act, app }, request, response).catch(() => response.destroy())
  })

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  act.ticket()
  const ticketTimer = setInterval(act.ticket, ticketEveryMs).unref()
  const { suiteId, suiteKey, suiteSecret, token, aesKey } = world.suite
  return {
    url,
    settings: { suiteId, suiteKey, suiteSecret, token, aesKey, url, signature: 'sha256' },
    environment: environmentOf(world.suite, url),
    companies: world.companies,
    notices: world.notices,
    asked: world.asked,
    outcomes: pushes.outcomes,
    manner: pushes.manner,
    trouble: world.trouble,
    act,
    settle: pushes.settle,
    stop: async () => {
      clearInterval(ticketTimer)
      pushes.stop()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

const newWorld = (tokenSeconds: number, now: () => number): World => ({
  suite: {
    suiteId: '31415001',
    suiteKey: 'suitestandin0001',
    suiteSecret: randomBytes(24).toString('hex'),
    token: randomBytes(8).toString('hex'),
    aesKey: randomBytes(32).toString('hex').slice(0, 42) + 'A',
  },
  companies: standInCompanies(),
  tickets: [],
  tokens: new Map(),
  codes: new Map(),
  jsapiTickets: new Map(),
  notices: [],
  tasks: new Map(),
  asked: [],
  trouble: { limited: 0, busy: 0, broken: 0, slowMs: 0, isQuotaSpent: false, isAddressRefused: false },
  tokenSeconds,
  now,
})

const environmentOf = ({ suiteId, suiteKey, suiteSecret, token, aesKey }: World['suite'], url: string): Record<string, string> => ({
  DINGTALK_SUITE_ID: suiteId,
  DINGTALK_SUITE_KEY: suiteKey,
  DINGTALK_SUITE_SECRET: suiteSecret,
  DINGTALK_TOKEN: token,
  DINGTALK_AES_KEY: aesKey,
  DINGTALK_URL: url,
})

type StandInParts = { readonly world: World; readonly pushes: Pushes; readonly act: Acts; readonly app: () => string }

const answerRequest = async (parts: StandInParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { world, pushes, act } = parts
  const url = new URL(request.url ?? '/', 'http://stand.in')
  const text = await bodyOf(request)
  const json = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'content-type': 'application/json; charset=utf-8',
  }
  const say = ({ status, body }: Answer) => response.writeHead(status, json).end(typeof body === 'string' ? body : JSON.stringify(body))
  if (request.method === 'OPTIONS') return void response.writeHead(204, json).end()
  const isJson = String(request.headers['content-type'] ?? '').includes('json')
  const body = (isJson && text ? JSON.parse(text) : {}) as Record<string, unknown>
  if (url.pathname === '/stand-in/code') {
    const code = act.code(String(body['corpId']), String(body['personId']))
    return void say(code ? { status: 200, body: { code } } : { status: 404, body: { message: 'nobody of this organisation' } })
  }
  if (url.pathname === '/stand-in/signature') return void say({ status: 200, body: { isRight: isRightSignature(world, body) } })
  const callAnswer = answerTo(world, { path: url.pathname, query: url.searchParams, headers: request.headers, body })
  if (callAnswer) {
    if (world.trouble.slowMs > 0) await sleep(world.trouble.slowMs)
    return void say(callAnswer)
  }
  if (request.method === 'POST') {
    const target = submitForm(act, pushes, url, new URLSearchParams(text))
    return void response.writeHead(target ? 303 : 404, target ? { location: target } : {}).end()
  }
  const page = pageAt(parts, url)
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
}

const pageAt = ({ world, pushes, app }: StandInParts, url: URL): string | undefined => {
  if (url.pathname === '/') return standInPage(world, pushes.manner, app(), url.searchParams)
  if (url.pathname === '/install') return installPage(world, url.searchParams)
  return url.pathname === '/oauth2/auth' ? signInPage(world, url.searchParams) : undefined
}

/** What was sent from the stand-in's own pages; where to go then. */
const submitForm = (act: Acts, { manner, settle }: Pushes, url: URL, form: URLSearchParams): string | undefined => {
  const [, , corpId = '', verb = ''] = url.pathname.split('/')
  const personId = form.get('person') ?? ''
  const back = `/?corpId=${encodeURIComponent(corpId)}`
  const verbs: Readonly<Record<string, () => unknown>> = {
    install: () => act.install(corpId),
    uninstall: () => act.uninstall(corpId),
    stop: () => act.stop(corpId, true),
    resume: () => act.stop(corpId, false),
    buy: () => act.order(corpId),
    join: () => act.join(corpId, form.get('name') ?? '', Number(form.get('department')), form.get('mobile') ?? ''),
    move: () => act.move(corpId, personId, [Number(form.get('department'))]),
    leave: () => act.leave(corpId, personId),
    department: () => act.addDepartment(corpId, form.get('name') ?? ''),
    manner: () => {
      const name = form.get('manner') ?? ''
      if (isMannerName(name)) manner[name] = !manner[name]
      if (!manner.isHeld) void settle()
    },
  }
  if (verb === 'signIn') {
    const code = act.code(corpId, personId, 'outside')
    return code && withQuery(form.get('redirect') ?? '', { authCode: code, state: form.get('state') ?? '' })
  }
  if (!url.pathname.startsWith('/company/') || !verbs[verb]) return undefined
  verbs[verb]()
  const redirect = form.get('redirect')
  return redirect ? withQuery(redirect, { corpId, state: form.get('state') ?? '' }) : back
}

const mannerNames: readonly string[] = ['isDoubled', 'isShuffled', 'isForged', 'isHeld'] satisfies (keyof Manner)[]
const isMannerName = (name: string): name is keyof Manner => mannerNames.includes(name)

const withQuery = (address: string, query: Readonly<Record<string, string>>): string | undefined => {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const bytesAtMost = 1_000_000
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bytesAtMost) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

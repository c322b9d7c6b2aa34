import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DingtalkSettings } from '../workplace.ts'
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
export type Acts = ReturnType<typeof actsOf>

export type StandInOptions = {
  /** Our address, without a slash at its end. */
  readonly app: () => string
  readonly port?: number
  readonly tokenSeconds?: number
  readonly now?: () => number
}

const codeMs = 5 * 60_000
const ticketEveryMs = 10 * 60_000
const trialMs = 15 * 86_400_000

export const startStandIn = async ({ app, port = 0, tokenSeconds = 7200, now = Date.now }: StandInOptions): Promise<StandIn> => {
  const world: World = {
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
  }
  const pushes = openPushes(world, () => `${app()}/api/workplaces/dingtalk/callback`)
  const act = actsOf(world, pushes.tell)
  const server = createServer((request, response) => {
    void answerRequest(request, response).catch(() => response.destroy())
  })

  const answerRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
    const page = pageAt(url)
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  }
  const pageAt = (url: URL): string | undefined => {
    if (url.pathname === '/') return standInPage(world, pushes.manner, app(), url.searchParams)
    if (url.pathname === '/install') return installPage(world, url.searchParams)
    return url.pathname === '/oauth2/auth' ? signInPage(world, url.searchParams) : undefined
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  act.ticket()
  const ticketTimer = setInterval(act.ticket, ticketEveryMs).unref()
  const { suiteId, suiteKey, suiteSecret, token, aesKey } = world.suite
  return {
    url,
    settings: { suiteId, suiteKey, suiteSecret, token, aesKey, url, signature: 'sha256' },
    environment: {
      DINGTALK_SUITE_ID: suiteId,
      DINGTALK_SUITE_KEY: suiteKey,
      DINGTALK_SUITE_SECRET: suiteSecret,
      DINGTALK_TOKEN: token,
      DINGTALK_AES_KEY: aesKey,
      DINGTALK_URL: url,
    },
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

/** What can happen at DingTalk, each with what it pushes. Acts that name no one who is there do nothing. */
const actsOf = (world: World, push: (corpId: string, bizType: number, bizId: string, data: object) => void) => {
  const { suite, companies, codes, tokens, now } = world
  const installedAt = (corpId: string) => (companies.get(corpId)?.installed ? companies.get(corpId) : undefined)
  const pushPerson = (company: StandInCompany, userid: string, syncAction: string) => {
    if (!company.installed) return
    const person = company.people.get(userid)
    const department = person?.departments ?? []
    const heads = department.map((id) => `${id}:${company.departments.get(id)?.managers.includes(userid) ?? false}`)
    push(company.corpId, 13, userid, {
      syncAction,
      userid,
      ...(person && {
        name: person.name,
        unionid: person.unionid,
        position: person.title,
        department,
        active: true,
        isAdmin: person.isAdmin,
      }),
      // As DingTalk writes it: no JSON.
      isLeaderInDepts: `{${heads.join(',')}}`,
    })
  }
  const departmentTold = (company: StandInCompany, id: number, syncAction: string) => {
    const department = company.departments.get(id)
    if (company.installed) push(company.corpId, 14, String(id), { syncAction, id, name: department?.name, parentid: department?.parentId })
  }
  return {
    /** A new ticket; the one before it opens a while longer. */
    ticket: (): void => {
      const ticket = randomBytes(16).toString('hex')
      world.tickets = [...world.tickets.slice(-1), ticket]
      push('', 2, suite.suiteId, { syncAction: 'suite_ticket', suiteTicket: ticket })
    },
    install: (corpId: string): void => {
      const company = companies.get(corpId)
      if (!company || company.installed) return
      const administrators = [...company.people.values()].filter(({ isAdmin }) => isAdmin).map(({ userid }) => userid)
      const installation = {
        agentId: 1_000_000_000 + Math.floor(Math.random() * 1e9),
        permanentCode: randomBytes(16).toString('hex'),
        byPersonId: administrators[0] ?? '',
        isStopped: false,
      }
      company.installed = installation
      push(corpId, 4, suite.suiteId, {
        syncAction: 'org_suite_auth',
        permanent_code: installation.permanentCode,
        auth_user_info: { userId: installation.byPersonId },
        auth_corp_info: { corpid: corpId, corp_name: company.name, corp_logo_url: '', auth_level: 1, corp_type: 0 },
        auth_info: { agent: [{ agentid: installation.agentId, agent_name: suite.suiteKey, appid: 1, admin_list: administrators }] },
        auth_scope: {
          auth_user_field: ['name', 'avatar'],
          auth_org_scopes: { authed_user: company.scope.people, authed_dept: company.scope.departments },
        },
      })
      order(corpId, { itemCode: 'trial', itemName: '试用', orderChargeType: 'TRYOUT', payFee: 0, endMs: now() + trialMs })
    },
    uninstall: (corpId: string): void => {
      const company = installedAt(corpId)
      if (!company) return
      company.installed = undefined
      for (const [token, whose] of tokens) if (whose.corpId === corpId) tokens.delete(token)
      push(corpId, 4, suite.suiteId, { syncAction: 'org_suite_relieve', auth_corp_info: { corpid: corpId } })
    },
    /** Switches the app off, or on again. */
    stop: (corpId: string, isStopped: boolean): void => {
      const company = installedAt(corpId)
      if (!company) return
      company.installed!.isStopped = isStopped
      const { agentId } = company.installed!
      push(corpId, 7, String(agentId), { syncAction: isStopped ? 'org_micro_app_stop' : 'org_micro_app_restore', agentId, appId: 1 })
    },
    order,
    closeOrder: (corpId: string, orderId: string): void =>
      push(corpId, 17, orderId, { syncAction: 'market_service_close', orderId, buyCorpId: corpId, SuiteKey: suite.suiteKey }),
    join: (corpId: string, name: string, departmentId: number, mobile = ''): string | undefined => {
      const company = companies.get(corpId)
      if (!company || name.trim() === '') return undefined
      const userid = randomBytes(6).toString('hex')
      const departments = company.departments.has(departmentId) ? [departmentId] : [1]
      company.people.set(userid, {
        userid,
        unionid: `union-${userid}`,
        name: name.trim(),
        title: '',
        mobile,
        jobNumber: '',
        departments,
        isAdmin: false,
      })
      pushPerson(company, userid, 'user_add_org')
      return userid
    },
    move: (corpId: string, userid: string, departmentIds: readonly number[]): void => {
      const company = companies.get(corpId)
      const person = company?.people.get(userid)
      if (!company || !person) return
      person.departments = [...departmentIds]
      pushPerson(company, userid, 'user_dept_change')
    },
    rename: (corpId: string, userid: string, name: string): void => {
      const company = companies.get(corpId)
      const person = company?.people.get(userid)
      if (!company || !person) return
      person.name = name
      pushPerson(company, userid, 'user_modify_org')
    },
    leave: (corpId: string, userid: string): void => {
      const company = companies.get(corpId)
      if (!company?.people.delete(userid)) return
      for (const { managers } of company.departments.values())
        managers.splice(0, Infinity, ...managers.filter((managerId) => managerId !== userid))
      pushPerson(company, userid, 'user_leave_org')
    },
    addDepartment: (corpId: string, name: string, parentId = 1): number | undefined => {
      const company = companies.get(corpId)
      if (!company || name.trim() === '') return undefined
      const id = Math.max(1, ...company.departments.keys()) + 1
      company.departments.set(id, { id, parentId, name: name.trim(), order: id, managers: [] })
      departmentTold(company, id, 'org_dept_create')
      return id
    },
    removeDepartment: (corpId: string, id: number): void => {
      const company = companies.get(corpId)
      if (!company?.departments.delete(id)) return
      departmentTold(company, id, 'org_dept_remove')
    },
    /** A code for a person who opens the app in the client; `outside`: who signs in on DingTalk's page. */
    code: (corpId: string, personId: string, use: 'inside' | 'outside' = 'inside'): string | undefined => {
      if (!companies.get(corpId)?.people.has(personId)) return undefined
      const code = randomBytes(16).toString('hex')
      codes.set(code, { corpId, personId, use, endMs: now() + codeMs })
      return code
    },
    endTokens: (): void => tokens.clear(),
  }

  function order(
    corpId: string,
    {
      itemCode = 'pro500',
      itemName = '专业版 500件',
      orderChargeType = 'BUY',
      payFee = 299_900,
      orderId = String(now()),
      endMs = now() + 365 * 86_400_000,
    } = {},
  ): string {
    push(corpId, 17, orderId, {
      syncAction: 'market_order',
      SuiteKey: suite.suiteKey,
      orderId,
      buyCorpId: corpId,
      goodsCode: 'FW_GOODS-1',
      goodsName: '在册',
      itemCode,
      itemName,
      orderType: 'BUY',
      orderChargeType,
      payFee,
      nominalPayFee: payFee,
      paidtime: now(),
      serviceStartTime: now(),
      serviceStopTime: endMs,
    })
    return orderId
  }
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
      const name = form.get('manner') as keyof Manner
      if (name in manner) manner[name] = !manner[name]
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

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSame, seal, signatureOf } from '../../callbackCrypto.ts'
import { writeXml } from '../xml.ts'
import { answerCall, checkSignature, type StandInSettings } from './calls.ts'
import { choicePage, corpPage, homePage, personPage, wordsPage } from './pages.ts'
import { addCorp, addPerson, type Corp, give, isLicensed, newWorld, openedBy, type World } from './world.ts'

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

/** Everything that can happen at WeCom, by its name in `POST /standIn/act`. */
export type Act = keyof typeof acts

/**
 * WeCom as its documents say: an organisation that installs, people who open the app, press buttons, come, move and leave, orders; tokens that
 * end, codes that open once, limits, no names. It is started beside the app, listens on this machine only, and nothing of ours is in it but what
 * seals and signs.
 */
export const startStandIn = async ({ app, port = 0, now = Date.now }: Options): Promise<StandIn> => {
  const world = newWorld(now)
  addCorp(world, '企业微信演示一', 24, 6)
  addCorp(world, '企业微信演示二', 8, 2, 3)
  const settings = {
    suiteId: 'wwsuite0000standin',
    suiteSecret: randomBytes(24).toString('base64url'),
    providerId: 'wwprovider00standin',
    providerSecret: randomBytes(24).toString('base64url'),
    loginSuite: { suiteId: 'wwlogin0000standin', suiteSecret: randomBytes(24).toString('base64url') },
    token: randomBytes(12).toString('hex'),
    aesKey: `${randomBytes(32).toString('hex').slice(0, 42)}A`,
  }
  const tickets = new Map<string, string[]>()
  const heldCallbacks: (() => Promise<void>)[] = []

  /** Sealed for the receiver; sent again where the answer is not the expected one. */
  const post = async (receiver: string, fields: Fields): Promise<boolean> => {
    for (let tries = 0; tries < 3; tries++) {
      const encrypt = seal(settings.aesKey, documentedXml(fields), receiver)
      const envelope = { timestamp: String(Math.floor(now() / 1000)), nonce: String(randomBytes(4).readUInt32BE()), encrypt }
      const query = new URLSearchParams({
        msg_signature: signatureOf(settings.token, envelope),
        timestamp: envelope.timestamp,
        nonce: envelope.nonce,
      })
      const body = writeXml({ ToUserName: receiver, AgentID: '', Encrypt: encrypt })
      const taken = await fetch(`${app()}/api/workplaces/wecom/callback?${query}`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(5000),
      })
        .then(async (response) => response.status === 200 && (await response.text()) === 'success')
        .catch(() => false)
      if (taken) return true
      await sleep(200)
    }
    return false
  }
  const tell = async (receiver: string, fields: Fields): Promise<void> => {
    const sendCallback = async () => {
      for (let times = world.mood.doubles ? 2 : 1; times > 0; times--) await post(receiver, fields)
    }
    if (world.mood.holds) heldCallbacks.push(sendCallback)
    else await sendCallback()
  }
  const context: Context = {
    world,
    instruct: (type, fields) =>
      tell(settings.suiteId, { SuiteId: settings.suiteId, InfoType: type, TimeStamp: Math.floor(now() / 1000), ...fields }),
    event: (corp, person, event, fields) =>
      tell(corp.id, {
        ToUserName: corp.id,
        FromUserName: person,
        CreateTime: Math.floor(now() / 1000),
        MsgType: 'event',
        Event: event,
        ...fields,
        AgentID: corp.installed?.agentId ?? 0,
      }),
    tellProvider: (type, fields) =>
      tell(settings.providerId, {
        ServiceCorpId: settings.providerId,
        InfoType: type,
        TimeStamp: Math.floor(now() / 1000),
        ...fields,
      }),
    newTicket: async () => {
      const responses = await Promise.all(
        [settings.suiteId, settings.loginSuite.suiteId].map((suiteId) => {
          const ticket = randomBytes(32).toString('base64url')
          tickets.set(suiteId, [...(tickets.get(suiteId) ?? []), ticket])
          return post(suiteId, { SuiteId: suiteId, InfoType: 'suite_ticket', TimeStamp: Math.floor(now() / 1000), SuiteTicket: ticket })
        }),
      )
      return responses.every(Boolean)
    },
    letGo: async () => {
      world.mood.holds = false
      for (const sendHeld of heldCallbacks.splice(0).toReversed()) await sendHeld()
    },
  }
  const act: StandIn['act'] = async (what, fields = {}) => (await acts[what](context, fields)) ?? ''

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand.in')
    const text = await bodyOf(request)
    if (world.mood.slowMs > 0) await sleep(world.mood.slowMs)
    const json = (value: object) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      response.end(JSON.stringify(value))
    }
    const html = (page: string, status = 200) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      response.end(page)
    }
    const lead = (to: string) => {
      response.writeHead(303, { location: to })
      response.end()
    }
    const { pathname: path, searchParams: query } = url
    const form = new URLSearchParams(request.method === 'POST' ? text : '')
    if (request.method === 'OPTIONS') return json({})
    if (path.startsWith('/cgi-bin/'))
      return json(answerCall(world, settings, tickets, path.slice(9), query, text === '' ? {} : JSON.parse(text)))
    switch (path) {
      case '/':
        return html(homePage(world, app()))
      case '/corp':
      case '/person': {
        const corp = world.corps.get(query.get('corpId') ?? '')
        const person = corp?.people.get(query.get('personId') ?? '')
        if (!corp) return html(wordsPage('没有这家企业'), 404)
        return html(
          path === '/corp'
            ? corpPage(world, app(), corp, query.get('q') ?? '')
            : person
              ? personPage(world, app(), corp, person)
              : wordsPage('没有这个人'),
        )
      }
      case '/standIn/act': {
        const what = form.get('what') ?? ''
        if (!(what in acts)) return html(wordsPage('不认识的操作'), 400)
        await act(what as Act, Object.fromEntries(form))
        return lead(form.get('back') ?? '/')
      }
      case '/standIn/code':
      case '/stand-in/code': {
        const form =
          request.method === 'POST'
            ? new URLSearchParams(text.startsWith('{') ? Object.entries(JSON.parse(text) as Record<string, string>) : text)
            : query
        return json({ code: codeFor(world, form.get('corpId') ?? '', form.get('personId') ?? '') })
      }
      case '/standIn/name': {
        const corp = world.corps.get(query.get('corpId') ?? '')
        const id = query.get('openid') ?? ''
        return json({ name: query.get('type') === 'departmentName' ? corp?.departments.get(Number(id))?.name : corp?.people.get(id)?.name })
      }
      case '/standIn/signature':
        return json(checkSignature(world, JSON.parse(text) as Record<string, unknown>))
      default: {
        const page = await door(path, request, query, form, lead)
        return page && html(...page)
      }
    }
  }

  /** The pages that WeCom itself shows: installing, signing in. Nothing for the person who is led on. */
  const door = async (
    path: string,
    request: IncomingMessage,
    query: URLSearchParams,
    form: URLSearchParams,
    lead: (to: string) => void,
  ): Promise<[page: string, status?: number] | undefined> => {
    const isInstall = path === '/3rdapp/install'
    if (!isInstall && path !== '/connect/oauth2/authorize' && path !== '/wwlogin/sso/login') return [wordsPage('没有这个页面'), 404]
    const isDesk = path === '/wwlogin/sso/login'
    const suiteId = isDesk ? settings.loginSuite.suiteId : settings.suiteId
    if (!isSame(query.get(isInstall ? 'suite_id' : 'appid') ?? '', suiteId)) return [wordsPage('suiteid不正确（40083）'), 400]
    const redirect = query.get('redirect_uri') ?? ''
    if (!isTrusted(app(), redirect)) return [wordsPage('redirect_uri与可信域名不一致（50001）'), 400]
    if (isInstall && !openedBy(world, 'preAuth', query.get('pre_auth_code'))) return [wordsPage('预授权码已过期（42007）'), 400]
    // Cookies of this machine do not tell ports apart: the person who looks is who the app's page was opened as.
    const [, corpId, personId] = /(?:^|;\s*)standInClient=wecom(?::|%3A)([\w-]+)(?::|%3A)([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
    const person = form.has('personId')
      ? { corpId: form.get('corpId')!, personId: form.get('personId')! }
      : path === '/connect/oauth2/authorize' && corpId !== undefined
        ? { corpId, personId: personId! }
        : undefined
    const corp = person && world.corps.get(person.corpId)
    if (!corp || !corp.people.has(person.personId)) return [choicePage(world, isInstall ? 'install' : 'signIn', `${path}?${query}`)]
    if (isInstall && !corp.administrators.includes(person.personId)) return [wordsPage('只有企业的管理员可以安装应用'), 403]
    const back = new URL(redirect)
    if (isInstall) {
      back.searchParams.set('auth_code', give(world, { kind: 'authCode', ...person }, 600))
      back.searchParams.set('expires_in', '600')
    } else {
      if (!isDesk && !isLicensed(world, corp, person.personId)) await context.event(corp, person.personId, 'unlicensed_notify', {})
      const kind = isDesk ? 'deskCode' : 'code'
      back.searchParams.set('code', give(world, { kind, ...person }, 300))
    }
    back.searchParams.set('state', query.get('state') ?? '')
    lead(back.href)
    return undefined
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let isOver = false
  let wake = () => {}
  const ticketLoop = (async () => {
    // Every ten minutes; at the start until the app takes it.
    while (!isOver) {
      const isTaken = await context.newTicket().catch(() => false)
      await Promise.race([sleep(isTaken ? 600_000 : 1000, undefined, { ref: false }), new Promise<void>((resolve) => (wake = resolve))])
    }
  })()
  return {
    url,
    settings: { ...settings, url },
    environment: {
      WECOM_SUITE_ID: settings.suiteId,
      WECOM_SUITE_SECRET: settings.suiteSecret,
      WECOM_PROVIDER_ID: settings.providerId,
      WECOM_PROVIDER_SECRET: settings.providerSecret,
      WECOM_LOGIN_SUITE_ID: settings.loginSuite.suiteId,
      WECOM_LOGIN_SUITE_SECRET: settings.loginSuite.suiteSecret,
      WECOM_TOKEN: settings.token,
      WECOM_AES_KEY: settings.aesKey,
      WECOM_URL: url,
    },
    world,
    act,
    stop: async () => {
      isOver = true
      wake()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await ticketLoop
    },
  }
}

type Context = {
  readonly world: World
  readonly instruct: (type: string, fields: Fields) => Promise<void>
  readonly tellProvider: (type: string, fields: Fields) => Promise<void>
  readonly event: (corp: Corp, personId: string, event: string, fields: Readonly<Record<string, string | number>>) => Promise<void>
  readonly newTicket: () => Promise<boolean>
  readonly letGo: () => Promise<void>
}
type Fields = Readonly<Record<string, string | number>>
type StandInAction = (context: Context, fields: Readonly<Record<string, string>>) => Promise<string | void>

const acts = {
  /** From the market: no one comes back to a page of ours, the app is told. */
  install: async ({ world, instruct }, { corpId }) => {
    const corp = corpIn(world, corpId)
    await instruct('create_auth', { AuthCode: give(world, { kind: 'authCode', corpId: corp.id, personId: corp.administrators[0]! }, 600) })
  },
  uninstall: async ({ world, instruct }, { corpId }) => {
    const corp = corpIn(world, corpId)
    corp.installed = undefined
    await instruct('cancel_auth', { AuthCorpId: corp.id })
  },
  join: async ({ world, instruct }, { corpId, name, department }) => {
    const corp = corpIn(world, corpId)
    const person = addPerson(corp, name || '新同事', [Number(department) || [...corp.departments.keys()].at(-1)!])
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'create_user', ...idsOf(person.id), Name: person.id })
    return person.id
  },
  leave: async ({ world, instruct }, { corpId, personId }) => {
    const corp = corpIn(world, corpId)
    corp.people.delete(personId!)
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'delete_user', ...idsOf(personId!) })
  },
  move: async ({ world, instruct }, { corpId, personId, department }) => {
    const corp = corpIn(world, corpId)
    const person = corp.people.get(personId!)
    if (!person || !corp.departments.has(Number(department))) throw new Error('Nobody, or nowhere to move to.')
    person.departments = [Number(department)]
    await instruct('change_contact', { AuthCorpId: corp.id, ChangeType: 'update_user', ...idsOf(person.id), Department: department! })
  },
  buy: async ({ world, instruct }, { corpId, editionId, days }) => {
    const corp = corpIn(world, corpId)
    const id = `N${randomBytes(8).toString('hex').toUpperCase()}`
    const beginMs = world.now()
    world.orders.set(id, {
      id,
      corpId: corp.id,
      status: 0,
      editionId: editionId || 'standard',
      editionName: editionId === 'plus' ? '旗舰版' : '标准版',
      fen: 199_900,
      beginMs,
      endMs: beginMs + (Number(days) || 365) * 86_400_000,
    })
    await instruct('open_order', { PaidCorpId: corp.id, OrderId: id, OperatorId: corp.administrators[0]! })
    world.orders.get(id)!.status = 1
    await instruct('pay_for_app_success', { PaidCorpId: corp.id, OrderId: id })
    return id
  },
  refund: async ({ world, instruct }, { orderId }) => {
    const order = world.orders.get(orderId!)
    if (!order) throw new Error('No such order.')
    order.status = 5
    await instruct('refund', { PaidCorpId: order.corpId, OrderId: order.id })
  },
  /** A button of a card; `task` is the card's. */
  press: async ({ world, event }, { corpId, personId, task, key }) => {
    const corp = corpIn(world, corpId)
    const card = world.messages.find((message) => message.personId === personId && message.card?.taskId === task)?.card
    if (!card) throw new Error('No such card.')
    if (card.settled !== undefined) return ''
    const response = randomBytes(12).toString('base64url')
    card.responses.add(response)
    card.pressed = key!
    await event(corp, personId!, 'template_card_event', {
      EventKey: key!,
      TaskId: task!,
      CardType: 'button_interaction',
      ResponseCode: response,
    })
    return response
  },
  /** So many licences for members, which the provider is told of. */
  buyLicences: async ({ world, tellProvider }, { corpId, count }) => {
    const corp = corpIn(world, corpId)
    corp.licences.bought += Number(count ?? 1)
    await tellProvider('license_pay_success', {
      AuthCorpId: corp.id,
      OrderId: `OL${randomBytes(6).toString('hex')}`,
      BuyerUserId: 'provider',
    })
  },
  /** The ninety days are over. */
  endLicenceTrial: async ({ world }, { corpId }) => {
    corpIn(world, corpId).licences.trialEndsMs = world.now()
  },
  ticket: async ({ newTicket }) => void (await newTicket()),
  /** Every token and ticket that was given is over. */
  endTokens: async ({ world }) => {
    for (const [value, given] of world.given)
      if (given.kind !== 'authCode' && given.kind !== 'code') world.given.set(value, { ...given, endsMs: world.now() })
  },
  mood: async ({ world: { mood } }, { code, calls, slowMs, doubles, holds }) => {
    if (code !== undefined) mood.refusals = { code: Number(code), calls: Number(calls ?? 1) }
    if (slowMs !== undefined) mood.slowMs = Number(slowMs)
    if (doubles !== undefined) mood.doubles = doubles === 'true'
    if (holds !== undefined) mood.holds = holds === 'true'
  },
  letGo: async ({ letGo }) => letGo(),
} satisfies Readonly<Record<string, StandInAction>> as Readonly<Record<ActName, StandInAction>>
type ActName =
  | 'buyLicences'
  | 'endLicenceTrial'
  | 'install'
  | 'uninstall'
  | 'join'
  | 'leave'
  | 'move'
  | 'buy'
  | 'refund'
  | 'press'
  | 'ticket'
  | 'endTokens'
  | 'mood'
  | 'letGo'

const corpIn = (world: World, corpId: string | undefined): Corp => {
  const corp = world.corps.get(corpId ?? '')
  if (!corp) throw new Error('No such corp.')
  return corp
}

/** As the documents print it: over several lines, with a blank before the kind, and an element of nothing ended in itself. */
const documentedXml = (fields: Fields): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(fields)
    .replaceAll('<![CDATA[]]>', '')
    .replaceAll(/<(\w+)><\/\1>/g, '<$1/>')
    .replace('<InfoType>', '<InfoType> ')
    .replaceAll(/(<xml>|<\/\w+>|\/>)(?=<)/g, '$1\n  ')}\n`

const idsOf = (id: string) => ({ UserID: id, OpenUserID: id })

const codeFor = (world: World, corpId: string, personId: string): string => give(world, { kind: 'code', corpId, personId }, 300)

/** The same domain with its port; this machine has two names. */
const isTrusted = (app: string, redirect: string): boolean => {
  const origin = (address: string) => (URL.canParse(address) ? new URL(address).origin.replace('//localhost', '//127.0.0.1') : undefined)
  return origin(redirect) !== undefined && origin(redirect) === origin(app)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

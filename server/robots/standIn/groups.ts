import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { RobotVendor, RobotWorld } from '../../../domain/robots/robot.ts'
import { portOf } from '../../listeningPort.ts'

/** What a group was shown: the body as its robot took it. */
export type RobotMessage = {
  readonly vendor: RobotVendor
  readonly group: string
  readonly body: ReturnType<typeof JSON.parse>
  readonly at: number
}

/**
 * The three chats as far as their robots go, as their documents say: each group has its address and, in two of them, a secret that what is sent
 * must be signed with, not longer than an hour ago. A group takes 20 in a minute. `mood` makes a group answer otherwise: `slow` takes it and answers
 * never, `busy` says so once, `gone` has no such group.
 */
export type Chats = {
  readonly world: RobotWorld
  /** A page with the addresses of three groups and what each was shown. */
  readonly url: string
  readonly address: (vendor: RobotVendor, group: string) => string
  readonly secrets: Map<string, string>
  readonly moods: Map<string, 'slow' | 'busy' | 'gone'>
  readonly shown: readonly RobotMessage[]
  /** How often anything was sent to a group. */
  readonly asked: Map<string, number>
  readonly close: () => Promise<void>
}

const hourMs = 3_600_000

const vendors: readonly RobotVendor[] = ['dingtalk', 'wecom', 'feishu']

const pageOf = (host: string, messages: readonly RobotMessage[]): string =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>Robots of groups</title><h1>Robots of groups</h1>${vendors
    .map((vendor) => {
      const paragraphs = messages
        .filter((message) => message.vendor === vendor)
        .map(({ body }) => `<pre>${escapeHtml(JSON.stringify(body, null, 1))}</pre>`)
      return `<section><h2>${vendor}</h2><p>http://${escapeHtml(host)}/${vendor}/group</p>${paragraphs.join('')}</section>`
    })
    .join('')}`

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

export const openChats = async (): Promise<Chats> => {
  const groups: Groups = { secrets: new Map(), moods: new Map(), messages: [], requestCounts: new Map() }
  const server = createServer((request, response) => {
    if (request.method === 'GET')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(request.headers.host ?? '', groups.messages))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://chat')
      const [, vendor, group] = url.pathname.split('/') as [string, RobotVendor, string]
      const answer = answerOf(groups, { vendor, group, query: url.searchParams, body: JSON.parse(Buffer.concat(parts).toString('utf8')) })
      if (!answer) return
      const { code, words, status = 200 } = answer
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(vendor === 'feishu' ? { code, msg: words } : { errcode: code, errmsg: words }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const base = `http://127.0.0.1:${port}/`
  return {
    url: base,
    world: {
      vendorOf: (address) => (address.startsWith(base) ? (new URL(address).pathname.split('/')[1] as RobotVendor) : undefined),
      reach: 'local',
      timeoutSeconds: 1,
    },
    address: (vendor, group) => `${base}${vendor}/${group}`,
    secrets: groups.secrets,
    moods: groups.moods,
    shown: groups.messages,
    asked: groups.requestCounts,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Groups = {
  readonly secrets: Map<string, string>
  readonly moods: Map<string, 'slow' | 'busy' | 'gone'>
  readonly messages: RobotMessage[]
  readonly requestCounts: Map<string, number>
}

type GroupRequest = {
  readonly vendor: RobotVendor
  readonly group: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
}

type GroupAnswer = { readonly code: number; readonly words: string; readonly status?: number }

/** What a chat answers to what was sent to a group; undefined where it never does. */
const answerOf = ({ secrets, moods, messages, requestCounts }: Groups, request: GroupRequest): GroupAnswer | undefined => {
  const { vendor, group, body } = request
  requestCounts.set(group, (requestCounts.get(group) ?? 0) + 1)
  const mood = moods.get(group)
  if (mood === 'gone') return goneAnswers[vendor]
  const now = Date.now()
  const secret = secrets.get(group)
  const refusal = secret ? signatureRefusal(request, secret, now) : undefined
  if (refusal) return refusal
  const recent = messages.filter((message) => message.group === group && message.at > now - 60_000)
  if (mood === 'busy' || recent.length >= 20) {
    moods.delete(group)
    return busyAnswers[vendor]
  }
  messages.push({ vendor, group, body, at: now })
  return mood === 'slow' ? undefined : { code: 0, words: 'ok' }
}

const goneAnswers: Readonly<Record<RobotVendor, GroupAnswer>> = {
  dingtalk: { code: 300005, words: 'not found' },
  wecom: { code: 93000, words: 'invalid webhook url' },
  feishu: { code: 19001, words: 'not found' },
}

const busyAnswers: Readonly<Record<RobotVendor, GroupAnswer>> = {
  dingtalk: { code: 130101, words: 'send too fast' },
  wecom: { code: 45009, words: 'api freq out of limit' },
  feishu: { code: 9499, words: 'too many request', status: 400 },
}

/** What is answered where a message is not signed as it must be; undefined where it is. */
const signatureRefusal = ({ vendor, query, body }: GroupRequest, secret: string, now: number): GroupAnswer | undefined => {
  if (vendor === 'dingtalk') {
    const timestamp = query.get('timestamp') ?? ''
    const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
    const isWrong = query.get('sign') !== sign || Math.abs(now - Number(timestamp)) > hourMs
    return isWrong ? { code: 310000, words: 'sign not match' } : undefined
  }
  if (vendor === 'feishu') {
    const timestamp = String(body['timestamp'] ?? '')
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
    const isWrong = body['sign'] !== sign || Math.abs(now - Number(timestamp) * 1000) > hourMs
    return isWrong ? { code: 19021, words: 'sign match fail or timestamp is not within one hour' } : undefined
  }
  return undefined
}

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
  const secrets = new Map<string, string>()
  const moods = new Map<string, 'slow' | 'busy' | 'gone'>()
  const messages: RobotMessage[] = []
  const requestCounts = new Map<string, number>()
  const server = createServer((request, response) => {
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(request.headers.host ?? '', messages))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://chat')
      const [, vendor, group] = url.pathname.split('/') as [string, RobotVendor, string]
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(parts).toString('utf8'))
      requestCounts.set(group, (requestCounts.get(group) ?? 0) + 1)
      const say = (code: number, words: string, status = 200) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(vendor === 'feishu' ? { code, msg: words } : { errcode: code, errmsg: words }))
      const mood = moods.get(group)
      if (mood === 'gone')
        return vendor === 'wecom' ? say(93000, 'invalid webhook url') : say(vendor === 'feishu' ? 19001 : 300005, 'not found')
      const secret = secrets.get(group)
      const now = Date.now()
      if (vendor === 'dingtalk' && secret) {
        const timestamp = url.searchParams.get('timestamp') ?? ''
        const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
        if (url.searchParams.get('sign') !== sign || Math.abs(now - Number(timestamp)) > hourMs) return say(310000, 'sign not match')
      }
      if (vendor === 'feishu' && secret) {
        const timestamp = String(body['timestamp'] ?? '')
        const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
        if (body['sign'] !== sign || Math.abs(now - Number(timestamp) * 1000) > hourMs)
          return say(19021, 'sign match fail or timestamp is not within one hour')
      }
      const recent = messages.filter((message) => message.group === group && message.at > now - 60_000)
      if (mood === 'busy' || recent.length >= 20) {
        moods.delete(group)
        const [code, words, status] = {
          dingtalk: [130101, 'send too fast', 200],
          wecom: [45009, 'api freq out of limit', 200],
          feishu: [9499, 'too many request', 400],
        }[vendor] as [number, string, number]
        return say(code, words, status)
      }
      messages.push({ vendor, group, body, at: now })
      if (mood === 'slow') return
      say(0, 'ok')
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
    secrets,
    moods,
    shown: messages,
    asked: requestCounts,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

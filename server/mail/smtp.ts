import { createHash } from 'node:crypto'
import { connect, isIP, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { GetSocketCallback } from 'nodemailer/lib/mailer'
import { type Letter, oneLine } from '../../domain/mail/letter.ts'
import type { MailSecurity } from '../../domain/mail/mail.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'
import type { Params } from '../../kernel/refusal.ts'
import { inOutgoingSpan } from '../tracing/outgoing.ts'
import { isAllowed, lookupWithin, type Reach, TargetRefused } from '../approval/flow/services/servicesPost.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  readonly username: string
  readonly password: string | null
  readonly fromAddress: string
  readonly fromName: string
  /** Where it may stand; anywhere for the operator's own. */
  readonly reach: Reach | 'anywhere'
}

export type OutgoingMail = {
  readonly to: string
  readonly letter: Letter
  /** The same for the same mail, however often it is tried. */
  readonly key: string
  /** Stops all mail by a POST; a GET shows a page. */
  readonly stopUrl?: string | undefined
  readonly attachment?: { readonly name: string; readonly content: Buffer } | undefined
}

/**
 * `bounced`: the server says that the address takes nothing. `refused`: it takes this mail from no one, or the address of the server is none that
 * it may have. `again`: not now, or nobody knows.
 */
export type SmtpAnswer =
  | { readonly t: 'sent' }
  | { readonly t: 'bounced' | 'refused' | 'again'; readonly words: string; readonly params: Params }

/** Hands a mail to a server; what came of it. The line is cut where the signal says so. */
export const sendBy = (server: MailServer, mail: OutgoingMail, signal: AbortSignal): Promise<SmtpAnswer> =>
  answerOf(server, signal, async (transport) => {
    const { fromAddress, fromName } = server
    await transport.sendMail({
      from: { name: oneLine(fromName), address: fromAddress },
      to: { name: '', address: mail.to },
      envelope: { from: fromAddress, to: mail.to },
      subject: mail.letter.subject,
      text: mail.letter.text,
      html: mail.letter.html,
      messageId: messageIdOf(mail.key, fromAddress),
      headers: headersOf(mail.stopUrl),
      ...(mail.attachment && { attachments: [{ filename: mail.attachment.name, content: mail.attachment.content }] }),
    })
  })

/** Connects and signs in, and sends nothing. */
export const tryServer = (server: MailServer, signal: AbortSignal): Promise<SmtpAnswer> =>
  answerOf(server, signal, (transport) => transport.verify())

/** How long a server has for a mail. */
export const smtpSeconds = 30

const headersOf = (stopUrl: string | undefined) => ({
  'Auto-Submitted': 'auto-generated',
  ...(stopUrl !== undefined && {
    'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

export const messageIdOf = (key: string, fromAddress: string): string =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`

type Transport = ReturnType<typeof transportOf>

const answerOf = async (server: MailServer, signal: AbortSignal, work: (transport: Transport) => Promise<unknown>): Promise<SmtpAnswer> => {
  const sockets = new Set<Socket>()
  const cut = () => sockets.forEach((socket) => socket.destroy())
  signal.addEventListener('abort', cut)
  try {
    await inOutgoingSpan('mail', `smtp://${isIP(server.host) === 6 ? `[${server.host}]` : server.host}`, () =>
      work(transportOf(server, sockets)),
    )
    return { t: 'sent' }
  } catch (error) {
    return faultOf(error)
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

const transportOf = (server: MailServer, sockets: Set<Socket>) =>
  createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.username !== '' && { auth: { user: server.username, pass: server.password ?? '' } }),
    tls: isIP(server.host) ? {} : { servername: server.host },
    greetingTimeout: 10_000,
    socketTimeout: smtpSeconds * 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, onSocket) => openSocket(server, sockets, onSocket),
  })

/** A line to the very address that was looked at, so that a name cannot lead inside in between. */
const openSocket = ({ host, port, reach }: MailServer, sockets: Set<Socket>, onSocket: GetSocketCallback): void => {
  if (reach !== 'anywhere' && isIP(host) && !isAllowed(host, reach))
    return onSocket(new TargetRefused('The address is an inside one.'), false)
  const socket = connect({ host, port, ...(reach !== 'anywhere' && { lookup: lookupWithin(reach) }) })
  sockets.add(socket)
  const timer = setTimeout(() => socket.destroy(), connectMs)
  let isAnswered = false
  const answer: GetSocketCallback = (error, options) => {
    clearTimeout(timer)
    if (!isAnswered) onSocket(error, options)
    isAnswered = true
  }
  socket.once('connect', () => {
    socket.removeListener('error', fail)
    answer(null, { connection: socket })
  })
  const fail = (error: Error) => answer(error, false)
  socket.once('error', fail)
  socket.once('close', () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
}
const connectMs = 10_000

type SmtpFault = { readonly responseCode?: number; readonly command?: string; readonly response?: string }

const faultOf = (error: unknown): SmtpAnswer => {
  if (error instanceof TargetRefused) return { t: 'refused', words: '邮件服务器的地址不能指向内部网络', params: {} }
  const { responseCode = 0, command = '', response = '' }: SmtpFault = typeof error === 'object' && error !== null ? error : {}
  const reason = oneLine(response || messageOf(error)).slice(0, 300)
  if (codeOf(error) === 'ETLS') return { t: 'again', words: '与邮件服务器的加密连接没有建立：{why}', params: { why: reason } }
  if (codeOf(error) === 'EAUTH') return { t: 'again', words: '邮件服务器不接受用户名或密码：{why}', params: { why: reason } }
  if (responseCode >= 500 && command.startsWith('RCPT') && !/^5\d\d[ -]5\.7\./.test(response))
    return { t: 'bounced', words: '收件地址被拒绝：{why}', params: { why: reason } }
  if (responseCode >= 500) return { t: 'refused', words: '邮件服务器拒绝：{why}', params: { why: reason } }
  if (responseCode >= 400) return { t: 'again', words: '邮件服务器暂时拒绝：{why}', params: { why: reason } }
  return { t: 'again', words: connectionWords[codeOf(error) ?? ''] ?? '与邮件服务器的连接中断：{why}', params: { why: reason } }
}

const connectionWords: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到邮件服务器，请检查地址',
  EDNS: '找不到邮件服务器，请检查地址',
  ECONNREFUSED: '邮件服务器在这个端口没有应答，请检查端口',
  ETIMEDOUT: '邮件服务器没有应答',
}

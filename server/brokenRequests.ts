import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusal } from '../kernel/refusal.ts'
import type { App } from './call.ts'
import { failureEnvelope, jsonType } from './envelope.ts'
import { malformed, tooLarge, HttpError } from './httpError.ts'

type ConnectionFault = NodeJS.ErrnoException & { readonly bytesParsed?: number; readonly reason?: string }

/**
 * Answers what is no HTTP, has headers without end, or headers that do not come: no request is there yet to speak of. A connection that
 * brought nothing at all is closed without a word, because browsers open connections ahead of what they will send, and would take the word
 * for the answer to a request that they send at that moment; on a closed connection they send it again by themselves. Nothing is written
 * into an answer that is under way either.
 */
export const answerBrokenRequests = (app: Pick<App, 'log' | 'database'>) => {
  const answers = new WeakMap<Socket, ServerResponse>()
  const requestIds = new WeakMap<ServerResponse, string>()
  const handle = (error: ConnectionFault, socket: Socket): void => {
    const isSilent = error.code === timedOut && socket.bytesRead === 0
    if (!socket.writable || error.code === 'ECONNRESET' || isSilent) return void socket.destroy()
    const { status, refusal: cause } = faultOf(error)
    // Nothing of what came is written down: it may hold a token. Where it broke says enough.
    const { code, bytesParsed, reason, message } = error
    const answer = answers.get(socket)
    // Of a body that breaks off the request is known; what comes after a whole one is another request.
    const requestId = answer && !answer.writableFinished ? requestIds.get(answer) : undefined
    app.log.warn({ ...(requestId && { requestId }), unread: code, why: reason ?? message, status, bytesParsed, ip: socket.remoteAddress })
    if (answer?.headersSent && !answer.writableFinished) return void socket.destroy()
    const text = failureEnvelope({ code: status, msg: cause.words, reason: cause.reason }, app.database.now())
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Content-Type: ${jsonType}`, `Content-Length: ${Buffer.byteLength(text)}`]
    const idHeader = requestId === undefined ? [] : [`X-Request-Id: ${requestId}`]
    socket.end([...head, ...idHeader, 'Connection: close', '', text].join('\r\n'))
    // Not when the other side closes as well: it may never.
    socket.destroySoon()
  }
  const watch = (server: Server): void =>
    void server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => answers.set(request.socket, answer))
  /** How a request that has begun is called in the log. */
  const nameRequest = (answer: ServerResponse, requestId: string): void => void requestIds.set(answer, requestId)
  return { handle, watch, nameRequest }
}

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'

const faultOf = ({ code }: ConnectionFault): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge()
  if (code === timedOut) return new HttpError(408, refusal('request.late', '请求没有在规定时间内发完，请重试'))
  return malformed('请求的格式有误')
}

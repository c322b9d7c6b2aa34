import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './access/guard.ts'

export type ConnectionLimits = {
  /** Open connections altogether. */
  readonly atMost: number
  /** Those of one network among them; undefined where proxies stand in front, and everyone comes from the same one. */
  readonly perNetwork: number | undefined
  /** Within so many seconds a body that is no upload must be there. */
  readonly bodySeconds: number
  /** An upload may take its time as long as something comes within so many seconds, and not too little. */
  readonly stallSeconds: number
  readonly uploadBytesPerSecond: number
  /** So long the person who was answered before they had said all may go on talking. */
  readonly lingerSeconds: number
}

export const usualLimits = { bodySeconds: 30, stallSeconds: 20, uploadBytesPerSecond: 1000, lingerSeconds: 10 }

/**
 * Sees to it that no one holds the door: bodies that do not come end their connection, and so does talking on after the answer. Where all
 * connections are taken, the network that has most gives up the one of its connections that has waited longest without being answered, so
 * there is always one for another person. Connections that became sockets stay.
 */
export const guardConnections = (server: Server, limits: ConnectionLimits): { readonly stop: () => void } => {
  const lines = new OpenLines(limits)

  const onConnection = (socket: Socket): void => {
    if (!lines.admit(socket)) socket.destroy()
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const line = lines.lineOf(request.socket)
    if (!line) return
    const now = performance.now()
    line.asked = { request, response, began: now, moved: now, bytesBefore: request.socket.bytesRead, bytesCame: 0, answered: undefined }
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > 0) lines.unfinished.add(line)
  }

  const onUpgrade = (request: IncomingMessage): void => {
    const line = lines.lineOf(request.socket)
    if (line) line.isSocket = true
  }

  const endSlow = (): void => {
    const now = performance.now()
    for (const line of lines.unfinished) {
      const { asked, socket } = line
      if (!asked || asked.request.complete) lines.unfinished.delete(line)
      else if (isTooSlow(asked, limits, now)) socket.destroy()
    }
  }
  const inspection = setInterval(endSlow, inspectionMs).unref()

  server.prependListener('connection', onConnection)
  server.prependListener('request', onRequest)
  server.prependListener('upgrade', onUpgrade)
  // What comes faster than connections can be given up is not let in at all.
  server.maxConnections = limits.atMost + 32
  return { stop: () => clearInterval(inspection) }
}

/** The connections that are open, by the network that they come from. */
class OpenLines {
  /** Those whose body is on its way, or who were answered without it. */
  readonly unfinished = new Set<Line>()
  readonly #limits: ConnectionLimits
  readonly #byNetwork = new Map<string, Set<Line>>()
  readonly #bySocket = new WeakMap<Socket, Line>()
  #count = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  lineOf(socket: Socket): Line | undefined {
    return this.#bySocket.get(socket)
  }

  /** Takes a connection; false where there is no room for it. */
  admit(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!this.#makeRoom(network)) return false
    const line: Line = { socket, network, isSocket: false, asked: undefined }
    this.#bySocket.set(socket, line)
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? new Set()).add(line))
    this.#count++
    socket.once('close', () => this.#forget(line))
    return true
  }

  #makeRoom(network: string): boolean {
    const { atMost, perNetwork } = this.#limits
    const ownCount = this.#byNetwork.get(network)?.size ?? 0
    const isOverOwn = perNetwork !== undefined && ownCount >= perNetwork
    if (this.#count < atMost && !isOverOwn) return true
    const fullest = isOverOwn
      ? network
      : [...this.#byNetwork].reduce((largest, entry) => (entry[1].size > largest[1].size ? entry : largest))[0]
    const idlest = this.#byNetwork.get(fullest)?.values().find(mayEnd)
    idlest?.socket.destroy()
    if (idlest) this.#forget(idlest)
    return idlest !== undefined
  }

  #forget(line: Line): void {
    const ownLines = this.#byNetwork.get(line.network)
    if (!ownLines?.delete(line)) return
    this.#count--
    this.unfinished.delete(line)
    if (ownLines.size === 0) this.#byNetwork.delete(line.network)
  }
}

const inspectionMs = 250

type Line = { readonly socket: Socket; readonly network: string; isSocket: boolean; asked: OpenRequest | undefined }

/** The latest request of a connection. Times in ms. */
type OpenRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** When its headers were there, when anything of its body came last, and when it was answered. */
  readonly began: number
  moved: number
  answered: number | undefined
  readonly bytesBefore: number
  bytesCame: number
}

/** Not while it is answered: then everything that was asked is there, and only we are waited for. */
const mayEnd = ({ isSocket, asked }: Line): boolean =>
  !isSocket && (asked === undefined || !asked.request.complete || asked.response.writableFinished)

/** What may have come with the headers. */
const firstBytes = 65_536

const isTooSlow = (openRequest: OpenRequest, limits: ConnectionLimits, now: number): boolean => {
  const { request, response, began } = openRequest
  if (response.writableFinished) {
    openRequest.answered ??= now
    return now - openRequest.answered > limits.lingerSeconds * 1000
  }
  const seconds = (now - began) / 1000
  if (!/^(multipart\/|application\/octet-stream)/.test(request.headers['content-type'] ?? '')) return seconds > limits.bodySeconds
  const bytesCame = request.socket.bytesRead - openRequest.bytesBefore
  if (bytesCame > openRequest.bytesCame) Object.assign(openRequest, { bytesCame, moved: now })
  const isStalled = now - openRequest.moved > limits.stallSeconds * 1000
  return isStalled || (seconds > limits.bodySeconds && bytesCame + firstBytes < seconds * limits.uploadBytesPerSecond)
}

/** The most connections there may be: what the setting says, or what descriptors there are without those that files and the database need. */
export const connectionsAtMost = (connectionsWanted: number): number =>
  Math.max(16, Math.min(connectionsWanted, descriptors() - keptDescriptors))

const keptDescriptors = 200

const descriptors = (): number => {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    // Only Linux has it; elsewhere Node raises the limit to far more than anyone needs.
    return Infinity
  }
}

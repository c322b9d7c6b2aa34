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
  const byNetwork = new Map<string, Set<Line>>()
  const lines = new WeakMap<Socket, Line>()
  /** Those whose body is on its way, or who were answered without it. */
  const openLines = new Set<Line>()
  let count = 0

  const makeRoom = (network: string): boolean => {
    const ownCount = byNetwork.get(network)?.size ?? 0
    const isOverOwn = limits.perNetwork !== undefined && ownCount >= limits.perNetwork
    if (count < limits.atMost && !isOverOwn) return true
    const fullest = isOverOwn ? network : [...byNetwork].reduce((largest, entry) => (entry[1].size > largest[1].size ? entry : largest))[0]
    const idlest = byNetwork.get(fullest)?.values().find(mayEnd)
    idlest?.socket.destroy()
    if (idlest) forget(idlest)
    return idlest !== undefined
  }

  const forget = (line: Line): void => {
    const ownLines = byNetwork.get(line.network)
    if (!ownLines?.delete(line)) return
    count--
    openLines.delete(line)
    if (ownLines.size === 0) byNetwork.delete(line.network)
  }

  const onConnection = (socket: Socket): void => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!makeRoom(network)) return void socket.destroy()
    const line: Line = { socket, network, isSocket: false, asked: undefined }
    lines.set(socket, line)
    byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(line))
    count++
    socket.once('close', () => forget(line))
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const line = lines.get(request.socket)
    if (!line) return
    const now = performance.now()
    line.asked = { request, response, began: now, moved: now, bytesBefore: request.socket.bytesRead, bytesCame: 0, answered: undefined }
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length) > 0) openLines.add(line)
  }

  const onUpgrade = (request: IncomingMessage): void => {
    const line = lines.get(request.socket)
    if (line) line.isSocket = true
  }

  const look = (): void => {
    const now = performance.now()
    for (const line of openLines) {
      const { asked, socket } = line
      if (!asked || asked.request.complete) openLines.delete(line)
      else if (isTooSlow(asked, limits, now)) socket.destroy()
    }
  }
  const inspection = setInterval(look, lookMs).unref()

  server.prependListener('connection', onConnection)
  server.prependListener('request', onRequest)
  server.prependListener('upgrade', onUpgrade)
  // What comes faster than connections can be given up is not let in at all.
  server.maxConnections = limits.atMost + 32
  return { stop: () => clearInterval(inspection) }
}

const lookMs = 250

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

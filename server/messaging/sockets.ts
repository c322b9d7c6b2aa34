import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { Session } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { rateLimit } from '../rateLimit.ts'
import { Lately, type MissedChanges } from './lately.ts'
import type { Hearer } from './relay.ts'
import { lookingSeconds, type Screens } from './screens.ts'
import { firstOf } from '../../kernel/assert.ts'

/** The type of a heartbeat and of its answer. */
export const heartbeatType = 202

export type SocketsParts = {
  readonly server: Server
  readonly database: Database
  readonly log: Logger
  readonly findSession: (token: string) => Promise<Session | undefined>
  /** The address that people open, where it differs from the one a request names. */
  readonly publicUrl: string | undefined
  /** The clock by which openings are counted, in milliseconds. */
  readonly now: () => number
  /** Hears who looks at a screen. */
  readonly screens: Screens
}

export type Sockets = {
  /** Pushes what concerns a person who is connected here. */
  readonly hear: Hearer
  /** Who of an organisation is connected here. */
  readonly peopleOf: (orgId: Id) => readonly Id[]
  /** Sends a text, in UTF-8, to the screens that a person has open here. */
  readonly tell: (orgId: Id, uid: Id, text: Buffer) => void
  readonly state: () => { readonly open: number }
  readonly stop: () => void
}

/**
 * The sockets of this process, at /api/websocket/{uid}_mobile. One is for its own person only and says what changed; the screen asks
 * again over HTTP. Only messages of conversations come with what they say (server/chat/frames.ts). Every second the sessions of all open
 * sockets are looked at, so that none outlives its session.
 */
export const openSockets = ({ database, ...parts }: SocketsParts): Sockets => {
  const lately = new Lately(() => performance.now())
  const room = new Room(
    (openSocket) => parts.screens.look(openSocket.map(({ session }) => session)),
    ({ orgId, uid }, deafSeconds) => lately.missed(orgId, uid, deafSeconds),
  )
  const door = openDoor(parts, room)

  const closeEnded = async () => {
    const hashes = [...new Set(room.all().map(({ session }) => session.tokenHash))]
    if (hashes.length === 0) return
    const endedSessions = await database.gate<{ token_hash: string }>('select token_hash from gate_ended_sessions($1)', [hashes])
    const endedHashes = new Set(endedSessions.map((row) => row.token_hash))
    for (const { socket, session } of room.all()) if (endedHashes.has(session.tokenHash)) socket.close(4401, 'session ended')
  }
  const lookAtSessions = () => closeEnded().catch((error) => parts.log.warn({ error }, 'Sessions of open sockets could not be looked at'))
  const lookingAtSessions = setInterval(lookAtSessions, 1000)
  const findingDead = setInterval(() => {
    room.findDead()
    room.tellLooking()
    lately.forget()
  }, heartbeatSeconds * 1000)

  const send = (text: Buffer, receivers: Iterable<OpenSocket>) => {
    for (const { socket } of receivers) if (socket.readyState === socket.OPEN) socket.send(text, { binary: false })
  }

  return {
    peopleOf: (orgId) => room.peopleOf(orgId),
    tell: (orgId, uid, text) => send(text, room.of(orgId, uid)),
    hear: (events) => {
      lately.note(events)
      for (const event of events) {
        if (event.topic === 'session-ended') void lookAtSessions()
        const { uids, everyone, ids: _, tokens: __, ...said } = event.body
        const text = Buffer.from(JSON.stringify({ type: messageTypes.notify, ...said, topic: event.topic, key: event.key }))
        const receivers =
          everyone === true
            ? room.all().filter(({ session }) => session.orgId === event.orgId)
            : (Array.isArray(uids) ? [...new Set(uids)] : []).flatMap((uid) => room.of(event.orgId, String(uid)))
        send(text, receivers)
      }
    },
    state: () => ({ open: room.all().length }),
    stop: () => {
      clearInterval(lookingAtSessions)
      clearInterval(findingDead)
      door.close()
      for (const { socket } of room.all()) socket.close(1012, 'restarting')
    },
  }
}

/** Who is connected here; each person a few times at most, and none who talks too much. */
class Room {
  readonly #open = new Set<OpenSocket>()
  readonly #byPerson = new Map<string, Set<OpenSocket>>()
  readonly #people = new Map<Id, Set<Id>>()
  readonly #look: (openSockets: readonly OpenSocket[]) => void
  readonly #missed: (session: Session, deafSeconds: number) => MissedChanges

  constructor(look: (openSockets: readonly OpenSocket[]) => void, missedChanges: (session: Session, deafSeconds: number) => MissedChanges) {
    this.#look = look
    this.#missed = missedChanges
  }

  all(): readonly OpenSocket[] {
    return [...this.#open]
  }

  of(orgId: Id, uid: Id): readonly OpenSocket[] {
    return [...(this.#byPerson.get(personKey(orgId, uid)) ?? [])]
  }

  peopleOf(orgId: Id): readonly Id[] {
    return [...(this.#people.get(orgId) ?? [])]
  }

  add(socket: WebSocket, session: Session): void {
    const openSocket: OpenSocket = { socket, session, alive: true, mayHear: messagesAtOnce, heardAt: performance.now() }
    const key = personKey(session.orgId, session.uid)
    const ownSockets = this.#byPerson.get(key) ?? new Set()
    this.#byPerson.set(key, ownSockets.add(openSocket))
    this.#people.set(session.orgId, (this.#people.get(session.orgId) ?? new Set()).add(session.uid))
    this.#open.add(openSocket)
    // Forgotten tabs make room for new ones, at once and whether or not they answer.
    if (ownSockets.size > socketsPerPerson) this.#end(firstOf([...ownSockets]), 'too many connections')
    socket.on('ping', () => void this.#hears(openSocket))
    socket.on('pong', () => void this.#hears(openSocket))
    socket.on('message', (data) => {
      const beat = this.#hears(openSocket) ? heartbeatIn(String(data)) : undefined
      if (!beat) return
      const missedChanges = beat.deafSeconds === undefined ? undefined : this.#missed(session, beat.deafSeconds)
      socket.send(JSON.stringify({ type: heartbeatType, at: Date.now(), missed: missedChanges }))
      if (beat.looks !== undefined) this.#sees(openSocket, beat.looks)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#forget(openSocket))
  }

  /** Leaves those who have not answered since they were asked last, and asks the others. */
  findDead(): void {
    for (const openSocket of this.#open) {
      if (!openSocket.alive) openSocket.socket.terminate()
      openSocket.alive = false
      openSocket.socket.ping()
    }
  }

  /** Says whose screens are in sight; one that has said so and was silent since is not. */
  tellLooking(): void {
    const since = performance.now() - lookingSeconds * 1000
    this.#look([...this.#open].filter(({ looksAt }) => looksAt !== undefined && looksAt > since))
  }

  #sees(openSocket: OpenSocket, looks: boolean): void {
    const wasLooking = openSocket.looksAt !== undefined
    openSocket.looksAt = looks ? performance.now() : undefined
    if (wasLooking !== looks) this.tellLooking()
  }

  #forget(openSocket: OpenSocket): void {
    const { orgId, uid } = openSocket.session
    const key = personKey(orgId, uid)
    const ownSockets = this.#byPerson.get(key)
    this.#open.delete(openSocket)
    this.#sees(openSocket, false)
    if (!ownSockets?.delete(openSocket) || ownSockets.size > 0) return
    this.#byPerson.delete(key)
    const people = this.#people.get(orgId)
    if (people?.delete(uid) && people.size === 0) this.#people.delete(orgId)
  }

  /** Says why and listens no more; the person who does not leave is left. */
  #end(openSocket: OpenSocket, reason: string): void {
    const { socket } = openSocket
    this.#forget(openSocket)
    socket.close(1008, reason)
    socket.pause()
    setTimeout(() => socket.terminate(), leavingMs).unref()
  }

  /** Counts what was said; false where it is too much, which ends the socket. */
  #hears(openSocket: OpenSocket): boolean {
    if (!this.#open.has(openSocket)) return false
    openSocket.alive = true
    const now = performance.now()
    openSocket.mayHear = Math.min(messagesAtOnce, openSocket.mayHear + ((now - openSocket.heardAt) / 1000) * messagesPerSecond) - 1
    openSocket.heardAt = now
    if (openSocket.mayHear >= 0) return true
    this.#end(openSocket, 'too many messages')
    return false
  }
}

/** Lets those in who show a session of the person whose socket they ask for. */
const openDoor = (
  { server, log, findSession, publicUrl, now }: Omit<SocketsParts, 'database'>,
  room: Room,
): { readonly close: () => void } => {
  const socketServer = new WebSocketServer({
    noServer: true,
    maxPayload: 4096,
    perMessageDeflate: false,
    handleProtocols: ([first]) => first ?? false,
  })
  const openingLimit = rateLimit(openingsPerMinute)
  const opensTooOften = (person: string): boolean => {
    try {
      openingLimit(person, now())
      return false
    } catch {
      return true
    }
  }
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    const tokenSent = askedFor(request)
    if (!tokenSent) return refuse(stream, 404, 'Not Found')
    if (!isOurOrigin(request, publicUrl)) return refuse(stream, 403, 'Forbidden')
    const session = tokenSent.token === undefined ? undefined : await findSession(tokenSent.token)
    if (!session) return refuse(stream, 401, 'Unauthorized')
    if (session.uid !== tokenSent.uid) return refuse(stream, 403, 'Forbidden')
    if (opensTooOften(personKey(session.orgId, session.uid))) return refuse(stream, 429, 'Too Many Requests')
    socketServer.handleUpgrade(request, stream, head, (socket) => room.add(socket, session))
  }
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    upgrade(request, stream, head).catch((error) => {
      log.warn({ error }, 'A socket could not be opened')
      refuse(stream, 503, 'Service Unavailable')
    })
  }
  server.on('upgrade', onUpgrade)
  return {
    close: () => {
      server.off('upgrade', onUpgrade)
      socketServer.close()
    },
  }
}

type OpenSocket = {
  readonly socket: WebSocket
  readonly session: Session
  alive: boolean
  /** How many messages it may still send at once, and when that was so. */
  mayHear: number
  heardAt: number
  /** When its page said last that a person looks at it. */
  looksAt?: number | undefined
}

const heartbeatSeconds = 30
const socketsPerPerson = 10
/** How often one person may open one; the person who has many tabs and lost the line opens all of them again. */
const openingsPerMinute = 60
/** A screen sends a heartbeat now and then. */
const messagesPerSecond = 2
const messagesAtOnce = 20
const leavingMs = 1000

const personKey = (orgId: Id, uid: Id): string => `${orgId}/${uid}`

/** Whose socket is asked for and with which token: from the query, as the sub-protocol, or in the header that calls carry it in. */
const askedFor = (request: IncomingMessage): { uid: Id; token: string | undefined } | undefined => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const uid = /^\/api\/websocket\/([1-9]\d{0,18})_mobile\/?$/.exec(url.pathname)?.[1]
  if (uid === undefined) return undefined
  const protocol = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim()
  const tokenSent = url.searchParams.get('token') ?? protocol ?? request.headers.authorization
  return { uid, token: tokenSent?.replace(/^bearer\s+/i, '') }
}

/** A page of another site may not open a socket in the name of its visitor. A client that is no browser sends no origin. */
const isOurOrigin = ({ headers }: IncomingMessage, publicUrl: string | undefined): boolean => {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && new URL(origin).origin === new URL(publicUrl).origin)
}

/**
 * A heartbeat says its type in one of the contract's two numbers, or is the bare word that many clients send. A page says with it whether
 * a person looks at it; and once its line stands, for how long it did not hear.
 */
const heartbeatIn = (text: string): { readonly looks?: boolean; readonly deafSeconds?: number } | undefined => {
  try {
    const message: { type?: unknown; looks?: unknown; deafSeconds?: unknown } | null = JSON.parse(text)
    if (![heartbeatType, messageTypes.heart].includes(Number(message?.type))) return undefined
    const { looks, deafSeconds } = message ?? {}
    return {
      ...(typeof looks === 'boolean' && { looks }),
      ...(typeof deafSeconds === 'number' && deafSeconds >= 0 && { deafSeconds }),
    }
  } catch {
    return text === 'ping' ? {} : undefined
  }
}

const refuse = (stream: Duplex, status: number, words: string): void => {
  stream.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  // Not when the other side closes as well: it may never.
  ;(stream as Socket).destroySoon()
}

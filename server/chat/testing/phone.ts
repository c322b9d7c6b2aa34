import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Id, newId } from '../../../kernel/id.ts'
import type { ChatFrame, ChatMessage, ReactionFrame } from '../../../domain/chat/operations.ts'

/** What a line does to what passes: 0 to 1 by a seed, so that a failure can be seen again. */
export type Chance = () => number

/** A network refused, or lost the answer; no one knows whether it was done. */
class LostLine extends Error {}

/** A phone as the protocol wants one: it keeps what it sent until it is answered, numbers what it has, and asks for what is missing. */
export class Phone {
  readonly uid: Id
  readonly #token: string
  readonly #chance: Chance
  #address: string
  #socket: WebSocket | undefined
  #work: Promise<unknown> = Promise.resolve()
  /** What it has of each conversation, by number. */
  readonly have = new Map<Id, Map<number, ChatMessage>>()
  /** Every frame that came out of a socket, before the line had its way with it. */
  readonly frames: ChatFrame[] = []
  /** Every reaction that came out of a socket. */
  readonly changes: ReactionFrame[] = []
  readonly accepted: { readonly id: Id; readonly chatId: Id; readonly seq: number; readonly text: string }[] = []
  readonly refused: Id[] = []
  /** Nothing is lost any more. */
  isWell = false
  #held = false

  constructor(uid: Id, token: string, address: string, chance: Chance) {
    this.uid = uid
    this.#token = token
    this.#address = address
    this.#chance = chance
  }

  /** Goes on with another process. */
  async connect(address = this.#address): Promise<void> {
    this.cut()
    this.#address = address
    const socket = new WebSocket(`ws://${address}/api/websocket/${this.uid}_mobile?token=${this.#token}`)
    this.#socket = socket
    socket.on('message', (data) => void this.#pass(socket, JSON.parse(String(data)) as ChatFrame | ReactionFrame))
    socket.on('error', () => undefined)
    await new Promise((done) => socket.once('open', done).once('close', done))
    await this.resume()
  }

  /** The process that it talks to. */
  get address(): string {
    return this.#address
  }

  cut(): void {
    this.#socket?.terminate()
    this.#socket = undefined
  }

  /** The line: late, twice, in another order, or not at all. */
  async #pass(socket: WebSocket, frame: ChatFrame | ReactionFrame): Promise<void> {
    if (frame.topic === 'chatface') this.changes.push(frame)
    if (frame.topic !== 'chat') return
    this.frames.push(frame)
    if (this.isWell) return this.#hear(frame)
    const fate = this.#chance()
    if (fate < 0.1) return
    if (fate < 0.16) return socket.terminate()
    if (fate < 0.4) await sleep(this.#chance() * 20)
    this.#hear(frame)
    if (fate > 0.9) {
      await sleep(this.#chance() * 20)
      this.#hear(frame)
    }
  }

  #hear({ key, seq, message }: ChatFrame): void {
    const last = this.lastOf(key)
    if (seq === last + 1) this.#keep(key, [message])
    else if (seq > last && !this.#held) {
      this.#held = true
      setTimeout(() => {
        this.#held = false
        void this.#inTurn(() => this.#fetchBehind(key)).catch(() => undefined)
      }, 15)
    }
  }

  lastOf(chatId: Id): number {
    return Math.max(0, ...(this.have.get(chatId)?.keys() ?? []))
  }

  /** Asks for the heads, and for what is missing behind what it has. */
  resume(): Promise<void> {
    return this.#inTurn(async () => {
      const { list } = await this.call('msgchat/list', {})
      for (const { chatId, lastSeq } of list) if (lastSeq > this.lastOf(chatId)) await this.#fetchBehind(chatId)
    }).catch((error) => {
      if (!(error instanceof LostLine)) throw error
    })
  }

  async #fetchBehind(chatId: Id): Promise<void> {
    for (;;) {
      const { list, hasAfter } = await this.call('msgchatmessage/list', { chatId, after: this.lastOf(chatId), limit: 7 })
      this.#keep(chatId, list)
      if (!hasAfter || list.length === 0) return
    }
  }

  #keep(chatId: Id, messages: readonly ChatMessage[]): void {
    const own = this.have.get(chatId) ?? new Map<number, ChatMessage>()
    this.have.set(chatId, own)
    for (const message of messages) if (!own.get(message.seq)?.recalledAt) own.set(message.seq, message)
    for (const { content, createdAt } of own.values()) {
      const target = content.kind === 'recall' && content.body ? own.get(content.body.targetSeq) : undefined
      if (target && target.content.body !== null)
        own.set(target.seq, { ...target, recalledAt: createdAt, content: { kind: 'text', body: null } })
    }
  }

  /** Sends until it is answered; what is refused is not sent. */
  async send(chatId: Id, text: string): Promise<void> {
    const id = newId()
    for (;;) {
      try {
        const answer = await this.ask('msgchatmessage/save', { id, chatId, content: { kind: 'text', body: { text } } })
        if (answer.code === 0) this.accepted.push({ id, chatId, seq: answer.result.seq, text })
        else this.refused.push(id)
        return
      } catch (error) {
        if (!(error instanceof LostLine)) throw error
        await sleep(this.#chance() * 10)
      }
    }
  }

  /** One request whose line may fail before it, or after it was done. */
  async ask(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
    const fate = this.isWell ? 1 : this.#chance()
    if (fate < 0.08) throw new LostLine('before')
    if (fate > 0.8 && fate < 1) await sleep(this.#chance() * 10)
    const response = await fetch(`http://${this.#address}/api/msg/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `bearer ${this.#token}` },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new LostLine('refused')
    })
    const answer = await response.json().catch(() => {
      throw new LostLine('cut')
    })
    if (fate < 0.16) throw new LostLine('after')
    if (response.status >= 500) throw new LostLine('busy')
    return answer
  }

  async call(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await this.ask(path, body)
    if (answer.code !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  /** One thing after the other, and whatever went wrong before. */
  #inTurn<R>(run: () => Promise<R>): Promise<R> {
    const next = this.#work.then(run, run)
    this.#work = next.catch(() => undefined)
    return next
  }
}

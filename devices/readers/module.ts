import { openCommands } from '../commands.ts'
import { type ReaderOptions, type Reader, ReaderFault, type ReaderWay } from '../reader.ts'
import type { TagRead } from '../../domain/rfid/read.ts'
import { a0Module } from './a0Module.ts'
import { bbModule } from './bbModule.ts'
import type { Command, Language, ReaderMessage } from './language.ts'

/** Bytes to and from a module, however they are carried. */
export type BytePort = {
  readonly name: string
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Called once: tells what comes, in whatever pieces, and when nothing comes any more. */
  readonly listen: (heard: (bytes: Uint8Array) => void, listener: () => void) => void
  readonly close: () => Promise<void>
}

const languages: readonly Language[] = [bbModule, a0Module]

/** A listening module that says nothing for so long has forgotten that it listens. */
const restartAfterMs = 3000
/** More than this without a whole frame is noise. */
const mostRest = 4096

/** What is said with a module: its commands in turn, and the tags that it reads while it listens. */
class Conversation {
  readonly #port: BytePort
  readonly #commands = openCommands<Uint8Array>()
  readonly #goneListeners = new Set<() => void>()
  #language: Language | undefined
  #remainder = new Uint8Array()
  #hear: ((read: TagRead) => void) | undefined
  #session: ReaderOptions['session'] = 1
  #lastHeardMs = 0
  #watch: ReturnType<typeof setInterval> | undefined

  constructor(port: BytePort) {
    this.#port = port
    port.listen(
      (bytes) => {
        if (this.#language) this.#takeBytes(this.#language, bytes)
      },
      () => {
        this.end()
        for (const listener of this.#goneListeners) listener()
        this.#goneListeners.clear()
      },
    )
  }

  /** The first of our languages that the module answers in. */
  async findLanguage(): Promise<Language> {
    for (const candidate of languages) {
      this.#language = candidate
      this.#remainder = new Uint8Array()
      try {
        // It may still be listening since the page was left.
        if (candidate.stop) await this.#port.write(candidate.stop.bytes)
        await this.run(candidate.hello)
        return candidate
      } catch (fault) {
        this.#language = undefined
        if (!(fault instanceof ReaderFault) || fault.trouble === 'gone') throw fault
      }
    }
    throw new ReaderFault('silent')
  }

  run({ command, bytes }: Command): Promise<Uint8Array> {
    return this.#commands.run(command, () => this.#port.write(bytes))
  }

  async listen(language: Language, options: ReaderOptions, hear: (read: TagRead) => void): Promise<void> {
    if (this.#hear) await this.halt(language)
    this.#session = options.session
    for (const command of language.prepare(options.session, options.mask)) await this.run(command)
    this.#hear = hear
    this.#lastHeardMs = performance.now()
    clearInterval(this.#watch)
    this.#watch = setInterval(() => {
      if (performance.now() - this.#lastHeardMs > restartAfterMs) void this.#beginRound(language)
    }, restartAfterMs)
    await this.#beginRound(language)
  }

  async halt({ stop }: Language): Promise<void> {
    clearInterval(this.#watch)
    this.#hear = undefined
    // A stop may go unanswered while tags still come in.
    if (stop)
      await this.run(stop).catch((fault: unknown) =>
        fault instanceof ReaderFault && fault.trouble === 'silent' ? undefined : Promise.reject(fault),
      )
  }

  end(): void {
    clearInterval(this.#watch)
    this.#hear = undefined
    this.#commands.end()
  }

  onGone(listener: () => void): () => void {
    this.#goneListeners.add(listener)
    return () => this.#goneListeners.delete(listener)
  }

  #beginRound(language: Language): Promise<void> {
    return this.#port.write(language.listen(this.#session)).catch(() => undefined)
  }

  #takeBytes(language: Language, bytes: Uint8Array): void {
    const all = new Uint8Array(this.#remainder.length + bytes.length)
    all.set(this.#remainder)
    all.set(bytes, this.#remainder.length)
    const result = language.take(all)
    this.#remainder = result.rest.length > mostRest ? new Uint8Array() : Uint8Array.from(result.rest)
    this.#lastHeardMs = performance.now()
    for (const message of result.said) this.#takeMessage(language, message)
  }

  #takeMessage(language: Language, message: ReaderMessage): void {
    switch (message.t) {
      case 'tag':
        return this.#hear?.({ ...message.read, atMs: performance.now() })
      case 'answer':
        return this.#commands.answered(message.command, { ok: true, data: message.data })
      case 'failed':
        return this.#commands.answered(message.command, { ok: false, noTag: message.noTag })
      case 'roundOver':
        if (this.#hear) void this.#beginRound(language)
    }
  }
}

/** Finds out which language a module speaks and makes a reader of it. Rejects with ReaderFault: `silent` where it speaks none of ours. */
export const openModule = async (port: BytePort, way: ReaderWay = 'serial'): Promise<Reader> => {
  const conversation = new Conversation(port)
  const language = await conversation.findLanguage()
  const { power, setPower, select, write, readTid, tidIn, name } = language
  const selectTag = async (epc: string) => {
    for (const command of select(epc)) await conversation.run(command)
  }
  return {
    way,
    name: `${name} ${port.name}`.trim(),
    tellsStrength: true,
    start: (hear, options) => conversation.listen(language, options, hear),
    stop: () => conversation.halt(language),
    power: { ...power, set: async (dbm) => void (await conversation.run(setPower(dbm))) },
    write: async (from, pc, epc) => {
      await selectTag(from)
      await conversation.run(write(pc + epc))
    },
    tidOf: async (epc) => {
      await selectTag(epc)
      const tid = tidIn(await conversation.run(readTid))
      if (tid === undefined) throw new ReaderFault('noTag')
      return tid
    },
    close: async () => {
      conversation.end()
      await port.close()
    },
    onGone: (listener) => conversation.onGone(listener),
  }
}

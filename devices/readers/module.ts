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

/** Finds out which language a module speaks and makes a reader of it. Rejects with ReaderFault: `silent` where it speaks none of ours. */
export const openModule = async (port: BytePort, way: ReaderWay = 'serial'): Promise<Reader> => {
  const commands = openCommands<Uint8Array>()
  const goneListeners = new Set<() => void>()
  let language: Language | undefined
  let remainder = new Uint8Array()
  let hear: ((read: TagRead) => void) | undefined
  let readerOptions: ReaderOptions = { session: 1 }
  let lastHeardMs = 0
  let watch: ReturnType<typeof setInterval> | undefined

  const take = (message: ReaderMessage) => {
    switch (message.t) {
      case 'tag':
        return hear?.({ ...message.read, atMs: performance.now() })
      case 'answer':
        return commands.answered(message.command, { ok: true, data: message.data })
      case 'failed':
        return commands.answered(message.command, { ok: false, noTag: message.noTag })
      case 'roundOver':
        return hear && void round()
    }
  }
  const heard = (speaks: Language, bytes: Uint8Array) => {
    const all = new Uint8Array(remainder.length + bytes.length)
    all.set(remainder)
    all.set(bytes, remainder.length)
    const taken = speaks.take(all)
    remainder = taken.rest.length > mostRest ? new Uint8Array() : Uint8Array.from(taken.rest)
    lastHeardMs = performance.now()
    taken.said.forEach(take)
  }
  const end = () => {
    clearInterval(watch)
    hear = undefined
    commands.end()
  }
  port.listen(
    (bytes) => {
      if (language) heard(language, bytes)
    },
    () => {
      end()
      for (const listener of goneListeners) listener()
      goneListeners.clear()
    },
  )
  const run = ({ command, bytes }: Command) => commands.run(command, () => port.write(bytes))
  const round = () => port.write(speakLanguage().listen(readerOptions.session)).catch(() => undefined)
  const speakLanguage = (): Language => {
    if (!language) throw new ReaderFault('silent')
    return language
  }

  for (const candidate of languages) {
    language = candidate
    remainder = new Uint8Array()
    try {
      // It may still be listening since the page was left.
      if (candidate.stop) await port.write(candidate.stop.bytes)
      await run(candidate.hello)
      break
    } catch (fault) {
      language = undefined
      if (!(fault instanceof ReaderFault) || fault.trouble === 'gone') throw fault
    }
  }
  const { power, setPower, select, write, readTid, tidIn, name, stop } = speakLanguage()

  const halt = async () => {
    clearInterval(watch)
    hear = undefined
    // A stop may go unanswered while tags still come in.
    if (stop)
      await run(stop).catch((fault: unknown) =>
        fault instanceof ReaderFault && fault.trouble === 'silent' ? undefined : Promise.reject(fault),
      )
  }
  return {
    way,
    name: `${name} ${port.name}`.trim(),
    tellsStrength: true,
    start: async (resolve, question) => {
      if (hear) await halt()
      readerOptions = question
      for (const command of speakLanguage().prepare(question.session, question.mask)) await run(command)
      hear = resolve
      lastHeardMs = performance.now()
      clearInterval(watch)
      watch = setInterval(() => performance.now() - lastHeardMs > restartAfterMs && void round(), restartAfterMs)
      await round()
    },
    stop: halt,
    power: { ...power, set: async (dbm) => void (await run(setPower(dbm))) },
    write: async (from, pc, epc) => {
      for (const command of select(from)) await run(command)
      await run(write(pc + epc))
    },
    tidOf: async (epc) => {
      for (const command of select(epc)) await run(command)
      const tid = tidIn(await run(readTid))
      if (tid === undefined) throw new ReaderFault('noTag')
      return tid
    },
    close: async () => {
      end()
      await port.close()
    },
    onGone: (listener) => {
      goneListeners.add(listener)
      return () => goneListeners.delete(listener)
    },
  }
}

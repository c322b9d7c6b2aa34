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
  readonly listen: (heard: (bytes: Uint8Array) => void, gone: () => void) => void
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
  let rest = new Uint8Array()
  let hear: ((read: TagRead) => void) | undefined
  let listening: ReaderOptions = { session: 1 }
  let lastHeardMs = 0
  let watch: ReturnType<typeof setInterval> | undefined

  const take = (said: ReaderMessage) => {
    switch (said.t) {
      case 'tag':
        return hear?.({ ...said.read, atMs: performance.now() })
      case 'answer':
        return commands.answered(said.command, { ok: true, data: said.data })
      case 'failed':
        return commands.answered(said.command, { ok: false, noTag: said.noTag })
      case 'roundOver':
        return hear && void round()
    }
  }
  const heard = (speaks: Language, bytes: Uint8Array) => {
    const all = new Uint8Array(rest.length + bytes.length)
    all.set(rest)
    all.set(bytes, rest.length)
    const taken = speaks.take(all)
    rest = taken.rest.length > mostRest ? new Uint8Array() : Uint8Array.from(taken.rest)
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
      for (const told of goneListeners) told()
      goneListeners.clear()
    },
  )
  const run = ({ command, bytes }: Command) => commands.run(command, () => port.write(bytes))
  const round = () => port.write(speaking().listen(listening.session)).catch(() => undefined)
  const speaking = (): Language => {
    if (!language) throw new ReaderFault('silent')
    return language
  }

  for (const tried of languages) {
    language = tried
    rest = new Uint8Array()
    try {
      // It may still be listening since the page was left.
      if (tried.stop) await port.write(tried.stop.bytes)
      await run(tried.hello)
      break
    } catch (fault) {
      language = undefined
      if (!(fault instanceof ReaderFault) || fault.trouble === 'gone') throw fault
    }
  }
  const { power, setPower, select, write, readTid, tidIn, name, stop } = speaking()

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
    start: async (told, asked) => {
      if (hear) await halt()
      listening = asked
      for (const command of speaking().prepare(asked.session, asked.mask)) await run(command)
      hear = told
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
    onGone: (told) => {
      goneListeners.add(told)
      return () => goneListeners.delete(told)
    },
  }
}

import { readEpc } from '../../domain/rfid/epc.ts'
import { type Answer, openCommands } from '../commands.ts'
import { type Reader, ReaderFault } from '../reader.ts'
import type { TagRead } from '../../domain/rfid/read.ts'

/**
 * What a host answers as `devices` on a handheld that has a reader of its own. It is told commands as JSON, `{command, …}`, and tells back through
 * `nativeRfidTold`: `{event: 'tag', epc, rssi, tid, antenna}` with the strength as the reader's service writes it (a text, dBm + 129),
 * `{event: 'success' | 'failed', command, data, code}`, `{event: 'roundOver'}` and `{event: 'gone'}`.
 */
export type NativeRfid = { readonly send: (json: string) => void }
export type BridgeWindow = { NativeRfid?: NativeRfid; nativeRfidTold?: ((json: string) => void) | undefined }

type BridgeMessage = {
  readonly event?: string
  readonly epc?: string
  readonly rssi?: string | number
  readonly tid?: string
  readonly antenna?: number
  readonly command?: string
  readonly data?: string
  readonly code?: string
}

/** True where a shell carries the page that has a reader. */
export const hasBridge = (page: BridgeWindow): boolean => typeof page.NativeRfid?.send === 'function'

/** The reader of the handheld that the page runs on. Rejects with ReaderFault where its service does not answer. */
export const openBridgeReader = async (page: BridgeWindow): Promise<Reader> => {
  const native = page.NativeRfid
  if (!native) throw new ReaderFault('gone')
  const commands = openCommands<string>()
  const goneListeners = new Set<() => void>()
  let hear: ((read: TagRead) => void) | undefined
  let begin: Readonly<Record<string, unknown>> = {}
  const send = (message: Readonly<Record<string, unknown>>) => native.send(JSON.stringify(message))
  const run = (command: string, values: Readonly<Record<string, unknown>> = {}) =>
    commands.run(command, async () => send({ command, ...values }))

  page.nativeRfidTold = (json) =>
    dispatchMessage(readTold(json), {
      onTag: (read) => hear?.(read),
      onAnswer: (command, answer) => commands.answered(command, answer),
      // Its rounds end by themselves and must be begun anew.
      onRoundOver: () => hear && send({ command: 'start', ...begin }),
      onGone: () => {
        commands.end()
        hear = undefined
        for (const listener of goneListeners) listener()
        goneListeners.clear()
      },
    })
  await run('connect')
  return {
    way: 'bridge',
    name: 'bridge',
    tellsStrength: true,
    start: async (listener, { session, mask }) => {
      begin = { session, ...(mask && { mask }) }
      hear = listener
      await run('start', begin)
    },
    stop: async () => {
      hear = undefined
      await run('stop')
    },
    power: { least: 5, most: 30, set: async (dbm) => void (await run('power', { dbm })) },
    write: async (from, pc, epc) => void (await run('write', { from, pc, epc })),
    tidOf: async (epc) => {
      const tid = readEpc(await run('tid', { epc }))
      if (!tid) throw new ReaderFault('noTag')
      return tid
    },
    close: async () => {
      hear = undefined
      commands.end()
      page.nativeRfidTold = undefined
    },
    onGone: (listener) => {
      goneListeners.add(listener)
      return () => goneListeners.delete(listener)
    },
  }
}

type MessageListeners = {
  readonly onTag: (read: TagRead) => void
  readonly onAnswer: (command: string | undefined, answer: Answer<string>) => void
  readonly onRoundOver: () => void
  readonly onGone: () => void
}

const dispatchMessage = (message: BridgeMessage | undefined, { onTag, onAnswer, onRoundOver, onGone }: MessageListeners): void => {
  switch (message?.event) {
    case 'tag': {
      const read = tagReadOf(message)
      return read && onTag(read)
    }
    case 'success':
      return onAnswer(message.command, { ok: true, data: message.data ?? '' })
    case 'failed':
      return onAnswer(message.command, { ok: false, noTag: message.code === 'noTag' })
    case 'roundOver':
      return onRoundOver()
    case 'gone':
      return onGone()
    default:
      return undefined
  }
}

const tagReadOf = (message: BridgeMessage): TagRead | undefined => {
  const epc = readEpc(message.epc ?? '')
  if (!epc) return undefined
  const strength = message.rssi === undefined || message.rssi === '' ? NaN : Number(message.rssi)
  const tid = readEpc(message.tid ?? '')
  return {
    epc,
    atMs: performance.now(),
    ...(Number.isFinite(strength) && { rssi: strength > 0 ? strength - 129 : strength }),
    ...(tid && { tid }),
    ...(typeof message.antenna === 'number' && { antenna: message.antenna }),
  }
}

const readTold = (json: string): BridgeMessage | undefined => {
  try {
    const told: unknown = JSON.parse(json)
    return typeof told === 'object' && told !== null ? told : undefined
  } catch {
    return undefined
  }
}

import { bbFrame, bbFrames, type BbFrame } from '../readers/bbModule.ts'
import { bytesOf, hexOf, wordOf } from '../readers/language.ts'
import type { BytePort } from '../readers/module.ts'
import { digitsAfter } from '../../domain/rfid/epc.ts'

/** A tag in the field of the stand-in. */
export type FieldTag = { epc: string; pc?: string; tid?: string; rssi: number }

/** What becomes of a command: as usual, no answer, refused, or the cable is pulled before, in the middle of writing, or after. */
export type Fate = 'done' | 'silent' | 'refused' | 'goneBefore' | 'goneHalf' | 'goneAfter'

type Plan = {
  /** In the order of their walk past the antenna; may be changed while it listens. */
  readonly field: FieldTag[]
  readonly fate?: (command: number) => Fate
  /** How many bytes come at a time. */
  readonly chunk?: () => number
}

export const commandBytes = { hello: 0xb7, listen: 0x27, stop: 0x28, select: 0x0c, write: 0x49, readTid: 0x39, power: 0xb6 } as const

/** A module of the BB make behind a serial port, with a field of tags before it. Tells every tag as often as `pass` is called. */
export const plugInModule = ({ field, fate = () => 'done', chunk = () => 64 }: Plan) => {
  let heard: (bytes: Uint8Array) => void = () => undefined
  let gone: () => void = () => undefined
  let unplugged = false
  let listening = false
  let selected: { readonly hex: string; readonly fromBit: number } | undefined
  let mode = 1
  let rest = new Uint8Array()
  const commands: number[] = []

  const say = (bytes: Uint8Array) => {
    const size = Math.max(1, chunk())
    for (let at = 0; at < bytes.length; at += size) if (!unplugged) heard(bytes.slice(at, at + size))
  }
  const unplug = () => {
    unplugged = true
    listening = false
    queueMicrotask(() => gone())
  }
  const matching = () =>
    selected === undefined || mode === 1 ? field : field.filter(({ epc }) => selected!.fromBit === 32 && epc.startsWith(selected!.hex))
  const pass = () => {
    if (!listening) return
    const found = mode === 0 ? matching() : field
    if (found.length === 0) say(bbFrame(1, 0xff, [0x15]))
    for (const { epc, pc = pcFor(epc), rssi } of found) say(bbFrame(2, 0x22, [rssi & 0xff, ...bytesOf(pc), ...bytesOf(epc), 0, 0]))
  }

  const carryOut = ({ command, data }: BbFrame, half: boolean): Uint8Array => {
    const [target] = matching()
    switch (command) {
      case commandBytes.hello:
        return bbFrame(1, command, [0x07, 0xd0])
      case commandBytes.listen:
        listening = true
        queueMicrotask(pass)
        return new Uint8Array()
      case commandBytes.stop:
        listening = false
        break
      case commandBytes.select:
        selected = { fromBit: (data[3]! << 8) | data[4]!, hex: hexOf(data.slice(7)) }
        break
      case 0x12:
        mode = data[0]!
        break
      case commandBytes.readTid:
        if (!target?.tid) return bbFrame(1, 0xff, [0x09])
        return bbFrame(1, command, [
          2 + target.epc.length / 2,
          ...bytesOf(pcFor(target.epc)),
          ...bytesOf(target.epc),
          ...bytesOf(target.tid),
        ])
      case commandBytes.write: {
        if (!target) return bbFrame(1, 0xff, [0x10])
        const words = hexOf(data.slice(9))
        const epc = words.slice(4, 4 + digitsAfter(Number.parseInt(words.slice(0, 4), 16)))
        const before = target.epc
        target.epc = half ? epc.slice(0, 8) + before.slice(8) : epc
        return bbFrame(1, command, [2 + before.length / 2, ...bytesOf(pcFor(before)), ...bytesOf(before), 0])
      }
    }
    return bbFrame(1, command, [0])
  }
  const take = (frame: BbFrame) => {
    if (unplugged) return
    commands.push(frame.command)
    const becomes = fate(frame.command)
    if (becomes === 'goneBefore') return unplug()
    if (becomes === 'refused') return say(bbFrame(1, 0xff, [0x17]))
    const answer = carryOut(frame, becomes === 'goneHalf')
    if (becomes === 'goneHalf' || becomes === 'goneAfter') return unplug()
    if (becomes !== 'silent') say(answer)
  }
  const port: BytePort = {
    name: 'stand-in',
    write: async (bytes) => {
      if (unplugged) throw new Error('unplugged')
      const all = Uint8Array.from([...rest, ...bytes])
      const taken = bbFrames(all)
      rest = Uint8Array.from(taken.rest)
      queueMicrotask(() => taken.frames.forEach(take))
    },
    listen: (tell, end) => {
      heard = tell
      gone = end
    },
    close: async () => {
      unplugged = true
    },
  }
  return { port, pass, unplug, commands, isListening: () => listening, say }
}

const pcFor = (epc: string): string => hexOf(wordOf((epc.length / 4) << 11))

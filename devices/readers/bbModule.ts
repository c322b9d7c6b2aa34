import { digitsAfter } from '../../domain/rfid/epc.ts'
import type { TagMask } from '../../domain/rfid/read.ts'
import { bytesOf, type Command, hexOf, type Language, type ReaderMessage, wordOf } from './language.ts'

/** Longer frames are damaged: no answer that we ask for is. */
const mostBytes = 128
const password = [0, 0, 0, 0]

/**
 * Modules whose frames are `BB type command length(2) … sum 7E`: the sum of everything from the type on. They hear until they are stopped, and
 * tell of each tag strength (dBm with its sign), protocol-control word, EPC and checksum.
 */
export const bbModule: Language = {
  name: 'BB',
  power: { least: 10, most: 26 },
  take: (bytes) => {
    const { frames, rest } = bbFrames(bytes)
    return { said: frames.flatMap(messagesOf), rest }
  },
  hello: frame(0xb7),
  prepare: (session, mask) => [
    frame(0x0e, ...wordOf(0x1020 | (session << 8))),
    ...(mask ? [selected(mask), frame(0x12, 0x00)] : [frame(0x12, 0x01)]),
  ],
  listen: () => frame(0x27, 0x22, 0xff, 0xff).bytes,
  stop: frame(0x28),
  setPower: (dbm) => frame(0xb6, ...wordOf(Math.round(dbm * 100))),
  select: (epc) => [selected({ bank: 'epc', fromBit: 32, hex: epc }), frame(0x12, 0x02)],
  write: (words) => frame(0x49, ...password, 0x01, ...wordOf(1), ...wordOf(words.length / 4), ...bytesOf(words)),
  readTid: frame(0x39, ...password, 0x02, ...wordOf(0), ...wordOf(6)),
  tidIn: (data) => (data.length > 1 + data[0]! ? hexOf(data.slice(1 + data[0]!)) : undefined),
}

export type BbFrame = { readonly type: number; readonly command: number; readonly data: Uint8Array }

/** The whole frames that bytes begin with, and what may be the beginning of another. */
export const bbFrames = (bytes: Uint8Array): { readonly frames: readonly BbFrame[]; readonly rest: Uint8Array } => {
  const frames: BbFrame[] = []
  let offset = 0
  while (offset < bytes.length) {
    const start = bytes.indexOf(0xbb, offset)
    if (start < 0) return { frames, rest: new Uint8Array() }
    offset = start
    if (bytes.length < start + 5) break
    const length = (bytes[start + 3]! << 8) | bytes[start + 4]!
    const end = start + 7 + length
    if (length <= mostBytes && bytes.length < end) break
    if (length > mostBytes || bytes[end - 1] !== 0x7e || sumOf(bytes.subarray(start + 1, end - 2)) !== bytes[end - 2]) {
      offset = start + 1
      continue
    }
    frames.push({ type: bytes[start + 1]!, command: bytes[start + 2]!, data: bytes.slice(start + 5, end - 2) })
    offset = end
  }
  return { frames, rest: bytes.slice(offset) }
}

/** A frame as the module sends it: an answer (1) or a notice (2). */
export function bbFrame(type: number, command: number, data: readonly number[]): Uint8Array {
  const inner = [type, command, ...wordOf(data.length), ...data]
  return Uint8Array.from([0xbb, ...inner, sumOf(inner), 0x7e])
}

function frame(command: number, ...data: number[]): Command {
  return { command, bytes: bbFrame(0x00, command, data) }
}

function sumOf(bytes: Iterable<number>): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum & 0xff
}

const selected = ({ bank, fromBit, hex }: TagMask): Command =>
  frame(0x0c, bank === 'epc' ? 0x01 : 0x02, 0, 0, ...wordOf(fromBit), (hex.length * 4) & 0xff, 0x00, ...bytesOf(hex))

const messagesOf = ({ type, command, data }: BbFrame): ReaderMessage[] => {
  if (type === 0x02 && command === 0x22) {
    const pc = ((data[1] ?? 0) << 8) | (data[2] ?? 0)
    const epc = hexOf(data.slice(3, -2))
    if (data.length < 7 || epc.length < digitsAfter(pc)) return []
    return [{ t: 'tag', read: { epc: epc.slice(0, digitsAfter(pc)), rssi: (data[0]! << 24) >> 24 } }]
  }
  if (type !== 0x01) return []
  if (command !== 0xff) return [{ t: 'answer', command, data }]
  // 15: a round without a tag, which is told again and again while it listens; 09, 10, 16: no tag to read, to write, to open.
  return data[0] === 0x15 ? [] : [{ t: 'failed', command: undefined, noTag: [0x09, 0x10, 0x16].includes(data[0] ?? 0) }]
}

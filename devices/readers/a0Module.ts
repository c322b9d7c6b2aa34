import { digitsAfter } from '../../domain/rfid/epc.ts'
import { bytesOf, type Command, hexOf, type Language, type ReaderMessage } from './language.ts'

/** Longer frames are damaged: no answer that we ask for is. */
const mostBytes = 128
const password = [0, 0, 0, 0]

/**
 * Modules whose frames are `A0 length address command … check`, where all bytes add up to nothing. They listen for one round at a time, and
 * tell of each tag antenna, protocol-control word, EPC and strength (dBm + 129).
 */
export const a0Module: Language = {
  name: 'A0',
  power: { least: 10, most: 30 },
  take: (bytes) => {
    const messages: ReaderMessage[] = []
    let offset = 0
    while (offset < bytes.length) {
      const start = bytes.indexOf(0xa0, offset)
      if (start < 0) return { said: messages, rest: new Uint8Array() }
      offset = start
      if (bytes.length < start + 2) break
      const length = bytes[start + 1]!
      const end = start + 2 + length
      if (length >= 3 && length <= mostBytes && bytes.length < end) break
      if (length < 3 || length > mostBytes || sumOf(bytes.subarray(start, end)) !== 0) {
        offset = start + 1
        continue
      }
      messages.push(...messagesOf(bytes[start + 3]!, bytes.slice(start + 4, end - 1)))
      offset = end
    }
    return { said: messages, rest: bytes.slice(offset) }
  },
  hello: frame(0x72),
  prepare: () => [],
  listen: (session) => frame(0x8b, session, 0x00, 0x01).bytes,
  setPower: (dbm) => frame(0x66, Math.round(dbm)),
  select: (epc) => [frame(0x85, 0x00, epc.length / 2, ...bytesOf(epc))],
  write: (words) => frame(0x82, ...password, 0x01, 0x01, words.length / 4, ...bytesOf(words)),
  readTid: frame(0x81, 0x02, 0x00, 0x06, ...password),
  tidIn: (data) => {
    const length = data[data.length - 3] ?? 0
    const end = 3 + (data[2] ?? 0)
    return length > 0 && end - length >= 3 ? hexOf(data.slice(end - length, end)) : undefined
  },
}

const success = 0x10

function frame(command: number, ...data: number[]): Command {
  return { command, bytes: a0Frame(0xff, command, data) }
}

/** A frame from or to the module at an address. */
export function a0Frame(address: number, command: number, data: readonly number[]): Uint8Array {
  const inner = [0xa0, data.length + 3, address, command, ...data]
  return Uint8Array.from([...inner, -sumOf(inner) & 0xff])
}

function sumOf(bytes: Iterable<number>): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum & 0xff
}

const messagesOf = (command: number, data: Uint8Array): ReaderMessage[] => {
  if (command === 0x8b) {
    // One byte: why the round failed; seven: how it went.
    if (data.length === 1 || data.length === 7) return [{ t: 'roundOver' }]
    const pc = ((data[1] ?? 0) << 8) | (data[2] ?? 0)
    const epc = hexOf(data.slice(3, -1))
    if (data.length < 6 || epc.length < digitsAfter(pc)) return []
    return [{ t: 'tag', read: { epc: epc.slice(0, digitsAfter(pc)), antenna: (data[0]! & 0x03) + 1, rssi: (data.at(-1)! & 0x7f) - 129 } }]
  }
  if ([0x66, 0x85].includes(command))
    return data[0] === success ? [{ t: 'answer', command, data }] : [{ t: 'failed', command, noTag: false }]
  // One byte: why nothing was read or written; 36: no such tag.
  if ([0x81, 0x82].includes(command) && (data.length === 1 || (command === 0x82 && data.at(-3) !== success)))
    return [{ t: 'failed', command, noTag: data.length === 1 && data[0] === 0x36 }]
  return [{ t: 'answer', command, data }]
}

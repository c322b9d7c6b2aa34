import type { Gen2Session, TagMask, TagRead } from '../../domain/rfid/read.ts'

/** What a module says, taken out of its bytes. */
export type ReaderMessage =
  | { readonly t: 'tag'; readonly read: Omit<TagRead, 'atMs'> }
  /** To `command`, or to whatever was asked last. */
  | { readonly t: 'answer'; readonly command: number | undefined; readonly data: Uint8Array }
  | { readonly t: 'failed'; readonly command: number | undefined; readonly noTag: boolean }
  /** A round of listening is over, and it hears nothing before the next one is begun. */
  | { readonly t: 'roundOver' }

export type Command = { readonly command: number; readonly bytes: Uint8Array }

/** What a module of one make understands and says: pure, bytes to words and back. */
export type Language = {
  readonly name: string
  readonly power: { readonly least: number; readonly most: number }
  /** Takes whole frames from the beginning of what came; `rest` may be the beginning of one. What is damaged is passed over. */
  readonly take: (bytes: Uint8Array) => { readonly said: readonly ReaderMessage[]; readonly rest: Uint8Array }
  /** Answered by every module of this make and by no other. */
  readonly hello: Command
  readonly prepare: (session: Gen2Session, mask: TagMask | undefined) => readonly Command[]
  /** Begins to listen: until it is stopped, or for one round. Answered by tags. */
  readonly listen: (session: Gen2Session) => Uint8Array
  /** Absent where a round ends by itself. */
  readonly stop?: Command
  readonly setPower: (dbm: number) => Command
  /** Access to the tag that carries this EPC, and to no other. */
  readonly select: (epc: string) => readonly Command[]
  /** Into the EPC bank from its second word on. */
  readonly write: (words: string) => Command
  readonly readTid: Command
  /** The chip's number in what was answered to `readTid`. */
  readonly tidIn: (data: Uint8Array) => string | undefined
}

export const hexOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

export const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length / 2 }, (_, n) => Number.parseInt(hex.slice(n * 2, n * 2 + 2), 16))

/** The two bytes of a number, the larger first. */
export const wordOf = (value: number): [number, number] => [(value >> 8) & 0xff, value & 0xff]

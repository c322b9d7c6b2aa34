import type { Gen2Session, TagMask, TagRead } from '../domain/rfid/read.ts'

/** By which way a reader of tags reaches the page: typing like a keyboard, a serial port, the shell that carries the app. */
export type ReaderWay = 'wedge' | 'serial' | 'bridge'

/** Why a reader did not do what it was told: it went away, did not answer, refused, or found no such tag. */
export type ReaderTrouble = 'gone' | 'silent' | 'refused' | 'noTag'

/** Thrown by whatever a reader is told to do. */
export class ReaderFault extends Error {
  readonly trouble: ReaderTrouble

  constructor(trouble: ReaderTrouble) {
    super(trouble)
    this.name = 'ReaderFault'
    this.trouble = trouble
  }
}

export type ReaderOptions = {
  readonly session: Gen2Session
  /** Where the reader can, only these tags answer; others may be heard all the same. */
  readonly mask?: TagMask
}

/** A reader of tags that is connected. What one cannot do is absent. Every promise settles: what does not answer is a fault. */
export type Reader = {
  readonly way: ReaderWay
  /** How it calls itself, to remember what was learnt of it. */
  readonly name: string
  /** Whether it tells how strong it hears a tag. */
  readonly tellsStrength: boolean
  /** Tells every answer of a tag until it is stopped. Started again it goes on as told last. */
  readonly start: (hear: (read: TagRead) => void, options: ReaderOptions) => Promise<void>
  readonly stop: () => Promise<void>
  /** dBm. */
  readonly power?: { readonly least: number; readonly most: number; readonly set: (dbm: number) => Promise<void> }
  /** Writes the protocol-control word and the EPC of the one tag that carries `from`. */
  readonly write?: (from: string, pc: string, epc: string) => Promise<void>
  /** The number that its maker gave the chip of the tag that carries `epc`. */
  readonly tidOf?: (epc: string) => Promise<string>
  readonly close: () => Promise<void>
  /** Calls once when it went away by itself; answers how not to hear of it. */
  readonly onGone: (listener: () => void) => () => void
}

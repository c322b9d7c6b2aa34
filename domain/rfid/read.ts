/**
 * One answer of a tag, whatever reader heard it. `epc` and `tid` are upper-case hexadecimal, `rssi` dBm (absent where the reader tells no
 * strength), `atMs` milliseconds of a clock that does not step back.
 */
export type TagRead = {
  readonly epc: string
  readonly tid?: string
  readonly rssi?: number
  readonly antenna?: number
  readonly atMs: number
}

/** Which tags answer: those whose memory bank holds these digits from this bit on. */
export type TagMask = { readonly bank: 'epc' | 'tid'; readonly fromBit: number; readonly hex: string }

/** Exactly this EPC: all of it, however long, behind the checksum and the protocol-control word. */
export const maskOf = (epc: string): TagMask => ({ bank: 'epc', fromBit: 32, hex: epc })

/** What may be told of a reader's Gen2 session: S0 answers each time, S1 keeps silent for a moment so that weaker ones are heard. */
export type Gen2Session = 0 | 1

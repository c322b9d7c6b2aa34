import { type PrinterState, within } from '../printer.ts'

/** How printers of a language are asked how they stand; `read` answers undefined while the answer is not whole. */
export type PrinterQuestion = { readonly question: Uint8Array; readonly read: (answer: Uint8Array) => PrinterState | undefined }

/** By the name of a printer's language. */
export const askingOf = (language: string): PrinterQuestion | undefined => askings[language]

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

const askings: Readonly<Record<string, PrinterQuestion>> = {
  // <ESC>!? answers one byte of flags.
  tspl: {
    question: bytes(0x1b, 0x21, 0x3f),
    read: ([flags]) => {
      if (flags === undefined) return undefined
      if (flags & 0x01) return 'lid'
      if (flags & 0x0e) return 'paper'
      if (flags & 0x80) return 'fault'
      return flags & 0x30 ? 'busy' : 'ready'
    },
  },
  // ~HS answers three lines between STX and ETX: the first says paper and pause, the second the head.
  zpl: {
    question: ascii('~HS\r\n'),
    read: (answer) => {
      const [first, second] = new TextDecoder('latin1').decode(answer).split('\x03').map(inLine)
      if (!first || !second || second.length < 3) return undefined
      if (second[2] === '1') return 'lid'
      if (first[1] === '1') return 'paper'
      return first[2] === '1' ? 'busy' : 'ready'
    },
  },
  // <ESC>h answers one byte of flags.
  cpcl: {
    question: bytes(0x1b, 0x68),
    read: ([flags]) => {
      if (flags === undefined) return undefined
      if (flags & 0x04) return 'lid'
      if (flags & 0x02) return 'paper'
      return flags & 0x01 ? 'busy' : 'ready'
    },
  },
  // DLE EOT 2 answers why it is off line: bit 2 the lid, bit 5 the paper, bit 6 an error.
  escpos: {
    question: bytes(0x10, 0x04, 0x02),
    read: ([flags]) => {
      if (flags === undefined) return undefined
      if (flags & 0x04) return 'lid'
      if (flags & 0x20) return 'paper'
      return flags & 0x40 ? 'fault' : 'ready'
    },
  },
  // ESC i S answers 32 bytes; the ninth and tenth are errors.
  brother: {
    question: bytes(0x1b, 0x69, 0x53),
    read: (answer) => {
      if (answer.length < 32) return undefined
      const [media = 0, head = 0] = answer.slice(8, 10)
      if (head & 0x10) return 'lid'
      if (media & 0x03) return 'paper'
      return media | head ? 'fault' : 'ready'
    },
  },
}

const inLine = (part: string): string[] => part.slice(part.indexOf('\x02') + 1).split(',')

/** So long a printer has for its answer. */
export const answerMs = 2500

/** What was heard of a printer so far, and who waits for it. */
export type Ear = {
  readonly hear: (piece: Uint8Array) => void
  readonly ask: (question: PrinterQuestion, send: () => Promise<void>) => Promise<PrinterState>
}

/** Gathers what a printer says after a question; what it says unasked is not kept. */
export const openEar = (ms: number = answerMs): Ear => {
  let heard: number[] | undefined
  let wake: (() => void) | undefined
  return {
    hear: (piece) => {
      heard?.push(...piece)
      wake?.()
    },
    ask: async ({ read }, send) => {
      heard = []
      const answer = new Promise<PrinterState>((resolve) => {
        wake = () => {
          const state = read(Uint8Array.from(heard ?? []))
          if (state) resolve(state)
        }
      })
      try {
        await send()
        return await within(ms, answer, 'silent' as const)
      } finally {
        heard = undefined
        wake = undefined
      }
    },
  }
}

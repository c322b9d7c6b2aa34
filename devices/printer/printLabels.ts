import { type Printer, PrinterFault, type PrinterFaultName, type PrinterState } from '../printer.ts'

/** Some labels as the printer takes them, counted from 1 within what is printed; `from` and `to` are both among them. */
export type LabelChunk = { readonly from: number; readonly to: number; readonly bytes: Uint8Array }

/** Why no one knows what came out: the line was cut, or the printer says that something is wrong with it. */
export type Doubt = PrinterFaultName | Exclude<PrinterState, 'ready' | 'silent' | 'closed'>

/**
 * How it ended. `unopened`: nothing was asked for and nothing sent. `doubt`: the labels from `from` to `to` were handed over at least in part,
 * and which of them came out only a person at the printer can tell.
 */
export type PrintEnd =
  | { readonly t: 'done' }
  | { readonly t: 'stopped' }
  | { readonly t: 'unopened'; readonly fault: PrinterFaultName }
  | { readonly t: 'doubt'; readonly why: Doubt; readonly from: number; readonly to: number }

type Parts = {
  /** The next labels, undefined behind the last; asked for only when those before are out. */
  readonly next: () => Promise<LabelChunk | undefined>
  /** The bytes of a chunk are about to leave. */
  readonly leaving: (chunk: LabelChunk) => void
  /** Labels up to this number are out, as far as can be known from here. What it rejects with ends the printing. */
  readonly out: (number: number) => Promise<void> | void
  readonly stopped: () => boolean
  /** How long a printer may go on printing what it has taken, and how often it is asked meanwhile. */
  readonly patienceMs?: number
  readonly pauseMs?: number
}

/**
 * Prints chunk after chunk. A printer that answers is asked after each whether all is well, because it takes labels before they come out; one that
 * never answers is believed. Nothing is sent twice, whatever happens.
 */
export const printLabels = async (printer: Printer, parts: Parts): Promise<PrintEnd> => {
  const { next, leaving, out, stopped } = parts
  try {
    await printer.open()
  } catch (error) {
    if (error instanceof PrinterFault) return { t: 'unopened', fault: error.fault }
    throw error
  }
  let answers = true
  while (!stopped()) {
    const chunk = await next()
    if (!chunk) return { t: 'done' }
    const { from, to, bytes } = chunk
    leaving(chunk)
    try {
      await printer.write(bytes)
      const state: PrinterState = answers ? await untilSettled(printer, parts) : 'silent'
      answers = state !== 'silent'
      if (state !== 'ready' && state !== 'silent') return { t: 'doubt', why: state === 'closed' ? 'lost' : state, from, to }
    } catch (error) {
      if (error instanceof PrinterFault) return { t: 'doubt', why: error.fault, from, to }
      throw error
    }
    await out(to)
  }
  return { t: 'stopped' }
}

/** How the printer stands once it is busy no more. */
const untilSettled = async (printer: Printer, { patienceMs = 60_000, pauseMs = 400 }: Parts): Promise<PrinterState> => {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const state: PrinterState = await printer.state()
    if (state !== 'busy' || waitedMs >= patienceMs) return state
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** By which way a printer that is paired with this device is reached. */
export type PrinterWay = 'serial' | 'usb' | 'bluetooth' | 'shell'

/**
 * How a printer stands: not opened; it takes labels; it was asked and said nothing, so it may speak another language or have no way back;
 * out of paper, open lid, busy or paused, out of order by its own word.
 */
export type PrinterState = 'closed' | 'ready' | 'silent' | 'paper' | 'lid' | 'busy' | 'fault'

/**
 * Why a printer does not do what it was asked: this browser has no such way; the person chose none; access was refused (on Windows the
 * system keeps USB printers to itself); another program has it; it has no way in that we know; it went away.
 */
export type PrinterFaultName = 'absent' | 'unchosen' | 'refused' | 'taken' | 'foreign' | 'lost'

/**
 * `takenBytes` of what was being written had surely been taken; the device may have had more, and what it had may have come out or not.
 * Nothing was sent where a printer could not be opened.
 */
export class PrinterFault extends Error {
  readonly fault: PrinterFaultName
  readonly takenBytes: number

  constructor(fault: PrinterFaultName, takenBytes = 0) {
    super(`printer: ${fault}`)
    this.name = 'PrinterFault'
    this.fault = fault
    this.takenBytes = takenBytes
  }
}

/** A printer that is paired with this device, whichever way it is reached. */
export type Printer = {
  readonly way: PrinterWay
  /** What it calls itself; empty where it does not say. */
  readonly name: string
  /** Asks it how it stands, in the language that it was opened for; answers within a few seconds whatever it does. */
  readonly state: () => Promise<PrinterState>
  /** Rejects with a PrinterFault. Opening what is open changes nothing. */
  readonly open: () => Promise<void>
  /**
   * Settles when the device has taken every byte, one write after the other. Rejects with a PrinterFault and is closed then; nothing is tried
   * again by itself.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Gives it back, whatever state it is in; never rejects. */
  readonly close: () => Promise<void>
}

/** Writes in pieces of at most `pieceBytes`, each after the device has taken the one before. */
export const writePieces = async (bytes: Uint8Array, pieceBytes: number, send: (piece: Uint8Array) => Promise<void>): Promise<void> => {
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    try {
      await send(bytes.slice(offset, offset + pieceBytes))
    } catch (error) {
      throw error instanceof PrinterFault ? new PrinterFault(error.fault, offset) : new PrinterFault('lost', offset)
    }
  }
}

/** One write at a time, in the order in which they were asked for; a write that fails does not keep the next from trying. */
export const oneByOne = (): (<T>(act: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next.catch(() => undefined)
    return next
  }
}

/** What `promise` comes to, or `late` after so many milliseconds. */
export const within = <T, L>(ms: number, promise: Promise<T>, late: L): Promise<T | L> => {
  let timer: ReturnType<typeof setTimeout>
  return Promise.race([promise, new Promise<L>((resolve) => (timer = setTimeout(() => resolve(late), ms)))]).finally(() =>
    clearTimeout(timer),
  )
}

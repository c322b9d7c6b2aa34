import { ReaderFault } from './reader.ts'

export type Answer<D> = { readonly ok: true; readonly data: D } | { readonly ok: false; readonly noTag: boolean }

type PendingCommand<D> = { readonly command: number | string; readonly settle: (answer: Answer<D> | ReaderFault) => void }

/** An answer is waited for so long; then the next command waits a little longer for what may still come. */
const timeoutMs = 1500
const graceMs = 400

/**
 * Commands to a device whose answers carry no number: one after the other, each with a time-out. An answer that no one waits for any more is
 * dropped, and after a time-out none is sent before a late one had time to come, so that it is taken for no other.
 */
export const openCommands = <D>() => {
  let pendingCommand: PendingCommand<D> | undefined
  let isGone = false
  let last: Promise<unknown> = Promise.resolve()
  let late = false

  const ask = (command: number | string, send: () => Promise<void>): Promise<D> =>
    new Promise<D>((resolve, reject) => {
      if (isGone) return reject(new ReaderFault('gone'))
      const timer = setTimeout(() => {
        late = true
        settle(new ReaderFault('silent'))
      }, timeoutMs)
      const settle = (answer: Answer<D> | ReaderFault) => {
        clearTimeout(timer)
        pendingCommand = undefined
        if (answer instanceof ReaderFault) reject(answer)
        else if (answer.ok) resolve(answer.data)
        else reject(new ReaderFault(answer.noTag ? 'noTag' : 'refused'))
      }
      pendingCommand = { command, settle }
      send().catch(() => pendingCommand?.settle(new ReaderFault('gone')))
    })

  return {
    /** Sends when those before are done with. Rejects with ReaderFault. */
    run: (command: number | string, send: () => Promise<void>): Promise<D> => {
      const mine = last.then(async () => {
        if (late) await new Promise((resolve) => setTimeout(resolve, graceMs))
        late = false
        return ask(command, send)
      })
      last = mine.catch(() => undefined)
      return mine
    },
    /** Takes an answer; `command` undefined where it does not say to which. */
    answered: (command: number | string | undefined, answer: Answer<D>): void => {
      if (pendingCommand && (command === undefined || command === pendingCommand.command)) pendingCommand.settle(answer)
    },
    /** Nothing will be answered any more. */
    end: (): void => {
      isGone = true
      pendingCommand?.settle(new ReaderFault('gone'))
    },
  }
}

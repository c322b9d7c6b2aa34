import { silenceSeconds } from '../domain/rules/constants.ts'
import { newUuid } from '../kernel/id.ts'

/** What became of a write. `queued`: the device keeps it and sends it; `unanswered`: it may have arrived, and sent again it counts once. */
export type WriteOutcome<A> =
  | { readonly kind: 'sent'; readonly answer: A }
  | { readonly kind: 'queued' }
  | { readonly kind: WriteFault; readonly words: string }
export type WriteFault = 'refused' | 'failed' | 'unanswered'

export type Command = {
  /** The same for the same write by the same session. */
  readonly key: string
  /** What it writes: a later write of the same noun makes the next one of this key another command. */
  readonly noun: string
  readonly send: (commandId: string) => Promise<unknown>
  /** Whether the server has decided, where sending failed. */
  readonly isDecided: (error: unknown) => boolean
  /** Hears an answer that came after the silence was reported. */
  readonly onLate: (answer: unknown) => void
}

type PendingCommand = { readonly commandId: string; readonly noun: string; answer: Promise<unknown> | undefined }

/** Commands without a decision of the server: the same write sent again goes under the same id. */
const pendingCommands = new Map<string, PendingCommand>()

/**
 * Sends a command and answers what the server answers, at the latest after a bounded silence; throws what sending throws, or a TimeoutError.
 * A command that is still on its way is not sent a second time: its answer is awaited once more.
 */
export const sendCommand = async ({ key, noun, send, isDecided, onLate }: Command): Promise<unknown> => {
  const before = pendingCommands.get(key)
  pendingCommands.delete(key)
  const commandId = before?.commandId ?? newUuid()
  const answer = before?.answer ?? send(commandId)
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('silence', 'TimeoutError')), silenceSeconds * 1000)
  })
  try {
    const result = await Promise.race([answer, silence])
    forgetNoun(noun)
    return result
  } catch (error) {
    if (isDecided(error)) throw error
    const entry: PendingCommand = { commandId, noun, answer }
    pendingCommands.set(key, entry)
    void listenLate(key, entry, answer, { isDecided, onLate })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const forgetNoun = (noun: string): void => {
  for (const [key, entry] of pendingCommands) if (entry.noun === noun) pendingCommands.delete(key)
}

/** Hears what becomes of a command after its silence was reported, unless it was sent again meanwhile. */
const listenLate = async (
  key: string,
  entry: PendingCommand,
  answer: Promise<unknown>,
  { isDecided, onLate }: Pick<Command, 'isDecided' | 'onLate'>,
): Promise<void> => {
  try {
    const result = await answer
    if (pendingCommands.get(key) === entry && pendingCommands.delete(key)) onLate(result)
  } catch (fault) {
    entry.answer = undefined
    if (pendingCommands.get(key) === entry && isDecided(fault)) pendingCommands.delete(key)
  }
}

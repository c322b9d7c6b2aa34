import type { Id } from '../../../kernel/id.ts'
import { after, type KeptFile, markAgain, isOf, isWaiting, markSent, type Outcome, type Owner } from '../../outbox/action.ts'
import { startUploading, type Surroundings, thisPage, type Turn, type UploadWorker } from '../../forms/uploading.ts'
import type { Pending, Store } from './store.ts'

/** The person who is signed in, and what shows it to the server. */
export type Sender = { readonly author: Owner; readonly token: string }

export type Parts = {
  readonly store: Store
  readonly sender: () => Sender | undefined
  /** Puts a file on the server; `answer` is its path. Never throws for what a network or a server does. */
  readonly upload: (file: KeptFile, token: string) => Promise<Outcome>
  /** Sends a message whose files are there; `answer` is the message as it stands. */
  readonly send: (message: Pending, token: string) => Promise<Outcome>
  /** Hears what waits, whenever it is another. */
  readonly changed: (all: readonly Pending[]) => void
  /** Hears what the server answered, before the message is taken away. */
  readonly arrived: (message: Pending, answer: unknown) => void
  readonly tabs?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | undefined
  readonly around?: Surroundings
}

export type SendQueue = {
  /** Keeps a message and sends it in its turn. Rejects with NoRoom where nothing was kept. */
  readonly put: (message: Pending) => Promise<void>
  /** Everything that waits is tried now. */
  readonly wake: () => Promise<void>
  /** One that was refused is sent once more as it is, under the same id. */
  readonly again: (id: Id) => Promise<void>
  /** Takes away what has not arrived; false where it has gone meanwhile. */
  readonly drop: (id: Id) => Promise<boolean>
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

/**
 * What people write, sent in order within a conversation and beside each other between them, each message by its author and once. It is not the
 * outbox: there one thing goes at a time in the order of the field, whatever it is, and one key has one form; here a large file must not hold up
 * a word to another person, files go before the message that names them, and what was refused stands in the conversation and lets others pass.
 * What happens to one message is the outbox's (`action.ts`), and when to try is `uploading.ts`'s.
 */
export const startSending = ({ store, sender, upload, send, changed, arrived, tabs, around = thisPage() }: Parts): SendQueue => {
  const refresh = async () => changed(await store.all())
  const tell = async () => {
    await refresh()
    tabs?.postMessage({})
  }
  tabs?.addEventListener('message', () => void refresh())

  const turn = async (chatId: Id): Promise<Turn> => {
    const from = sender()
    const next =
      from && (await store.all()).find((pending) => pending.chatId === chatId && isWaiting(pending) && isOf(pending, from.author))
    if (!next) return 'done'
    const file = next.files.find(({ path }) => path === undefined)
    const leftMessage = file ? next : markSent(next)
    if (leftMessage !== next) await store.settle(leftMessage.id, leftMessage)
    const outcome = await (file ? upload(file, from.token) : send(leftMessage, from.token))
    if (outcome.t === 'signedOut') return 'done'
    if (outcome.t === 'unanswered') return 'later'
    if (outcome.t === 'done' && file) {
      const path = String(outcome.answer)
      await store.settle(leftMessage.id, {
        ...leftMessage,
        faults: 0,
        files: leftMessage.files.map((otherFile) => (otherFile === file ? { ...otherFile, path } : otherFile)),
      })
      return 'more'
    }
    const nextMessage = after(leftMessage, outcome)
    if (outcome.t === 'done') arrived(leftMessage, outcome.answer)
    await store.settle(leftMessage.id, nextMessage)
    await tell()
    return nextMessage && isWaiting(nextMessage) ? 'later' : 'more'
  }

  const { runLine, changeBetween, stop } = messageLines(store, turn, around)

  return {
    refresh,
    put: async (message) => {
      await store.keep(message)
      await tell()
      runLine(message.chatId)
    },
    wake: async () => {
      const from = sender()
      if (!from) return
      const ownMessages = (await store.all()).filter((pending) => isWaiting(pending) && isOf(pending, from.author))
      for (const chatId of new Set(ownMessages.map((pending) => pending.chatId))) runLine(chatId)
    },
    again: async (id) => {
      const now = await changeBetween(id, markAgain)
      await tell()
      if (now) runLine(now.chatId)
    },
    drop: async (id) => {
      const now = await changeBetween(id, () => undefined)
      await tell()
      return now !== undefined
    },
    stop: () => {
      stop()
      tabs?.close()
    },
  }
}

/** One line for each conversation: messages of one go in order, lines go beside each other. */
const messageLines = (store: Parts['store'], turn: (chatId: Id) => Promise<Turn>, surroundings: NonNullable<Parts['around']>) => {
  const lines = new Map<Id, UploadWorker>()
  const lineOf = (chatId: Id): UploadWorker => {
    const waitingLine = lines.get(chatId)
    if (waitingLine) return waitingLine
    const line = startUploading(`zaice.chat ${chatId}`, () => turn(chatId), surroundings)
    lines.set(chatId, line)
    return line
  }
  /** Tries to send what waits in a conversation; a line that is new tries by itself. */
  const runLine = (chatId: Id): void => {
    const waitingLine = lines.get(chatId)
    if (waitingLine) waitingLine.wake()
    else lineOf(chatId)
  }
  const sameOf = async (id: Id): Promise<Pending | undefined> => (await store.all()).find((pending) => pending.id === id)
  /** Changes a message while nothing of its conversation is under way. */
  const changeBetween = async (id: Id, change: (message: Pending) => Pending | undefined): Promise<Pending | undefined> => {
    const current = await sameOf(id)
    if (!current) return undefined
    return await lineOf(current.chatId).between(async () => {
      const now = await sameOf(id)
      if (now) await store.settle(id, change(now))
      return now
    })
  }
  const stop = () => {
    for (const line of lines.values()) line.stop()
  }
  return { runLine, changeBetween, stop }
}

import { type Id, newUuid } from '../../../kernel/id.ts'
import { onNewPerson, session } from '../../session/session.ts'
import { startUploading, type UploadWorker } from '../../forms/uploading.ts'
import type { Now } from './clock.ts'
import { type JoinedTask, type Journal, openJournal } from './journal.ts'
import { type Sender, sendingTurn } from './sending.ts'
import { server } from './server.ts'
import { sha256 } from './sha256.ts'

/** Names this start of the page: its second clock begins with it. */
const page = newUuid()

export const clock = (): Now => ({ wallMs: Date.now(), monoMs: performance.now(), page })

/** The person who is signed in. */
export const sender = (): Sender | undefined => {
  const { token, uid, operationId } = session()
  return token && uid ? { orgId: operationId, uid } : undefined
}

/** The journal of this device. Rejects where the browser has no place for one. */
export const journal = (): Promise<Journal> => {
  openedJournal ??= openJournal(clock)
  openedJournal.catch(() => {
    openedJournal = undefined
  })
  return openedJournal
}
let openedJournal: Promise<Journal> | undefined

/** Something of what a person takes part in is another, here or in another tab; `problem`: why nothing can be sent, in words. */
export type Change = { readonly key: string; readonly problem?: string | undefined }

const listeners = new Set<(change: Change) => void>()
const tabs = globalThis.BroadcastChannel && new BroadcastChannel('zaice.counting')
tabs?.addEventListener('message', ({ data }: MessageEvent<Change>) => {
  for (const listener of listeners) listener(data)
})

export const onChange = (listener: (change: Change) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type ProgressWatcher = (task: Id | undefined) => void
const watchers = new Set<ProgressWatcher>()

/** Hears of tasks that anyone has counted something in; without a task where hints were missed. */
export const onProgress = (watcher: ProgressWatcher): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
export const tellProgress = (task: Id | undefined): void => {
  for (const watcher of watchers) watcher(task)
}

/** The other tabs hear it, and this one. */
export const tellChange = (change: Change): void => {
  for (const listener of listeners) listener(change)
  tellTabs(change)
}
export const tellTabs = (change: Change): void => tabs?.postMessage(change)

/** Sends what waits, from now on and by itself. */
export const startSending = async (): Promise<UploadWorker> => {
  if (uploadWorker) return uploadWorker
  const journalNow = await journal()
  uploadWorker ??= startUploading('zaice.counting', async () => {
    const turn = await sendingTurn({
      journal: journalNow,
      sender,
      server,
      clock,
      digest: sha256,
      changed: (key, problem) => tellChange({ key, problem }),
    })()
    if (turn === 'done') await tidy(journalNow)
    return turn
  })
  return uploadWorker
}
let uploadWorker: UploadWorker | undefined
onNewPerson(() => {
  if (uploadWorker) void journal().then(tidy)
})

/** What is sent is kept for so long, in case a person asks for it. */
const keptMs = 30 * 24 * 3_600_000

/** Packs of the person who has left go once nothing of theirs waits; what is over goes a month after it was heard of last. */
export const tidy = async (journalNow: Journal): Promise<void> => {
  const senderNow = sender()
  const pictures = await journalNow.pictures()
  for (const joinedTask of await journalNow.all()) {
    if (joinedTask.acked < joinedTask.seq || pictures.some(({ key }) => key === joinedTask.key)) continue
    const over = joinedTask.state === 'closed' || joinedTask.state === 'cancelled'
    const old = Date.now() - joinedTask.heardAtMs > keptMs
    if (over && old) await journalNow.forget(joinedTask.key)
    else if (senderNow?.uid !== joinedTask.uid && (await journalNow.hasPack(joinedTask.key))) await journalNow.dropPack(joinedTask.key)
  }
}

/** What waits on this device: how many observations and pictures, and since when. */
export type WaitingHere = { readonly events: number; readonly pictures: number; readonly oldestMs: number | undefined }

export const waitingOf = async (journalNow: Journal, tasks: readonly JoinedTask[]): Promise<WaitingHere> => {
  const pictures = (await journalNow.pictures()).filter(({ key }) => tasks.some((joinedTask) => joinedTask.key === key))
  const first = await Promise.all(tasks.filter(({ acked, seq }) => acked < seq).map(({ key, acked }) => journalNow.events(key, acked, 1)))
  const times = [...first.flat(), ...pictures.map(({ event }) => event)].map(({ at }) => Date.parse(at))
  return {
    events: tasks.reduce((sum, { acked, seq }) => sum + seq - acked, 0),
    pictures: pictures.length,
    oldestMs: times.length === 0 ? undefined : Math.min(...times),
  }
}

import { type Id, newUuid } from '../../kernel/id.ts'
import { onNewPerson, session } from '../session.ts'
import { startUploading, type UploadWorker } from '../uploading.ts'
import type { Now } from './clock.ts'
import { type JoinedTask, type Journal, openJournal } from './journal.ts'
import { type Sender, sendingTurn } from './sending.ts'
import { server } from './server.ts'
import { sha256 } from './sha256.ts'

/** Names this start of the page: its second clock begins with it. */
const page = newUuid()

export const clock = (): Now => ({ wallMs: Date.now(), monoMs: performance.now(), page })

/** Whoever is signed in. */
export const sender = (): Sender | undefined => {
  const { token, uid, operationId } = session()
  return token && uid ? { orgId: operationId, uid } : undefined
}

/** The journal of this device. Rejects where the browser has no place for one. */
export const journal = (): Promise<Journal> => {
  opened ??= openJournal(clock)
  opened.catch(() => {
    opened = undefined
  })
  return opened
}
let opened: Promise<Journal> | undefined

/** Something of what somebody takes part in is another, here or in another tab; `problem`: why nothing can be sent, in words. */
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

const watchers = new Set<(task: Id) => void>()

/** Hears of tasks that anybody has counted something in. */
export const onProgress = (watcher: (task: Id) => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
export const tellProgress = (task: Id): void => {
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
  if (uploading) return uploading
  const kept = await journal()
  uploading ??= startUploading('zaice.counting', async () => {
    const came = await sendingTurn({
      ...{ journal: kept, sender, server, clock, digest: sha256 },
      changed: (key, problem) => tellChange({ key, problem }),
    })()
    if (came === 'done') await tidy(kept)
    return came
  })
  return uploading
}
let uploading: UploadWorker | undefined
onNewPerson(() => {
  if (uploading) void journal().then(tidy)
})

/** What is sent is kept for so long, in case somebody asks for it. */
const keptMs = 30 * 24 * 3_600_000

/** Packs of whoever has left go once nothing of theirs waits; what is over goes a month after it was heard of last. */
export const tidy = async (kept: Journal): Promise<void> => {
  const here = sender()
  const pictures = await kept.pictures()
  for (const joined of await kept.all()) {
    if (joined.acked < joined.seq || pictures.some(({ key }) => key === joined.key)) continue
    const over = joined.state === 'closed' || joined.state === 'cancelled'
    const old = Date.now() - joined.heardAtMs > keptMs
    if (over && old) await kept.forget(joined.key)
    else if (here?.uid !== joined.uid && (await kept.hasPack(joined.key))) await kept.dropPack(joined.key)
  }
}

/** What waits on this device: how many observations and pictures, and since when. */
export type WaitingHere = { readonly events: number; readonly pictures: number; readonly oldestMs: number | undefined }

export const waitingOf = async (kept: Journal, tasks: readonly JoinedTask[]): Promise<WaitingHere> => {
  const pictures = (await kept.pictures()).filter(({ key }) => tasks.some((joined) => joined.key === key))
  const first = await Promise.all(tasks.filter(({ acked, seq }) => acked < seq).map(({ key, acked }) => kept.events(key, acked, 1)))
  const times = [...first.flat(), ...pictures.map(({ event }) => event)].map(({ at }) => Date.parse(at))
  return {
    events: tasks.reduce((sum, { acked, seq }) => sum + seq - acked, 0),
    pictures: pictures.length,
    oldestMs: times.length === 0 ? undefined : Math.min(...times),
  }
}

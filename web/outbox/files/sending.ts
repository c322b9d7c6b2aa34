import { t } from '../../words.ts'
import { isOf, type Outcome, type Owner } from '../action.ts'
import { referencesIn } from './reference.ts'
import type { DeviceFile, FileStore } from './store.ts'

export type FileParts = {
  readonly store: FileStore
  /** Puts a file on the server; `answer` is its path. Never throws for what a network or a server does. */
  readonly upload: (file: DeviceFile, token: string) => Promise<Outcome>
}

/** The stored paths by reference, or why not all of them are there. */
export type PathsOutcome = { readonly t: 'done'; readonly paths: ReadonlyMap<string, string> } | Exclude<Outcome, { t: 'done' }>

/**
 * Uploads the files that a value refers to, one after the other. Each path is written down before the next upload, so a file goes once
 * however often this is asked and wherever it is cut off, and a command that is sent again says the same.
 */
export const uploadFiles = async (
  { store, upload }: FileParts,
  value: unknown,
  { author, token }: { readonly author: Owner; readonly token: string },
): Promise<PathsOutcome> => {
  const files = await Promise.all(referencesIn(value).map((reference) => store.find(reference)))
  const ownFiles = files.filter((file): file is DeviceFile => file !== undefined && isOf(file, author))
  const goneCount = files.length - ownFiles.length
  if (goneCount > 0)
    return refusedFor('file.gone', t('{count}个照片或附件已不在这台设备上，请打开表单移除后重新添加', { count: goneCount }))
  const paths = new Map<string, string>()
  for (const file of ownFiles) {
    const outcome: Outcome = file.path === undefined ? await upload(file, token) : { t: 'done', answer: file.path }
    if (outcome.t === 'refused') return refusedFor(outcome.reason, t('{name}没有上传：{why}', { name: file.name, why: outcome.words }))
    if (outcome.t !== 'done') return outcome
    const path = String(outcome.answer)
    if (file.path === undefined) await store.settle(file.reference, path)
    paths.set(file.reference, path)
  }
  return { t: 'done', paths }
}

/** Refused as the business refuses: its words stay on the form until it is changed. */
const refusedFor = (reason: string, words: string): PathsOutcome => ({
  t: 'refused',
  status: 200,
  code: 500,
  reason,
  words,
  details: undefined,
})

/** A file that nothing refers to may be in a form that is not written to this device. */
const graceMs = 24 * 3_600_000

/** Removes the files that none of `referrers` refers to and that have been here for a day. */
export const sweepFiles = async (store: FileStore, referrers: unknown, nowMs: number): Promise<void> => {
  const usedReferences = new Set(referencesIn(referrers))
  const unusedReferences = (await store.references()).filter((reference) => !usedReferences.has(reference))
  const files = await Promise.all(unusedReferences.map((reference) => store.find(reference)))
  const overdueReferences = files.flatMap((file) => (file && file.atMs + graceMs < nowMs ? file.reference : []))
  if (overdueReferences.length > 0) await store.remove(overdueReferences)
}

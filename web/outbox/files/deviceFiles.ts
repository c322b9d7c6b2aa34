import { CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import { session } from '../../session/session.ts'
import { isOf, type KeptFile, type Outcome, outcomeOf, type Owner } from '../action.ts'
import { newReference, referencesIn } from './reference.ts'
import { type PathsOutcome, sweepFiles, uploadFiles } from './sending.ts'
import { type DeviceFile, type FileStore, openFileStore } from './store.ts'

let openedStore: Promise<FileStore> | undefined
const fileStore = (): Promise<FileStore> => {
  openedStore ??= openFileStore()
  openedStore.catch(() => {
    openedStore = undefined
  })
  return openedStore
}

const owner = (): Owner => {
  const { operationId, uid } = session()
  return { orgId: operationId, uid }
}

/** Keeps a file of the person who is signed in and answers its reference. Rejects with NoRoom where the device is full, with nothing kept. */
export const keepFile = async (blob: Blob, name: string): Promise<string> => {
  const reference = newReference(blob.type, name)
  await (await fileStore()).keep({ reference, author: owner(), blob, name, atMs: Date.now() })
  void navigator.storage?.persist?.()
  return reference
}

/** A file of the person who is signed in; undefined where this device does not have it. */
export const findFile = async (reference: string): Promise<DeviceFile | undefined> => {
  const store = await fileStore().catch(() => undefined)
  const file = await store?.find(reference)
  return file && isOf(file, owner()) ? file : undefined
}

/** Uploads the files that a value refers to. Where the device's database does not open nothing is known of them, and it is tried again. */
export const uploadDeviceFiles = async (
  value: unknown,
  sender: { readonly author: Owner; readonly token: string },
): Promise<PathsOutcome> => {
  if (referencesIn(value).length === 0) return { t: 'done', paths: new Map() }
  const store = await fileStore().catch(() => undefined)
  return store ? await uploadFiles({ store, upload: uploadFile }, value, sender) : { t: 'unanswered' }
}

/** Uploads by reference, under way or done: a form and the outbox that want the same file have one upload between them. */
const uploads = new Map<string, Promise<Outcome>>()

const uploadFile = async (file: DeviceFile, token: string): Promise<Outcome> => {
  const { reference } = file
  const uploading = uploads.get(reference) ?? outcomeOfUpload(file, token)
  uploads.set(reference, uploading)
  let isDone = false
  try {
    const outcome = await uploading
    isDone = outcome.t === 'done'
    return outcome
  } finally {
    if (!isDone) uploads.delete(reference)
  }
}

const outcomeOfUpload = async ({ blob, name }: KeptFile, token: string): Promise<Outcome> => {
  try {
    return { t: 'done', answer: await upload(blob, name, { quiet: true, token }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return outcomeOf(error)
  }
}

export const removeDeviceFiles = async (references: readonly string[]): Promise<void> => (await fileStore()).remove(references)

export const sweepDeviceFiles = async (referrers: unknown): Promise<void> => sweepFiles(await fileStore(), referrers, Date.now())

import { diskFolder, type DiskNode, type DiskUpload, diskUploadCancel, diskUploadList } from '../../domain/disk/operations.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refreshByName } from '../ask.ts'
import { cache } from '../cache.ts'
import { call, CallError } from '../call.ts'
import { choose } from '../look/overlays/confirm.ts'
import { onNewPerson } from '../session/session.ts'
import { t } from '../words.ts'
import { dropHandle, fileAgain, forgetHandles, keepHandle, moveHandle } from './handles.ts'
import { lineFor, type UploadRequest } from './line.ts'
import type { PickedFile } from './pickedFile.ts'
import { lanes, transfer } from './transfer.ts'
import { lastOf } from '../../kernel/assert.ts'

/**
 * One file on its way. `waiting` for its turn; `cut`: the line is down, it goes on by itself; `fileless`: the server has a part of it, and this
 * page has no longer the file; `failed`: the server refuses it, `words` says why.
 */
export type UploadState = {
  readonly id: Id
  readonly parentId: Id
  readonly name: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly state: 'waiting' | 'sending' | 'cut' | 'paused' | 'fileless' | 'failed' | 'done' | 'skipped'
  readonly words?: string
  readonly node?: DiskNode
}

type Job = UploadState & { readonly file: File | undefined; readonly same: UploadRequest['same']; readonly checks: boolean }

let jobs: readonly Job[] = []
const stops = new Map<Id, AbortController>()
const listeners = new Set<() => void>()

export const uploads = (): readonly UploadState[] => jobs
export const onUploads = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const set = (id: Id, change: Partial<Job>): void => {
  jobs = jobs.map((job) => (job.id === id ? { ...job, ...change } : job))
  tell()
}
const tell = (): void => {
  for (const listener of listeners) listener()
}

export const isUnderWay = ({ state }: UploadState): boolean => state === 'waiting' || state === 'sending' || state === 'cut'

/** Sends files into a folder, those of folders into folders of the same names. */
export const sendFiles = async (parentId: Id, picked: readonly PickedFile[]): Promise<void> => {
  const folders = new Map<string, Promise<Id>>()
  const folderOf = (way: readonly string[]): Promise<Id> => {
    if (way.length === 0) return Promise.resolve(parentId)
    const key = way.join('/')
    const folderId =
      folders.get(key) ??
      folderOf(way.slice(0, -1)).then(async (above) => (await call(diskFolder, { parentId: above, name: lastOf(way), same: 'open' })).id)
    folders.set(key, folderId)
    return folderId
  }
  for (const { file, folders: way, handle } of picked) {
    const job: Job = {
      id: newId(),
      parentId: await folderOf(way),
      name: file.name,
      sizeBytes: file.size,
      sentBytes: 0,
      state: 'waiting',
      file,
      same: 'refuse',
      checks: false,
    }
    jobs = [...jobs, job]
    if (handle) void keepHandle(job.id, handle)
    tell()
    next()
  }
}

/** Begins what waits, as long as fewer than three are under way. */
const next = (): void => {
  const free = lanes - jobs.filter(({ state }) => state === 'sending' || state === 'cut').length
  for (const job of jobs.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void run(job)
}

const run = async ({ id, parentId, name, sizeBytes, file, same, checks }: Job): Promise<void> => {
  if (!file) return set(id, { state: 'fileless' })
  const stop = new AbortController()
  stops.set(id, stop)
  set(id, { state: 'sending' })
  try {
    const node = await transfer(
      { sizeBytes, slice: (from, to) => file.slice(from, to) },
      lineFor({ id, parentId, name, sizeBytes, same }),
      {
        signal: stop.signal,
        sent: (sentBytes) => set(id, { sentBytes }),
        cut: (isCut) => set(id, { state: isCut ? 'cut' : 'sending' }),
        checks,
      },
    )
    set(id, { state: 'done', sentBytes: sizeBytes, node, file: undefined })
    void dropHandle(id)
    void refreshByName(cache, ['netdisk'])
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof CallError && error.reason === 'disk.taken') return void ask(id, name)
    const unreadable = error instanceof DOMException
    set(id, {
      state: 'failed',
      words: faultWords(error),
    })
    if (!(error instanceof CallError) && !unreadable) throw error
  } finally {
    stops.delete(id)
    next()
  }
}

/** What the person said for all that follow; forgotten when nothing is under way and nothing waits for the question. */
let forAll: 'version' | 'number' | 'skip' | undefined
let lastAsk: Promise<unknown> = Promise.resolve()
/** Uploads whose name is taken, until the person has said what becomes of them. */
const undecidedIds = new Set<Id>()
const isOpen = (job: Job): boolean => isUnderWay(job) || undecidedIds.has(job.id)

/** The name is taken: a new version, both, or neither. One question at a time. */
const ask = (id: Id, name: string): Promise<unknown> => {
  set(id, { state: 'paused' })
  undecidedIds.add(id)
  const put = async () => {
    if (!jobs.some((job) => job.id === id)) return void undecidedIds.delete(id)
    const others = jobs.some((job) => job.id !== id && isOpen(job))
    const answer =
      forAll ??
      (await choose(t('这里已有“{name}”', { name }), [
        { value: 'version', label: t('作为新版本'), text: t('原来的内容留在历史版本里') },
        { value: 'number', label: t('两个都保留'), text: t('新文件名后加数字') },
        { value: 'skip', label: t('跳过这个文件') },
        ...(others
          ? [
              { value: 'all version', label: t('全部作为新版本') },
              { value: 'all number', label: t('全部保留两个') },
              { value: 'all skip', label: t('全部跳过') },
            ]
          : []),
      ])) ??
      'skip'
    const [choice, all] = answer.split(' ').toReversed() as ['version' | 'number' | 'skip', string?]
    if (all) forAll = choice
    undecidedIds.delete(id)
    if (choice === 'skip') {
      set(id, { state: 'skipped', file: undefined })
      void dropHandle(id)
      void call(diskUploadCancel, { id }, { background: true }).catch(() => undefined)
    } else retryAs(id, choice)
    if (!jobs.some(isOpen)) forAll = undefined
  }
  lastAsk = lastAsk.then(put)
  return lastAsk
}

/** An upload that was opened keeps its word on names: another word needs another upload. */
const retryAs = (id: Id, same: UploadRequest['same']): void => {
  const nextId = newId()
  jobs = jobs.map((job) => (job.id === id ? { ...job, id: nextId, same, state: 'waiting', sentBytes: 0 } : job))
  void moveHandle(id, nextId)
  void call(diskUploadCancel, { id }, { background: true }).catch(() => undefined)
  tell()
  next()
}

export const pause = (id: Id): void => {
  set(id, { state: 'paused' })
  stops.get(id)?.abort()
  next()
}

export const goOn = (id: Id): void => {
  set(id, { state: 'waiting' })
  next()
}

/** Gives an upload up, or takes one that is over off the list. */
export const cancel = async (id: Id): Promise<void> => {
  const job = jobs.find((otherJob) => otherJob.id === id)
  stops.get(id)?.abort()
  jobs = jobs.filter((otherJob) => otherJob.id !== id)
  tell()
  next()
  void dropHandle(id)
  if (job && job.state !== 'done' && job.state !== 'skipped')
    await call(diskUploadCancel, { id }, { background: true }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
}

export const clearDone = (): void => {
  jobs = jobs.filter(({ state }) => state !== 'done' && state !== 'skipped')
  tell()
}

/** Goes on with an upload whose file was chosen again; false where it cannot be the same. */
export const giveFile = (id: Id, file: File): boolean => {
  const job = jobs.find((otherJob) => otherJob.id === id)
  if (!job || job.sizeBytes !== file.size || job.name.normalize('NFC') !== file.name.normalize('NFC')) return false
  set(id, { file, checks: true, state: 'waiting' })
  next()
  return true
}

/** Goes on with an upload by what the browser kept of its file; false where it kept nothing. */
export const findFile = async (id: Id, asks: boolean): Promise<boolean> => {
  const file = await fileAgain(id, asks)
  return file !== undefined && giveFile(id, file)
}

let looked = false

/** Takes up what an earlier page began and did not finish. */
export const takeUp = async (): Promise<void> => {
  if (looked) return
  looked = true
  let list: readonly DiskUpload[]
  try {
    ;({ list } = await call(diskUploadList, {}, { quiet: true }))
  } catch {
    looked = false
    return
  }
  const jobIds = new Set(jobs.map(({ id }) => id))
  const begun = list.filter(({ id }) => !jobIds.has(id))
  jobs = [
    ...jobs,
    ...begun.map(({ id, parentId, name, sizeBytes, parts, partBytes }): Job => ({
      id,
      parentId,
      name,
      sizeBytes,
      sentBytes: Math.min(sizeBytes, parts.length * partBytes),
      state: 'fileless',
      file: undefined,
      same: 'number',
      checks: true,
    })),
  ]
  tell()
  for (const { id } of begun) await findFile(id, false)
}

onNewPerson(() => {
  for (const stop of stops.values()) stop.abort()
  jobs = []
  looked = false
  forAll = undefined
  undecidedIds.clear()
  void forgetHandles()
  tell()
})

addEventListener('beforeunload', (event) => {
  if (jobs.some(isUnderWay)) event.preventDefault()
})

const faultWords = (error: unknown): string => {
  if (!(error instanceof CallError)) return t('文件读不出来了，可能已被移动或改动，请重新选择')
  return error.status === 404 ? t('目标文件夹已不存在，或上传已过期') : error.message
}

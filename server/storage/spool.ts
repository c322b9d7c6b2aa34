import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FairLine } from '../../kernel/fairLine.ts'
import type { Id } from '../../kernel/id.ts'
import { codeOf } from '../../kernel/caughtError.ts'
import { checkFolder } from './storage.ts'

/**
 * Where files lie while they are on their way: what a person sends, what is taken out of the storage to be worked on, what is made of it.
 * Each piece of work has a folder of its own, which is gone when it is done; what a crash leaves is swept.
 */
export type Spool = {
  /**
   * Keeps what a stream carries, in a folder of its own; senders, which are organisations, take turns with what they send. Leaves nothing
   * where the stream breaks. Throws DiskIsFull.
   */
  readonly receive: (body: Readable, sender: Id | '') => Promise<SpooledFile>
  /** Takes away a file that was received, with everything beside it. */
  readonly remove: (file: SpooledFile) => Promise<void>
  /** Gives `work` a folder of its own. */
  readonly within: <R>(work: (folder: string) => Promise<R>) => Promise<R>
  /** Takes away the folders that no one has touched for so long; answers how many. */
  readonly sweep: (seconds: number, now: Date) => Promise<number>
  /** Throws StorageUnavailable where nothing can be written. */
  readonly check: () => Promise<void>
  /** What is free on the disk, in bytes, and whether files are still taken. */
  readonly room: () => Promise<{ readonly freeBytes: number; readonly takesFiles: boolean }>
}

/** So little is free on the disk that no file is taken any more: what is left belongs to the database. */
export class DiskIsFull extends Error {}

export type SpooledFile = { readonly path: string; readonly sizeBytes: number }

/** Files are taken as long as `reserveBytes` stay free, whatever else is on its way already. */
export type SpoolOptions = { readonly reserveBytes?: number; readonly freeBytes?: (dir: string) => Promise<number> }

export const openSpool = (dir: string, { reserveBytes = 0, freeBytes = freeOn }: SpoolOptions = {}): Spool => {
  let receivingCount = 0
  const takeInTurns = openTurns()
  const room = async () => {
    const free = await freeBytes(dir)
    return { freeBytes: free, takesFiles: free - receivingCount * uploadBytesAtMost >= reserveBytes }
  }
  const newFolder = async (): Promise<string> => {
    await mkdir(dir, { recursive: true })
    return mkdtemp(join(dir, 'on-its-way-'))
  }
  return {
    receive: async (body, sender) => {
      const folder = await newFolder()
      receivingCount++
      try {
        if (!(await room()).takesFiles) throw new DiskIsFull(`Less than ${reserveBytes} bytes would be left in ${dir}.`)
        const file = createWriteStream(join(folder, 'sent'), { mode: 0o640 })
        await pipeline(body, (pieces: AsyncIterable<Uint8Array>) => takeInTurns(pieces, sender), file)
        return { path: join(folder, 'sent'), sizeBytes: file.bytesWritten }
      } catch (error) {
        // What no one reads holds up the line that it came on.
        body.destroy()
        await removeFolder(folder)
        throw error
      } finally {
        receivingCount--
      }
    },
    remove: ({ path }) => removeFolder(dirname(path)),
    within: async (work) => {
      const folder = await newFolder()
      try {
        return await work(folder)
      } finally {
        await removeFolder(folder)
      }
    },
    sweep: (seconds, now) => sweepFolders(dir, seconds, now),
    check: () => checkFolder(dir),
    room,
  }
}

/** Of all that flows in at once so much is taken in a millisecond, so that whatever else is asked of this process hardly waits. */
const openTurns = () => {
  const line = new FairLine({ atOnce: 1, perGroup: 1, waiting: Infinity, perGroupWaiting: Infinity })
  return async function* (pieces: AsyncIterable<Uint8Array>, sender: Id | '') {
    let freeBytes = 0
    for await (const piece of pieces) {
      if (freeBytes <= 0) {
        await new Promise<void>((resolve) =>
          line.enter(sender, '', (place) => {
            resolve()
            setTimeout(place.end, 1)
          }),
        )
        freeBytes = bytesInTurn
      }
      freeBytes -= piece.length
      yield piece
    }
  }
}

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

const sweepFolders = async (dir: string, seconds: number, now: Date): Promise<number> => {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let removedCount = 0
  for (const name of names) {
    const status = await stat(join(dir, name)).catch(() => undefined)
    if (!status || now.getTime() - status.mtimeMs < seconds * 1000) continue
    await removeFolder(join(dir, name))
    removedCount++
  }
  return removedCount
}

/** What a sender has taken when its turn comes. */
const bytesInTurn = 128 * 1024

/** The largest file that anyone may send. */
export const uploadBytesAtMost = 20 * 1024 * 1024

/** What is free for us, where the folder or the nearest one above it lies. */
const freeOn = async (dir: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(dir) === dir) throw error
    return freeOn(dirname(dir))
  }
}

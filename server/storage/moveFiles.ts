import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Id } from '../../kernel/id.ts'
import { folderOf, isPath, type Storage } from './storage.ts'

/** A file in the folder of this machine, with the path by which a storage knows it. */
type LocalFile = { readonly orgId: Id; readonly path: string; readonly file: string }

/** What a crash left while it was written. */
const isUnfinished = (name: string): boolean => /\.\d+\.part$/.test(name)

/** The files of all organisations that lie in a folder of this machine; none where there is no such folder. */
export const localFiles = async (dir: string): Promise<LocalFile[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name)
    const path = relative(dir, file).replaceAll(sep, '/')
    const orgId = entry.isFile() && isPath(path) && !isUnfinished(entry.name) ? organisationOf(path.split('/')[0] ?? '') : undefined
    return orgId === undefined ? [] : [{ orgId, path, file }]
  })
}

/** The organisation that a folder holds the files of; undefined for any other folder. */
const organisationOf = (folder: string): Id | undefined => {
  let number = 0n
  for (const digit of folder) {
    const value = Number.parseInt(digit, 36)
    if (Number.isNaN(value)) return undefined
    number = number * 36n + BigInt(value)
  }
  return number > 0n && folderOf(String(number)) === folder ? String(number) : undefined
}

/**
 * Moves files of this machine into a storage, each read back before it is taken away here, so that it may be cut off and begun again.
 * Answers how many were moved.
 */
export const moveFiles = async (dir: string, to: Storage, report: (words: string) => void = () => undefined): Promise<number> => {
  await to.check()
  const files = await localFiles(dir)
  for (const [at, { orgId, path, file }] of files.entries()) {
    const bytes = await readFile(file)
    const storedFile = await to.get(orgId, path)
    if (!storedFile || (await digestOf(storedFile.body)) !== digest(bytes)) {
      await to.put(orgId, path, bytes, 'application/octet-stream')
      const arrivedFile = await to.get(orgId, path)
      if (!arrivedFile || (await digestOf(arrivedFile.body)) !== digest(bytes))
        throw new Error(`The storage does not answer ${path} as it was stored.`)
    }
    await rm(file)
    report(`${at + 1} of ${files.length}`)
  }
  return files.length
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const digestOf = async (body: Readable): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of body) hash.update(piece)
  return hash.digest('hex')
}

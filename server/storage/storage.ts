import { createReadStream, openAsBlob } from 'node:fs'
import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { codeOf } from '../../kernel/caughtError.ts'
import type { Id } from '../../kernel/id.ts'
import type { Settings } from '../settings.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { inOutgoingSpan } from '../tracing/outgoing.ts'

/**
 * Where the bytes of files lie, each organisation's in its own folder: callers name the organisation and reach nothing of
 * another. A path is ours: letters, digits, `/`, `.`, `-` and `_`.
 */
export type Storage = {
  /** Answers when the bytes will survive a crash. */
  readonly put: (orgId: Id, path: string, bytes: Buffer, type: string) => Promise<void>
  /** The same with a file that lies on this machine, which may be gone afterwards. */
  readonly take: (orgId: Id, path: string, file: string, type: string) => Promise<void>
  /** A file, or a part of it that is there, and how many bytes are answered. Undefined where the organisation has no such file. */
  readonly get: (
    orgId: Id,
    path: string,
    range?: ByteRange,
  ) => Promise<{ readonly sizeBytes: number; readonly body: AsyncIterable<Buffer> & Readable } | undefined>
  readonly remove: (orgId: Id, path: string) => Promise<void>
  /** What lies in a folder of the organisation, not below its folders; nothing where there is no such folder. */
  readonly list: (orgId: Id, folder: string) => AsyncIterable<StoredFile>
  /** Throws StorageUnavailable where the storage cannot be reached, cannot be written to or refuses what the server is set to. */
  readonly check: () => Promise<void>
}
/** The storage is down, silent, without its bucket, closed to writing or refuses the key: nothing was read or written, and nothing is said of the file. */
export class StorageUnavailable extends Error {}
/** Bytes of a file from 0; both ends are counted. */
export type ByteRange = { readonly from: number; readonly to: number }
export type StoredFile = { readonly path: string; readonly changedAt: Date }

export const openStorage = (settings: Settings): Storage =>
  settings.storageUrl
    ? bucketStorage({
        url: settings.storageUrl,
        region: settings.storageRegion,
        key: assertDefined(settings.storageKey, 'STORAGE_KEY'),
        secret: assertDefined(settings.storageSecret, 'STORAGE_SECRET'),
      })
    : folderStorage(join(settings.dataDir, 'files'))

/** Answers when what was written to a file will survive a crash. */
const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file beside its place and then puts it there; where that fails, for want of room, nothing is left. */
const writeWhole = async (file: string, write: (part: string) => Promise<void>): Promise<void> => {
  const part = `${file}.${process.pid}.part`
  try {
    await write(part)
    await syncFile(part)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Throws StorageUnavailable where nothing can be written into the folder, which is made where there is none. */
export const checkFolder = async (dir: string): Promise<void> => {
  try {
    await mkdir(dir, { recursive: true })
    await access(dir, constants.W_OK)
  } catch (error) {
    throw new StorageUnavailable(`Nothing can be written into ${dir}: ${codeOf(error) ?? String(error)}.`)
  }
}

/** The folder that holds everything of an organisation. */
export const folderOf = (orgId: Id): string => BigInt(orgId).toString(36)

export const folderStorage = (dir: string): Storage => {
  const place = (orgId: Id, path: string): string => {
    const file = resolve(dir, checked(orgId, path))
    if (!file.startsWith(resolve(dir) + sep)) throw new Error(`The path ${path} leads out of the storage.`)
    return file
  }
  return {
    put: async (orgId, path, bytes) => {
      const file = place(orgId, path)
      await mkdir(dirname(file), { recursive: true })
      await writeWhole(file, async (part) => {
        await writeFile(part, bytes, { mode: 0o640 })
      })
    },
    take: async (orgId, path, from) => {
      const file = place(orgId, path)
      await mkdir(dirname(file), { recursive: true })
      await syncFile(from)
      await rename(from, file).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        // The storage is on another disk.
        await writeWhole(file, (part) => copyFile(from, part))
      })
    },
    get: async (orgId, path, range) => {
      if (isForeign(orgId, path)) return undefined
      const file = place(orgId, path)
      const status = await stat(file).catch(() => undefined)
      if (!status?.isFile()) return undefined
      return range
        ? { sizeBytes: range.to - range.from + 1, body: createReadStream(file, { start: range.from, end: range.to }) }
        : { sizeBytes: status.size, body: createReadStream(file) }
    },
    remove: async (orgId, path) => {
      await rm(place(orgId, path), { force: true })
    },
    async *list(orgId, folder) {
      const names = await readdir(place(orgId, folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names) {
        const path = `${folder}/${name}`
        const status = await stat(place(orgId, path)).catch(() => undefined)
        if (status?.isFile()) yield { path, changedAt: status.mtime }
      }
    },
    check: () => checkFolder(dir),
  }
}

export type Bucket = {
  /** The address with the bucket. */
  readonly url: string
  readonly region: string
  readonly key: string
  readonly secret: string
  /** How long nothing may come: before the answer begins, and between two pieces of it. */
  readonly silenceSeconds?: number
}

/** The answer with its body still to come. What is sent along may take a second longer for each 100 KB of it. */
type AskBucket = (address: string, init: RequestInit, sentBytes?: number) => Promise<Response>

const openBucket = ({ url, region, key, secret, silenceSeconds }: Required<Bucket>): AskBucket => {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3', retries: 3 })
  return async (address, init, sentBytes = 0) => {
    const silent = new AbortController()
    let timer: NodeJS.Timeout | undefined
    // The client asks with a request made of a request, through which an abort is lost once the first one is collected: waiting ends here.
    const silence = new Promise<never>((_, reject) => {
      const late = () => {
        const error = new StorageUnavailable(`The storage did not answer within ${silenceSeconds} seconds.`)
        silent.abort(error)
        reject(error)
      }
      timer = setTimeout(late, (silenceSeconds + sentBytes / 100_000) * 1000)
    })
    const request = inOutgoingSpan('storage', url, () => client.fetch(address, { ...init, signal: silent.signal })).catch(
      (error: unknown) => {
        throw unreachable(url, error)
      },
    )
    return Promise.race([request, silence]).finally(() => clearTimeout(timer))
  }
}

const refuseAnswer = (answer: Response, what: string, reason = '') =>
  new StorageUnavailable(`The storage answered ${answer.status} to ${what}${reason && ` (${reason})`}.`)

/** Whether the answer is that there is no such file; that there is no such bucket says nothing of the file. */
const isMissing = async (answer: Response, what: string): Promise<boolean> => {
  const text = await answer.text()
  if (answer.status === 404 && !text.includes('<Code>NoSuchBucket</Code>')) return true
  throw refuseAnswer(answer, what, valueIn(text, 'Code'))
}

/** Any storage that speaks the S3 protocol. */
export const bucketStorage = ({ url, region, key, secret, silenceSeconds = 10 }: Bucket): Storage => {
  const ask = openBucket({ url, region, key, secret, silenceSeconds })
  const addressOf = (orgId: Id, path: string) => `${url}/${checked(orgId, path)}`
  const send = async (orgId: Id, path: string, body: Blob, type: string): Promise<void> => {
    const headers = { 'content-type': type, 'content-length': String(body.size) }
    const answer = await ask(addressOf(orgId, path), { method: 'PUT', body, headers }, body.size)
    const text = await answer.text()
    if (!answer.ok) throw refuseAnswer(answer, `storing ${path}`, valueIn(text, 'Code'))
  }
  return {
    put: (orgId, path, bytes, type) => send(orgId, path, new Blob([new Uint8Array(bytes)]), type),
    take: async (orgId, path, file, type) => send(orgId, path, await openAsBlob(file), type),
    get: async (orgId, path, range) => {
      if (isForeign(orgId, path)) return undefined
      const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {}
      const answer = await ask(addressOf(orgId, path), { method: 'GET', headers })
      if (answer.ok && answer.body && range && answer.status !== 206) {
        await answer.body.cancel()
        throw new Error(`The storage answered the whole of ${path} instead of a part.`)
      }
      if (answer.ok && answer.body)
        return {
          sizeBytes: Number(answer.headers.get('content-length')),
          body: Readable.from(unsilent(answer.body, silenceSeconds, path), { objectMode: false }),
        }
      await isMissing(answer, `reading ${path}`)
      return undefined
    },
    remove: async (orgId, path) => {
      const answer = await ask(addressOf(orgId, path), { method: 'DELETE' })
      if (answer.ok) await answer.body?.cancel()
      else await isMissing(answer, `removing ${path}`)
    },
    async *list(orgId, folder) {
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: `${checked(orgId, folder)}/` })
      for (;;) {
        const answer = await ask(`${url}?${query}`, {})
        const text = await answer.text()
        if (!answer.ok) throw refuseAnswer(answer, `listing ${folder}`, valueIn(text, 'Code'))
        for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const [path, changedAt] = [valueIn(object, 'Key'), valueIn(object, 'LastModified')]
          if (path && changedAt) yield { path, changedAt: new Date(changedAt) }
        }
        const continuation = valueIn(text, 'NextContinuationToken')
        if (!continuation) return
        query.set('continuation-token', continuation)
      }
    },
    check: async () => {
      const answer = await ask(`${url}?list-type=2&max-keys=1`, {})
      const text = await answer.text()
      if (!answer.ok) throw refuseAnswer(answer, 'looking at the bucket', valueIn(text, 'Code'))
    },
  }
}

/** What came of a line that could not be opened, or broke. */
const unreachable = (url: string, error: unknown): StorageUnavailable => {
  if (error instanceof StorageUnavailable) return error
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : message
  return new StorageUnavailable(`The storage at ${new URL(url).host} cannot be reached: ${code}.`)
}

/** What a body carries, as long as a piece comes in time; the time that its reader takes is no one's fault. */
async function* unsilent(body: ReadableStream<Uint8Array>, silenceSeconds: number, path: string): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new StorageUnavailable(`Nothing more of ${path} came within ${silenceSeconds} seconds.`)),
          silenceSeconds * 1000,
        )
      })
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    // The person who stops reading lets go of the line.
    await reader.cancel().catch(() => undefined)
  }
}

/** The text of an element without elements in it. Paths of ours hold nothing that XML writes in another way, and a token is given back as it came. */
const valueIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    ?.replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** True for a path of ours: letters, digits, `/`, `.`, `-` and `_`. */
export const isPath = (path: string): boolean => /^[\w-]+(\/[\w-]+)*(\.\w+)*$/.test(path)

/** A path of ours in the folder of another organisation. */
const isForeign = (orgId: Id, path: string): boolean => isPath(path) && !path.startsWith(`${folderOf(orgId)}/`)

const checked = (orgId: Id, path: string): string => {
  if (!isPath(path)) throw new Error(`Not a path of the storage: ${JSON.stringify(path)}`)
  if (isForeign(orgId, path)) throw new Error(`Not a path of organisation ${orgId}: ${JSON.stringify(path)}`)
  return path
}

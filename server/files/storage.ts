import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Settings } from '../settings.ts'

/** Where the bytes of files lie. A path is ours: letters, digits, `/`, `.`, `-` and `_`. */
export type Storage = {
  /** Answers when the bytes will survive a crash. */
  readonly put: (path: string, bytes: Buffer, type: string) => Promise<void>
  /** Undefined where there is no such file. */
  readonly get: (path: string) => Promise<{ readonly sizeBytes: number; readonly body: Readable } | undefined>
  readonly remove: (path: string) => Promise<void>
  /** What lies in a folder, not below its folders; nothing where there is no such folder. */
  readonly list: (folder: string) => AsyncIterable<Stored>
}
export type Stored = { readonly path: string; readonly changedAt: Date }

export const openStorage = (settings: Settings): Storage =>
  settings.storageUrl
    ? bucketStorage({
        url: settings.storageUrl,
        region: settings.storageRegion,
        key: settings.storageKey!,
        secret: settings.storageSecret!,
      })
    : folderStorage(join(settings.dataDir, 'files'))

export const folderStorage = (dir: string): Storage => {
  const place = (path: string): string => {
    const file = resolve(dir, checked(path))
    if (!file.startsWith(resolve(dir) + sep)) throw new Error(`The path ${path} leads out of the storage.`)
    return file
  }
  return {
    put: async (path, bytes) => {
      const file = place(path)
      await mkdir(dirname(file), { recursive: true })
      const making = `${file}.${process.pid}.part`
      const handle = await open(making, 'w', 0o640)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(making, file)
    },
    get: async (path) => {
      const file = place(path)
      const found = await stat(file).catch(() => undefined)
      return found?.isFile() ? { sizeBytes: found.size, body: createReadStream(file) } : undefined
    },
    remove: async (path) => {
      await rm(place(path), { force: true })
    },
    async *list(folder) {
      const names = await readdir(place(folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names) {
        const path = `${folder}/${name}`
        const found = await stat(place(path)).catch(() => undefined)
        if (found?.isFile()) yield { path, changedAt: found.mtime }
      }
    },
  }
}

/** Any storage that speaks the S3 protocol; `url` names the bucket. */
export const bucketStorage = ({ url, region, key, secret }: { url: string; region: string; key: string; secret: string }): Storage => {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3', retries: 3 })
  const ask = (path: string, init: RequestInit) => client.fetch(`${url}/${checked(path)}`, { ...init, signal: AbortSignal.timeout(30_000) })
  const refused = (answer: Response, what: string) => new Error(`The storage answered ${answer.status} to ${what}.`)
  return {
    put: async (path, bytes, type) => {
      const body = new Uint8Array(bytes)
      const answer = await ask(path, { method: 'PUT', body, headers: { 'content-type': type, 'content-length': String(body.length) } })
      await answer.body?.cancel()
      if (!answer.ok) throw refused(answer, `storing ${path}`)
    },
    get: async (path) => {
      const answer = await ask(path, { method: 'GET' })
      if (answer.ok && answer.body)
        return { sizeBytes: Number(answer.headers.get('content-length')), body: Readable.fromWeb(answer.body as never) }
      await answer.body?.cancel()
      if (answer.status === 404) return undefined
      throw refused(answer, `reading ${path}`)
    },
    remove: async (path) => {
      const answer = await ask(path, { method: 'DELETE' })
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw refused(answer, `removing ${path}`)
    },
    async *list(folder) {
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: `${checked(folder)}/` })
      for (;;) {
        const answer = await client.fetch(`${url}?${query}`, { signal: AbortSignal.timeout(30_000) })
        const text = await answer.text()
        if (!answer.ok) throw refused(answer, `listing ${folder}`)
        for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const [path, changedAt] = [valueIn(object, 'Key'), valueIn(object, 'LastModified')]
          if (path && changedAt) yield { path, changedAt: new Date(changedAt) }
        }
        const more = valueIn(text, 'NextContinuationToken')
        if (!more) return
        query.set('continuation-token', more)
      }
    },
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

const checked = (path: string): string => {
  if (!/^[\w-]+(\/[\w-]+)*(\.\w+)*$/.test(path)) throw new Error(`Not a path of the storage: ${JSON.stringify(path)}`)
  return path
}

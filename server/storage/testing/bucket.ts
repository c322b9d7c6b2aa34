import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from 'node:test'

export type TestBucket = {
  readonly url: string
  /** Objects by their path, the bucket's name in front. */
  readonly objects: Map<string, { bytes: Buffer; type: string }>
  /** So many of the next requests are answered with 503. */
  failures: number
  /** `down`: lines are cut; `missing`: there is no such bucket. */
  state: 'up' | 'down' | 'missing'
  /** How long the bucket waits before an answer begins, and before the second half of a body; milliseconds. */
  beforeAnswerMs: number
  withinBodyMs: number
}

/**
 * A bucket that behaves as S3 does for what we ask of it: objects by path, parts of them by Range, listings of two objects a page with a
 * token that XML must escape; only for the person who signs with its key, and no body without its length. Closed when the tests of the file are done.
 */
export const testBucket = async (): Promise<TestBucket> => {
  const objects: TestBucket['objects'] = new Map()
  const server = createServer((request, response) => {
    const signed = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/here\/s3\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', async () => {
      await sleep(bucket.beforeAnswerMs)
      const { method, headers, url: path = '' } = request
      if (bucket.state === 'down') return request.socket.destroy()
      if (!signed.test(headers.authorization ?? '')) return response.writeHead(403).end()
      if (bucket.failures-- > 0) return response.writeHead(503).end()
      if (bucket.state === 'missing') return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
      if (method === 'PUT' && headers['content-length'] === undefined) return response.writeHead(411).end()
      if (method === 'PUT') {
        objects.set(path, { bytes: Buffer.concat(pieces), type: String(headers['content-type']) })
        return response.writeHead(200).end()
      }
      const asked = new URL(path, 'http://s3')
      if (asked.searchParams.get('list-type') === '2') return response.writeHead(200).end(listing([...objects.keys()], asked.searchParams))
      const object = objects.get(path)
      if (method === 'DELETE') objects.delete(path)
      if (method === 'DELETE') return response.writeHead(204).end()
      if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      const bytes = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1)
      response.writeHead(from === undefined ? 200 : 206, { 'content-length': bytes.length })
      const half = Math.floor(bytes.length / 2)
      if (bucket.withinBodyMs > 0) {
        response.write(bytes.subarray(0, half))
        await sleep(bucket.withinBodyMs)
        response.end(bytes.subarray(half))
      } else response.end(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const bucket: TestBucket = {
    url: `http://127.0.0.1:${port}/bucket`,
    objects,
    failures: 0,
    state: 'up',
    beforeAnswerMs: 0,
    withinBodyMs: 0,
  }
  return bucket
}

const listing = (paths: readonly string[], asked: URLSearchParams): string => {
  const after = asked.get('continuation-token')?.replace('a&b<', '') ?? ''
  const keys = paths.map((path) => path.replace('/bucket/', '')).filter((key) => key.startsWith(asked.get('prefix')!) && key > after)
  const page = keys.toSorted().slice(0, 2)
  const found = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>1</Size></Contents>`,
  )
  const next = keys.length > 2 ? `<NextContinuationToken>a&amp;b&lt;${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${found.join('')}${next}</ListBucketResult>`
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import * as v from 'valibot'
import { operation } from '../domain/operations/define.ts'
import { type App, handlePublic } from './call.ts'
import { testDatabase } from './db/testing.ts'
import { createHttp } from './http.ts'
import { readSettings } from './settings.ts'
import { keepingIn } from './testing/app.ts'

const { database } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'zaice-broken-uploads-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const app: App = { settings: readSettings({ DATA_DIR: dir }), database, ...keepingIn(dir), log }
const upload = operation({
  name: 'thing upload',
  path: '/t/upload',
  title: '',
  access: 'public',
  uploads: true,
  input: v.strictObject({}),
  output: v.number(),
})
const door = await createHttp({
  app,
  handlers: [handlePublic(upload, async (call) => (call.upload ? 1 : 0))],
  findSession: async () => undefined,
  signInClients: {},
  checkOutput: true,
})
after(() => door.close())
await door.listen({ port: 0, host: '127.0.0.1' })
const { port } = door.server.address() as AddressInfo

const type = 'Content-Type: multipart/form-data; boundary=b'
const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
const wholeBody = `${part}${'x'.repeat(70_000)}\r\n--b--\r\n`
const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
/** What is lines, and the status of its answer. */
const uploads: readonly [what: string, lines: readonly string[], status: number][] = [
  ['whole', [type, lengthOf(wholeBody), '', wholeBody], 200],
  ['without its end', [type, lengthOf(part), '', part], 400],
  ['of another boundary', [type, lengthOf('--c\r\n'), '', '--c\r\n'], 400],
  ['without a boundary', ['Content-Type: multipart/form-data', lengthOf(wholeBody), '', wholeBody], 400],
  ['empty', [type, 'Content-Length: 0', '', ''], 200],
  [
    'in chunks whose length is no number',
    [type, 'Transfer-Encoding: chunked', '', `${part.length.toString(16)}\r\n${part}\r\nzz\r\n`],
    400,
  ],
  ['cut off before its announced length', [type, 'Content-Length: 90000', '', part], 400],
]

/** Sends a request, and closes the line where it is cut off; answers what came back. */
const send = (requestId: string, lines: readonly string[], isCut: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('data', (chunk) => (answer += String(chunk))).on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(
      ['POST /t/upload HTTP/1.1', 'Host: x', 'Connection: close', `X-Request-Id: ${requestId}`, ...lines].join('\r\n'),
      () => isCut && socket.end(),
    )
  })

test('of uploads that come at once each broken one is refused with a reason, and stands in the log by its request', async () => {
  const rounds = [1, 2, 3]
  const sends = rounds.flatMap((round) =>
    uploads.map(([what, lines, status], index) => ({ requestId: `upload-${round}-${index}`, what, lines, status })),
  )
  const answers = await Promise.all(sends.map(({ requestId, what, lines }) => send(requestId, lines, what.startsWith('cut off'))))
  for (const [index, { requestId, what, status }] of sends.entries()) {
    const [head = '', body = ''] = (answers[index] ?? '').split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), what)
    if (status === 200) continue
    assert.match(head, new RegExp(`x-request-id: ${requestId}`, 'i'), what)
    assert.match(body, /"reason":"request\.[a-z]+"/, what)
    assert.ok(
      lines.some((line) => line['requestId'] === requestId && line['status'] === status),
      `${what}: no line in the log`,
    )
  }
})

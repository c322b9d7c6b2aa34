import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { addPages } from './pages.ts'

/** The files of the web app: what is found, in which coding, how long it is kept, and what is no one's. */
const dir = mkdtempSync(join(tmpdir(), 'zaice-pages-'))
const webDir = join(dir, 'web')
for (const [path, text] of Object.entries({
  'secret.txt': 'outside',
  'web/index.html': '<script>ask()</script>shell',
  'web/index.html.br': 'shell in br',
  'web/manifest.webmanifest': '{}',
  'web/assets/-7nC_yd.js': 'no name',
  'web/assets/-7nC_yd.js.br': 'no name in br',
  'web/assets/index-CNeHb_gg.js': 'named',
  'web/icons/icon.svg': '<svg/>',
})) {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
const server = fastify()
server.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', "default-src 'self'; script-src 'self'"))
after(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})
await addPages(server, {
  operations: [],
  webDir,
  publicUrl: 'https://zaice.test',
  version: '1',
  isReady: async () => ({ takesFiles: true, hasStorage: true, database: { version: '18.4' } }),
  mayMeasure: () => false,
})
const base = await server.listen({ port: 0, host: '127.0.0.1' })
const forever = 'public, max-age=31536000, immutable'

test('the script that stands in the page may run there, and nowhere else', async () => {
  const policyOf = async (url: string, encoding: string) =>
    String((await server.inject({ url, headers: { 'accept-encoding': encoding } })).headers['content-security-policy'])
  const hash = createHash('sha256').update('ask()').digest('base64')
  for (const encoding of ['br', 'identity'])
    assert.equal(await policyOf('/', encoding), `default-src 'self'; script-src 'self' 'sha256-${hash}'`)
  assert.equal(await policyOf('/icons/icon.svg', 'br'), "default-src 'self'; script-src 'self'")
})

const found: readonly (readonly [path: string, encoding: 'br' | 'identity', text: string, kept: string])[] = [
  ['/', 'br', 'shell in br', 'no-cache'],
  ['/', 'identity', '<script>ask()</script>shell', 'no-cache'],
  ['/index.html?from=home', 'identity', '<script>ask()</script>shell', 'no-cache'],
  ['/manifest.webmanifest', 'identity', '{}', 'no-cache'],
  ['/icons/icon.svg', 'br', '<svg/>', 'no-cache'],
  ['/assets/-7nC_yd.js', 'br', 'no name in br', forever],
  ['/assets/-7nC_yd.js', 'identity', 'no name', forever],
  ['/assets/index-CNeHb_gg.js', 'br', 'named', forever],
]
for (const [path, encoding, text, kept] of found)
  test(`${path} is there as ${encoding}`, async () => {
    const answer = await server.inject({ url: path, headers: { 'accept-encoding': encoding } })
    assert.deepEqual([answer.statusCode, answer.body, answer.headers['cache-control']], [200, text, kept])
    assert.equal(answer.headers['content-encoding'], text.endsWith('in br') ? 'br' : undefined)
    const head = await server.inject({ method: 'HEAD', url: path, headers: { 'accept-encoding': encoding } })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
    const again = await server.inject({ url: path, headers: { 'accept-encoding': encoding, 'if-none-match': answer.headers['etag'] } })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  })

for (const [path, language, target] of [
  ['/handbook', 'zh-CN', '/handbook/zh/index.html'],
  ['/handbook', 'en-GB', '/handbook/en/index.html'],
  ['/handbook/zh', 'en', '/handbook/zh/index.html'],
  ['/handbook/en', 'zh', '/handbook/en/index.html'],
  ['/llms.txt', 'zh', '/handbook/llms.txt'],
] as const)
  test(`${path} in ${language} leads to ${target}`, async () => {
    const answer = await server.inject({ url: path, headers: { 'accept-language': language } })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [302, target])
  })

for (const path of ['/assets/gone.js', '/assets', '/assets/', '/INDEX.html', '/%00', '/a%00b', '/.env'])
  test(`${path} is not there`, async () => {
    assert.equal((await fetch(base + path)).status, 404)
  })

for (const path of [
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%252e%252e/secret.txt',
  '//secret.txt',
])
  test(`${path} leads nowhere`, async () => {
    const answer = await server.inject({ url: path })
    assert.ok([403, 404].includes(answer.statusCode), String(answer.statusCode))
    assert.ok(!answer.body.includes('outside'))
  })

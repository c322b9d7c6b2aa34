import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { resources } from '../domain/operations/auth.ts'
import { workbenchCounts, workbenchHome } from '../domain/operations/workbench.ts'
import './testing/browserStorage.ts'

const { call, gatherQuestions } = await import('./call.ts')
const { signedIn } = await import('./session.ts')

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** Somebody is signed in; answers each request by its path, together what is asked together, and keeps which paths were asked for. */
const network = (answers: Readonly<Record<string, unknown>>): string[] => {
  signedIn({ access_token: 'a', 'X-UID': '7' })
  const paths: string[] = []
  globalThis.fetch = async (url) => {
    paths.push(String(url))
    const result = answers[String(url)]
    return new Response(JSON.stringify(result === undefined ? { code: 500, msg: '出错' } : { code: 0, result }))
  }
  return paths
}

const quiet = { quiet: true }
const askAll = () => Promise.all([call(workbenchCounts, {}, quiet), call(resources, {}, quiet)])

test('what a start asks at one moment is one request, until something is asked by itself', async () => {
  const paths = network({ '/api/together': [{ answer: 1 }, { answer: 2 }], '/api/pro/workbench/home': 3, '/api/pro/workbench/counts': 4 })
  gatherQuestions()
  assert.deepEqual(await askAll(), [1, 2])
  assert.deepEqual(await askAll(), [1, 2])
  assert.equal(await call(workbenchHome, {}, quiet), 3)
  assert.deepEqual(paths, ['/api/together', '/api/together', '/api/pro/workbench/home'])
  await Promise.all([call(workbenchCounts, {}, quiet), call(workbenchHome, {}, quiet)])
  assert.deepEqual(paths.slice(3), ['/api/pro/workbench/counts', '/api/pro/workbench/home'])
})

const leftOver: [title: string, together: unknown][] = [
  ['what was not answered with the rest', [null, { answer: 2 }]],
  ['everything where nothing was answered', undefined],
]
for (const [title, together] of leftOver)
  test(`${title} is asked by itself`, async () => {
    const paths = network({ '/api/together': together, '/api/pro/workbench/counts': 1, '/api/auth/resources': 2 })
    gatherQuestions()
    assert.deepEqual(await askAll(), [1, 2])
    assert.ok(paths.includes('/api/pro/workbench/counts'))
  })

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { resources } from '../domain/access/sessionOperations.ts'
import { workbenchCounts, workbenchHome } from '../domain/workbench/operations.ts'
import { browserStorage } from './testing/browserStorage.ts'

const { call, gatherQuestions } = await import('./call.ts')
const { signedIn, stored } = await import('./session/session.ts')

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** A person is signed in; answers each request by its path, together what is asked together, and keeps which paths were asked for. */
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

const refused: [title: string, meanwhile: () => void, stays: string | undefined][] = [
  ['ends the session whose token it was', () => undefined, undefined],
  ['leaves alone whom another window let in meanwhile', () => keepToken('b'), 'b'],
]
for (const [title, meanwhile, stays] of refused)
  test(`a refused token ${title}`, async () => {
    signedIn({ access_token: 'a', 'X-UID': '7' })
    globalThis.fetch = async () => {
      meanwhile()
      return new Response(JSON.stringify({ code: 401, msg: '会话已失效' }), { status: 401 })
    }
    await assert.rejects(call(workbenchHome, {}, quiet), { status: 401 })
    assert.equal(stored('Access-Token'), stays)
  })

/** As another window of the device does it: what this one has read of the session is left as it is. */
const keepToken = (token: string) => browserStorage.setItem('pro__Access-Token', JSON.stringify({ value: token, expire: null }))

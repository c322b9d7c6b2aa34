import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { workbenchCounts, workbenchHome } from '../../domain/workbench/operations.ts'
import '../testing/browserStorage.ts'

/** What is asked before the code is there is the browser's, so each test asks with an input of its own: an answer is taken once. */
const { call, gatherQuestions } = await import('../call.ts')
const { cache } = await import('../cache.ts')
const { layFirstAnswers } = await import('./firstAnswers.ts')
const { signedIn } = await import('../session/session.ts')

const { fetch } = globalThis
afterEach(() => {
  mock.restoreAll()
  globalThis.fetch = fetch
  globalThis.earlyAsking = undefined
})

const quiet = { quiet: true }
let lastPlace = 0

/** Asked early for a person and in a language; answers what the calls themselves then ask for. */
const startWith = (answers: readonly ({ answer: unknown } | null)[] | undefined, { token = 'a', language = 'zh-CN' } = {}) => {
  // Moments of a page count from its start.
  mock.method(performance, 'now', () => 500)
  signedIn({ access_token: 'a', 'X-UID': '7' })
  const input = { place: (lastPlace += 1) } as never
  const questions = [workbenchCounts, workbenchHome].map(({ name }) => ({ name, input }))
  globalThis.earlyAsking = { token, language, questions, answers: Promise.resolve(answers) }
  const paths: string[] = []
  globalThis.fetch = async (url) => {
    paths.push(String(url))
    const result = String(url) === '/api/together' ? [{ answer: 'later' }, { answer: 'later' }] : 'by itself'
    return new Response(JSON.stringify({ code: 0, result }))
  }
  gatherQuestions()
  return { input, paths, askBoth: () => Promise.all([call(workbenchCounts, input, quiet), call(workbenchHome, input, quiet)]) }
}

test('what was asked before the code was there is not asked again, and answers once', async () => {
  const { paths, askBoth } = startWith([{ answer: 1 }, { answer: 2 }])
  assert.deepEqual(await askBoth(), [1, 2])
  assert.deepEqual(paths, [])
  assert.deepEqual(await askBoth(), ['later', 'later'])
  assert.deepEqual(paths, ['/api/together'])
})

const notTaken: [title: string, early: Parameters<typeof startWith>][] = [
  ['for another person', [[{ answer: 1 }, { answer: 2 }], { token: 'b' }]],
  ['in another language', [[{ answer: 1 }, { answer: 2 }], { language: 'en' }]],
  ['and refused', [[null, null]]],
  ['and not answered', [undefined]],
]
for (const [title, early] of notTaken)
  test(`what was asked early ${title} is asked again`, async () => {
    const { paths, askBoth } = startWith(...early)
    assert.deepEqual(await askBoth(), ['later', 'later'])
    assert.deepEqual(paths, ['/api/together'])
  })

test('before the first drawing the answers lie where screens look for them', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { input, paths } = startWith([{ answer: { names: { 5: '打印机' } } }, { answer: 2 }])
  await layFirstAnswers()
  assert.equal(cache.getQueryData([workbenchHome.name, input]), 2)
  assert.equal(cache.getQueryData(['name', '5']), '打印机')
  assert.deepEqual(paths, [])
  // What is kept for the next start is written a second later.
  context.mock.timers.tick(1000)
})

test('an early answer that does not come holds no start up for long', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { input } = startWith(undefined)
  if (globalThis.earlyAsking) globalThis.earlyAsking = { ...globalThis.earlyAsking, answers: new Promise(() => undefined) }
  const laid = layFirstAnswers()
  context.mock.timers.tick(1000)
  await laid
  assert.equal(cache.getQueryData([workbenchHome.name, input]), undefined)
})

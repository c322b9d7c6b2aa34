import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { recordOperations } from '../domain/records/operations.ts'
import { recordOf } from '../domain/records/all.ts'
import './testing/browserStorage.ts'

const { cache, learnFrom, learnLooks, learnNames, lookKey } = await import('./cache.ts')
const { call } = await import('./call.ts')
const { learnRows, nameOf } = await import('./forms/names.ts')
const { pendingImport, rememberImport } = await import('./records/pendingImport.ts')
const { clear, signedIn } = await import('./session/session.ts')

const asset = recordOf('asset')
const row = { id: '1', version: 1, instanceName: '投影仪', instanceCode: 'A-1', modelId: '2', names: { '2': '爱普生' } }

beforeEach(() => cache.clear())
const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
  cache.clear()
})

const answers: [title: string, answer: unknown, known: Record<string, string | undefined>][] = [
  ['of itself', { id: '9', names: { '1': '李敏' } }, { '1': '李敏', '9': undefined }],
  ['with pictures', { names: { '1': '投影仪' }, pictures: { '1': 'a.png,b.png' } }, { '1': '投影仪' }],
  ['of the form in it', { form: { names: { '1': '李敏' }, pictures: {} } }, { '1': '李敏' }],
  ['of nothing', { list: [] }, { '1': undefined }],
  ['that is a word', 'done', { '1': undefined }],
  ['that is nothing', null, { '1': undefined }],
]
for (const [title, answer, known] of answers)
  test(`an answer leaves names: ${title}`, () => {
    learnFrom(answer)
    assert.deepEqual(Object.fromEntries(Object.keys(known).map((id) => [id, nameOf(id)])), known)
  })

test('a row is known by what it is called and looks as it is; what an answer says in passing takes no look away', () => {
  learnRows('asset', [row])
  assert.equal(nameOf('2'), '爱普生')
  assert.match(nameOf('1')!, /投影仪/)
  learnLooks({ '1': '投影仪 A-1' }, {})
  assert.deepEqual(cache.getQueryData(lookKey('1')), { row })
  assert.equal(nameOf('1'), '投影仪 A-1')
})

test('of several pictures the first is shown', () => {
  learnLooks({ '1': '投影仪', '2': '椅子' }, { '1': 'a.png,b.png' })
  assert.deepEqual(cache.getQueryData(lookKey('1')), { title: '投影仪', picture: 'a.png' })
  assert.deepEqual(cache.getQueryData(lookKey('2')), { title: '椅子', picture: undefined })
})

const left: [title: string, next: () => void][] = [
  ['nobody is signed in any more', () => clear()],
  ['somebody else signs in', () => signedIn({ access_token: 'other', 'X-UID': '8' })],
]
for (const [title, next] of left)
  test(`no name, look, list, count or import of the first is left when ${title}`, () => {
    signedIn({ access_token: 'abc', 'X-UID': '7' })
    learnNames({ '3': '李敏' })
    learnRows('asset', [row])
    cache.setQueryData(['workbench.counts', {}], { approve: 3 })
    cache.setQueryData([recordOperations(asset).list.name, {}, 'pages', 50], { pages: [{ list: [row] }], pageParams: [{}] })
    rememberImport(asset, '77')
    assert.equal(pendingImport(asset), '77')
    next()
    assert.equal(cache.getQueryCache().getAll().length, 0)
    assert.equal(nameOf('3'), undefined)
    assert.equal(pendingImport(asset), undefined)
  })

test('what was on its way for somebody who left is not kept for whoever came after', async () => {
  signedIn({ access_token: 'abc', 'X-UID': '7' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  globalThis.fetch = (async () => {
    await answered
    return Response.json({ code: recordOperations(asset).info.successCode, result: row })
  }) as typeof fetch
  const coming = call(recordOperations(asset).info, { id: '1' }, { quiet: true })
  signedIn({ access_token: 'other', 'X-UID': '8' })
  answer()
  await coming
  assert.equal(nameOf('2'), undefined)
  await call(recordOperations(asset).info, { id: '1' }, { quiet: true })
  assert.equal(nameOf('2'), '爱普生')
})

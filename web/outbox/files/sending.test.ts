import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../testing/browserStorage.ts'
import { type Outcome, outcomeOf } from '../action.ts'
import { isReference, newReference, referencesIn, withoutReferences, withPaths } from './reference.ts'
import { sweepFiles, uploadFiles } from './sending.ts'
import { type DeviceFile, openFileStore } from './store.ts'
import { storedPathPattern } from '../../../kernel/fields/storedPath.ts'

const author = { orgId: '9', uid: '1' }
const reference = (n: number, ending = 'jpeg') => `on-device/${n}.${ending}`
const file = (n: number, more: Partial<DeviceFile> = {}): DeviceFile => ({
  reference: reference(n),
  author,
  blob: new Blob([`bytes ${n}`]),
  name: `椅子${n}.jpg`,
  atMs: 0,
  ...more,
})

test('a reference has the shape of a path and is told from every stored one', () => {
  for (const [type, name, ending] of [
    ['image/jpeg', 'IMG_1.HEIC', 'jpeg'],
    ['application/pdf', '报价.PDF', 'pdf'],
    ['', 'no ending', 'bin'],
    ['image/svg+xml', '', 'svg'],
  ] as const) {
    const made = newReference(type, name)
    assert.match(made, storedPathPattern)
    assert.ok(made.endsWith(`.${ending}`), made)
    assert.ok(isReference(made))
  }
  for (const path of ['a1b2/20261129/0f.jpg', 'device/1.jpg', 'on-device/a.jpg', 'x/on-device/1.jpg', 7, undefined])
    assert.equal(isReference(path), false)
})

const input = {
  id: '5',
  version: undefined,
  header: {
    reason: '坏了',
    pictures: ['o/1.jpg', reference(1), reference(2)],
    files: [{ path: reference(3, 'pdf'), name: 'a', sizeBytes: 1 }],
  },
  lines: [{ asset: '7', photo: reference(1) }],
  direct: { signature: reference(4, 'png') },
}

test('references are found wherever they stand, replaced there, and left out where the server is only asked', () => {
  assert.deepEqual(referencesIn(input), [reference(1), reference(2), reference(3, 'pdf'), reference(4, 'png')])
  const paths = new Map(referencesIn(input).map((each, index) => [each, `o/new${index}.jpg`]))
  const sent = withPaths(input, paths)
  assert.deepEqual(sent.header.pictures, ['o/1.jpg', 'o/new0.jpg', 'o/new1.jpg'])
  assert.deepEqual(sent.lines, [{ asset: '7', photo: 'o/new0.jpg' }])
  assert.deepEqual(referencesIn(sent), [])
  assert.deepEqual(withoutReferences(input), {
    id: '5',
    version: undefined,
    header: { reason: '坏了', pictures: ['o/1.jpg'], files: [] },
    lines: [{ asset: '7' }],
    direct: {},
  })
})

let stores = 0
const opened = async (answers: (Outcome | Error)[] = []) => {
  const name = `files ${(stores += 1)}`
  const store = await openFileStore(name)
  const uploaded: string[] = []
  const upload = async ({ name }: DeviceFile, token: string): Promise<Outcome> => {
    uploaded.push(`${name} as ${token}`)
    const answer = answers.shift() ?? { t: 'done', answer: `o/${uploaded.length}.jpg` }
    if (answer instanceof Error) throw answer
    return answer
  }
  const send = (value: unknown, sender = { author, token: 't' }) => uploadFiles({ store, upload }, value, sender)
  return { name, store, uploaded, send }
}
const two = { pictures: [reference(1), reference(2)] }

test('each file goes once, wherever sending is cut off, and its path stays the same', async () => {
  const { store, uploaded, send } = await opened([
    { t: 'done', answer: 'o/a.jpg' },
    { t: 'unanswered' },
    new Error('the tab is killed'),
    { t: 'done', answer: 'o/b.jpg' },
  ])
  await store.keep(file(1))
  await store.keep(file(2))
  assert.deepEqual(await send(two), { t: 'unanswered' })
  await assert.rejects(send(two))
  const paths = new Map([
    [reference(1), 'o/a.jpg'],
    [reference(2), 'o/b.jpg'],
  ])
  assert.deepEqual(await send(two), { t: 'done', paths })
  assert.deepEqual(await send(two), { t: 'done', paths })
  assert.deepEqual(uploaded, ['椅子1.jpg as t', '椅子2.jpg as t', '椅子2.jpg as t', '椅子2.jpg as t'])
  assert.deepEqual(await (await store.find(reference(1)))?.blob.text(), 'bytes 1')
})

test('what the server refuses is said with the name of the file, and the others stay', async () => {
  const refusal = outcomeOf({ status: 413, code: 413, reason: 'file.large', message: '文件过大', details: undefined })
  const { store, send } = await opened([{ t: 'done', answer: 'o/a.jpg' }, refusal])
  await store.keep(file(1))
  await store.keep(file(2))
  const outcome = await send(two)
  assert.equal(outcome.t === 'refused' && outcome.words, '椅子2.jpg没有上传：文件过大')
  assert.deepEqual(await store.references(), [reference(1), reference(2)])
})

test('what is gone from the device, or is another person’s, is refused before anything goes', async () => {
  const { store, uploaded, send } = await opened()
  await store.keep(file(1))
  await store.keep(file(2, { author: { orgId: '9', uid: '2' } }))
  const outcome = await send({ pictures: [reference(1), reference(2), reference(3)] })
  assert.equal(outcome.t === 'refused' && outcome.words, '2个照片或附件已不在这台设备上，请打开表单移除后重新添加')
  assert.deepEqual(uploaded, [])
})

test('a device without room keeps nothing of a file and says so', async (context) => {
  const { store } = await opened()
  context.mock.method(IDBObjectStore.prototype, 'add', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await assert.rejects(store.keep(file(1)), { name: 'NoRoom' })
  context.mock.restoreAll()
  assert.deepEqual(await store.references(), [])
})

test('the sweep removes what nothing names and spares what was added a moment ago', async () => {
  const { store } = await opened()
  const day = 24 * 3_600_000
  for (const [n, atMs] of [
    [1, 0],
    [2, 0],
    [3, day],
  ] as const)
    await store.keep(file(n, { atMs }))
  await sweepFiles(store, [{ input: { pictures: [reference(1)] } }], day + 1)
  assert.deepEqual(await store.references(), [reference(1), reference(3)])
})

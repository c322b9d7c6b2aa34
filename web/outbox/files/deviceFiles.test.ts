import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../../testing/browserStorage.ts'
import { clear, signedIn } from '../../session/session.ts'
import { findFile, keepFile, uploadDeviceFiles } from './deviceFiles.ts'

const signIn = (uid: string) => signedIn({ 'X-UID': uid, 'X-OperationId': '9', access_token: `token of ${uid}` })
const ownerOf = (uid: string) => ({ author: { orgId: '9', uid }, token: `token of ${uid}` })

test('a file on this device is shown to its author alone, also after another person was here', async () => {
  signIn('1')
  const reference = await keepFile(new Blob(['bytes'], { type: 'image/png' }), '椅子.png')
  assert.equal(await (await findFile(reference))?.blob.text(), 'bytes')
  clear()
  assert.equal(await findFile(reference), undefined)
  signIn('2')
  assert.equal(await findFile(reference), undefined)
  assert.equal((await uploadDeviceFiles([reference], ownerOf('2'))).t, 'refused')
  signIn('1')
  assert.equal((await findFile(reference))?.name, '椅子.png')
})

test('a form and the outbox that want the same file at once wait for one upload', async () => {
  signIn('1')
  const reference = await keepFile(new Blob(['bytes']), '报价.pdf')
  const answer = Promise.withResolvers<Response>()
  const fetching = mock.method(globalThis, 'fetch', () => answer.promise)
  const outcomes = Promise.all([uploadDeviceFiles([reference], ownerOf('1')), uploadDeviceFiles({ file: reference }, ownerOf('1'))])
  while (fetching.mock.callCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  answer.resolve(Response.json({ code: 0, obj: 'o/1.pdf' }))
  const done = { t: 'done', paths: new Map([[reference, 'o/1.pdf']]) }
  assert.deepEqual(await outcomes, [done, done])
  assert.equal(fetching.mock.callCount(), 1)
  mock.restoreAll()
})

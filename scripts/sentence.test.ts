import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FolderHeld } from '../server/db/lock.ts'
import { StorageUnavailable } from '../server/storage/storage.ts'
import { lastWords } from './sentence.ts'

test('who starts a script reads a sentence, and a stack only where the fault is ours', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const bug = new TypeError('x is not a function')
  for (const [error, words] of [
    [new FolderHeld('The folder is held.'), 'The folder is held.'],
    [refused, 'The database does not answer: connect ECONNREFUSED 127.0.0.1:5432. Try again when it runs.'],
    [
      new StorageUnavailable('The storage answered 404 to reading x (NoSuchBucket).'),
      'The storage answered 404 to reading x (NoSuchBucket). Try again when the storage of files answers; STORAGE_URL says where it is.',
    ],
    [bug, bug],
    ['text', 'text'],
  ])
    assert.equal(lastWords(error), words)
})

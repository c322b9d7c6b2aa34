import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKinds } from '../../domain/documents/all.ts'
import { inWords } from '../../domain/english/all.ts'
import { shortOf } from './actions.ts'

test('what may be begun with a thing has its English', () => {
  assert.deepEqual(
    documentKinds.flatMap(({ title }) => (/^(资产|耗材)/.test(title) && shortOf(title) === title ? [title] : [])),
    [],
  )
  const words = documentKinds.map(({ title }) => inWords('en', shortOf(title)))
  assert.deepEqual(
    words.filter((word) => /\p{Script=Han}/u.test(word)),
    [],
  )
})

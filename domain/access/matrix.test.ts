import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../english/all.ts'
import { asset } from '../records/asset.ts'
import { allCodes, isKnownCode } from './codes.ts'
import { hideableFields } from './hideableFields.ts'
import { codeTitles, roleMatrix, roleTemplates } from './matrix.ts'
import { roleScopes } from './roleRights.ts'

test('every function code stands in the matrix once', () => {
  const matrixCodes = roleMatrix().flatMap(({ rows }) => rows.flatMap(({ codes }) => codes))
  assert.deepEqual(matrixCodes.toSorted(), [...allCodes()].toSorted())
})

test('the three administrators of a graded protection share nothing but reading', () => {
  const [system, security, auditor] = roleTemplates()
  for (const code of [system!, security!, auditor!].flatMap(({ codes }) => codes)) assert.ok(isKnownCode(code), code)
  const both = system!.codes.filter((code) => security!.codes.includes(code))
  assert.ok(
    both.every((code) => auditor!.codes.includes(code)),
    both.join(),
  )
})

test('what a role may hide is neither open to all nor looked for by a keyword', () => {
  for (const key of hideableFields) {
    assert.ok(!asset.open?.includes(key), key)
    assert.ok(!asset.searched.includes(key) && !asset.searchedBy.includes(key), key)
  }
})

test('every word of the matrix has its English', () => {
  const words = [
    ...roleMatrix().flatMap(({ title, rows }) => [title, ...rows.map((row) => row.title)]),
    ...allCodes().flatMap(codeTitles),
    ...roleTemplates().flatMap(({ title, description }) => [title, description]),
    ...Object.values(roleScopes),
  ]
  assert.deepEqual(
    [...new Set(words)].filter((word) => english[word] === undefined),
    [],
  )
})

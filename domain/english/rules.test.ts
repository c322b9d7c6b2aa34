import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duplicateWords, password, rulesForForms } from '../../kernel/rule.ts'
import { rulesEnglish } from './rules.ts'

test('the message of every rule can be read in English', () => {
  const words = [...Object.values(rulesForForms).map(({ rule }) => rule.words), password.words, duplicateWords]
  assert.deepEqual(
    words.filter((text) => !Object.hasOwn(rulesEnglish, text)),
    [],
  )
})

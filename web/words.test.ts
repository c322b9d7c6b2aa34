import assert from 'node:assert/strict'
import { test } from 'node:test'
import './testing/browserStorage.ts'
import { firstLanguage } from './words.ts'

const browsers: readonly [title: string, languages: readonly string[], language: 'zh' | 'en'][] = [
  ['Chinese of the mainland', ['zh-CN', 'en'], 'zh'],
  ['Chinese without a country', ['zh'], 'zh'],
  ['Chinese of Taiwan, in capitals', ['ZH-TW'], 'zh'],
  ['English before Chinese', ['en-GB', 'zh-CN'], 'en'],
  ['a language that the product does not speak', ['de-DE'], 'en'],
  ['a language whose name begins as Chinese does', ['zha'], 'en'],
  ['no language at all', [], 'zh'],
]

for (const [title, languages, language] of browsers)
  test(`a first visit with ${title} reads ${language}`, () => assert.equal(firstLanguage(languages), language))

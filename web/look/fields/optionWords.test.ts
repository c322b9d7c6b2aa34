import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setLanguage } from '../../words.ts'
import { optionWords } from './optionWords.ts'

suite('in English', () => {
  before(() => {
    Object.defineProperty(globalThis, 'document', { value: { documentElement: {} }, configurable: true })
    return setLanguage('en')
  })
  after(() => setLanguage('zh'))
  test('a name that people gave is not looked up in the dictionary, a label of ours is', () => {
    assert.equal(optionWords({ value: '1', label: '固定资产' }), 'Fixed assets')
    assert.equal(optionWords({ value: '1', label: '固定资产', isOwn: true }), '固定资产')
  })
})

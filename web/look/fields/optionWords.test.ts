import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setLanguage } from '../../words.ts'
import { optionWords } from './optionWords.ts'

after(() => setLanguage('zh'))

test('a name that people gave is not looked up in the dictionary, a label of ours is', async () => {
  await setLanguage('en')
  assert.equal(optionWords({ value: '1', label: '固定资产' }), 'Fixed assets')
  assert.equal(optionWords({ value: '1', label: '固定资产', isOwn: true }), '固定资产')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unusedHeadersOf } from './importStage.ts'

test('columns of a sheet that stand for none of ours are said, but those that are empty', () => {
  const headers = [
    { at: 0, letters: 'A', header: '资产编号', samples: ['U1'], ownControl: null },
    { at: 1, letters: 'B', header: 'MAC地址', samples: [], ownControl: null },
    { at: 2, letters: 'C', header: '', samples: ['旧'], ownControl: null },
    { at: 3, letters: 'D', header: '', samples: [], ownControl: null },
  ]
  const lettersOf = (mapping: Record<string, number | null>) => unusedHeadersOf({ headers }, mapping).map(({ letters }) => letters)
  assert.deepEqual(lettersOf({ instanceCode: 0, instanceName: null }), ['B', 'C'])
  assert.deepEqual(lettersOf({ instanceCode: 0, x1: 1, remark: 2 }), [])
})

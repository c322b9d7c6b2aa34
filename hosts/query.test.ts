import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf, withoutProof } from './query.ts'

for (const [title, address, corpId] of [
  ['before the fragment', 'https://zaice.example/?corpId=ding1#/pages/index/index', 'ding1'],
  ['in the fragment', 'https://zaice.example/#/pages/index/index?corpId=ding2&x=1', 'ding2'],
  ['before the fragment first', 'https://zaice.example/?corpId=ding1#/pages/index/index?corpId=ding2', 'ding1'],
  ['one that the container did not put in', 'https://zaice.example/?corpId=$CORPID$#/pages/index/index', undefined],
  ['none', 'https://zaice.example/#/pages/index/index', undefined],
] as const)
  test(`the organisation that an address names: ${title}`, () => assert.equal(queryOf('corpId', new URL(address)), corpId))

test('what proved who it is is taken out of the address, whose organisation it is stays', () =>
  assert.equal(withoutProof(new URL('https://zaice.example/?code=secret&state=s&corpId=ww1#/pages/x?id=1')), '/?corpId=ww1#/pages/x?id=1'))

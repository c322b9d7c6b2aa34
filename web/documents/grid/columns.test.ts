import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gsConvertOrder } from '../../../domain/documents/asset/convert.ts'
import { newLine } from './lines.ts'
import { shownFields } from './columns.ts'

const write = () => 'write' as const

test('a grid shows what its empty last row is filled in with, and what its lines ask for besides', () => {
  assert.equal(shownFields(gsConvertOrder, [], write), 'asset remark')
  assert.deepEqual(shownFields(gsConvertOrder, [newLine({ side: 'new' })], write).split(' '), Object.keys(gsConvertOrder.line))
})

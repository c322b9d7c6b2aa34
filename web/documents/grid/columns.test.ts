import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gsConvertOrder } from '../../../domain/documents/asset/convert.ts'
import { gsInstockOrder } from '../../../domain/documents/asset/instock.ts'
import { gsValueOrder } from '../../../domain/documents/asset/value.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { newLine } from './lines.ts'
import { gridColumns, shownFields, totalOf } from './columns.ts'

const write = () => 'write' as const

test('a grid shows what its empty last row is filled in with, and what its lines ask for besides', () => {
  assert.equal(shownFields(gsConvertOrder, [], write), 'asset remark')
  assert.deepEqual(shownFields(gsConvertOrder, [newLine({ side: 'new' })], write).split(' '), Object.keys(gsConvertOrder.line))
})

test('a column is added up where it counts things, and not where it says what an asset can still do', () => {
  const totalIn = (kind: DocumentKind, key: string) => {
    const column = gridColumns(kind.line, key).find((gridColumn) => gridColumn.key === key)
    return column && totalOf(kind, column, [newLine({ [key]: '3' }), newLine({ [key]: '4' })])
  }
  assert.equal(totalIn(gsInstockOrder, 'quantity'), '7')
  assert.equal(totalIn(gsValueOrder, 'unitsTotal'), undefined)
})

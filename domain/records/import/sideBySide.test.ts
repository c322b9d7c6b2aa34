import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinedCell, joinedRows, placeInSheet, sideBySideIn, type SideBySide } from './sideBySide.ts'

const table: readonly (readonly [headers: string, parts: SideBySide | undefined])[] = [
  ['名称,型号,,名称,型号', { starts: [0, 3], width: 2 }],
  [',序号,名称,序号,名称,,,序号,名称,', { starts: [1, 3, 7], width: 2 }],
  ['名称,,型号,名称,,型号', { starts: [0, 3], width: 3 }],
  ['名称,型号', undefined],
  ['名称,名称', undefined],
  ['名称,联系人,电话,联系人,电话', undefined],
  ['名称,型号,名称,型号,备注', undefined],
  ['', undefined],
]
for (const [headers, parts] of table)
  test(`headers ${headers || 'of nothing'} ${parts ? 'stand several times' : 'stand once'}`, () =>
    assert.deepEqual(sideBySideIn(headers.split(',')), parts))

test('parts are put below each other, and each cell leads back to where it stood', () => {
  const rows = [['资产清单'], ['', '名称', '型号', '', '名称', '型号'], ['', 'a', '1', '', 'c', '3'], ['', 'b', '2']]
  const parts = { starts: [1, 4], width: 2, headerAt: 1, rowsOfPart: 2 }
  assert.deepEqual(joinedRows(rows, parts), [['资产清单'], ['', '名称', '型号'], ['', 'a', '1'], ['', 'b', '2'], ['', 'c', '3'], ['']])
  assert.deepEqual(joinedCell(parts, { rowAt: 2, column: 5 }), { rowAt: 4, column: 2 })
  assert.equal(joinedCell(parts, { rowAt: 2, column: 3 }), undefined)
  assert.deepEqual(placeInSheet(parts, 4), { rowAt: 2, shift: 3 })
  assert.deepEqual(placeInSheet(parts, 3), { rowAt: 3, shift: 0 })
  assert.deepEqual(placeInSheet(parts, 1), { rowAt: 1, shift: 0 })
})

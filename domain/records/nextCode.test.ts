import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAfter, firstCode, seriesOf } from './nextCode.ts'

const cases: [code: string, highest: bigint, next: string | undefined][] = [
  ['QY0007', 7n, 'QY0008'],
  ['QY0007', 12n, 'QY0013'],
  ['A-9', 9n, 'A-10'],
  ['3F-099', 99n, '3F-100'],
  ['99', 99n, '100'],
  ['总部', 0n, undefined],
  ['', 0n, undefined],
  ['X1234567890123456', 0n, undefined],
]
for (const [code, highest, next] of cases)
  test(`behind ${code || 'nothing'}: ${next ?? 'no series'}`, () => {
    const series = seriesOf(code)
    assert.equal(series && codeAfter(series, highest), next)
  })

test('the first code has its letters and room for thousands', () => assert.equal(firstCode('QY'), 'QY0001'))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from '../../domain/documents/all.ts'
import { keepSources } from './body.ts'

const instock = documentKind('GsInstockOrder')!
const match = instock.from!.match
const line = (model: string, quantity: string) => ({ [match]: model, quantity })
const before = [line('1', '5'), line('1', '7'), line('2', '3')].map((values, index) => ({
  lineNo: index + 1,
  sourceLine: index + 11,
  values,
}))

const cases: [title: string, now: ReturnType<typeof line>[], expected: (number | undefined)[]][] = [
  ['as they were', [line('1', '5'), line('1', '7'), line('2', '3')], [11, 12, 13]],
  ['the first is gone', [line('1', '7'), line('2', '3')], [12, 13]],
  ['in another order', [line('2', '3'), line('1', '7'), line('1', '5')], [13, 12, 11]],
  ['one is changed', [line('1', '5'), line('1', '6'), line('2', '3')], [11, 12, 13]],
  ['one is changed and stands first', [line('2', '1'), line('1', '5'), line('1', '7')], [13, 11, 12]],
  ['one is new', [line('1', '5'), line('9', '1'), line('2', '3')], [11, undefined, 13]],
  ['more of the same than there were', [line('2', '3'), line('2', '3')], [13, undefined]],
]
for (const [title, now, expected] of cases)
  test(`lines that come back from an approver keep what they fulfil: ${title}`, () =>
    assert.deepEqual(
      keepSources(instock, before, now).map(({ sourceLine }) => sourceLine),
      expected,
    ))

test('a kind that fulfils nothing has no source lines', () => {
  const issue = documentKind('CsAjustOrder')!
  assert.deepEqual(keepSources(issue, [], [{ a: 1 }]), [{ a: 1 }])
})

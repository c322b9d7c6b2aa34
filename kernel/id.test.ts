import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareIds, isId, newId, newUuid } from './id.ts'

test('ids of one process climb strictly and never repeat, also within one millisecond', () => {
  let before = 0n
  for (let count = 0; count < 20_000; count++) {
    const id = newId()
    assert.ok(isId(id), id)
    assert.ok(BigInt(id) > before, `${id} after ${before}`)
    before = BigInt(id)
  }
})

test('ids keep climbing when the clock stands still or steps back', (t) => {
  const start = Date.now() + 60_000
  t.mock.timers.enable({ apis: ['Date'], now: start })
  let before = BigInt(newId())
  // Far more than one millisecond can hold, so a made-up millisecond begins at least once.
  for (let count = 0; count < 600_000; count++) {
    const id = BigInt(newId())
    if (id <= before) assert.fail(`${id} after ${before}`)
    before = id
  }
  assert.ok(Number(before >> 22n) > start - Date.UTC(2024, 0, 1))
  t.mock.timers.setTime(start - 30_000)
  assert.ok(BigInt(newId()) > before)
})

test('an id fits a bigint column until the year 2093', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2093, 0, 1) })
  assert.ok(isId(newId()))
})

test('a UUID is made where the page has no randomUUID, as over plain http', (context) => {
  context.mock.method(crypto, 'randomUUID', () => assert.fail('not there'))
  const made = Array.from({ length: 1000 }, newUuid)
  for (const uuid of made) assert.match(uuid, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(new Set(made).size, made.length)
})

const shapes: [value: unknown, is: boolean][] = [
  ['1', true],
  ['9223372036854775807', true],
  ['9223372036854775808', false],
  ['99999999999999999999', false],
  ['0', false],
  ['01', false],
  ['-1', false],
  ['1.0', false],
  ['1e3', false],
  [' 1', false],
  ['1\n', false],
  ['', false],
  ['abc', false],
  [1, false],
  [1n, false],
  [null, false],
  [undefined, false],
]
for (const [value, is] of shapes)
  test(`isId(${typeof value} ${JSON.stringify(String(value))}) is ${is}`, () => assert.equal(isId(value), is))

test('every number from 1 to 2^63 - 1 is an id', () => {
  fc.assert(fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (number) => isId(number.toString())))
})

test('ids sort by their numbers, however long they are', () => {
  assert.deepEqual(['10', '9', '9223372036854775807', '9'].toSorted(compareIds), ['9', '9', '10', '9223372036854775807'])
})

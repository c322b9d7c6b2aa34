import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderCode } from './orderCode.ts'

const codes: [prefix: string, moment: string, random: number, code: string][] = [
  ['CG', '2026-11-21T08:30:05.999Z', 12345678, 'CG2026112116300512345678'],
  ['RK', '2026-12-31T16:00:00.000Z', 7, 'RK2027010100000000000007'],
  ['', '2026-11-20T15:59:59.000Z', 99999999, '2026112023595999999999'],
]
for (const [prefix, moment, random, code] of codes) {
  test(`at ${moment} the code is ${code}`, () => {
    const made = orderCode(prefix, Date.parse(moment), (limit) => {
      assert.equal(limit, 100_000_000)
      return random
    })
    assert.equal(made, code)
  })
}

test('without a source the random digits differ from code to code and reach both halves', () => {
  const now = Date.parse('2026-11-21T08:30:05Z')
  const randoms = Array.from({ length: 200 }, () => orderCode('LY', now).slice('LY20261121163005'.length))
  for (const random of randoms) assert.match(random, /^\d{8}$/)
  assert.ok(new Set(randoms).size > 190)
  assert.ok(randoms.some((random) => random < '50000000') && randoms.some((random) => random >= '50000000'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { objectByKey } from './objectByKey.ts'

type Part = { n: number } | { all: Part[] }
let makings = 0
const part: v.GenericSchema<unknown, Part> = objectByKey<Part>(() => {
  makings++
  return { n: v.strictObject({ n: v.number() }), all: v.strictObject({ all: v.array(part) }) }
})

test('parts are told apart by their key, however deep, and their schemas are made once', () => {
  const input = { all: [{ n: 1 }, { all: [{ n: 2 }, { all: [] }] }] }
  assert.deepEqual(v.parse(part, input), input)
  assert.equal(makings, 1)
})

for (const input of [{}, { m: 1 }, { n: 'one' }, { n: 1, all: [] }, { all: [{ n: null }] }, null, 1, 'n', []])
  test(`refused: ${JSON.stringify(input)}`, () => assert.equal(v.safeParse(part, input).success, false))

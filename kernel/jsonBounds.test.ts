import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWithinBounds, weighsMoreThan } from './jsonBounds.ts'

const bounds = { values: 12, names: 4 }
const object = (names: number) => JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, n) => [`n${n}`, n])))

const cases: readonly (readonly [title: string, text: string, isWithin: boolean])[] = [
  ['no members', '{}', true],
  ['as many names as there may be', object(4), true],
  ['one name more', object(5), false],
  ['as many values as there may be', JSON.stringify(Array(12).fill(null)), true],
  ['one value more', JSON.stringify(Array(13).fill(null)), false],
  ['more values than names may be, in an array', '[1,2,3,4,5,6]', true],
  ['values of several objects together', `[${object(4)},${object(4)},${object(4)},${object(4)}]`, false],
  ['many empty objects', JSON.stringify(Array.from({ length: 13 }, () => ({}))), false],
  ['arrays in each other, which count as values', '['.repeat(13), false],
  ['signs inside texts', JSON.stringify({ '[[[[[': '{,,,,,,,,,,,,,,,,,"\\', a: '\\"[[[[[,,,,,,,,,,,,,,,' }), true],
  ['a text without an end', '["[[[[[[', true],
  ['ends without beginnings', ']]]],,', true],
]

for (const [title, text, isWithin] of cases)
  test(`${isWithin ? 'within' : 'outside'}: ${title}`, () => assert.equal(isWithinBounds(text, bounds), isWithin))

/** The numbers of what was read, for comparison. */
const measured = (value: unknown): { values: number; names: number } => {
  if (typeof value !== 'object' || value === null) return { values: 0, names: 0 }
  const members = Object.values(value)
  const below = members.map(measured)
  return {
    values: 1 + Math.max(0, members.length - 1) + below.reduce((sum, { values }) => sum + values, 0),
    names: Math.max(Array.isArray(value) ? 0 : members.length, ...below.map(({ names }) => names)),
  }
}

test('whatever is written as JSON, the bounds of the text are those of what it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(40), fc.integer({ min: 1, max: 6 }), (value, values, names) => {
      const has = measured(value)
      assert.equal(isWithinBounds(JSON.stringify(value), { values, names }), has.values <= values && has.names <= names)
    }),
  )
})

test('objects and lists are weighed at every depth, and no further than the bound', () => {
  const json = { a: [{ n: 1 }, [{ n: 2 }]], b: null, c: 'text', d: { n: 3 } }
  let weighings = 0
  const weigh = (value: object) => {
    weighings++
    return 'n' in value ? 1 : 0
  }
  assert.equal(weighsMoreThan(json, 3, weigh), false)
  assert.equal(weighings, 6)
  assert.equal(weighsMoreThan(json, 2, weigh), true)
  weighings = 0
  assert.equal(weighsMoreThan(json, -1, weigh), true)
  assert.equal(weighings, 1)
  assert.equal(weighsMoreThan('text', 0, weigh), false)
})

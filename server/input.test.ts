import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { operation } from '../domain/operations/define.ts'
import { readInput } from './input.ts'
import { HttpError } from './httpError.ts'

const read = (input: v.GenericSchema, body: unknown, reads = true) =>
  readInput(
    operation({ name: 'thing ask', path: '/t', title: '', access: 'public', reads, input, output: v.any() }),
    { params: {}, query: {}, body },
    'zh',
  )
const manyFields = Object.fromEntries(Array.from({ length: 4_900 }, (_, n) => [`unknown${n}`, n]))

test('the fields that a question does not know are left out together, however many there are', () => {
  let checks = 0
  const size = v.optional(v.pipe(v.number(), v.check(() => ++checks > 0))) // prettier-ignore
  const { input, ignored } = read(v.strictObject({ size }), { size: '7', ...manyFields, column: '', t: 1 })
  assert.deepEqual(input, { size: 7 })
  assert.equal(ignored.length, 4_900)
  assert.ok(checks <= 8, `checked ${checks} times`)
})

test('a column that a list does not sort by is left out where it has the name of older clients', () => {
  const list = v.strictObject({ sidx: v.optional(v.picklist(['', 'name'], 'no such order')), order: v.optional(v.string()) })
  assert.deepEqual(read(list, { column: 'createTime', order: 'desc', uid: 1 }), { input: { order: 'desc' }, ignored: ['column', 'uid'] })
  assert.deepEqual(read(list, { column: 'name' }), { input: { sidx: 'name' }, ignored: [] })
  assert.throws(() => read(list, { sidx: 'createTime' }), HttpError)
  assert.throws(() => read(list, { sidx: 'createTime', column: 'x' }), HttpError)
  assert.throws(() => read(list, { column: 'createTime' }, false), HttpError)
})

test('an empty value chooses nothing in a question, whatever the field would refuse it for; a write refuses it', () => {
  const fields = v.strictObject({
    uid: v.optional(v.pipe(v.string(), v.regex(/^[1-9]/, 'no id'))),
    from: v.optional(v.pipe(v.string(), v.isoDate('no day'))),
    size: v.optional(v.number()),
  })
  assert.deepEqual(read(fields, { uid: '', from: '', size: '' }), { input: {}, ignored: [] })
  assert.throws(() => read(fields, { uid: '' }, false), HttpError)
  assert.throws(() => read(v.strictObject({ id: v.pipe(v.string(), v.minLength(1, 'no id')) }), { id: '' }), HttpError)
  assert.throws(() => read(v.strictObject({ list: v.array(v.pipe(v.string(), v.minLength(1, 'no id'))) }), { list: [''] }), HttpError)
})

/** What the refusal of this input says of single fields. */
const problemsOf = (input: v.GenericSchema, body: unknown): readonly unknown[] => {
  try {
    read(input, body, false)
  } catch (error) {
    assert.ok(error instanceof HttpError && Array.isArray(error.details))
    return error.details
  }
  return []
}

test('of many wrong values some are named, of very many the first', () => {
  const texts = v.strictObject({ list: v.array(v.string()) })
  assert.equal(problemsOf(texts, { list: Array(3).fill(null) }).length, 3)
  assert.equal(problemsOf(texts, { list: Array(4_000).fill(null) }).length, 200)
  assert.equal(problemsOf(texts, { list: Array(40_000).fill(null) }).length, 1)
})

test('very many wrong values that could be read otherwise are not read otherwise one by one', () => {
  let checks = 0
  const numbers = v.strictObject({ list: v.array(v.pipe(v.number(), v.check(() => ++checks > 0))) }) // prettier-ignore
  assert.equal(problemsOf(numbers, { list: Array(20_000).fill('1') }).length, 1)
  assert.ok(checks <= 3, `checked ${checks} times`)
})

test('a text that stands for a list is no list where it holds more than a request may', () => {
  const lists = v.strictObject({ list: v.array(v.any()) })
  assert.deepEqual(read(lists, { list: '[1,2]' }).input, { list: [1, 2] })
  assert.equal(problemsOf(lists, { list: `[${'[],'.repeat(60_000)}1]` }).length, 1)
  assert.equal(problemsOf(lists, { list: '1,'.repeat(60_000) }).length, 1)
})

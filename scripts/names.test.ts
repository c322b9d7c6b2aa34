import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { glossaryFaults, namesOf, readNames, saysNothing } from './names.ts'

const root = join(import.meta.dirname, '..')
const names = readNames(root)

test('hears what a file declares', () => {
  const { declared, types } = namesOf(
    'a.ts',
    `type Row = { readonly amount: number }
     const add = ({ a, b: [first, ...others] }: Row, count = 1) => { try { return a } catch (error) { return first } }
     class Queue {}`,
  )
  assert.deepEqual(
    [declared.toSorted(), types],
    [
      ['a', 'add', 'amount', 'count', 'error', 'first', 'others'],
      ['Row', 'Queue'],
    ],
  )
})

for (const [name, isEmpty] of [
  ['told', true],
  ['posted', true],
  ['waiting', true],
  ['postedAt', false],
  ['encoding', false],
  ['string', false],
] as const)
  test(`${name} ${isEmpty ? 'says nothing' : 'is a name'}`, () => assert.equal(saysNothing(name), isEmpty))

test('every name of the glossary stands in the code', () => {
  assert.deepEqual(glossaryFaults(readFileSync(join(root, 'docs/glossary.md'), 'utf8'), names.words, names.hasPath), [])
})

test('a name that the code has not is missed', () => {
  const line = '| 资产 | asset | `asset`, `thingamajig` |'
  assert.deepEqual(
    glossaryFaults(line, new Set(['asset']), () => false),
    ['资产: thingamajig stands nowhere in the code'],
  )
})

/** How many names may say nothing. Where fewer do, the number is lowered; it is never raised. */
const atMost = { declared: 3023, types: 15 }

test('no more names than before are a participle, a pronoun or an adverb alone', () => {
  const empty = names.declared.filter(saysNothing)
  const emptyTypes = names.types.filter((name) => saysNothing(name.charAt(0).toLowerCase() + name.slice(1)))
  const usual = [...Map.groupBy(empty, (name) => name)].map(([name, uses]) => `${name} ${uses.length}`)
  assert.ok(empty.length <= atMost.declared, `${empty.length} names: ${usual.toSorted().join(', ')}`)
  assert.ok(emptyTypes.length <= atMost.types, `${emptyTypes.length} types: ${emptyTypes.join(', ')}`)
})

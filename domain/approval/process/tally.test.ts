import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../../kernel/refusal.ts'
import { progressOf } from './progress.ts'
import { type Rehearsal, taskOf } from '../testing/rehearsal.ts'
import { accepted, act, all, begun, seq, step, yes, no } from '../testing/sketch.ts'
import { tallyWords } from './tally.ts'

const rowsOf = (r: Rehearsal) => progressOf(r.definition, r.entries, [], new Date(r.now).toISOString())
const rowOf = (r: Rehearsal, node: string) => rowsOf(r).findLast((row) => row.node === node)!
const wordsAt = (r: Rehearsal, node: string): string => {
  const { tally, status } = rowOf(r, node)
  const said = tally && tallyWords(tally, status)
  return said ? fill(said.words, said.params) : ''
}
const some = (n: number) => step('a', 'bob cat dan', { vote: { mode: 'atLeast', n } })
const sign = (r: Rehearsal, user: string, where: string, ...users: string[]) => accepted(act(r, user, { t: 'addSign', users, where }))

for (const [title, make, expected] of [
  ['one person alone', () => begun([step('a', 'bob')]), ''],
  ['any of three', () => begun([step('a', 'bob cat dan')]), '一人处理即可'],
  ['two of three, nobody yet', () => begun([some(2)]), '已同意0 / 需2，还差2'],
  ['two of three, one yes', () => did(begun([some(2)]), (r) => yes(r, 'bob')), '已同意1 / 需2，还差1'],
  ['two of three, a yes and a no', () => did(begun([some(2)]), (r) => yes(r, 'bob'), (r) => no(r, 'cat')), '已同意1 / 需2，还差1，反对1'], // prettier-ignore
  ['two of three, done', () => did(begun([some(2), step('z', 'zed')]), (r) => yes(r, 'bob'), (r) => yes(r, 'cat')), '已同意2 / 需2'], // prettier-ignore
  ['all, with somebody added to one', () => did(begun([all('a', 'bob')]), (r) => sign(r, 'bob', 'with', 'eve', 'fay')), '已同意0 / 需3，还差3'], // prettier-ignore
  ['a signer after does not count by himself', () => did(begun([all('a', 'bob cat')]), (r) => sign(r, 'bob', 'after', 'eve'), (r) => yes(r, 'bob')), '已同意0 / 需2，还差2'], // prettier-ignore
  ['any of three, one has claimed', () => did(begun([step('a', 'bob cat dan')]), (r) => accepted(act(r, 'bob', { t: 'claim' }))), ''], // prettier-ignore
] as [string, () => Rehearsal, string][])
  test(`the tally of ${title}`, () => assert.equal(wordsAt(make(), 'a'), expected))

function did(r: Rehearsal, ...steps: ((r: Rehearsal) => unknown)[]): Rehearsal {
  for (const one of steps) one(r)
  return r
}

test('signers stand on the side of the vote on which they sign', () => {
  const r = begun([seq('a', 'bob cat')])
  sign(r, 'bob', 'before', 'eve', 'fay')
  yes(r, 'eve')
  yes(r, 'fay')
  yes(r, 'bob')
  sign(r, 'cat', 'after', 'gil')
  yes(r, 'cat')
  assert.deepEqual(
    rowOf(r, 'a').people.map(({ user }) => user),
    ['eve', 'fay', 'bob', 'cat', 'gil'],
  )
  taskOf(r, 'gil')
})

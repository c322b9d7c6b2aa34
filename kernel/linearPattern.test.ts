import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RefusalError } from './refusal.ts'
import { linearTest } from './linearPattern.ts'

/** Random expressions over a small alphabet, so that they match and fail about equally often. */
const source = fc
  .letrec<{ atom: string; part: string; whole: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom('a', 'b', '中', '.', '\\d', '\\w', '[ab]', '[^a]', '[\\d中-]', '[\\]a]', '\\.', '\\x61', '\\u4e2d', '\\-', '^', '$'),
      tie('whole').map((whole) => `(${whole})`),
      tie('whole').map((whole) => `(?:${whole})`),
    ),
    part: fc
      .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?'))
      .map(([atom, times]) => (/[\^$]$/.test(atom) && atom.length === 1 ? atom : atom + times)),
    whole: fc
      .array(
        fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((arms) => arms.join('|')),
  }))
  .whole.filter((pattern) => pattern.length <= 100)

test('says the same as the built-in engine', () => {
  fc.assert(
    fc.property(
      source,
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1', '中', '.', '-', ']'), maxLength: 6 }), { minLength: 5, maxLength: 5 }),
      (pattern, values) => {
        const matches = linearTest(pattern)
        for (const value of values) assert.equal(matches(value), new RegExp(pattern).test(value), `${pattern} on ${JSON.stringify(value)}`)
      },
    ),
    { numRuns: 1000 },
  )
})

const likely: [pattern: string, value: string, matches: boolean][] = [
  ['^[\\w\\-\\.]+@[\\w\\-]+\\.com$', 'a-b.c@d-e.com', true],
  ['^[\\w-.]+$', 'a-b.c', true],
  ['^[\\u4e00-\\u9fa5]{2,4}$', '张三', true],
  ['^[\\u4e00-\\u9fa5]{2,4}$', '张', false],
  ['^(ZC|HC)-\\d{4}$', 'HC-0012', true],
  ['^(ZC|HC)-\\d{4}$', 'XX-0012', false],
  ['^a{2$', 'a{2', true],
  ['', 'anything', true],
]
for (const [pattern, value, matches] of likely) {
  test(`/${pattern}/ on '${value}' is ${matches}`, () => assert.equal(linearTest(pattern)(value), matches))
}

const refused: [pattern: string, reason: string][] = [
  ['(', 'pattern.syntax'],
  ['*a', 'pattern.syntax'],
  ['[b-a]', 'pattern.syntax'],
  ['(a)\\1', 'pattern.unsupported'],
  ['(?<x>a)\\k<x>', 'pattern.unsupported'],
  ['(?=a)b', 'pattern.unsupported'],
  ['(?!a)b', 'pattern.unsupported'],
  ['(?<=a)b', 'pattern.unsupported'],
  ['(?<!a)b', 'pattern.unsupported'],
  ['\\bword', 'pattern.unsupported'],
  ['\\p{L}', 'pattern.unsupported'],
  ['[\\p{L}]', 'pattern.unsupported'],
  ['((a{50}){50}){50}', 'pattern.large'],
  ['((){99999}){99999}', 'pattern.large'],
  ['a{999999999}', 'pattern.large'],
  ['a'.repeat(501), 'pattern.large'],
]
for (const [pattern, reason] of refused) {
  test(`/${pattern.slice(0, 20)}/ is refused: ${reason}`, () =>
    assert.throws(
      () => linearTest(pattern),
      (thrown) => thrown instanceof RefusalError && thrown.refusal.reason === reason,
    ))
}

// The built-in engine would not come back from any of these in a lifetime.
for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a*)*$', '^(\\w+\\s?)*$', '^(.*a){20}$', '^((a|ab)(b|))*$']) {
  test(`/${pattern}/ comes back at once from what makes others hang`, () => {
    assert.equal(linearTest(pattern)('a'.repeat(1000) + '!'), false)
  })
}

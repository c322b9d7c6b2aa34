import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bareCode, gramsOf, likePattern, queryGrams, searchTextOf, spellingsOf, wordsOf } from './searchText.ts'

/** LIKE with the default escape, as the database reads it. */
const isLike = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern.replace(/\\(.)|[%_]|[^\\%_]/gsu, (part, escaped?: string) => (part === '%' ? '.*' : part === '_' ? '.' : RegExp.escape(escaped ?? part)))}$`,
    'su',
  ).test(text)

/** As the database decides: of every word some spelling is there, by its grams and by its pattern. */
const areFound = (text: string, keyword: string): boolean =>
  wordsOf(keyword).every((word) => spellingsOf(word).some((each) => isFound(text, each)))

/** Every needed gram is there, and the text is like the pattern. */
const isFound = (text: string, keyword: string): boolean => {
  const grams = new Set(gramsOf(text))
  return queryGrams(keyword).every((gram) => grams.has(gram)) && isLike(text, likePattern(keyword))
}

const asset = searchTextOf(['ZC2026-0042', '联想笔记本电脑', 'PF3K9_X%1', 'ThinkPad X1 绿色版', '重庆仓库', '柜', '', '联想笔记本电脑'])

const found: [keyword: string, found: boolean][] = [
  ['联', true],
  ['想笔', true],
  ['笔记本电脑', true],
  ['联想笔记本电脑', true],
  ['柜', true],
  ['lianxiang', true],
  ['bijiben', true],
  ['lxbjb', true],
  ['LXBJBDN', true],
  ['  LianXiang ', true],
  ['gui', true],
  ['lvse', true],
  ['x1ls', false],
  ['x1 ls', true],
  ['thinkpad x1 绿', true],
  ['ｔｈｉｎｋｐａｄ', true],
  ['zc2026', true],
  ['0042', true],
  ['2026-0042', true],
  ['k9_x%1', true],
  ['k9ax', false],
  ['x%', true],
  ['x%9', false],
  ['_', true],
  ['l', true],
  ['q', true],
  ['chongqing', true],
  ['zhongqing', false],
  ['cqck', true],
  ['打印', false],
  ['想脑', false],
  ['xianglian', false],
  ['', true],
]
for (const [keyword, expected] of found)
  test(`'${keyword}' finds the laptop: ${expected}`, () => assert.equal(isFound(asset, keyword), expected))

test('the search text is short: a line a part, pinyin and initials after Chinese, nothing twice', () => {
  assert.equal(
    searchTextOf(['AB-1', '绿柜', ' 绿　柜 ', '绿柜', '', '𠮷野']),
    'ab-1\nab1\n绿柜\nlvgui\nlg\n绿 柜\nlv gui\nl g\n𠮷野\n𠮷ye\n𠮷y',
  )
  assert.equal(searchTextOf([]), '')
})

const worded: [keyword: string, found: boolean][] = [
  ['绿色 联想', true],
  ['x1 lxbjb', true],
  ['重庆 x1 联想', true],
  ['联想 惠普', false],
  ['zc20260042', true],
  ['zc-2026.0042', true],
  ['zc 0042', true],
  ['zc20260043', false],
  ['　 ', true],
]
for (const [keyword, expected] of worded)
  test(`every word of '${keyword}' finds the laptop: ${expected}`, () => assert.equal(areFound(asset, keyword), expected))

test('a code is the same however its parts are joined', () => {
  assert.equal(bareCode('ZC-2026_01./a b'), 'zc202601ab')
  assert.deepEqual(spellingsOf('zc-1'), ['zc-1', 'zc1'])
  assert.deepEqual(spellingsOf('wi-fi'), ['wi-fi'])
  assert.deepEqual(spellingsOf('柜-1'), ['柜-1'])
})

const grams: [text: string, stored: string[], needed: string[]][] = [
  ['柜', ['柜'], ['柜']],
  ['电脑', ['电', '电脑', '脑'], ['电脑']],
  ['x1', ['x1'], ['x1']],
  ['l', [], []],
  ['a-b', [], []],
  ['电-脑x', ['电', '脑', '脑x'], ['电', '脑x']],
  ['aaaa', ['aa'], ['aa']],
  ['𠮷野', ['𠮷', '𠮷野', '野'], ['𠮷野']],
  ['%_\\', [], []],
  ['', [], []],
]
for (const [text, stored, needed] of grams) {
  test(`grams of '${text}'`, () => {
    assert.deepEqual(gramsOf(text), stored)
    assert.deepEqual(queryGrams(text), needed)
  })
}

test('whatever stands in a search text is found by it', () => {
  const part = fc.string({ unit: fc.constantFrom(...'联想笔记本重庆绿aB1-_%\\ \t，Ａ①é𠮷'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.nat(60), fc.integer({ min: 1, max: 8 }), (parts, from, length) => {
      const text = searchTextOf(parts)
      const keyword = [...(text.split('\n')[from % 5] ?? '')].slice(from % 11, (from % 11) + length).join('')
      assert.ok(isFound(text, keyword), `${JSON.stringify(keyword)} in ${JSON.stringify(text)}`)
    }),
    { numRuns: 500 },
  )
})

test('a part is found as it was written, whatever its width, case and spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (part) => assert.ok(isFound(searchTextOf(['ZC1', part]), part))),
    { numRuns: 500 },
  )
})

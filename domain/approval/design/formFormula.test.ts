import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  erased,
  formulaFrom,
  formulaWords,
  type Token,
  tokensOf,
  tokensTyped,
  typedProblem,
  typed,
  typedDigit,
  type FormulaInput,
} from './formFormula.ts'
import type { Formula } from '../form/formula.ts'
import { formulaFunctionNames, formulaFunctions } from '../form/formulaFunctions.ts'
import { formulaOperators } from '../form/formulaValue.ts'

/** Pieces in short: "a * ( 2 + sum:lines.p )". */
const tokens = (line: string): Token[] =>
  line
    .split(' ')
    .filter(Boolean)
    .map((word): Token => {
      if (word === '(') return { k: 'open' }
      if (word === ')') return { k: 'close' }
      if (word === 'if' || word === 'round') return { k: 'call', call: word }
      if (word === ',') return { k: 'comma' }
      if (/^[-+*/]$/.test(word)) return { k: 'op', op: word as '+' }
      if (/^\d/.test(word)) return { k: 'number', text: word }
      const [kind, path] = word.split(':')
      return path === undefined ? { k: 'field', path: word } : { k: kind as 'sum', path }
    })

const speech = {
  say: (words: string, params: Readonly<Record<string, string | number>> = {}) =>
    words.replace(/\{(\w+)\}/g, (_, name) => `${params[name]}`),
  labelOf: (path: string) => path.toUpperCase(),
  columnOf: (_: string, column: string) => column.toUpperCase(),
}

for (const [line, words] of [
  ['a', 'A'],
  ['a + b * 2', 'A + B × 2'],
  ['( a + b ) * 2', '(A + B) × 2'],
  ['a - b - c', 'A − B − C'],
  ['a - ( b - c )', 'A − (B − C)'],
  ['a / b / c', 'A ÷ B ÷ C'],
  ['( a )', 'A'],
  ['sum:lines.p + count:lines', '合计（LINES.P） + 行数（LINES）'],
] as const)
  test(`reads ${line}`, () => {
    const read = formulaFrom(tokens(line), null)
    assert.ok('formula' in read)
    assert.equal(formulaWords(read.formula, speech), words)
  })

for (const [line, wrong] of [
  ['', /请添加/],
  ['a +', /还没有写完/],
  ['a b', /缺少运算符/],
  ['* a', /运算符前后/],
  ['a + * b', /运算符前后/],
  ['( a', /缺少右括号/],
  ['a )', /多了一个右括号/],
  ['( )', /运算符前后/],
  ['1.', /数字有误/],
  ['if a , b', /缺少右括号/],
  ['if )', /没有内容/],
  ['a , b', /逗号/],
  ['round a , 9 )', /ROUND/],
] as const)
  test(`refuses “${line}”`, () => {
    const read = formulaFrom(tokens(line), null)
    assert.ok('wrong' in read)
    assert.match(read.wrong, wrong)
  })

test('rounds what is at the outside', () => {
  const read = formulaFrom(tokens('a / 3'), 2)
  assert.deepEqual(read, { formula: { round: { op: '/', a: { f: 'a' }, b: { n: '3' } }, places: 2 } })
  assert.equal(formulaWords((read as { formula: Formula }).formula, speech), '（A ÷ 3）保留2位小数')
  const inside: Formula = { op: '+', a: { n: '1' }, b: { round: { f: 'a' }, places: 1 } }
  assert.deepEqual(formulaFrom(tokensOf(inside).tokens, null), { formula: inside })
})

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small' },
    fc.nat(99).map((n): Formula => ({ n: String(n) })),
    fc.constantFrom('a', 'b').map((f): Formula => ({ f })),
    fc.constant<Formula>({ sum: 'lines.p' }),
    fc.constant<Formula>({ count: 'lines' }),
    fc.constant<Formula>({ average: 'lines.p' }),
    fc.constant<Formula>({ most: 'lines.p' }),
    fc.constant<Formula>({ record: 'model', column: 'price' }),
    fc.constant<Formula>({ call: 'today', args: [] }),
    fc.record(
      { op: fc.constantFrom(...formulaOperators), a: tie('formula'), b: tie('formula') },
      { noNullPrototype: true },
    ) as fc.Arbitrary<Formula>,
    fc.record(
      { call: fc.constantFrom(...formulaFunctionNames), args: fc.array(tie('formula'), { minLength: 1, maxLength: 3 }) },
      { noNullPrototype: true },
    ) as fc.Arbitrary<Formula>,
    fc.constantFrom('', '是', 'a,b').map((text): Formula => ({ text })),
  ),
}))

test('what is taken apart is put together the same', () => {
  fc.assert(
    fc.property(formula, fc.option(fc.nat(4)), (made, places) => {
      const whole = places === null ? made : { round: made, places }
      const apart = tokensOf(whole)
      assert.ok(apart)
      assert.deepEqual(formulaFrom(apart.tokens, apart.places), { formula: whole })
    }),
  )
})

const names = [
  { name: '单价', token: { k: 'field', path: 'price' } },
  { name: '单价上限', token: { k: 'field', path: 'most' } },
  { name: '类型', token: { k: 'field', path: 'sort' } },
  { name: '合计（明细·金额）', label: '明细·金额', token: { k: 'sum', path: 'lines.amount' } },
  { name: '平均（明细·金额）', label: '明细·金额', token: { k: 'average', path: 'lines.amount' } },
  { name: '行数（明细）', label: '明细', token: { k: 'count', path: 'lines' } },
  { name: '型号的参考单价', token: { k: 'record', path: 'model', column: 'price' } },
] as const
for (const [text, words] of [
  ['IF(单价>10，单价*0.9，单价上限)', 'IF(PRICE > 10, PRICE × 0.9, MOST)'],
  ['=if(单价>10,单价*0.9,单价上限)', 'IF(PRICE > 10, PRICE × 0.9, MOST)'],
  ['IF（类型＝“办公”，1，ROUND（单价/3，2））+1', 'IF(SORT = "办公", 1, （PRICE ÷ 3）保留2位小数) + 1'],
  ['合计（明细·金额） - 单价', '合计（LINES.AMOUNT） − PRICE'],
  ['AND(单价<>1, OR(单价<=2, 单价≥3))', 'AND(PRICE ≠ 1, OR(PRICE ≤ 2, PRICE ≥ 3))'],
  ['SUM(明细·金额)/count（明细）', '合计（LINES.AMOUNT） ÷ 行数（LINES）'],
  ['Average(明细·金额)', '平均（LINES.AMOUNT）'],
  ['型号的参考单价*单价', 'MODEL的PRICE × PRICE'],
  ['ADDDAYS(TODAY(), -单价)', 'ADDDAYS(TODAY(), 0 − PRICE)'],
  ['CONCAT(类型,"-",单价)&"元"', 'CONCAT(SORT, "-", PRICE) & "元"'],
] as const)
  test(`reads what is typed: ${text}`, () => {
    const read = tokensTyped(text, names)
    assert.ok('tokens' in read)
    const made = formulaFrom(read.tokens, null)
    assert.ok('formula' in made, 'wrong' in made ? made.wrong : '')
    assert.equal(formulaWords(made.formula, speech), words)
  })

for (const [text, wrong] of [
  ['单价*折扣', '折扣'],
  ['SUMIF(单价)', 'SUMIF(单价)'],
  ['"没有结束', '"没有结束'],
] as const)
  test(`says what it cannot read: ${text}`, () => {
    const read = tokensTyped(text, names)
    assert.deepEqual('params' in read && read.params, { text: wrong })
  })

for (const [text, at, words] of [
  ['单价*折扣', 4, /读不懂/],
  ['单价 + * 2', 6, /运算符前后/],
  ['IF(单价>1, 2', 11, /缺少右括号/],
  ['单价 单价', 4, /缺少运算符/],
  ['1 + LEN()', 5, /没有内容/],
  ['ROUND(单价, 9)', 1, /ROUND/],
  ['(单价))', 5, /多了一个右括号/],
  ['单价+', 4, /没有写完/],
] as const)
  test(`says at which character a typed formula is wrong: ${text}`, () => {
    const problem = typedProblem(text, names)
    assert.equal(problem?.at, at)
    assert.match(problem.words, words)
  })

test('the example of every function reads, with its own names', () => {
  for (const call of formulaFunctionNames) {
    const { example } = formulaFunctions[call]
    const labels = [...new Set(example.replace(/"[^"]*"/g, '').match(/[\u4e00-\u9fff]+/g) ?? [])]
    const problem = typedProblem(
      example,
      labels.map((name, place) => ({ name, token: { k: 'field', path: `f${place}` } })),
    )
    assert.equal(problem, undefined, example)
  }
})

/** Pieces as typed: "a * 12|" with the caret. */
const lineOf = ({ tokens: pieces, caret }: FormulaInput): string => {
  const words = pieces.map((token) => (token.k === 'op' ? token.op : token.k === 'number' ? token.text : 'path' in token ? token.path : token.k === 'open' ? '(' : ')')) // prettier-ignore
  return words.toSpliced(caret, 0, '|').join(' ')
}
for (const [title, keys, expected] of [
  ['digits make one number', '1 2', '12 |'],
  ['a point begins a number', '.', '0. |'],
  ['a second point is none', '1 . 5 .', '1.5 |'],
  ['an operator ends a number', '1 + 2', '1 + 2 |'],
  ['a number loses its last digit', '1 2 <', '1 |'],
  ['and then goes', '1 <', '|'],
  ['any other piece goes whole', 'price <', '|'],
  ['nothing to erase', '<', '|'],
  ['before the caret', '1 + @1 2', '12 | +'],
  ['in the middle', '1 + @0 (', '( | 1 +'],
  ['erased in the middle', '1 + 2 @2 <', '1 | 2'],
] as const)
  test(`typing: ${title}`, () => {
    const end = keys.split(' ').reduce<FormulaInput>(
      (typing, key) => {
        if (key === '<') return erased(typing)
        if (key.startsWith('@')) return { ...typing, caret: Number(key.slice(1)) }
        return /^[\d.]$/.test(key) ? typedDigit(typing, key) : typed(typing, tokens(key)[0]!)
      },
      { tokens: [], caret: 0 },
    )
    assert.equal(lineOf(end), expected)
  })

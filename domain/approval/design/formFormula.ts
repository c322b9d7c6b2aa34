import { keysOf } from '../../../kernel/keysOf.ts'
import { isDecimal } from '../../../kernel/decimal.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { Path } from '../form/form.ts'
import { type Formula, type FormulaFunction, formulaFunctions, type FormulaOperator, operatorSigns } from '../form/formula.ts'

/** A formula as it is put together: pieces in a row, as one reads them. */
export type Token =
  | { k: 'field' | 'sum' | 'most' | 'least' | 'count'; path: Path }
  | { k: 'number'; text: string }
  | { k: 'text'; text: string }
  | { k: 'op'; op: FormulaOperator }
  /** A function with its left bracket; ROUND takes the number of places as its second part. */
  | { k: 'call'; call: FormulaFunction | 'round' }
  | { k: 'comma' }
  | { k: 'open' }
  | { k: 'close' }

/** The pieces of a formula and how many places the whole is rounded to. */
export const tokensOf = (formula: Formula): { tokens: Token[]; places: number | null } => {
  const [inner, places] = 'round' in formula ? [formula.round, formula.places] : [formula, null]
  return { tokens: written(inner, 0), places }
}

/** What the pieces say; `wrong` is a sentence where they say nothing yet. */
export const formulaFrom = (tokens: readonly Token[], places: number | null): { formula: Formula } | { wrong: string } => {
  const rest = [...tokens]
  if (rest.length === 0) return { wrong: '请添加字段或数字' }
  const formula = readWhole(rest)
  if (typeof formula === 'string') return { wrong: formula }
  const [extra] = rest
  if (extra?.k === 'comma') return { wrong: '逗号只能写在函数里' }
  if (extra) return { wrong: extra.k === 'close' ? '多了一个右括号' : '两项之间缺少运算符' }
  return { formula: places === null ? formula : { round: formula, places } }
}

/** Pieces while they are put together; what is typed next goes before the one at `caret`. */
export type FormulaInput = { readonly tokens: readonly Token[]; readonly caret: number }

export const typed = ({ tokens, caret }: FormulaInput, token: Token): FormulaInput => ({
  tokens: tokens.toSpliced(caret, 0, token),
  caret: caret + 1,
})

/** A digit or the point goes on with the number before the caret; a second point changes nothing. */
export const typedDigit = (typing: FormulaInput, sign: string): FormulaInput => {
  const { tokens, caret } = typing
  const before = tokens[caret - 1]
  if (before?.k !== 'number') return typed(typing, { k: 'number', text: sign === '.' ? '0.' : sign })
  if (sign === '.' && before.text.includes('.')) return typing
  return { tokens: tokens.with(caret - 1, { k: 'number', text: before.text + sign }), caret }
}

/** Takes away the piece before the caret, of a number its last digit. */
export const erased = (typing: FormulaInput): FormulaInput => {
  const { tokens, caret } = typing
  const before = tokens[caret - 1]
  if (!before) return typing
  if (before.k === 'number' && before.text.length > 1)
    return { tokens: tokens.with(caret - 1, { k: 'number', text: before.text.slice(0, -1) }), caret }
  return { tokens: tokens.toSpliced(caret - 1, 1), caret: caret - 1 }
}

/** How a reader is spoken to: `say` fills and translates a sentence, `labelOf` names a field. */
export type FormulaSpeech = { say: (words: string, params?: Params) => string; labelOf: (path: Path) => string }

/** A formula as one line: "数量 × 单价". */
export const formulaWords = (formula: Formula, speech: FormulaSpeech): string => lineOf(formula, speech, 0)

/** One piece as it is shown. */
export const tokenWords = (token: Token, { say, labelOf }: FormulaSpeech): string => {
  switch (token.k) {
    case 'field':
      return labelOf(token.path)
    case 'sum':
      return say('合计（{field}）', { field: labelOf(token.path) })
    case 'most':
      return say('最大（{field}）', { field: labelOf(token.path) })
    case 'least':
      return say('最小（{field}）', { field: labelOf(token.path) })
    case 'count':
      return say('行数（{field}）', { field: labelOf(token.path) })
    case 'number':
      return token.text
    case 'text':
      return `"${token.text}"`
    case 'op':
      return operatorSigns[token.op]
    case 'call':
      return `${functionName(token.call)}(`
    case 'comma':
      return ','
    case 'open':
      return '('
    case 'close':
      return ')'
  }
}

export const functionName = (call: FormulaFunction | 'round'): string => (call === 'round' ? 'ROUND' : formulaFunctions[call].name)

/** The bond of an operator: what binds less is put in brackets. */
const bond = (op: FormulaOperator): number => {
  if (op === '*' || op === '/') return 4
  if (op === '+' || op === '-') return 3
  return op === '&' ? 2 : 1
}

const written = (formula: Formula, around: number): Token[] => {
  if ('n' in formula) return [{ k: 'number', text: formula.n }]
  if ('text' in formula) return [{ k: 'text', text: formula.text }]
  if ('f' in formula) return [{ k: 'field', path: formula.f }]
  if ('sum' in formula) return [{ k: 'sum', path: formula.sum }]
  if ('most' in formula) return [{ k: 'most', path: formula.most }]
  if ('least' in formula) return [{ k: 'least', path: formula.least }]
  if ('count' in formula) return [{ k: 'count', path: formula.count }]
  if ('round' in formula) return writtenCall('round', [formula.round, { n: String(formula.places) }])
  if ('call' in formula) return writtenCall(formula.call, formula.args)
  const level = bond(formula.op)
  const line: Token[] = [...written(formula.a, level), { k: 'op', op: formula.op }, ...written(formula.b, level + 1)]
  return level < around ? [{ k: 'open' }, ...line, { k: 'close' }] : line
}

const writtenCall = (call: FormulaFunction | 'round', args: readonly Formula[]): Token[] => [
  { k: 'call', call },
  ...args.flatMap((arg, at): Token[] => [...(at > 0 ? [{ k: 'comma' } as const] : []), ...written(arg, 0)]),
  { k: 'close' },
]

const lineOf = (formula: Formula, speech: FormulaSpeech, around: number): string => {
  if ('round' in formula)
    return speech.say('（{formula}）保留{places}位小数', { formula: lineOf(formula.round, speech, 0), places: formula.places })
  if ('call' in formula) return `${functionName(formula.call)}(${formula.args.map((arg) => lineOf(arg, speech, 0)).join(', ')})`
  if (!('op' in formula))
    return written(formula, 0)
      .map((token) => tokenWords(token, speech))
      .join('')
  const level = bond(formula.op)
  const line = `${lineOf(formula.a, speech, level)} ${operatorSigns[formula.op]} ${lineOf(formula.b, speech, level + 1)}`
  return level < around ? `(${line})` : line
}

/** Readers take their pieces off the front of `rest`; a text says what is wrong. */
const readWhole = (rest: Token[]): Formula | string => readLevel(rest, 1)

const readLevel = (rest: Token[], level: number): Formula | string =>
  level > 4 ? readOne(rest) : readChain(rest, level, (inner) => readLevel(inner, level + 1))

const readChain = (rest: Token[], level: number, next: (rest: Token[]) => Formula | string): Formula | string => {
  let a = next(rest)
  for (let token = rest[0]; typeof a !== 'string' && token?.k === 'op' && bond(token.op) === level; token = rest[0]) {
    rest.shift()
    const b = next(rest)
    a = typeof b === 'string' ? b : { op: token.op, a, b }
  }
  return a
}

const readCall = (call: FormulaFunction | 'round', rest: Token[]): Formula | string => {
  const args: Formula[] = []
  if (rest[0]?.k === 'close') return '函数里还没有内容'
  for (;;) {
    const arg = readWhole(rest)
    if (typeof arg === 'string') return arg
    args.push(arg)
    const token = rest.shift()
    if (token?.k === 'close') break
    if (token?.k !== 'comma') return token ? '两项之间缺少运算符' : '缺少右括号'
  }
  return call === 'round' ? roundOf(args) : { call, args }
}

const roundOf = ([round, places, ...more]: readonly Formula[]): Formula | string => {
  const count = places && 'n' in places ? Number(places.n) : Number.NaN
  return round && more.length === 0 && Number.isInteger(count) && count >= 0 && count <= 4
    ? { round, places: count }
    : 'ROUND应写作ROUND(数字, 0至4)'
}

const readOne = (rest: Token[]): Formula | string => {
  const token = rest.shift()
  switch (token?.k) {
    case undefined:
      return '公式还没有写完'
    case 'number':
      return isDecimal(token.text) ? { n: token.text } : '数字有误'
    case 'field':
      return { f: token.path }
    case 'sum':
      return { sum: token.path }
    case 'most':
      return { most: token.path }
    case 'least':
      return { least: token.path }
    case 'count':
      return { count: token.path }
    case 'text':
      return { text: token.text }
    case 'call':
      return readCall(token.call, rest)
    case 'open': {
      const inner = readWhole(rest)
      if (typeof inner === 'string') return inner
      return rest.shift()?.k === 'close' ? inner : '缺少右括号'
    }
    case 'op':
    case 'close':
    case 'comma':
      return '运算符前后要有字段或数字'
  }
}

/** A field that a typed formula may name, by what people call it. */
export type NamedToken = { readonly name: string; readonly token: Token }

/**
 * A formula as people type it, "IF(数量>10，单价*0.9，单价)", in pieces; Chinese and English signs are the same. A field is named by
 * its label, a text stands in quotes. `wrong` says what cannot be read.
 */
export const tokensTyped = (typed: string, names: readonly NamedToken[]): { tokens: Token[] } | { wrong: string; params: Params } => {
  const longestFirst = names.toSorted((a, b) => b.name.length - a.name.length)
  const tokens: Token[] = []
  let rest = typed.slice(0, typedMost).trim().replace(/^=/, '').trimStart()
  while (rest !== '') {
    const taken = tokenTyped(rest, longestFirst)
    if (!taken) return { wrong: '读不懂“{text}”', params: { text: rest.slice(0, 20) } }
    tokens.push(taken.token)
    rest = rest.slice(taken.length).trimStart()
  }
  return { tokens }
}

const typedMost = 2000

const tokenTyped = (rest: string, names: readonly NamedToken[]): { token: Token; length: number } | undefined => {
  const quoted = /^["“”]([^"“”]{0,200})["“”]/.exec(rest)
  if (quoted) return { token: { k: 'text', text: quoted[1] ?? '' }, length: quoted[0].length }
  const named = names.find(({ name }) => name !== '' && rest.startsWith(name))
  const call = /^([A-Za-z]{2,7})\s*[(（]/.exec(rest)
  const called = call && calledAs[call[1]?.toUpperCase() ?? '']
  if (call && called) return { token: { k: 'call', call: called }, length: call[0].length }
  if (named) return { token: named.token, length: named.name.length }
  const number = /^\d{1,15}(\.\d{1,6})?/.exec(rest)
  if (number) return { token: { k: 'number', text: number[0] }, length: number[0].length }
  const sign = signsTyped.find(([text]) => rest.startsWith(text))
  return sign && { token: sign[1], length: sign[0].length }
}

const calledAs: Readonly<Record<string, FormulaFunction | 'round'>> = {
  ROUND: 'round',
  ...Object.fromEntries(keysOf(formulaFunctions).map((call) => [formulaFunctions[call].name, call])),
}

const operatorsTyped: readonly (readonly [string, FormulaOperator])[] = [
  ['<=', '<='],
  ['>=', '>='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '<>'],
  ['<', '<'],
  ['＜', '<'],
  ['>', '>'],
  ['＞', '>'],
  ['=', '='],
  ['＝', '='],
  ['+', '+'],
  ['＋', '+'],
  ['-', '-'],
  ['−', '-'],
  ['－', '-'],
  ['*', '*'],
  ['×', '*'],
  ['/', '/'],
  ['÷', '/'],
  ['&', '&'],
]

/** Longer signs before those that they begin with. */
const signsTyped: readonly (readonly [string, Token])[] = [
  ...operatorsTyped.map(([text, op]) => [text, { k: 'op', op }] as const),
  ['(', { k: 'open' }],
  ['（', { k: 'open' }],
  [')', { k: 'close' }],
  ['）', { k: 'close' }],
  [',', { k: 'comma' }],
  ['，', { k: 'comma' }],
]

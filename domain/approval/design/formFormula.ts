import { keysOf } from '../../../kernel/keysOf.ts'
import { isDecimal } from '../../../kernel/decimal.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { Path } from '../form/form.ts'
import { type Formula, operatorSigns, type OwnOperand } from '../form/formula.ts'
import { type FormulaFunction, formulaFunctions } from '../form/formulaFunctions.ts'
import type { FormulaOperator } from '../form/formulaValue.ts'

/** What is said of a whole column, or of the rows of a table. */
export const aggregates = ['sum', 'average', 'most', 'least', 'count'] as const
export type Aggregate = (typeof aggregates)[number]

/** A formula as it is put together: pieces in a row, as one reads them. */
export type Token =
  | { k: 'field'; path: Path }
  | { k: Aggregate; path: Path }
  /** A field of the record that is chosen at a path. */
  | { k: 'record'; path: Path; column: string; own?: OwnOperand | undefined }
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

/** What the pieces say; where they say nothing yet, `wrong` is a sentence and `at` the number of the piece where it shows. */
export const formulaFrom = (tokens: readonly Token[], places: number | null): { formula: Formula } | { wrong: string; at: number } => {
  if (tokens.length === 0) return { wrong: '请添加字段或数字', at: 0 }
  try {
    const formula = new TokenReader(tokens).readAll()
    return { formula: places === null ? formula : { round: formula, places } }
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    return { wrong: error.wrong, at: error.at }
  }
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

/** How a reader is spoken to: `say` fills and translates a sentence, `labelOf` names a field, `columnOf` a field of the record chosen there. */
export type FormulaSpeech = {
  say: (words: string, params?: Params) => string
  labelOf: (path: Path) => string
  columnOf: (path: Path, column: string, ownOperand?: OwnOperand) => string
}

/** A formula as one line: "数量 × 单价". */
export const formulaWords = (formula: Formula, speech: FormulaSpeech): string => lineOf(formula, speech, 0)

/** One piece as it is shown. */
export const tokenWords = (token: Token, { say, labelOf, columnOf }: FormulaSpeech): string => {
  switch (token.k) {
    case 'field':
      return labelOf(token.path)
    case 'sum':
      return say('合计（{field}）', { field: labelOf(token.path) })
    case 'average':
      return say('平均（{field}）', { field: labelOf(token.path) })
    case 'record':
      return say('{field}的{column}', { field: labelOf(token.path), column: columnOf(token.path, token.column, token.own) })
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
  if ('average' in formula) return [{ k: 'average', path: formula.average }]
  if ('record' in formula) return [{ k: 'record', path: formula.record, column: formula.column, ...(formula.own && { own: formula.own }) }]
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
  ...args.flatMap((arg, index): Token[] => [...(index > 0 ? [{ k: 'comma' } as const] : []), ...written(arg, 0)]),
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

/** Why pieces say nothing, and at which of them it shows. */
class Misread {
  readonly wrong: string
  readonly at: number

  constructor(wrong: string, position: number) {
    this.wrong = wrong
    this.at = position
  }
}

/** Reads pieces from the left. */
class TokenReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  readAll(): Formula {
    const formula = this.#readWhole()
    const extra = this.#tokens[this.#at]
    if (extra?.k === 'comma') return this.#refuse('逗号只能写在函数里')
    if (extra) return this.#refuse(extra.k === 'close' ? '多了一个右括号' : '两项之间缺少运算符')
    return formula
  }

  #refuse(wrong: string, position = this.#at): never {
    throw new Misread(wrong, position)
  }

  #readWhole(): Formula {
    return this.#readLevel(1)
  }

  #readLevel(level: number): Formula {
    if (level > 4) return this.#readOne()
    let a = this.#readLevel(level + 1)
    for (let token = this.#tokens[this.#at]; token?.k === 'op' && bond(token.op) === level; token = this.#tokens[this.#at]) {
      this.#at += 1
      a = { op: token.op, a, b: this.#readLevel(level + 1) }
    }
    return a
  }

  #readCall(call: FormulaFunction | 'round'): Formula {
    const began = this.#at - 1
    const args = this.#tokens[this.#at]?.k === 'close' ? [] : this.#readArguments()
    this.#at += 1
    if (call !== 'round') return args.length === 0 && call !== 'today' ? this.#refuse('函数里还没有内容', began) : { call, args }
    const [round, places, ...more] = args
    const count = places && 'n' in places ? Number(places.n) : Number.NaN
    const isWhole = Number.isInteger(count) && count >= 0 && count <= 4
    return round && more.length === 0 && isWhole ? { round, places: count } : this.#refuse('ROUND应写作ROUND(数字, 0至4)', began)
  }

  /** Up to the bracket that closes them. */
  #readArguments(): Formula[] {
    const args = [this.#readWhole()]
    for (;;) {
      const token = this.#tokens[this.#at]
      if (token?.k === 'close') return args
      if (token?.k !== 'comma') return this.#refuse(token ? '两项之间缺少运算符' : '缺少右括号')
      this.#at += 1
      args.push(this.#readWhole())
    }
  }

  #readOne(): Formula {
    const token = this.#tokens[this.#at]
    if (!token) return this.#refuse('公式还没有写完')
    this.#at += 1
    switch (token.k) {
      case 'number':
        return isDecimal(token.text) ? { n: token.text } : this.#refuse('数字有误', this.#at - 1)
      case 'text':
        return { text: token.text }
      case 'call':
        return this.#readCall(token.call)
      case 'open': {
        const inner = this.#readWhole()
        if (this.#tokens[this.#at]?.k !== 'close') return this.#refuse('缺少右括号')
        this.#at += 1
        return inner
      }
      case 'op':
        return token.op === '-' ? { op: '-', a: { n: '0' }, b: this.#readLevel(4) } : this.#refuse('运算符前后要有字段或数字', this.#at - 1)
      case 'close':
      case 'comma':
        return this.#refuse('运算符前后要有字段或数字', this.#at - 1)
      default:
        return readPath(token)
    }
  }
}

const readPath = (token: Extract<Token, { path: Path }>): Formula => {
  switch (token.k) {
    case 'field':
      return { f: token.path }
    case 'record':
      return { record: token.path, column: token.column, ...(token.own && { own: token.own }) }
    case 'sum':
      return { sum: token.path }
    case 'average':
      return { average: token.path }
    case 'most':
      return { most: token.path }
    case 'least':
      return { least: token.path }
    case 'count':
      return { count: token.path }
  }
}

/** A field that a typed formula may name, by what people call it. */
export type NamedToken = {
  readonly name: string
  readonly token: Token
  /** Of what is said of a whole column, what the column is called. */
  readonly label?: string
}

/**
 * A formula as people type it, "IF(数量>10，单价*0.9，单价)", in pieces with the place where each begins; Chinese and English signs are the
 * same. A field is named by its label, a text stands in quotes, SUM(明细.金额) is said of a whole column. `wrong` says what cannot be read,
 * and `at` from which character on.
 */
export const tokensTyped = (
  typedText: string,
  names: readonly NamedToken[],
): { tokens: Token[]; starts: number[] } | { wrong: string; params: Params; at: number } => {
  const longestFirst = names
    .flatMap(namesTyped)
    .map(({ name, token }) => ({ name: inPlainSigns(name), token }))
    .toSorted((a, b) => b.name.length - a.name.length)
  const [tokens, starts]: [Token[], number[]] = [[], []]
  const wholeText = typedText.slice(0, typedMost)
  let position = /^\s*=?\s*/.exec(wholeText)?.[0].length ?? 0
  while (wholeText.slice(position).trim() !== '') {
    position += /^\s*/.exec(wholeText.slice(position))?.[0].length ?? 0
    const rest = wholeText.slice(position)
    const match = tokenTyped(rest, longestFirst)
    if (!match) return { wrong: '读不懂“{text}”', params: { text: rest.slice(0, 20) }, at: position }
    tokens.push(match.token)
    starts.push(position)
    position += match.length
  }
  return { tokens, starts }
}

/** What is wrong with a typed formula in words, with the number of the character where it shows, counted from 1; nothing where it is right. */
export const typedProblem = (
  typedText: string,
  names: readonly NamedToken[],
): { words: string; params: Params; at: number } | undefined => {
  const read = tokensTyped(typedText, names)
  if ('wrong' in read) return { words: read.wrong, params: read.params, at: read.at + 1 }
  const formula = formulaFrom(read.tokens, null)
  if ('formula' in formula) return undefined
  return { words: formula.wrong, params: {}, at: (read.starts[formula.at] ?? typedText.trimEnd().length) + 1 }
}

/** What stands for a whole column may be typed as spreadsheets have it as well. */
const namesTyped = ({ name, token, label }: NamedToken): { name: string; token: Token }[] =>
  label === undefined || !isAggregate(token)
    ? [{ name, token }]
    : [name, ...aggregateNames[token.k].map((call) => `${call}(${label})`)].map((name) => ({ name: name, token }))

const isAggregate = (token: Token): token is Extract<Token, { k: Aggregate }> => aggregates.some((aggregate) => aggregate === token.k)

const aggregateNames: Readonly<Record<Aggregate, readonly string[]>> = {
  sum: ['SUM'],
  average: ['AVERAGE', 'AVG'],
  most: ['MAX'],
  least: ['MIN'],
  count: ['COUNT'],
}

const typedMost = 2000

const tokenTyped = (rest: string, names: readonly { name: string; token: Token }[]): { token: Token; length: number } | undefined => {
  const quoted = /^["“”]([^"“”]{0,200})["“”]/.exec(rest)
  if (quoted) return { token: { k: 'text', text: quoted[1] ?? '' }, length: quoted[0].length }
  const plainRest = inPlainSigns(rest)
  const namedField = names.find(({ name }) => name !== '' && plainRest.startsWith(name))
  const call = /^([A-Za-z]{2,12})\s*[(（]/.exec(rest)
  const called = call && calledAs[call[1]?.toUpperCase() ?? '']
  if (namedField && isAggregate(namedField.token)) return { token: namedField.token, length: namedField.name.length }
  if (call && called) return { token: { k: 'call', call: called }, length: call[0].length }
  if (namedField) return { token: namedField.token, length: namedField.name.length }
  const number = /^\d{1,15}(\.\d{1,6})?/.exec(rest)
  if (number) return { token: { k: 'number', text: number[0] }, length: number[0].length }
  const sign = signsTyped.find(([text]) => rest.startsWith(text))
  return sign && { token: sign[1], length: sign[0].length }
}

/** Brackets of either script and letters of either size are the same; the text stays as long as it is. */
const inPlainSigns = (text: string): string =>
  text
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())

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

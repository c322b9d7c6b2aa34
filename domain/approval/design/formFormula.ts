import { isDecimal } from '../../../kernel/decimal.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { Path } from '../form/form.ts'
import type { Formula } from '../form/formDesign.ts'

/** A formula as it is put together: pieces in a row, as one reads them. */
export type Token =
  | { k: 'field' | 'sum' | 'count'; path: Path }
  | { k: 'number'; text: string }
  | { k: 'op'; op: '+' | '-' | '*' | '/' }
  | { k: 'open' }
  | { k: 'close' }

/** The pieces of a formula and how many places it is rounded to; undefined where it rounds in its middle, which pieces cannot say. */
export const tokensOf = (formula: Formula): { tokens: Token[]; places: number | null } | undefined => {
  const [inner, places] = 'round' in formula ? [formula.round, formula.places] : [formula, null]
  const tokens = written(inner, 0)
  return tokens && { tokens, places }
}

/** What the pieces say; `wrong` is a sentence where they say nothing yet. */
export const formulaFrom = (tokens: readonly Token[], places: number | null): { formula: Formula } | { wrong: string } => {
  const rest = [...tokens]
  if (rest.length === 0) return { wrong: '请添加字段或数字' }
  const formula = readSum(rest)
  if (typeof formula === 'string') return { wrong: formula }
  if (rest.length > 0) return { wrong: rest[0]!.k === 'close' ? '多了一个右括号' : '两项之间缺少运算符' }
  return { formula: places === null ? formula : { round: formula, places } }
}

/** Pieces while they are put together; what is typed next goes before the one at `caret`. */
export type Typing = { readonly tokens: readonly Token[]; readonly caret: number }

export const typed = ({ tokens, caret }: Typing, token: Token): Typing => ({ tokens: tokens.toSpliced(caret, 0, token), caret: caret + 1 })

/** A digit or the point goes on with the number before the caret; a second point changes nothing. */
export const typedDigit = (typing: Typing, sign: string): Typing => {
  const { tokens, caret } = typing
  const before = tokens[caret - 1]
  if (before?.k !== 'number') return typed(typing, { k: 'number', text: sign === '.' ? '0.' : sign })
  if (sign === '.' && before.text.includes('.')) return typing
  return { tokens: tokens.with(caret - 1, { k: 'number', text: before.text + sign }), caret }
}

/** Takes away the piece before the caret, of a number its last digit. */
export const erased = (typing: Typing): Typing => {
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
    case 'count':
      return say('行数（{field}）', { field: labelOf(token.path) })
    case 'number':
      return token.text
    case 'op':
      return operatorSigns[token.op]
    case 'open':
      return '('
    case 'close':
      return ')'
  }
}

export const operatorSigns = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const

/** The bond of an operator: what binds less is put in brackets. */
const bond = (op: '+' | '-' | '*' | '/'): number => (op === '+' || op === '-' ? 1 : 2)

const written = (formula: Formula, around: number): Token[] | undefined => {
  if ('n' in formula) return [{ k: 'number', text: formula.n }]
  if ('f' in formula) return [{ k: 'field', path: formula.f }]
  if ('sum' in formula) return [{ k: 'sum', path: formula.sum }]
  if ('count' in formula) return [{ k: 'count', path: formula.count }]
  if ('round' in formula) return undefined
  const own = bond(formula.op)
  const [a, b] = [written(formula.a, own), written(formula.b, own + 1)]
  if (!a || !b) return undefined
  const line: Token[] = [...a, { k: 'op', op: formula.op }, ...b]
  return own < around ? [{ k: 'open' }, ...line, { k: 'close' }] : line
}

const lineOf = (formula: Formula, speech: FormulaSpeech, around: number): string => {
  if ('round' in formula)
    return speech.say('（{formula}）保留{places}位小数', { formula: lineOf(formula.round, speech, 0), places: formula.places })
  if (!('op' in formula)) return tokenWords(written(formula, 0)![0]!, speech)
  const own = bond(formula.op)
  const line = `${lineOf(formula.a, speech, own)} ${operatorSigns[formula.op]} ${lineOf(formula.b, speech, own + 1)}`
  return own < around ? `(${line})` : line
}

/** Readers take their pieces off the front of `rest`; a text says what is wrong. */
const readSum = (rest: Token[]): Formula | string => readChain(rest, 1, (inner) => readChain(inner, 2, readOne))

const readChain = (rest: Token[], level: number, next: (rest: Token[]) => Formula | string): Formula | string => {
  let a = next(rest)
  while (typeof a !== 'string' && rest[0]?.k === 'op' && bond(rest[0].op) === level) {
    const { op } = rest.shift() as Token & { k: 'op' }
    const b = next(rest)
    a = typeof b === 'string' ? b : { op, a, b }
  }
  return a
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
    case 'count':
      return { count: token.path }
    case 'open': {
      const inner = readSum(rest)
      if (typeof inner === 'string') return inner
      return rest.shift()?.k === 'close' ? inner : '缺少右括号'
    }
    case 'op':
    case 'close':
      return '运算符前后要有字段或数字'
  }
}

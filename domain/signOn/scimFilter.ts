import { ScimFault } from './scimFault.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type ScimOperator = (typeof operators)[number]
export type ScimLiteral = string | number | boolean | null
/** A filter of RFC 7644, 3.4.2.2. Attributes are in small letters, without the schema that they belong to. */
export type ScimFilter =
  | { readonly t: 'and' | 'or'; readonly left: ScimFilter; readonly right: ScimFilter }
  | { readonly t: 'not'; readonly filter: ScimFilter }
  | { readonly t: 'present'; readonly attribute: string }
  | { readonly t: 'compare'; readonly attribute: string; readonly operator: ScimOperator; readonly value: ScimLiteral }
  /** One of the values of a multi-valued attribute fits. */
  | { readonly t: 'some'; readonly attribute: string; readonly filter: ScimFilter }

/** A path of RFC 7644, 3.5.2: `attribute[filter].below`. */
export type ScimPath = { readonly attribute: string; readonly filter?: ScimFilter | undefined; readonly below?: string | undefined }

type Token = { readonly t: 'sign' | 'word' | 'literal'; readonly text: string }

const charactersAtMost = 4000
/** How deep parentheses may stand inside each other. */
const levelsAtMost = 30
const tokenPattern =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w:.$-]))|([A-Za-z][\w:.$-]*)|(\.[A-Za-z][\w$-]*))/y

/** The words of a filter or path; undefined where there is a sign that belongs to none. */
const tokensOf = (text: string): Token[] | undefined => {
  if (text.length > charactersAtMost) return undefined
  const tokens: Token[] = []
  const trimmedText = text.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < trimmedText.length) {
    const [, sign, quotedText, number, word, below] = tokenPattern.exec(trimmedText) ?? []
    if (sign !== undefined) tokens.push({ t: 'sign', text: sign })
    else if (quotedText !== undefined || number !== undefined) tokens.push({ t: 'literal', text: quotedText ?? number ?? '' })
    else if (word !== undefined || below !== undefined) tokens.push({ t: 'word', text: word ?? below ?? '' })
    else return undefined
  }
  return tokens
}

/** The name without its schema: `urn:ietf:params:scim:schemas:core:2.0:User:userName` is `username`. */
const attributeOf = (word: string): string => word.toLowerCase().replace(/^urn:.*:(?:user|group):/, '')

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #level = 0
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }
  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }
  peek(): Token | undefined {
    return this.#tokens[this.#at]
  }
  /** Takes the next token where it is this word or sign. */
  takes(text: string): boolean {
    const isNext = this.peek()?.t !== 'literal' && this.peek()?.text.toLowerCase() === text
    if (isNext) this.#at++
    return isNext
  }
  require(text: string): void {
    if (!this.takes(text)) throw new ScimFault(400, `"${text}" is missing.`)
  }
  take(type: Token['t']): string {
    const token = this.peek()
    if (token?.t !== type) throw new ScimFault(400, `A ${type} is missing${token ? ` before ${token.text}` : ' at the end'}.`)
    this.#at++
    return token.text
  }
  takeName(): string {
    const word = this.take('word')
    if (word.startsWith('.')) throw new ScimFault(400, `"${word}" is no name.`)
    return attributeOf(word)
  }
  inside<R>(read: () => R): R {
    if (++this.#level > levelsAtMost) throw new ScimFault(400, 'Parentheses stand too deep inside each other.')
    const result = read()
    this.#level--
    return result
  }
}

const readOr = (reader: Reader): ScimFilter => {
  let condition = readAnd(reader)
  while (reader.takes('or')) condition = { t: 'or', left: condition, right: readAnd(reader) }
  return condition
}
const readAnd = (reader: Reader): ScimFilter => {
  let condition = readTerm(reader)
  while (reader.takes('and')) condition = { t: 'and', left: condition, right: readTerm(reader) }
  return condition
}
const readTerm = (reader: Reader): ScimFilter => {
  if (reader.takes('not')) {
    reader.require('(')
    return { t: 'not', filter: readBracket(reader, ')') }
  }
  if (reader.takes('(')) return readBracket(reader, ')')
  const attribute = reader.takeName()
  if (!reader.takes('[')) return readComparison(reader, attribute)
  const filter = readBracket(reader, ']')
  // Entra compares a part of what a filter chose: `emails[type eq "work"].value eq "a@example.com"`.
  if (!reader.peek()?.text.startsWith('.')) return { t: 'some', attribute, filter }
  const below = attributeOf(reader.take('word').slice(1))
  return { t: 'some', attribute, filter: { t: 'and', left: filter, right: readComparison(reader, below) } }
}
const readBracket = (reader: Reader, end: string): ScimFilter =>
  reader.inside(() => {
    const filter = readOr(reader)
    reader.require(end)
    return filter
  })

const readComparison = (reader: Reader, attribute: string): ScimFilter => {
  const word = reader.take('word').toLowerCase()
  if (word === 'pr') return { t: 'present', attribute }
  const operator = operators.find((name) => name === word)
  if (!operator) throw new ScimFault(400, `"${word}" is no operator.`)
  return { t: 'compare', attribute, operator, value: readLiteral(reader) }
}
const readLiteral = (reader: Reader): ScimLiteral => {
  for (const [word, value] of [
    ['true', true],
    ['false', false],
    ['null', null],
  ] as const)
    if (reader.takes(word)) return value
  const text = reader.take('literal')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'number') return value
    // No text that is kept holds a NUL or half of a character.
    if (typeof value === 'string' && !value.includes('\0') && value.isWellFormed()) return value
  } catch {
    // What JSON cannot read is no literal.
  }
  throw new ScimFault(400, `${text} is no value.`)
}

/** The same refusal with the type that SCIM has for it. */
const refusedAs = <R>(scimType: string, read: () => R): R => {
  try {
    return read()
  } catch (error) {
    if (error instanceof ScimFault) throw new ScimFault(400, error.message, scimType)
    throw error
  }
}

/** What a filter says; refuses what is none. */
export const filterIn = (text: string): ScimFilter =>
  refusedAs('invalidFilter', () => {
    const tokens = tokensOf(text)
    if (!tokens) throw new ScimFault(400, 'The filter cannot be read.')
    const reader = new Reader(tokens)
    const filter = readOr(reader)
    if (!reader.isAtEnd) throw new ScimFault(400, `"${reader.peek()?.text}" stands where the filter should end.`)
    return filter
  })

/** What a path of a PATCH says; refuses what is none. */
export const pathIn = (text: string): ScimPath =>
  refusedAs('invalidPath', () => {
    const tokens = tokensOf(text)
    if (!tokens) throw new ScimFault(400, 'The path cannot be read.')
    const reader = new Reader(tokens)
    const name = reader.takeName()
    const filter = reader.takes('[') ? readBracket(reader, ']') : undefined
    const [attribute = name, ...parts] = isSchema(name) ? [name] : name.split('.')
    const after = filter && !reader.isAtEnd ? reader.take('word') : undefined
    if (!reader.isAtEnd || (after !== undefined && !after.startsWith('.')))
      throw new ScimFault(400, 'The path does not end where it should.')
    const below = after === undefined ? parts.join('.') : attributeOf(after.slice(1))
    return { attribute, filter, below: below || undefined }
  })

const isSchema = (name: string): boolean => name.startsWith('urn:')

/** True where one value of a multi-valued attribute fits. */
export const fits = (value: Readonly<Record<string, unknown>>, filter: ScimFilter): boolean => {
  switch (filter.t) {
    case 'and':
      return fits(value, filter.left) && fits(value, filter.right)
    case 'or':
      return fits(value, filter.left) || fits(value, filter.right)
    case 'not':
      return !fits(value, filter.filter)
    case 'present':
      return value[filter.attribute] !== undefined
    case 'some':
      throw new ScimFault(400, 'A value has no values of its own.', 'invalidFilter')
    case 'compare':
      return compares(plain(value[filter.attribute]), filter.operator, plain(filter.value))
  }
}

const plain = (value: unknown): string => (value === undefined || value === null ? '' : String(value).toLowerCase())

const compares = (value: string, operator: ScimOperator, against: string): boolean => {
  switch (operator) {
    case 'eq':
      return value === against
    case 'ne':
      return value !== against
    case 'co':
      return value.includes(against)
    case 'sw':
      return value.startsWith(against)
    case 'ew':
      return value.endsWith(against)
    case 'gt':
      return value > against
    case 'ge':
      return value >= against
    case 'lt':
      return value < against
    case 'le':
      return value <= against
  }
}

/** What a value is that a filter would choose, where it says so by `eq` and `and` alone. */
export const describedBy = (filter: ScimFilter): Record<string, ScimLiteral> | undefined => {
  if (filter.t === 'compare') return filter.operator === 'eq' ? { [filter.attribute]: filter.value } : undefined
  if (filter.t !== 'and') return undefined
  const [leftWords, right] = [describedBy(filter.left), describedBy(filter.right)]
  return leftWords && right && { ...leftWords, ...right }
}

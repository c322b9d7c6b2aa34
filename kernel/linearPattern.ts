import { refuse } from './refusal.ts'
import { spendSteps } from './ruleBudget.ts'

/**
 * Reads a regular expression that an administrator wrote and returns its test: true where it matches some part
 * of the value, as `new RegExp(source).test(value)` would say. The time is proportional to the value's length
 * whatever the expression: all alternatives advance together, one character at a time, and nothing is tried twice.
 * Refuses what is no regular expression, what needs going back (references, look-around, word boundaries),
 * and what is too large. Reading, in the name of the field `reader`, and each test take steps from the budget of rules.
 */
export const linearTest = (source: string, reader = ''): ((value: string, field?: string) => boolean) => {
  if (source.length > maxSourceLength) refuse('pattern.large', '正则表达式过长')
  try {
    new RegExp(source)
  } catch {
    refuse('pattern.syntax', '正则表达式有误')
  }
  const program = compile(parse(source))
  spendSteps(program.operations.length * readingSteps, reader)
  return (value, field = '') => run(program, value, field)
}

const maxSourceLength = 500
const maxVisits = 2000
/** What reading takes for each step that is written. */
const readingSteps = 20

type Node =
  | { kind: 'one'; code: number }
  | { kind: 'set'; has: (character: string) => boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }

/**
 * A program as numbers, so that a step is a few instructions: what step `i` does, and one or two numbers with it. `one` holds a code
 * unit, `set` the number of a set, `go` where to go on, -1 for nowhere.
 */
type Program = {
  readonly operations: Uint8Array
  readonly first: Int32Array
  readonly second: Int32Array
  readonly sets: readonly ((character: string) => boolean)[]
}

const operation = { one: 0, set: 1, start: 2, end: 3, go: 4, match: 5 } as const

const refuseUnsupported = (part: string): never => refuse('pattern.unsupported', '正则表达式不支持{part}', { part })

/** Reads a source that is known to be well formed. */
const parse = (source: string): Node => {
  let position = 0

  /** The text that `pattern` (sticky) matches here, stepped over; undefined where it does not match. */
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position
    const match = pattern.exec(source)
    if (!match) return undefined
    position += match[0].length
    return match
  }

  const choice = (): Node => {
    const parts = [sequence()]
    while (take(/\|/y)) parts.push(sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  const sequence = (): Node => {
    const parts: Node[] = []
    while (position < source.length && source[position] !== '|' && source[position] !== ')') parts.push(repeat())
    return { kind: 'sequence', parts }
  }

  const repeat = (): Node => {
    const part = atom()
    const quantifier = take(/([*+?])|\{(\d{1,9})(,?)(\d{0,9})\}/y)
    if (!quantifier) return part
    take(/\?/y)
    const [, sign, least, comma, most] = quantifier
    if (sign) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const openMax = most ? Number(most) : Infinity
    return { kind: 'repeat', part, min: Number(least), max: comma ? openMax : Number(least) }
  }

  const atom = (): Node => {
    if (take(/\^/y)) return { kind: 'start' }
    if (take(/\$/y)) return { kind: 'end' }
    const group = take(/\((\?(?!:)(<?[^\w]?)|\?:)?/y)
    if (group) {
      if (group[1] && group[1] !== '?:') refuseUnsupported(`(${group[1]}`)
      const inside = choice()
      position += 1
      return inside
    }
    const set = take(/\[(?:[^\]\\]|\\.)*\]|\.|\\[dDwWsStrnfv]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}/y)
    if (set) return { kind: 'set', has: oneOf(set[0]) }
    const escape = take(/\\(.)/sy)
    if (escape) return /[0-9A-Za-z]/.test(escape[1]!) ? refuseUnsupported(escape[0]) : { kind: 'one', code: escape[1]!.charCodeAt(0) }
    position += 1
    return { kind: 'one', code: source.charCodeAt(position - 1) }
  }

  return choice()
}

/** A class or class escape asks the engine about one single character, which cannot go back. */
const oneOf = (part: string) => {
  if (/\\[pP]\{|\\u\{/.test(part)) refuseUnsupported(part)
  const pattern = new RegExp(`^${part}$`)
  /** What the engine answered for each of the first characters: 1 for yes, 2 for no. */
  const answers = new Uint8Array(128)
  return (character: string): boolean => {
    const code = character.charCodeAt(0)
    if (code >= answers.length) return pattern.test(character)
    if (answers[code] === 0) answers[code] = pattern.test(character) ? 1 : 2
    return answers[code] === 1
  }
}

const compile = (root: Node): Program => {
  const writer = new ProgramWriter()
  writer.write(root)
  return writer.finish()
}

type Step = [operation: number, first: number, second: number]

/** Writes the steps of an expression one after the other. */
class ProgramWriter {
  readonly #steps: Step[] = []
  readonly #sets: ((character: string) => boolean)[] = []
  #visits = 0

  write(node: Node): void {
    this.#visits += 1
    if (this.#visits > maxVisits) refuse('pattern.large', '正则表达式过长')
    switch (node.kind) {
      case 'sequence':
        return node.parts.forEach((part) => this.write(part))
      case 'choice':
        return this.#writeChoice(node.parts)
      case 'repeat':
        return this.#writeRepeat(node)
      case 'one':
        return void this.#push('one', node.code)
      case 'set':
        if (!this.#sets.includes(node.has)) this.#sets.push(node.has)
        return void this.#push('set', this.#sets.indexOf(node.has))
      default:
        this.#push(node.kind)
    }
  }

  finish(): Program {
    this.#push('match')
    return {
      operations: Uint8Array.from(this.#steps, ([does]) => does),
      first: Int32Array.from(this.#steps, ([, first]) => first),
      second: Int32Array.from(this.#steps, ([, , second]) => second),
      sets: this.#sets,
    }
  }

  #writeChoice(parts: readonly Node[]): void {
    const ends = parts.map((part, index) => {
      const fork = index < parts.length - 1 ? this.#push('go', this.#steps.length + 1) : undefined
      this.write(part)
      const end = this.#push('go')
      if (fork !== undefined) this.#leadHere(fork)
      return end
    })
    for (const end of ends) this.#leadHere(end)
  }

  #writeRepeat({ part, min, max }: Node & { kind: 'repeat' }): void {
    for (let count = 0; count < min; count++) this.write(part)
    if (max === Infinity) {
      const loop = this.#push('go', this.#steps.length + 1)
      this.write(part)
      this.#push('go', loop)
      return this.#leadHere(loop)
    }
    const forks: number[] = []
    for (let count = min; count < max; count++) {
      forks.push(this.#push('go', this.#steps.length + 1))
      this.write(part)
    }
    for (const fork of forks) this.#leadHere(fork)
  }

  #push(does: keyof typeof operation, first = -1, second = -1): number {
    return this.#steps.push([operation[does], first, second]) - 1
  }

  /** Lets a step that goes on also, or only, go on with the next one to be written. */
  #leadHere(state: number): void {
    const step = this.#steps[state]
    if (step) step[step[1] < 0 ? 1 : 2] = this.#steps.length
  }
}

const run = ({ operations, first, second, sets }: Program, value: string, field: string): boolean => {
  const size = operations.length
  /** The last position at which a step was entered, plus one: each step is entered at most once a position. */
  const enteredAt = new Int32Array(size)
  /** Steps still to be entered here, and those that wait for this position's character. */
  const stack = new Int32Array(size * 3 + 1)
  const waitingStates = new Int32Array(size)
  /** Of each set, whether it has this position's character. */
  const heldSets = new Uint8Array(sets.length)
  let [top, waits] = [1, 0]
  spendSteps(size, field)
  for (let position = 0; position <= value.length; position++) {
    let steps = 0
    while (top > 0) {
      const index = stack[--top]!
      steps++
      if (enteredAt[index] === position + 1) continue
      enteredAt[index] = position + 1
      switch (operations[index]) {
        case operation.match:
          return true
        case operation.one:
        case operation.set:
          waitingStates[waits++] = index
          break
        case operation.go:
          if (first[index]! >= 0) stack[top++] = first[index]!
          if (second[index]! >= 0) stack[top++] = second[index]!
          break
        case operation.start:
          if (position === 0) stack[top++] = index + 1
          break
        case operation.end:
          if (position === value.length) stack[top++] = index + 1
      }
    }
    spendSteps(steps + waits + sets.length * setSteps, field)
    if (position === value.length) return false
    const character = value[position]!
    const code = value.charCodeAt(position)
    for (let index = 0; index < sets.length; index++) heldSets[index] = sets[index]!(character) ? 1 : 0
    for (let position = 0; position < waits; position++) {
      const index = waitingStates[position]!
      const has = operations[index] === operation.one ? first[index] === code : heldSets[first[index]!] === 1
      if (has) stack[top++] = index + 1
    }
    waits = 0
    stack[top++] = 0
  }
  return false
}

/** What it costs to ask a set for a character. */
const setSteps = 5

import { refuse } from './refusal.ts'

/**
 * Reads a regular expression that an administrator wrote and returns its test: true where it matches some part
 * of the value, as `new RegExp(source).test(value)` would say. The time is proportional to the value's length
 * whatever the expression: all alternatives advance together, one character at a time, and nothing is tried twice.
 * Refuses what is no regular expression, what needs going back (references, look-around, word boundaries),
 * and what is too large.
 */
export const linearTest = (source: string): ((value: string) => boolean) => {
  if (source.length > maxSourceLength) refuse('pattern.large', '正则表达式过长')
  try {
    new RegExp(source)
  } catch {
    refuse('pattern.syntax', '正则表达式有误')
  }
  const program = compile(parse(source))
  return (value) => run(program, value)
}

const maxSourceLength = 500
const maxSteps = 2000

type Node =
  | { kind: 'one'; has: (character: string) => boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }

type Step =
  | { kind: 'one'; has: (character: string) => boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'go'; to: number[] }
  | { kind: 'match' }

const unsupported = (part: string): never => refuse('pattern.unsupported', '正则表达式不支持{part}', { part })

/** Reads a source that is known to be well formed. */
const parse = (source: string): Node => {
  let at = 0

  /** The text that `pattern` (sticky) matches here, stepped over; undefined where it does not match. */
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) return undefined
    at += found[0].length
    return found
  }

  const choice = (): Node => {
    const parts = [sequence()]
    while (take(/\|/y)) parts.push(sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeat())
    return { kind: 'sequence', parts }
  }

  const repeat = (): Node => {
    const part = atom()
    const quantifier = take(/([*+?])|\{(\d{1,9})(,?)(\d{0,9})\}/y)
    if (!quantifier) return part
    take(/\?/y)
    const [, sign, least, comma, most] = quantifier
    if (sign) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    return { kind: 'repeat', part, min: Number(least), max: comma ? (most ? Number(most) : Infinity) : Number(least) }
  }

  const atom = (): Node => {
    if (take(/\^/y)) return { kind: 'start' }
    if (take(/\$/y)) return { kind: 'end' }
    const group = take(/\((\?(?!:)(<?[^\w]?)|\?:)?/y)
    if (group) {
      if (group[1] && group[1] !== '?:') unsupported(`(${group[1]}`)
      const inside = choice()
      at += 1
      return inside
    }
    const set = take(/\[(?:[^\]\\]|\\.)*\]|\.|\\[dDwWsStrnfv]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}/y)
    if (set) return { kind: 'one', has: oneOf(set[0]) }
    const escape = take(/\\(.)/sy)
    if (escape) return /[0-9A-Za-z]/.test(escape[1]!) ? unsupported(escape[0]) : { kind: 'one', has: same(escape[1]!) }
    const character = source[at]!
    at += 1
    return { kind: 'one', has: same(character) }
  }

  return choice()
}

const same = (expected: string) => (character: string) => character === expected

/** A class or class escape asks the engine about one single character, which cannot go back. */
const oneOf = (part: string) => {
  if (/\\[pP]\{|\\u\{/.test(part)) unsupported(part)
  const pattern = new RegExp(`^${part}$`)
  return (character: string) => pattern.test(character)
}

const compile = (root: Node): Step[] => {
  const program: Step[] = []
  let visits = 0

  const push = <S extends Step>(step: S): S => {
    program.push(step)
    return step
  }

  const emit = (node: Node): void => {
    visits += 1
    if (visits > maxSteps) refuse('pattern.large', '正则表达式过长')
    switch (node.kind) {
      case 'sequence':
        return node.parts.forEach(emit)
      case 'choice': {
        const ends = node.parts.map((part, index) => {
          const fork = index < node.parts.length - 1 ? push({ kind: 'go', to: [program.length + 1] }) : undefined
          emit(part)
          const end = push({ kind: 'go', to: [] as number[] })
          fork?.to.push(program.length)
          return end
        })
        return ends.forEach((end) => end.to.push(program.length))
      }
      case 'repeat': {
        for (let count = 0; count < node.min; count++) emit(node.part)
        if (node.max === Infinity) {
          const loop = program.length
          const fork = push({ kind: 'go', to: [loop + 1] })
          emit(node.part)
          push({ kind: 'go', to: [loop] })
          fork.to.push(program.length)
          return
        }
        const forks: { to: number[] }[] = []
        for (let count = node.min; count < node.max; count++) {
          forks.push(push({ kind: 'go', to: [program.length + 1] }))
          emit(node.part)
        }
        return forks.forEach((fork) => fork.to.push(program.length))
      }
      default:
        push(node)
    }
  }

  emit(root)
  program.push({ kind: 'match' })
  return program
}

const run = (program: readonly Step[], value: string): boolean => {
  /** The last position at which a step was entered, plus one: each step is entered at most once a position. */
  const entered = new Int32Array(program.length)
  let waiting: number[] = []
  for (let position = 0; position <= value.length; position++) {
    const here: number[] = []
    const stack = [...waiting, 0]
    while (stack.length > 0) {
      const index = stack.pop()!
      if (entered[index] === position + 1) continue
      entered[index] = position + 1
      const step = program[index]!
      if (step.kind === 'match') return true
      if (step.kind === 'one') here.push(index)
      else if (step.kind === 'go') stack.push(...step.to)
      else if (step.kind === 'start' ? position === 0 : position === value.length) stack.push(index + 1)
    }
    const character = value[position]
    if (character === undefined) return false
    waiting = here.filter((index) => (program[index] as Extract<Step, { kind: 'one' }>).has(character)).map((index) => index + 1)
  }
  return false
}

import { stripTypeScriptTypes } from 'node:module'
import { runInThisContext } from 'node:vm'
import {
  type CallExpression,
  type Expression,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast'
import {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isBinaryExpression,
  isBlock,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isForOfStatement,
  isIdentifier,
  isIfStatement,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSourceFile,
  isTemplateSpan,
  isTypeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { TypeFlags } from 'typescript/unstable/sync'
import { callsOf, isFunctionLike, keyOf, nameOf, placeOf, type Product } from './sites.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** Evaluates code among the names of a module; by the module's path. */
export type Scopes = ReadonlyMap<string, (code: string) => unknown>

/** What a text hangs on is known only when the product runs. */
export class UnresolvedText extends Error {}

/**
 * Every text that an expression can have. Names are followed to where they are declared, branches and values that a type counts up are all
 * taken, and what is left is worked out by the module itself; ways in which that throws cannot be gone. Throws `UnresolvedText` where a text is made
 * while the product runs.
 */
export const textsOf = (product: Product, scopes: Scopes, domains: Domains, expression: Expression): Texts => {
  const texts = new Map<string, Set<string>>()
  const tape = new Tape()
  let failure: unknown
  do {
    try {
      const textReader = new TextReader(product, scopes, domains, tape)
      const value = textReader.valueOf(expression, 0)
      if (typeof value === 'string' && textReader.isReached(expression))
        texts.set(value, new Set([...(texts.get(value) ?? []), ...textReader.calledFrom]))
    } catch (error) {
      if (error instanceof UnresolvedText) throw error
      failure = error
    }
    if (tape.runs > 4000) throw new UnresolvedText(`more than ${tape.runs} ways`)
  } while (tape.next())
  if (texts.size === 0) throw new UnresolvedText(`nothing came of it: ${String(failure)}`)
  return texts
}

/** Texts, each with the places of the calls that lead to it. */
export type Texts = ReadonlyMap<string, ReadonlySet<string>>

/** The values that a declared type stands for, by the type's name. */
export type Domains = ReadonlyMap<string, readonly unknown[]>

/** One choice after the other, each taken in every way there is. */
class Tape {
  runs = 1
  #choices: { readonly key: string; at: number; readonly of: number }[] = []
  #made = new Map<string, number>()

  choose<T>(key: string, options: readonly T[]): T {
    if (options.length === 0) throw new Error(`nothing to choose from for ${key}`)
    let choiceIndex = this.#made.get(key)
    if (choiceIndex === undefined) {
      choiceIndex = this.#made.size
      this.#made.set(key, choiceIndex)
      if (choiceIndex === this.#choices.length) this.#choices.push({ key, at: 0, of: options.length })
    }
    const { at } = assertDefined(this.#choices[choiceIndex], `the choice of ${key}`)
    return options[at]!
  }

  /** Where it stands, to come back to when a try failed. */
  mark(): () => void {
    const [copies, length] = [new Map(this.#made), this.#choices.length]
    return () => {
      this.#made = copies
      this.#choices.length = Math.max(length, copies.size)
    }
  }

  next(): boolean {
    this.#made.clear()
    for (let last = this.#choices.at(-1); last; last = this.#choices.at(-1)) {
      if (++last.at < last.of) {
        this.runs++
        return true
      }
      this.#choices.pop()
    }
    return false
  }
}

const deepest = 40

class TextReader {
  /** The calls that were taken for what a function is given. */
  readonly calledFrom = new Set<string>()
  readonly #values: unknown[] = []
  readonly #product: Product
  readonly #scopes: Scopes
  readonly #domains: Domains
  readonly #tape: Tape

  constructor(product: Product, scopes: Scopes, domains: Domains, tape: Tape) {
    this.#product = product
    this.#scopes = scopes
    this.#domains = domains
    this.#tape = tape
  }

  valueOf(node: Node, depth: number): unknown {
    const code = stripTypeScriptTypes(`(__values) => (${this.#codeOf(node, depth)})`)
    // What a module that is only started, and not loaded, writes out itself needs none of its names.
    const scope = this.#scopes.get(node.getSourceFile().fileName) ?? ((text: string): unknown => runInThisContext(text))
    return (scope(code) as (values: unknown[]) => unknown)(this.#values)
  }

  /** False where a condition on the way to a place does not hold, as far as it can be told. */
  isReached(place: Node): boolean {
    const holds = (condition: Node, isWanted: boolean) => {
      const back = this.#tape.mark()
      try {
        return Boolean(this.valueOf(condition, 0)) === isWanted
      } catch {
        back()
        return true
      }
    }
    for (let node = place; node.parent && !isSourceFile(node.parent); node = node.parent) {
      const { parent } = node
      if (isConditionalExpression(parent) && node !== parent.condition && !holds(parent.condition, node === parent.whenTrue)) return false
      if (isIfStatement(parent) && node !== parent.expression && !holds(parent.expression, node === parent.thenStatement)) return false
      if (!isBlock(parent)) continue
      for (const before of parent.statements.slice(
        0,
        parent.statements.findIndex((statement) => statement === node),
      ))
        if (isIfStatement(before) && isReturnStatement(before.thenStatement) && !holds(before.expression, false)) return false
    }
    return true
  }

  /** The code of an expression in which nothing is left that only the module itself knows. */
  #codeOf(root: Node, depth: number, wholeNode = root): string {
    if (depth > deepest) throw new UnresolvedText('too deep')
    const file = root.getSourceFile()
    const from = root.getStart(file)
    const replacements: { start: number; end: number; code: string }[] = []
    const replace = (node: Node, code: string): void => void replacements.push({ start: node.getStart(file), end: node.end, code })
    const visit = (node: Node): void => {
      if (isTypeNode(node)) return
      if (node.kind === SyntaxKind.AwaitExpression || node.kind === SyntaxKind.ThisKeyword) throw this.#unresolved(node)
      if (isTemplateSpan(node)) return replace(node.expression, this.#orNumber(node.expression, depth, wholeNode))
      if (isConditionalExpression(node) && node !== root) return replace(node, `(${this.#codeOf(node, depth + 1, wholeNode)})`)
      if (isConditionalExpression(node)) {
        const condition = this.#attempt(() => this.#codeOf(node.condition, depth + 1, wholeNode))
        const branch = (isTaken: boolean) => this.#codeOf(isTaken ? node.whenTrue : node.whenFalse, depth + 1, wholeNode)
        if (condition === undefined) return replace(node, branch(this.#tape.choose(this.#keyOf(node.condition), [true, false])))
        return replace(node, `(${condition}) ? (${branch(true)}) : (${branch(false)})`)
      }
      if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
        const leftCode = this.#attempt(() => this.#codeOf(node.left, depth + 1, wholeNode))
        const right = this.#codeOf(node.right, depth + 1, wholeNode)
        if (leftCode !== undefined) return replace(node, `(${leftCode}) && (${right})`)
        return replace(node, this.#tape.choose(this.#keyOf(node.left), [true, false]) ? right : 'false')
      }
      if (isPropertyAccessExpression(node)) return visit(node.expression)
      if (isPropertyAssignment(node)) return visit(node.initializer)
      if (isShorthandPropertyAssignment(node)) {
        const symbol = this.#product.checker.getShorthandAssignmentValueSymbol(node)
        const code = this.#nameOf(node.name, symbol?.valueDeclaration?.resolve(), wholeNode, depth)
        return code === undefined ? undefined : replace(node, `${node.name.getText()}: ${code}`)
      }
      if (isIdentifier(node)) {
        const symbol = this.#product.checker.getSymbolAtLocation(node)
        const code = this.#nameOf(node, (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve(), wholeNode, depth)
        return code === undefined ? undefined : replace(node, code)
      }
      node.forEachChild(visit)
    }
    visit(root)
    let code = ''
    let position = from
    for (const { start, end, code: instead } of replacements) {
      code += file.text.slice(position, start) + instead
      position = end
    }
    return code + file.text.slice(position, root.end)
  }

  #attempt<T>(make: () => T): T | undefined {
    const back = this.#tape.mark()
    try {
      return make()
    } catch (error) {
      if (!(error instanceof UnresolvedText)) throw error
      back()
      return undefined
    }
  }

  /** Which number stands in a text does not matter for what the text answers. */
  #orNumber(node: Node, depth: number, wholeNode: Node): string {
    const code = this.#attempt(() => this.#codeOf(node, depth + 1, wholeNode))
    if (code !== undefined) return code
    if ((this.#product.checker.getTypeAtLocation(node)?.flags ?? 0) & TypeFlags.NumberLike) return '1'
    return this.#codeOf(node, depth + 1, wholeNode)
  }

  /** What stands for a name; undefined where the module itself knows it. */
  #nameOf(name: Node, declaration: Node | undefined, root: Node, depth: number): string | undefined {
    if (!declaration || declaration.getSourceFile().fileName !== root.getSourceFile().fileName) return undefined
    if (isWithin(declaration, root) || isOfModule(declaration)) return undefined
    return `(${this.#localOf(name, declaration, depth + 1)})`
  }

  #localOf(name: Node, declaration: Node, depth: number): string {
    if (isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent
      if (isForOfStatement(loop)) return this.#chosen(this.#keyOf(declaration), this.#listOf(loop.expression, depth))
      const isConst = (declaration.parent.flags & 2) !== 0
      if (!declaration.initializer || !isConst || declaration.initializer.kind === SyntaxKind.NewExpression) throw this.#unresolved(name)
      if (isFilledLater(declaration)) throw this.#unresolved(name)
      return this.#codeOf(declaration.initializer, depth)
    }
    const countedCode = this.#countedUp(name)
    if (countedCode) return this.#chosen(this.#keyOf(declaration), countedCode)
    if (isBindingElement(declaration)) {
      const pattern = declaration.parent
      if (declaration.dotDotDotToken) throw this.#unresolved(name)
      const localCode = this.#localOf(name, pattern.parent, depth)
      if (isArrayBindingPattern(pattern)) return `[...(${localCode})][${pattern.elements.indexOf(declaration)}]`
      return `(${localCode})[${JSON.stringify(assertDefined(declaration.propertyName ?? declaration.name, 'the name of a binding').getText())}]`
    }
    if (isParameterDeclaration(declaration)) return this.#argument(name, declaration, depth)
    throw this.#unresolved(name)
  }

  /** The values that the type of a name counts up. */
  #countedUp(name: Node): readonly unknown[] | undefined {
    const { checker } = this.#product
    const type = checker.getTypeAtLocation(name)
    if (!type) return undefined
    const domain = this.#domains.get(checker.typeToString(type))
    if (domain) return domain
    const parts = type.isUnionType() ? type.getTypes() : [type]
    const values = parts.map((part) => {
      if (part.isLiteralType()) return [part.value]
      return part.flags & (TypeFlags.Undefined | TypeFlags.Null) ? [undefined] : undefined
    })
    return values.every((value) => value !== undefined) ? values.flat() : undefined
  }

  #argument(name: Node, parameter: ParameterDeclaration, depth: number): string {
    const lambda = parameter.parent
    const countedCode = isIdentifier(parameter.name) ? this.#countedUp(parameter.name) : undefined
    if (countedCode) return this.#chosen(this.#keyOf(parameter), countedCode)
    const parameterIndex = (lambda as unknown as { parameters: readonly Node[] }).parameters.indexOf(parameter)
    // The callback of a list's own method meets every element.
    const call = lambda.parent
    if (isCallExpression(call) && isPropertyAccessExpression(call.expression) && call.arguments[0] === lambda) {
      if (parameterIndex !== 0 || !/^(map|flatMap|filter|forEach|some|every|find)$/.test(call.expression.name.text))
        throw this.#unresolved(name)
      return this.#chosen(this.#keyOf(parameter), this.#listOf(call.expression.expression, depth))
    }
    const calls = callers.get(lambda) ?? callsOf(this.#product, lambda)
    callers.set(lambda, calls)
    if (calls.length === 0) throw this.#unresolved(name)
    const chosenCall = this.#tape.choose(`call of ${this.#keyOf(lambda)}`, calls)
    this.calledFrom.add(keyOf(placeOf(this.#product, nameOf(chosenCall))))
    const argument = chosenCall.arguments[parameterIndex]
    const value = argument && this.valueOf(argument, depth + 1)
    const { initializer: initial } = parameter
    if (value === undefined && initial) return this.#codeOf(initial, depth)
    return this.#held(value)
  }

  #listOf(node: Node, depth: number): unknown[] {
    const list = this.valueOf(node, depth + 1)
    return [...(list as Iterable<unknown>)]
  }

  #chosen(key: string, options: readonly unknown[]): string {
    return this.#held(this.#tape.choose(key, options))
  }

  #held(value: unknown): string {
    this.#values.push(value)
    return `__values[${this.#values.length - 1}]`
  }

  /** What is the same in one function is chosen once. */
  #keyOf(node: Node): string {
    let ancestor: Node = node
    while (ancestor.parent && !isSourceFile(ancestor.parent.parent ?? ancestor.parent)) ancestor = ancestor.parent
    return `${ancestor.getSourceFile().fileName}:${ancestor.pos}:${isVariableDeclaration(node) || isParameterDeclaration(node) || isBindingElement(node) ? node.pos : node.getText()}`
  }

  #unresolved(node: Node): UnresolvedText {
    const { at } = placeOf(this.#product, node)
    return new UnresolvedText(`${node.getText().slice(0, 60)} at ${at}`)
  }
}

const callers = new WeakMap<Node, CallExpression[]>()

const isWithin = (node: Node, root: Node): boolean =>
  node.pos >= root.pos && node.end <= root.end && node.getSourceFile().fileName === root.getSourceFile().fileName

/** True of a list that is made empty or half full and grows in the lines below. */
const isFilledLater = ({ name, initializer, parent }: VariableDeclaration): boolean => {
  return (
    initializer !== undefined &&
    isArrayLiteralExpression(initializer) &&
    new RegExp(`\\b${name.getText()}\\.(push|unshift|splice)\\(|\\b${name.getText()}\\[[^\\]]+\\] = `).test(parent.parent.parent.getText())
  )
}

/** Declared by the module itself, not in one of its functions. */
const isOfModule = (declaration: Node): boolean => {
  for (let node = declaration.parent; node; node = node.parent) {
    if (isSourceFile(node)) return true
    if (isFunctionLike(node) || isBlock(node) || isForOfStatement(node)) return false
  }
  return false
}

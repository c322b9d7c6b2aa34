import { relative } from 'node:path'
import type { CallExpression, Expression, Node, SourceFile } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isCallExpression,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportSpecifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isSpreadElement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Program, SignatureKind, type Symbol, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import { assertDefined, firstOf } from '../../kernel/assert.ts'

/** A place in the product where a statement is sent. */
export type Site = {
  /** `server/records/list.ts:120` and the column in it. */
  readonly at: string
  readonly column: number
  readonly call: CallExpression
  readonly text: Expression | undefined
  /** What goes with it, value by value; undefined where the code does not list it there. */
  readonly values: readonly Expected[] | undefined
  /** What the code expects of a row; undefined where it names nothing. */
  readonly row: Shape | ShapesByCaller | undefined
}

/** The properties of a row type by name; `open` where it takes columns besides. */
export type Shape = { readonly columns: ReadonlyMap<string, Expected>; readonly open: boolean }
/** Where callers name the row: by the place of the call. */
export class ShapesByCaller extends Map<string, Shape | undefined> {}
export type Expected = { readonly words: string; readonly optional: boolean; readonly type: Expectation }
/** What a value may be: `null` among the kinds, and for a list what its elements may be. */
export type Expectation = { readonly kinds: ReadonlySet<Kind>; readonly element?: Expectation }
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'moment' | 'list' | 'object' | 'anything'

/** The product as the compiler reads it. */
export type Product = {
  readonly root: string
  readonly program: Program
  readonly checker: Checker
  readonly files: readonly SourceFile[]
  readonly close: () => void
}

export const readProduct = (root: string, isOurs: (path: string) => boolean): Product => {
  const api = new API({ cwd: root })
  const project = firstOf(api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects())
  const { program, checker } = project
  const files = program
    .getSourceFileNames()
    .filter((name) => isOurs(relative(root, name)))
    .map((name) => assertDefined(program.getSourceFile(name), name))
  return { root, program, checker, files, close: () => api.close() }
}

export const placeOf = ({ root }: Pick<Product, 'root'>, node: Node): { at: string; column: number } => {
  const file = node.getSourceFile()
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
  return { at: `${relative(root, file.fileName)}:${line + 1}`, column: character + 1 }
}

/** Every call that sends a statement, and every place that hands on what sends them instead of calling it. */
export const sitesOf = (product: Product): { readonly sites: Site[]; readonly handedOn: string[] } => {
  const { checker } = product
  const sites: Site[] = []
  const handedOn: string[] = []
  for (const file of product.files) {
    const names: Node[] = []
    const visit = (node: Node): void => {
      if (isIdentifier(node) && senderNames.has(node.text)) names.push(node)
      node.forEachChild(visit)
    }
    visit(file)
    const symbols = checker.getSymbolAtLocation(names)
    for (const [at, name] of names.entries()) {
      const symbol = symbols[at]
      if (!symbol || !isSender(checker, symbol, name)) continue
      const { parent } = name
      const callee = isPropertyAccessExpression(parent) && parent.name === name ? parent : name
      const call = callee.parent
      if (isCallExpression(call) && call.expression === callee)
        sites.push({ ...placeOf(product, name), call, text: call.arguments[0], values: valuesOf(checker, call), row: rowOf(product, call) })
      else if (isPropertyAccessExpression(parent)) handedOn.push(placeOf(product, name).at)
    }
  }
  return { sites, handedOn }
}

const senderNames: ReadonlySet<string> = new Set(['query', 'gate', 'writePart'])

/** The driver's own method, or a function of a text that answers rows. */
const isSender = (checker: Checker, symbol: Symbol, name: Node): boolean => {
  const path = String(symbol.declarations[0]?.path)
  if (path.includes('/@types/pg/')) return true
  const type = checker.getTypeAtLocation(name)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  return signature?.getParameters()[0]?.name === 'text'
}

const valuesOf = (checker: Checker, { arguments: [, list] }: CallExpression): Expected[] | undefined => {
  if (!list) return []
  if (!isArrayLiteralExpression(list) || list.elements.some((element) => isSpreadElement(element))) return undefined
  const types = list.elements.length === 0 ? [] : checker.getTypeAtLocation(list.elements)
  return types.map((typeAt) => {
    const type = assertDefined(typeAt, 'the type of a value')
    return { words: checker.typeToString(type), optional: false, type: expectationOf(checker, type) }
  })
}

/** From `Promise<R[]>`; a row that is a mere record of anything names nothing. */
const rowOf = (product: Product, call: CallExpression): Shape | ShapesByCaller | undefined => {
  const { checker } = product
  const [list] = argumentsOf(checker, checker.getTypeAtLocation(call))
  const [row] = list && checker.isArrayType(list) ? argumentsOf(checker, list) : []
  if (!row) return undefined
  return row.isTypeParameter() ? rowsOfCallers(product, call) : shapeOf(checker, row)
}

/** What the callers of the function around a call name as its rows. */
const rowsOfCallers = (product: Product, call: Node): ShapesByCaller => {
  let parentNode = call.parent
  while (!isFunctionLike(parentNode)) parentNode = parentNode.parent
  return new ShapesByCaller(
    callsOf(product, parentNode).flatMap((innerCall) => {
      const [typeArgument] = innerCall.typeArguments ?? []
      const row = typeArgument && product.checker.getTypeFromTypeNode(typeArgument)
      return row ? [[keyOf(placeOf(product, nameOf(innerCall))), shapeOf(product.checker, row)] as const] : []
    }),
  )
}

/** The calls of a function that has a name; undefined where it is handed on as well, or has none. */
export const callsOf = ({ checker }: Pick<Product, 'checker'>, func: Node): CallExpression[] => {
  const nameNode = nameOfFunction(func)
  if (!nameNode) return []
  const uses = checker
    .getReferencedSymbolsForNode(nameNode, nameNode.getStart())
    .flatMap(({ references }) => references.map((reference) => reference.resolve()))
    .filter((node) => node !== undefined)
    .filter((node) => node !== nameNode && !isImportSpecifier(node.parent) && !isTest(node.getSourceFile().fileName))
  const calls = uses.flatMap((use) => {
    const callee = isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use
    return isCallExpression(callee.parent) && callee.parent.expression === callee ? [callee.parent] : []
  })
  return calls.length < uses.length ? [] : calls
}

const nameOfFunction = (func: Node): Node | undefined => {
  if (isFunctionDeclaration(func) || isMethodDeclaration(func)) return func.name
  return isVariableDeclaration(func.parent) && isIdentifier(func.parent.name) ? func.parent.name : undefined
}

/** What a call names as the function. */
export const nameOf = ({ expression }: CallExpression): Node => (isPropertyAccessExpression(expression) ? expression.name : expression)

export const keyOf = ({ at, column }: { readonly at: string; readonly column: number }): string => `${at}:${column}`

export const isFunctionLike = (node: Node): boolean =>
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node) ||
  isConstructorDeclaration(node)

const isTest = (path: string): boolean => /\.test\.ts$|\/testing(\/|\.ts$)|\/(bench|journeys)\//.test(path)

/** The compiler's server falls over when a type that has none is asked for its arguments. */
const argumentsOf = (checker: Checker, type: Type | undefined): readonly Type[] =>
  type?.isTypeReference() ? checker.getTypeArguments(type) : []

const shapeOf = (checker: Checker, row: Type): Shape | undefined => {
  const properties = checker.getPropertiesOfType(row)
  if (properties.length === 0) return undefined
  const types = checker.getTypeOfSymbol(properties)
  const columns = new Map(
    properties.map(({ name, flags }, index) => {
      const type = assertDefined(types[index], `the type of ${name}`)
      return [
        name,
        { words: checker.typeToString(type), optional: (flags & SymbolFlags.Optional) !== 0, type: expectationOf(checker, type) },
      ] as const
    }),
  )
  return { columns, open: checker.getIndexInfosOfType(row).length > 0 }
}

/** Lists are looked into `deep` times: types of JSON hold themselves. */
const expectationOf = (checker: Checker, type: Type, deep = 2): Expectation => {
  const kinds = new Set<Kind>()
  let element: Expectation | undefined
  const add = (part: Type): void => {
    if (part.isUnionType()) return part.getTypes().forEach(add)
    if (part.flags & (TypeFlags.Any | TypeFlags.Unknown)) return void kinds.add('anything')
    if (part.flags & (TypeFlags.Null | TypeFlags.Undefined)) return void kinds.add('null')
    if (part.flags & (TypeFlags.StringLike | TypeFlags.TemplateLiteral)) return void kinds.add('string')
    if (part.flags & TypeFlags.NumberLike) return void kinds.add('number')
    if (part.flags & TypeFlags.BooleanLike) return void kinds.add('boolean')
    if (part.isIntersectionType()) {
      const [basic] = part.getTypes().filter(({ flags }) => flags & (TypeFlags.StringLike | TypeFlags.NumberLike))
      if (basic) return add(basic)
    }
    if (part.getSymbol()?.name === 'Date') return void kinds.add('moment')
    if (checker.isArrayLikeType(part)) {
      kinds.add('list')
      const [of] = argumentsOf(checker, part)
      if (of && deep > 0) element = expectationOf(checker, of, deep - 1)
      return
    }
    kinds.add('object')
  }
  add(type)
  return element ? { kinds, element } : { kinds }
}

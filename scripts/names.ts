/** Which names the code declares, which of them say nothing to a reader, and which names of the glossary the code does not have. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** The names of one source file: those it declares, types apart, and every word that stands in it as an identifier, key or whole string. */
export type FileNames = {
  readonly declared: readonly string[]
  readonly types: readonly string[]
  readonly words: ReadonlySet<string>
}

export const namesOf = (path: string, source: string): FileNames => {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const declared: string[] = []
  const types: string[] = []
  const words = new Set<string>()
  const declare = (pattern: unknown): void => {
    for (const name of boundNames(pattern)) declared.push(name)
  }
  const declareFunction = ({ params }: { readonly params: readonly unknown[] }): void => {
    for (const parameter of params) declare(parameter)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => declare(id),
    FunctionDeclaration: (node) => {
      declare(node.id)
      declareFunction(node)
    },
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareFunction,
    CatchClause: ({ param }) => declare(param),
    TSTypeAliasDeclaration: ({ id }) => void types.push(id.name),
    TSInterfaceDeclaration: ({ id }) => void types.push(id.name),
    ClassDeclaration: ({ id }) => void (id && types.push(id.name)),
    TSPropertySignature: ({ key }) => void (key.type === 'Identifier' && declared.push(key.name)),
    Identifier: ({ name }) => void words.add(name),
    Literal: ({ value }) => void (typeof value === 'string' && words.add(value)),
  }).visit(program)
  return { declared, types, words }
}

/** A participle, pronoun or adverb alone: what it is about stands nowhere. */
export const saysNothing = (name: string): boolean =>
  emptyWords.has(name) || (/^[a-z]+(ed|ing)$/.test(name) && !plainWords.has(name) && !/^(\w*feed|\w*string)$/.test(name))

/** Names of the glossary that stand nowhere in the code, in the schema or among the paths; one sentence for each. */
export const glossaryFaults = (glossary: string, words: ReadonlySet<string>, hasPath: (path: string) => boolean): string[] =>
  glossary.split('\n').flatMap((line) => {
    const [, chinese, , code] = line.split('|').map((cell) => cell.trim())
    if (chinese === undefined || code === undefined) return []
    const names = [...code.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return names.filter((name) => !isInCode(name, words, hasPath)).map((name) => `${chinese}: ${name} stands nowhere in the code`)
  })

const isInCode = (name: string, words: ReadonlySet<string>, hasPath: (path: string) => boolean): boolean => {
  if (name.includes('/')) return words.has(`/${name}`) || words.has(name) || hasPath(name)
  return !/^[\w.]+$/.test(name) || words.has(name)
}

/** What is read of the project: the names of its source files, tests apart, and every word of the schema. */
export const readNames = (root: string): FileNames & { readonly hasPath: (path: string) => boolean } => {
  const paths = globSync('{kernel,domain,hosts,devices,server,web,shell,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  )
  const files = paths.map((path) => namesOf(path, readFileSync(join(root, path), 'utf8')))
  const schema = globSync('server/db/migrations/*.sql', { cwd: root }).flatMap(
    (path) => readFileSync(join(root, path), 'utf8').match(/\b[a-z_]\w+\b/g) ?? [],
  )
  return {
    declared: files.flatMap(({ declared }) => declared),
    types: files.flatMap(({ types }) => types),
    words: new Set([...files.flatMap(({ words }) => [...words]), ...schema]),
    hasPath: (path) => existsSync(join(root, path)),
  }
}

/** The names that a pattern binds: of `{ a: [b], ...c }` b and c. */
const boundNames = (pattern: unknown): string[] => {
  if (typeof pattern !== 'object' || pattern === null || !('type' in pattern)) return []
  const part = (key: string): unknown => Reflect.get(pattern, key)
  const all = (key: string): string[] => [part(key)].flat().flatMap(boundNames)
  switch (pattern.type) {
    case 'Identifier':
      return [String(part('name'))]
    case 'ObjectPattern':
      return all('properties')
    case 'Property':
      return all('value')
    case 'ArrayPattern':
      return all('elements')
    case 'AssignmentPattern':
      return all('left')
    case 'RestElement':
      return all('argument')
    case 'TSParameterProperty':
      return all('parameter')
    default:
      return []
  }
}

const emptyWords = new Set(
  `said told given known found done gone kept made seen held left taken written sent came became shown drawn chosen begun
   own other others thing things how why who whose whom it them here there again once whole rest about around soon later`.split(/\s+/),
)

/** Words with these endings that are nouns or plain adjectives of software and of the field. */
const plainWords = new Set(
  `string setting heading padding spacing building ping warning rating loading missing existing pending sibling ring binding mapping
   billing booking counting matching encoding ordering spelling timing routing listing incoming outgoing marking enabled disabled selected
   deleted required expected signed checked red need indeed seed feed embed speed bed id nested`.split(/\s+/),
)

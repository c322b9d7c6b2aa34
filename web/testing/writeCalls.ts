import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import type { Operation } from '../../domain/operations/define.ts'

/** The ways by which a place in the web app asks the server: a button's `useSend`, `call` alone, and the hooks that read. */
const hooks = ['useSend', 'call', 'useAsk', 'usePages'] as const
type Hook = (typeof hooks)[number]

/** A place in the web app that may write. */
export type WriteCall = {
  readonly at: string
  readonly by: Hook
  /** The operation as the place names it, and what it is where the declaration can be read. */
  readonly names: string
  readonly operation: Operation | undefined
  readonly options: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

const web = join(import.meta.dirname, '..')

/** Every place of the web app that asks the server by an operation which is not known to read only. */
export const readWriteCalls = async (): Promise<readonly WriteCall[]> => {
  const calls = await readCalls()
  return calls.filter(({ by, operation }) => (by === 'useSend' || by === 'call') && (operation === undefined || isWrite(operation)))
}

/** Every place that reads by an operation which writes. */
export const readAskedWrites = async (): Promise<readonly WriteCall[]> => {
  const calls = await readCalls()
  return calls.filter(({ by, operation }) => (by === 'useAsk' || by === 'usePages') && operation !== undefined && isWrite(operation))
}

const readCalls = async (): Promise<readonly WriteCall[]> => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.ts$|^(english|testing)\//.test(file))
  const calls = await Promise.all(files.toSorted().map(callsIn))
  return calls.flat()
}

export const isWrite = ({ method, reads }: Operation): boolean => method !== 'GET' && !reads

const callsIn = async (file: string): Promise<WriteCall[]> => {
  const text = readFileSync(join(web, file), 'utf8')
  if (!hooks.some((hook) => text.includes(`${hook}(`))) return []
  const program = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  const imports = importsOf(program)
  const found: Promise<WriteCall>[] = []
  visit(program, (node) => {
    const callee = node.type === 'CallExpression' ? (node['callee'] as Node)['name'] : undefined
    const by = hooks.find((hook) => hook === callee)
    if (!by) return
    const [first, ...others] = node['arguments'] as readonly Node[]
    const options = others[by === 'useSend' ? 0 : 1]
    const sourceOf = (part: Node | undefined) => (part ? text.slice(part.start, part.end).replace(/\s+/g, ' ') : '')
    const names = sourceOf(first)
    const called = async (): Promise<WriteCall> => ({
      at: file,
      by,
      names,
      options: sourceOf(options),
      operation: await operationOf(names, file, imports),
    })
    found.push(called())
  })
  return Promise.all(found)
}

const importsOf = (program: Node): ReadonlyMap<string, { readonly from: string; readonly name: string }> =>
  new Map(
    (program['body'] as readonly Node[])
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap((statement) =>
        (statement['specifiers'] as readonly Node[]).flatMap((specifier) => {
          const name = (specifier['imported'] as Node | undefined)?.['name']
          const from = String((statement['source'] as Node)['value'])
          return typeof name === 'string' ? [[String((specifier['local'] as Node)['name']), { from, name }] as const] : []
        }),
      ),
  )

/** What `a.b` is where `a` comes from a declaration of operations. */
const operationOf = async (names: string, file: string, imports: ReturnType<typeof importsOf>): Promise<Operation | undefined> => {
  if (!/^\w+(\.\w+)*$/.test(names)) return undefined
  const [first = '', ...rest] = names.split('.')
  const source = imports.get(first)
  if (!source?.from.includes('domain/')) return undefined
  let value: unknown = ((await import(join(web, dirname(file), source.from))) as Record<string, unknown>)[source.name]
  for (const key of rest) value = (value as Record<string, unknown>)[key]
  return value as Operation
}

const visit = (part: unknown, look: (node: Node) => void): void => {
  if (part === null || typeof part !== 'object') return
  if (Array.isArray(part)) return part.forEach((inner) => visit(inner, look))
  if (typeof (part as Node).type === 'string') look(part as Node)
  for (const inner of Object.values(part)) visit(inner, look)
}

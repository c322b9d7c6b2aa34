import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from '../structure.ts'

/** The source files that some files lead to, they themselves among them, in order. */
export const reachableFiles = (sources: Sources, entries: readonly string[]): string[] => {
  const reachable = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reachable.has(path)) continue
    reachable.add(path)
    open.push(...(sources.get(path)?.imports ?? []))
  }
  return [...reachable].toSorted()
}

type Lock = {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly dependencies?: Readonly<Record<string, string>>
        readonly optionalDependencies?: Readonly<Record<string, string>>
        readonly peerDependencies?: Readonly<Record<string, string>>
        readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
      }
    >
  >
}

/** Always there: Node itself runs the program. */
const alwaysNeeded = ['node']

/**
 * The folders of the packages that source files import, with all that these need in turn; of optional ones those that are installed. Paths in the
 * project.
 */
export const packagesOf = (root: string, files: readonly string[]): string[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const isInstalled = (path: string) => path in packages && existsSync(join(root, path))
  /** As Node looks: below the one that asks, then further up. */
  const resolve = (name: string, from: string): readonly string[] => {
    const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
    if (isInstalled(path)) return [path]
    return from === '' ? [] : resolve(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
  }
  const neededPaths = new Set<string>()
  const open = [...alwaysNeeded, ...files.flatMap((file) => importedNames(readFileSync(join(root, file), 'utf8')))].flatMap((name) =>
    resolve(name, ''),
  )
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (neededPaths.has(path)) continue
    neededPaths.add(path)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {}
    const from = path
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) open.push(...resolve(name, from))
  }
  return [...neededPaths].toSorted()
}

/** The names of the packages that a text imports, types aside. */
const importedNames = (text: string): string[] =>
  [...text.matchAll(importPattern)].map(([, name = '']) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )

const importPattern =
  /(?:^(?:import|export)\s+(?!type\b)[^'";]*?from\s*|^import\s*|\bimport\s*\(\s*|\bresolve\(\s*)'((?:@[a-z][\w.-]*\/)?[a-z][\w.-]*(?:\/[\w./-]+)?)'/gm

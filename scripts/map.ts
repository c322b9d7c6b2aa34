/** Writes docs/index.md, where every screen, operation and table stands, and the table of settings in docs/operating.md. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { english, inWords } from '../domain/english/all.ts'
import type { Operation } from '../domain/operations/define.ts'
import { together } from '../domain/operations/together.ts'
import { recordKinds } from '../domain/records/all.ts'
import { fill } from '../kernel/refusal.ts'
import type { Handler } from '../server/call.ts'
import { handlers } from '../server/routes.ts'
import { settingsTable } from '../server/settings.ts'
import { settingsChinese } from './handbook/settingsChinese.ts'
import { everyEnglish } from '../web/english/all.ts'
import { screenTitle, screens } from '../web/screens.ts'
import { assertDefined, entryOf } from '../kernel/assert.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const code = (text: string): string => `\`${text}\``
const link = (path: string): string => `[${path}](../${path})`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Where the row of a screen stands, by what loads it; the lists and forms of kinds stand in web/screens.ts. */
const folderOf = new Map<unknown, string>()
for (const path of globSync('web/*/**/rows.ts', { cwd: root })) {
  const lists: Readonly<Record<string, readonly { page: unknown }[]>> = await import(join(root, path))
  for (const { page } of Object.values(lists).flat()) folderOf.set(page, dirname(path))
}

const screenRows = screens.map((screen) => {
  const [, loadedFile] = /import\(['"](.+?)['"]\)/.exec(String(screen.page)) ?? []
  const file = join(folderOf.get(screen.page) ?? 'web', assertDefined(loadedFile, `the file of ${screen.path}`))
  return [
    code(screen.path),
    screenTitle(screen, fill),
    screenTitle(screen, (words, params) => fill(assertDefined(everyEnglish[words], `the English of ${words}`), params)),
    screen.who,
    link(file),
  ]
})

/** The file that answers each operation: of all lists of handlers that hold it the shortest, as longer ones pass on others' handlers. */
const answeredIn = async (): Promise<ReadonlyMap<Operation, string>> => {
  const paths = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).filter((path) =>
    /^export const \w+Handlers\b/m.test(read(path)),
  )
  const lists = await Promise.all(
    paths.map(async (path) => {
      const moduleExports: Record<string, readonly Handler[] | ((port: object) => readonly Handler[])> = await import(join(root, path))
      const all = Object.entries(moduleExports)
        .filter(([name]) => name.endsWith('Handlers'))
        .flatMap(([, value]) => (typeof value === 'function' ? value({}) : value))
      return { path, all }
    }),
  )
  lists.sort((a, b) => b.all.length - a.all.length)
  return new Map([
    [together, 'server/together.ts'],
    ...lists.flatMap(({ path, all }) => all.map(({ operation }) => [operation, path] as const)),
  ])
}

const pathIn = ([call = '']: readonly string[]): string => call.slice(call.indexOf('/'))

const operationRows = async (): Promise<string[][]> => {
  const files = await answeredIn()
  return handlers
    .map(({ operation }) => [
      `${operation.method} ${code(operation.path)}`,
      inWords('en', operation.title, operation.kind === undefined ? {} : { title: operation.kind }),
      [operation.access].flat().join(', '),
      link(entryOf(files, operation)),
    ])
    .sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1))
}

/** Who writes a table: the folders of the server whose SQL names it, the engine of records, functions of the database itself. */
const tableRows = (): string[][] => {
  const migrations = globSync('server/db/migrations/*.sql', { cwd: root }).sort()
  const writtenTables = (path: string) =>
    new Set([...read(path).matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi)].map(([, name = '']) => name))
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/testing/**', 'server/db/testing.ts'] })
  const writers = [
    ...sources.map((path) => ({ by: dirname(path), names: writtenTables(path) })),
    { by: 'server/records', names: new Set(recordKinds.map(({ table }) => table)) },
    ...migrations.map((path) => ({ by: 'its own functions', names: writtenTables(path) })),
  ]
  // A table that was made anew stands where it was made last.
  const tableFiles = new Map(
    migrations.flatMap((path) =>
      [...read(path).matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(([, name = '']) => [name, path] as const),
    ),
  )
  return [...tableFiles].map(([name, path]) => {
    const writtenBy = [...new Set(writers.filter(({ names }) => names.has(name)).map((writer) => writer.by))].sort()
    return [code(name), link(path), writtenBy.map((writer) => (writer.includes('/') ? link(writer) : writer)).join(', ') || 'nothing yet']
  })
}

/** The pages for operators, each with its table of settings. */
export const operatingPages: Readonly<Record<string, () => string>> = {
  'docs/operating.md': settingsTable,
  'docs/operating.zh.md': () => settingsTable({ heading: ['设置', '默认', '含义'], meanings: settingsChinese }),
}

/** A page for operators with the settings as they are declared. */
export const operatingPage = (path: string): string =>
  read(path).replace(/(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/, (_, from, to) => `${from}${operatingPages[path]?.()}\n${to}`)

/** The index as it should be. */
export const indexPage = async (): Promise<string> => {
  const operations = await operationRows()
  const tables = tableRows()
  return `# Index

Written by \`npm run map\`; a test fails where it is stale. Texts: the dictionaries in the \`english.ts\` of the nouns of [domain](../domain)
(${Object.keys(english).length}) and [web](../web) hold the English of every Chinese text; search the Chinese in the code.
The rooms and the ways through them: [map.md](map.md). How something is added to any of it: [adding.md](adding.md).

## Screens (${screenRows.length})

The rows stand in \`rows.ts\` of the nouns of [web](../web), joined in [web/screens.ts](../web/screens.ts). \`any\`: whoever is signed in; \`manager\`: whose menu has it; \`public\`: everybody.

${table(['path', 'title', 'English', 'who', 'file'], screenRows)}

## Operations (${operations.length})

Declared in the \`operations.ts\` of the nouns of [domain](../domain). Access: \`public\`, a sign-in \`client\`, anybody \`signed-in\`, or one of the function codes.

${table(['path', 'what', 'access', 'answered in'], operations)}

## Tables (${tables.length})

${table(['table', 'made by', 'written by'], tables)}
`
}

if (import.meta.main) {
  writeFileSync(join(root, 'docs/index.md'), await indexPage())
  for (const path of Object.keys(operatingPages)) writeFileSync(join(root, path), operatingPage(path))
  process.stdout.write('docs/index.md and the settings in the pages for operators are written\n')
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { firstOf } from '../kernel/assert.ts'

/** The source files below a folder by their path in the project, with what they import. */
export type Sources = ReadonlyMap<string, Source>
export type Source = {
  /** Paths in the project of the files that it imports. */
  readonly imports: readonly string[]
  /** Those among them that it cannot be understood without: types as well, but not what is fetched on demand. */
  readonly needs: readonly string[]
  /** Does nothing but pass on what other files export. */
  readonly isBarrel: boolean
}

/** What breaks the order of the house, one sentence each; empty when all is well. */
export const structureFaults = (sources: Sources): string[] => [
  ...directionFaults(sources),
  ...roomFaults(sources),
  ...circleFaults(sources),
  ...orphanFaults(sources),
  ...[...sources].filter(([, { isBarrel }]) => isBarrel).map(([path]) => `${path} only passes on what other files export.`),
  ...[...sources.keys()]
    .filter((path) => drawer.test(path))
    .map((path) => `${path} lies in a drawer; give it the name of what it is about.`),
]

export const readSources = (root: string): Sources => {
  const files = folders.flatMap((folder) => filesBelow(join(root, folder)))
  const paths = new Set(files.map((file) => relative(root, file)))
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8')
      const pathsMatching = (pattern: RegExp) =>
        [...text.matchAll(pattern)]
          .map(([, target = '']) => relative(root, resolve(dirname(file), target)))
          .filter((path) => paths.has(path))
      return [relative(root, file), { imports: pathsMatching(anyImport), needs: pathsMatching(neededImport), isBarrel: isBarrel(text) }]
    }),
  )
}

/** From left to right; a folder imports only from its left. The rest looks at everything. */
const rank: Readonly<Record<string, number>> = { kernel: 0, domain: 1, hosts: 2, devices: 2, server: 3, web: 3 }
const folders = [...Object.keys(rank), 'shell', 'journeys', 'bench', 'scripts']

/**
 * The rooms of a folder: each looks only at those before it. A file belongs to the longest name that fits. Tests, and what they stand on,
 * may look everywhere, and nothing else looks at those.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [
    'english',
    'rules',
    'access/permission.ts',
    'operations',
    'calendar',
    'maps',
    'licence',
    'text',
    'robots',
    'reminders',
    'attendance',
    'ledger',
    'tables',
    'books',
    'records',
    'documents',
    'pool',
    'access',
    'directory',
    'addressBook',
    'agenda',
    'bulk',
    'books/reportOperations.ts',
    'stockBook',
    'attendance/operations.ts',
    'cards',
    'chat',
    'approval/form',
    'paper/paper.ts',
    'books/voucherPaper.ts',
    'counting',
    'dictionaries',
    'disk',
    'disputes',
    'documents/operations.ts',
    'documents/namingOperations.ts',
    'documents/table.ts',
    'files',
    'find',
    'found',
    'labels',
    'messaging',
    'mail',
    'news',
    'organisation',
    'operator',
    'paper',
    'books/voucherPrintOperations.ts',
    'clearance',
    'push',
    'releases',
    'rfid',
    'scan',
    'signOn',
    'approval/flow',
    'approval/operations',
    'tables/exportOperations.ts',
    'invoices',
    'approval/process',
    'tables/operations.ts',
    'tables/groupExportOperations.ts',
    'reports',
    'dashboards',
    'subscriptions',
    'eventRules',
    'takeout',
    'workbench',
    'worklog',
    'workplaces',
    'approval/design',
  ],
  server: [
    'programVersion.ts',
    'settings.ts',
    'log.ts',
    'listeningPort.ts',
    'inlineScripts.ts',
    'httpError.ts',
    'envelope.ts',
    'input.ts',
    'page.ts',
    'rateLimit.ts',
    'requestBudget.ts',
    'organisationPurse.ts',
    'tracing',
    'db',
    'backups',
    'metrics',
    'search',
    'tables',
    'storage',
    'heavy',
    'maps',
    'jobs',
    'eventRules/raise.ts',
    'call.ts',
    'agenda/source.ts',
    'cards/reader.ts',
    'audit/check.ts',
    'bearer.ts',
    'files',
    'paper',
    'messaging',
    'licence',
    'calendar',
    'access',
    'deliveries',
    'reminders',
    'books',
    'stockBook/openDays.ts',
    'ledger',
    'attendance/days',
    'documents',
    'records',
    'books/voucherSheets.ts',
    'books/exportHandlers.ts',
    'books/reportExports.ts',
    'stockBook',
    'pool',
    'invoices',
    'maps/handlers.ts',
    'maps/tiles.ts',
    'attendance',
    'rfid',
    'approval/form',
    'approval/flow',
    'books/voucherPush.ts',
    'approval/process',
    'approval/design',
    'counting/sight.ts',
    'counting/numbers.ts',
    'counting/countsAsked.ts',
    'views',
    'dashboards',
    'push',
    'robots',
    'mail',
    'subscriptions',
    'labels',
    'found',
    'counting',
    'bulk',
    'eventRules',
    'webhooks',
    'clearance',
    'worklog',
    'licence/licenceChanges.ts',
    'licence/hostOrders.ts',
    'addressBook',
    'chat',
    'disk',
    'news',
    'workbench',
    'find',
    'agenda',
    'organisations',
    'directory',
    'signOn',
    'workplaces',
    'releases',
    'audit',
    'upkeep',
    'takeout',
    'disputes',
    'connections.ts',
    'openapiExamples.ts',
    'openapi.ts',
    'brokenRequests.ts',
    'safeHeaders.ts',
    'http.ts',
    'pages.ts',
    'housekeeping.ts',
    'cards',
    'together.ts',
    'routes.ts',
    'workers.ts',
    'main.ts',
    'demo',
  ],
}

const roomFaults = (sources: Sources): string[] =>
  Object.entries(rooms).flatMap(([folder, order]) => {
    const rankOf = (path: string): number => {
      if (isEnglish(path)) return order.indexOf('english')
      const engine = engineOf(path)
      if (engine !== undefined) return order.indexOf(engine)
      const fittingRooms = order.filter((room) => path === `${folder}/${room}` || path.startsWith(`${folder}/${room}/`))
      return order.indexOf(fittingRooms.toSorted((a, b) => b.length - a.length)[0] ?? '')
    }
    return [...sources].flatMap(([path, { imports }]) => {
      if (folderOf(path) !== folder || isForTests(path)) return []
      const ownRank = rankOf(path)
      if (ownRank === -1) return [`${path} has no place in the order of ${folder}.`]
      return imports.flatMap((target) => {
        if (folderOf(target) !== folder) return []
        if (isForTests(target)) return [`${path} imports ${target}, which is for tests.`]
        return rankOf(target) > ownRank ? [`${path} imports ${target}, and ${order[ownRank]} comes before ${order[rankOf(target)]}.`] : []
      })
    })
  })

/**
 * What a noun brings to an engine stands in the folder of the noun under the name of what it is, and belongs to the room of the engine: the list
 * of the engine names it, and the rest of the noun may look at it if its room comes later.
 */
const engines: Readonly<Record<string, string>> = {
  'domain/document.ts': 'documents',
  'domain/flow.ts': 'approval/flow',
  'server/reminders.ts': 'reminders',
  'server/demo.ts': 'demo',
}

const engineOf = (path: string): string | undefined => {
  const [folder, noun, file, ...rest] = path.split('/')
  return noun === undefined || file === undefined || rest.length > 0 ? undefined : engines[`${folder}/${file}`]
}

/** The English texts of a noun stand in its folder and import nothing, so that every room may read them. */
const isEnglish = (path: string): boolean => /(^|\/)(english\.ts|\w+English\.ts|english\/\w+\.ts)$/.test(path)

const folderOf = (path: string): string => firstOf(path.split('/'))

const directionFaults = (sources: Sources): string[] =>
  [...sources].flatMap(([path, { imports }]) => {
    const from = folderOf(path)
    const ownRank = rank[from]
    if (ownRank === undefined) return []
    return imports
      .filter((target) => folderOf(target) !== from && !((rank[folderOf(target)] ?? Infinity) < ownRank))
      .map((target) => `${path} imports ${target}, and ${from} may not look at ${folderOf(target)}.`)
  })

/** Each circle once, as the way around it. */
const circleFaults = (sources: Sources): string[] => {
  const done = new Set<string>()
  const way: string[] = []
  const faults: string[] = []
  const visit = (path: string): void => {
    const index = way.indexOf(path)
    if (index !== -1) {
      faults.push(`A circle of imports: ${[...way.slice(index), path].join(' → ')}.`)
      return
    }
    if (done.has(path)) return
    way.push(path)
    for (const target of sources.get(path)?.needs ?? []) visit(target)
    way.pop()
    done.add(path)
  }
  for (const path of sources.keys()) visit(path)
  return faults
}

/** What tests stand on may be theirs alone, but a file that only its own test knows is used by no one. */
const orphanFaults = (sources: Sources): string[] => {
  const importers = new Map<string, string[]>()
  for (const [path, { imports }] of sources) for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path])
  return [...sources.keys()]
    .filter((path) => !isEntry(path) && (importers.get(path) ?? []).every((importer) => importer === path.replace(/(\.tsx?)$/, '.test$1')))
    .map((path) => `${path} is imported by nothing.`)
}

/** Tests, and what lies in a folder `testing`. */
const isForTests = (path: string): boolean => isTest(path) || /\/testing(\/|\.ts$)/.test(path)

const isTest = (path: string): boolean => /\.(test|journey)\.tsx?$/.test(path)

/** What is started or read from outside: tests, chores, the first file of the web app, declarations of packages without their own. */
const isEntry = (path: string): boolean =>
  isTest(path) ||
  /^(scripts|bench|shell|journeys)\//.test(path) ||
  /^web\/(main\.tsx|vite\.config\.ts|sw\.ts|start\/earlyQuestions\.ts)$|\.d\.ts$/.test(path)

const drawer = /^(.*\/)?(utils?|helpers?|common|managers?)(\/|\.tsx?$)/i

const anyImport = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)['"](\.{1,2}\/[^'"?]+)[^'"]*['"]/g
const neededImport = /^(?:import|export)\s+(?:[^'"]*?from\s*)?['"](\.{1,2}\/[^'"?]+)[^'"]*['"]/gm

const isBarrel = (text: string): boolean => {
  const statements = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
  return (
    statements !== '' && statements.replace(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '').trim() === ''
  )
}

const filesBelow = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
        .map((entry) => join(entry.parentPath, entry.name))
    : []

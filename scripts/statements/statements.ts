/**
 * Holds every statement of the product against the schema and against the rows that the code expects of it; prints what is found as JSON.
 * Arguments: the owner's address of a migrated database, and the folders or files to look at.
 */
import { noBackupWork } from '../../server/backups/backupWork.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import * as v from 'valibot'
import { countPlan } from '../../domain/counting/plan.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { Forbidden } from '../../server/httpError.ts'
import type { Id } from '../../kernel/id.ts'
import type { SignedIn } from '../../server/call.ts'
import type { Database } from '../../server/db/pool.ts'
import { openDescriber } from './answers.ts'
import { openBindingReader } from './bindings.ts'
import { Findings } from './findings.ts'
import type { SentStatement } from './runs.ts'
import { keyOf, readProduct, type Site, sitesOf } from './sites.ts'
import { textsOf, UnresolvedText } from './texts.ts'
import { realRobots } from '../../server/robots/robotCalls.ts'

export type Outcome = {
  /** One sentence for each, beginning with file and line. */
  readonly faults: readonly string[]
  readonly sites: number
  readonly texts: number
  /** Places of which it is said why they are not looked at. */
  readonly excepted: number
}

const root = join(import.meta.dirname, '../..')
const [url, ...paths] = process.argv.slice(2) as [string, ...string[]]

/** Places whose text is not told beforehand, by a piece of their text, and why that does. */
const exceptions: readonly (readonly [file: string, text: string, why: string])[] = [
  ['server/db/pool.ts', '', 'is the one way through which the others go'],
  ['server/db/connections.ts', '', 'is the next step of that way'],
  ['server/db/namingClient.ts', '', 'is the last step of that way'],
  ['server/db/writeTogether.ts', '', 'puts together parts, each of which is looked at where it is written'],
  ['server/db/pooler/probePooler.ts', 'name, text', 'sends nothing but its own probe under a name that is made there'],
  ['server/db/migrate.ts', '', 'makes the schema: every database of the tests is made by it'],
  ['server/db/embedded.ts', '', 'makes the database and its owner: every database of the tests is in one that it made'],
  ['server/audit/audit.ts', 'bindTransaction', 'binds a transaction to an organisation, which reads nothing'],
  ['server/audit/audit.ts', 'client.query({', 'passes on what the checks ask'],
  ['server/counting/checks.ts', 'query<R>(text', 'passes on what a count is folded from'],
  ['server/takeout/out.ts', 'client.query({', 'passes on what is asked of an organisation that leaves'],
  ['server/takeout/out.ts', '', 'goes through all tables of the catalogue; its test takes every one of them out'],
  ['server/records/merge/merge.ts', 'tx.query(text, values)', 'passes on what is asked of the catalogue'],
  ['server/demo/txAt.ts', 'tx.query(text, values, planMode)', 'passes on what is asked at another moment'],
  ['server/records/merge/repoint.ts', '', 'goes through all columns of the catalogue that point to records; its test merges each kind'],
  ['server/documents/related.ts', 'with related', 'has a part for the kinds that bring pieces back; its test asks for both'],
  ['server/approval/form/facts.ts', '#id', 'reads the columns that a form names; its test reads them'],
  [
    'server/records/trash/trash.ts',
    'deleted_at = null',
    'writes the references that are left as well; its test restores records of each kind',
  ],
  ['server/takeout/in.ts', '', 'goes through all tables of an archive; its test brings every one of them in'],
]

/** Filters of every manner of comparing; each list is asked behind its end, so its total is counted as well. */
const scimLists = [
  ['Users', undefined],
  ['Users', 'active eq true and (title co "a" or not (title sw "b")) and emails[type eq "work" and primary eq true]'],
  ['Users', 'id eq "a" and userName ne "b" and externalId pr and meta.created gt "2026-01-01T00:00:00Z" and displayName lt "c"'],
  ['Users', 'phoneNumbers.value ew "1" or name.givenName eq null'],
  ['Groups', undefined],
  ['Groups', 'members.value eq "a" and displayName ge "b" and members pr'],
] as const

const scopes = new Map<string, (code: string) => unknown>()
Object.assign(globalThis, { zaiceScopes: scopes })
registerHooks({
  load: (address, context, next) => {
    const loadedSource = next(address, context)
    if (!address.startsWith(pathToFileURL(`${root}/`).href) || address.includes('/node_modules/') || !address.endsWith('.ts'))
      return loadedSource
    const suffix = `\n;globalThis.zaiceScopes.set(${JSON.stringify(fileURLToPath(address))}, (code) => eval(code))`
    return { ...loadedSource, source: `${String(loadedSource.source)}${suffix}` }
  },
})

/** What asks databases that have no schema yet, where a test sends every statement of it, or that are spread over machines. */
const ofOtherDatabases = /^server\/db\/(?:features|citus)\//

const isOurs = (path: string): boolean =>
  paths.some((otherPath) => path === otherPath || path.startsWith(`${otherPath}/`)) &&
  (paths.includes(path) || !(/\.test\.ts$|\/testing(\/|\.ts$)|^scripts\/statements\//.test(path) || ofOtherDatabases.test(path)))

const product = readProduct(root, isOurs)
const client = new pg.Client(url)
await client.connect()
try {
  process.stdout.write(JSON.stringify(await check()))
} finally {
  await client.end()
  product.close()
}

async function check(): Promise<Outcome> {
  const { sites, handedOn } = sitesOf(product)
  await loadFiles(sites)
  const findings = new Findings(await openDescriber(client), await openBindingReader(client))
  for (const site of handedOn) findings.add(`${site} hands on what sends statements`)
  const open = await holdTexts(sites, findings)
  const exceptedCount = leaveOutExceptions(open)
  const statementsSent = open.size > 0 ? await recordSent(findings) : new Map<string, SentTexts>()
  for (const [key, { site, why }] of open) {
    const textsSeen = statementsSent.get(key)
    if (!textsSeen) findings.add(`${site.at} nobody knows its text beforehand (${why}), and nothing that is asked here sends it`)
    for (const [text, from] of textsSeen ?? []) await findings.hold(site, text, from)
  }
  return { faults: findings.sorted(), sites: sites.length, texts: findings.textCount, excepted: exceptedCount }
}

async function loadFiles(sites: readonly Site[]): Promise<void> {
  // Chores run when they are loaded.
  const files = new Set(sites.map(({ call }) => call.getSourceFile().fileName))
  for (const file of files) if (!file.startsWith(`${root}/scripts/`) || paths.includes(relative(root, file))) await import(file)
}

type OpenSite = { readonly site: Site; readonly why: string }

/** Holds the texts that are known beforehand; answers the sites whose text is not. */
async function holdTexts(sites: readonly Site[], findings: Findings): Promise<Map<string, OpenSite>> {
  const { recordKinds } = await import('../../domain/records/all.ts')
  const { documentKinds } = await import('../../domain/documents/all.ts')
  const domains = new Map<string, readonly unknown[]>([
    ['RecordKind', recordKinds],
    ['DocumentKind', documentKinds],
  ])
  const open = new Map<string, OpenSite>()
  for (const site of sites) {
    try {
      if (!site.text) throw new UnresolvedText('no text')
      for (const [text, from] of textsOf(product, scopes, domains, site.text)) await findings.hold(site, text, from)
    } catch (error) {
      if (!(error instanceof UnresolvedText)) throw error
      open.set(keyOf(site), { site, why: error.message })
    }
  }
  return open
}

/** Takes away the sites that are excepted; answers how many. */
function leaveOutExceptions(open: Map<string, OpenSite>): number {
  let exceptedCount = 0
  for (const [key, { site }] of open) {
    const file = site.at.replace(/:\d+$/, '')
    if (!exceptions.some(([of, words]) => of === file && site.call.getText().includes(words))) continue
    open.delete(key)
    exceptedCount++
  }
  return exceptedCount
}

/** Texts that a site sent, with the places that they came from. */
type SentTexts = Map<string, Set<string>>

/** What each site sends while the product is asked everything; what is refused then is a fault. */
async function recordSent(findings: Findings): Promise<Map<string, SentTexts>> {
  const statementsSent = new Map<string, SentTexts>()
  const refusals = await run((statement) => {
    const key = statement.from[0] ?? ''
    const texts = statementsSent.get(key) ?? new Map<string, Set<string>>()
    statementsSent.set(key, texts.set(statement.text, new Set([...(texts.get(statement.text) ?? []), ...statement.from])))
  })
  for (const refusal of refusals) findings.add(refusal)
  return statementsSent
}

/** Asks the product everything that only reads, on a company without anything. */
async function run(keep: (statement: SentStatement) => void): Promise<string[]> {
  const { askEverything, recordStatements, watchDatabase } = await import('./runs.ts')
  const { openDatabase } = await import('../../server/db/pool.ts')
  const { handlers } = await import('../../server/routes.ts')
  const { openHeavy } = await import('../../server/heavy/heavy.ts')

  const dir = mkdtempSync(join(tmpdir(), 'zaice-statements-'))
  const database = openDatabase({ url, poolSize: 4 })
  const heavy = openHeavy({ atOnce: 1, megabytes: 256 })
  try {
    const { orgId, uid } = await createCompany(database)
    const within = (tx: Parameters<typeof recordStatements>[0]) => recordStatements(tx, root, keep)
    const app = { ...(await appIn(dir)), database: watchDatabase(database, within), heavy }
    return await askEverything(handlers, { app, orgId, uid }, within, await requestsBesides(uid))
  } finally {
    heavy.stop()
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function createCompany(database: Database): Promise<{ orgId: Id; uid: Id }> {
  const { createOrganisation, createPerson } = await import('../../server/access/people.ts')
  const { newId } = await import('../../kernel/id.ts')
  const orgId = newId()
  await database.inTransaction(orgId, (tx) => createOrganisation(tx, { name: '测试公司' }))
  const uid = await database.inTransaction(orgId, (tx) => createPerson(tx, { username: `a${orgId}`, userName: '某人', roles: ['tenant'] }))
  return { orgId, uid }
}

/** What the product needs besides a database, in a folder of its own. */
async function appIn(dir: string) {
  const { folderStorage } = await import('../../server/storage/storage.ts')
  const { openSpool } = await import('../../server/storage/spool.ts')
  const { noMap } = await import('../../server/maps/source.ts')
  const { openLog } = await import('../../server/log.ts')
  const { readSettings } = await import('../../server/settings.ts')
  return {
    settings: readSettings({ DATA_DIR: dir }),
    storage: folderStorage(dir),
    spool: openSpool(join(dir, 'incoming')),
    backups: noBackupWork,
    map: noMap,
    workplaces: new Map(),
    robots: realRobots,
    address: () => 'http://zaice.test',
    textsOf: async () => [],
    log: openLog('silent'),
  }
}

/** The delivered dashboards, whose tiles ask what each table comes to. */
async function dashboardRequests(): Promise<((call: SignedIn) => Promise<unknown>)[]> {
  const { deliveredDashboards } = await import('../../domain/dashboards/delivered.ts')
  const { answerTiles } = await import('../../server/dashboards/tileAnswer.ts')
  return deliveredDashboards.map(
    ({ tiles }) =>
      ({ app: { database }, session, language }) =>
        answerTiles({ database, session, language, dashboardId: undefined }, tiles),
  )
}

/** The lines of a count. */
async function countRequest(uid: Id): Promise<(call: SignedIn) => Promise<unknown>> {
  const { pageOfLines } = await import('../../server/counting/lines.ts')
  const plan = { name: '-', scope: { kinds: ['asset'] }, methods: ['scan'], confirms: ['ownFields'] }
  const task = { id: uid, round: 1, plan: v.parse(countPlan, plan) }
  const sight = {
    task,
    all: true,
    places: [],
    departments: [],
    self: false,
    items: [],
    counts: true,
    manages: true,
    managesAll: true,
    reads: true,
  }
  return (call) => pageOfLines(call, sight as never, { input: { taskId: uid }, part: { pageSize: 20, offset: 0 } as never })
}

/** What is asked besides the calls: what long lists, sums and other services send. */
async function requestsBesides(uid: Id): Promise<((call: SignedIn) => Promise<unknown>)[]> {
  const { recordKinds } = await import('../../domain/records/all.ts')
  const { assetRowsAfter } = await import('../../server/records/assetList.ts')
  const { asset } = await import('../../domain/records/asset.ts')
  const { standingsOf } = await import('../../server/tables/records.ts')
  const { requireReferences } = await import('../../server/records/references.ts')
  const { tableOf } = await import('../../server/db/recordTable.ts')
  const { summables, sumsOf } = await import('../../server/views/sums.ts')
  const { groupsOf } = await import('../../server/views/groups.ts')
  const { optionsInUse } = await import('../../server/records/ownFields/ownFields.ts')
  const { list: listScim } = await import('../../server/signOn/scim.ts')
  const { documentKinds } = await import('../../domain/documents/all.ts')
  const { linesOfListed } = await import('../../server/records/export/listLines.ts')
  const { ownersOfValue } = await import('../../server/records/trash/trash.ts')
  return [
    await countRequest(uid),
    ...recordKinds.map((kind) => (call: SignedIn) => ownersOfValue(call.tx, kind, { key: 'x1', value: 'a' })),
    ...documentKinds.map((kind) => (call: SignedIn) => linesOfListed(call.tx, call.session, kind, [uid])),
    ...(await dashboardRequests()),
    (call) => assetRowsAfter(call, {}),
    ...Object.entries(standingsOf(asset, 'a')).flatMap(([key, { tree }]) =>
      tree === undefined ? [] : [(call: SignedIn) => assetRowsAfter(call, { where: [{ key, is: 'in', value: [uid] }] })],
    ),
    ...[...summables].map(
      ([, { table, rows }]) =>
        (call: SignedIn) =>
          isRefused(
            (async () =>
              sumsOf(call, table, await rows(call, { bookId: uid, month: '2026-01', fromMonth: '2026-01', toMonth: '2026-01' }), {
                except: [uid],
              }))(),
          ),
    ),
    ...[...summables].map(
      ([, { table, rows, exportedRows = rows }]) =>
        (call: SignedIn) =>
          isRefused(
            (async () =>
              groupsOf(call, table, await exportedRows(call, { bookId: uid, month: '2026-01', fromMonth: '2026-01', toMonth: '2026-01' }), {
                by: [],
                figures: [],
                limit: 10,
              }))(),
          ),
    ),
    ...scimLists.map(
      ([kind, filter]) =>
        ({ tx }: SignedIn) =>
          listScim(kind, { tx, base: 'http://zaice.test' }, { filter, startIndex: '2' }),
    ),
    ...recordKinds.map(
      ({ noun }) =>
        (call: SignedIn) =>
          optionsInUse(call.tx, { noun, key: 'x1' }, ['a']),
    ),
    ...recordKinds.map((kind) => (call: SignedIn) => isRefused(requireReferences(call.tx, tableOf(kind).written, everyValue(uid)))),
  ]
}

/** The same value under every key. */
function everyValue(value: string): Readonly<Record<string, unknown>> {
  return new Proxy({}, { get: () => value })
}

/** What is asked refuses, because nothing is there. */
async function isRefused(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof RefusalError || error instanceof Forbidden)) throw error
  })
}

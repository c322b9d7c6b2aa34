/**
 * The whole suite: the tests of every folder on one database cluster, and the journeys in a browser. Names of folders or files as
 * arguments run only those; a noun, such as `counting`, runs the tests of every folder of that name.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { openTestCluster } from '../server/db/citus/testCluster.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { pgBouncerMissing } from '../server/db/pooler/testPooler.ts'
import { findBrowser, findShell } from './browser.ts'
import { installPackages } from './system/systemPackages.ts'
import { buildWeb, isWebBuilt } from './build.ts'
import { step } from './step.ts'
import { makeTestFolder } from './suite/testFolder.ts'

const root = join(import.meta.dirname, '..')
const wantedPaths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))

/** `failures`: the names of the failed tests, below the title of their group; `failedFiles`: where they stand, as far as the runner says. */
type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
  readonly failedFiles: readonly string[]
}
type Environment = { readonly ZAICE_TEST_DATABASE: string }
/** `onGround`: it needs the web app, the demo and a browser. */
type Group = { readonly title: string; readonly files: readonly string[]; readonly onGround?: true }

const isOf = (path: string, file: string): boolean =>
  existsSync(join(root, path)) ? file === path || file.startsWith(path + '/') : file.split('/').slice(0, -1).includes(path)

const filesBelow = (folder: string, suffix: RegExp): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && suffix.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((file) => wantedPaths.length === 0 || wantedPaths.some((path) => isOf(path, file)))
        .sort()
    : []

/** The files of a group share one process, which is many times faster than one for each; a server folder is a group of its own. */
const groups = (): Group[] => {
  const files = ['kernel', 'domain', 'hosts', 'devices', 'web', 'shell', 'scripts', 'bench', 'server'].flatMap((folder) =>
    filesBelow(folder, /\.test\.ts$/),
  )
  const byTitle = Map.groupBy(files, (file) => {
    const [first = '', second] = file.split('/')
    return first === 'server' && second && !second.endsWith('.ts') ? `${first}/${second}` : first
  })
  return [...byTitle].map(([title, of]) => ({ title, files: of }))
}

const runningChildren = new Set<ReturnType<typeof spawn>>()

/** The tests that took longer than half a minute, the slowest first: they say where a suite loses its time. */
const slowestTests = (words: string): string[] =>
  [...words.matchAll(/^[✔✖] (.+) \((\d+(?:\.\d+)?)ms\)$/gm)]
    .map(([, name = '', ms]) => ({ name, seconds: Math.round(Number(ms) / 1000) }))
    .filter(({ seconds }) => seconds > 30)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 8)
    .map(({ name, seconds }) => `${seconds} s ${name}`)

/** What the runner repeats at its end as failed: `✖ name (12.3ms)` below the heading of its own. */
const failedTests = (words: string): string[] => {
  const [, summary = ''] = words.split('✖ failing tests:')
  return [...summary.matchAll(/^✖ (.+) \(\d+(?:\.\d+)?ms\)$/gm)].map(([, name = '']) => name)
}

/** The files of `failedTests`: the runner writes `test at file:line:column` above each. */
const failedTestFiles = (words: string): string[] => {
  const [, summary = ''] = words.split('✖ failing tests:')
  return [...new Set([...summary.matchAll(/^test at (.+):\d+:\d+$/gm)].map(([, file = '']) => file))]
}

/** Most of what a test makes is gone at once: where there is room for more of it, its garbage is collected less often. */
const lessCollecting = ['--max-semi-space-size=64']

/** Runs the files in one process and shows one line, or what failed. */
const runGroup = async ({ title, files }: Group, environment: Readonly<Record<string, string>>): Promise<Outcome> => {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...lessCollecting, 'scripts/suite/testProcess.ts', ...files], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: join(dir, 'compiled'),
      TMPDIR: dir,
      ...process.env,
      ...environment,
      NODE_ENV: 'test',
      NO_COLOR: '1',
      NODE_OPTIONS: '',
      NODE_TEST_CONTEXT: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  runningChildren.add(child)
  let words = ''
  // The person who names what is to run may ask for long walks.
  const patience = wantedPaths.length === 0 ? setTimeout(() => child.kill('SIGKILL'), quietMinutes * 60_000) : undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      words += String(chunk)
      patience?.refresh()
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(patience)
  runningChildren.delete(child)
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(words)?.[1] ?? 0)
  // A hook that fails where files share a process is told among the failing tests and counted nowhere.
  const failedCount = Math.max(count('fail') + count('cancelled'), words.includes('✖ failing tests:') ? 1 : 0)
  const outcome = {
    passed: count('pass'),
    failed: code === 0 ? failedCount : Math.max(1, failedCount),
    skipped: count('skipped') + count('todo'),
    failures: failedTests(words).map((name) => `${title}: ${name}`),
    failedFiles: failedTestFiles(words).filter((file) => files.includes(file)),
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const skippedWords = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''
  process.stdout.write(
    `${outcome.failed === 0 ? '✓' : '✗'} ${title}: ${outcome.passed} passed, ${outcome.failed} failed${skippedWords} (${seconds} s)\n`,
  )
  // Figures that tests tell, whether they pass or not.
  for (const [, told] of words.matchAll(/^ *ℹ (?!(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )(.+)$/gm))
    process.stdout.write(`  ${told}\n`)
  for (const line of slowestTests(words)) process.stdout.write(`  ${line}\n`)
  if (outcome.failed > 0) {
    const index = words.indexOf('✖ failing tests:')
    process.stdout.write(`${(index === -1 ? words.slice(-8000) : words.slice(index)).trim()}\n\n`)
  }
  return outcome
}

/**
 * A group that says nothing for so long hangs: the runner tells the tests of a file when it is done, or each where a group is one process.
 * How slow the machine is ends none that goes on.
 */
const quietMinutes = 20

/**
 * More groups at a time than there are cores, as each also waits for the database or for its screens; none of them measures time. Those
 * without a browser are one more, as some wait for minutes while their servers try again.
 */
const groupsAtOnce = { withBrowser: 3, without: 4 }

type GroupRun = { readonly group: Group; readonly outcome: Outcome }

/** Runs the groups of the first list and then those of the second. */
const runInOrder = async (
  inside: readonly Group[],
  inBrowser: readonly Group[],
  run: (group: Group) => Promise<Outcome[]>,
): Promise<GroupRun[]> => {
  const [insideQueue, browserQueue] = [[...inside], [...inBrowser]]
  const runs: GroupRun[] = []
  const work = async (nextGroup: () => Group | undefined) => {
    for (let group = nextGroup(); group; group = nextGroup()) for (const outcome of await run(group)) runs.push({ group, outcome })
  }
  await Promise.all(
    Array.from({ length: groupsAtOnce.without }, (_, index) =>
      work(() => insideQueue.shift() ?? (index < groupsAtOnce.withBrowser ? browserQueue.shift() : undefined)),
    ),
  )
  return runs
}

/** More failed groups than this are no matter of chance. */
const repeatedGroupsMost = 3

/**
 * A group among three others may be starved for seconds. Its files that failed then run once more with the machine to themselves: they count
 * as they end there, and what failed at first is named as unsteady.
 */
const repeatFailed = async (runs: readonly GroupRun[], run: (group: Group) => Promise<Outcome[]>): Promise<Outcome[]> => {
  const failedRuns = runs.filter(({ outcome }) => outcome.failed > 0)
  const isWorthIt = failedRuns.length <= repeatedGroupsMost && wantedPaths.length === 0
  const outcomes: Outcome[] = []
  for (const entry of runs) {
    const [secondOutcome] = isWorthIt && failedRuns.includes(entry) ? await run(repeatedGroup(entry)) : []
    if (secondOutcome?.failed === 0) process.stdout.write(`unsteady: ${entry.outcome.failures.join(', ')}\n`)
    outcomes.push(secondOutcome ? joinOutcomes(entry.outcome, secondOutcome) : entry.outcome)
  }
  return outcomes
}

/** A hook that fails stands in no file: then the whole group runs once more. */
const repeatedGroup = ({ group, outcome: { failedFiles } }: GroupRun): Group => ({
  ...group,
  title: `${group.title}, once more`,
  files: failedFiles.length > 0 ? failedFiles : group.files,
})

const joinOutcomes = (first: Outcome, second: Outcome): Outcome => ({
  ...second,
  passed: first.passed + Math.max(0, first.failed - second.failed),
  skipped: first.skipped,
})

/** Every journey begins with the demo organisations: they are made once and copied. */
const makeDemoOnce = async (empty: string): Promise<{ ZAICE_DEMO_DATABASE: string; ZAICE_DEMO_DIR: string }> => {
  const [{ copyDatabase, gatherStatistics }, { createServer }, { makeDemo }, { readSettings }] = await Promise.all([
    import('../server/db/testing.ts'),
    import('../server/main.ts'),
    import('../server/demo/demo.ts'),
    import('../server/settings.ts'),
  ])
  const url = await copyDatabase(empty, 'demo')
  const demoDir = join(dir, 'demo')
  const server = await createServer(readSettings({ PORT: '0', DATA_DIR: demoDir, LOG_LEVEL: 'error', DATABASE_URL: url }), url)
  await makeDemo(server.app)
  await server.close()
  await gatherStatistics(url)
  return { ZAICE_DEMO_DATABASE: url, ZAICE_DEMO_DIR: demoDir }
}

/** What the journeys stand on; `missing` says why there can be none. */
type Ground = { readonly environment: Readonly<Record<string, string>>; readonly missing?: string }

const layGround = async (environment: Environment): Promise<Ground> => {
  const browser = findBrowser()
  if ('missing' in browser) return { environment, missing: browser.missing }
  if (!isWebBuilt()) await step('Web app', buildWeb)
  const demo = await step('Demo', () => makeDemoOnce(environment.ZAICE_TEST_DATABASE))
  return { environment: { ...environment, ...demo, ZAICE_CHROMIUM: browser.path, ZAICE_CHROMIUM_SHELL: findShell() ?? browser.path } }
}

/** The journeys that take longest, each in a process of its own. */
const longJourneys = [
  ...['screens', 'readers', 'approve', 'counting', 'countingFaults', 'design', 'firstWork', 'rfid', 'offline', 'labels', 'photos', 'main'],
  ...['organisations', 'ownFields', 'filling', 'hosts', 'outbox', 'panel', 'disk'],
].map((name) => `journeys/${name}.journey.ts`)

/**
 * So many short journeys share a process and a browser. Those that want nothing special of their stage share one server and database too,
 * of which starting, a first page and the audit at the end cost more than most journeys.
 */
const journeysPerProcess = { onSharedStage: 10, onOwnStages: 5 }

const isOnSharedStage = (file: string): boolean => readFileSync(join(root, file), 'utf8').includes('openStage()')

const packsOf = (files: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, index) => files.slice(index * size, (index + 1) * size))

/** The longest first to begin, so that none goes on alone at the end. */
const journeys = (): Group[] => {
  const files = filesBelow('journeys', /\.journey\.ts$/)
  const long = longJourneys.filter((file) => files.includes(file))
  const short = files.filter((file) => !longJourneys.includes(file))
  const packs = [
    ...packsOf(short.filter(isOnSharedStage), journeysPerProcess.onSharedStage),
    ...packsOf(long, 1),
    ...packsOf(
      short.filter((file) => !isOnSharedStage(file)),
      journeysPerProcess.onOwnStages,
    ),
  ]
  return packs.map((pack) => ({
    title: `journeys/${pack.map((file) => basename(file, '.journey.ts')).join(', ')}`,
    files: pack,
    onGround: true,
  }))
}

/** Tests of poolers need PgBouncer. Where an init would start it as a service, a person decides whether to install it. */
const installPooler = (): void => {
  if (pgBouncerMissing && !existsSync('/run/systemd/system')) installPackages('pgbouncer')
}

const dir = makeTestFolder()
const makeSchema = (url: string) => migrate(url, readMigrations(join(root, 'server/db/migrations')))
const coordinator = process.env.CITUS_URL
const openEmbedded = async () => {
  const ownCluster = await startEmbedded({ dir, durable: false, maxConnections: 300 })
  await makeSchema(ownCluster.url)
  return ownCluster
}
const cluster = await step('Database', () => (coordinator === undefined ? openEmbedded() : openTestCluster(coordinator, makeSchema)))
const end = async () => {
  for (const child of runningChildren) child.kill('SIGKILL')
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end().then(() => process.exit(130)))

try {
  const environment = { ZAICE_TEST_DATABASE: cluster.url }
  const inside = groups().toSorted((a, b) => b.files.length - a.files.length)
  const inBrowser = journeys()
  if (inside.some(({ files }) => files.includes('server/db/pooler/pooler.test.ts'))) installPooler()
  const ground = inBrowser.length > 0 ? layGround(environment) : undefined
  const run = async (group: Group) => {
    const { missing, environment: surroundings } = group.onGround && ground ? await ground : { environment }
    return missing === undefined ? [await runGroup(group, surroundings)] : []
  }
  const [runs, laid] = await Promise.all([runInOrder(inside, inBrowser, run), ground])
  const outcomes = await repeatFailed(runs, run)
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  if (laid?.missing) process.stdout.write(`Not done: the journeys in a browser, because ${laid.missing}.\n`)
  if (sum('skipped') > 0) process.stdout.write(`${sum('skipped')} skipped\n`)
  for (const failure of outcomes.flatMap(({ failures }) => failures)) process.stdout.write(`failed: ${failure}\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
} finally {
  await end()
}

import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { archiveCommand, type Recovery, recoverySettings } from './postgres/logArchive.ts'
import { checkClusterMajor, findPrograms, localeArguments, NoDatabase, type Programs } from './postgres/postgresPrograms.ts'
import { portOf } from '../listeningPort.ts'
import { messageOf } from '../../kernel/caughtError.ts'
import * as v from 'valibot'

export type EmbeddedDatabase = {
  /** Address of the database `zaice` for its owner, who is no superuser. */
  readonly url: string
  /** After a recovery: when the newest transaction was that it brought back, where there was one. */
  readonly recoveredUntil?: string | undefined
  readonly stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** Folder of the cluster, made when missing; `<dir>/postgres` holds the cluster itself. */
  readonly dir: string
  /** Folder of the programs `initdb` and `postgres`; not given: those of the package. */
  readonly binDir?: string
  /** False only where the data may be lost: tests and benchmarks that say so. */
  readonly durable?: boolean
  readonly maxConnections?: number
  /** Folder to which it archives its log, packed, each file within a minute of what was written into it. */
  readonly logArchive?: string | undefined
  /** The folder holds a copy of a database that is to be recovered first. */
  readonly recovery?: Recovery
  readonly onStep?: (line: string) => void
  /** After the database ended by itself: it runs again, or `failure` says why it does not. */
  readonly onRestart?: (failure?: Error) => void
  /** The database ended because its disk is full; it is started again when there is room. */
  readonly onFullDisk?: () => void
}

/**
 * Starts PostgreSQL from `binDir` or the installed package on a loopback port with a password of its own. The cluster is made at the first
 * start. One that ends by itself, killed or out of memory, is started again at the same address. Throws NoDatabase.
 */
export const startEmbedded = async ({
  dir,
  binDir,
  durable = true,
  maxConnections = 100,
  logArchive,
  recovery,
  onStep,
  onRestart,
  onFullDisk,
}: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  mkdirSync(dir, { recursive: true })
  const cluster = join(dir, 'postgres')
  const keysFile = join(dir, 'postgres.json')
  const keys: Keys = existsSync(keysFile)
    ? JSON.parse(readFileSync(keysFile, 'utf8'))
    : { port: 0, password: randomBytes(24).toString('hex') }
  const write = (next: Keys) => writeFileSync(keysFile, JSON.stringify(next), { mode: 0o600 })
  const account = chooseAccount(dir, await findPrograms(binDir))

  if (!existsSync(cluster)) {
    onStep?.('Making the database')
    write(keys)
    await makeCluster(dir, { cluster, password: keys.password, account, durable })
  }
  if (recovery) writeFileSync(join(cluster, 'recovery.signal'), '')
  if (logArchive !== undefined) makeArchive(logArchive, account)
  giveToAccount(cluster, account)
  checkClusterMajor(cluster, account.programs)
  await stopOrphan(cluster)

  const log = join(dir, 'postgres.log')
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, log + '.1')
  const settings: ServerSettings = { cluster, log, account, password: keys.password, durable, maxConnections, logArchive }

  let port = keys.port !== 0 && (await isFree(keys.port)) ? keys.port : await freePort()
  const first = await persistently(3, /could not (bind|create any TCP)/, async (attempt) => {
    if (attempt > 1) port = await freePort()
    write({ ...keys, port })
    return startServer({ ...settings, recovery }, port)
  })
  const superuser = superuserAt(port, keys.password)
  const recoveredUntil = recovery && (await untilRecovered(superuser, first, log))
  await makeOwner(superuser, keys.password)
  return {
    url: ownerUrl(port, keys.password),
    recoveredUntil,
    stop: keepRunning(first, () => startServer(settings, port), { onRestart, onFullDisk }),
  }
}

const superuserAt = (port: number, password: string): pg.ClientConfig => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password,
  database: 'postgres',
})

type ServerSettings = {
  readonly cluster: string
  readonly log: string
  readonly account: Account
  readonly password: string
  readonly durable: boolean
  readonly maxConnections: number
  readonly logArchive?: string | undefined
  readonly recovery?: Recovery | undefined
}

/** Starts the server of a cluster and waits until it answers. */
const startServer = async (settings: ServerSettings, port: number): Promise<RunningServer> => {
  const { cluster, log, account, password, recovery } = settings
  const words = openSync(log, 'a', 0o600)
  const server = account.spawn(account.programs.postgres, ['-D', cluster, ...flags(port, settings)], {
    stdio: ['ignore', words, words],
    // Its own group: Ctrl-C in the terminal reaches only this process, which then stops the database last.
    detached: true,
  })
  closeSync(words)
  const exit = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()))
  // A recovery takes as long as the log is.
  if (!(await answers(superuserAt(port, password), server, recovery ? Infinity : startMs))) throw noStart(log)
  server.unref()
  return { server, ended: exit }
}

const startMs = 60_000

const noStart = (log: string): NoDatabase =>
  new NoDatabase(`PostgreSQL did not start. Its last words:\n${lastWordsIn(readFileSync(log, 'utf8'))}`)

/** Waits until a recovery has ended; answers when the newest transaction was that it brought back. */
const untilRecovered = async (superuser: pg.ClientConfig, { server }: RunningServer, log: string): Promise<string | undefined> => {
  const read = async () => {
    const client = new pg.Client(superuser)
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client
      .query<{ recovers: boolean; last: Date | null }>('select pg_is_in_recovery() as recovers, pg_last_xact_replay_timestamp() as last')
      .finally(() => client.end())
    return rows[0]
  }
  while (server.exitCode === null && server.signalCode === null) {
    const state = await read().catch(() => undefined)
    if (state && !state.recovers) return state.last?.toISOString()
    await sleep(100)
  }
  throw noStart(log)
}

/** The account that runs the database writes there, and no one else needs to read it. */
const makeArchive = (folder: string, account: Account): void => {
  if (process.platform === 'win32') throw new NoDatabase('WAL_FOLDER is not offered on Windows.')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  account.own(folder)
}

/** Starts a server again whenever it ends by itself. Answers how to stop it for good. */
const keepRunning = (
  first: RunningServer,
  start: () => Promise<RunningServer>,
  { onRestart, onFullDisk }: Pick<EmbeddedOptions, 'onRestart' | 'onFullDisk'>,
): (() => Promise<void>) => {
  let current = Promise.resolve(first)
  let isStopping = false
  const startAgain = async (): Promise<RunningServer> => {
    for (let isTold = false; ; isTold = true)
      try {
        // Sessions of the dead server hold its memory until they notice.
        return await persistently(100, /pre-existing shared memory|could not bind/, start)
      } catch (error) {
        if (isStopping || !/No space left on device/.test(messageOf(error))) throw error
        if (!isTold) onFullDisk?.()
        await sleep(fullDiskMs)
      }
  }
  const watch = async (): Promise<void> => {
    await (
      await current
    ).ended
    if (isStopping) return
    current = startAgain()
    try {
      await current
      onRestart?.()
      void watch()
    } catch (error) {
      onRestart?.(error as Error)
    }
  }
  void watch()
  return async () => {
    isStopping = true
    const last = await current.catch(() => undefined)
    if (last) await stopServer(last)
  }
}

type RunningServer = { readonly server: ChildProcess; readonly ended: Promise<void> }

/** What a server that is not ready yet answers to those who try to connect. */
const refusedWhileStarting =
  /FATAL: {2}the database system is|DETAIL: {2}(?:Consistent recovery state|Recovery snapshot)|HINT: {2}To enable hot standby/

/** The end of its log, without what the person who knocked meanwhile was told. */
export const lastWordsIn = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => !refusedWhileStarting.test(line))
    .slice(-6)
    .join('\n')

/** How often a database that ended on a full disk is started again. */
const fullDiskMs = 2000

/** Tries again for as long as what was thrown is of this kind. */
const persistently = async <R>(tries: number, kind: RegExp, run: (attempt: number) => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt)
    } catch (error) {
      if (attempt === tries || !kind.test(messageOf(error))) throw error
      await sleep(100)
    }
  }
}

/** Where the database of a folder answers that another process of ours has started. */
export const runningUrl = (dir: string): string => {
  const { port, password }: Keys = JSON.parse(readFileSync(join(dir, 'postgres.json'), 'utf8'))
  return ownerUrl(port, password)
}

/** How the superuser of a cluster that runs is reached, who alone may copy it. */
export const superuserOf = (dir: string): pg.ClientConfig => {
  const { port, password }: Keys = JSON.parse(readFileSync(join(dir, 'postgres.json'), 'utf8'))
  return superuserAt(port, password)
}

const ownerUrl = (port: number, password: string): string => `postgresql://zaice:${password}@127.0.0.1:${port}/zaice`

type Keys = { port: number; password: string }

type MakeClusterInput = {
  readonly cluster: string
  readonly password: string
  readonly account: Account
  readonly durable: boolean
}

const makeCluster = async (dir: string, { cluster, password, account, durable }: MakeClusterInput) => {
  const draftDir = join(dir, 'postgres.making')
  const passwordFile = join(dir, 'postgres.password')
  rmSync(draftDir, { recursive: true, force: true })
  mkdirSync(draftDir, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  account.own(draftDir)
  account.own(passwordFile)
  try {
    const args = [
      '-D',
      draftDir,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      ...localeArguments(account.programs),
      ...(durable ? [] : ['--no-sync']),
    ]
    const initdb = account.spawn(account.programs.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    initdb.stderr?.on('data', (chunk) => (words += String(chunk)))
    const code = await new Promise((resolve) => initdb.once('close', resolve).once('error', (error) => resolve(error.message)))
    if (code !== 0) throw new NoDatabase(`PostgreSQL could not make its folder ${draftDir}: ${words.trim() || code}`)
    // What was killed half-way never has the final name.
    renameSync(draftDir, cluster)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const flags = (port: number, { durable, maxConnections, logArchive, recovery }: ServerSettings): string[] => {
  const megabytes = Math.max(64, Math.min(512, Math.floor(totalmem() / 2 ** 20 / 8)))
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: `${durable ? megabytes : 128}MB`,
    effective_cache_size: `${megabytes * 3}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    ...(logArchive !== undefined && { archive_mode: 'on', archive_command: archiveCommand(logArchive), archive_timeout: '60s' }),
    ...(recovery && recoverySettings(recovery)),
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_locks_per_transaction: 256 }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const answers = async (config: pg.ClientConfig, server: ChildProcess, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await sleep(40)
    }
  }
  server.kill('SIGINT')
  return false
}

/** The owner of our database is no superuser, as it would be on a server of one's own. */
const makeOwner = async (superuser: pg.ClientConfig, password: string): Promise<void> => {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const existing = await client.query(
      "select exists (select from pg_roles where rolname = 'zaice') as role, exists (select from pg_database where datname = 'zaice') as database",
    )
    if (!existing.rows[0].role) await client.query(`create role zaice login createdb createrole password ${pg.escapeLiteral(password)}`)
    if (!existing.rows[0].database) await client.query('create database zaice owner zaice')
  } finally {
    await client.end()
  }
}

const stopServer = async ({ server, ended }: RunningServer): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGINT')
  const patience = setTimeout(() => server.kill('SIGQUIT'), 20_000)
  await ended
  clearTimeout(patience)
}

/** A database whose server process was killed goes on alone; no one holds the folder (the lock says so), so it is stopped first. */
const stopOrphan = async (cluster: string): Promise<void> => {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid, folder] = readFileSync(file, 'utf8').split('\n')
  const isOurs = () => {
    try {
      process.kill(Number(pid), 0)
      return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    } catch {
      return false
    }
  }
  if (folder !== cluster || !isOurs()) return
  process.kill(Number(pid), 'SIGINT')
  for (let waitedMs = 0; isOurs(); waitedMs += 50) {
    if (waitedMs === 10_000) process.kill(Number(pid), 'SIGQUIT')
    if (waitedMs > 20_000) throw new NoDatabase(`An earlier PostgreSQL (process ${pid}) holds ${cluster} and does not stop.`)
    await sleep(50)
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server)
      server.close(() => resolve(port))
    })
  })

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Who runs PostgreSQL: ourselves, or another account where we are root, because PostgreSQL refuses root. */
type Account = {
  readonly programs: Programs
  readonly own: (path: string) => void
  readonly spawn: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess
}

const chooseAccount = (dir: string, programs: Programs): Account => {
  if (process.platform === 'win32' || userInfo().uid !== 0) {
    const become = process.platform === 'linux' && hasSetpriv() ? ['setpriv', '--pdeathsig', 'INT'] : []
    return { programs, own: () => undefined, spawn: (program, args, options) => spawnWith(become, program, args, options) }
  }
  const ids = otherAccount()
  const chownOf = (path: string) => chownSync(path, ids.uid, ids.gid)
  if (!hasSetpriv())
    return { programs, own: chownOf, spawn: (program, args, options) => spawn(program, args, { ...options, ...ids, cwd: '/' }) }

  const become = ['setpriv', '--pdeathsig', 'INT', `--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups']
  const works = (extra: readonly string[], ...program: string[]) => {
    const [command = '', ...args] = [...become, ...extra, ...program]
    return spawnSync(command, args, { cwd: '/', stdio: 'ignore' }).status === 0
  }
  // A clone below /root cannot be entered by another account. One capability lets PostgreSQL pass through the folders to its data; of its
  // programs, which ask in another way, it gets a copy where everyone may read.
  const ways = [
    [],
    ...['dac_read_search', 'dac_override'].map((capability) => [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]),
  ]
  const way = ways.find((extra) => works(extra, 'sh', '-c', 'cd "$0"', dir))
  if (!way)
    throw new NoDatabase(
      `PostgreSQL does not run as root, and the account it runs as cannot enter ${dir}. Set DATA_DIR to a folder outside.`,
    )
  return {
    programs: works([], programs.postgres, '--version') ? programs : copiedPrograms(programs),
    own: chownOf,
    spawn: (program, args, options) => spawnWith([...become, ...way], program, args, { ...options, cwd: '/' }),
  }
}

/** A cluster that root has brought here, from a backup for instance, becomes that of the account which runs it. */
const giveToAccount = (cluster: string, account: Account): void => {
  if (process.platform === 'win32' || userInfo().uid !== 0 || statSync(cluster).uid !== 0) return
  for (const path of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) account.own(join(cluster, path))
  account.own(cluster)
}

const copiedPrograms = (programs: Programs): Programs => {
  const native = dirname(dirname(programs.postgres))
  const manifest = join(native, '../package.json')
  if (!existsSync(manifest)) throw new NoDatabase(`The account that PostgreSQL runs as cannot run ${programs.postgres}.`)
  const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(manifest, 'utf8')))
  const copy = `/var/lib/zaice/postgresql-${version}`
  if (!existsSync(copy)) {
    const draftCopy = `${copy}.${process.pid}`
    cpSync(native, draftCopy, { recursive: true, verbatimSymlinks: true })
    renameSync(draftCopy, copy)
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

const spawnWith = (
  [command, ...before]: readonly string[],
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess => (command ? spawn(command, [...before, program, ...args], options) : spawn(program, args, options))

const hasSetpriv = (): boolean => spawnSync('setpriv', ['--pdeathsig', 'keep', 'true'], { stdio: 'ignore' }).status === 0

/** `postgres` where it exists, else an account of our own, else the one that owns nothing. */
const otherAccount = (): { uid: number; gid: number } => {
  const find = (name: string) => {
    const read = (what: string) => spawnSync('id', [what, name], { encoding: 'utf8' })
    const [uid, gid] = [read('-u'), read('-g')]
    return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
  }
  const accountOfDatabase = find('postgres') ?? find('zaice')
  if (accountOfDatabase) return accountOfDatabase
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'zaice'], { stdio: 'ignore' })
  const newAccount = find('zaice') ?? find('nobody')
  if (!newAccount)
    throw new NoDatabase(
      'PostgreSQL does not run as root, and no other account could be made for it. Set DATABASE_URL to a PostgreSQL of your own.',
    )
  return newAccount
}

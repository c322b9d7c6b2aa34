import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { lastOf } from '../kernel/assert.ts'
import { findSession, findWorkingSession } from './access/sessions.ts'
import { addFeedRoute } from './agenda/feedRoute.ts'
import { startSealing } from './audit/seal.ts'
import { readStanding } from './backups/standing.ts'
import type { App } from './call.ts'
import { connectionsAtMost, guardConnections, usualLimits } from './connections.ts'
import { readMigrations } from './db/migrate.ts'
import { readableMessages } from './chat/files.ts'
import { openFrames } from './chat/frames.ts'
import { conversations } from './chat/conversationDeliveries.ts'
import { openDatabase } from './db/pool.ts'
import { describePostgres } from './db/postgresVersion.ts'
import { addDiskRoutes } from './disk/downloadRoutes.ts'
import { addPartRoute } from './disk/uploads.ts'
import { startDeliveries } from './deliveries/deliveries.ts'
import { addFileRoute } from './files/files.ts'
import { invoicesShowing } from './invoices/handlers.ts'
import { documentsShowing } from './approval/process/documentFiles.ts'
import { processesShowing } from './approval/process/files.ts'
import { punchesSeenBy } from './attendance/sight.ts'
import { readableFinds } from './found/reports.ts'
import type { FileReaders } from './files/scope.ts'
import { openSpool } from './storage/spool.ts'
import { openReach } from './storage/reach.ts'
import { openStorage } from './storage/storage.ts'
import { openHeavy } from './heavy/heavy.ts'
import { createHttp, mayMeasure } from './http.ts'
import { startHousekeeping, sweepSeconds } from './housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { openLog } from './log.ts'
import { openBackupWork } from './upkeep/backupWork.ts'
import { openMap } from './maps/openMap.ts'
import { mailDigests } from './mail/digests.ts'
import { addMailStopRoute } from './mail/stopRoute.ts'
import { addTileRoute } from './maps/tiles.ts'
import { hasAnnounced } from './messaging/outbox.ts'
import { startRelay } from './messaging/relay.ts'
import { openScreens } from './messaging/screens.ts'
import { openSockets } from './messaging/sockets.ts'
import { textsOf } from './signOn/domains.ts'
import { addBackRoute } from './signOn/backRoute.ts'
import { addScimRoutes } from './signOn/scimRoutes.ts'
import { addDisputeRoute } from './disputes/downloadRoute.ts'
import { disputeWorkers } from './disputes/disputeWorkers.ts'
import { addTakeoutRoute } from './takeout/downloadRoute.ts'
import { takeoutWorkers } from './takeout/takeoutWork.ts'
import { newsShowing } from './news/news.ts'
import { addPages } from './pages.ts'
import { startSettling } from './attendance/days/deriveAgain.ts'
import { realRobots } from './robots/robotCalls.ts'
import { openSubjectReader } from './subscriptions/subjectReader.ts'
import { sendingSource } from './subscriptions/sendingMails.ts'
import { addPackageRoute } from './releases/handlers.ts'
import { startFolding } from './approval/process/statisticsFold.ts'
import { programVersion } from './programVersion.ts'
import { slowStatements } from './tracing/slowStatements.ts'
import { startTracing } from './tracing/tracing.ts'
import { startReminding } from './reminders/daily.ts'
import { documents, handlers } from './routes.ts'
import { isEmbedded, type Settings } from './settings.ts'
import { addCallbackRoute } from './workplaces/callbacks.ts'
import { openWorkplaces } from './workplaces/registry.ts'
import { addStandInRoutes, startStandIns } from './workplaces/standIns.ts'
import { logsReadBy } from './worklog/logReads.ts'
import { startWorking } from './workplaces/eventWorker.ts'
import { deliverers, outsideWorkers, webhooksAtOnce, webhookWorkers, workers } from './workers.ts'

export type Server = {
  readonly app: App
  /** Where the stand-ins of strangers are looked at, where they are asked for. */
  readonly standIns: readonly { readonly title: string; readonly url: string }[]
  /** Answers requests by `inject` at once and from the network after `listen`. */
  readonly http: FastifyInstance
  /** Begins to listen where the settings say; the address that people open. */
  readonly listen: () => Promise<string>
  /** Answers what is under way, then lets go of everything. */
  readonly close: () => Promise<void>
}

const webDir = join(import.meta.dirname, '../dist/web')
export const migrationsDir = join(import.meta.dirname, 'db/migrations')

/** Who may open a private file, by the noun of what admits it. */
const fileReaders: FileReaders = {
  chat: readableMessages,
  found: readableFinds,
  process: processesShowing,
  document: documentsShowing,
  news: newsShowing,
  worklog: logsReadBy,
  punch: punchesSeenBy,
  invoice: invoicesShowing,
}

/** Clients of the contract; their credential is an identifier that everyone may know, not a secret. */
const signInClients = { app: 'app', pc: 'pc' }

/** Puts the pieces of one server process together, on a migrated database whose owner's address is `databaseUrl`. */
export const createServer = async (settingsGiven: Settings, databaseUrl: string): Promise<Server> => {
  const door: { http?: FastifyInstance } = {}
  const address = () => settingsGiven.publicUrl ?? addressOf(door.http)
  const standIns = settingsGiven.standIns === 'on' ? await startStandIns(settingsGiven, address) : undefined
  const settings = standIns?.settings ?? settingsGiven
  const stopTracing = await startTracing(settings)
  let wakeOthers = (): void => undefined
  const app = await openApp(settings, databaseUrl, {
    address,
    robots: standIns?.robots ?? realRobots,
    onAnnounced: () => wakeOthers(),
  })
  const { database } = app
  const http = await createHttp({
    app,
    handlers,
    findSession: (token) => findSession(database, token),
    signInClients,
    checkOutput: process.env.NODE_ENV !== 'production',
  })
  door.http = http
  await addRoutes(http, app)
  const eventWorker = startWorking(app, documents)
  addCallbackRoute(http, app, eventWorker.wake)
  if (standIns) addStandInRoutes(http, standIns, webDir)
  await addPages(http, {
    operations: handlers.map((handler) => handler.operation),
    webDir,
    publicUrl: settings.publicUrl ?? '/',
    version: programVersion,
    isReady: readinessOf(app),
    mayMeasure: (request) => mayMeasure(app, request),
  })
  const lines = await openLines(app, http)
  wakeOthers = lines.wake
  const work = await startWork(app)
  return {
    app,
    standIns: standIns ? [...standIns.places, ...standIns.besides] : [],
    http,
    listen: async () => {
      const address = await http.listen({ port: settings.port, host: settings.host })
      return settings.publicUrl ?? address.replace('127.0.0.1', 'localhost')
    },
    close: async () => {
      lines.stop()
      work.stop()
      await http.close()
      await Promise.all([lines.finish(), work.finish(), eventWorker.stop(), standIns?.stop()])
      await lines.settled()
      app.heavy.stop()
      await database.close()
      await stopTracing()
    },
  }
}

type AppParts = Pick<App, 'address' | 'robots'> & {
  /** Something was committed that other processes are to hear of. */
  readonly onAnnounced: () => void
}

const openApp = async (settings: Settings, databaseUrl: string, { address, robots, onAnnounced }: AppParts): Promise<App> => {
  const log = openLog(settings.logLevel)
  slowStatements.log = log
  const database = openDatabase({
    url: databaseUrl,
    directUrl: settings.databaseDirectUrl,
    poolSize: settings.poolSize,
    readUrl: settings.databaseReadUrl,
    onReplicaChange: (words) => log.warn(words),
    onCommit: (tx) => {
      if (hasAnnounced(tx)) onAnnounced()
    },
  })
  // The first connection, and with it the database's clock, before anything is asked for the time.
  await database.gate('select 1')
  const storage = openStorage(settings)
  return {
    settings,
    database,
    storage,
    backups: openBackupWork({ settings, database, storage, log }),
    spool: openSpool(join(settings.dataDir, 'incoming'), { reserveBytes: settings.diskReserveMegabytes * 1024 * 1024 }),
    heavy: openHeavy({ atOnce: settings.heavyAtOnce, megabytes: settings.heavyMegabytes }),
    map: await openMap(settings),
    workplaces: openWorkplaces(settings, database),
    robots,
    address,
    textsOf,
    log,
  }
}

/** The routes that are no calls: files, tiles, feeds and what other systems ask for. */
const addRoutes = async (http: FastifyInstance, app: App): Promise<void> => {
  const findWorking = (token: string) => findWorkingSession(app.database, token)
  addFileRoute(http, app, findWorking, fileReaders)
  addTakeoutRoute(http, app, findWorking)
  addDisputeRoute(http, app, findWorking)
  addTileRoute(http, app, findWorking)
  addFeedRoute(http, app)
  addBackRoute(http)
  addMailStopRoute(http, app)
  await addScimRoutes(http, app)
  addDiskRoutes(http, app, findWorking)
  addPartRoute(http, app, findWorking)
  addPackageRoute(http, app)
}

/** Answers whether everything that requests need is there; throws where they would fail. */
const readinessOf = (app: App) => {
  const { settings, database } = app
  const isStorageReached = openReach([app.spool, app.storage])
  return async () => {
    const versionQuery = database.gate<{ version: string }>(
      "select current_setting('server_version') as version from migration where name = $1",
      [newestMigration],
    )
    const late = sleep(readySeconds * 1000, undefined, { ref: false }).then(() => {
      throw new Error(`The database did not answer within ${readySeconds} seconds.`)
    })
    versionQuery.catch(() => undefined)
    late.catch(() => undefined)
    const [found] = await Promise.race([versionQuery, late])
    if (!found) throw new Error(`The database lacks the migration ${newestMigration}.`)
    const { freeBytes, takesFiles } = await app.spool.room()
    if (isEmbedded(settings) && freeBytes < logBytes) throw new Error('The disk has no room for what the database writes.')
    const { backup, drill } = await readStanding(database, app.backups)
    const postgres = describePostgres(found.version, new Date(database.now()))
    return { takesFiles, hasStorage: await isStorageReached(), database: postgres, backup, drill }
  }
}

/** The lines to open screens, to other processes and to ways for messages. */
const openLines = async (app: App, http: FastifyInstance) => {
  const { settings, database, log } = app
  const atMost = connectionsAtMost(settings.connections)
  const connections = guardConnections(http.server, {
    ...usualLimits,
    atMost,
    perNetwork: settings.trustedProxies === 0 ? Math.floor(atMost / 2) : undefined,
  })
  const screens = openScreens(database, log)
  const sockets = openSockets({
    server: http.server,
    database,
    log,
    findSession: (token) => findWorkingSession(database, token),
    publicUrl: settings.publicUrl,
    now: Date.now,
    screens,
  })
  const frames = openFrames({ database, log, sockets })
  const deliveries = await startDeliveries(database, log, deliverers(app), [
    conversations,
    mailDigests,
    sendingSource(openSubjectReader(app, handlers)),
  ])
  const relay = await startRelay(database, log, [sockets.hear, frames.hear, deliveries.hear])
  return {
    wake: relay.wake,
    stop: () => {
      sockets.stop()
      screens.stop()
      connections.stop()
    },
    finish: () => Promise.all([relay.stop(), deliveries.stop()]),
    settled: frames.settled,
  }
}

/** What goes on beside requests. */
const startWork = async (app: App) => {
  const { settings, database, log } = app
  const jobs = startJobs(database, log, workers)
  const aborter = new AbortController()
  const takeouts = startJobs(database, log, [...takeoutWorkers(app, aborter.signal), ...disputeWorkers(app, aborter.signal)])
  const outsideJobs = startJobs(database, log, outsideWorkers(app))
  const webhookJobs = startJobs(database, log, webhookWorkers(app), webhooksAtOnce)
  // No one else works in our own folder, so whatever lies there was left by a crash.
  await app.spool.sweep(isEmbedded(settings) ? 0 : sweepSeconds, new Date())
  const housekeeper = startHousekeeping(app)
  const reminders = startReminding(database, log)
  const settler = startSettling(database, log)
  const sealer = startSealing(database, settings.sealKey, log)
  const statisticsFold = startFolding(database, log)
  return {
    stop: () => {
      housekeeper.stop()
      reminders.stop()
      settler.stop()
      aborter.abort()
    },
    finish: () => Promise.all([jobs.stop(), outsideJobs.stop(), webhookJobs.stop(), takeouts.stop(), sealer.stop(), statisticsFold.stop()]),
  }
}

/** Where we listen; before that, where no one answers. */
const addressOf = (http: FastifyInstance | undefined): string => {
  const bound = http?.server.address()
  if (bound === null || typeof bound !== 'object') return 'http://127.0.0.1:0'
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
}

/** How long the person who asks whether we are ready waits for the database. */
const readySeconds = 2

/** Two files of the database's log, the least that it needs to write on. */
const logBytes = 2 * 16 * 1024 * 1024

const newestMigration = lastOf(readMigrations(migrationsDir)).name

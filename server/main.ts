import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findSession } from './access/sessions.ts'
import type { App } from './call.ts'
import { readMigrations } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'
import { addFileRoute } from './files/files.ts'
import { openStorage } from './files/storage.ts'
import { createHttp } from './http.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { openLog } from './log.ts'
import { hasAnnounced } from './messaging/outbox.ts'
import { startRelay } from './messaging/relay.ts'
import { openSockets } from './messaging/sockets.ts'
import { addPages } from './pages.ts'
import { handlers } from './routes.ts'
import type { Settings } from './settings.ts'
import { outsideWorkers, workers } from './workers.ts'

export type Server = {
  readonly app: App
  /** Answers requests by `inject` at once and from the network after `listen`. */
  readonly http: FastifyInstance
  /** Begins to listen where the settings say; the address that people open. */
  readonly listen: () => Promise<string>
  /** Answers what is under way, then lets go of everything. */
  readonly close: () => Promise<void>
}

export const migrationsDir = join(import.meta.dirname, 'db/migrations')

/** Clients of the contract; their credential is an identifier that everybody may know, not a secret. */
const signInClients = { app: 'app', pc: 'pc' }

/** Puts the pieces of one server process together, on a migrated database whose owner's address is `databaseUrl`. */
export const createServer = async (settings: Settings, databaseUrl: string): Promise<Server> => {
  const log = openLog(settings.logLevel)
  let wakeOthers = (): void => undefined
  const database = openDatabase({
    url: databaseUrl,
    poolSize: settings.poolSize,
    onCommit: (tx) => {
      if (hasAnnounced(tx)) wakeOthers()
    },
  })
  const app: App = { settings, database, storage: openStorage(settings), log }
  const find = (token: string) => findSession(database, token)

  const http = await createHttp({ app, handlers, findSession: find, signInClients, checkOutput: process.env.NODE_ENV !== 'production' })
  addFileRoute(http, app, find)
  await addPages(http, {
    operations: handlers.map((handler) => handler.operation),
    webDir: join(import.meta.dirname, '../dist/web'),
    publicUrl: settings.publicUrl ?? '/',
    version,
    isReady: async () => {
      const [found] = await database.gate('select 1 from migration where name = $1', [newestMigration])
      if (!found) throw new Error(`The database lacks the migration ${newestMigration}.`)
    },
  })

  const sockets = openSockets({ server: http.server, database, log, findSession: find, publicUrl: settings.publicUrl })
  const relay = await startRelay(database, log, sockets.deliver)
  wakeOthers = relay.wake
  const jobs = startJobs(database, log, workers)
  const asking = startJobs(database, log, outsideWorkers(settings))
  const housekeeping = startHousekeeping(app)

  return {
    app,
    http,
    listen: async () => {
      const address = await http.listen({ port: settings.port, host: settings.host })
      return settings.publicUrl ?? address.replace('127.0.0.1', 'localhost')
    },
    close: async () => {
      sockets.stop()
      housekeeping.stop()
      await http.close()
      await Promise.all([relay.stop(), jobs.stop(), asking.stop()])
      await database.close()
    },
  }
}

const newestMigration = readMigrations(migrationsDir).at(-1)!.name
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }

/** The whole product in one process: database, schema, demo organisations, web app, server. Ctrl-C stops it cleanly. */
import { join } from 'node:path'
import { catalogueFaults } from '../server/db/catalogue.ts'
import { startEmbedded, type EmbeddedDatabase } from '../server/db/embedded.ts'
import { holdFolder } from '../server/db/lock.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { describePostgres, postgresLines, readVersion } from '../server/db/postgresVersion.ts'
import { demoAccounts, demoPassword } from '../server/access/demoUsers.ts'
import { demoState, makeDemo } from '../server/demo/demo.ts'
import { finishSwap } from '../server/backups/swap.ts'
import { createServer, migrationsDir, type Server } from '../server/main.ts'
import { isEmpty, makeSetupCode } from '../server/organisations/setup.ts'
import { startNights } from '../server/upkeep/nightly.ts'
import { readSettings, wantsDemo } from '../server/settings.ts'
import { localFiles } from '../server/storage/moveFiles.ts'
import { buildWeb, isWebBuilt } from './build.ts'
import { lastWords, Stop } from './sentence.ts'
import { step } from './step.ts'
import { assertDefined } from '../kernel/assert.ts'

process.env.NODE_ENV ??= 'production'

/** The page comes from elsewhere, as it does while its code is edited. */
const withoutWeb = '--without-web'

let letGo: (() => void) | undefined
let cluster: EmbeddedDatabase | undefined
let server: Server | undefined
let isStopping = false
let endBackups = (): void => undefined

const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  const patience = setTimeout(() => process.exit(1), 30_000)
  try {
    endBackups()
    await server?.close()
    await cluster?.stop()
    letGo?.()
  } catch (error) {
    console.error(error)
    code = 1
  }
  clearTimeout(patience)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!isStopping) process.stdout.write('\nStopping\n')
    void stop(0)
  })

const start = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const files = settings.storageUrl === undefined ? [] : await localFiles(join(settings.dataDir, 'files'))
  if (files.length > 0)
    throw new Stop(
      `STORAGE_URL is set, and ${files.length} files of organisations still lie in ${join(settings.dataDir, 'files')}, where nobody would find them any more. "npm run files" moves them; the server starts afterwards.`,
    )
  if (settings.databaseUrl === undefined) {
    letGo = holdFolder(settings.dataDir)
    const { dataDir: dir, postgresBin: binDir, walFolder: logArchive } = settings
    if (finishSwap(dir)) process.stdout.write('A restore that was cut off has been carried on\n')
    cluster = await step('Database', (report) => startEmbedded({ dir, binDir, logArchive, onStep: report, onRestart, onFullDisk }))
  }
  const databaseUrl = settings.databaseUrl ?? assertDefined(cluster, 'the database').url
  const directUrl = settings.databaseDirectUrl ?? databaseUrl

  const appliedNames = await step('Schema', async (report) => {
    const names = await migrate(directUrl, readMigrations(migrationsDir), report)
    const faults = await catalogueFaults(directUrl)
    if (faults.length > 0)
      throw new Stop(['The schema does not keep organisations apart, so the server does not start:', ...faults].join('\n  '))
    return names
  })
  if (appliedNames.length > 0) process.stdout.write(`  applied ${appliedNames.join(', ')}\n`)

  if (!isWebBuilt() && !process.argv.includes(withoutWeb)) await step('Web app', buildWeb)
  server = await createServer(settings, databaseUrl)
  const { app } = server
  endBackups = startNights(app.backups, app.database.now)
  for (const line of postgresLines(describePostgres(await readVersion(app.database), new Date()))) process.stdout.write(`  ${line}\n`)
  const demo = wantsDemo(settings) ? await demoState(app.database) : 'none'
  if (demo === 'wanted') await step('Demo organisations', (report) => makeDemo(app, report))
  const url = await server.listen().catch((error: Error) => {
    throw new Stop(`The server cannot listen on ${settings.host}: ${error.message}. Set PORT or HOST to another one.`)
  })

  process.stdout.write(`\nZaice is ready at ${url}\n`)
  if (demo !== 'none') {
    const accounts = demoAccounts.map(({ login, who }) => `  ${login.padEnd(10)}${who}\n`).join('')
    process.stdout.write(`Demo accounts, password ${demoPassword}:\n${accounts}`)
  }
  if (await isEmpty(app.database)) {
    const code = await makeSetupCode(app.database)
    process.stdout.write(`No organisation is here yet. Whoever opens this makes the first one and is its administrator:\n`)
    process.stdout.write(`  ${url}/#/pages/setup?code=${code}\n`)
  }
  for (const standIn of server.standIns) process.stdout.write(`${standIn.title} has a stand-in at ${standIn.url}\n`)
  process.stdout.write(`The API stands at ${url}/api/docs. Ctrl-C stops everything.\n`)
}

/** The person who asks meanwhile is told to ask again. */
const onFullDisk = (): void => {
  process.stdout.write('The disk is full and the database ended. It is started again when there is room\n')
}

/** The database ended without us. What was acknowledged is in its log; the person who asks meanwhile is told to ask again. */
const onRestart = (failure?: Error): void => {
  if (isStopping) return
  process.stdout.write(failure ? `The database ended. ${failure.message}\n` : 'The database ended and was started again\n')
  if (failure) void stop(1)
}

try {
  await start()
} catch (error) {
  if (!isStopping) {
    console.error(lastWords(error))
    await stop(1)
  }
}

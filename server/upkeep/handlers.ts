import { setTimeout as sleep } from 'node:timers/promises'
import {
  operatorBackupAct,
  operatorBackups,
  operatorCertificates,
  operatorNewestVersion,
  operatorRestingJobs,
  operatorRetryJobs,
  operatorSystem,
} from '../../domain/operator/upkeepOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { refuse } from '../../kernel/refusal.ts'
import { listBackups } from '../backups/backupFolder.ts'
import { readStanding } from '../backups/standing.ts'
import { type App, handleOperator, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { describePostgres, isMaintained } from '../db/postgresVersion.ts'
import { readDeliveryHealth, readJobHealth } from '../metrics/health.ts'
import { programVersion } from '../programVersion.ts'
import { findStorageFault } from '../storage/reach.ts'
import { readCertificate } from './certificates.ts'
import { readNewestVersion } from './newestVersion.ts'

const pageRows = 50
const quickMs = 1000

const readSystem = async ({ database, settings, spool, storage, backups }: App): Promise<OutputOf<typeof operatorSystem>> => {
  const facts = await onlyRow(
    database.gate<{ version: string; bytes: string; migrations: number; newest: string }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
         (select count(*)::int from migration) as migrations, (select coalesce(replace(max(name), '.sql', ''), '') from migration) as newest`,
    ),
  )
  const postgres = describePostgres(facts.version, new Date(database.now()))
  const jobs = await readJobHealth(database)
  const { outboxSeconds, ...deliveries } = await readDeliveryHealth(database)
  const { backup = null, check = null, drill = null, audit = null } = await readStanding(database, backups)
  const { freeBytes, takesFiles } = await spool.room()
  return {
    version: programVersion,
    database: {
      version: facts.version,
      releasedOn: postgres.releasedOn ?? null,
      ageDays: postgres.ageDays ?? null,
      isMaintained: isMaintained(postgres),
      isEmbedded: settings.databaseUrl === undefined,
      bytes: Number(facts.bytes),
    },
    migrations: { count: facts.migrations, newest: facts.newest },
    disk: { freeBytes, reserveBytes: settings.diskReserveMegabytes * 2 ** 20, takesFiles, fault: await findStorageFault([spool, storage]) },
    jobs: {
      due: jobs.reduce((sum, { due }) => sum + due, 0),
      oldestSeconds: Math.round(Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds))),
      restingKinds: jobs.filter(({ restingJobs }) => restingJobs > 0).map(({ kind, restingJobs }) => ({ kind, count: restingJobs })),
    },
    deliveries: { outboxSeconds: Math.round(outboxSeconds), ...deliveries },
    backups: {
      isEmbedded: backups.isEmbedded,
      hasFolder: backups.folder !== undefined,
      isEncrypted: backups.passphrase !== undefined,
      hasLogArchive: settings.walFolder !== undefined,
      currentAct: backups.state().currentAct ?? null,
    },
    outcomes: { backup, check, drill, audit },
  }
}

const restingJobs = async ({ database }: App, after: string | undefined): Promise<OutputOf<typeof operatorRestingJobs>> => {
  const rows = await database.gate<{
    id: string
    org_id: string
    organisation: string
    kind: string
    attempts: number
    due_at: string
    last_error: string
  }>('select id, org_id, organisation, kind, attempts, due_at, last_error from gate_resting_jobs($1, $2)', [after ?? null, pageRows])
  const list = rows.map(({ org_id: orgId, due_at: dueAt, last_error: error, ...job }) => ({ ...job, orgId, dueAt, error }))
  return { list, next: list.length === pageRows ? (list.at(-1)?.id ?? null) : null }
}

/** How the installation stands, for the person who runs it, and what he does about it. */
export const upkeepHandlers: readonly Handler[] = [
  handleOperator(operatorSystem, ({ app }) => readSystem(app)),
  handleOperator(operatorCertificates, async ({ app: { settings } }) => {
    const certificate = settings.publicUrl === undefined ? undefined : await readCertificate(settings.publicUrl)
    return { list: certificate ? [certificate] : [] }
  }),
  handleOperator(operatorNewestVersion, async ({ app: { settings } }) => ({
    newest: settings.versionUrl === undefined ? null : await readNewestVersion(settings.versionUrl),
  })),
  handleOperator(operatorRestingJobs, ({ app }, { after }) => restingJobs(app, after)),
  handleOperator(operatorRetryJobs, async ({ app, operator }, input) => {
    const [id, kind] = 'id' in input ? [input.id, null] : [null, input.kind]
    const row = await onlyRow(app.database.gate<{ count: string }>('select gate_retry_jobs($1, $2) as count', [id, kind]))
    app.log.info({ by: operator.byName, id, kind, count: Number(row.count) }, 'Jobs were begun again')
    return { count: Number(row.count) }
  }),
  handleOperator(operatorBackups, async ({ app: { backups } }) => {
    const list = backups.folder === undefined ? [] : await listBackups(backups.folder)
    return { list: list.map(({ firstLog: _, proof = null, ...backup }) => ({ ...backup, proof })) }
  }),
  handleOperator(operatorBackupAct, async ({ app, operator }, { act, name }) => {
    const { backups, log } = app
    if (backups.folder === undefined) return refuse('backup.none', '没有设置备份文件夹')
    if (!backups.isEmbedded && act !== 'check') return refuse('backup.external', '数据库不由本系统运行，请用它自己的方式备份')
    const outcome = backups.begin(act, name)
    if (outcome) log.info({ by: operator.byName, act, backup: name }, 'Work on a backup was begun')
    // What takes no second has ended when it is answered, so who asks next sees what came of it.
    await Promise.race([outcome, sleep(quickMs, undefined, { ref: false })])
    return { isBegun: outcome !== undefined }
  }),
]

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readOutcomes, type UpkeepOutcomes } from '../backups/outcomes.ts'
import type { Database } from '../db/pool.ts'
import { slowStatements } from '../tracing/slowStatements.ts'
import { type OrganisationSize, readDeliveryHealth, readJobHealth, readLargestOrganisations, readUsage, type Usage } from './health.ts'
import { busiest, noteWork } from './organisationWork.ts'

export type Metrics = {
  readonly requestDone: (done: RequestDone) => void
  /** The text that Prometheus reads. */
  readonly page: () => Promise<string>
  readonly contentType: string
}

export type RequestDone = {
  readonly operation: string
  readonly status: number
  readonly seconds: number
  /** Whose request it was; undefined of one without a session. */
  readonly orgId: string | undefined
}

/** `readUpkeep` says what was done last for the installation; what the database keeps of it where it is not given. */
export const openMetrics = (database: Database, readUpkeep: () => Promise<UpkeepOutcomes> = () => readOutcomes(database)): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'zaice_request_seconds',
    help: 'Time from the arrival of a request to its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  registry.registerMetric(
    new Gauge({
      name: 'zaice_database_connections',
      help: 'Connections to the database and requests waiting for one',
      labelNames: ['state'],
      registers: [],
      collect() {
        for (const [state, count] of Object.entries(database.state())) this.set({ state }, count)
      },
    }),
  )
  const readings = [
    registerJobs(registry, database),
    registerDeliveries(registry, database),
    registerUpkeep(registry, database, readUpkeep),
    registerUsage(registry, database),
    registerWork(registry),
    registerReplica(registry, database),
  ]
  return {
    requestDone: ({ operation, status, seconds, orgId }) => {
      duration.observe({ operation, status }, seconds)
      if (orgId !== undefined) noteWork(orgId, seconds)
    },
    page: async () => {
      for (const read of readings) await read()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Registers how the read replica stands, where there is one. */
const registerReplica = (registry: Registry, database: Database): (() => Promise<void>) => {
  if (!database.replicaState()) return () => Promise.resolve()
  const isUsed = new Gauge({ name: 'zaice_replica_used', help: '1 while readings are sent to the read replica', registers: [registry] })
  const readings = new Counter({
    name: 'zaice_replica_readings_total',
    help: 'Lists, exports and reports by what became of them: answered by the replica, or by the primary and why',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return () => {
    const state = database.replicaState()
    readings.reset()
    isUsed.set(state?.isUsed ? 1 : 0)
    for (const [outcome, count] of Object.entries(state?.readings ?? {})) readings.inc({ outcome }, count)
    return Promise.resolve()
  }
}

/** Registers how the work that is done later stands; what it answers reads that from the database. */
const registerJobs = (registry: Registry, database: Database): (() => Promise<void>) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers: [registry] })
  const due = gauge('zaice_jobs_due', 'Jobs that could be done now')
  const oldest = gauge('zaice_jobs_oldest_due_seconds', 'How long the oldest job that could be done has waited')
  const failures = gauge('zaice_jobs_failed', 'Jobs that failed so often that they rest')
  return async () => {
    const rows = await readJobHealth(database)
    for (const metric of [due, oldest, failures]) metric.reset()
    for (const { kind, due: count, oldestSeconds, restingJobs } of rows) {
      due.set({ kind }, count)
      oldest.set({ kind }, oldestSeconds)
      failures.set({ kind }, restingJobs)
    }
  }
}

const registerDeliveries = (registry: Registry, database: Database): (() => Promise<void>) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const outbox = gauge('zaice_outbox_oldest_seconds', 'How long the oldest announcement of a message has waited to be handed out')
  const deliveries = gauge('zaice_deliveries_failed', 'Messages that webhooks gave up within a week')
  const robots = gauge('zaice_robots_failing', 'Robots of groups that are refused')
  return async () => {
    const health = await readDeliveryHealth(database)
    outbox.set(health.outboxSeconds)
    deliveries.set(health.failedDeliveries)
    robots.set(health.failingRobots)
  }
}

/** Registers what is done for the installation now and then; what was never done has no row. */
const registerUpkeep = (registry: Registry, database: Database, readUpkeep: () => Promise<UpkeepOutcomes>): (() => Promise<void>) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['act'], registers: [registry] })
  const age = gauge('zaice_upkeep_age_seconds', 'How long ago the last backup, check, drill or audit was')
  const faults = gauge('zaice_upkeep_failed', '1 where the last backup, check, drill or audit failed or found a fault')
  return async () => {
    for (const [act, { at, fault }] of Object.entries(await readUpkeep())) {
      age.set({ act }, (database.now() - Date.parse(at)) / 1000)
      faults.set({ act }, fault === '' ? 0 : 1)
    }
  }
}

/** How old what is counted over all organisations may be: counting reads whole tables. */
const usageAgeMs = 600_000
const organisationsListed = 10

/** Registers how much the installation holds, and the organisations that hold most. */
const registerUsage = (registry: Registry, database: Database): (() => Promise<void>) => {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const sessions = gauge('zaice_sessions', 'Sessions that are open')
  const files = gauge('zaice_files', 'Files that are stored')
  const bytes = gauge('zaice_files_bytes', 'What stored files take')
  const seal = gauge('zaice_seal_age_seconds', 'How long ago the last seal of any organisation was made')
  const holdings = gauge('zaice_organisation_holding', 'What the organisations that hold most have: assets, file_bytes', [
    'kind',
    'organisation',
  ])
  let latest: { readonly at: number; readonly usage: Usage; readonly largest: readonly OrganisationSize[] } | undefined
  return async () => {
    if (!latest || performance.now() - latest.at > usageAgeMs) {
      const [usage, largest] = await Promise.all([readUsage(database), readLargestOrganisations(database, organisationsListed)])
      latest = { at: performance.now(), usage, largest }
    }
    const { usage, largest } = latest
    sessions.set(usage.openSessions)
    files.set(usage.files)
    bytes.set(usage.fileBytes)
    if (usage.sealSeconds !== null) seal.set(usage.sealSeconds + (performance.now() - latest.at) / 1000)
    holdings.reset()
    for (const { orgId, kind, size } of largest) holdings.set({ kind, organisation: orgId }, size)
  }
}

/** Registers what this process was busy with: slow statements, and the organisations whose requests took longest. */
const registerWork = (registry: Registry): (() => Promise<void>) => {
  const seconds = new Gauge({
    name: 'zaice_organisation_request_seconds',
    help: 'Time that requests of the busiest organisations took since this process began',
    labelNames: ['organisation'],
    registers: [registry],
  })
  registry.registerMetric(
    new Counter({
      name: 'zaice_slow_statements_total',
      help: 'Statements that took a second or more; the log has their texts',
      registers: [],
      collect() {
        this.reset()
        this.inc(slowStatements.count)
      },
    }),
  )
  return async () => {
    seconds.reset()
    for (const { orgId, seconds: busySeconds } of busiest(organisationsListed)) seconds.set({ organisation: orgId }, busySeconds)
  }
}

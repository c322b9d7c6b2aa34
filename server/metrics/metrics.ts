import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readOutcomes, type UpkeepOutcomes } from '../backups/outcomes.ts'
import type { Database } from '../db/pool.ts'
import { readDeliveryHealth, readJobHealth } from './health.ts'

export type Metrics = {
  readonly requestDone: (operation: string, status: number, seconds: number) => void
  /** The text that Prometheus reads. */
  readonly page: () => Promise<string>
  readonly contentType: string
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
  ]
  return {
    requestDone: (operation, status, seconds) => duration.observe({ operation, status }, seconds),
    page: async () => {
      for (const read of readings) await read()
      return registry.metrics()
    },
    contentType: registry.contentType,
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

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/pool.ts'

export type Metrics = {
  readonly requestDone: (operation: string, status: number, seconds: number) => void
  /** The text that Prometheus reads. */
  readonly page: () => Promise<string>
  readonly contentType: string
}

export const openMetrics = (database: Database): Metrics => {
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
  const readJobs = registerJobs(registry, database)
  return {
    requestDone: (operation, status, seconds) => duration.observe({ operation, status }, seconds),
    page: async () => {
      await readJobs()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

type JobHealth = { kind: string; due: string; oldest_seconds: number; resting_jobs: string }

/** Registers how the work that is done later stands; what it answers reads that from the database. */
const registerJobs = (registry: Registry, database: Database): (() => Promise<void>) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers: [registry] })
  const due = gauge('zaice_jobs_due', 'Jobs that could be done now')
  const oldest = gauge('zaice_jobs_oldest_due_seconds', 'How long the oldest job that could be done has waited')
  const failures = gauge('zaice_jobs_failed', 'Jobs that failed so often that they rest')
  return async () => {
    const rows = await database.gate<JobHealth>('select kind, due, oldest_seconds, failed as resting_jobs from gate_job_health()')
    for (const metric of [due, oldest, failures]) metric.reset()
    for (const { kind, due: count, oldest_seconds: seconds, resting_jobs: restingJobs } of rows) {
      due.set({ kind }, Number(count))
      oldest.set({ kind }, seconds)
      failures.set({ kind }, Number(restingJobs))
    }
  }
}

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db/pool.ts'

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
  return {
    requestDone: (operation, status, seconds) => duration.observe({ operation, status }, seconds),
    page: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
